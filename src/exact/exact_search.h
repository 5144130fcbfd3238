// The point of A - B nearest to the origin, without any rounding: the search of Gilbert, Johnson
// and Keerthi (1988) over the points of an ExactSupport. Each step comes strictly nearer, and there
// are finitely many sets of vertices, so it ends. Started where doubles ended, it takes a few steps
// whatever the size of the bodies.
//
// Only signs are needed on the way, of expressions of degree four in the coordinates at most: the
// nearest point itself is a fraction of degree five, and made at the end, if it is wanted.
#pragma once

#include <array>
#include <span>

#include "exact/exact_bodies.h"
#include "exact/exact_nearest.h"

namespace glance::rooms::exact {

/// Affinely independent corners with the nearest point strictly between them.
struct ExactSimplex {
  std::array<ExactCorner, 4> corner;
  int count = 0;
  /// From the origin to the nearest point; zero where that is the origin.
  ExactVector direction;

  bool at_origin() const { return direction.is_zero(); }
  /// The origin is strictly inside of a tetrahedron.
  bool is_inside() const { return count == 4; }
};

/// `start`: one to four pairs to begin with. `steps` counts the points added.
ExactSimplex exact_search(ExactBodies& bodies, ExactSupport& support,
                          std::span<const VertexPair> start, std::uint32_t& steps);

/// The nearest point as a fraction, with rounded weights.
ExactNearest nearest_of(const ExactSimplex& simplex, int exponent);

}  // namespace glance::rooms::exact
