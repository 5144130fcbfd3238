// Answers at the edges of the number range, each with the numbers that once gave a wrong one.
#include <gtest/gtest.h>

#include <cmath>

#include "exact/cache_access.h"
#include "glance/query.h"

namespace glance::test {
namespace {

constexpr double kTiny = 0x1p-1074;

Shape point(const Vec3& p) { return Shape::hull(std::span(&p, 1)).value(); }

std::uint32_t face_with_normal(const Shape& shape, const Vec3& normal) {
  for (std::uint32_t f = 0; f < shape.face_count(); f++) {
    if (dot(shape.face_normal(f), normal) > 0.99) return f;
  }
  ADD_FAILURE() << "no such face";
  return 0;
}

std::uint32_t vertex_at(const Shape& shape, const Vec3& p) {
  for (std::uint32_t v = 0; v < shape.vertex_count(); v++) {
    if (shape.vertices()[v] == p) return v;
  }
  ADD_FAILURE() << "no such vertex";
  return 0;
}

/// The short sides of a plate's side face vanish beside its position; they must count all the
/// same, or the vertex that has slid off the face still seems to be over it.
TEST(Extremes, ThePlatesShortSidesCount) {
  const Shape cube = Shape::box({1, 1, 1}).value(), plate = Shape::box({.5, .5, 0x1p-61}).value();
  const Pose there = Pose::make(Vec3{3, 2.5, 1}).value();
  PairCache cache;
  exact::memory_of(cache).has_features = true;
  exact::memory_of(cache).feature_a = {FeatureKind::vertex, vertex_at(cube, {1, 1, 1})};
  exact::memory_of(cache).feature_b = {FeatureKind::face, face_with_normal(plate, {0, -1, 0})};
  const Distance d = distance({cube, {}}, {plate, there}, {.cache = &cache});
  EXPECT_NEAR(d.distance, std::hypot(1.5, 1), 1e-12);
  EXPECT_GE(d.upper, std::hypot(1.5, 1) - 1e-12);
}

TEST(Extremes, CachedDirectionWhoseSquareIsSubnormal) {
  const Shape cube = Shape::box({1, 1, 1}).value();
  const Pose there = Pose::make(Vec3{3, 0, 0}).value();
  PairCache cache;
  exact::memory_of(cache).hint = exact::CacheHint::apart;
  exact::memory_of(cache).pair_count = 1;
  exact::memory_of(cache).direction = {1.2 * 0x1p-537, 0, 0};
  EXPECT_TRUE(nearer_than({cube, {}}, {cube, there}, 1.1, {.cache = &cache})->nearer);
}

/// R p = t in real arithmetic, although each product of a row with p underflows.
TEST(Extremes, PointsThatTouchBelowTheSmallestDouble) {
  const double r = std::sqrt(0.5);
  const Mat3 rotation(.5, .5, r, -.5, -.5, r, r, -r, 0);
  const Shape a = point({kTiny, kTiny, 0}), b = point({0, 0, 0});
  const Pose pose_a = Pose::make(rotation, Vec3{0, 0, 0}).value();
  const Pose pose_b = Pose::make(Vec3{kTiny, -kTiny, 0}).value();
  ASSERT_EQ(collide({a, pose_a}, {b, pose_b}, {.tuning = {.method = QueryMethod::oracle}}).verdict,
            Verdict::touching);
  EXPECT_EQ(collide({a, pose_a}, {b, pose_b}).verdict, Verdict::touching);
  EXPECT_EQ(distance({a, pose_a}, {b, pose_b}).verdict, Verdict::touching);
}

TEST(Extremes, PointsAFewTinyStepsApart) {
  const Shape origin = point({0, 0, 0});
  for (const double gap : {kTiny, 0x1p-540, 0.8 * 0x1p-537, 1.2 * 0x1p-537, 0x1p-460, 0x1p-400}) {
    const Pose there = Pose::make(Vec3{gap, 0, 0}).value();
    const Distance d = distance({origin, {}}, {origin, there});
    EXPECT_EQ(d.verdict, Verdict::apart) << gap;
    EXPECT_NEAR(d.distance, gap, 1e-12 * gap) << gap;
    EXPECT_LE(d.lower, gap);
    EXPECT_GE(d.upper, gap);
    EXPECT_EQ(d.feature_a, (FeatureId{FeatureKind::vertex, 0}));
    EXPECT_TRUE(verify(d.certificate, {origin, {}}, {origin, there})) << gap;
    EXPECT_TRUE(nearer_than({origin, {}}, {origin, there}, 2 * gap)->nearer);
    EXPECT_FALSE(nearer_than({origin, {}}, {origin, there}, 0.5 * gap)->nearer);
  }
}

/// Without depth both points are one common point, also where integers had to decide.
TEST(Extremes, CommonPointOfAnExactOverlap) {
  const Shape cube = Shape::box({1, 1, 1}).value();
  const Pose there = Pose::make(Vec3{2 - 0x1p-52, 0.5, -0.25}).value();
  for (const QueryMethod method :
       {QueryMethod::automatic, QueryMethod::voronoi, QueryMethod::oracle}) {
    const Distance d =
        distance({cube, {}}, {cube, there}, {.depth = false, .tuning = {.method = method}});
    ASSERT_EQ(d.verdict, Verdict::overlapping);
    EXPECT_EQ(d.point_a, d.point_b);
    for (int i = 0; i < 3; i++) {
      EXPECT_LE(std::fabs(d.point_a[i]), 1 + 1e-12);
      EXPECT_LE(std::fabs(d.point_a[i] - there.translation()[i]), 1 + 1e-12);
    }
  }
}

/// A verdict is asked for: the depth is nobody's business, and an overlap has no normal.
TEST(Extremes, CollideNeverMeasuresTheDepth) {
  const Shape cube = Shape::box({1, 1, 1}).value();
  const Pose there = Pose::make(Vec3{1.3, 0.2, 0.1}).value();
  const Collision c =
      collide({cube, {}}, {cube, there}, {.tuning = {.method = QueryMethod::voronoi}});
  EXPECT_EQ(c.verdict, Verdict::overlapping);
  EXPECT_EQ(c.normal, Vec3::zero());
  EXPECT_FALSE(c.work.exact);
  EXPECT_FALSE(nearer_than({cube, {}}, {cube, there}, 0.5)->work.exact);
}

}  // namespace
}  // namespace glance::test
