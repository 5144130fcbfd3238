// ImpactOptions::max_steps: an answer that was cut short is sound, and goes as far as it says.
#include <gtest/gtest.h>

#include <cmath>

#include "glance/impact.h"
#include "support/cube.h"
#include "support/part_bodies.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

/// What all answers with fewer steps than needed have in common; more steps lead farther.
void check_cut_short(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
                     std::uint32_t stride) {
  ImpactOptions options{.absolute_tolerance = 1e-7};
  const Impact whole = time_of_impact({a, motion_a}, {b, motion_b}, options);
  ASSERT_FALSE(whole.undecided);
  const std::uint32_t needed = whole.work.steps + whole.work.volume_tests;
  ASSERT_GT(needed, 3 * stride);
  double before = 0;
  int cut = 0;
  for (std::uint32_t steps = 1; steps <= needed + 1; steps += stride) {
    SCOPED_TRACE(steps);
    options.max_steps = steps;
    options.proof = a.is_convex() && b.is_convex();
    const Impact impact = time_of_impact({a, motion_a}, {b, motion_b}, options);
    if (!impact.undecided) {
      EXPECT_EQ(impact.hit, whole.hit);
      EXPECT_EQ(impact.time, whole.time);
      continue;
    }
    cut++;
    EXPECT_TRUE(impact.hit);
    EXPECT_EQ(impact.time, impact.lower);
    EXPECT_LE(impact.lower, whole.time);
    EXPECT_GE(impact.lower, before);
    EXPECT_EQ(impact.upper, 1);
    before = impact.lower;
    if (!options.proof) continue;
    EXPECT_LE(impact.work.steps, steps);
    EXPECT_EQ(impact.proof.back().to, impact.lower);
    const Result<void> proved = verify(impact, {a, motion_a}, {b, motion_b});
    EXPECT_TRUE(proved) << proved.error().message;
  }
  EXPECT_GT(cut, 2);
  EXPECT_GT(before, 0);
  options.max_steps = needed + 1;
  EXPECT_FALSE(time_of_impact({a, motion_a}, {b, motion_b}, options).undecided);
}

/// A corner that passes a floor by little at half time takes some steps, with a hit and without.
TEST(ImpactSteps, EndTheSearchOfConvexBodies) {
  const Shape box = Shape::box({1.15, 0.67, 0.86}).value(),
              floor = Shape::box({50, 0.5, 50}).value();
  const Motion rest = Motion::resting(at(0, -0.5, 0));
  for (const double above : {2e-7, 1e-6}) {
    const double height = std::hypot(1.15, 0.67) + above;
    const Motion spin = Motion::with_velocity(at(0, height, 0), {1, 0, 2}, {0, 0, 10}).value();
    check_cut_short(floor, rest, box, spin, 1);
  }
}

/// Meshes count pairs of spheres, too. (Not a box that is closed, which is answered as its hull.)
TEST(ImpactSteps, EndTheSearchOfMeshes) {
  const Shape closed = box_mesh({1, 1, 1});
  const MeshView view = closed.mesh_view();
  const Shape mesh = Shape::mesh(view.vertices, view.triangles.first(11)).value();
  for (const double speed : {-3., -1.5}) {
    const Motion comes =
        Motion::with_velocity(at(4, 0.3, 0.2), {speed, 0, 0}, {0.3, 0.2, 1}).value();
    check_cut_short(mesh, Motion::resting({}), mesh, comes, 5);
  }
}

/// None at all: what is not answered by a first direction is open from the start.
TEST(ImpactSteps, WithNoneThePairStaysUndecided) {
  const Motion comes = Motion::with_velocity(at(4, 0.3, 0), {-3, 0, 0}, {0.3, 0.2, 1}).value();
  const Impact impact =
      time_of_impact({kCube, Motion::resting({})}, {kCube, comes}, {.max_steps = 0});
  EXPECT_TRUE(impact.hit && impact.undecided);
  EXPECT_EQ(impact.upper, 1);
  const Motion leaves = Motion::with_velocity(at(4, 0.3, 0), {3, 0, 0}, {0.3, 0.2, 1}).value();
  EXPECT_FALSE(time_of_impact({kCube, Motion::resting({})}, {kCube, leaves}, {.max_steps = 0}).hit);
}

}  // namespace
}  // namespace glance::test
