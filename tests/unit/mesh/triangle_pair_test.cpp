// Two triangles in rounded coordinates: by hand, and against references in long doubles and exact
// arithmetic.
#include "mesh/triangle_pair.h"

#include <gtest/gtest.h>

#include <cmath>

#include "glance/query.h"
#include "mesh/exact_triangles.h"
#include "support/shorthand.h"
#include "support/test_scale.h"
#include "support/triangle_distance.h"

namespace glance::test {
using namespace rooms::mesh;

namespace {

/// In z = 0, its front upward.
const TriangleCorners kFlat{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
constexpr double kNoError = 1e-14;  // more than rounding adds to numbers of this size

TriangleCorners moved(TriangleCorners t, const Vec3& by) {
  for (Vec3& corner : t) corner += by;
  return t;
}

struct Found {
  Verdict verdict;
  double gap = 0;
};
Found verdict_of(const TriangleCorners& a, const TriangleCorners& b, double error = kNoError) {
  Found found{};
  found.verdict = triangle_verdict(a, b, error, INFINITY, found.gap);
  return found;
}

/// Of A from B, whichever is the first.
void expect_verdict(const TriangleCorners& a, const TriangleCorners& b, Verdict expected,
                    double lowest_gap, double distance) {
  for (const Found& found : {verdict_of(a, b), verdict_of(b, a)}) {
    EXPECT_EQ(to_string(found.verdict), to_string(expected));
    EXPECT_GE(found.gap, lowest_gap);
    EXPECT_LE(found.gap, distance);
  }
}

TEST(TrianglePair, VerdictsByHand) {
  expect_verdict(kFlat, moved(kFlat, {0.5, 0.5, 1}), Verdict::apart, 1 - 1e-9, 1);
  // Through z = 0, upright along the line from (1, 1) to (5, 6).
  const TriangleCorners upright{Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(5, 6, 1)};
  expect_verdict(kFlat, upright, Verdict::overlapping, 0, 0);
  // The same farther along its plane: each crosses the plane of the other, but elsewhere.
  expect_verdict(kFlat, moved(upright, {12, 15, 0}), Verdict::apart, 0, 100);
  // Beside the other, whose plane it crosses.
  expect_verdict(kFlat, moved(upright, {10, 0, 0}), Verdict::apart, 1, 7.5);
  // Touching and coplanar ones are left to exact arithmetic, unless they are clearly apart.
  const TriangleCorners standing{Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(5, 6, 1)};
  expect_verdict(kFlat, standing, Verdict::undecided, 0, 0);
  expect_verdict(kFlat, kFlat, Verdict::undecided, 0, 0);
  expect_verdict(kFlat, moved(kFlat, {3, 3, 0}), Verdict::apart, 0.1, std::sqrt(2.0));
}

/// A gap is as much as there is beyond the error of the coordinates, never more.
TEST(TrianglePair, LeaveOpenWhatTheErrorLeavesOpen) {
  const TriangleCorners above = moved(kFlat, {0.5, 0.5, 1e-10});
  EXPECT_EQ(verdict_of(kFlat, above, 1e-9).verdict, Verdict::undecided);
  EXPECT_EQ(verdict_of(kFlat, above, 1e-9).gap, 0);
  const Found found = verdict_of(kFlat, above, 1e-13);
  EXPECT_EQ(found.verdict, Verdict::apart);
  EXPECT_GT(found.gap, 0);
  EXPECT_LT(found.gap, 1e-10);
}

TEST(TrianglePair, SidesByHand) {
  EXPECT_EQ(rough_side(kFlat, {1, 1, 0.001}, kNoError), 1);
  EXPECT_EQ(rough_side(kFlat, {9, -9, -0.001}, kNoError), -1);
  EXPECT_EQ(rough_side(kFlat, {1, 1, 0}, kNoError), kUnknownSign);
  EXPECT_EQ(rough_side(kFlat, {1, 1, 0.001}, 0.001), kUnknownSign);
}

TEST(TrianglePair, GapsBetweenMiddlesByHand) {
  EXPECT_NEAR(gap_between_middles(kFlat, moved(kFlat, {0, 0, 2})), 2, 1e-12);
  EXPECT_NEAR(gap_between_middles(kFlat, moved(kFlat, {0, 0, -2})), 2, 1e-12);
  EXPECT_NEAR(gap_between_middles(kFlat, moved(kFlat, {100, 0, 0})), 96, 1e-9);
  EXPECT_LT(gap_between_middles(kFlat, moved(kFlat, {0.5, 0, 0})), 0);
  EXPECT_EQ(gap_between_middles(kFlat, kFlat), 0);
}

void expect_distance(const TriangleCorners& a, const TriangleCorners& b, double distance_sq,
                     const Vec3& point_a, const Vec3& point_b, const FeatureId& feature_a,
                     const FeatureId& feature_b) {
  const TriangleDistance d = triangle_distance(a, b), turned = triangle_distance(b, a);
  EXPECT_NEAR(d.distance_sq, distance_sq, 1e-12);
  EXPECT_NEAR(turned.distance_sq, distance_sq, 1e-12);
  EXPECT_LE(norm(d.point_a - point_a) + norm(turned.point_b - point_a), 1e-12);
  EXPECT_LE(norm(d.point_b - point_b) + norm(turned.point_a - point_b), 1e-12);
  EXPECT_TRUE(d.feature_a == feature_a && turned.feature_b == feature_a);
  EXPECT_TRUE(d.feature_b == feature_b && turned.feature_a == feature_b);
}

TEST(TrianglePair, DistancesByHand) {
  using enum FeatureKind;
  // Corner 1 above the front of the face, and below its back.
  expect_distance(kFlat, {Vec3(2, 1, 5), Vec3(1, 1, 2), Vec3(1, 1, 5)}, 4, {1, 1, 0}, {1, 1, 2},
                  {face, 0}, {vertex, 1});
  expect_distance(kFlat, {Vec3(2, 1, -5), Vec3(1, 1, -2), Vec3(1, 1, -5)}, 4, {1, 1, 0}, {1, 1, -2},
                  {face, 1}, {vertex, 1});
  // Beside the edge 0-1: upright edges 0-1, 1-2 and 2-0, which are the numbers 0, 2 and 1.
  const Vec3 low(2, -1, -1), high(2, -1, 1), far(2, -5, 0), on(2, 0, 0), beside(2, -1, 0);
  expect_distance(kFlat, {low, high, far}, 1, on, beside, {edge, 0}, {edge, 0});
  expect_distance(kFlat, {far, low, high}, 1, on, beside, {edge, 0}, {edge, 2});
  expect_distance(kFlat, {high, far, low}, 1, on, beside, {edge, 0}, {edge, 1});
  // Corner 1 and corner 2.
  expect_distance(kFlat, {Vec3(8, 1, 1), Vec3(8, -1, 2), Vec3(6, 0, 0)}, 4, {4, 0, 0}, {6, 0, 0},
                  {vertex, 1}, {vertex, 2});
}

triangles::TriangleOf<Real> in_reals(const TriangleCorners& t) {
  return {real(t[0]), real(t[1]), real(t[2])};
}

Shape body(const TriangleCorners& t) { return Shape::triangle(t[0], t[1], t[2]).value(); }

/// How far a point is from the feature that it is said to be on.
double off_feature(const TriangleCorners& t, const FeatureId& feature, const Vec3& point) {
  if (feature.kind == FeatureKind::vertex) return norm(point - t[feature.index]);
  if (feature.kind == FeatureKind::face) {
    return static_cast<double>(triangles::shortest_to<Real>(in_reals(t), real(point)).length);
  }
  const auto [i, j] = body(t).edge_vertices(feature.index);
  const RealVec nearest = triangles::nearest_on_segment<Real>(real(t[i]), real(t[j]), real(point));
  return static_cast<double>((nearest - real(point)).norm());
}

/// Triangles of any form, needles and flat ones, at all distances: what is said is true of the
/// corners as they were before each was moved by the error.
TEST(TrianglePair, AgreesWithTheReferences) {
  int apart = 0, overlapping = 0, undecided = 0, close = 0;
  const int count = scaled_count(20000);
  for (int n = 0; n < count; n++) {
    SCOPED_TRACE(n);
    Rng rng(static_cast<std::uint64_t>(n));
    const Vec3 thin(1, n % 3 ? 1 : 0x1p-20, n % 5 ? 1 : 0x1p-12);
    TriangleCorners a, b;
    for (Vec3& corner : a) corner = rng.in_box(1).times(thin);
    const Vec3 away = rng.in_box(n % 7 == 0 ? 100 : 0.7);
    for (Vec3& corner : b) corner = away + rng.in_box(1);
    const double error = n % 4 ? kNoError : power_of_ten(rng, -12, -3);
    TriangleCorners seen_a = a, seen_b = b;
    for (TriangleCorners* t : {&seen_a, &seen_b}) {
      for (Vec3& corner : *t) corner += rng.in_box(error - kNoError);
    }
    const Verdict truth =
        collide({body(a), {}}, {body(b), {}}, {.tuning = {.method = QueryMethod::oracle}}).verdict;
    const auto shortest = triangles::shortest_between<Real>(in_reals(a), in_reals(b));
    const double distance = truth == Verdict::apart ? static_cast<double>(shortest.length) : 0;

    const Found found = verdict_of(seen_a, seen_b, error);
    if (found.verdict != Verdict::undecided) {
      ASSERT_EQ(to_string(found.verdict), to_string(truth));
    }
    ASSERT_LE(found.gap, distance);
    (found.verdict == Verdict::apart         ? apart
     : found.verdict == Verdict::overlapping ? overlapping
                                             : undecided)++;
    ASSERT_LE(gap_between_middles(seen_a, seen_b), distance + 8 * error);
    const int side = rough_side(seen_a, seen_b[0], error);
    if (side != kUnknownSign) {
      ASSERT_EQ(side, exact_side({}, a, {}, b[0]));
    }

    if (truth != Verdict::apart) continue;
    const TriangleDistance d = triangle_distance(a, b);
    const double slack = 1e-12 * (1 + distance);
    ASSERT_NEAR(std::sqrt(d.distance_sq), distance, slack);
    ASSERT_NEAR(norm(d.point_b - d.point_a), distance, slack);
    ASSERT_LE(off_feature(a, d.feature_a, d.point_a), slack);
    ASSERT_LE(off_feature(b, d.feature_b, d.point_b), slack);
    close += distance < 1;
  }
  if (!are_many(count)) return;
  EXPECT_GT(apart, count / 3);
  EXPECT_GT(overlapping, count / 10);
  EXPECT_LT(undecided, count / 10);
  EXPECT_GT(undecided, 0);
  EXPECT_GT(close, count / 3);
}

}  // namespace
}  // namespace glance::test
