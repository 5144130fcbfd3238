#include "scenes/flight.h"

#include <fmt/format.h>

#include <numbers>

namespace glance::scenes {

Quat turn_about(const Vec3& unit_axis, double degrees) {
  return Quat::from_rotation_vector(unit_axis * (degrees * std::numbers::pi / 180));
}

Result<void> check_range(const char* what, double value, double least, double most) {
  if (value >= least && value <= most) return {};
  return fail(fmt::format("{} must be from {} to {}, not {}", what, least, most, value));
}

}  // namespace glance::scenes
