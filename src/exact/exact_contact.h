// For two bodies that have a point in common: do they touch or overlap? Decided exactly, from a few
// vertices.
//
// What is known: the origin is strictly between one, two or three points of A - B (an
// ExactSimplex). They touch exactly if some n other than zero has n.x <= 0 for all x of A - B, and
// such an n is perpendicular to what those points span:
//
//   three  n is one of the two normals of their triangle: two questions for the farthest point;
//   two    n turns about their line. The points of A - B found so far, seen along the line, are
//          within an angle; as long as that is below 180 degrees, the normal on one of its two
//          sides is asked for a farther point, which widens it, unless there is none (touching).
//          Beyond 180 degrees the origin is surrounded (overlapping);
//   one    a vertex of A is at a vertex of B. Then the edges at these two decide: with them as
//          points, the question is where the origin is with respect to their hull, and whether it
//          is strictly inside: the same search, and the two cases above.
#pragma once

#include "exact/exact_search.h"
#include "glance/certificate.h"

namespace glance::rooms::exact {

struct ExactContact {
  Certificate certificate;     ///< touching or overlapping
  ExactPoint normal{0, 0, 0};  ///< touching: from A to B
};

/// `hints`: pairs that were part of the plane between them a moment ago.
ExactContact exact_contact(ExactBodies& bodies, const ExactSimplex& simplex,
                           std::span<const VertexPair> hints, std::uint32_t& steps);

}  // namespace glance::rooms::exact
