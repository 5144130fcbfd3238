// Whether the certificate of an answer proves it: what `glance pairs --verify` asks.
#pragma once

#include <optional>

#include "glance/query.h"
#include "pairs/pair_line.h"

namespace glance::app {

/// For bodies that are not convex, `touching` and `overlapping` are checked for the two parts that
/// the answer names, and `apart` for convex bodies around all parts. Nothing if there is no proof
/// to check: if such bodies are entangled, or one is inside the other (query.h).
std::optional<Result<void>> check_certificate(const Pair& pair, const Distance& answer);

}  // namespace glance::app
