// The search of Gilbert, Johnson and Keerthi (1988) for the point of A - B nearest to the
// origin, over vertex pairs: a simplex of at most four points of A - B, of which the part
// that holds the nearest point is kept and the extreme point towards the origin added.
//
// (For `QueryMethod::gjk`, and cores known by their support functions alone: curved/gjk. One search
// could not give the bits of both: this one starts from four pairs that were around the nearest
// point in the last question, climbs from vertex to vertex, and ends when it finds a vertex that it
// already has.)
//
// It serves where the walk gives up, and for the verdict alone, where it is the quicker way
// to either proof: a direction with a gap, or four pairs around the origin.
#pragma once

#include <array>

#include "convex/separation.h"

namespace glance::rooms::convex {

struct SimplexEnd {
  enum class Kind : std::uint8_t {
    apart,   ///< `separation` has a positive lower bound; where the distance was asked for,
             ///< nothing nearer was found
    inside,  ///< the four pairs have the origin inside
    unclear  ///< neither could be shown: contact, or the end of what doubles can tell
  };
  Kind kind = Kind::unclear;
  Separation separation;                 ///< the widest seen
  std::array<VertexPair, 4> pairs = {};  ///< the simplex
  std::array<double, 4> weights = {};    ///< of the pairs in the nearest point (inside: the origin)
  int count = 0;
};

/// Whether to stop at the first proof or to go on to the nearest points.
enum class SearchGoal : std::uint8_t { verdict, distance };

/// Where a search begins: with pairs that were around the nearest point in the last question, or,
/// if there are none, with a direction.
struct SearchStart {
  std::span<const VertexPair> pairs;
  Vec3 direction;
};

SimplexEnd simplex_search(const PairFrame& frame, const SearchStart& start, SearchGoal goal,
                          QueryWork& work);

/// Whether four pairs have the origin strictly inside, rounding allowed for; if so, the
/// weights (not normalised) of the pairs at the origin.
bool surrounds_origin(const PairFrame& frame, std::span<const VertexPair, 4> pairs,
                      std::array<double, 4>& weights);

/// For an origin that lies on a side of the simplex, so that the search has no direction in which
/// to continue (boxes with parallel faces, bodies in the very same place): tries the given pairs
/// and extreme pairs on all sides. True if four of them have the origin strictly inside; false
/// tells nothing.
bool try_surround(const PairFrame& frame, std::span<const VertexPair, 4> known,
                  std::array<VertexPair, 4>& pairs, std::array<double, 4>& weights,
                  QueryWork& work);

}  // namespace glance::rooms::convex
