// What is wrong with a number that was refused.
#pragma once

#include <cmath>

#include "glance/result.h"
#include "rooms.h"

namespace glance::rooms::base {

inline ErrorCode code_of(double refused) {
  return std::isfinite(refused) ? ErrorCode::invalid_argument : ErrorCode::not_finite;
}

}  // namespace glance::rooms::base
