// What `convexity` says of a mesh, and that it follows vertices that are moved.
#include "glance/convexity.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "glance/generate.h"
#include "support/convex_soup.h"
#include "support/cube.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

Shape mesh_of(const TriangleSoup& soup, bool solid = false) {
  return Shape::mesh(soup, {.solid = solid}).value();
}

TEST(Convexity, OfABox) {
  const TriangleSoup soup = soup_of_hull(Shape::box({1, 2, 3}).value(), 1);
  for (const bool solid : {false, true}) {
    const Convexity box = convexity(mesh_of(soup, solid)).value();
    EXPECT_TRUE(box.exactly_convex);
    EXPECT_EQ(box.fault, ConvexityFault::none);
    EXPECT_EQ(box.triangle, SubShape::kNone);
    EXPECT_DOUBLE_EQ(box.volume, 48);
    EXPECT_DOUBLE_EQ(box.hull_volume, 48);
    EXPECT_DOUBLE_EQ(box.ratio(), 1);
    EXPECT_EQ(box.hull_distance, 0);
    EXPECT_EQ(box.hull_vertices, 8u);
    EXPECT_EQ(box.hull_faces, 6u);
  }
  EXPECT_EQ(to_string(ConvexityFault::none), "exactly convex");
  EXPECT_EQ(to_string(ConvexityFault::concave), "an edge is bent inward");
}

TEST(Convexity, RefusesWhatIsNoMesh) {
  EXPECT_EQ(convexity(kCube).error().code, ErrorCode::unsupported);
}

/// A pyramid on a box, pressed in: the tip of five units is one below the top.
TEST(Convexity, NamesADent) {
  TriangleSoup soup = soup_of_hull(kCube);
  std::erase_if(soup.triangles, [&](const Triangle& t) {
    return std::ranges::all_of(t, [&](std::uint32_t v) { return soup.vertices[v].z() == 1; });
  });
  ASSERT_EQ(soup.triangles.size(), 10u);
  const auto corner = [&](double x, double y) {
    return static_cast<std::uint32_t>(std::ranges::find(soup.vertices, Vec3(x, y, 1)) -
                                      soup.vertices.begin());
  };
  const std::uint32_t around[] = {corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)};
  soup.vertices.push_back({0, 0, 0.5});
  for (std::uint32_t i = 0; i < 4; i++)
    soup.triangles.push_back({8, around[i], around[(i + 1) % 4]});
  const Shape bowl = mesh_of(soup, true);
  const Convexity dented = convexity(bowl).value();
  EXPECT_FALSE(dented.exactly_convex);
  EXPECT_EQ(dented.fault, ConvexityFault::concave);
  EXPECT_GE(dented.triangle, 10u);  // between two of the four that were added
  EXPECT_NEAR(dented.volume, 8 - 4 * 0.5 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(dented.hull_volume, 8);
  EXPECT_NEAR(dented.hull_distance, 0.5, 1e-5);

  // Pressed out again, one unit in the last place at a time.
  std::vector<Vec3> moved(bowl.mesh_view().vertices.begin(), bowl.mesh_view().vertices.end());
  const auto tip = std::ranges::find(moved, Vec3(0, 0, 0.5));
  for (const double z : {1., std::nextafter(1., 2.), 1.5, 3.}) {
    *tip = Vec3(0, 0, z);
    EXPECT_TRUE(convexity(bowl.with_vertices(moved).value())->exactly_convex) << z;
  }
  *tip = Vec3(0, 0, std::nextafter(1., 0.));
  const Convexity least = convexity(bowl.with_vertices(moved).value()).value();
  EXPECT_FALSE(least.exactly_convex);
  EXPECT_EQ(least.fault, ConvexityFault::concave);
  EXPECT_LE(least.hull_distance, 1e-15);
}

TEST(Convexity, OfWhatIsNotClosed) {
  const Convexity soup = convexity(mesh_of(*random_soup(50, 1, 1.0))).value();
  EXPECT_FALSE(soup.exactly_convex);
  EXPECT_EQ(soup.fault, ConvexityFault::open);
  EXPECT_EQ(soup.volume, 0);
  EXPECT_GT(soup.hull_volume, 0);
  EXPECT_EQ(soup.ratio(), 0);
  // A flat one has a hull without volume.
  TriangleSoup flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  flat.triangles = {{0, 1, 2}};
  const Convexity triangle = convexity(mesh_of(flat)).value();
  EXPECT_FALSE(triangle.exactly_convex);
  EXPECT_EQ(triangle.ratio(), 0);
  EXPECT_EQ(triangle.hull_distance, 0);
}

TEST(Convexity, LastsThroughOtherSizes) {
  Rng rng(5);
  const Shape round = mesh_of(soup_of_hull(round_hull(rng, 40, 1)), true);
  EXPECT_TRUE(convexity(round)->exactly_convex);
  EXPECT_TRUE(convexity(round.scaled(0x1p-3).value())->exactly_convex);
  // Rounding may leave a divided side no longer flat: then it is what it is.
  const Shape divided = mesh_of(soup_of_hull(grid_hull(rng, 12, 3), 1), true);
  EXPECT_TRUE(convexity(divided)->exactly_convex);
  EXPECT_TRUE(convexity(divided.scaled(4).value())->exactly_convex);
  const Shape third = divided.scaled(1. / 3).value();
  EXPECT_NEAR(convexity(third)->ratio(), 1, 1e-12);
}

/// The links of real robots, where they are (GLANCE_DATA: a folder with robots/).
TEST(Convexity, OfRobots) {
  const char* const data = std::getenv("GLANCE_DATA");
  if (!data || !std::filesystem::exists(std::filesystem::path(data) / "robots")) {
    GTEST_SKIP() << "GLANCE_DATA names no folder with robots";
  }
  int count = 0, convex = 0, nearly = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::filesystem::path(data) / "robots")) {
    if (entry.path().extension() != ".stl") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    std::uint32_t triangles = 0;
    if (bytes.size() < 84) continue;
    std::memcpy(&triangles, bytes.data() + 80, 4);
    if (bytes.size() != 84 + 50 * std::size_t{triangles}) continue;  // of text
    TriangleSoup soup;
    for (std::uint32_t t = 0; t < triangles; t++) {
      for (std::uint32_t k = 0; k < 3; k++) {
        float p[3];
        std::memcpy(p, bytes.data() + 84 + 50 * t + 12 * (k + 1), 12);
        soup.vertices.push_back({p[0], p[1], p[2]});
      }
      soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    const Convexity link = convexity(mesh_of(soup)).value();
    std::printf("  %-28s %6u triangles, ratio %.4f, %.2e from the hull: %s\n",
                entry.path().filename().c_str(), triangles, link.ratio(), link.hull_distance,
                std::string(to_string(link.fault)).c_str());
    EXPECT_EQ(link.exactly_convex, link.fault == ConvexityFault::none);
    if (link.exactly_convex) {
      EXPECT_NEAR(link.ratio(), 1, 1e-9);
    }
    count++;
    convex += link.exactly_convex;
    nearly += link.ratio() > 0.99;
  }
  std::printf("  %d links, %d exactly convex, %d that fill 99 %% of their hulls\n", count, convex,
              nearly);
  EXPECT_GT(count, 0);
}

}  // namespace
}  // namespace glance::test
