// Contacts of flat-sided bodies: which points there are, where they lie, and that they last.
#include "glance/contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "glance/generate.h"
#include "support/contact_check.h"

namespace glance::test {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

Shape box(double x, double y, double z) { return Shape::box({x, y, z}).value(); }

TEST(ContactsAtRest, SmallOnLarge) {
  expect_same_ids(kTable, kUnitCube, {0.3, 0.2, 0.999}, {0, 0, 0}, 4);
  expect_same_ids(kTable, kUnitCube, {0.3, 0.2, 0.999}, {0, 0, 30 * kDegree}, 4);
}

TEST(ContactsAtRest, LargeOnSmall) {
  expect_same_ids(kUnitCube, kTable, {0.3, 0.2, 0.999}, {0, 0, 0}, 4);
  expect_same_ids(kUnitCube, kTable, {0.3, 0.2, 0.999}, {0, 0, 30 * kDegree}, 4);
}

TEST(ContactsAtRest, OfEqualSizeTurned) {
  for (const double angle : {1.0, 10.0, 30.0, 45.0, 90.0}) {
    SCOPED_TRACE(angle);
    expect_same_ids(kUnitCube, kUnitCube, {0, 0, 0.998}, {0, 0, angle * kDegree}, 4);
  }
}

TEST(ContactsAtRest, Overhanging) {
  expect_same_ids(kUnitCube, kUnitCube, {0.6, 0.3, 0.999}, {0, 0, 0}, 4);
  expect_same_ids(kUnitCube, kUnitCube, {0.6, 0, 0.999}, {0, 0, 0}, 4);
  expect_same_ids(box(1, 1, 0.5), kUnitCube, {1, 0.3, 0.999}, {0, 0, 30 * kDegree}, 4);
}

TEST(ContactsAtRest, AlignedAndOfEqualSize) {
  expect_same_ids(kUnitCube, kUnitCube, {0, 0, 0.999}, {0, 0, 0}, 4);
  expect_same_ids(box(0.5, 1, 0.5), kUnitCube, {0, 0, 0.999}, {0, 0, 0}, 4);
  expect_same_ids(box(0.5, 1, 0.5), box(1, 0.5, 0.5), {0, 0, 0.999}, {0, 0, 0}, 4);
}

TEST(ContactsAtRest, WithManyCorners) {
  expect_same_ids(kTable, prism(8, 0.5, 0.5).value(), {0, 0, 0.998}, {0, 0, 0}, 4);
  expect_same_ids(kTable, prism(64, 0.5, 0.5).value(), {0, 0, 0.998}, {0, 0, 0.1}, 4);
  // More corners than a patch has room for.
  expect_same_ids(prism(200, 0.5, 0.5).value(), kTable, {0, 0, 0.998}, {0, 0, 0.1}, 4);
}

TEST(Contacts, OfABoxOnABoxAreItsCorners) {
  const PosedPair pair{kTable, {}, kUnitCube, at({0.3, 0.2, 0.98})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  EXPECT_EQ(c.verdict, Verdict::overlapping);
  EXPECT_NEAR(c.normal.z(), 1, 1e-12);
  ASSERT_EQ(c.count, 4);
  for (const ContactPoint& p : c.span()) {
    EXPECT_NEAR(p.depth, 0.02, 1e-12);
    EXPECT_NEAR(p.point_a.z(), 0.5, 1e-12);
    EXPECT_NEAR(std::fabs(p.point_a.x() - 0.3), 0.5, 1e-12);
    EXPECT_NEAR(std::fabs(p.point_a.y() - 0.2), 0.5, 1e-12);
    EXPECT_EQ(p.feature_a.kind, FeatureKind::face);
    EXPECT_EQ(p.feature_b.kind, FeatureKind::vertex);
    const Vec3 corner = kUnitCube.vertices()[p.feature_b.index] + Vec3(0.3, 0.2, 0.98);
    EXPECT_NEAR(norm(Vec3(corner - p.point_b)), 0, 1e-12);
  }
}

TEST(Contacts, BodiesThatJustTouchHaveAllPoints) {
  const PosedPair pair{kTable, {}, kUnitCube, at({0.25, 0.125, 1})};
  const Contacts c = pair.contacts();
  EXPECT_EQ(c.verdict, Verdict::touching);
  EXPECT_EQ(c.count, 4);
  check_contacts(pair, c);
}

TEST(Contacts, OverhangEndsAtTheEdge) {
  const PosedPair pair{kUnitCube, {}, kUnitCube, at({0.75, 0.25, 0.99})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  ASSERT_EQ(c.count, 4);
  int crossings = 0;
  for (const ContactPoint& p : c.span()) {
    EXPECT_GE(p.point_a.x(), 0.25 - 1e-12);
    EXPECT_LE(p.point_a.x(), 0.5 + 1e-12);
    EXPECT_GE(p.point_a.y(), -0.25 - 1e-12);
    EXPECT_LE(p.point_a.y(), 0.5 + 1e-12);
    crossings += p.feature_a.kind == FeatureKind::edge && p.feature_b.kind == FeatureKind::edge;
  }
  EXPECT_EQ(crossings, 2);
}

TEST(Contacts, CrossedEdgesMeetInOnePoint) {
  const double up = std::sqrt(0.5);
  const PosedPair pair{kUnitCube, at({0, 0, 0}, {45 * kDegree, 0, 0}), kUnitCube,
                       at({0.1, 0.2, 2 * up - 0.01}, {0, 45 * kDegree, 0})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  ASSERT_EQ(c.count, 1);
  EXPECT_EQ(c.points[0].feature_a.kind, FeatureKind::edge);
  EXPECT_EQ(c.points[0].feature_b.kind, FeatureKind::edge);
  EXPECT_NEAR(c.points[0].depth, 0.01, 1e-12);
  EXPECT_NEAR(norm(Vec3(c.points[0].point_a - Vec3(0.1, 0, up))), 0, 1e-12);
}

TEST(Contacts, AnEdgeOnAFaceMeetsInTwo) {
  const double up = std::sqrt(0.5);
  const PosedPair pair{
      kTable, {}, kUnitCube, at({0.1, 0.2, 0.5 + up - 0.01}, {45 * kDegree, 0, 0})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  ASSERT_EQ(c.count, 2);
  EXPECT_NEAR(norm(Vec3(c.points[0].point_b - c.points[1].point_b)), 1, 1e-9);
  expect_same_ids(kTable, kUnitCube, {0.1, 0.2, 0.5 + up - 0.01}, {45 * kDegree, 0, 0}, 2);
}

TEST(Contacts, ACornerOnAFaceMeetsInOne) {
  const Vec3 turn{0.6, 0.7, 0.1};
  PosedPair pair{kTable, {}, kUnitCube, at({0.1, 0.2, 1.4}, turn)};
  const double gap = pair.distance().distance;
  ASSERT_GT(gap, 0);
  pair.pose_b = at({0.1, 0.2, 1.4 - gap - 0.01}, turn);
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  ASSERT_EQ(c.count, 1);
  EXPECT_EQ(c.points[0].feature_a.kind, FeatureKind::face);
  EXPECT_EQ(c.points[0].feature_b.kind, FeatureKind::vertex);
}

TEST(Contacts, TiltedFacesKeepWhatOverlaps) {
  const double angle = 3 * kDegree;
  const double rise = std::sin(angle);
  const double z = 0.5 + 0.5 * (std::cos(angle) + std::sin(angle));  // just touching
  PosedPair pair{kTable, {}, kUnitCube, at({0, 0, z - rise / 2}, {0, angle, 0})};
  Contacts c = pair.contacts();
  check_contacts(pair, c);
  EXPECT_EQ(c.count, 2);
  pair.pose_b = at({0, 0, z - 2 * rise}, {0, angle, 0});
  c = pair.contacts();
  check_contacts(pair, c);
  EXPECT_EQ(c.count, 4);
}

TEST(Contacts, OfATriangle) {
  const Shape small = Shape::triangle({-0.3, -0.2, 0}, {0.4, -0.1, 0}, {0, 0.5, 0}).value();
  const PosedPair inside{kTable, {}, small, at({0.1, 0.1, 0.499})};
  Contacts c = inside.contacts();
  check_contacts(inside, c);
  EXPECT_EQ(c.count, 3);
  expect_same_ids(kTable, small, {0.1, 0.1, 0.499}, {0, 0, 0}, 3);
  const Shape large = Shape::triangle({-9, -9, 0}, {9, -9, 0}, {0, 9, 0}).value();
  const PosedPair under{large, {}, kUnitCube, at({0.1, 0.1, 0.499})};
  c = under.contacts();
  check_contacts(under, c);
  EXPECT_EQ(c.count, 4);
  expect_same_ids(large, kUnitCube, {0.1, 0.1, 0.499}, {0, 0, 0}, 4);
}

TEST(Contacts, AreTheSameFromBothSides) {
  const PosedPair pair{kUnitCube, at({0, 0, 0}, {0.01, 0.02, 0}), kUnitCube,
                       at({0.3, 0.2, 0.95}, {0, 0, 0.4})};
  const Contacts c = pair.contacts(), s = pair.swapped().contacts();
  ASSERT_EQ(c.count, s.count);
  EXPECT_NEAR(norm(Vec3(c.normal + s.normal)), 0, 1e-9);
  for (const ContactPoint& p : c.span()) {
    const std::uint64_t id = p.id << 32 | p.id >> 32;
    const auto found = std::find_if(s.span().begin(), s.span().end(),
                                    [&](const ContactPoint& q) { return q.id == id; });
    ASSERT_NE(found, s.span().end());
    EXPECT_NEAR(norm(Vec3(p.point_a - found->point_b)), 0, 1e-9);
    EXPECT_NEAR(p.depth, found->depth, 1e-9);
    EXPECT_EQ(p.feature_a, found->feature_b);
  }
}

TEST(Contacts, OfRandomBodies) {
  Rng rng(11);
  int overlapping = 0, several = 0;
  for (int i = 0; i < 400; i++) {
    SCOPED_TRACE(i);
    const auto some_shape = [&]() -> Shape {
      switch (rng.below(3)) {
        case 0: return box(rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1));
        case 1: return random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(10))).value();
        default: return prism(3 + static_cast<int>(rng.below(9)), 0.7, 0.4).value();
      }
    };
    const PosedPair pair{some_shape(), Pose::make(rng.rotation(), rng.in_box(0.1)).value(),
                         some_shape(), Pose::make(rng.rotation(), rng.in_box(1.3)).value()};
    const Contacts c = pair.contacts();
    // Where corners lie over an edge, points are put onto one of both bodies.
    check_contacts(pair, c, 0, 2 * kContactSnap);
    overlapping += c.count > 0;
    several += c.count > 1;
  }
  EXPECT_GT(overlapping, 120);
  EXPECT_LT(overlapping, 320);
  EXPECT_GT(several, 10);
}

TEST(Contacts, FarFromTheOrigin) {
  const Vec3 far{1e6, -2e6, 3e6};
  const PosedPair pair{kTable, at(far), kUnitCube, at(far + Vec3(0.3, 0.2, 0.98))};
  const Contacts c = pair.contacts();
  ASSERT_EQ(c.count, 4);
  for (const ContactPoint& p : c.span()) EXPECT_NEAR(p.depth, 0.02, 1e-9);
}

TEST(Contacts, OfBodiesApartAreNone) {
  const PosedPair pair{kTable, {}, kUnitCube, at({0, 0, 1.01})};
  const Contacts c = pair.contacts();
  EXPECT_EQ(c.verdict, Verdict::apart);
  check_contacts(pair, c);
  EXPECT_EQ(c.count, 0);
}

TEST(Contacts, WithinTheMarginHaveNegativeDepths) {
  const PosedPair pair{kTable, {}, kUnitCube, at({0, 0, 1.01})};
  for (const double margin : {0.005, 0.02}) {
    const Contacts c = pair.contacts({.margin = margin});
    EXPECT_EQ(c.verdict, margin > 0.01 ? Verdict::overlapping : Verdict::apart);
    EXPECT_EQ(c.count, margin > 0.01 ? 4 : 0);
    check_contacts(pair, c, margin);
    for (const ContactPoint& p : c.span()) EXPECT_NEAR(p.depth, -0.01, 1e-12);
  }
  expect_same_ids(kTable, kUnitCube, {0, 0, 1.001}, {0, 0, 0}, 4, {.margin = 0.01});
  expect_same_ids(kUnitCube, kUnitCube, {0, 0, 1.001}, {0, 0, 0}, 4, {.margin = 0.01});
}

}  // namespace
}  // namespace glance::test
