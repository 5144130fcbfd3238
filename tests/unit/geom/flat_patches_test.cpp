#include "geom/flat_patches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "glance/generate.h"
#include "glance/rng.h"
#include "math/predicates.h"
#include "support/cell_bodies.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

TriMesh mesh_of_soup(const std::vector<Vec3>& vertices, const std::vector<Triangle>& triangles) {
  MeshReport report;
  return TriMesh::make(vertices, triangles, false, report).value();
}

TriMesh mesh_of_view(const MeshView& view) {
  return mesh_of_soup({view.vertices.begin(), view.vertices.end()},
                      {view.triangles.begin(), view.triangles.end()});
}

/// n x n squares of two triangles; the height of each vertex as given.
template <class Height>
TriMesh grid(int n, Height height) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  const auto number = [n](int i, int k) { return static_cast<std::uint32_t>(i * (n + 1) + k); };
  for (int i = 0; i <= n; i++) {
    for (int k = 0; k <= n; k++) vertices.emplace_back(i, k, height(i, k));
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      triangles.push_back({number(i, k), number(i + 1, k), number(i + 1, k + 1)});
      triangles.push_back({number(i, k), number(i + 1, k + 1), number(i, k + 1)});
    }
  }
  return mesh_of_soup(vertices, triangles);
}

bool are_coplanar(const TriMesh& m, std::uint32_t s, std::uint32_t t) {
  for (int k = 0; k < 3; k++) {
    if (orientation(m.corner(s, 0), m.corner(s, 1), m.corner(s, 2), m.corner(t, k)) != 0) {
      return false;
    }
  }
  return true;
}

std::array<int, 3> facing(const TriMesh& m, std::uint32_t t) {
  std::array<int, 3> signs;
  for (int k = 0; k < 3; k++) {
    signs[static_cast<std::size_t>(k)] =
        orientation_along(k, m.corner(t, 0), m.corner(t, 1), m.corner(t, 2));
  }
  return signs;
}

/// Triangles with an edge from u to v, in this direction.
std::vector<std::uint32_t> with_edge(const TriMesh& m, std::uint32_t u, std::uint32_t v) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t t = 0; t < m.triangles.size(); t++) {
    for (std::size_t k = 0; k < 3; k++) {
      if (m.triangles[t][k] == u && m.triangles[t][(k + 1) % 3] == v) found.push_back(t);
    }
  }
  return found;
}

/// By brute force: the least triangle of the patch that each is in.
std::vector<std::uint32_t> patches_by_force(const TriMesh& m) {
  std::vector<std::uint32_t> patch(m.triangles.size());
  std::iota(patch.begin(), patch.end(), 0u);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t t = 0; t < m.triangles.size(); t++) {
      for (std::size_t k = 0; k < 3; k++) {
        const std::uint32_t u = m.triangles[t][k], v = m.triangles[t][(k + 1) % 3];
        const std::vector<std::uint32_t> back = with_edge(m, v, u);
        if (back.size() != 1 || with_edge(m, u, v).size() != 1) continue;
        if (!are_coplanar(m, t, back[0]) || facing(m, t) != facing(m, back[0])) continue;
        const std::uint32_t least = std::min(patch[t], patch[back[0]]);
        changed |= patch[t] != patch[back[0]];
        patch[t] = patch[back[0]] = least;
      }
    }
  }
  return patch;
}

void expect_neighbours(const TriMesh& m, const FlatPatches& flat) {
  ASSERT_EQ(flat.neighbours.size(), m.triangles.size());
  for (std::uint32_t t = 0; t < m.triangles.size(); t++) {
    for (std::size_t k = 0; k < 3; k++) {
      const std::uint32_t u = m.triangles[t][k], v = m.triangles[t][(k + 1) % 3];
      const std::vector<std::uint32_t> back = with_edge(m, v, u);
      const bool alone = back.size() == 1 && with_edge(m, u, v).size() == 1;
      ASSERT_EQ(flat.neighbours[t][k], alone ? back[0] : kNoTriangle) << t << " " << k;
    }
  }
}

/// The corners of a patch go around it, each one an extreme point, and all vertices are within.
void expect_hull(const TriMesh& m, const FlatPatches& flat, std::uint32_t patch,
                 const std::set<std::uint32_t>& vertices) {
  const std::span<const std::uint32_t> corners = flat.corners_of(patch);
  ASSERT_GE(corners.size(), 3u);
  int axis = 0;
  const auto turn = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r) {
    return orientation_along(axis, m.vertices[p], m.vertices[q], m.vertices[r]);
  };
  const auto& base = flat.patches[patch].base;
  while (turn(base[0], base[1], base[2]) == 0) axis++;
  const int way = turn(corners[0], corners[1], corners[2]);
  ASSERT_NE(way, 0);
  for (std::size_t i = 0; i < corners.size(); i++) {
    const std::uint32_t p = corners[i], q = corners[(i + 1) % corners.size()];
    ASSERT_TRUE(vertices.contains(p));
    ASSERT_EQ(turn(p, q, corners[(i + 2) % corners.size()]), way) << i;
    for (const std::uint32_t v : vertices) ASSERT_NE(turn(p, q, v), -way) << i << " " << v;
  }
}

/// Against brute force; the number of patches, or -1 after a failure.
int check(const TriMesh& m) {
  const FlatPatches flat = FlatPatches::of(m);
  const auto compare = [&] {
    ASSERT_NO_FATAL_FAILURE(expect_neighbours(m, flat));
    const std::vector<std::uint32_t> expected = patches_by_force(m);
    ASSERT_EQ(flat.of_triangle.size(), m.triangles.size());
    std::map<std::uint32_t, std::uint32_t> patch_of;  // by the least triangle
    std::map<std::uint32_t, std::set<std::uint32_t>> vertices;
    std::vector<std::uint32_t> counts(flat.patches.size());
    for (std::uint32_t t = 0; t < m.triangles.size(); t++) {
      const std::uint32_t patch = flat.of_triangle[t];
      ASSERT_LT(patch, flat.patches.size());
      ASSERT_EQ(patch_of.emplace(expected[t], patch).first->second, patch) << t;
      counts[patch]++;
      vertices[patch].insert(m.triangles[t].begin(), m.triangles[t].end());
    }
    ASSERT_EQ(patch_of.size(), flat.patches.size());
    for (std::uint32_t p = 0; p < flat.patches.size(); p++) {
      ASSERT_EQ(flat.patches[p].triangles, counts[p]);
      ASSERT_NO_FATAL_FAILURE(expect_hull(m, flat, p, vertices[p])) << p;
    }
  };
  compare();
  return testing::Test::HasFatalFailure() ? -1 : static_cast<int>(flat.patches.size());
}

TEST(FlatPatches, OfCubesAreTheirSides) {
  for (const int parts : {1, 2, 5}) {
    const Shape cube = make_cell_shape({{0, 0, 0}}, parts, false);
    EXPECT_EQ(check(mesh_of_view(cube.mesh_view())), 6) << parts;
  }
  // Two that share an edge, at which four triangles end: nothing grows across it.
  const Shape two = make_cell_shape({{0, 0, 0}, {1, 1, 0}}, 2, false);
  EXPECT_EQ(check(mesh_of_view(two.mesh_view())), 12);
}

TEST(FlatPatches, OfGridsAreOne) {
  EXPECT_EQ(check(grid(6, [](int, int) { return 0.0; })), 1);
  EXPECT_EQ(check(grid(6, [](int i, int k) { return 0.5 * i - 0.25 * k; })), 1);
  // Two halves of a roof; an open surface has neighbours on one side only.
  EXPECT_EQ(check(grid(6, [](int i, int) { return std::abs(i - 3); })), 2);
  EXPECT_EQ(check(grid(1, [](int i, int k) { return i * k; })), 2);
}

/// One vertex moved by the last bit: its six triangles are each alone, the others one.
TEST(FlatPatches, TellTheLastBit) {
  const auto bump = [](int i, int k) { return 1 + (i == 3 && k == 2 ? 0x1p-52 : 0.0); };
  EXPECT_EQ(check(grid(6, bump)), 7);
  // Of a slope that no double follows, most squares are bent.
  EXPECT_GT(check(grid(6, [](int i, int k) { return 0.1 * i + 0.7 * k; })), 6);
}

TEST(FlatPatches, DoNotFoldBack) {
  // Two triangles in one plane, one folded onto the other.
  const TriMesh folded =
      mesh_of_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 0}}, {{0, 1, 2}, {1, 0, 3}});
  EXPECT_EQ(check(folded), 2);
  // Three at one edge.
  const TriMesh fin = mesh_of_soup({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}},
                                   {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}});
  EXPECT_EQ(check(fin), 3);
}

/// Heights that are 0 or 1, or off by the last bit, at random: some squares are flat.
TEST(FlatPatches, AreThoseOfBruteForce) {
  int alone = 0, large = 0;
  for (std::uint64_t n = 0; n < 60; n++) {
    Rng rng(n);
    const double part = rng.uniform(0, 0.3);
    const TriMesh m = grid(5, [&](int, int) {
      if (!rng.chance(part)) return 1.0;
      return rng.chance(0.5) ? 0.0 : 1 + 0x1p-52;
    });
    const int patches = check(m);
    ASSERT_GT(patches, 0) << n;
    alone += patches;
    large += static_cast<int>(m.triangles.size());
  }
  // Neither is every triangle alone, nor all in one.
  EXPECT_LT(alone, large * 7 / 10);
  EXPECT_GT(alone, large * 3 / 10);
}

TEST(FlatPatches, OfCellBodies) {
  for (std::uint64_t n = 0; n < 30; n++) {
    Rng rng(n);
    const Cells cells = make_cells(static_cast<int>(n % 8), rng);
    const Shape shape = make_cell_shape(cells, 1 + static_cast<int>(n % 2), false);
    ASSERT_GT(check(mesh_of_view(shape.mesh_view())), 5) << n;
  }
}

}  // namespace
}  // namespace glance::test
