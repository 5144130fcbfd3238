// Tested in tests/unit/geom/convex_surface_test.cpp (ConvexSurface).
#include "geom/convex_surface.h"

#include <algorithm>
#include <array>

#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "math/closest.h"
#include "math/predicates.h"

namespace glance::rooms::geom {
namespace {

/// So many triangles are compared with all vertices (has_dent).
constexpr std::size_t kSamples = 8;

constexpr std::uint32_t kNowhere = UINT32_MAX;

std::uint32_t corner_after(std::uint32_t k) { return k == 2 ? 0 : k + 1; }

/// Across each side of each triangle: 3 * triangle + corner of the side in the other direction.
/// Nothing unless every edge is used once in each direction.
class TriangleSides {
 public:
  static std::optional<TriangleSides> of(const TriMesh& mesh, SurfaceFault& fault) {
    TriangleSides sides;
    const std::size_t count = mesh.vertices.size();
    std::vector<std::uint32_t> first(count + 1), out(3 * mesh.triangles.size());
    for (const Triangle& t : mesh.triangles) {
      for (const std::uint32_t v : t) first[v + 1]++;
    }
    for (std::size_t v = 1; v <= count; v++) first[v] += first[v - 1];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t t = 0; t < mesh.triangles.size(); t++) {
      for (std::uint32_t k = 0; k < 3; k++) out[next[mesh.triangles[t][k]]++] = 3 * t + k;
    }
    const auto end_of = [&](std::uint32_t side) {
      return mesh.triangles[side / 3][corner_after(side % 3)];
    };
    for (std::size_t v = 0; v < count; v++) {
      std::sort(out.begin() + first[v], out.begin() + first[v + 1],
                [&](std::uint32_t x, std::uint32_t y) {
                  const std::uint32_t u = end_of(x), w = end_of(y);
                  return u != w ? u < w : x < y;
                });
    }
    // The sides from u to v.
    const auto find = [&](std::uint32_t u, std::uint32_t v) {
      const auto from = out.begin() + first[u], to = out.begin() + first[u + 1];
      const auto low =
          std::partition_point(from, to, [&](std::uint32_t side) { return end_of(side) < v; });
      const auto high =
          std::partition_point(low, to, [&](std::uint32_t side) { return end_of(side) == v; });
      return std::span(low, high);
    };
    sides.across_.resize(3 * mesh.triangles.size());
    for (std::uint32_t side = 0; side < sides.across_.size(); side++) {
      const std::uint32_t u = mesh.triangles[side / 3][side % 3], v = end_of(side);
      const auto back = find(v, u);
      const bool once = find(u, v).size() == 1;
      if (back.size() != 1 || !once) {
        fault = {back.empty() && once ? ConvexityFault::open : ConvexityFault::branching, side / 3};
        return std::nullopt;
      }
      sides.across_[side] = back[0];
    }
    return sides;
  }

  std::uint32_t across(std::uint32_t triangle, std::uint32_t k) const {
    return across_[3 * triangle + k];
  }

 private:
  std::vector<std::uint32_t> across_;
};

/// Whether two triangles in one plane that share a side face the same way.
bool face_alike(const TriMesh& mesh, std::uint32_t t, std::uint32_t other) {
  for (int axis = 0; axis < 3; axis++) {
    const auto facing = [&](std::uint32_t triangle) {
      return orientation_along(axis, mesh.corner(triangle, 0), mesh.corner(triangle, 1),
                               mesh.corner(triangle, 2));
    };
    if (const int first = facing(t)) return facing(other) == first;
  }
  return false;  // without area
}

/// 2 in the head of the header, for all edges. What is not convex ends here, most of it early.
/// Fills by side whether it is not bent.
bool find_flat_sides(const TriMesh& mesh, const TriangleSides& sides, std::vector<char>& flat,
                     SurfaceFault& fault) {
  flat.assign(3 * mesh.triangles.size(), false);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); t++) {
    for (std::uint32_t k = 0; k < 3; k++) {
      const std::uint32_t back = sides.across(t, k);
      if (back / 3 < t) continue;  // looked at from there
      const std::uint32_t beyond = mesh.triangles[back / 3][corner_after(corner_after(back % 3))];
      const int side = orientation(mesh.corner(t, 0), mesh.corner(t, 1), mesh.corner(t, 2),
                                   mesh.vertices[beyond]);
      if (side > 0 || (side == 0 && !face_alike(mesh, t, back / 3))) {
        fault = {side > 0 ? ConvexityFault::concave : ConvexityFault::folded, t};
        return false;
      }
      flat[3 * t + k] = flat[back] = side == 0;
    }
  }
  return true;
}

/// The patches there.
struct EdgePatches {
  std::vector<std::uint32_t> of_triangle;
  std::vector<char> bent;  ///< by patch: one of its edges is
};

EdgePatches find_patches(const TriMesh& mesh, const TriangleSides& sides,
                         std::span<const char> flat) {
  const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
  EdgePatches patches;
  patches.of_triangle.assign(count, kNowhere);
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t seed = 0; seed < count; seed++) {
    if (patches.of_triangle[seed] != kNowhere) continue;
    const auto number = static_cast<std::uint32_t>(patches.bent.size());
    patches.bent.push_back(false);
    patches.of_triangle[seed] = number;
    waiting.assign(1, seed);
    while (!waiting.empty()) {
      const std::uint32_t t = waiting.back();
      waiting.pop_back();
      for (std::uint32_t k = 0; k < 3; k++) {
        if (!flat[3 * t + k]) {
          patches.bent[number] = true;
          continue;
        }
        const std::uint32_t other = sides.across(t, k) / 3;
        if (patches.of_triangle[other] != kNowhere) continue;
        patches.of_triangle[other] = number;
        waiting.push_back(other);
      }
    }
  }
  return patches;
}

/// Pairs the patches with the faces of the hull.
class FaceFinder {
 public:
  FaceFinder(const TriMesh& mesh, ConvexSurface& found)
      : mesh_(mesh), found_(found), topology_(polytope_of(found.hull).topology()) {}

  bool run(const EdgePatches& patches) {
    if (!match_vertices()) return false;
    const std::size_t patch_count = patches.bent.size();
    if (patch_count != topology_.face_count()) return false;
    if (std::ranges::find(patches.bent, char{false}) != patches.bent.end()) return false;
    sort_triangles(patches);
    std::vector<std::uint32_t> face_of(patch_count, kNowhere);
    std::vector<char> taken(patch_count, false);
    for (std::uint32_t p = 0; p < patch_count; p++) {
      const std::uint32_t face = face_of_patch(p);
      if (face == kNowhere || taken[face]) return false;
      taken[face] = true;
      face_of[p] = face;
    }
    renumber(patches, face_of);
    return covers_once();
  }

 private:
  /// Vertices of the hull are those of the mesh, in the same order, but for some that are left out.
  bool match_vertices() {
    const auto hull = found_.hull.vertices();
    hull_vertex_.assign(mesh_.vertices.size(), kNowhere);
    for (std::uint32_t v = 0; v < mesh_.vertices.size() && found_.vertex.size() < hull.size();
         v++) {
      const auto next = static_cast<std::uint32_t>(found_.vertex.size());
      if (!(mesh_.vertices[v] == hull[next])) continue;
      hull_vertex_[v] = next;
      found_.vertex.push_back(v);
    }
    return found_.vertex.size() == hull.size();
  }

  /// Into found_.triangles, by patch; found_.first is where each begins.
  void sort_triangles(const EdgePatches& patches) {
    renumber(patches, {});
    found_.triangle_at.assign(found_.vertex.size(), kNowhere);
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); t++) {
      for (const std::uint32_t v : mesh_.triangles[t]) {
        if (hull_vertex_[v] != kNowhere) found_.triangle_at[hull_vertex_[v]] = t;
      }
    }
  }

  void renumber(const EdgePatches& patches, std::span<const std::uint32_t> face_of) {
    const auto bin = [&](std::uint32_t t) {
      const std::uint32_t patch = patches.of_triangle[t];
      return face_of.empty() ? patch : face_of[patch];
    };
    const auto count = static_cast<std::uint32_t>(mesh_.triangles.size());
    found_.first.assign(patches.bent.size() + 1, 0);
    for (std::uint32_t t = 0; t < count; t++) found_.first[bin(t) + 1]++;
    for (std::size_t i = 1; i < found_.first.size(); i++) found_.first[i] += found_.first[i - 1];
    std::vector<std::uint32_t> next(found_.first.begin(), found_.first.end() - 1);
    found_.triangles.resize(count);
    for (std::uint32_t t = 0; t < count; t++) found_.triangles[next[bin(t)]++] = t;
  }

  /// The face of which the patch has three vertices. Looked for around that one of the patch's
  /// vertices that has the fewest faces, so that a cone of many sides takes no longer than others.
  std::uint32_t face_of_patch(std::uint32_t patch) {
    corners_.clear();
    for (const std::uint32_t t : found_.triangles_of(patch)) {
      for (const std::uint32_t v : mesh_.triangles[t]) {
        if (hull_vertex_[v] != kNowhere) corners_.push_back(hull_vertex_[v]);
      }
    }
    std::ranges::sort(corners_);
    corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
    if (corners_.size() < 3) return kNowhere;
    const auto degree = [&](std::uint32_t v) { return topology_.vertex_edges(v).size(); };
    const std::uint32_t least = *std::ranges::min_element(corners_, {}, degree);
    for (std::uint32_t i = 0; i < degree(least); i++) {
      const std::uint32_t face = topology_.face_after(least, i);
      int common = 0;
      for (const std::uint32_t v : topology_.face_vertices(face)) {
        common += std::binary_search(corners_.begin(), corners_.end(), v);
      }
      if (common >= 3) return face;
    }
    return kNowhere;
  }

  /// 4 in the head of the header, for the first face and its first vertex.
  bool covers_once() const {
    const auto loop = topology_.face_vertices(0);
    const Vec3 &from = found_.hull.vertices()[loop[0]], &to = found_.hull.vertices()[loop[1]];
    int count = 0;
    for (const std::uint32_t t : found_.triangles_of(0)) {
      for (int k = 0; k < 3; k++) {
        // Places, not numbers: vertices that were moved may have met.
        if (!(mesh_.corner(t, k) == from)) continue;
        count += collinear(from, to, mesh_.corner(t, (k + 1) % 3));
      }
    }
    return count == 1;
  }

  const TriMesh& mesh_;
  ConvexSurface& found_;
  const Topology& topology_;
  std::vector<std::uint32_t> hull_vertex_, corners_;
};

/// How far outside of a triangle a point of its plane is; 0 inside. (Not how far beyond the lines
/// through its sides: beyond the tip of a needle that is next to nothing.)
double outside(const TriMesh& mesh, std::uint32_t t, const Vec3& normal, const Vec3& point) {
  bool inside = true;
  double nearest = INFINITY;
  for (int k = 0; k < 3; k++) {
    const Vec3& p = mesh.corner(t, k);
    const Vec3 along = mesh.corner(t, (k + 1) % 3) - p, seen = point - p;
    inside = inside && dot(cross(along, normal), seen) <= 0;
    nearest = std::min(nearest, norm(seen - nearest_on_segment(seen, along) * along));
  }
  return inside ? 0 : nearest;
}

/// Whether a vertex is strictly in front of one of a few triangles.
bool has_dent(const TriMesh& mesh) {
  const std::size_t count = mesh.triangles.size();
  for (std::size_t i = 0; i < std::min(kSamples, count); i++) {
    const auto t = static_cast<std::uint32_t>(i * count / std::min(kSamples, count));
    const Vec3 &a = mesh.corner(t, 0), &b = mesh.corner(t, 1), &c = mesh.corner(t, 2);
    const Vec3 normal = cross(b - a, c - a);
    const Vec3* highest = nullptr;
    double most = 0;
    for (const Vec3& v : mesh.vertices) {
      if (const double height = dot(normal, v - a); height > most) {
        most = height;
        highest = &v;
      }
    }
    if (highest && orientation(a, b, c, *highest) > 0) return true;
  }
  return false;
}

}  // namespace

bool may_be_convex(const TriMesh& mesh) {
  if (has_dent(mesh)) return false;
  SurfaceFault fault;
  const std::optional<TriangleSides> sides = TriangleSides::of(mesh, fault);
  std::vector<char> flat;
  return sides && find_flat_sides(mesh, *sides, flat, fault);
}

std::optional<ConvexSurface> find_convex_surface(const TriMesh& mesh, SurfaceFault& fault,
                                                 const std::function<Shape()>& hull) {
  const std::optional<TriangleSides> sides = TriangleSides::of(mesh, fault);
  if (!sides) return std::nullopt;
  std::vector<char> flat;
  if (!find_flat_sides(mesh, *sides, flat, fault)) {
    if (fault.fault == ConvexityFault::concave && mesh.signed_volume() < 0) {
      fault = {ConvexityFault::inside_out};
    }
    return std::nullopt;
  }
  fault = {ConvexityFault::overlapping};
  ConvexSurface surface(hull());
  if (surface.hull.dimension() != 3) return std::nullopt;
  if (!FaceFinder(mesh, surface).run(find_patches(mesh, *sides, flat))) return std::nullopt;
  fault = {};
  return surface;
}

ConvexSurface::Place ConvexSurface::place(const TriMesh& mesh, FeatureId feature,
                                          const Vec3& point) const {
  const Topology& topology = polytope_of(hull).topology();
  const auto corner_at = [&](std::uint32_t t, std::uint32_t v) {
    return static_cast<std::uint32_t>(std::ranges::find(mesh.triangles[t], v) -
                                      mesh.triangles[t].begin());
  };
  if (feature.kind == FeatureKind::vertex) {
    const std::uint32_t t = triangle_at[feature.index];
    return {t, {FeatureKind::vertex, corner_at(t, vertex[feature.index])}};
  }
  const bool is_edge = feature.kind == FeatureKind::edge;
  const std::uint32_t face = is_edge ? topology.edge(feature.index).face[0] : feature.index;
  const Vec3 normal = hull.face_normal(face);
  std::uint32_t best = triangles_of(face)[0];
  double least = INFINITY;
  for (const std::uint32_t t : triangles_of(face)) {
    const double away = outside(mesh, t, normal, point);
    if (away >= least) continue;
    least = away;
    best = t;
    if (away == 0) break;
  }
  // Shape::triangle has its front as face 0.
  if (!is_edge) return {best, {FeatureKind::face, 0}};
  // The side, or else the corner, that lies on the edge.
  const auto ends = topology.edge(feature.index).vertex;
  const Vec3 &p = mesh.vertices[vertex[ends[0]]], &q = mesh.vertices[vertex[ends[1]]];
  std::array<bool, 3> on{};
  for (int k = 0; k < 3; k++)
    on[static_cast<std::size_t>(k)] = collinear(p, q, mesh.corner(best, k));
  for (std::uint32_t k = 0; k < 3; k++) {
    if (!on[k] || !on[corner_after(k)]) continue;
    // Edges of Shape::triangle: 0 from corner 0 to 1, 1 from 0 to 2, 2 from 1 to 2.
    return {best, {FeatureKind::edge, k == 0 ? 0u : k == 1 ? 2u : 1u}};
  }
  for (std::uint32_t k = 0; k < 3; k++) {
    if (on[k]) return {best, {FeatureKind::vertex, k}};
  }
  return {best, {FeatureKind::face, 0}};
}

std::size_t ConvexSurface::bytes() const {
  return hull.bytes() + sizeof(std::uint32_t) *
                            (first.size() + triangles.size() + vertex.size() + triangle_at.size());
}

}  // namespace glance::rooms::geom
