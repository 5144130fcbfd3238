#include "geom/tri_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "geom/mesh_edges.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "glance/tolerance.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Made {
  Result<TriMesh> mesh;
  MeshReport report;
};

Made make(const TriangleSoup& soup, bool solid = false) {
  MeshReport report;
  Result<TriMesh> mesh = TriMesh::make(soup.vertices, soup.triangles, solid, report);
  return {std::move(mesh), report};
}

/// A box from -half to half, shifted.
TriangleSoup box(const Vec3& half, const Vec3& shift = Vec3::zero()) {
  TriangleSoup soup;
  for (int i = 0; i < 8; i++) {
    soup.vertices.push_back(shift + Vec3(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(),
                                         i & 4 ? half.z() : -half.z()));
  }
  soup.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return soup;
}

/// Both, with nothing shared.
TriangleSoup together(TriangleSoup a, const TriangleSoup& b) {
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const Triangle& t : b.triangles) {
    a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  return a;
}

/// Each triangle with corners of its own, as in an STL file.
TriangleSoup apart(const TriangleSoup& soup) {
  TriangleSoup made;
  for (const Triangle& t : soup.triangles) {
    const auto v = static_cast<std::uint32_t>(made.vertices.size());
    for (const std::uint32_t corner : t) made.vertices.push_back(soup.vertices[corner]);
    made.triangles.push_back({v, v + 1, v + 2});
  }
  return made;
}

/// A band of n quads around the z axis, twisted by half turns.
TriangleSoup band(int n, bool twisted) {
  TriangleSoup soup;
  for (int i = 0; i < n; i++) {
    const double turn = 2 * M_PI * i / n, twist = twisted ? turn / 2 : 0.3;
    for (double side : {-0.4, 0.4}) {
      const double r = 2 + side * std::cos(twist);
      soup.vertices.push_back({r * std::cos(turn), r * std::sin(turn), side * std::sin(twist)});
    }
    const auto a = static_cast<std::uint32_t>(2 * i), b = a + 1;
    std::uint32_t c = (a + 2) % static_cast<std::uint32_t>(2 * n), d = c + 1;
    if (twisted && i == n - 1) std::swap(c, d);
    soup.triangles.push_back({a, c, b});
    soup.triangles.push_back({b, c, d});
  }
  return soup;
}

TEST(TriMesh, TakesACleanBoxAsItIs) {
  const Made made = make(box({1, 2, 3}), true);
  ASSERT_TRUE(made.mesh) << made.mesh.error().message;
  EXPECT_TRUE(made.report.clean());
  EXPECT_TRUE(made.report.closed);
  EXPECT_DOUBLE_EQ(made.report.volume, 48);
  EXPECT_EQ(made.report.pieces, 1u);
  EXPECT_EQ(made.mesh->triangles, box({1, 2, 3}).triangles);
  EXPECT_EQ(to_string(made.report), "closed, in 1 piece, volume 48");
}

TEST(TriMesh, SaysWhatItDrops) {
  TriangleSoup soup = box({1, 1, 1});
  soup.vertices.push_back({kNan, 0, 0});                  // 8, not finite
  soup.vertices.push_back({5, 5, 5});                     // 9, not used
  soup.vertices.push_back({-1, -1, -1});                  // 10, where 0 is
  soup.vertices.push_back({0, 0, -1});                    // 11, amid the edge 0 - 3
  soup.triangles.push_back({0, 1, 8});                    // not finite
  soup.triangles.push_back({0, 11, 3});                   // no area
  soup.triangles.push_back({4, 4, 5});                    // no area
  soup.triangles.push_back({0, 10, 5});                   // no area: 0 and 10 are one
  soup.triangles.push_back({1, 2, 10});                   // the first one, turned
  std::swap(soup.triangles[5][0], soup.triangles[5][1]);  // to be turned back
  const Made made = make(soup, true);
  ASSERT_TRUE(made.mesh) << made.mesh.error().message;
  const MeshReport& r = made.report;
  EXPECT_EQ(r.vertices, 12u);
  EXPECT_EQ(r.triangles, 17u);
  EXPECT_EQ(r.non_finite_vertices, 1u);
  EXPECT_EQ(r.non_finite_triangles, 1u);
  EXPECT_EQ(r.degenerate_triangles, 3u);
  EXPECT_EQ(r.duplicate_triangles, 1u);
  EXPECT_EQ(r.merged_vertices, 1u);
  EXPECT_EQ(r.unused_vertices, 2u);
  EXPECT_EQ(r.turned_triangles, 1u);
  EXPECT_FALSE(r.clean());
  EXPECT_TRUE(r.closed);
  EXPECT_EQ(made.mesh->vertices.size(), 8u);
  EXPECT_EQ(made.mesh->triangles.size(), 12u);
  EXPECT_DOUBLE_EQ(r.volume, 8);
  EXPECT_NE(to_string(r).find("3 of 17 triangles have no area: dropped\n"), std::string::npos);
}

TEST(TriMesh, KeepsTheNumbersThatTrianglesWereGivenBy) {
  TriangleSoup soup = box({1, 1, 1});
  soup.triangles.insert(soup.triangles.begin() + 3, {7, 7, 7});
  soup.triangles.insert(soup.triangles.begin(), {0, 0, 1});
  const Made made = make(soup);
  ASSERT_TRUE(made.mesh);
  const std::vector<std::uint32_t> expected{1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13};
  EXPECT_EQ(made.mesh->given, expected);
}

TEST(TriMesh, JoinsVerticesAtTheSamePlace) {
  TriangleSoup soup = apart(box({1, 1, 1}, {1, 1, 1}));  // corners at 0 and 2
  for (std::size_t i = 0; i < soup.vertices.size(); i += 2) {
    for (int k = 0; k < 3; k++) {
      if (soup.vertices[i][k] == 0) soup.vertices[i][k] = -0.0;
    }
  }
  const Made made = make(soup, true);
  ASSERT_TRUE(made.mesh) << made.mesh.error().message;
  EXPECT_EQ(made.mesh->vertices.size(), 8u);
  EXPECT_EQ(made.report.merged_vertices, 28u);
}

TEST(TriMesh, FindsPiecesHolesAndOddEdges) {
  TriangleSoup two = together(box({1, 1, 1}), box({1, 1, 1}, {2, 2, 5}));
  EXPECT_EQ(make(two).report.pieces, 2u);
  TriangleSoup open = box({1, 1, 1});
  open.triangles.erase(open.triangles.begin());
  EXPECT_EQ(make(open).report.boundary_edges, 3u);
  EXPECT_EQ(make(open).report.holes, 1u);
  EXPECT_FALSE(make(open).report.closed);
  // Triangles 0 (0, 2, 1) and 7 (3, 6, 7) share nothing: two holes.
  TriangleSoup holes = box({1, 1, 1});
  holes.triangles.erase(holes.triangles.begin() + 7);
  holes.triangles.erase(holes.triangles.begin());
  EXPECT_EQ(make(holes).report.holes, 2u);
  // Boxes that share an edge: four triangles there, and still closed.
  const Made edge = make(together(box({1, 1, 1}), box({1, 1, 1}, {2, 2, 0})), true);
  ASSERT_TRUE(edge.mesh) << edge.mesh.error().message;
  EXPECT_EQ(edge.report.non_manifold_edges, 1u);
  EXPECT_EQ(edge.report.pieces, 1u);
  EXPECT_DOUBLE_EQ(edge.report.volume, 16);
  // A fin on a box: three triangles at one edge.
  TriangleSoup fin = box({1, 1, 1});
  fin.vertices.push_back({0, 0, 9});
  fin.triangles.push_back({4, 5, 8});
  EXPECT_EQ(make(fin).report.non_manifold_edges, 1u);
  EXPECT_EQ(make(fin).report.boundary_edges, 2u);
  EXPECT_EQ(make(fin).report.holes, 0u);  // a chain that ends at the box
  EXPECT_FALSE(make(fin).report.closed);
}

TEST(TriMesh, BandsHaveTwoRimsAndMoebiusStripsOne) {
  for (int n : {5, 6, 40}) {
    const MeshReport plain = make(band(n, false)).report;
    EXPECT_EQ(plain.holes, 2u);
    EXPECT_EQ(plain.misoriented_edges + plain.turned_triangles, 0u);
    const MeshReport strip = make(band(n, true)).report;
    EXPECT_EQ(strip.holes, 1u);
    EXPECT_GE(strip.misoriented_edges, 1u);
    EXPECT_EQ(strip.boundary_edges, plain.boundary_edges);
  }
}

TEST(TriMesh, TurnsTheFewerTriangles) {
  Rng rng(4);
  const TriangleSoup good = bumpy_sphere(500, 1).value();
  for (double share : {0.1, 0.5, 0.9}) {
    TriangleSoup bad = good;
    std::size_t turned = 0;
    for (Triangle& t : bad.triangles) {
      if (!rng.chance(share)) continue;
      std::swap(t[0], t[2]);
      turned++;
    }
    const Made made = make(bad, true);
    ASSERT_TRUE(made.mesh) << made.mesh.error().message;
    EXPECT_EQ(made.report.turned_triangles, std::min(turned, good.triangles.size() - turned));
    EXPECT_TRUE(is_closed(made.mesh->vertices.size(), made.mesh->triangles));
    const double volume = make(good).report.volume;
    EXPECT_DOUBLE_EQ(made.report.volume, 2 * turned > good.triangles.size() ? -volume : volume);
  }
}

TEST(TriMesh, RefusesWithTheNumbers) {
  const auto message = [](const TriangleSoup& soup, bool solid = false) {
    const Made made = make(soup, solid);
    return made.mesh ? "taken" : made.mesh.error().message;
  };
  EXPECT_EQ(message({}), "a mesh needs at least one triangle; none were given");
  TriangleSoup soup = box({1, 1, 1});
  soup.triangles[7][1] = 8;
  EXPECT_EQ(message(soup), "triangle 7 names vertex 8, but there are only 8");
  soup = box({1, 1, 1});
  soup.vertices[3].x() = 1e61;
  EXPECT_NE(message(soup).find("vertex 3 is beyond the largest coordinate"), std::string::npos);
  EXPECT_NE(message(box(Vec3::constant(1e-62))).find("extent"), std::string::npos);
  EXPECT_EQ(message(box(Vec3::constant(1e-60))), "taken");
  EXPECT_EQ(message(box({1, 1, 1}), true), "taken");
  soup = box({1, 1, 1});
  soup.triangles.pop_back();
  EXPECT_NE(message(soup, true).find("3 edges have one triangle only (1 holes)"),
            std::string::npos);
  soup.triangles = {{1, 1, 2}};
  EXPECT_NE(message(soup).find("no triangle is left of 1"), std::string::npos);
  for (Vec3& v : soup.vertices) v.y() = kNan;
  soup.triangles = {{0, 1, 2}};
  EXPECT_NE(message(soup).find("no triangle is left of 1: 1 use"), std::string::npos);
}

TEST(TriMesh, DoesNotDependOnTheOrderBeyondNumbers) {
  Rng rng(9);
  TriangleSoup soup = bumpy_sphere(500, 2).value();
  soup.triangles.resize(450);
  soup.triangles.push_back({0, 0, 1});
  const MeshReport before = make(soup).report;
  std::vector<std::uint32_t> order(soup.vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t i = order.size(); i > 1; i--) {
    std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  }
  TriangleSoup mixed = soup;
  for (std::size_t i = 0; i < order.size(); i++) mixed.vertices[order[i]] = soup.vertices[i];
  for (Triangle& t : mixed.triangles) t = {order[t[1]], order[t[2]], order[t[0]]};
  std::reverse(mixed.triangles.begin(), mixed.triangles.end());
  EXPECT_EQ(make(mixed).report, before);
}

TEST(TriMesh, MovesVertices) {
  const TriMesh mesh = *make(box({1, 1, 1}), true).mesh;
  std::vector<Vec3> moved = mesh.vertices;
  for (Vec3& v : moved) v = 2 * v + Vec3(1, 2, 3);
  const Result<TriMesh> larger = mesh.with_vertices(moved);
  ASSERT_TRUE(larger);
  EXPECT_DOUBLE_EQ(larger->signed_volume(), 64);
  EXPECT_TRUE(larger->solid);
  moved.pop_back();
  EXPECT_EQ(mesh.with_vertices(moved).error().message,
            "7 vertices were given for a mesh that has 8");
  moved.push_back({kNan, 0, 0});
  EXPECT_NE(mesh.with_vertices(moved).error().message.find("vertex 7 is not finite"),
            std::string::npos);
  moved.back() = moved[5];
  EXPECT_NE(mesh.with_vertices(moved).error().message.find("would have no area"),
            std::string::npos);
}

TEST(TriMesh, HasTheMassOfTheBodyItEncloses) {
  const Vec3 half{1, 2, 3}, shift{10, -20, 5};
  for (const bool inside_out : {false, true}) {
    TriangleSoup soup = box(half, shift);
    if (inside_out) {
      for (Triangle& t : soup.triangles) std::swap(t[0], t[1]);
    }
    const ShapeForm form = make(soup, true).mesh->measure();
    const MassProperties expected = Shape::box(half)->mass();
    EXPECT_NEAR(form.mass.volume, 48, 1e-12);
    EXPECT_LT(norm(form.mass.centroid - shift), 1e-13);
    EXPECT_LT((form.mass.inertia - expected.inertia).max_abs(), 1e-10);
    EXPECT_EQ(form.extent, 6);
    EXPECT_EQ(form.bounds.lower, Vec3(shift - half));
    EXPECT_NEAR(form.bounding_radius, norm(half), 1e-13);
  }
  // Of a hull the same as polytopes have.
  const Shape gem = random_polytope(3, 60, {1, 0.5, 2}).value();
  TriangleSoup soup;
  soup.vertices.assign(gem.vertices().begin(), gem.vertices().end());
  for (std::uint32_t f = 0; f < gem.face_count(); f++) {
    const auto loop = gem.face_vertices(f);
    soup.triangles.push_back({loop[0], loop[1], loop[2]});
  }
  const ShapeForm form = make(soup, true).mesh->measure();
  EXPECT_NEAR(form.mass.volume, gem.mass().volume, 1e-13);
  EXPECT_LT(norm(form.mass.centroid - gem.mass().centroid), 1e-13);
  EXPECT_LT((form.mass.inertia - gem.mass().inertia).max_abs(), 1e-13);
  EXPECT_NEAR(form.bounding_radius, gem.bounding_radius(), 1e-13);
  // A cavity is missing from the mass.
  TriangleSoup cavity = box({0.5, 0.5, 0.5}, {0.25, 0, 0});
  for (Triangle& t : cavity.triangles) std::swap(t[0], t[1]);
  const MassProperties hollow = make(together(box({1, 1, 1}), cavity), true).mesh->measure().mass;
  EXPECT_NEAR(hollow.volume, 7, 1e-14);
  EXPECT_NEAR(hollow.centroid.x(), -0.25 / 7, 1e-14);
}

TEST(TriMesh, SurfacesHaveTheCentroidOfTheirArea) {
  TriangleSoup soup = box({1, 1, 1});
  soup.triangles.resize(2);  // the side at z = -1
  const ShapeForm form = make(soup).mesh->measure();
  EXPECT_EQ(form.mass.volume, 0);
  EXPECT_EQ(form.mass.inertia, Mat3(Mat3::zero()));
  EXPECT_LT(norm(form.mass.centroid - Vec3(0, 0, -1)), 1e-15);
  EXPECT_GE(form.bounding_radius, std::sqrt(2.0));
}

TEST(TriMesh, MeasuresBodiesAtTheEndsOfTheRange) {
  for (const double size : {0x1p-199, 1e-60, 0x1p199}) {
    const ShapeForm form = make(box(Vec3::constant(size)), true).mesh->measure();
    EXPECT_TRUE(is_finite(form.mass.centroid));
    EXPECT_LT(norm(form.mass.centroid), 1e-15 * size);
    EXPECT_NEAR(form.bounding_radius / size, std::sqrt(3.0), 1e-12);
    EXPECT_TRUE(std::isfinite(form.mass.volume));
    EXPECT_TRUE(is_finite(form.mass.inertia));
  }
}

TEST(TriMesh, NamesOfVolumesAndBuilders) {
  EXPECT_EQ(to_string(VolumeKind::automatic), "auto");
  EXPECT_EQ(to_string(VolumeKind::kdop26), "kdop26");
  EXPECT_EQ(to_string(TreeBuilder::sah), "sah");
  EXPECT_EQ(to_string(TreeBuilder::median), "median");
}

/// A heap of triangles (one of 11 among 59,486 random ones) that cannot all agree on which side is
/// outside: cleaned again, others of them give in. Stored worlds were refused for that.
TEST(TriMesh, IsRestoredAsItIsWhereTrianglesDoNotAgree) {
  TriangleSoup soup;
  for (int i = 0; i < 7; i++) soup.vertices.push_back(Vec3(i, i * i, i * i * i));
  soup.triangles = {{3, 3, 4}, {3, 4, 5}, {3, 4, 1}, {6, 5, 0}, {5, 5, 1}, {0, 3, 5}, {2, 1, 6},
                    {3, 5, 4}, {6, 1, 0}, {0, 1, 6}, {2, 2, 2}, {2, 1, 1}, {2, 3, 0}, {5, 3, 4},
                    {1, 5, 2}, {5, 2, 1}, {1, 4, 0}, {2, 5, 6}, {6, 6, 4}};
  const TriMesh mesh = make(soup).mesh.value();
  const TriMesh again = make({mesh.vertices, mesh.triangles}).mesh.value();
  EXPECT_NE(again.triangles, mesh.triangles);
  const Result<TriMesh> restored = TriMesh::restore(mesh, false);
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(restored->vertices, mesh.vertices);
  EXPECT_EQ(restored->triangles, mesh.triangles);
  EXPECT_EQ(restored->given, mesh.given);
}

TEST(TriMesh, RefusesToRestoreInvalidMeshes) {
  const TriMesh cube = make(box({1, 2, 3}), true).mesh.value();
  const auto refused = [&](auto spoil, bool moved = false) {
    TriMesh spoilt = cube;
    spoil(spoilt);
    return !TriMesh::restore(std::move(spoilt), moved);
  };
  EXPECT_FALSE(refused([](TriMesh&) {}));
  EXPECT_TRUE(refused([](TriMesh& m) { m.triangles.clear(); }));
  EXPECT_TRUE(refused([](TriMesh& m) { m.triangles[3][1] = 8; }));
  EXPECT_TRUE(refused([](TriMesh& m) { m.triangles[3] = m.triangles[2]; }));
  EXPECT_TRUE(refused([](TriMesh& m) { std::swap(m.triangles[3][0], m.triangles[3][1]); }));
  EXPECT_TRUE(refused([](TriMesh& m) { m.given[5] = 4; }));
  EXPECT_TRUE(refused([](TriMesh& m) { m.given.pop_back(); }));
  EXPECT_TRUE(refused([](TriMesh& m) { m.vertices[2].y() = kNan; }));
  EXPECT_TRUE(refused([](TriMesh& m) { m.vertices[2].y() = 1e300; }));
  EXPECT_TRUE(refused([](TriMesh& m) { m.vertices.push_back({9, 9, 9}); }));
  EXPECT_TRUE(refused([](TriMesh& m) { m.vertices[0] = m.vertices[1]; }, true));  // no area
  EXPECT_TRUE(refused([](TriMesh& m) { m.vertices[0] = m.vertices[7]; }));
  EXPECT_FALSE(refused([](TriMesh& m) { m.vertices[0] = m.vertices[7]; }, true));
}

}  // namespace
}  // namespace glance::test
