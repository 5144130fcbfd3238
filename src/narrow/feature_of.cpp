#include "narrow/feature_of.h"

#include <algorithm>

namespace glance {

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
    const auto loop = topology.face_vertices(face);
    if (std::all_of(vertices.begin(), vertices.end(), [&](std::uint32_t v) {
          return std::find(loop.begin(), loop.end(), v) != loop.end();
        })) {
      return FeatureId{FeatureKind::face, face};
    }
  }
  return std::nullopt;
}

}  // namespace glance
