// Features of a shape by where they are, so that tests need no numbers of vertices.
#pragma once

#include <cstdint>
#include <vector>

#include "glance/shape.h"

namespace glance::test {

/// The vertex furthest along a direction.
inline FeatureId vertex_towards(const Shape& shape, const Vec3& direction) {
  std::uint32_t best = 0;
  for (std::uint32_t v = 1; v < shape.vertex_count(); v++) {
    if (dot(direction, shape.vertices()[v]) > dot(direction, shape.vertices()[best])) best = v;
  }
  return {FeatureKind::vertex, best};
}

/// The edge of which the middle is furthest along a direction.
inline FeatureId edge_towards(const Shape& shape, const Vec3& direction) {
  const auto height = [&](std::uint32_t e) {
    const auto ends = shape.edge_vertices(e);
    return dot(direction, Vec3(shape.vertices()[ends[0]] + shape.vertices()[ends[1]]));
  };
  std::uint32_t best = 0;
  for (std::uint32_t e = 1; e < shape.edge_count(); e++) {
    if (height(e) > height(best)) best = e;
  }
  return {FeatureKind::edge, best};
}

/// The face that looks most along a direction.
inline FeatureId face_towards(const Shape& shape, const Vec3& direction) {
  std::uint32_t best = 0;
  for (std::uint32_t f = 1; f < shape.face_count(); f++) {
    if (dot(direction, shape.face_normal(f)) > dot(direction, shape.face_normal(best))) best = f;
  }
  return {FeatureKind::face, best};
}

inline std::vector<FeatureId> all_features(const Shape& shape) {
  std::vector<FeatureId> features;
  for (std::uint32_t v = 0; v < shape.vertex_count(); v++) {
    features.push_back({FeatureKind::vertex, v});
  }
  for (std::uint32_t e = 0; e < shape.edge_count(); e++) {
    features.push_back({FeatureKind::edge, e});
  }
  for (std::uint32_t f = 0; f < shape.face_count(); f++) {
    features.push_back({FeatureKind::face, f});
  }
  return features;
}

}  // namespace glance::test
