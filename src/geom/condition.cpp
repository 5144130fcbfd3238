#include "geom/condition.h"

#include <algorithm>

namespace glance::rooms::geom {
namespace {

/// An axis of the cone at a vertex: against the normals of its faces, on which every edge
/// has a positive part; in the plane, half-way between both edges.
Vec3 cone_axis(const Polytope& body, std::uint32_t v) {
  const Topology& t = body.topology();
  const auto neighbors = t.vertex_neighbors(v);
  Vec3 axis = Vec3::zero();
  for (std::uint32_t i = 0; i < neighbors.size(); i++) {
    if (body.dimension() == 3) {
      axis -= body.plane(t.face_after(v, i)).normal;
    } else {
      axis += normalized(body.vertex(neighbors[i]) - body.vertex(v));
    }
  }
  return normalized(axis);
}

/// 1 / x, rounded up.
float inverse(double x) {
  constexpr double kRounding = 1e-14;  // of the cosines and sines here
  if (!(x > 2 * kRounding)) return std::numeric_limits<float>::infinity();
  return static_cast<float>((1 + 0x1p-22) / (x - kRounding));
}

}  // namespace

float compute_vertex_condition(const Polytope& body, std::uint32_t v) {
  // Products of shorter edges with a direction (which need not be a unit vector) may underflow.
  const double shortest = 0x1p-400 * body.extent();
  const Vec3 axis = cone_axis(body, v);
  double smallest_cosine = 1;
  for (const std::uint32_t w : body.topology().vertex_neighbors(v)) {
    const Vec3 along = body.vertex(w) - body.vertex(v);
    const double length = norm(along);
    smallest_cosine = length > shortest ? std::min(smallest_cosine, dot(axis, along) / length) : 0;
  }
  return inverse(smallest_cosine);
}

float compute_face_condition(const Polytope& body, std::uint32_t f) {
  // Within e of both sides at a corner is within e / sin(half its angle) of the corner.
  const auto loop = body.topology().face_vertices(f);
  const std::size_t count = loop.size();
  double smallest_sine = 1;
  for (std::size_t i = 0; i < count; i++) {
    const Vec3& corner = body.vertex(loop[i]);
    const Vec3 next = normalized(body.vertex(loop[(i + 1) % count]) - corner);
    const Vec3 last = normalized(body.vertex(loop[(i + count - 1) % count]) - corner);
    smallest_sine = std::min(smallest_sine, 0.5 * norm(next - last));
  }
  return inverse(smallest_sine);
}

}  // namespace glance::rooms::geom
