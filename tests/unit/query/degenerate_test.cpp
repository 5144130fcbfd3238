// Sizes of zero: what is left of a body (shape.h) is as good as any other.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>

#include "glance/contact.h"
#include "glance/derivative.h"
#include "glance/impact.h"
#include "glance/query.h"
#include "glance/sphere_tree.h"
#include "glance/world.h"
#include "support/cube.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

const Shape kDisc = Shape::cylinder(1, 0).value();
const Shape kFlatEllipsoid = Shape::ellipsoid({1, 0.5, 0}).value();
const Shape kFloor = Shape::halfspace({0, 0, 1}, 0).value();

void expect_left(const Result<Shape>& made, ShapeKind kind, int dimension, const Vec3& half_sizes) {
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(to_string(made->kind()), to_string(kind));
  EXPECT_EQ(made->dimension(), dimension);
  EXPECT_EQ(made->bounds().upper, half_sizes);
  EXPECT_EQ(made->bounds().lower, -half_sizes);
  EXPECT_EQ(made->extent(), 2 * half_sizes.max_component());
  EXPECT_EQ(made->mass().centroid, Vec3(Vec3::zero()));
  EXPECT_EQ(made->mass().volume > 0, dimension == 3);
  EXPECT_EQ(made->mass().inertia == Mat3::zero(), dimension < 3);
  EXPECT_GE(made->bounding_radius(), half_sizes.max_component());
  EXPECT_LE(made->bounding_radius(), norm(half_sizes) * (1 + 1e-15));
  EXPECT_TRUE(made->validate());
}

TEST(Degenerate, BecomeSimplerShapes) {
  expect_left(Shape::sphere(0), ShapeKind::point, 0, {0, 0, 0});
  expect_left(Shape::capsule(2, 0), ShapeKind::sphere, 3, {2, 2, 2});
  expect_left(Shape::capsule(0, 3), ShapeKind::segment, 1, {0, 0, 3});
  expect_left(Shape::capsule(0, 0), ShapeKind::point, 0, {0, 0, 0});
  expect_left(Shape::cylinder(2, 0), ShapeKind::cylinder, 2, {2, 2, 0});
  expect_left(Shape::cylinder(0, 3), ShapeKind::segment, 1, {0, 0, 3});
  expect_left(Shape::cylinder(0, 0), ShapeKind::point, 0, {0, 0, 0});
  expect_left(Shape::cone(2, 0), ShapeKind::cylinder, 2, {2, 2, 0});
  expect_left(Shape::cone(0, 3), ShapeKind::segment, 1, {0, 0, 3});
  expect_left(Shape::cone(0, 0), ShapeKind::point, 0, {0, 0, 0});
  expect_left(Shape::ellipsoid({1, 2, 0}), ShapeKind::ellipsoid, 2, {1, 2, 0});
  expect_left(Shape::ellipsoid({0, 2, 1}), ShapeKind::ellipsoid, 2, {0, 2, 1});
  expect_left(Shape::ellipsoid({0, 2, 0}), ShapeKind::segment, 1, {0, 2, 0});
  expect_left(Shape::ellipsoid({1, 0, 0}), ShapeKind::segment, 1, {1, 0, 0});
  expect_left(Shape::ellipsoid({0, 0, 0}), ShapeKind::point, 0, {0, 0, 0});
  EXPECT_EQ(Shape::capsule(2, 0)->sizes(), Vec3(2, 2, 0));
  EXPECT_EQ(Shape::cylinder(2, 0)->sizes(), Vec3(2, 2, 0));
  EXPECT_FALSE(std::signbit(Shape::cylinder(2, -0.0)->sizes().z()));
  EXPECT_FALSE(std::signbit(Shape::ellipsoid({2, 1, -0.0})->sizes().z()));
}

TEST(Degenerate, BadSizesStayErrors) {
  for (const double bad : {-1.0, -1e-300, 1e-300, 1e300, kInfinity, -kInfinity, kNan}) {
    for (const auto& [made, what] :
         {std::pair{Shape::sphere(bad), "radius of a sphere"},
          {Shape::capsule(bad, 0), "radius of a capsule"},
          {Shape::capsule(1, bad), "half length of a capsule"},
          {Shape::cylinder(bad, 0), "radius of a cylinder"},
          {Shape::cylinder(0, bad), "half length of a cylinder"},
          {Shape::cone(bad, 1), "radius of a cone"},
          {Shape::cone(0, bad), "half length of a cone"},
          {Shape::ellipsoid({0, bad, 0}), "semi-axis of an ellipsoid"}}) {
      ASSERT_FALSE(made) << what << " " << bad;
      EXPECT_TRUE(made.error().message.starts_with(
          fmt::format("the {} must be zero or a length from 6.22e-61 to 1.61e+60, not ", what)))
          << made.error().message;
    }
  }
  // What is not zero does not become so.
  EXPECT_FALSE(kDisc.scaled(1e-300));
  EXPECT_FALSE(Shape::cylinder(1, 1e-10)->scaled(1e-55));
  EXPECT_FALSE(Shape::cylinder(1, 0)->rounded(1e-10)->scaled(1e-55));
  EXPECT_FALSE(Shape::sphere(1)->scaled(1e-300));
}

TEST(Degenerate, ScaledAndRounded) {
  const Shape small = kDisc.scaled(0.5).value();
  EXPECT_EQ(small.sizes(), Vec3(0.5, 0.5, 0));
  EXPECT_EQ(small.dimension(), 2);
  const Shape thick = kDisc.rounded(0.25).value();
  EXPECT_EQ(thick.dimension(), 3);
  EXPECT_EQ(thick.bounds().upper, Vec3(1.25, 1.25, 0.25));
  EXPECT_EQ(Shape::sphere(0)->rounded(2)->bounds().upper, Vec3(2, 2, 2));
}

void expect_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     double signed_distance) {
  SCOPED_TRACE(fmt::format("{} {} {}", to_string(a.kind()), to_string(b.kind()), signed_distance));
  const Verdict verdict = signed_distance > 0   ? Verdict::apart
                          : signed_distance < 0 ? Verdict::overlapping
                                                : Verdict::touching;
  for (const QueryMethod method : {QueryMethod::automatic, QueryMethod::oracle}) {
    const Distance d = distance({a, pose_a}, {b, pose_b}, {.tuning = {.method = method}});
    EXPECT_EQ(to_string(d.verdict), to_string(verdict));
    EXPECT_NEAR(d.distance - d.depth, signed_distance, 1e-10);
    const auto proved = verify(d.certificate, {a, pose_a}, {b, pose_b});
    EXPECT_TRUE(proved) << proved.error().message;
    const Collision c = collide({a, pose_a}, {b, pose_b}, {.tuning = {.method = method}});
    EXPECT_EQ(to_string(c.verdict), to_string(verdict));
    EXPECT_TRUE(verify(c.certificate, {a, pose_a}, {b, pose_b}));
  }
  const Contacts c = contacts({a, pose_a}, {b, pose_b});
  EXPECT_EQ(c.count > 0, verdict != Verdict::apart);
  for (const ContactPoint& p : c.span()) {
    EXPECT_TRUE(is_finite(p.point_a) && is_finite(p.point_b) && std::isfinite(p.depth));
  }
  if (signed_distance > 0) {
    const DistanceDerivative d =
        derivative(distance({a, pose_a}, {b, pose_b}), {a, pose_a}, {b, pose_b});
    EXPECT_NEAR(norm(d.translation_b), 1, 1e-12);
  }
}

TEST(Degenerate, DiscsAndFlatEllipsoids) {
  const Vec3 upright{kPi / 2, 0, 0};  // the disc's axis is then along -y
  for (const Shape& flat : {kDisc, kFlatEllipsoid}) {
    expect_distance(flat, {}, flat, at(0, 0, 0.25), 0.25);
    expect_distance(flat, {}, flat, at(2.5, 0, 0), 0.5);
    expect_distance(flat, {}, flat, at(2, 0, 0), 0);
    expect_distance(flat, {}, flat, at(0.5, 0, 0), 0);  // in one plane
    expect_distance(flat, {}, flat, {}, 0);
    expect_distance(kFloor, {}, flat, at(0, 0, 0.5), 0.5);
    expect_distance(kFloor, {}, flat, {}, 0);
    expect_distance(kFloor, {}, flat, at(0, 0, -0.5), -0.5);
    expect_distance(flat, {}, Shape::point({0, 0.25, 0}).value(), {}, 0);
    expect_distance(flat, {}, Shape::point({0, 0.25, 3}).value(), {}, 3);
    expect_distance(kCube, {}, flat, at(1.5, 0, 0), -0.5);
    expect_distance(flat, at(0, 0, 1.25), Shape::sphere(1).value(), {}, 0.25);
    expect_distance(flat, at(0, 0, 0.75), Shape::sphere(1).value(), {}, -0.25);
  }
  // Across each other.
  expect_distance(kDisc, {}, kDisc, turned(upright, {0, 0, 0.5}), -0.5);
  expect_distance(kDisc, {}, kDisc, turned(upright, {0, 0, 1}), 0);
  expect_distance(kFloor, {}, kDisc, turned(upright, {0, 0, 1.5}), 0.5);
  expect_distance(kFloor, {}, kDisc, turned(upright, {0, 0, 0.5}), -0.5);
  expect_distance(kFloor, {}, kFlatEllipsoid, turned(upright, {0, 0, 0.5}), 0);
}

TEST(Degenerate, SpheresByOtherNames) {
  const Shape sphere = Shape::sphere(0.5).value(), capsule = Shape::capsule(0.5, 0).value();
  const Shape others[] = {kCube,
                          sphere,
                          capsule,
                          kDisc,
                          Shape::cylinder(0.5, 1).value(),
                          Shape::cone(1, 1).value(),
                          Shape::ellipsoid({1, 2, 3}).value(),
                          kFloor};
  Rng rng(17);
  int together = 0;
  for (int i = 0; i < 400; i++) {
    const Shape& other = others[i % 8];
    const Pose pose = posed(rng.rotation(), rng.in_box(1.7)),
               there = posed(rng.rotation(), {0, 0, 0});
    const Distance d = distance({capsule, pose}, {other, there}),
                   e = distance({sphere, pose}, {other, there});
    ASSERT_EQ(to_string(d.verdict), to_string(e.verdict));
    ASSERT_EQ(d.lower, e.lower);
    ASSERT_EQ(d.upper, e.upper);
    ASSERT_TRUE(verify(d.certificate, {capsule, pose}, {other, there}));
    together += d.verdict != Verdict::apart;
  }
  EXPECT_GT(together, 120);
  EXPECT_LT(together, 280);
}

TEST(Degenerate, TimeOfImpact) {
  ImpactOptions options;
  options.proof = true;
  for (const Shape& flat : {kDisc, kFlatEllipsoid, Shape::ellipsoid({0, 1, 0.5}).value()}) {
    const Motion falling = Motion::with_velocity(at(0, 0, 3), {0, 0, -4}, {0, 1, 0}).value();
    for (const Shape& ground : {kFloor, kCube, kDisc}) {
      const Motion rest = Motion::resting({});
      const Impact impact = time_of_impact({flat, falling}, {ground, rest}, options);
      ASSERT_TRUE(impact.hit);
      EXPECT_FALSE(impact.undecided);
      EXPECT_GT(impact.time, 0.1);
      const auto proved = verify(impact, {flat, falling}, {ground, rest});
      EXPECT_TRUE(proved) << proved.error().message;
    }
  }
  const Motion straight = Motion::with_velocity(at(0, 0, 3), {0, 0, -4}, {0, 0, 1}).value();
  const Impact flat_on = time_of_impact({kDisc, straight}, {kFloor, Motion::resting({})}, options);
  EXPECT_NEAR(flat_on.time, 0.75, 1e-5);
}

TEST(Degenerate, WorldsCompoundsAndSphereTrees) {
  const CompoundPart parts[] = {{kDisc, at(0, 0, 1)},
                                {kFlatEllipsoid, at(0, 0, -1)},
                                {Shape::capsule(0, 1).value(), {}},
                                {Shape::sphere(0).value(), at(0, 0, 2)}};
  const Shape compound = Shape::compound(parts).value();
  EXPECT_NEAR(distance({compound, {}}, {kFloor, at(0, 0, -1.5)}).distance, 0.5, 1e-10);
  for (const Shape& shape : {kDisc, kFlatEllipsoid, compound, Shape::sphere(0).value(),
                             Shape::cylinder(0, 1).value(), kDisc.rounded(0.1).value()}) {
    for (const SphereBuilder builder : {SphereBuilder::octree, SphereBuilder::fitted}) {
      const Result<SphereTree> tree = SphereTree::make(shape, {.builder = builder, .levels = 4});
      ASSERT_TRUE(tree) << tree.error().message;
      EXPECT_TRUE(tree->validate());
    }
  }
  World world;
  const BodyId disc = world.add({.shape = kDisc, .pose = at(0, 0, 0.4)}).value();
  const BodyId many = world.add({.shape = compound, .pose = at(0, 0, 1.4)}).value();
  const BodyId ball = world.add({.shape = Shape::capsule(0.5, 0).value()}).value();
  const FrameReport& frame = world.detect();
  ASSERT_EQ(frame.touching.size(), 3u);
  EXPECT_LE(world.box(disc)->upper.z() - world.box(disc)->lower.z(), 2.1);
  const World copy = World::restore(world.save()).value();
  EXPECT_EQ(copy.body(disc)->shape.dimension(), 2);
  EXPECT_EQ(copy.body(many)->shape.leaf_parts().size(), 4u);
  EXPECT_EQ(to_string(copy.body(ball)->shape.kind()), "sphere");
}

}  // namespace
}  // namespace glance::test
