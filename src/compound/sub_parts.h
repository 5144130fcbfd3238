// The answer of touching_parts for two convex bodies: each whole body is a part.
#pragma once

#include <vector>

#include "convex/pair_question.h"

namespace glance::rooms::compound {

/// Within the margin of the question.
void convex_touching_parts(const PairQuestion& question, std::vector<TouchingParts>& found,
                           QueryWork& work);

}  // namespace glance::rooms::compound
