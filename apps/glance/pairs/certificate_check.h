// Whether the certificate of an answer proves it: what `glance pairs --verify` asks.
#pragma once

#include <optional>

#include "glance/query.h"
#include "pairs/pair_line.h"

namespace glance::app {

/// Of bodies that are not convex: touching and overlapping is proved of the two parts that are
/// named; apart of convex bodies around all parts. Nothing where there is no proof that could be
/// checked: of such bodies that are entangled, or one inside the other (query.h).
std::optional<Result<void>> check_certificate(const Pair& pair, const Distance& answer);

}  // namespace glance::app
