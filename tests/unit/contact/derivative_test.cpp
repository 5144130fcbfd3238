// Derivatives of the signed distance, against differences of it.
#include "glance/derivative.h"

#include <gtest/gtest.h>

#include <numbers>

#include "glance/generate.h"
#include "support/contact_check.h"

namespace glance::test {
namespace {

constexpr double kStep = 1e-6;

double signed_distance(const PosedPair& pair) {
  const Distance d = pair.distance();
  return d.distance - d.depth;
}

DistanceDerivative derivative_of(const PosedPair& pair) {
  return derivative(pair.distance(), {pair.a, pair.pose_a}, {pair.b, pair.pose_b});
}

Pose moved(const Pose& pose, const Vec3& shift, const Vec3& turn) {
  const Mat3 rotation = compose(rotation_matrix(Quat::from_rotation_vector(turn)), pose.rotation());
  return Pose::make(rotation, pose.translation() + shift).value();
}

/// Central differences along the coordinate axes.
DistanceDerivative differences(const PosedPair& pair) {
  DistanceDerivative result;
  const auto difference = [&](const auto& move) {
    PosedPair ahead = pair, behind = pair;
    move(ahead, kStep);
    move(behind, -kStep);
    return (signed_distance(ahead) - signed_distance(behind)) / (2 * kStep);
  };
  for (int i = 0; i < 3; i++) {
    const Vec3 axis = Vec3::unit(i);
    const Vec3 none = Vec3::zero();
    result.translation_a[i] =
        difference([&](PosedPair& p, double by) { p.pose_a = moved(p.pose_a, axis * by, none); });
    result.translation_b[i] =
        difference([&](PosedPair& p, double by) { p.pose_b = moved(p.pose_b, axis * by, none); });
    result.rotation_a[i] =
        difference([&](PosedPair& p, double by) { p.pose_a = moved(p.pose_a, none, axis * by); });
    result.rotation_b[i] =
        difference([&](PosedPair& p, double by) { p.pose_b = moved(p.pose_b, none, axis * by); });
  }
  return result;
}

void expect_near(const DistanceDerivative& d, const DistanceDerivative& e, double tolerance) {
  EXPECT_NEAR(norm(Vec3(d.translation_a - e.translation_a)), 0, tolerance);
  EXPECT_NEAR(norm(Vec3(d.translation_b - e.translation_b)), 0, tolerance);
  EXPECT_NEAR(norm(Vec3(d.rotation_a - e.rotation_a)), 0, tolerance);
  EXPECT_NEAR(norm(Vec3(d.rotation_b - e.rotation_b)), 0, tolerance);
}

/// Random pairs of some shapes: seldom a switch, and elsewhere the differences.
template <typename MakeShape>
void expect_differences(int count, double reach, MakeShape make_shape) {
  Rng rng(5);
  int apart = 0, overlapping = 0, switches = 0;
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    const PosedPair pair{make_shape(rng), Pose::make(rng.rotation(), rng.in_box(0.1)).value(),
                         make_shape(rng), Pose::make(rng.rotation(), rng.in_box(reach)).value()};
    const Verdict verdict = pair.distance().verdict;
    apart += verdict == Verdict::apart;
    overlapping += verdict == Verdict::overlapping;
    const DistanceDerivative d = derivative_of(pair);
    switches += d.switches;
    if (!d.switches) expect_near(d, differences(pair), 1e-4);
  }
  EXPECT_GT(apart, count / 5);
  EXPECT_GT(overlapping, count / 5);
  EXPECT_LT(switches, count / 20);
}

TEST(Derivative, OfBoxesIsTheDifference) {
  expect_differences(200, 1.2, [](Rng& rng) {
    return Shape::box({rng.uniform(0.2, 1), rng.uniform(0.2, 1), rng.uniform(0.2, 1)}).value();
  });
}

TEST(Derivative, OfPolytopesIsTheDifference) {
  expect_differences(200, 1.5, [](Rng& rng) {
    return random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(12))).value();
  });
}

TEST(Derivative, OfRoundedBodiesIsTheDifference) {
  expect_differences(200, 1.0, [](Rng& rng) -> Shape {
    switch (rng.below(3)) {
      case 0: return Shape::sphere(rng.uniform(0.2, 0.6)).value();
      case 1: return Shape::capsule(rng.uniform(0.2, 0.5), rng.uniform(0.2, 0.5)).value();
      default: return Shape::box({0.3, 0.4, 0.5})->rounded(0.1).value();
    }
  });
}

TEST(Derivative, OfCurvedBodiesIsTheDifference) {
  expect_differences(60, 0.8, [](Rng& rng) -> Shape {
    switch (rng.below(4)) {
      case 0: return Shape::cylinder(0.4, 0.5).value();
      case 1: return Shape::cone(0.5, 0.5).value();
      case 2: return Shape::ellipsoid({0.3, 0.5, 0.6}).value();
      default: return kUnitCube;
    }
  });
}

TEST(Derivative, OverAHalfspaceIsTheDifference) {
  const Shape ground = Shape::halfspace({0.1, 0.2, 1}, 0.1).value();
  Rng rng(6);
  for (int i = 0; i < 50; i++) {
    const PosedPair pair{ground, Pose::make(rng.rotation(), rng.in_box(0.5)).value(), kUnitCube,
                         Pose::make(rng.rotation(), rng.in_box(1)).value()};
    const DistanceDerivative d = derivative_of(pair);
    EXPECT_FALSE(d.switches);
    expect_near(d, differences(pair), 1e-4);
  }
}

TEST(Derivative, SwitchesWhereFacesOrEdgesAreParallel) {
  const auto switches = [](const Pose& pose_b, const Shape& b = kUnitCube) {
    return derivative_of({kUnitCube, {}, b, pose_b}).switches;
  };
  EXPECT_TRUE(switches(at({0.2, 0.3, 1.5})));                  // face and face
  EXPECT_TRUE(switches(at({0.2, 0.3, 1.5}, {0, 0, 0.5})));     // turned about the normal
  EXPECT_TRUE(switches(at({0.2, 0.3, 1.5}, {0.5, 0, 0})));     // face and edge
  EXPECT_TRUE(switches(at({1.5, 0.3, 1.5})));                  // edge and edge
  EXPECT_TRUE(switches(at({0.2, 0.3, 0.9})));                  // overlapping
  EXPECT_FALSE(switches(at({1.5, 1.4, 1.6})));                 // vertex and vertex
  EXPECT_FALSE(switches(at({0.2, 0.3, 1.5}, {0.5, 0.4, 0})));  // face and vertex
  EXPECT_FALSE(switches(at({1.5, 0, 1.5}, {0, 0, 0.5})));      // edge and vertex
  EXPECT_FALSE(switches(at({0.2, 0.3, 0.9}, {0.5, 0.4, 0})));  // overlapping
  const Shape capsule = Shape::capsule(0.1, 0.2).value();
  EXPECT_FALSE(switches(at({0.2, 0.3, 1.5}), capsule));                               // standing
  EXPECT_TRUE(switches(at({0.2, 0.3, 1.5}, {std::numbers::pi / 2, 0, 0}), capsule));  // lying
}

TEST(Derivative, SwitchesWhereAnotherWayOutIsAsShort) {
  const Shape small = Shape::box({0.1, 0.12, 0.14})->rounded(0.01).value();
  const Vec3 turn{0.3, 0.2, 0.1};
  EXPECT_FALSE(derivative_of({kUnitCube, {}, small, at({0.2, 0.1, 0}, turn)}).switches);
  EXPECT_TRUE(
      derivative_of({kUnitCube, {}, small, at({0, 0, 0}, turn)}).switches);  // two opposite ways
  const Shape point = Shape::point({0, 0, 0}).value();
  EXPECT_TRUE(derivative_of({kUnitCube, {}, point, at({0.2, 0.2, 0.1})}).switches);
  EXPECT_FALSE(derivative_of({kUnitCube, {}, point, at({0.2, 0.1, 0.1})}).switches);
  const Shape ball = Shape::sphere(0.5).value();
  EXPECT_TRUE(derivative_of({ball, {}, ball, {}}).switches);
  EXPECT_FALSE(derivative_of({ball, {}, ball, at({0.1, 0, 0})}).switches);
}

TEST(Derivative, DoesNotJumpWhereOnlyFeaturesChange) {
  // A point straight over an edge's Voronoi plane: from the face to the edge.
  const Shape point = Shape::point({0, 0, 0}).value();
  for (const double x : {0.5 - 1e-9, 0.5, 0.5 + 1e-9}) {
    const PosedPair pair{kUnitCube, {}, point, at({x, 0.1, 0.8})};
    const DistanceDerivative d = derivative_of(pair);
    EXPECT_FALSE(d.switches);
    expect_near(d, differences(pair), 1e-4);
  }
}

TEST(Derivative, IsEmptyWithoutANormal) {
  const PosedPair pair{kUnitCube, {}, kUnitCube, at({0.1, 0.2, 0.3})};
  const Distance d = distance({pair.a, pair.pose_a}, {pair.b, pair.pose_b}, {.depth = false});
  ASSERT_EQ(d.normal, Vec3(0, 0, 0));
  const DistanceDerivative result = derivative(d, {pair.a, pair.pose_a}, {pair.b, pair.pose_b});
  EXPECT_TRUE(result.switches);
  EXPECT_EQ(result.translation_a, Vec3(0, 0, 0));
  EXPECT_EQ(result.rotation_b, Vec3(0, 0, 0));
}

}  // namespace
}  // namespace glance::test
