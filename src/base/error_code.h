// What is wrong with a number that was refused.
#pragma once

#include <cmath>

#include "glance/result.h"
#include "rooms.h"

namespace glance::base {

inline ErrorCode code_of(double refused) {
  return std::isfinite(refused) ? ErrorCode::invalid_argument : ErrorCode::not_finite;
}

}  // namespace glance::base
