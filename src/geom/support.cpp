#include "geom/support.h"

#include "geom/cyclic_search.h"
#include "math/predicates.h"

namespace glance::geom {
namespace {

/// The neighbour to go to next, or v itself.
std::uint32_t best_neighbor(const Polytope& body, const Vec3& direction, std::uint32_t v) {
  const auto neighbors = body.topology().vertex_neighbors(v);
  const Vec3& here = body.vertex(v);
  if (!body.has_many_neighbors(v)) {
    std::uint32_t best = v;
    for (std::uint32_t w : neighbors) {
      if (compare_along(direction, body.vertex(w), body.vertex(best)) > 0) best = w;
    }
    return best;
  }
  // The edges at v, cut by a plane across the inward direction m, give a convex
  // polygon, and d.e / m.e is an affine function on it: it rises to one maximum
  // and falls to one minimum around the ring, so the maximum can be searched.
  const Vec3 inward = body.mass().centroid - here;
  const auto steeper = [&](std::uint32_t i, std::uint32_t j) {
    return compare_slope(direction, inward, here, body.vertex(neighbors[i]),
                         body.vertex(neighbors[j])) > 0;
  };
  const std::uint32_t w =
      neighbors[cyclic_maximum(static_cast<std::uint32_t>(neighbors.size()), steeper)];
  return compare_along(direction, body.vertex(w), here) > 0 ? w : v;
}

}  // namespace

std::uint32_t hill_climb(const Polytope& body, const Vec3& direction, std::uint32_t start) {
  for (std::uint32_t v = start;;) {
    const std::uint32_t next = best_neighbor(body, direction, v);
    if (next == v) return v;
    v = next;
  }
}

bool climb(const Polytope& body, const Vec3& direction, std::uint32_t& vertex,
           std::uint32_t& steps) {
  const Topology& topology = body.topology();
  for (std::uint32_t left = topology.vertex_count(); left > 0; left--, steps++) {
    const auto neighbors = topology.vertex_neighbors(vertex);
    const std::size_t next = steepest_neighbor(body, direction, vertex, 0);
    if (next == neighbors.size()) return true;
    vertex = neighbors[next];
  }
  return false;
}

}  // namespace glance::geom
