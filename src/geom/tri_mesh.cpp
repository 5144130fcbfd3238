#include "geom/tri_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "geom/mesh_edges.h"
#include "glance/tolerance.h"
#include "math/predicates.h"

namespace glance::rooms::geom {
namespace {

constexpr std::uint32_t kNoVertex = UINT32_MAX;

/// The first of all equal things, by its number. Open addressing: only ever asked for one key, so
/// the order in which it is stored shows nowhere.
class FirstOfEqual {
 public:
  explicit FirstOfEqual(std::size_t most)
      : slots_(std::bit_ceil(std::max<std::size_t>(2 * most, 2)), kNoVertex) {}

  /// The number of the first thing equal to this one: its own if there was none.
  template <class Equal>
  std::uint32_t find(std::uint64_t hash, std::uint32_t number, Equal&& equal) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      if (slots_[at] == kNoVertex) return slots_[at] = number;
      if (equal(slots_[at])) return slots_[at];
    }
  }

 private:
  std::vector<std::uint32_t> slots_;
};

/// The mixing function of SplitMix64: every bit of the input moves half of the output's.
std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// The same for -0 and 0, which are the same place.
std::uint64_t hash_place(const Vec3& v) {
  std::uint64_t hash = 0;
  for (int k = 0; k < 3; k++) hash = mix(hash + std::bit_cast<std::uint64_t>(v[k] + 0.0));
  return hash;
}

Result<void> check_input(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  if (triangles.empty())
    return fail(ErrorCode::bad_geometry, "a mesh needs at least one triangle; none were given");
  if (triangles.size() > kMaxTriangles) {
    return fail(ErrorCode::out_of_range,
                fmt::format("{} triangles are too many for one mesh: at most {} are allowed",
                            triangles.size(), kMaxTriangles));
  }
  // One number is kept for "no vertex".
  if (vertices.size() >= kNoVertex) {
    return fail(ErrorCode::out_of_range,
                fmt::format("{} vertices are too many for one mesh", vertices.size()));
  }
  for (std::size_t i = 0; i < triangles.size(); i++) {
    for (const std::uint32_t v : triangles[i]) {
      if (v >= vertices.size()) {
        return fail(ErrorCode::bad_index,
                    fmt::format("triangle {} names vertex {}, but there are only {}", i, v,
                                vertices.size()));
      }
    }
  }
  return {};
}

Result<void> check_range(std::size_t number, const Vec3& p) {
  if (p.max_abs() <= kMaxCoordinate) return {};
  return fail(
      ErrorCode::out_of_range,
      fmt::format("vertex {} is beyond the largest coordinate {:g}: ({}, {}, {}); use a larger "
                  "unit of length",
                  number, kMaxCoordinate, p.x(), p.y(), p.z()));
}

Result<void> check_extent(std::span<const Vec3> vertices) {
  Aabb box;
  for (const Vec3& v : vertices) box.add(v);
  const double extent = (box.upper - box.lower).max_component();
  if (extent >= kMinExtent) return {};
  return fail(
      ErrorCode::out_of_range,
      fmt::format("extent {:g} is below the smallest supported {:g}: use a smaller unit of length",
                  extent, kMinExtent));
}

/// For each vertex the first one at its place; kNoVertex for those that are not finite.
Result<std::vector<std::uint32_t>> join_places(std::span<const Vec3> vertices, MeshReport& report) {
  std::vector<std::uint32_t> place(vertices.size(), kNoVertex);
  FirstOfEqual first(vertices.size());
  for (std::uint32_t v = 0; v < vertices.size(); v++) {
    if (!is_finite(vertices[v])) {
      report.non_finite_vertices++;
      continue;
    }
    if (Result<void> good = check_range(v, vertices[v]); !good) return fail(good.error());
    place[v] = first.find(hash_place(vertices[v]), v,
                          [&](std::uint32_t u) { return vertices[u] == vertices[v]; });
    report.merged_vertices += place[v] != v;
  }
  return place;
}

Triangle sorted(Triangle t) {
  if (t[0] > t[1]) std::swap(t[0], t[1]);
  if (t[1] > t[2]) std::swap(t[1], t[2]);
  if (t[0] > t[1]) std::swap(t[0], t[1]);
  return t;
}

std::uint64_t hash_corners(const Triangle& t) {
  return mix((std::uint64_t{t[0]} << 32 | t[1]) + mix(t[2]));
}

/// Fills in the triangles that are left, with vertices as given, and their numbers.
void keep_triangles(TriMesh& mesh, std::span<const Vec3> vertices,
                    std::span<const Triangle> triangles, std::span<const std::uint32_t> place,
                    MeshReport& report) {
  mesh.triangles.reserve(triangles.size());
  mesh.given.reserve(triangles.size());
  FirstOfEqual first(triangles.size());
  for (std::uint32_t i = 0; i < triangles.size(); i++) {
    const Triangle t{place[triangles[i][0]], place[triangles[i][1]], place[triangles[i][2]]};
    // In this order, so that each triangle that is dropped is counted once, for its first fault.
    if (t[0] == kNoVertex || t[1] == kNoVertex || t[2] == kNoVertex) {
      report.non_finite_triangles++;
      continue;
    }
    if (collinear(vertices[t[0]], vertices[t[1]], vertices[t[2]])) {
      report.degenerate_triangles++;
      continue;
    }
    const Triangle key = sorted(t);
    const auto number = static_cast<std::uint32_t>(mesh.triangles.size());
    // Equal corners in any order: the second of two triangles back to back is dropped, too, since a
    // surface has no thickness.
    const bool is_new = first.find(hash_corners(key), number, [&](std::uint32_t other) {
      return sorted(mesh.triangles[other]) == key;
    }) == number;
    if (!is_new) {
      report.duplicate_triangles++;
      continue;
    }
    mesh.triangles.push_back(t);
    mesh.given.push_back(i);
  }
  mesh.triangles.shrink_to_fit();
  mesh.given.shrink_to_fit();
}

/// Fills in the vertices that triangles use, in their old order, and renumbers.
void keep_used(TriMesh& mesh, std::span<const Vec3> vertices, MeshReport& report) {
  std::vector<std::uint32_t> number(vertices.size(), kNoVertex);
  std::size_t count = 0;
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t v : t) {
      count += number[v] == kNoVertex;
      number[v] = 0;
    }
  }
  // Counted first, so that exactly as much memory is used as is needed: meshes may be large.
  mesh.vertices.reserve(count);
  for (std::size_t v = 0; v < vertices.size(); v++) {
    if (number[v] == kNoVertex) continue;
    number[v] = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.push_back(vertices[v]);
  }
  for (Triangle& t : mesh.triangles) {
    for (std::uint32_t& v : t) v = number[v];
  }
  report.unused_vertices =
      vertices.size() - report.non_finite_vertices - report.merged_vertices - count;
}

/// What all code that follows indices relies on, wherever the vertices are.
Result<void> check_links(const TriMesh& mesh) {
  if (mesh.given.size() != mesh.triangles.size() ||
      std::ranges::adjacent_find(mesh.given, std::greater_equal()) != mesh.given.end() ||
      mesh.given.back() == SubShape::kNone) {
    return fail(ErrorCode::bad_data, "a mesh with triangles out of order");
  }
  std::vector<char> used(mesh.vertices.size(), false);
  FirstOfEqual first(mesh.triangles.size());
  for (std::uint32_t i = 0; i < mesh.triangles.size(); i++) {
    for (const std::uint32_t v : mesh.triangles[i]) used[v] = true;
    const Triangle key = sorted(mesh.triangles[i]);
    const std::uint32_t equal = first.find(hash_corners(key), i, [&](std::uint32_t other) {
      return sorted(mesh.triangles[other]) == key;
    });
    if (equal != i) {
      return fail(ErrorCode::bad_data, fmt::format("triangles {} and {} are the same", equal, i));
    }
  }
  const auto unused = std::ranges::find(used, false);
  if (unused == used.end()) return {};
  return fail(ErrorCode::bad_geometry,
              fmt::format("no triangle uses vertex {}", unused - used.begin()));
}

std::string why_not_closed(const MeshReport& report) {
  return fmt::format(
      "a solid's surface must be closed: {} edges have one triangle only ({} holes), {} have "
      "triangles that do not agree on which side is outside, {} have three triangles or more",
      report.boundary_edges, report.holes, report.misoriented_edges, report.non_manifold_edges);
}

}  // namespace

Result<TriMesh> TriMesh::make(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                              bool solid, MeshReport& report) {
  report = {};
  report.vertices = vertices.size();
  report.triangles = triangles.size();
  if (Result<void> good = check_input(vertices, triangles); !good) {
    return fail(good.error());
  }
  TriMesh mesh;
  mesh.solid = solid;
  {
    Result<std::vector<std::uint32_t>> place = join_places(vertices, report);
    if (!place) return fail(place.error());
    keep_triangles(mesh, vertices, triangles, *place, report);
  }
  keep_used(mesh, vertices, report);
  if (mesh.triangles.empty()) {
    return fail(
        ErrorCode::not_finite,
        fmt::format("no triangle is left of {}: {} use vertices that are not finite, {} "
                    "have no area",
                    triangles.size(), report.non_finite_triangles, report.degenerate_triangles));
  }
  if (Result<void> good = check_extent(mesh.vertices); !good) return fail(good.error());
  examine_edges(mesh.vertices.size(), mesh.triangles, report);
  // Only then is there an inside to be measured.
  if (report.closed) report.volume = mesh.signed_volume();
  if (solid && !report.closed) return fail(ErrorCode::bad_geometry, why_not_closed(report));
  return mesh;
}

Result<TriMesh> TriMesh::with_vertices(std::span<const Vec3> moved) const {
  if (moved.size() != vertices.size()) {
    return fail(fmt::format("{} vertices were given for a mesh that has {}", moved.size(),
                            vertices.size()));
  }
  for (std::size_t v = 0; v < moved.size(); v++) {
    if (!is_finite(moved[v])) {
      return fail(ErrorCode::not_finite, fmt::format("vertex {} is not finite: ({}, {}, {})", v,
                                                     moved[v].x(), moved[v].y(), moved[v].z()));
    }
    if (Result<void> good = check_range(v, moved[v]); !good) return fail(good.error());
  }
  if (Result<void> good = check_extent(moved); !good) return fail(good.error());
  for (std::size_t i = 0; i < triangles.size(); i++) {
    const Triangle& t = triangles[i];
    if (collinear(moved[t[0]], moved[t[1]], moved[t[2]])) {
      return fail(ErrorCode::bad_geometry, fmt::format("triangle {} would have no area", given[i]));
    }
  }
  // Vertices that met stay two: joining them would change numbers, edges and the tree.
  TriMesh mesh = *this;
  mesh.vertices.assign(moved.begin(), moved.end());
  return mesh;
}

Result<TriMesh> TriMesh::restore(TriMesh stored, bool moved) {
  if (auto good = check_input(stored.vertices, stored.triangles); !good) {
    return fail(good.error());
  }
  if (auto good = check_links(stored); !good) return fail(good.error());
  MeshReport report;
  const auto places = join_places(stored.vertices, report);
  if (!places) return fail(places.error());
  if (!moved && report.merged_vertices > 0)
    return fail(ErrorCode::bad_data, "a mesh with two vertices in one place");
  if (stored.solid && !is_closed(stored.vertices.size(), stored.triangles)) {
    return fail(ErrorCode::bad_geometry, "a solid whose surface is not closed");
  }
  return stored.with_vertices(stored.vertices);  // checks all that depends on where they are
}

std::size_t TriMesh::bytes() const {
  return vertices.capacity() * sizeof(Vec3) + triangles.capacity() * sizeof(Triangle) +
         given.capacity() * sizeof(std::uint32_t);
}

}  // namespace glance::rooms::geom
