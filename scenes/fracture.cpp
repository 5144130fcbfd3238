#include "scenes/fracture.h"

#include <fmt/format.h>

#include <vector>

namespace glance::scenes {
namespace {

struct Halves {
  std::vector<Vec3> behind, before;
};

/// The corners of both parts. `origin` and `normal` in the shape's frame.
Halves cut(const Shape& shape, const Vec3& origin, const Vec3& normal) {
  Halves halves;
  std::vector<double> height;
  for (const Vec3& v : shape.vertices()) {
    height.push_back(dot(normal, Vec3(v - origin)));
    if (height.back() <= 0) halves.behind.push_back(v);
    if (height.back() >= 0) halves.before.push_back(v);
  }
  for (std::uint32_t edge = 0; edge < shape.edge_count(); edge++) {
    const auto [i, j] = shape.edge_vertices(edge);
    if (!(height[i] * height[j] < 0)) continue;
    const Vec3 &from = shape.vertices()[i], &to = shape.vertices()[j];
    const Vec3 on_plane = from + height[i] / (height[i] - height[j]) * (to - from);
    halves.behind.push_back(on_plane);
    halves.before.push_back(on_plane);
  }
  return halves;
}

Result<Fragment> fragment_of(const Fragment& whole, const Pose& pose, std::span<const Vec3> points,
                             double least_share) {
  if (points.size() < 4) return fail("the plane misses the body");
  const Result<Shape> shape = Shape::hull(points);
  if (!shape) return fail(shape.error());
  const double volume = whole.shape.mass().volume, share = shape->mass().volume / volume;
  if (!(share >= least_share)) {
    return fail(fmt::format("a part of {} of the whole is too small", share));
  }
  const Result<RigidBody> body =
      RigidBody::make(shape->mass(), whole.body.mass() / volume, whole.body.material());
  if (!body) return fail(body.error());
  RigidState state = state_at(*body, pose);
  const RigidState& moving = whole.state;
  state.velocity = moving.velocity + cross(moving.spin, Vec3(state.position - moving.position));
  state.spin = moving.spin;
  state.rotation = moving.rotation;
  return Fragment{*shape, *body, state};
}

}  // namespace

Result<std::array<Fragment, 2>> break_in_two(const Fragment& whole, const Vec3& point,
                                             const Vec3& normal, double least_share) {
  const Shape& shape = whole.shape;
  if (!shape.has_flat_core() || shape.rounding() > 0 || shape.dimension() < 3 ||
      whole.body.is_fixed()) {
    return fail("only a solid with flat sides that moves can break");
  }
  const Result<Pose> pose = pose_of(whole.body, whole.state);
  if (!pose) return fail(pose.error());
  const Halves halves =
      cut(shape, pose->apply_inverse(point), multiply_transposed(pose->rotation(), normal));
  const Result<Fragment> behind = fragment_of(whole, *pose, halves.behind, least_share);
  if (!behind) return fail(behind.error());
  const Result<Fragment> before = fragment_of(whole, *pose, halves.before, least_share);
  if (!before) return fail(before.error());
  return std::array{*behind, *before};
}

}  // namespace glance::scenes
