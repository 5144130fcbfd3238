#include "geom/flat_patches.h"

#include <algorithm>

#include "math/predicates.h"

namespace glance::rooms::geom {
namespace {

/// Fills FlatPatches::neighbours. Half-edges are looked up among those that start at a vertex.
void find_neighbours(const TriMesh& mesh, FlatPatches& flat) {
  std::vector<std::uint32_t> first(mesh.vertices.size() + 1), half_edges(3 * mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    for (const std::uint32_t v : t) first[v + 1]++;
  }
  // Counted into place by their start: two passes, and no sorting.
  for (std::size_t v = 1; v < first.size(); v++) first[v] += first[v - 1];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); t++) {
    for (std::uint32_t k = 0; k < 3; k++) half_edges[next[mesh.triangles[t][k]]++] = 3 * t + k;
  }
  // The only half-edge from u to v; kNoTriangle if there is none, or more.
  const auto find = [&](std::uint32_t u, std::uint32_t v) {
    std::uint32_t found = kNoTriangle;
    for (std::uint32_t i = first[u]; i < first[u + 1]; i++) {
      const Triangle& t = mesh.triangles[half_edges[i] / 3];
      if (t[(half_edges[i] + 1) % 3] != v) continue;
      if (found != kNoTriangle) return kNoTriangle;
      found = half_edges[i];
    }
    return found;
  };
  flat.neighbours.resize(mesh.triangles.size());
  for (std::uint32_t t = 0; t < mesh.triangles.size(); t++) {
    for (std::uint32_t k = 0; k < 3; k++) {
      const std::uint32_t u = mesh.triangles[t][k], v = mesh.triangles[t][(k + 1) % 3];
      const std::uint32_t back = find(v, u);
      // Only edges of exactly two triangles in opposite directions: elsewhere it is not clear how
      // the surface goes on.
      const bool alone = back != kNoTriangle && find(u, v) != kNoTriangle;
      flat.neighbours[t][k] = alone ? back / 3 : kNoTriangle;
    }
  }
}

/// Grows one patch after the other.
class PatchFinder {
 public:
  PatchFinder(const TriMesh& mesh, FlatPatches& flat)
      : mesh_(mesh), flat_(flat), seen_(mesh.vertices.size(), kNoTriangle) {}

  void grow(std::uint32_t seed) {
    number_ = static_cast<std::uint32_t>(flat_.patches.size());
    base_ = mesh_.triangles[seed];
    axis_ = 0;
    // Not degenerate, so it has an area along some axis.
    while ((facing_ = facing(mesh_.triangles[seed], axis_)) == 0) axis_++;
    level_ = -1;
    for (int k = 0; k < 3; k++) {
      // A plane along two axes, as of boxes and grids: then one comparison replaces a determinant.
      if (at(0)[k] == at(1)[k] && at(0)[k] == at(2)[k]) level_ = k;
    }
    found_.assign(base_.begin(), base_.end());
    for (const std::uint32_t v : base_) seen_[v] = number_;
    flat_.of_triangle[seed] = number_;
    waiting_.assign(1, seed);
    std::uint32_t count = 0;
    while (!waiting_.empty()) {
      const std::uint32_t t = waiting_.back();
      waiting_.pop_back();
      count++;
      for (const std::uint32_t other : flat_.neighbours[t]) {
        if (other == kNoTriangle || flat_.of_triangle[other] != kNoTriangle || !belongs(other)) {
          continue;
        }
        flat_.of_triangle[other] = number_;
        waiting_.push_back(other);
      }
    }
    const auto first = static_cast<std::uint32_t>(flat_.corners.size());
    if (count > 1) {
      add_hull();
    } else {
      flat_.corners.insert(flat_.corners.end(), base_.begin(), base_.end());
    }
    const auto corners = static_cast<std::uint32_t>(flat_.corners.size()) - first;
    flat_.patches.push_back({base_, count, first, corners});
  }

 private:
  const Vec3& at(std::size_t k) const { return mesh_.vertices[base_[k]]; }

  int facing(const Triangle& t, int axis) const {
    return orientation_along(axis, mesh_.vertices[t[0]], mesh_.vertices[t[1]],
                             mesh_.vertices[t[2]]);
  }

  bool is_in_plane(std::uint32_t v) const {
    // Most vertices are shared with triangles that are in the patch already.
    if (seen_[v] == number_) return true;
    if (level_ >= 0) return mesh_.vertices[v][level_] == at(0)[level_];
    return orientation(at(0), at(1), at(2), mesh_.vertices[v]) == 0;
  }

  /// A neighbour that is in the plane, and not folded back.
  bool belongs(std::uint32_t t) {
    const Triangle& corners = mesh_.triangles[t];
    for (const std::uint32_t v : corners) {
      if (!is_in_plane(v)) return false;
    }
    if (facing(corners, axis_) != facing_) return false;
    for (const std::uint32_t v : corners) {
      if (seen_[v] != number_) found_.push_back(v);
      seen_[v] = number_;
    }
    return true;
  }

  /// Andrew's monotone chain, seen along the axis.
  void add_hull() {
    const int x = (axis_ + 1) % 3, y = (axis_ + 2) % 3;
    std::ranges::sort(found_, [&](std::uint32_t u, std::uint32_t v) {
      const Vec3 &p = mesh_.vertices[u], &q = mesh_.vertices[v];
      return p[x] != q[x] ? p[x] < q[x] : p[y] < q[y];
    });
    std::vector<std::uint32_t>& hull = flat_.corners;
    const auto add_chain = [&](const auto& range) {
      const std::size_t start = hull.size();
      for (const std::uint32_t v : range) {
        while (hull.size() >= start + 2 &&
               orientation_along(axis_, mesh_.vertices[hull[hull.size() - 2]],
                                 mesh_.vertices[hull.back()], mesh_.vertices[v]) <= 0) {
          hull.pop_back();
        }
        hull.push_back(v);
      }
      hull.pop_back();  // the other chain begins with it
    };
    add_chain(found_);
    std::ranges::reverse(found_);
    add_chain(found_);
  }

  const TriMesh& mesh_;
  FlatPatches& flat_;
  std::vector<std::uint32_t> seen_;  ///< by vertex: the last patch that has it
  std::vector<std::uint32_t> found_, waiting_;
  Triangle base_{};
  std::uint32_t number_ = 0;
  int axis_ = 0, facing_ = 0;  ///< along which the patch has an area, and its sign
  int level_ = -1;             ///< the coordinate that all of it has in common
};

}  // namespace

FlatPatches FlatPatches::of(const TriMesh& mesh) {
  FlatPatches flat;
  find_neighbours(mesh, flat);
  flat.of_triangle.assign(mesh.triangles.size(), kNoTriangle);
  PatchFinder finder(mesh, flat);
  for (std::uint32_t t = 0; t < mesh.triangles.size(); t++) {
    if (flat.of_triangle[t] == kNoTriangle) finder.grow(t);
  }
  return flat;
}

std::size_t FlatPatches::bytes() const {
  return patches.size() * sizeof(FlatPatch) + of_triangle.size() * sizeof(std::uint32_t) +
         corners.size() * sizeof(std::uint32_t) + neighbours.size() * sizeof(neighbours[0]);
}

}  // namespace glance::rooms::geom
