// The walk to the closest pair of features (I-COLLIDE section 3.2, after Lin and Canny; the
// steps are those of Mirtich's V-Clip, which needs no face-face pair: parallel faces are
// closest at a vertex or an edge too).
//
// A pair of features is the closest one if the nearest point of each feature lies in the Voronoi
// region of the other. If one does not, some plane of that region has it on the wrong side, and the
// walk steps across this plane:
//
//   up    to a feature of higher dimension (vertex to edge, edge to face), which contains
//         the old one and has a strictly nearer point: the distance falls;
//   down  to a part of the feature (face to edge, edge to vertex) that contains the nearest
//         point: the distance stays the same.
//
// So (distance, dimensions of both features) falls lexicographically. With rounding this need not
// hold, so it is tested: after a step up the distance must be smaller, as a double, than all
// earlier ones; otherwise the walk stops at the pair before that step ("stalled": a tie, such as
// parallel edges, or noise).
//
// The walk ends: between two steps up there are at most four steps down, and each step up but the
// last lowers a positive double. Exceptions are walks through the inside of a body (a vertex below
// its face), where distance means nothing. There the walk moves to a cell in which the vertex is
// farther outside, by a measure that grows from cell to cell, for at most as many steps as there
// are faces. After kMaxInsideVisits of these, or after more steps than a coherent motion needs, the
// walk gives up, and the caller continues with another method.
//
// Everything here is a search in doubles: its result is proved or rejected by the bounds of
// convex/separation and convex/closest_points.
#pragma once

#include "convex/pair_frame.h"

namespace glance::rooms::convex {

struct WalkEnd {
  enum class Kind : std::uint8_t {
    closest,  ///< both points pass the test, or nothing nearer was found: the closest features
    inside,   ///< a vertex is inside the other body or an edge runs through a face
    gave_up
  };
  Kind kind = Kind::gave_up;
  FeatureId feature_a, feature_b;
};

/// Starts from any pair of features. `steps` counts the pairs visited.
WalkEnd voronoi_walk(const PairFrame& frame, FeatureId start_a, FeatureId start_b,
                     bool interior_cells, std::uint32_t& steps);

}  // namespace glance::rooms::convex
