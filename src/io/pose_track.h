// The poses of one body, frame after frame, as differences to what was to be expected.
//
// Bodies mostly go on as before: with constant velocity of their centre, and turning about a
// constant axis. Then twelve doubles differ from the expected ones in the last digits only,
// and take about a byte each. Whatever a body does, its poses come back bit by bit: it only
// takes more bytes. Both sides compute the expectation with the same operations in the same
// order (math.h), so they agree on every machine.
#pragma once

#include "base/bytes.h"
#include "glance/math.h"

namespace glance::rooms::io {

class PoseTrack {
 public:
  /// `center` (local): the point that is expected to move along a straight line. Has to be
  /// finite, and only matters for how many bytes poses take.
  explicit PoseTrack(const Vec3& center) : center_(center) {}

  void write(ByteWriter& out, const Pose& pose);
  /// Refuses what is no pose.
  Result<Pose> read(ByteReader& in);

 private:
  Mat3 expected_rotation() const;
  Vec3 expected_translation(const Mat3& rotation) const;
  void remember(const Pose& pose);

  Vec3 center_;
  Pose last_, before_;
  int known_ = 0;  ///< how many of these two are set
};

}  // namespace glance::rooms::io
