#include "geom/support.h"

namespace glance::rooms::geom {

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

}  // namespace glance::rooms::geom
