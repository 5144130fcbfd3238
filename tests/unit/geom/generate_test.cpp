#include "glance/generate.h"

#include <gtest/gtest.h>

namespace glance::test {
namespace {

void expect_counts(const Result<Shape>& made, std::size_t v, std::size_t e, std::size_t f) {
  ASSERT_TRUE(made) << made.error().message;
  const auto valid = made->validate();
  EXPECT_TRUE(valid) << valid.error().message;
  EXPECT_EQ(made->vertex_count(), v);
  EXPECT_EQ(made->edge_count(), e);
  EXPECT_EQ(made->face_count(), f);
}

TEST(Generate, PlatonicSolids) {
  for (double radius : {1.0, 0.37, 1e5}) {
    expect_counts(platonic(Platonic::tetrahedron, radius), 4, 6, 4);
    expect_counts(platonic(Platonic::cube, radius), 8, 12, 6);
    expect_counts(platonic(Platonic::octahedron, radius), 6, 12, 8);
    expect_counts(platonic(Platonic::dodecahedron, radius), 20, 30, 12);
    expect_counts(platonic(Platonic::icosahedron, radius), 12, 30, 20);
    for (int i = 0; i < 5; i++) {
      const Shape solid = platonic(static_cast<Platonic>(i), radius).value();
      for (const Vec3& v : solid.vertices()) EXPECT_NEAR(norm(v), radius, 1e-5 * radius);
      // Regular: all edges are equally long.
      const auto length = [&](std::uint32_t edge) {
        const auto [a, b] = solid.edge_vertices(edge);
        return norm(solid.vertices()[a] - solid.vertices()[b]);
      };
      for (std::uint32_t edge = 1; edge < solid.edge_count(); edge++) {
        EXPECT_NEAR(length(edge), length(0), 2e-5 * radius);
      }
    }
  }
}

TEST(Generate, PrismsConesAndTurnedBodies) {
  for (int n : {3, 4, 7, 100, 8192}) {
    const auto count = static_cast<std::size_t>(n);
    expect_counts(prism(n, 1.7, 0.3), 2 * count, 3 * count, count + 2);
    expect_counts(pyramid(n, 0.9, 1.1), count + 1, 2 * count, count + 1);
    const ProfilePoint barrel[] = {{1, -1}, {1.3, -0.2}, {1.3, 0.4}, {0.7, 1}};
    expect_counts(revolve(barrel, n), 4 * count, 7 * count, 3 * count + 2);
  }
}

TEST(Generate, Icospheres) {
  for (int level = 0; level <= 4; level++) {
    const std::size_t faces = std::size_t{20} << (2 * level);
    expect_counts(icosphere(level, 3), faces / 2 + 2, 3 * faces / 2, faces);
  }
}

TEST(Generate, RandomPolytopesHaveTheFacesAskedFor) {
  for (int faces = 4; faces < 200; faces += 6) {
    const auto f = static_cast<std::size_t>(faces);
    expect_counts(random_polytope(f, faces, {1, 0.3, 2}), f / 2 + 2, 3 * f / 2, f);
  }
  EXPECT_EQ(random_polytope(5, 20)->vertices()[3], random_polytope(5, 20)->vertices()[3]);
  EXPECT_NE(random_polytope(5, 20)->vertices()[3], random_polytope(6, 20)->vertices()[3]);
}

TEST(Generate, RefusesNonsense) {
  EXPECT_FALSE(random_polytope(1, 2));
  EXPECT_FALSE(random_polytope(1, 7));
  EXPECT_FALSE(random_polytope(1, 8, {1, 0, 1}));
  EXPECT_FALSE(prism(2, 1, 1));
  EXPECT_FALSE(prism(8193, 1, 1));
  EXPECT_FALSE(prism(5, -1, 1));
  EXPECT_FALSE(pyramid(5, 1, std::nan("")));
  EXPECT_FALSE(icosphere(-1, 1));
  EXPECT_FALSE(icosphere(40, 1));
  EXPECT_FALSE(icosphere(1, 0));
  EXPECT_FALSE(platonic(Platonic::cube, -1));
  EXPECT_FALSE(platonic(static_cast<Platonic>(9), 1));
  const ProfilePoint negative[] = {{-1, 0}, {1, 1}};
  EXPECT_FALSE(revolve(negative, 5));
  EXPECT_FALSE(revolve({}, 5));
}

}  // namespace
}  // namespace glance::test
