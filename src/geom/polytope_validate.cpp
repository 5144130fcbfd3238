// Checks of a polytope: what the rest of the library takes for granted.
// Tested in tests/property/hulls_test.cpp (Hulls.AreValidAndCompleteAndClimbable).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geom/polytope.h"
#include "geom/voronoi_regions.h"
#include "math/predicates.h"

namespace glance::rooms::geom {
namespace {

/// How far rounded planes and sample points may be off (fraction of the distance of
/// the farthest vertex from the body's own origin).
constexpr double kRoundingSlack = 0x1p-40;

/// A face is an exactly planar polygon with strictly convex corners that winds once.
Result<void> check_face(const Topology& t, std::span<const Vec3> vertices, std::uint32_t f) {
  const auto loop = t.face_vertices(f);
  const auto at = [&](std::size_t i) -> const Vec3& { return vertices[loop[i % loop.size()]]; };
  const Vec3 normal = unit_normal(at(0), at(1), at(2));
  if (normal == Vec3::zero()) {
    return fail(ErrorCode::internal,
                fmt::format("face {}: its first three vertices are collinear", f));
  }
  const int axis = normal.abs().max_axis();
  const int side = normal[axis] > 0 ? 1 : -1;
  for (std::size_t i = 0; i < loop.size(); i++) {
    if (i >= 3 && orientation(at(0), at(1), at(2), at(i)) != 0) {
      return fail(ErrorCode::internal,
                  fmt::format("face {}: vertex {} is off its plane", f, loop[i]));
    }
    if (side * orientation_along(axis, at(i), at(i + 1), at(i + 2)) <= 0) {
      return fail(ErrorCode::internal,
                  fmt::format("face {}: corner at vertex {} is not strictly convex", f,
                              loop[(i + 1) % loop.size()]));
    }
    // Seen from corner 0, the others lie in order and within half a turn of the first.
    if ((i >= 1 && i + 1 < loop.size() &&
         side * orientation_along(axis, at(0), at(i), at(i + 1)) <= 0) ||
        (i >= 2 && side * orientation_along(axis, at(0), at(1), at(i)) <= 0)) {
      return fail(ErrorCode::internal, fmt::format("face {} winds more than once", f));
    }
  }
  return {};
}

/// Across an edge the body bends away, strictly. One vertex of the face behind stands for
/// all of them: that face is planar and convex.
Result<void> check_edge(const Topology& t, std::span<const Vec3> vertices, std::uint32_t e) {
  const Edge& edge = t.edge(e);
  const auto loop = t.face_vertices(edge.face[0]), behind = t.face_vertices(edge.face[1]);
  const auto other = std::find_if(behind.begin(), behind.end(), [&](std::uint32_t v) {
    return v != edge.vertex[0] && v != edge.vertex[1];
  });
  if (orientation(vertices[loop[0]], vertices[loop[1]], vertices[loop[2]], vertices[*other]) >= 0) {
    return fail(ErrorCode::internal,
                fmt::format("edge {} between faces {} and {} is not strictly convex", e,
                            edge.face[0], edge.face[1]));
  }
  return {};
}

/// The faces go once around a vertex: seen from it, the other neighbours lie in order about
/// the first, and within half a turn of the second.
Result<void> check_corner(const Topology& t, std::span<const Vec3> vertices, std::uint32_t v) {
  const auto ring = t.vertex_neighbors(v);
  const Vec3 &here = vertices[v], &first = vertices[ring[0]], &second = vertices[ring[1]];
  for (std::size_t i = 1; i + 1 < ring.size(); i++) {
    const Vec3& next = vertices[ring[i + 1]];
    if (orientation(here, first, vertices[ring[i]], next) >= 0 ||
        orientation(here, first, second, next) >= 0) {
      return fail(ErrorCode::internal,
                  fmt::format("the faces around vertex {} do not form a convex corner", v));
    }
  }
  return {};
}

/// A point made to lie in a region passes it.
Result<void> check_sample(const Polytope& body, FeatureId feature, const Vec3& sample,
                          double slack) {
  const auto violated = find_violated(body, feature, sample);
  if (!violated || violated->plane.height(sample) >= -slack) return {};
  return fail(ErrorCode::internal,
              fmt::format("{}: a point above it is {:.3g} outside its Voronoi region",
                          to_string(feature), -violated->plane.height(sample)));
}

/// Each plane of a vertex or face names an edge, and that edge has the same plane, from
/// behind, and names it back.
Result<void> check_neighbors(const Polytope& body, FeatureId feature) {
  for (std::uint32_t i = 0; i < region_plane_count(body, feature); i++) {
    const RegionPlane here = region_plane(body, feature, i);
    if (here.neighbor.kind != FeatureKind::edge) continue;  // a face's own plane
    bool named_back = false;
    for (std::uint32_t j = 0; j < region_plane_count(body, here.neighbor); j++) {
      const RegionPlane there = region_plane(body, here.neighbor, j);
      named_back |= there.neighbor == feature &&
                    (there.plane.normal + here.plane.normal).max_abs() < kRoundingSlack;
    }
    if (!named_back) {
      return fail(ErrorCode::internal,
                  fmt::format("{} names {} as a Voronoi neighbour, which does not name it back",
                              to_string(feature), to_string(here.neighbor)));
    }
  }
  return {};
}

/// Straight above a face, a region reaches as far as one likes: over the middle of the
/// face it is the face's own, over the middle of a side the edge's, over a corner the
/// vertex's (each time just on the rim).
Result<void> check_regions(const Polytope& body, double slack) {
  const Topology& t = body.topology();
  for (std::uint32_t f = 0; f < t.face_count(); f++) {
    const Vec3 up = body.extent() * body.plane(f).normal;
    const auto loop = t.face_vertices(f);
    Vec3 middle = Vec3::zero();
    for (std::uint32_t i = 0; i < loop.size(); i++) {
      const Vec3 &here = body.vertex(loop[i]), &next = body.vertex(loop[(i + 1) % loop.size()]);
      middle += here / static_cast<double>(loop.size());
      if (auto ok = check_sample(body, {FeatureKind::vertex, loop[i]}, here + up, slack); !ok) {
        return ok;
      }
      const FeatureId edge{FeatureKind::edge, t.face_edges(f)[i]};
      if (auto ok = check_sample(body, edge, (here + next) / 2 + up, slack); !ok) return ok;
    }
    if (auto ok = check_sample(body, {FeatureKind::face, f}, middle + up, slack); !ok) return ok;
  }
  for (std::uint32_t f = 0; f < t.face_count(); f++) {
    if (auto ok = check_neighbors(body, {FeatureKind::face, f}); !ok) return ok;
  }
  for (std::uint32_t v = 0; v < t.vertex_count(); v++) {
    if (auto ok = check_neighbors(body, {FeatureKind::vertex, v}); !ok) return ok;
  }
  return {};
}

}  // namespace

Result<void> check_convex(const Topology& t, std::span<const Vec3> vertices) {
  if (t.dimension() == 1 && vertices[0] == vertices[1])
    return fail(ErrorCode::internal, "a segment of no length");
  for (std::uint32_t f = 0; f < t.face_count(); f++) {
    if (auto ok = check_face(t, vertices, f); !ok) return ok;
  }
  if (t.dimension() < 3) return {};
  for (std::uint32_t e = 0; e < t.edge_count(); e++) {
    if (auto ok = check_edge(t, vertices, e); !ok) return ok;
  }
  for (std::uint32_t v = 0; v < t.vertex_count(); v++) {
    if (auto ok = check_corner(t, vertices, v); !ok) return ok;
  }
  return {};
}

Result<void> Polytope::validate() const {
  if (vertices_.size() != topology_->vertex_count() || planes_.size() != topology_->face_count()) {
    return fail(ErrorCode::internal, "geometry and topology differ in size");
  }
  if (auto ok = topology_->validate(); !ok) return ok;
  if (auto ok = check_convex(*topology_, vertices_); !ok) return ok;

  const double farthest = std::max(bounds_.lower.max_abs(), bounds_.upper.max_abs());
  const double slack = kRoundingSlack * farthest;
  for (std::uint32_t f = 0; f < topology_->face_count(); f++) {
    if (std::fabs(norm(planes_[f].normal) - 1) > kRoundingSlack) {
      return fail(ErrorCode::internal, fmt::format("face {}: its normal is not of unit length", f));
    }
    for (std::uint32_t v : topology_->face_vertices(f)) {
      if (!(std::fabs(planes_[f].height(vertices_[v])) <= slack)) {
        return fail(ErrorCode::internal, fmt::format("face {}: vertex {} is {:.3g} off its plane",
                                                     f, v, planes_[f].height(vertices_[v])));
      }
    }
    if (!(planes_[f].height(mass_.centroid) <= slack)) {
      return fail(ErrorCode::internal, fmt::format("the centroid is in front of face {}", f));
    }
  }
  for (const Vec3& v : vertices_) {
    if (!(norm(v - mass_.centroid) <= bounding_radius_)) {
      return fail(ErrorCode::internal, "a vertex is outside the bounding sphere");
    }
  }
  return check_regions(*this, slack);
}

}  // namespace glance::rooms::geom
