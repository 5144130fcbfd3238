// Tested in tests/unit/bound/volume_tree_test.cpp (VolumePair.NeverSaysFartherThanItIs).
#include "bound/placement.h"

#include <algorithm>
#include <array>

namespace glance::rooms::bound {

Placement::Placement(const TreeFrame& a, const Pose& pose_a, const TreeFrame& b, const Pose& pose_b)
    : scale(b.unit / a.unit), unit(a.unit) {
  const Mat3 turn_a = glance::inverse(pose_a.rotation());
  const Mat3 turn = compose(turn_a, pose_b.rotation());
  const Vec3 apart = pose_b.translation() - pose_a.translation();
  const Vec3 origin_b = multiply(pose_b.rotation(), b.origin);
  translation = (multiply(turn_a, apart + origin_b) - a.origin) / a.unit;
  rotation = turn * scale;
  inverse = glance::inverse(turn) / scale;
  back = -multiply(inverse, translation);
  // The stretch of a matrix is off by at most 1.5 times that number; lengths in A's frame by the
  // one of A, B's volumes by both.
  grow = 1 + 4 * (rotation_error(pose_a.rotation()) + rotation_error(pose_b.rotation())) + 0x1p-46;
  // Each step is off by a few 2^-53 of its largest operand; 2^-46 is more than all of them
  // together.
  const double sizes = one_norm(apart) + one_norm(a.origin) + one_norm(b.origin);
  slack = 0x1p-46 * (sizes / a.unit + 4 * scale + 4);
}

std::array<double, 12> Placement::numbers() const {
  std::array<double, 12> values;
  for (int i = 0; i < 9; i++) values[i] = rotation(i / 3, i % 3);
  for (int k = 0; k < 3; k++) values[9 + k] = translation[k];
  return values;
}

double Placement::moved_since(const std::array<double, 12>& before, double reach) const {
  double turned_sq = 0;
  for (int i = 0; i < 9; i++) {
    const double change = rotation(i / 3, i % 3) - before[i];
    turned_sq += change * change;
  }
  const Vec3 shift = translation - Vec3(before[9], before[10], before[11]);
  return norm(shift) + std::sqrt(turned_sq) * reach;
}

}  // namespace glance::rooms::bound
