// How a world finds its pairs, for comparing methods and for measuring what each costs. Answers do
// not depend on any of it (but see DetectTuning::hull).
#pragma once

#include <cstdint>
#include <string_view>

#include "glance/export.h"
#include "glance/research/swept_hulls.h"

namespace glance {

/// How tight boxes find the extreme vertices of a body. All methods give the same boxes (up to the
/// last digit where vertices are equally extreme).
enum class BoxMethod : std::uint8_t {
  automatic,  ///< all vertices for small bodies, `neighbors` for large ones
  neighbors,  ///< climbs from the vertex of the last frame to higher neighbours, comparing a single
              ///< coordinate
  walls,      ///< half of a Voronoi test against six imaginary walls
};

/// How sweep and prune sorts its lists (I-COLLIDE section 5.1).
enum class SortMethod : std::uint8_t {
  automatic,  ///< `bubble` when few bodies move, `sweep` when many do
  insertion,  ///< three lists, one pass over each
  bubble,  ///< three lists; each end that moved is exchanged with neighbours until it is in place
  sweep,   ///< one list, kept in order and swept along (not in the paper)
};

GLANCE_API std::string_view to_string(BoxMethod method);  ///< "auto", "neighbors", "walls"
GLANCE_API std::string_view to_string(SortMethod sort);  ///< "auto", "insertion", "bubble", "sweep"

/// The type of WorldOptions::tuning.
struct WorldTuning {
  /// For BroadMethod::sweep_and_prune. (BroadMethod::automatic is that one for all but
  /// `automatic`.)
  SortMethod sort = SortMethod::automatic;
  BoxMethod box_method = BoxMethod::automatic;  ///< for tight boxes

  bool operator==(const WorldTuning&) const = default;
};

/// The type of DetectOptions::tuning.
struct DetectTuning {
  /// For BetweenFrames::safe. With SweptHull::paper, as IVRI-CD describes it, contacts may be
  /// missed.
  SweptHull hull = SweptHull::safe;

  bool operator==(const DetectTuning&) const = default;
};

}  // namespace glance
