// Towards the extreme vertex of a polytope along a direction, over neighbours.
#pragma once

#include <cstdint>

#include "geom/polytope.h"

namespace glance::rooms::geom {

/// The neighbour of a vertex that rises most along a direction, in doubles, if any rises by
/// more than `least`: its place among the neighbours, or their number.
inline std::size_t steepest_neighbor(const Polytope& body, const Vec3& direction,
                                     std::uint32_t vertex, double least) {
  const auto neighbors = body.topology().vertex_neighbors(vertex);
  const Vec3& here = body.vertex(vertex);
  std::size_t steepest = neighbors.size();
  const auto offer = [&](std::size_t i, const Vec3& there) {
    const double rise = dot(direction, Vec3(there - here));
    steepest = rise > least ? i : steepest;
    least = rise > least ? rise : least;
  };
  if (body.is_small()) {
    for (std::size_t i = 0; i < neighbors.size(); i++) offer(i, body.vertex(neighbors[i]));
  } else {
    const Vec3* positions = body.neighbor_positions(vertex);
    for (std::size_t i = 0; i < neighbors.size(); i++) offer(i, positions[i]);
  }
  return steepest;
}

/// Climbs from `vertex` to its steepest neighbour, in doubles, for as long as that rises. A linear
/// function on a convex body has no local maximum that is not the maximum: where it ends is an
/// extreme vertex, up to rounding. Each neighbour w of that vertex v has a rounded
/// direction . (w - v) <= 0, of which the error is at most 4 * 2^-53 |direction| |w - v|: so
/// no point m of the body rises above v by more than
///
///   4 * 2^-53 * vertex_condition(v) * |direction| |m - v|.
///
/// (The body lies in the cone at v: m - v = sum l_i (w_i - v) with l_i >= 0. With c_i the
/// cosine between the edge to w_i and an axis of that cone, sum l_i |w_i - v| c_i <= |m - v|;
/// vertex_condition is at least 1 / min c_i.)
///
/// `steps` counts the vertices passed. Rounding could lead it around in a circle of equals,
/// so it stops after as many steps as there are vertices; false says that it did, and that
/// the bound does not hold.
bool climb(const Polytope& body, const Vec3& direction, std::uint32_t& vertex,
           std::uint32_t& steps);

}  // namespace glance::rooms::geom
