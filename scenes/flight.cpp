#include "scenes/flight.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace glance::scenes {

void Flight::spin() {
  rotation = multiply(turn, rotation);
  // Rounding would let the length drift over many frames.
  const double length = std::sqrt((rotation.w * rotation.w + rotation.x * rotation.x) +
                                  (rotation.y * rotation.y + rotation.z * rotation.z));
  rotation = {rotation.w / length, rotation.x / length, rotation.y / length, rotation.z / length};
}

Result<Pose> Flight::pose(const Shape& shape) const {
  const Mat3 matrix = rotation_matrix(rotation);
  return Pose::make(matrix, center - multiply(matrix, shape.mass().centroid));
}

Quat turn_about(const Vec3& unit_axis, double degrees) {
  return Quat::from_rotation_vector(unit_axis * (degrees * std::numbers::pi / 180));
}

Result<void> check_range(const char* what, double value, double least, double most) {
  if (value >= least && value <= most) return {};
  return fail(fmt::format("{} must be from {} to {}, not {}", what, least, most, value));
}

}  // namespace glance::scenes
