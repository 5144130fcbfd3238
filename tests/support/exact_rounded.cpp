#include "support/exact_rounded.h"

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <functional>
#include <vector>

#include "glance/query.h"
#include "support/feature_distance.h"

namespace glance::test {
namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::cpp_rational::backend_type,
                                               boost::multiprecision::et_off>;
using Real100 = boost::multiprecision::cpp_bin_float_100;
using RationalPoint = Triple<Rational>;

Verdict verdict_of(int sign) {
  return sign > 0 ? Verdict::apart : sign < 0 ? Verdict::overlapping : Verdict::touching;
}

/// Sign of x - r * sqrt(y), y > 0, r >= 0.
int sign_against(const Rational& x, const Rational& r, const Rational& y) {
  if (r == 0 || x < 0) return x < 0 ? -1 : x > 0 ? 1 : 0;
  return Rational(x * x - r * r * y).sign();
}

template <class T>
struct Corners {
  const Shape& shape;
  std::vector<Triple<T>> at;

  Corners(const Shape& s, const Pose& pose) : shape(s) {
    for (const Vec3& v : s.vertices()) at.push_back(world_point<T>(pose, v));
  }
  std::vector<Triple<T>> loop(std::uint32_t face) const {
    std::vector<Triple<T>> corners;
    for (const std::uint32_t v : shape.face_vertices(face)) corners.push_back(at[v]);
    return corners;
  }
};

/// A pair of features: which ones, and how far apart they seem to be.
struct Candidate {
  int kinds;  ///< 0 vertices, 1 vertex of A and edge of B, 2 the other way, 3 edges, 4, 5 faces
  std::uint32_t i, j;
  long double seen;
};

template <class T>
std::optional<T> squared(const Corners<T>& a, const Corners<T>& b, int kinds, std::uint32_t i,
                         std::uint32_t j, const T& slack) {
  switch (kinds) {
    case 0: return dot(Triple<T>(a.at[i] - b.at[j]), Triple<T>(a.at[i] - b.at[j]));
    case 1: {
      const auto [q0, q1] = b.shape.edge_vertices(j);
      return vertex_edge_sq(a.at[i], b.at[q0], b.at[q1], slack);
    }
    case 2: return squared(b, a, 1, j, i, slack);
    case 3: {
      const auto [p0, p1] = a.shape.edge_vertices(i);
      const auto [q0, q1] = b.shape.edge_vertices(j);
      return edge_edge_sq(a.at[p0], a.at[p1], b.at[q0], b.at[q1], slack);
    }
    case 4: {
      const std::vector<Triple<T>> loop = b.loop(j);
      return vertex_face_sq(a.at[i], std::span<const Triple<T>>(loop), slack);
    }
    default: return squared(b, a, 4, j, i, slack);
  }
}

/// Whether rounded numbers cannot tell where two edges are closest: they are nearly parallel.
bool leaves_open(const Corners<long double>& a, const Corners<long double>& b, int kinds,
                 std::uint32_t i, std::uint32_t j) {
  if (kinds != 3) return false;
  const auto direction = [](const Corners<long double>& corners, std::uint32_t edge) {
    const auto [from, to] = corners.shape.edge_vertices(edge);
    return corners.at[to] - corners.at[from];
  };
  const auto u = direction(a, i), v = direction(b, j), n = cross(u, v);
  return dot(n, n) <= 1e-12L * dot(u, u) * dot(v, v);
}

/// The squared distance of two cores that are apart.
Rational distance_sq(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const Corners<long double> near_a(a, pose_a), near_b(b, pose_b);
  const auto count = [](const Shape& s, int what) {
    return what == 0 ? s.vertex_count() : what == 1 ? s.edge_count() : s.face_count();
  };
  constexpr int kOfA[] = {0, 0, 1, 1, 0, 2}, kOfB[] = {0, 1, 0, 1, 2, 0};
  std::vector<Candidate> candidates;
  long double least = std::numeric_limits<long double>::infinity();
  for (int kinds = 0; kinds < 6; kinds++) {
    for (std::uint32_t i = 0; i < count(a, kOfA[kinds]); i++) {
      for (std::uint32_t j = 0; j < count(b, kOfB[kinds]); j++) {
        if (const auto sq = squared(near_a, near_b, kinds, i, j, 1e-11L)) {
          candidates.push_back({kinds, i, j, *sq});
          least = std::min(least, *sq);
        } else if (leaves_open(near_a, near_b, kinds, i, j)) {
          candidates.push_back({kinds, i, j, 0});
        }
      }
    }
  }
  const Corners<Rational> exact_a(a, pose_a), exact_b(b, pose_b);
  std::optional<Rational> best;
  const auto try_up_to = [&](long double most_sq) {
    for (const Candidate& c : candidates) {
      if (c.seen > most_sq) continue;
      const auto sq = squared(exact_a, exact_b, c.kinds, c.i, c.j, Rational(0));
      if (sq && (!best || *sq < *best)) best = sq;
    }
  };
  // What slack lets in may seem nearer than it is, by as much.
  const long double most =
      std::sqrt(least) * (1 + 1e-6L) + 1e-9L * static_cast<long double>(a.extent() + b.extent());
  try_up_to(most * most);
  if (!best) try_up_to(std::numeric_limits<long double>::infinity());
  return best.value();
}

Verdict flat_verdict(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     const Rational& radii) {
  const Shape core_a = Shape::hull(a.vertices()).value(),
              core_b = Shape::hull(b.vertices()).value();
  const Verdict cores =
      collide({core_a, pose_a}, {core_b, pose_b}, {.tuning = {.method = QueryMethod::oracle}})
          .verdict;
  if (radii == 0) return cores;
  if (cores != Verdict::apart) return Verdict::overlapping;
  const Rational sq = distance_sq(core_a, pose_a, core_b, pose_b);
  return verdict_of(Rational(sq - radii * radii).sign());
}

/// How high B's core is above A's plane: height / root of normal_sq.
struct Height {
  Rational height, normal_sq;
};

/// A is a half-space. None if B is one whose plane is not parallel, or looks the same way.
std::optional<Height> height_above(const Shape& a, const Pose& pose_a, const Shape& b,
                                   const Pose& pose_b) {
  const Pose turn_a = Pose::make(pose_a.rotation(), Vec3::zero()).value();
  const RationalPoint n = world_point<Rational>(turn_a, a.sizes());
  const Rational level =
      Rational(a.plane_offset()) + dot(n, to_triple<Rational>(pose_a.translation()));
  Rational bottom;
  if (b.kind() == ShapeKind::halfspace) {
    const Pose turn_b = Pose::make(pose_b.rotation(), Vec3::zero()).value();
    const RationalPoint m = world_point<Rational>(turn_b, b.sizes());
    const RationalPoint across = cross(n, m);
    if (dot(across, across) != 0 || dot(n, m) > 0) return {};
    const Rational level_b =
        Rational(b.plane_offset()) + dot(m, to_triple<Rational>(pose_b.translation()));
    bottom = level_b * dot(n, n) / dot(n, m);  // m = -k n
  } else {
    bool first = true;
    for (const Vec3& v : b.vertices()) {
      const Rational height = dot(n, world_point<Rational>(pose_b, v));
      if (first || height < bottom) bottom = height;
      first = false;
    }
  }
  return Height{bottom - level, dot(n, n)};
}

Verdict plane_verdict(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                      const Rational& radii) {
  const auto above = height_above(a, pose_a, b, pose_b);
  if (!above) return Verdict::overlapping;
  return verdict_of(sign_against(above->height, radii, above->normal_sq));
}

}  // namespace

bool has_exact_verdict(const Shape& a, const Shape& b) {
  const auto good = [](const Shape& s) {
    return s.has_flat_core() || s.kind() == ShapeKind::halfspace;
  };
  return good(a) && good(b);
}

Verdict exact_verdict(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                      double margin) {
  const Rational radii = Rational(a.rounding()) + Rational(b.rounding()) + Rational(margin);
  if (a.kind() == ShapeKind::halfspace) return plane_verdict(a, pose_a, b, pose_b, radii);
  if (b.kind() == ShapeKind::halfspace) return plane_verdict(b, pose_b, a, pose_a, radii);
  return flat_verdict(a, pose_a, b, pose_b, radii);
}

std::optional<double> exact_signed_distance(const Shape& a, const Pose& pose_a, const Shape& b,
                                            const Pose& pose_b) {
  if (b.kind() == ShapeKind::halfspace) return exact_signed_distance(b, pose_b, a, pose_a);
  const Real100 radii = Real100(Rational(a.rounding()) + Rational(b.rounding()));
  if (a.kind() == ShapeKind::halfspace) {
    const auto above = height_above(a, pose_a, b, pose_b);
    if (!above) return {};
    return static_cast<double>(
        Real100(Real100(above->height) / sqrt(Real100(above->normal_sq)) - radii));
  }
  if (flat_verdict(a, pose_a, b, pose_b, 0) != Verdict::apart) return {};
  const Rational cores_sq = distance_sq(Shape::hull(a.vertices()).value(), pose_a,
                                        Shape::hull(b.vertices()).value(), pose_b);
  return static_cast<double>(Real100(sqrt(Real100(cores_sq)) - radii));
}

}  // namespace glance::test
