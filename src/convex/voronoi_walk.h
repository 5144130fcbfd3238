// The walk to the closest pair of features (I-COLLIDE section 3.2, after Lin and Canny; the
// steps are those of Mirtich's V-Clip, which needs no face-face pair: parallel faces are
// closest at a vertex or an edge too).
//
// A pair of features is the closest one if the nearest points of the two lie each in the
// other's Voronoi region. If one does not, a plane of that region separates it from the
// feature that lies behind the plane, and the walk steps there:
//
//   up    to a feature of higher dimension (vertex to edge, edge to face), which contains
//         the old one and has a point strictly nearer: the distance falls;
//   down  to a part of the feature (face to edge, edge to vertex) that holds the nearest
//         point: the distance is the same.
//
// So (distance, dimensions of both features) falls lexicographically. With rounding this is
// not taken on trust but tested: after a step up the distance must be smaller, as a double,
// than all before; else the walk stops where it was before ("stalled": a tie, such as
// parallel edges, or noise).
//
// It ends: between two steps up there are at most four steps down; each step up but the last
// lowers a positive double. The exception are walks through the inside (a vertex below its
// face), where distance means nothing: there the cell is left for one in which the vertex
// lies further out, by a measure that grows from cell to cell, for at most as many steps as
// there are faces; and after kMaxInsideVisits of them, or a number of steps that no coherent
// motion needs, the walk gives up. Who asked goes on with another method.
//
// Everything here is a search in doubles: what it finds is proved or refused by the bounds of
// convex/separation and convex/closest_points.
#pragma once

#include "convex/pair_frame.h"

namespace glance::convex {

struct WalkEnd {
  enum class Kind : std::uint8_t {
    closest,  ///< both points pass, or nothing nearer was found: the closest features
    inside,   ///< a vertex is inside the other body or an edge runs through a face
    gave_up
  };
  Kind kind = Kind::gave_up;
  FeatureId feature_a, feature_b;
};

/// From any pair of features; `steps` counts the pairs looked at.
WalkEnd voronoi_walk(const PairFrame& frame, FeatureId start_a, FeatureId start_b,
                     bool interior_cells, std::uint32_t& steps);

}  // namespace glance::convex
