// Triangles that turn the same way, seen along an axis, cover a point as often as their border
// winds around it: what they do along edges that two of them share cancels. So it takes a look at
// borders alone.
//
// A closed fan around a vertex covers its surroundings as often as it goes round. A flat patch
// whose border is one convex polygon covers that once. In both cases directions turn by less than
// half a circle at a time, always the same way; so how often they go round is how often they pass
// from one half of the circle to the other: that takes comparisons of coordinates, and no products.
// Tested in tests/unit/bound/self_contact_test.cpp (SelfContact.TakesSidesOfACubeAsAWhole).
#include "bound/covered_once.h"

#include <algorithm>
#include <array>
#include <bit>

#include "math/predicates.h"

namespace glance::rooms::bound {
namespace {

/// A border is looked at if the patch has so many triangles; else the pairs are few.
constexpr std::uint32_t kManyTriangles = 4;

/// Seen along the axis: whether the way from u to v leads into the upper half of the circle.
bool leads_up(const Vec3& u, const Vec3& v, int axis) {
  const int x = (axis + 1) % 3, y = (axis + 2) % 3;
  return v[y] != u[y] ? v[y] > u[y] : v[x] > u[x];
}

int axis_of_views(std::uint8_t views) { return std::countr_zero(views) % 3; }

std::uint8_t views_of(const Vec3& a, const Vec3& b, const Vec3& c) {
  std::uint8_t views = 0;
  const auto look = [&](int axis) {
    const int sign = orientation_along(axis, a, b, c);
    if (sign != 0) views |= static_cast<std::uint8_t>((sign > 0 ? 1 : 8) << axis);
  };
  // Along the others it takes exact arithmetic more often, and neighbours rarely agree.
  constexpr double kFairShare = 0.25;
  const Vec3 normal = cross(b - a, c - a).abs();
  const double largest = normal.max_component();
  for (int k = 0; k < 3; k++) {
    if (largest > 0 && normal[k] >= kFairShare * largest) look(k);
  }
  for (int k = 0; k < 3 && views == 0; k++) look(k);
  return views;
}

void look_at_vertices(const TriMesh& mesh, const FlatPatches& flat, CoveredOnce& result) {
  std::vector<std::uint8_t> common(mesh.vertices.size(), 0x3f), turns(mesh.vertices.size());
  for (std::uint32_t t = 0; t < mesh.triangles.size(); t++) {
    const Triangle& corners = mesh.triangles[t];
    for (std::size_t k = 0; k < 3; k++) {
      common[corners[k]] &= result.views[t];
      if (flat.neighbours[t][k] == kNoTriangle)
        common[corners[k]] = common[corners[(k + 1) % 3]] = 0;
    }
  }
  for (const Triangle& corners : mesh.triangles) {
    for (std::size_t k = 0; k < 3; k++) {
      const std::uint32_t v = corners[k];
      if (common[v] == 0) continue;
      const int axis = axis_of_views(common[v]);
      const Vec3 &from = mesh.vertices[corners[(k + 1) % 3]],
                 &to = mesh.vertices[corners[(k + 2) % 3]];
      const bool passes =
          leads_up(mesh.vertices[v], to, axis) && !leads_up(mesh.vertices[v], from, axis);
      turns[v] = static_cast<std::uint8_t>(std::min(2, turns[v] + passes));
    }
  }
  result.vertices.resize(mesh.vertices.size());
  for (std::size_t v = 0; v < turns.size(); v++) {
    result.vertices[v] = common[v] != 0 && turns[v] == 1;
  }
}

/// The borders of all large patches, as half-edges.
class Borders {
 public:
  Borders(const TriMesh& mesh, const FlatPatches& flat)
      : mesh_(mesh),
        flat_(flat),
        first_(flat.patches.size() + 1),
        next_(mesh.vertices.size()),
        seen_(mesh.vertices.size(), kNoTriangle) {
    each_border([&](std::uint32_t patch, std::uint32_t, std::size_t) { first_[patch + 1]++; });
    for (std::size_t i = 1; i < first_.size(); i++) first_[i] += first_[i - 1];
    edges_.resize(first_.back());
    std::vector<std::uint32_t> place(first_.begin(), first_.end() - 1);
    each_border([&](std::uint32_t patch, std::uint32_t t, std::size_t k) {
      edges_[place[patch]++] = {mesh.triangles[t][k], mesh.triangles[t][(k + 1) % 3]};
    });
  }

  /// Whether the border of a patch is one convex polygon: it turns one way, and round once.
  bool is_convex(std::uint32_t patch, int axis, int facing) {
    if (flat_.patches[patch].triangles < kManyTriangles) return false;
    for (std::uint32_t i = first_[patch]; i < first_[patch + 1]; i++) {
      if (seen_[edges_[i][0]] == patch) return false;  // two loops meet
      seen_[edges_[i][0]] = patch;
      next_[edges_[i][0]] = edges_[i][1];
    }
    int turns = 0;
    for (std::uint32_t i = first_[patch]; i < first_[patch + 1]; i++) {
      const std::uint32_t from = edges_[i][0], at = edges_[i][1];
      if (seen_[at] != patch) return false;
      const Vec3 &u = mesh_.vertices[from], &v = mesh_.vertices[at], &w = mesh_.vertices[next_[at]];
      const bool was_up = leads_up(u, v, axis), is_up = leads_up(v, w, axis);
      const int turn = orientation_along(axis, u, v, w);
      if (turn == -facing || (turn == 0 && was_up != is_up)) return false;
      turns += is_up && !was_up;
    }
    return turns == 1;
  }

 private:
  template <class F>
  void each_border(F f) const {
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); t++) {
      const std::uint32_t patch = flat_.of_triangle[t];
      if (flat_.patches[patch].triangles < kManyTriangles) continue;
      for (std::size_t k = 0; k < 3; k++) {
        const std::uint32_t beyond = flat_.neighbours[t][k];
        if (beyond == kNoTriangle || flat_.of_triangle[beyond] != patch) f(patch, t, k);
      }
    }
  }

  const TriMesh& mesh_;
  const FlatPatches& flat_;
  std::vector<std::uint32_t> first_;  ///< by patch, in `edges_`
  std::vector<std::array<std::uint32_t, 2>> edges_;
  std::vector<std::uint32_t> next_, seen_;  ///< by vertex; `seen_`: the patch for which next_ holds
};

}  // namespace

CoveredOnce CoveredOnce::of(const TriMesh& mesh, const FlatPatches& flat) {
  CoveredOnce result;
  result.views.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    result.views.push_back(views_of(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]));
  }
  look_at_vertices(mesh, flat, result);
  Borders borders(mesh, flat);
  result.patches.resize(flat.patches.size());
  for (std::uint32_t t = 0; t < mesh.triangles.size(); t++) {
    const std::uint32_t patch = flat.of_triangle[t];
    if (flat.patches[patch].base != mesh.triangles[t]) continue;
    result.patches[patch] = borders.is_convex(patch, result.axis(t), result.facing(t));
  }
  return result;
}

int CoveredOnce::axis(std::uint32_t triangle) const { return axis_of_views(views[triangle]); }

int CoveredOnce::facing(std::uint32_t triangle) const {
  return std::countr_zero(views[triangle]) < 3 ? 1 : -1;
}

}  // namespace glance::rooms::bound
