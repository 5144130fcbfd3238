// Tested in tests/unit/io/recording_test.cpp (Recording.AnyPosesComeBack).
#include "io/pose_track.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace glance::rooms::io {
namespace {

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

/// Numbers doubles in their order: neighbours get neighbouring numbers, -0.0 comes just
/// before 0.0.
std::uint64_t rank(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return bits & kSign ? ~bits : bits | kSign;
}

double ranked(std::uint64_t rank) {
  return std::bit_cast<double>(rank & kSign ? rank & ~kSign : ~rank);
}

/// How many doubles `x` is above `expected`, in turn 0, -1, 1, -2, 2, .. as 0, 1, 2, 3, 4, ..
void put_difference(ByteWriter& out, double x, double expected) {
  const std::uint64_t steps = rank(x) - rank(expected);
  out.put_varint(steps << 1 ^ (steps & kSign ? ~std::uint64_t{0} : 0));
}

double get_difference(ByteReader& in, double expected) {
  const std::uint64_t folded = in.get_varint();
  const std::uint64_t steps = folded >> 1 ^ (folded & 1 ? ~std::uint64_t{0} : 0);
  return ranked(rank(expected) + steps);
}

/// The third row of a rotation is the cross product of the others.
Vec3 third_row(const Mat3& rotation) { return cross(rotation.row(0), rotation.row(1)); }

}  // namespace

Mat3 PoseTrack::expected_rotation() const {
  // With fewer than two poses, the other is the identity or the last one again.
  if (known_ < 2) return last_.rotation();
  const Mat3 back = before_.rotation().transpose();
  return compose(compose(last_.rotation(), back), last_.rotation());
}

Vec3 PoseTrack::expected_translation(const Mat3& rotation) const {
  if (known_ == 0) return Vec3::zero();
  Vec3 center = last_.apply(center_);
  if (known_ == 2) center += center - before_.apply(center_);
  return center - multiply(rotation, center_);
}

void PoseTrack::remember(const Pose& pose) {
  before_ = last_;
  last_ = pose;
  known_ = std::min(known_ + 1, 2);
}

void PoseTrack::write(ByteWriter& out, const Pose& pose) {
  const Mat3& rotation = pose.rotation();
  const Mat3 expected = expected_rotation();
  for (int row = 0; row < 2; row++) {
    for (int i = 0; i < 3; i++) put_difference(out, rotation(row, i), expected(row, i));
  }
  const Vec3 third = third_row(rotation);
  for (int i = 0; i < 3; i++) put_difference(out, rotation(2, i), third[i]);
  const Vec3 translation = expected_translation(rotation);
  for (int i = 0; i < 3; i++) put_difference(out, pose.translation()[i], translation[i]);
  remember(pose);
}

Result<Pose> PoseTrack::read(ByteReader& in) {
  Mat3 rotation = expected_rotation();
  for (int row = 0; row < 2; row++) {
    for (int i = 0; i < 3; i++) rotation(row, i) = get_difference(in, rotation(row, i));
  }
  const Vec3 third = third_row(rotation);
  for (int i = 0; i < 3; i++) rotation(2, i) = get_difference(in, third[i]);
  Vec3 translation = expected_translation(rotation);
  for (int i = 0; i < 3; i++) translation[i] = get_difference(in, translation[i]);
  Result<Pose> pose = Pose::make(rotation, translation);
  if (pose) remember(*pose);
  return pose;
}

}  // namespace glance::rooms::io
