// Gaps along directions against integers: the lower bound is below the real gap, by no more
// than it says, for whatever direction and start.
#include "convex/separation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "exact/oracle.h"
#include "exact/oracle_points.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "support/shorthand.h"
#include "unit/math/rational.h"

namespace glance::test {
using namespace rooms::convex;

namespace {

/// min n.b - max n.a over all vertices, without rounding.
Rational exact_gap(const OraclePoints& points, const Vec3& n) {
  CommonScale scale;
  scale.add(n);
  const ExactPoint direction = to_exact<BigInt>(scale, n);
  BigInt highest = dot(direction, points.a[0]), lowest = dot(direction, points.b[0]);
  for (const ExactPoint& p : points.a) highest = std::max(highest, BigInt(dot(direction, p)));
  for (const ExactPoint& p : points.b) lowest = std::min(lowest, BigInt(dot(direction, p)));
  return Rational(boost::multiprecision::cpp_int(BigInt(lowest - highest))) *
         power_of_two(points.exponent + scale.exponent());
}

struct Seen {
  int positive = 0, negative = 0;
  double widest = 0;  ///< bound, as a part of the size of the pair
};

void check_gap(const PairFrame& frame, const OraclePoints& points, const Vec3& n, Rng& rng,
               Seen& seen) {
  const std::uint32_t count_a = frame.a.body.topology().vertex_count();
  const std::uint32_t count_b = frame.b.body.topology().vertex_count();
  const VertexPair start{rng.below(count_a), rng.below(count_b)};
  Separation s;
  QueryWork work;
  const double length = rng.chance(0.5) ? one_norm(n) : norm(n) * (1 + 1e-15);
  separation_along(frame, n, length, start, work, s);
  ASSERT_LT(s.extreme.a, count_a);
  ASSERT_LT(s.extreme.b, count_b);
  ASSERT_EQ(s.direction, n);
  const Rational truth = exact_gap(points, n);
  const double bound = s.gap - s.lower;
  ASSERT_GE(bound, 0);
  ASSERT_LE(rational(s.lower), truth) << n;
  ASSERT_LE(truth, rational(s.gap) + rational(bound) * Rational(1000001, 1000000));
  (s.lower > 0 ? seen.positive : seen.negative)++;
  if (frame.size > 0) seen.widest = std::max(seen.widest, bound / (frame.size * length));
}

/// Random directions, normals of faces (where many vertices are level), and the offset.
Seen check_pair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Rng& rng,
                int count) {
  const PairFrame frame(a, pose_a, b, pose_b);
  const OraclePoints points = exact_world_points(a, pose_a, b, pose_b);
  Seen seen;
  for (int i = 0; i < count; i++) {
    Vec3 n = rng.direction();
    if (i % 4 == 1 && a.face_count() > 0) {
      const auto face = rng.below(static_cast<std::uint32_t>(a.face_count()));
      n = multiply(pose_a.rotation(), a.face_normal(face));
    } else if (i % 4 == 2 && norm(frame.offset) > 0) {
      n = quick_unit(frame.offset);
    } else if (i % 4 == 3) {
      n *= std::pow(10, rng.uniform(-20, 20));  // not only unit vectors
    }
    check_gap(frame, points, n, rng, seen);
    if (testing::Test::HasFatalFailure()) break;
  }
  return seen;
}

Pose random_pose(Rng& rng, double reach) {
  return Pose::make(rng.rotation(), rng.in_box(reach)).value();
}

TEST(Separation, SmallBodies) {
  Rng rng(1);
  Seen all;
  for (int i = 0; i < 200; i++) {
    const Shape a = random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(38))).value();
    const Shape b = random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(38))).value();
    const Seen seen = check_pair(a, random_pose(rng, 1), b, random_pose(rng, 2), rng, 20);
    if (HasFatalFailure()) return;
    all.positive += seen.positive;
    all.negative += seen.negative;
    all.widest = std::max(all.widest, seen.widest);
  }
  EXPECT_GT(all.positive, 300);
  EXPECT_GT(all.negative, 300);
  EXPECT_LE(all.widest, 2 * kFrameError);
}

TEST(Separation, LargeBodies) {
  Rng rng(2);
  for (const int vertices : {41, 120, 600}) {
    for (int i = 0; i < 10; i++) {
      const Shape a = random_polytope(rng.bits(), 2 * vertices - 4).value();
      const Shape b = i % 2 ? prism(vertices, 1, 0.5).value() : pyramid(vertices, 1, 2).value();
      const Seen seen = check_pair(a, random_pose(rng, 1), b, random_pose(rng, 3), rng, 40);
      if (HasFatalFailure()) return;
      EXPECT_LE(seen.widest, 0x1p-42);  // climbing adds no more than it is allowed to
    }
  }
}

/// Where climbing leaves too much open, all vertices are looked at.
TEST(Separation, ThinAndFlatBodies) {
  Rng rng(3);
  for (int i = 0; i < 60; i++) {
    const double thin = std::pow(10, rng.uniform(-14, -3));
    const Vec3 stretch = i % 2 ? Vec3(1, 1, thin) : Vec3(1, thin, thin);
    const Shape a = random_polytope(rng.bits(), i % 3 ? 196 : 30, stretch).value();
    std::vector<Vec3> flat;
    for (int k = 0; k < (i % 3 ? 100 : 2 + i % 7); k++) {
      flat.push_back({rng.uniform(-1, 1), rng.uniform(-1, 1), 0});
    }
    const Shape b = Shape::hull(flat).value();
    const Seen seen = check_pair(a, random_pose(rng, 1), b, random_pose(rng, 1), rng, 20);
    if (HasFatalFailure()) return;
    EXPECT_LE(seen.widest, 0x1p-42);
    check_pair(b, random_pose(rng, 1), b, random_pose(rng, 1), rng, 20);
    if (HasFatalFailure()) return;
  }
}

TEST(Separation, PointsAndSegments) {
  Rng rng(4);
  const Shape point = Shape::hull(std::vector<Vec3>{{1, 2, 3}}).value();
  const Shape segment = Shape::hull(std::vector<Vec3>{{1, 2, 3}, {1, 2, 4}}).value();
  const Shape body = random_polytope(5, 300).value();
  for (int i = 0; i < 20; i++) {
    const Pose pose_a = random_pose(rng, 3), pose_b = random_pose(rng, 3);
    for (const Shape* other : {&point, &segment, &body}) {
      check_pair(point, pose_a, *other, pose_b, rng, 8);
      check_pair(*other, pose_a, segment, pose_b, rng, 8);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Separation, FarAwayAndBadlyTurned) {
  Rng rng(5);
  for (int i = 0; i < 60; i++) {
    const Vec3 there = rng.direction() * (i % 2 ? 1e6 : 1e12);
    const Mat3 ra = single_precision(rotation_matrix(rng.rotation()));
    const Mat3 rb = single_precision(rotation_matrix(rng.rotation()));
    const Shape a = random_polytope(rng.bits(), 40).value();
    const Shape b = random_polytope(rng.bits(), 240).value();
    const Pose pose_a = Pose::make(ra, Vec3(there + rng.in_box(1))).value();
    const Pose pose_b = Pose::make(rb, Vec3(there + rng.in_box(2))).value();
    check_pair(a, pose_a, b, pose_b, rng, 20);
    if (HasFatalFailure()) return;
  }
}

TEST(Separation, OfSpheresIsBelowTheDistance) {
  Rng rng(6);
  int apart = 0, unclear = 0;
  for (int i = 0; i < 300; i++) {
    const Shape a = random_polytope(rng.bits(), 20).value();
    const Shape b = random_polytope(rng.bits(), 30).value();
    const Pose pose_a = random_pose(rng, 2), pose_b = random_pose(rng, 2);
    const PairFrame frame(a, pose_a, b, pose_b);
    const auto s = try_spheres(frame);
    (s ? apart : unclear)++;
    if (!s) continue;
    const OraclePoints points = exact_world_points(a, pose_a, b, pose_b);
    ASSERT_GT(s->lower, 0);
    ASSERT_LE(rational(s->lower), exact_gap(points, s->direction));
    ASSERT_LE(s->lower, oracle_distance(a, pose_a, b, pose_b).distance);
    ASSERT_NEAR(norm(s->direction), 1, 1e-15);
  }
  EXPECT_GT(apart, 50);
  EXPECT_GT(unclear, 50);
  // Spheres that touch prove nothing.
  const Shape point = Shape::hull(std::vector<Vec3>{{0, 0, 0}}).value();
  EXPECT_FALSE(try_spheres(PairFrame(point, {}, point, {})));
}

TEST(FacingVertices, OfSmallBodiesAreExtreme) {
  Rng rng(7);
  for (int i = 0; i < 100; i++) {
    const Shape a = random_polytope(rng.bits(), 40).value();
    const Shape b = random_polytope(rng.bits(), i % 2 ? 30 : 600).value();
    const Pose pose_a = random_pose(rng, 2), pose_b = random_pose(rng, 2);
    const PairFrame frame(a, pose_a, b, pose_b);
    const Vec3 n = rng.direction();
    const VertexPair facing = facing_vertices(frame, n);
    for (std::uint32_t v = 0; v < a.vertex_count(); v++) {
      ASSERT_LE(dot(n, frame.vertex_a(v)), dot(n, frame.vertex_a(facing.a)) + frame.error);
    }
    // Of large ones, near the extreme one.
    ASSERT_LT(facing.b, b.vertex_count());
    ASSERT_LE(dot(n, frame.b.vertex(facing.b)), i % 2 ? -0.2 : -0.7);
  }
}

TEST(QuickUnit, HasLengthOneOrNone) {
  Rng rng(8);
  for (const double length : {1e-100, 1e-3, 1.0, 1e60}) {
    EXPECT_NEAR(norm(quick_unit(rng.direction() * length)), 1, 1e-15);
  }
  EXPECT_EQ(quick_unit(Vec3(0, 0, 0)), Vec3(0, 0, 0));
}

}  // namespace
}  // namespace glance::test
