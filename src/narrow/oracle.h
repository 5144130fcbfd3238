// The reference answer for a pair: slow, simple, and sharing no code with the fast
// methods (which may hand it their features to be judged, see exact_distance). The verdict is exact
// (oracle_verdict). Distance and depth are found by brute force in doubles (oracle_distance), and
// then measured once more with integers along the normal that the winning features define: so the
// sign is always that of the verdict, and where doubles could tell the right features from their
// neighbours, even a gap far below rounding has its value.
#pragma once

#include <optional>

#include "glance/query.h"

namespace glance {

Collision oracle_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

Distance oracle_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// Features and points (along the axes of the world, seen from vertex 0 of A) that another
/// method takes to be the closest.
struct SuggestedFeatures {
  FeatureId feature_a, feature_b;
  Vec3 point_a, point_b;
};

/// The same answer for another method that could not prove its own: the closest features are
/// taken as suggested if integers show them to be right (so that large bodies need no brute
/// force), and the depth is left out if it was not asked for.
Distance exact_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        const std::optional<SuggestedFeatures>& suggestion, bool depth);

}  // namespace glance
