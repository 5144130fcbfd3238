// A pose as JSON, and a motion between two of them.
//
//   POSE    {"translation": [x, y, z], "rotation": [row, row, row]}, or "quaternion":
//           [w, x, y, z] instead of "rotation"
//   MOTION  {"from": POSE, "to": POSE, "centre": [x, y, z]}, or "linear": [x, y, z] and
//           "angular": [x, y, z] instead of "to"
//
// Every part is optional (default: the identity, rest, the body's origin). All throw a Refusal.
#pragma once

#include "common/json_reader.h"
#include "glance/motion.h"

namespace glance::app {

Pose read_pose(const Json& value, const Where& where);

/// The pose under this key of `object`, which is at `outer` (null: at the top).
Pose read_pose_of(const Json& object, const char* key, const Where* outer = nullptr);

/// The motion that the line has under this key.
Motion read_motion_of(const Json& line, const char* key);

}  // namespace glance::app
