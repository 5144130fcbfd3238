// Pairs of vertices that stand for a pair of features: where an exact search for their closest
// points begins, and what proves an overlap of bodies around them.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "glance/query.h"

namespace glance::rooms::exact {

/// Up to three vertices of a feature that hold a local point on it between them, up to rounding.
struct FeatureCorners {
  int count = 0;
  std::array<std::uint32_t, 3> vertex = {};

  FeatureCorners(const Polytope& body, FeatureId feature, const Vec3& local) {
    const Topology& t = body.topology();
    if (feature.kind == FeatureKind::vertex) {
      count = 1;
      vertex[0] = feature.index;
    } else if (feature.kind == FeatureKind::edge) {
      count = 2;
      std::ranges::copy(t.edge(feature.index).vertex, vertex.begin());
    } else {  // the triangle of a fan over the face that holds the point best
      const auto loop = t.face_vertices(feature.index);
      const Vec3& n = body.plane(feature.index).normal;
      count = 3;
      double best = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 1; i + 1 < loop.size(); i++) {
        const Vec3 p = body.vertex(loop[0]) - local, q = body.vertex(loop[i]) - local,
                   r = body.vertex(loop[i + 1]) - local;
        const double inside = std::min({triple(n, p, q), triple(n, q, r), triple(n, r, p)});
        if (!(inside > best)) continue;
        best = inside;
        vertex = {loop[0], loop[i], loop[i + 1]};
      }
    }
  }
};

/// Pairs of vertices with the difference of the closest points between them, up to rounding.
struct FeaturePairs {
  int count = 0;
  std::array<VertexPair, 9> pair = {};

  FeaturePairs(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               const Distance& d) {
    const FeatureCorners in_a(polytope_of(a), d.feature_a, pose_a.apply_inverse(d.point_a));
    const FeatureCorners in_b(polytope_of(b), d.feature_b, pose_b.apply_inverse(d.point_b));
    for (int i = 0; i < in_a.count; i++) {
      for (int j = 0; j < in_b.count; j++) pair[count++] = {in_a.vertex[i], in_b.vertex[j]};
    }
  }

  /// The first of them, at most so many.
  std::span<const VertexPair> first(int most) const {
    return {pair.data(), static_cast<std::size_t>(std::min(count, most))};
  }
};

}  // namespace glance::rooms::exact
