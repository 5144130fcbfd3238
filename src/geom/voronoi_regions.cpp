#include "geom/voronoi_regions.h"

#include "geom/cyclic_search.h"

namespace glance::rooms::geom {
namespace {

/// Above this many planes a wedge search is cheaper than testing all of them.
constexpr std::uint32_t kManyPlanes = 16;

Plane plane_through(const Vec3& point, const Vec3& normal) {
  const Vec3 unit = normalized(normal);
  return {unit, dot(unit, point)};
}

/// Through an edge along a face's normal; in front lies the face's side.
Plane side_plane(const Polytope& body, std::uint32_t e, std::uint32_t face) {
  const Edge& edge = body.topology().edge(e);
  const Vec3 &from = body.vertex(edge.vertex[0]), &to = body.vertex(edge.vertex[1]);
  Vec3 along = edge.face[0] == face ? Vec3(to - from) : Vec3(from - to);
  // Its products with the normal must keep their digits.
  if (along.max_abs() < 0x1p-500) along *= 0x1p500;
  return plane_through(from, cross(body.plane(face).normal, along));
}

Plane flipped(const Plane& plane) { return {-plane.normal, -plane.offset}; }

RegionPlane vertex_plane(const Polytope& body, std::uint32_t v, std::uint32_t i) {
  const std::uint32_t w = body.topology().vertex_neighbors(v)[i];
  return {plane_through(body.vertex(v), body.vertex(v) - body.vertex(w)),
          {FeatureKind::edge, body.topology().vertex_edges(v)[i]}};
}

RegionPlane edge_plane(const Polytope& body, std::uint32_t e, std::uint32_t i) {
  const Edge& edge = body.topology().edge(e);
  if (i < 2) {
    const std::uint32_t here = edge.vertex[i], there = edge.vertex[1 - i];
    return {plane_through(body.vertex(here), body.vertex(there) - body.vertex(here)),
            {FeatureKind::vertex, here}};
  }
  const std::uint32_t face = edge.face[i - 2];
  return {flipped(side_plane(body, e, face)), {FeatureKind::face, face}};
}

RegionPlane face_plane(const Polytope& body, std::uint32_t f, std::uint32_t i) {
  const auto edges = body.topology().face_edges(f);
  if (i < edges.size()) {
    return {side_plane(body, edges[i], f), {FeatureKind::edge, edges[i]}};
  }
  // Behind a polygon's face is the region of its other face; behind a solid's, the
  // interior.
  if (body.dimension() == 2) return {body.plane(f), {FeatureKind::face, 1 - f}};
  return {body.plane(f), {FeatureKind::face, f}, true};
}

template <class PlaneAt>
std::optional<RegionPlane> worst_of(std::uint32_t count, PlaneAt plane_at, const Vec3& p) {
  std::optional<RegionPlane> worst;
  double lowest = 0;
  for (std::uint32_t i = 0; i < count; i++) {
    const RegionPlane candidate = plane_at(i);
    const double height = candidate.plane.height(p);
    if (height < lowest) {
      lowest = height;
      worst = candidate;
    }
  }
  return worst;
}

template <class PlaneAt>
std::optional<RegionPlane> if_violated(PlaneAt plane_at, std::uint32_t i, const Vec3& p) {
  const RegionPlane candidate = plane_at(i);
  if (candidate.plane.height(p) < 0) return candidate;
  return std::nullopt;
}

/// Around a large face: unless p fails one of the two edges at corner 0, it lies in a
/// wedge at that corner, and only the edge that closes this wedge can fail. The same
/// holds for the cell inside, seen from the centroid: then the rays from there through
/// the corners are what is in order. `axis` is the direction of the line through corner
/// 0 about which they are: the face's normal outside, away from the centroid inside.
template <class PlaneAt>
std::optional<RegionPlane> search_face(const Polytope& body, std::uint32_t f, PlaneAt plane_at,
                                       const Vec3& axis, const Vec3& p) {
  const auto loop = body.topology().face_vertices(f);
  const auto count = static_cast<std::uint32_t>(loop.size());
  const Vec3& corner = body.vertex(loop[0]);
  const auto beyond = [&](std::uint32_t k) {
    return triple(axis, body.vertex(loop[k]) - corner, p - corner) > 0;
  };
  for (std::uint32_t i : {0u, count - 1}) {
    if (auto side = if_violated(plane_at, i, p)) return side;
  }
  return if_violated(plane_at, find_wedge(count, beyond), p);
}

/// At a vertex with many edges the region is a cone whose rays are the normals of
/// the faces around it, and ray k is face_after(v, k): between edges k and k+1. The
/// wedge at ray 0 between rays k and k+1 is closed by edge k+1; ray 0 itself lies between
/// edges 0 and 1, which are tested first.
std::optional<RegionPlane> search_vertex(const Polytope& body, std::uint32_t v, const Vec3& p) {
  const auto count = static_cast<std::uint32_t>(body.topology().vertex_edges(v).size());
  const auto ray = [&](std::uint32_t k) {
    return body.plane(body.topology().face_after(v, k)).normal;
  };
  const Vec3 axis = ray(0), d = p - body.vertex(v);
  const auto beyond = [&](std::uint32_t k) { return triple(axis, ray(k), d) > 0; };
  const auto plane_at = [&](std::uint32_t i) { return vertex_plane(body, v, i % count); };
  for (std::uint32_t i : {0u, 1u}) {
    if (auto side = if_violated(plane_at, i, p)) return side;
  }
  return if_violated(plane_at, find_wedge(count, beyond) + 1, p);
}

}  // namespace

std::uint32_t region_plane_count(const Polytope& body, FeatureId feature) {
  const Topology& t = body.topology();
  switch (feature.kind) {
    case FeatureKind::vertex:
      return static_cast<std::uint32_t>(t.vertex_edges(feature.index).size());
    case FeatureKind::edge: return t.edge(feature.index).face[0] == kNoFace ? 2 : 4;
    default: return static_cast<std::uint32_t>(t.face_edges(feature.index).size()) + 1;
  }
}

RegionPlane region_plane(const Polytope& body, FeatureId feature, std::uint32_t i) {
  switch (feature.kind) {
    case FeatureKind::vertex: return vertex_plane(body, feature.index, i);
    case FeatureKind::edge: return edge_plane(body, feature.index, i);
    default: return face_plane(body, feature.index, i);
  }
}

std::optional<RegionPlane> find_violated(const Polytope& body, FeatureId feature, const Vec3& p) {
  const std::uint32_t count = region_plane_count(body, feature);
  const auto plane_at = [&](std::uint32_t i) { return region_plane(body, feature, i); };
  if (count <= kManyPlanes) return worst_of(count, plane_at, p);
  if (feature.kind == FeatureKind::vertex) return search_vertex(body, feature.index, p);
  if (auto side = search_face(body, feature.index, plane_at, body.plane(feature.index).normal, p)) {
    return side;
  }
  return if_violated(plane_at, count - 1, p);
}

std::uint32_t interior_plane_count(const Polytope& body, std::uint32_t face) {
  return static_cast<std::uint32_t>(body.topology().face_edges(face).size());
}

RegionPlane interior_plane(const Polytope& body, std::uint32_t face, std::uint32_t i) {
  const std::uint32_t e = body.topology().face_edges(face)[i];
  const Edge& edge = body.topology().edge(e);
  const int side = edge.face[0] == face ? 0 : 1;
  const Vec3& from = body.vertex(edge.vertex[side]);
  const Vec3& to = body.vertex(edge.vertex[1 - side]);
  const Vec3& centroid = body.mass().centroid;
  // From the centroid the face is seen from behind, so its loop runs clockwise and
  // its inside is on this side of the plane through (centroid, from, to).
  return {plane_through(centroid, cross(from - centroid, to - centroid)),
          {FeatureKind::face, edge.face[1 - side]},
          true};
}

std::optional<RegionPlane> find_violated_interior(const Polytope& body, std::uint32_t face,
                                                  const Vec3& p) {
  const std::uint32_t count = interior_plane_count(body, face);
  const auto plane_at = [&](std::uint32_t i) { return interior_plane(body, face, i); };
  if (count <= kManyPlanes) return worst_of(count, plane_at, p);
  const Vec3 axis = body.vertex(body.topology().face_vertices(face)[0]) - body.mass().centroid;
  return search_face(body, face, plane_at, axis, p);
}

}  // namespace glance::rooms::geom
