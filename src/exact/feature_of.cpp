// Tested in tests/property/oracle_test.cpp (Oracle.AgreesWithItself).
#include "exact/feature_of.h"

#include <algorithm>

namespace glance::rooms::exact {
namespace {

/// Looks around the face or around the vertex, whichever is shorter.
bool is_corner(const Topology& topology, std::uint32_t face, std::uint32_t vertex) {
  const auto loop = topology.face_vertices(face);
  const std::size_t degree = topology.vertex_neighbors(vertex).size();
  if (loop.size() <= degree) return std::find(loop.begin(), loop.end(), vertex) != loop.end();
  for (std::uint32_t i = 0; i < degree; i++) {
    if (topology.face_after(vertex, i) == face) return true;
  }
  return false;
}

}  // namespace

std::optional<FeatureId> feature_of(const Topology& topology,
                                    std::span<const std::uint32_t> vertices) {
  const std::uint32_t first = vertices[0];
  std::uint32_t second = first;
  bool more = false;
  for (const std::uint32_t v : vertices) {
    if (v == first || v == second) continue;
    more |= second != first;
    if (second == first) second = v;
  }
  if (second == first) return FeatureId{FeatureKind::vertex, first};
  const auto neighbors = topology.vertex_neighbors(first);
  if (!more) {
    const auto found = std::find(neighbors.begin(), neighbors.end(), second);
    if (found != neighbors.end()) {
      return FeatureId{FeatureKind::edge, topology.vertex_edges(first)[found - neighbors.begin()]};
    }
  }
  for (std::uint32_t i = 0; i < neighbors.size(); i++) {
    const std::uint32_t face = topology.face_after(first, i);
    if (face == kNoFace) continue;
    const auto holds = [&](std::uint32_t v) { return is_corner(topology, face, v); };
    if (std::all_of(vertices.begin(), vertices.end(), holds)) {
      return FeatureId{FeatureKind::face, face};
    }
  }
  return std::nullopt;
}

}  // namespace glance::rooms::exact
