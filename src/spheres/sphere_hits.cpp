// Tested in tests/property/critical_test.cpp (Critical.InterruptedIsTrue).
#include "spheres/sphere_hits.h"

#include <algorithm>
#include <cmath>

namespace glance::rooms::spheres {

/// Bounds what rounding does to a scaled body and its spheres, as a part of its coordinates: two
/// products of each coordinate, one of each length, and their sums.
static constexpr double kScalingError = 0x1p-49;

void SphereHits::place(std::span<const SphereNode> a, double scale_a, const Pose& pose_a,
                       std::span<const SphereNode> b, double scale_b, const Pose& pose_b) {
  a_ = a;
  b_ = b;
  scale_a_ = scale_a;
  scale_b_ = scale_b;
  const Placement placed({}, pose_a, {}, pose_b);
  rotation_ = placed.rotation;
  translation_ = placed.translation;
  grow_ = placed.grow;
  // Placement counts on coordinates of 1 at most.
  const auto size = [](const SphereNode& root, double scale) {
    return scale * (root.center.max_abs() + root.radius);
  };
  const double size_a = size(a[0], scale_a), size_b = size(b[0], scale_b);
  slack_ = placed.slack * std::max({1.0, size_a, size_b});
  // A scaled body's corners are rounded, and so are its spheres: each by a few times 2^-53.
  if (scale_a != 1) slack_ += kScalingError * size_a;
  if (scale_b != 1) slack_ += kScalingError * size_b;
}

void SphereHits::begin(std::span<const SphereNode> a, double scale_a, const Pose& pose_a,
                       std::span<const SphereNode> b, double scale_b, const Pose& pose_b) {
  place(a, scale_a, pose_a, b, scale_b, pose_b);
  hits_.clear();
  lower_ = 0;
  upper_ = nearest_apart_ = INFINITY;
  state_ = State::open;
  deepest_ = {};
  nearest_ = {0, 0, false, INFINITY};
  test_child(0, 0, !a[0].is_leaf());
  met_ = !hits_.empty();
  if (!met_) {
    state_ = State::apart;
    lower_ = nearest_apart_;
  }
}

bool SphereHits::test(std::uint32_t a, std::uint32_t b, bool divides_a) {
  const SphereNode &node_a = a_[a], &node_b = b_[b];
  const double apart =
      norm(multiply(rotation_, scale_b_ * node_b.center) + translation_ - scale_a_ * node_a.center);
  // From a point of A near its center, or a ball in A around it, to one of B.
  const double near = scale_a_ * node_a.reach + scale_b_ * node_b.reach;
  const double reach = (apart + near) * grow_ + slack_;
  const double between = reach - (scale_a_ * node_a.depth + scale_b_ * node_b.depth) / grow_;
  const SphereHit hit{a, b, divides_a, between};
  if (between < nearest_.between) nearest_ = hit;
  upper_ = std::min(upper_, std::max(between, 0.0));
  const double radii = scale_a_ * node_a.radius + scale_b_ * node_b.radius;
  const double gap = (apart - radii * grow_ - slack_) / grow_;
  if (gap > 0) {
    nearest_apart_ = std::min(nearest_apart_, gap);
    return false;
  }
  deepest_ = hit;
  if (between < 0) {
    state_ = State::overlap;
  } else if (node_a.is_leaf() && node_b.is_leaf() && state_ == State::open) {
    state_ = State::leaves_meet;
  }
  return true;
}

void SphereHits::test_child(std::uint32_t a, std::uint32_t b, bool divides_a) {
  if (!test(a, b, divides_a)) return;
  hits_.push_back(deepest_);
  std::push_heap(hits_.begin(), hits_.end(), is_later);
}

void SphereHits::retry(const SphereHit& before) {
  if (state_ == State::open && (before.a != 0 || before.b != 0)) {
    test(before.a, before.b, before.divides_a);
  }
}

std::uint32_t SphereHits::step() {
  std::pop_heap(hits_.begin(), hits_.end(), is_later);
  const SphereHit hit = hits_.back();
  hits_.pop_back();
  const SphereNode& divided = hit.divides_a ? a_[hit.a] : b_[hit.b];
  const bool target_is_leaf = hit.divides_a ? b_[hit.b].is_leaf() : a_[hit.a].is_leaf();
  for (std::uint32_t i = 0; i < divided.children; i++) {
    const std::uint32_t child = divided.child + i;
    const bool child_is_leaf = hit.divides_a ? a_[child].is_leaf() : b_[child].is_leaf();
    // The cross-over, or not, where that side has no children.
    const bool divides_a =
        hit.divides_a ? target_is_leaf && !child_is_leaf : !(target_is_leaf && !child_is_leaf);
    hit.divides_a ? test_child(child, hit.b, divides_a) : test_child(hit.a, child, divides_a);
  }
  if (hits_.empty() && state_ == State::open) {
    state_ = State::apart;
    lower_ = nearest_apart_;
    upper_ = std::max(upper_, lower_);
  }
  return std::max(divided.children, 1u);
}

}  // namespace glance::rooms::spheres
