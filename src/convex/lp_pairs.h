// From the weights that a linear program ends with to few pairs of vertices.
#pragma once

#include <array>

#include "math/linear_program.h"

namespace glance::rooms::convex {

/// Columns of a program, an A and a B, that are taken together.
struct ColumnPair {
  int a = 0, b = 0;
};

/// The columns are vertices (v, 1, 0) of A and (-w, 0, 1) of B, except column `left_out`. With the
/// weights of the program, sum a v - sum b w = 0. At most five vertices are enough for that
/// (Caratheodory), and these are combined into at most four pairs so that 0 is a weighted mean of
/// their differences v - w. With four pairs it lies inside their tetrahedron, up to rounding.
/// Returns the number of pairs.
int pairs_around_origin(const LinearProgram& lp, int left_out, std::array<ColumnPair, 4>& pairs);

}  // namespace glance::rooms::convex
