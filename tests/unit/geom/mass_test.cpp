#include "geom/mass.h"

#include <gtest/gtest.h>

#include <numbers>

#include "glance/generate.h"
#include "glance/rng.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

TEST(Mass, Box) {
  const Shape box = Shape::box({1, 2, 3}).value();
  EXPECT_NEAR(box.mass().volume, 48, 1e-12);
  EXPECT_LT(norm(box.mass().centroid), 1e-14);
  // m/3 (b^2 + c^2) for half extents.
  const Vec3 expected{48.0 / 3 * (4 + 9), 48.0 / 3 * (1 + 9), 48.0 / 3 * (1 + 4)};
  EXPECT_LT((box.mass().inertia - Mat3::diagonal(expected)).max_abs(), 1e-10);
  EXPECT_NEAR(box.mass().inertia(0, 1), 0, 1e-11);
}

TEST(Mass, CornerTetrahedron) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Shape t = Shape::hull(points).value();
  EXPECT_NEAR(t.mass().volume, 1.0 / 6, 1e-16);
  EXPECT_LT(norm(t.mass().centroid - Vec3(0.25, 0.25, 0.25)), 1e-15);
  // Known: about the centroid, 1/80 on the diagonal and 1/480 beside it, for this volume.
  EXPECT_NEAR(t.mass().inertia(0, 0), 1.0 / 80, 1e-16);
  EXPECT_NEAR(t.mass().inertia(0, 1), 1.0 / 480, 1e-16);
}

TEST(Mass, NearlyASphere) {
  const Shape ball = icosphere(4, 2).value();
  const double volume = 4.0 / 3 * std::numbers::pi * 8;
  EXPECT_NEAR(ball.mass().volume, volume, 0.005 * volume);
  EXPECT_NEAR(ball.mass().inertia(2, 2), 0.4 * volume * 4, 0.01 * volume * 4);
}

TEST(Mass, MovesAndTurnsWithTheBody) {
  Rng rng(5);
  for (int i = 0; i < 100; i++) {
    const Shape body = random_polytope(rng.bits(), 30, {1, 0.5, 0.2}).value();
    const Pose pose = Pose::make(rng.rotation(), rng.in_box(100)).value();
    std::vector<Vec3> moved;
    for (const Vec3& v : body.vertices()) moved.push_back(pose.apply(v));
    const Shape there = Shape::hull(moved).value();
    EXPECT_NEAR(there.mass().volume, body.mass().volume, 1e-12);
    EXPECT_LT(norm(there.mass().centroid - pose.apply(body.mass().centroid)), 1e-12);
    const Mat3 turned = pose.rotation() * body.mass().inertia * pose.rotation().transpose();
    EXPECT_LT((there.mass().inertia - turned).max_abs(), 1e-12);
  }
}

TEST(Mass, FlatBodiesHaveACentroidButNoVolume) {
  const Shape triangle = Shape::hull(std::vector<Vec3>{{0, 0, 1}, {3, 0, 1}, {0, 3, 1}}).value();
  EXPECT_EQ(triangle.mass().volume, 0);
  EXPECT_LT(norm(triangle.mass().centroid - Vec3(1, 1, 1)), 1e-15);
  const Shape segment = Shape::hull(std::vector<Vec3>{{0, 0, 0}, {2, 4, 6}}).value();
  EXPECT_EQ(segment.mass().centroid, Vec3(1, 2, 3));
  EXPECT_EQ(Shape::hull(std::vector<Vec3>{{7, 8, 9}})->mass().centroid, Vec3(7, 8, 9));
}

/// Regression: four points of which two pairs are one unit in the last place apart. The
/// volume in doubles was rounding noise, and the centroid left the body.
TEST(Mass, CentroidStaysInsideABodyAsThinAsRounding) {
  Rng rng(6);
  for (int i = 0; i < 1000; i++) {
    const Vec3 a = rng.in_box(1), b = rng.in_box(1);
    Vec3 a1 = a, b1 = b;
    a1.x() = std::nextafter(a.x(), 2);
    b1.y() = std::nextafter(b.y(), 2);
    const auto body = Shape::hull(std::vector<Vec3>{a, b, a1, b1});
    ASSERT_TRUE(body);
    const auto valid = body->validate();
    EXPECT_TRUE(valid) << valid.error().message;
  }
}

/// Regression: moments in the range of denormal numbers gave a centroid outside the body.
TEST(Mass, CentroidStaysInsideABodyOfVanishingVolume) {
  const std::vector<std::vector<Vec3>> bodies{
      {{0, 0x1.bp-1005, -0x1p-12}, {0, 0x1.b000000000001p-1005, -0x1p-12}, {2, -4, 4}, {0, 0, 0}},
      {{0, 0x1.41p-2, -4}, {-0x1p-1074, 0x1.41p-2, -4}, {0, 0, 0}}};
  for (const std::vector<Vec3>& points : bodies) {
    const Shape body = Shape::hull(points).value();
    EXPECT_EQ(body.vertex_count(), points.size());
    EXPECT_EQ(body.mass().volume, 0);
    const Result<void> valid = body.validate();
    EXPECT_TRUE(valid) << valid.error().message;
  }
}

}  // namespace
}  // namespace glance::test
