// Whether a stored answer can be about a pair: that it names bodies and features that are there.
#pragma once

#include "broad/pair_key.h"
#include "world/bodies.h"

namespace glance::rooms::world {

bool is_about(const PairReport& answer, PairKey key, const Bodies& bodies);
bool is_about(const ContactPoint& point, PairKey key, const Bodies& bodies);

}  // namespace glance::rooms::world
