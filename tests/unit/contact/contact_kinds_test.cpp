// Contacts of rounded and curved bodies, and of half-spaces.
#include <gtest/gtest.h>

#include <numbers>

#include "glance/generate.h"
#include "support/contact_check.h"

namespace glance::test {
namespace {

constexpr double kQuarter = std::numbers::pi / 2;

const Shape kGround = Shape::halfspace({0, 0, 1}, 0.5).value();
const Shape kCapsule = Shape::capsule(0.2, 0.5).value();
const Shape kBall = Shape::sphere(0.3).value();

const Vec3 kNone{0, 0, 0};
/// A capsule or cylinder that lies along x.
const Vec3 kLying{0, kQuarter, 0};

TEST(ContactsOfCapsules, LyingOnABoxMeetItInTwoPoints) {
  for (const Shape& under : {kTable, kGround, kTable.rounded(0.01).value()}) {
    const PosedPair pair{under, {}, kCapsule, at({0.1, 0.2, 0.69}, kLying)};
    const Contacts c = pair.contacts();
    check_contacts(pair, c);
    ASSERT_EQ(c.count, 2);
    EXPECT_NEAR(norm(Vec3(c.points[0].point_b - c.points[1].point_b)), 1, 1e-9);
    EXPECT_NEAR(c.points[0].depth, 0.01 + under.rounding(), 1e-9);
    expect_same_ids(under, kCapsule, {0.1, 0.2, 0.698}, kLying, 2);
  }
  // Over the edge of the box.
  expect_same_ids(kTable, kCapsule, {1.8, 0.2, 0.698}, kLying, 2);
}

TEST(ContactsOfCapsules, StandingMeetItInOne) {
  const PosedPair pair{kTable, {}, kCapsule, at({0.1, 0.2, 1.19})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  EXPECT_EQ(c.count, 1);
}

TEST(ContactsOfCapsules, ParallelOnesMeetInTwo) {
  const PosedPair pair{kCapsule, at({0, 0, 0}, kLying), kCapsule, at({0.3, 0, 0.39}, kLying)};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  ASSERT_EQ(c.count, 2);
  EXPECT_NEAR(norm(Vec3(c.points[0].point_b - c.points[1].point_b)), 0.7, 1e-9);
}

TEST(ContactsOfCapsules, NearlyParallelOnesToo) {
  const PosedPair pair{kCapsule, at({0, 0, 0}, kLying), kCapsule,
                       at({0.3, 0, 0.395}, Vec3(0, kQuarter, 0.001))};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  EXPECT_EQ(c.count, 2);
}

TEST(ContactsOfCapsules, CrossedOnesMeetInOne) {
  const PosedPair pair{kCapsule, at({0, 0, 0}, kLying), kCapsule,
                       at({0.3, 0.1, 0.39}, {kQuarter, 0, 0})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  ASSERT_EQ(c.count, 1);
  EXPECT_EQ(c.points[0].feature_a, (FeatureId{FeatureKind::edge, 0}));
  EXPECT_NEAR(c.points[0].depth, 0.01, 1e-9);
}

TEST(ContactsOfRoundedBoxes, AreThoseOfTheirCores) {
  const Shape soft = kUnitCube.rounded(0.1).value();
  const PosedPair pair{kTable, {}, soft, at({0.1, 0.2, 1.09})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  EXPECT_EQ(c.count, 4);
  for (const ContactPoint& p : c.span()) EXPECT_NEAR(p.depth, 0.01, 1e-9);
  expect_same_ids(kTable, soft, {0.1, 0.2, 1.099}, kNone, 4);
  expect_same_ids(soft, soft, {0, 0, 1.199}, kNone, 4);
  expect_same_ids(soft, soft, {0.6, 0.3, 1.199}, kNone, 4);
}

TEST(ContactsOfRoundedBoxes, LieOnTheSurfaceWhenTilted) {
  const Shape soft = kUnitCube.rounded(0.1).value();
  for (const double angle : {0.001, 0.05, 0.15}) {
    const PosedPair pair{kTable, {}, soft, at({0.1, 0.2, 0.95}, {0.3 * angle, angle, 0})};
    const Contacts c = pair.contacts();
    check_contacts(pair, c);
    EXPECT_GE(c.count, 2);
  }
  const PosedPair pair{kTable, {}, kCapsule, at({0, 0, 0.6}, {0, kQuarter + 0.1, 0})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  EXPECT_EQ(c.count, 2);
}

TEST(ContactsOfSpheres, AreOne) {
  for (const Shape& under : {kTable, kGround, kTable.rounded(0.01).value()}) {
    const PosedPair pair{under, {}, kBall, at({0.1, 0.2, 0.79})};
    const Contacts c = pair.contacts();
    check_contacts(pair, c);
    EXPECT_EQ(c.count, 1);
    expect_same_ids(under, kBall, {0.1, 0.2, 0.799}, kNone, 1);
  }
  const PosedPair balls{kBall, {}, kBall, at({0.1, 0.2, 0.5})};
  const Contacts c = balls.contacts();
  check_contacts(balls, c);
  EXPECT_EQ(c.count, 1);
}

TEST(ContactsOfCylinders, StandingHaveFourPoints) {
  const Shape cylinder = Shape::cylinder(0.4, 0.5).value();
  const Shape cone = Shape::cone(0.4, 0.5).value();
  for (const Shape& body : {cylinder, cone, cylinder.rounded(0.05).value()}) {
    const double rest = 0.999 + body.rounding();
    for (const Shape& under : {kTable, kGround, Shape::cylinder(0.6, 0.5).value()}) {
      const PosedPair pair{under, {}, body, at({0.01, 0.02, rest}, {0, 0, 0.3})};
      const Contacts c = pair.contacts();
      check_contacts(pair, c, 0, 1e-8);
      EXPECT_EQ(c.count, 4);
    }
    expect_same_ids(kTable, body, {0.1, 0.2, rest}, {0, 0, 0.3}, 4);
    expect_same_ids(kGround, body, {0.1, 0.2, rest}, {0, 0, 0.3}, 4);
  }
}

TEST(ContactsOfCylinders, LyingHaveTwo) {
  const Shape cylinder = Shape::cylinder(0.4, 0.5).value();
  for (const Shape& under : {kTable, kGround}) {
    const PosedPair pair{under, {}, cylinder, at({0.1, 0.2, 0.899}, kLying)};
    const Contacts c = pair.contacts();
    check_contacts(pair, c, 0, 1e-8);
    ASSERT_EQ(c.count, 2);
    EXPECT_NEAR(norm(Vec3(c.points[0].point_b - c.points[1].point_b)), 1, 1e-6);
    expect_same_ids(under, cylinder, {0.1, 0.2, 0.899}, kLying, 2);
  }
}

TEST(ContactsOfCylinders, OnTheirRimHaveOne) {
  const Shape cylinder = Shape::cylinder(0.4, 0.5).value();
  PosedPair pair{kTable, {}, cylinder, at({0.1, 0.2, 2}, {0, 0.7, 0})};
  const double gap = pair.distance().distance;
  pair.pose_b = at({0.1, 0.2, 2 - gap - 0.01}, {0, 0.7, 0});
  const Contacts c = pair.contacts();
  check_contacts(pair, c, 0, 1e-8);
  EXPECT_EQ(c.count, 1);
}

TEST(ContactsOfEllipsoids, AreOne) {
  const Shape egg = Shape::ellipsoid({0.3, 0.4, 0.5}).value();
  for (const Shape& under : {kTable, kGround, egg, kBall, kCapsule}) {
    PosedPair pair{under, {}, egg, at({0.1, 0.2, 2}, {0, 0.7, 0.4})};
    const double gap = pair.distance().distance;
    pair.pose_b = at({0.1, 0.2, 2 - gap - 0.1}, {0, 0.7, 0.4});
    const Contacts c = pair.contacts();
    if (c.count == 0) continue;
    check_contacts(pair, c, 0, 1e-8);
    EXPECT_EQ(c.count, 1);
  }
}

TEST(ContactsOfHalfspaces, AreCornersOfTheOther) {
  const PosedPair pair{kGround, at({0, 0, 1}), kUnitCube, at({0.1, 0.2, 1.99})};
  const Contacts c = pair.contacts();
  check_contacts(pair, c);
  ASSERT_EQ(c.count, 4);
  for (const ContactPoint& p : c.span()) {
    EXPECT_NEAR(p.depth, 0.01, 1e-12);
    EXPECT_EQ(p.feature_a, (FeatureId{FeatureKind::face, 0}));
    EXPECT_EQ(p.feature_b.kind, FeatureKind::vertex);
  }
  expect_same_ids(kGround, kUnitCube, {0.1, 0.2, 0.999}, {0, 0, 0.5}, 4);
  expect_same_ids(kGround, prism(64, 0.5, 0.5).value(), {0, 0, 0.998}, kNone, 4);
  const Shape triangle = Shape::triangle({-0.3, -0.2, 0}, {0.4, -0.1, 0}, {0, 0.5, 0}).value();
  expect_same_ids(kGround, triangle, {0.1, 0.2, 0.499}, kNone, 3);
}

TEST(ContactsOfHalfspaces, NoPointsWhereThereIsNoWayOut) {
  EXPECT_EQ(contacts({kGround, {}}, {kGround, at({0, 0, 1}, {1, 0, 0})}).count, 0);
}

}  // namespace
}  // namespace glance::test
