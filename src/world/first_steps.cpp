// Tested in tests/unit/scenes/budget_scenes_test.cpp (BudgetScenes.FramesThatEndInTimeAreTrue).
#include "world/first_steps.h"

#include <algorithm>

#include "bound/part_volume.h"
#include "world/bodies.h"
#include "world/placing_errors.h"

namespace glance::rooms::world {

void FirstSteps::place(const Bodies& bodies, std::uint32_t body, const BodySpheres& spheres) {
  PlacedSphere& placed = placed_[body];
  const Pose& pose = bodies.pose[body];
  const Shape& shape = bodies.shape(body);
  if (spheres) {
    placed.kind = PlacedSphere::Kind::sphere;
    // The root of the tree, or the only sphere: the one around the whole body.
    placed.center = multiply(pose.rotation(), spheres.center(0)) + pose.translation();
    placed.radius = spheres.radius(0);
    placed.reach = spheres.scale * spheres.nodes[0].reach;
    placed.error = kStretch * placed.radius + kPlacingError * one_norm(placed.center);
  } else if (shape.kind() == ShapeKind::halfspace) {
    const PlacedBox plane = PlacedBox::halfspace(shape, pose, Vec3::zero());
    placed.kind = PlacedSphere::Kind::plane;
    placed.center = plane.normal;
    placed.radius = plane.offset + plane.radius;
    // A normal that is off counts from where the plane was placed on.
    placed.error = (kStretch + kPlacingError) *
                   (one_norm(pose.translation()) + std::fabs(plane.offset) + plane.radius);
  } else {
    placed.kind = PlacedSphere::Kind::none;
  }
}

bool FirstSteps::can_test(std::uint32_t i, std::uint32_t j) const {
  const PlacedSphere::Kind a = placed_[i].kind, b = placed_[j].kind;
  return (a == PlacedSphere::Kind::sphere && b <= PlacedSphere::Kind::plane) ||
         (a == PlacedSphere::Kind::plane && b == PlacedSphere::Kind::sphere);
}

static FirstStep test_spheres(const PlacedSphere& a, const PlacedSphere& b) {
  FirstStep step;
  const Vec3 between = b.center - a.center;
  // `lower` is rounded down and `upper` up: both are bounds in real arithmetic
  // (world/placing_errors).
  const double apart = norm(between), radii = a.radius + b.radius, error = a.error + b.error;
  step.normal = apart > 0 ? Vec3(between / apart) : Vec3(0, 0, 1);
  // The line between the centres is divided in proportion to the radii.
  step.point_a = step.point_b = a.center + between * (radii > 0 ? a.radius / radii : 0.5);
  step.upper = (apart + a.reach + b.reach + error) * kAbove;
  step.lower = std::max(apart / kAbove - (radii + error) * kAbove, 0.0);
  return step;
}

static FirstStep test_plane(const PlacedSphere& plane, const PlacedSphere& ball, bool plane_is_a) {
  FirstStep step;
  const Vec3& normal = plane.center;
  // The height of the centre above the plane; the ball reaches lower by its radius.
  const double height = dot(normal, ball.center) - plane.radius;
  const double error = plane.error + ball.error + kStretch * one_norm(ball.center);
  step.normal = plane_is_a ? normal : Vec3(-normal);
  const Vec3 foot = ball.center - std::max(height, 0.0) * normal;
  step.point_a = plane_is_a ? foot : ball.center;
  step.point_b = plane_is_a ? ball.center : foot;
  step.upper = (std::max(height, 0.0) + ball.reach + error) * kAbove;
  step.lower = std::max(height / kAbove - (ball.radius + error) * kAbove, 0.0);
  return step;
}

FirstStep FirstSteps::test(std::uint32_t i, std::uint32_t j) const {
  const PlacedSphere &a = placed_[i], &b = placed_[j];
  if (a.kind == PlacedSphere::Kind::plane) return test_plane(a, b, true);
  if (b.kind == PlacedSphere::Kind::plane) return test_plane(b, a, false);
  return test_spheres(a, b);
}

}  // namespace glance::rooms::world
