// What the solver refuses.
#pragma once

#include <span>

#include "glance/response.h"
#include "rooms.h"

namespace glance::rooms::response {

/// Sizes, numbers of bodies, and finite numbers of all that contacts name.
Result<void> check_response(std::span<const RigidBody> bodies, std::span<const RigidState> states,
                            std::span<const ResponseContact> contacts);

}  // namespace glance::rooms::response
