#include "spheres/growing_tree.h"

#include <algorithm>
#include <cmath>

#include "glance/tolerance.h"
#include "spheres/sphere_tree_data.h"

namespace glance::rooms::spheres {
namespace {

/// Each of so many holds some thousandths of the surface: then the bodies themselves are asked.
constexpr std::size_t kMostLeaves = 512;
/// Units to make a ball of a piece, with the memory for it.
constexpr std::uint32_t kBallUnits = 8;
/// More than rounding does to a length, and to a coordinate as a part of the largest: each is some
/// tens of roundings of 2^-53.
constexpr double kRoundedUp = 1 + 0x1p-46, kCoordinateError = 0x1p-46;
/// More than a part's pose stretches it.
constexpr double kPartStretch = 1 + 8 * kRotationTolerance;

std::size_t most_leaves(int levels) {
  if (levels <= 1) return 1;
  return std::min(kMostLeaves, std::size_t{1} << 2 * std::min(levels, 8));
}

/// Bounds all coordinates of a body.
double reach(const SphereNode& around) { return one_norm(around.center) + around.radius; }

}  // namespace

GrowingTree::GrowingTree(const Shape& shape, int levels) : shape_(shape) {
  const bool is_mesh = shape.kind() == ShapeKind::mesh;
  pieces_ = static_cast<std::uint32_t>(is_mesh ? shape.mesh_view().triangles.size()
                                               : shape.leaf_parts().size());
  most_nodes_ = 2 * std::min<std::size_t>(pieces_, most_leaves(levels)) - 1;
  nodes_.reserve(most_nodes_);  // so that they stay where they are
  nodes_.push_back(sphere_around(shape));
  if (most_nodes_ == 1) {
    stage_ = Stage::complete;
  } else {
    holds_.emplace_back();
  }
}

std::size_t GrowingTree::bytes() const {
  return sizeof(*this) + balls_.size() * sizeof(Ball) + nodes_.capacity() * sizeof(SphereNode) +
         holds_.capacity() * sizeof(Holding);
}

GrowingTree::Ball GrowingTree::around_triangle(std::uint32_t number) const {
  const MeshView mesh = shape_.mesh_view();
  const Triangle& t = mesh.triangles[number];
  Ball ball;
  ball.center = (mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3;
  for (const std::uint32_t v : t) {
    ball.radius = std::max(ball.radius, norm(Vec3(mesh.vertices[v] - ball.center)));
  }
  const double error = kCoordinateError * reach(nodes_[0]);
  ball.radius += error;
  ball.reach = error;  // but for rounding the center is a point of it
  return ball;
}

GrowingTree::Ball GrowingTree::around_part(std::uint32_t number) const {
  const CompoundPart& part = shape_.leaf_parts()[number];
  const SphereNode sphere = sphere_around(part.shape);
  const double error = kCoordinateError * (one_norm(part.pose.translation()) + 2 * reach(sphere)) +
                       kCoordinateError * reach(nodes_[0]);
  return {.center = part.pose.apply(sphere.center),
          .radius = sphere.radius * kPartStretch + error,
          .reach = sphere.reach * kPartStretch + error,
          .depth = std::max(sphere.depth / kPartStretch - error, 0.0)};
}

std::uint32_t GrowingTree::make_balls(std::uint32_t most) {
  const std::uint32_t from = at_;
  const std::uint32_t to = std::min(pieces_, from + std::max(most / kBallUnits, 1u));
  for (; at_ < to; at_++) {
    const bool is_mesh = shape_.kind() == ShapeKind::mesh;
    balls_.push_back(is_mesh ? around_triangle(at_) : around_part(at_));
    holds_[0].box.add(balls_.back().center);
  }
  if (at_ == pieces_) {
    holds_[0].count = pieces_;
    begin_division();
  }
  return kBallUnits * (to - from);
}

void GrowingTree::begin_division() {
  for (; node_ < nodes_.size() && nodes_.size() < most_nodes_; node_++) {
    const Holding& all = holds_[node_];
    const Vec3 size = all.box.upper - all.box.lower;
    axis_ = size.max_axis();
    // Halved by space, not by number: that takes one pass and needs no order.
    middle_ = all.box.lower[axis_] + size[axis_] / 2;
    if (!(middle_ < all.box.upper[axis_])) continue;  // one ball, or all in one place
    split_ = all.first;
    high_ = all.first + all.count;
    stage_ = Stage::partition;
    return;
  }
  stage_ = Stage::release;
}

std::uint32_t GrowingTree::partition(std::uint32_t most) {
  std::uint32_t looked_at = 0;
  for (; looked_at < most && split_ < high_; looked_at++) {
    if (balls_[split_].center[axis_] <= middle_) {
      split_++;
    } else {
      std::swap(balls_[split_], balls_[--high_]);
    }
  }
  if (split_ == high_) {
    at_ = holds_[node_].first;
    halves_[0] = {.first = at_, .count = split_ - at_};
    halves_[1] = {.first = split_, .count = end() - split_};
    stage_ = Stage::boxes;
  }
  return looked_at;
}

std::uint32_t GrowingTree::measure_boxes(std::uint32_t most) {
  const std::uint32_t from = at_, to = std::min(end(), at_ + most);
  for (; at_ < to; at_++) halves_[at_ < split_ ? 0 : 1].box.add(balls_[at_].center);
  if (at_ == end()) {
    for (int h = 0; h < 2; h++) {
      const Aabb& box = halves_[h].box;
      spheres_[h] = {};
      spheres_[h].center = box.lower + (box.upper - box.lower) / 2;
      spheres_[h].reach = INFINITY;
    }
    at_ = holds_[node_].first;
    stage_ = Stage::spheres;
  }
  return to - from;
}

std::uint32_t GrowingTree::measure_spheres(std::uint32_t most) {
  const std::uint32_t from = at_, to = std::min(end(), at_ + most);
  for (; at_ < to; at_++) {
    SphereNode& sphere = spheres_[at_ < split_ ? 0 : 1];
    const Ball& ball = balls_[at_];
    const double away = norm(Vec3(ball.center - sphere.center));
    sphere.radius = std::max(sphere.radius, away + ball.radius);
    // `reach` and `depth` are those of the ball that says most: any of them bounds the body.
    sphere.reach = std::min(sphere.reach, away + ball.reach);
    sphere.depth = std::max(sphere.depth, ball.depth / kRoundedUp - away * kRoundedUp);
  }
  if (at_ == end()) finish_division();
  return to - from;
}

void GrowingTree::finish_division() {
  nodes_[node_].child = static_cast<std::uint32_t>(nodes_.size());
  // Only now, when both children are complete, does the tree change: a search in between sees a
  // leaf.
  nodes_[node_].children = 2;
  for (int h = 0; h < 2; h++) {
    SphereNode& sphere = spheres_[h];
    sphere.radius *= kRoundedUp;
    sphere.reach = sphere.depth > 0 ? 0 : sphere.reach * kRoundedUp;
    sphere.overhang = (sphere.radius + sphere.reach - sphere.depth) * kRoundedUp;
    sphere.parent = node_;
    sphere.level = nodes_[node_].level + 1;
    nodes_.push_back(sphere);
    holds_.push_back(halves_[h]);
  }
  node_++;
  begin_division();
}

std::uint32_t GrowingTree::release(std::uint32_t most) {
  const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(most, balls_.size()));
  for (std::uint32_t i = 0; i < count; i++) balls_.pop_back();
  if (balls_.empty()) {
    holds_ = {};
    stage_ = Stage::complete;
  }
  return count;
}

std::uint32_t GrowingTree::step() {
  steps_++;
  std::uint32_t units = 0;
  // A step ends after about kMostUnits, in the middle of a pass if need be: the next one goes on at
  // `at_`.
  while (units < kMostUnits && stage_ != Stage::complete) {
    const std::uint32_t left = kMostUnits - units;
    switch (stage_) {
      case Stage::balls: units += make_balls(left); break;
      case Stage::partition: units += partition(left); break;
      case Stage::boxes: units += measure_boxes(left); break;
      case Stage::spheres: units += measure_spheres(left); break;
      case Stage::release: units += release(left); break;
      case Stage::complete: break;
    }
  }
  return units;
}

}  // namespace glance::rooms::spheres
