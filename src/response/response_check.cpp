// Tested in tests/unit/response/response_solver_test.cpp (ResponseSolver).
#include "response/response_check.h"

#include <fmt/format.h>

#include "glance/tolerance.h"

namespace glance::rooms::response {
namespace {

Result<void> check_state(std::uint32_t number, const RigidState& state) {
  const Quat& q = state.rotation;
  const double length_sq = ((q.w * q.w + q.x * q.x) + q.y * q.y) + q.z * q.z;
  if (is_finite(state.position) && is_finite(state.velocity) && is_finite(state.spin) &&
      std::fabs(length_sq - 1) <= kRotationTolerance) {
    return {};
  }
  return fail(ErrorCode::not_finite,
              fmt::format("state of body {} is not finite, or its rotation is not of unit length "
                          "(squared length {:.9g})",
                          number, length_sq));
}

Result<void> check_contact(std::size_t number, const ResponseContact& contact,
                           std::span<const RigidState> states) {
  if (contact.a == contact.b || contact.a >= states.size() || contact.b >= states.size()) {
    return fail(contact.a == contact.b ? ErrorCode::duplicate : ErrorCode::bad_index,
                fmt::format("contact {} is between bodies {} and {} of {}", number, contact.a,
                            contact.b, states.size()));
  }
  if (!is_finite(contact.point) || !std::isfinite(contact.depth)) {
    return fail(
        ErrorCode::not_finite,
        fmt::format("contact {} is not finite: point ({}, {}, {}), depth {}", number,
                    contact.point.x(), contact.point.y(), contact.point.z(), contact.depth));
  }
  // A unit normal's squared length is 1; the tolerance is that of a rotation's rows.
  if (!(std::fabs(norm_sq(contact.normal) - 1) <= kRotationTolerance)) {
    return fail(ErrorCode::bad_geometry,
                fmt::format("normal ({}, {}, {}) of contact {} is not of unit length",
                            contact.normal.x(), contact.normal.y(), contact.normal.z(), number));
  }
  for (const std::uint32_t body : {contact.a, contact.b}) {
    if (auto good = check_state(body, states[body]); !good) return good;
  }
  return {};
}

}  // namespace

Result<void> check_response(std::span<const RigidBody> bodies, std::span<const RigidState> states,
                            std::span<const ResponseContact> contacts) {
  if (bodies.size() != states.size()) {
    return fail(fmt::format("{} bodies have {} states", bodies.size(), states.size()));
  }
  for (std::size_t i = 0; i < contacts.size(); i++) {
    if (auto good = check_contact(i, contacts[i], states); !good) return good;
  }
  return {};
}

}  // namespace glance::rooms::response
