// Access to the parts of a motion that are hidden from users.
#pragma once

#include "glance/motion.h"
#include "rooms.h"

namespace glance::rooms::math {

struct MotionAccess {
  static const Mat3& residue(const Motion& motion) { return motion.residue_; }
  static Motion of_part(const Motion& body, const Pose& part) { return body.of_part(part); }
};

/// The difference between the rotation at the end, turned back, and that at the start (see Motion).
inline const Mat3& residue_of(const Motion& motion) { return MotionAccess::residue(motion); }

/// How a part moves that has this pose in the body's frame. Up to a few roundings; a point of the
/// part is never farther off than part_error says.
inline Motion part_motion(const Motion& body, const Pose& part) {
  return MotionAccess::of_part(body, part);
}
double part_error(const Motion& body, const Pose& part);

}  // namespace glance::rooms::math
