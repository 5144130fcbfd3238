// Squared distances of vertices, edges and faces, for numbers of any type; none where the
// nearest points are not inside both features (then another pair of features has them).
// With rationals they are exact; with floating-point numbers `slack` (in units of the feature's
// own parameters) lets in what only rounding keeps out.
#pragma once

#include <optional>
#include <span>

#include "glance/shape.h"

namespace glance::test {

template <class T>
struct Triple {
  T x, y, z;

  Triple operator+(const Triple& o) const { return {x + o.x, y + o.y, z + o.z}; }
  Triple operator-(const Triple& o) const { return {x - o.x, y - o.y, z - o.z}; }
};
template <class T>
T dot(const Triple<T>& u, const Triple<T>& v) {
  return T(u.x * v.x) + T(u.y * v.y) + T(u.z * v.z);
}
template <class T>
Triple<T> cross(const Triple<T>& u, const Triple<T>& v) {
  return {T(u.y * v.z) - T(u.z * v.y), T(u.z * v.x) - T(u.x * v.z), T(u.x * v.y) - T(u.y * v.x)};
}
template <class T>
Triple<T> to_triple(const Vec3& v) {
  return {T(v.x()), T(v.y()), T(v.z())};
}
/// R v + t.
template <class T>
Triple<T> world_point(const Pose& pose, const Vec3& v) {
  const Mat3& r = pose.rotation();
  const Triple<T> local = to_triple<T>(v);
  const auto row = [&](int i) { return dot(to_triple<T>(r.row(i)), local); };
  return Triple<T>{row(0), row(1), row(2)} + to_triple<T>(pose.translation());
}

template <class T>
std::optional<T> vertex_edge_sq(const Triple<T>& p, const Triple<T>& q0, const Triple<T>& q1,
                                const T& slack) {
  const Triple<T> u = q1 - q0, w = p - q0;
  const T length_sq = dot(u, u), along = dot(w, u), allowed = slack * length_sq;
  if (!(length_sq > 0) || along < -allowed || along > length_sq + allowed) return {};
  const Triple<T> across = cross(w, u);
  return T(dot(across, across) / length_sq);
}

template <class T>
std::optional<T> edge_edge_sq(const Triple<T>& p0, const Triple<T>& p1, const Triple<T>& q0,
                              const Triple<T>& q1, const T& slack) {
  const Triple<T> u = p1 - p0, v = q1 - q0, w = p0 - q0, n = cross(u, v);
  const T det = dot(n, n), allowed = slack * det;
  if (!(det > 0)) return {};
  const T s = dot(u, v) * dot(v, w) - dot(v, v) * dot(u, w);
  const T t = dot(u, u) * dot(v, w) - dot(u, v) * dot(u, w);
  if (s < -allowed || s > det + allowed || t < -allowed || t > det + allowed) return {};
  const T height = dot(w, n);
  return T(height * height / det);
}

/// `loop` are the corners of the face in order around it.
template <class T>
std::optional<T> vertex_face_sq(const Triple<T>& p, std::span<const Triple<T>> loop,
                                const T& slack) {
  const std::size_t k = loop.size();
  const Triple<T> n = cross(Triple<T>(loop[k / 3] - loop[0]), Triple<T>(loop[2 * k / 3] - loop[0]));
  const T area_sq = dot(n, n), allowed = slack * area_sq;
  if (!(area_sq > 0)) return {};
  for (std::size_t i = 0; i < k; i++) {
    const Triple<T> edge = loop[(i + 1) % k] - loop[i];
    if (dot(cross(n, edge), Triple<T>(p - loop[i])) < -allowed) return {};
  }
  const T height = dot(n, Triple<T>(p - loop[0]));
  return T(height * height / area_sq);
}

}  // namespace glance::test
