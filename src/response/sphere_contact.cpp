// Contacts from spheres, and the rule that needs no more than a normal.
// Tested in tests/unit/response/response_solver_test.cpp (SphereContact.DividesTheLineByTheRadii).
#include <fmt/format.h>

#include "base/error_code.h"
#include "glance/response.h"

namespace glance {
Result<ResponseContact> contact_of_spheres(std::uint32_t a, const Vec3& center_a, double radius_a,
                                           std::uint32_t b, const Vec3& center_b, double radius_b) {
  for (const double radius : {radius_a, radius_b}) {
    if (!(radius >= 0 && std::isfinite(radius))) {
      return fail(base::code_of(radius),
                  fmt::format("radius must be finite and not negative, not {}", radius));
    }
  }
  const Vec3 between = center_b - center_a;
  const double distance = norm(between);
  if (!(distance > 0 && std::isfinite(distance))) {
    return fail(ErrorCode::bad_geometry,
                fmt::format("the centres of two spheres are {} apart: no direction", distance));
  }
  const double radii = radius_a + radius_b;
  const double share = radii > 0 ? radius_a / radii : 0.5;
  return ResponseContact{a, b, center_a + share * between, normalized(between), radii - distance};
}

bool exchange_velocities(RigidState& a, RigidState& b, const Vec3& normal) {
  const double approach = dot(normal, Vec3(a.velocity - b.velocity));
  if (!(approach > 0)) return false;
  a.velocity -= approach * normal;
  b.velocity += approach * normal;
  return true;
}

}  // namespace glance
