#include "geom/hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "geom/polytope.h"
#include "glance/rng.h"
#include "math/predicates.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

std::shared_ptr<const Polytope> hull_of(const std::vector<Vec3>& points) {
  auto made = Polytope::hull(points);
  EXPECT_TRUE(made) << made.error().message;
  const auto valid = (*made)->validate();
  EXPECT_TRUE(valid) << valid.error().message;
  return *made;
}

TEST(Hull, PointSegmentPolygonSolid) {
  EXPECT_EQ(hull_of({{1, 2, 3}, {1, 2, 3}})->dimension(), 0);
  const auto segment = hull_of({{0, 0, 0}, {2, 2, 2}, {1, 1, 1}, {-1, -1, -1}});
  EXPECT_EQ(segment->dimension(), 1);
  EXPECT_EQ(std::set<double>({segment->vertex(0).x(), segment->vertex(1).x()}),
            std::set<double>({-1, 2}));
  const auto square =
      hull_of({{0, 0, 5}, {1, 0, 5}, {1, 1, 5}, {0, 1, 5}, {0.5, 0.5, 5}, {0.5, 0, 5}});
  EXPECT_EQ(square->dimension(), 2);
  EXPECT_EQ(square->vertices().size(), 4u);
  EXPECT_EQ(square->topology().face_count(), 2u);
  EXPECT_EQ(hull_of({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})->dimension(), 3);
}

TEST(Hull, DropsWhatIsNotExtreme) {
  std::vector<Vec3> lattice;
  for (int i = 0; i < 27; i++) lattice.push_back(Vec3(i % 3, i / 3 % 3, i / 9) * 0.1);
  const auto cube = hull_of(lattice);
  EXPECT_EQ(cube->vertices().size(), 8u);
  EXPECT_EQ(cube->topology().edge_count(), 12u);
  EXPECT_EQ(cube->topology().face_count(), 6u);
}

TEST(Hull, KeepsTheOrderOfTheInput) {
  const std::vector<Vec3> points{{0, 0, 1},   {0, 0, 0}, {9, 0, 0},
                                 {1, 1, 0.5}, {0, 9, 0}, {0, 0, 9}};
  const auto body = hull_of(points);
  ASSERT_EQ(body->vertices().size(), 4u);
  EXPECT_EQ(body->vertex(0), points[1]);
  EXPECT_EQ(body->vertex(1), points[2]);
  EXPECT_EQ(body->vertex(2), points[4]);
  EXPECT_EQ(body->vertex(3), points[5]);
}

/// A tetrahedron 1 unit wide and one unit in the last place thick.
TEST(Hull, APolygonsOwnVerticesGiveItAgain) {
  // Its normal is so near to a diagonal that the axis along which it is projected is a
  // matter of rounding, and differs with the order of the points.
  const std::vector<Vec3> diagonal{
      {-0x1.23427457cfd3p+3, 0x1.23427457cfd3p+5, -0x1.b4e3ae83b7bc8p+5},
      {-0x1.b4e3ae83b7bc8p+4, -0x1.23427457cfd3p+5, 0x1.b4e3ae83b7bc8p+5},
      {0x1.6c13116dc3c7cp+5, 0x1.23427457cfd3p+5, 0x1.b4e3ae83b7bc8p+5},
      {0x0p+0, 0x1.6c13116dc3c7cp+5, -0x1.b4e3ae83b7bc8p+5}};
  const auto expect_again = [](std::span<const Vec3> polygon) {
    const auto again = hull_of({polygon.begin(), polygon.end()});
    ASSERT_EQ(again->dimension(), 2);
    EXPECT_TRUE(std::equal(polygon.begin(), polygon.end(), again->vertices().begin(),
                           again->vertices().end()));
  };
  expect_again(diagonal);
  Rng rng(4);
  for (int i = 0; i < 3000; i++) {
    const auto small = [&] { return static_cast<double>(rng.below(9)) - 4; };
    const Vec3 u{small(), small(), small()}, v{small(), small(), small()};
    const double unit = rng.uniform(0.1, 10);
    std::vector<Vec3> points(3 + rng.below(9));
    for (Vec3& p : points) p = (u * small() + v * small()) * unit;
    const auto body = hull_of(points);
    if (body->dimension() != 2) continue;
    expect_again(body->vertices());
    const auto scaled = body->scaled(rng.uniform(0.1, 3)).value();
    if (scaled->dimension() == 2) expect_again(scaled->vertices());
  }
}

TEST(Hull, ThinAsRoundingIsStillSolid) {
  const double next = std::nextafter(1.0, 2);
  const auto body = hull_of({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0.3, 0.3, next}});
  EXPECT_EQ(body->dimension(), 3);
  EXPECT_GT(body->mass().volume, 0);
  EXPECT_NEAR(body->mass().volume, 0x1p-52 / 6, 0x1p-52 * 1e-12);
}

TEST(Hull, PlanesOfTenDoubledAreExactNotThick) {
  // 0.1 + 0.2 != 0.3: these four are not coplanar, by one rounding.
  const auto body = hull_of({{0.1, 0, 0.1}, {0.2, 0, 0.2}, {0, 1, 0}, {0.1 + 0.2, 0.5, 0.3}});
  EXPECT_EQ(body->dimension(), 3);
}

TEST(Hull, CoordinatesOfAnySize) {
  // Rounding noise of 1e-308 beside ordinary numbers.
  EXPECT_EQ(hull_of({{0, 0, 0}, {1, 0, 1e-308}, {0, 1, 0}, {1, 1, 0}})->dimension(), 3);
  EXPECT_EQ(hull_of({{0, 0, 0}, {1, 0, 5e-324}, {0, 1, 0}, {1, 1, 0}})->dimension(), 3);
  EXPECT_EQ(hull_of({{0, 0, 0}, {1e60, 0, 0}, {0, 1e60, 0}, {1, 1, 1e60}})->dimension(), 3);
  EXPECT_EQ(hull_of({{0, 0, 0}, {1e-60, 0, 0}, {0, 1e-60, 0}, {0, 0, 1e-60}})->dimension(), 3);
}

TEST(Hull, AMillionPoints) {
  Rng rng(1);
  std::vector<Vec3> points(1000000);
  for (Vec3& p : points) p = rng.direction() * rng.uniform();
  const auto made = Polytope::hull(points);
  ASSERT_TRUE(made);
  for (const Vec3& p : points) ASSERT_LE(norm(p), norm((*made)->bounds().upper));
  for (std::uint32_t f = 0; f < (*made)->topology().face_count(); f += 7) {
    const auto loop = (*made)->topology().face_vertices(f);
    for (std::size_t i = 0; i < points.size(); i += 101) {
      ASSERT_LE(orientation((*made)->vertex(loop[0]), (*made)->vertex(loop[1]),
                            (*made)->vertex(loop[2]), points[i]),
                0);
    }
  }
}

TEST(Hull, AllOfManyPointsExtreme) {
  Rng rng(2);
  std::vector<Vec3> points(50000);
  for (Vec3& p : points) p = rng.direction();
  const auto body = hull_of(points);
  EXPECT_GT(body->vertices().size(), 49900u);
  EXPECT_EQ(body->topology().face_count(), 2 * body->vertices().size() - 4);
}

}  // namespace
}  // namespace glance::test
