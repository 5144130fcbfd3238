// The last stage of the fast methods for flat-sided cores: verdict, distance, depth and proof
// without rounding, from a few vertices, for hulls of any size. Begins where doubles have ended,
// climbs over the hulls' edges by exact signs (exact_bodies, exact_search), and decides contact by
// what is around the common point (exact_contact). Tested against the oracle, with which it shares
// no code but the integers.
#pragma once

#include "exact/exact_contact.h"
#include "glance/query.h"

namespace glance::rooms::exact {

class ExactPair {
 public:
  /// `start`: up to four pairs near to the closest points (after a contact in the last question:
  /// first the pairs around the origin, then the others that named the plane).
  ExactPair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
            std::span<const VertexPair> start);

  Verdict verdict() const { return certificate_.verdict; }
  const ExactBodies& bodies() const { return bodies_; }

  void collide(Collision& c) const;
  /// Without depth, the lower bound of an overlap is left as it is.
  void distance(bool depth, Distance& d);

 private:
  ExactBodies bodies_;
  std::uint32_t steps_ = 0;
  ExactSimplex simplex_;
  Certificate certificate_;
  ExactPoint normal_{0, 0, 0};  ///< from A to B; zero if they overlap
};

/// Depth, normal, points, features and bounds of two bodies that overlap. `around`: at least four
/// pairs that have the origin strictly inside; with those of the features that doubles found, it
/// is soon done.
void measure_depth(ExactBodies& bodies, std::span<const VertexPair> around, Distance& d);

/// The points that one to four pairs with these weights stand for, and their features.
void set_points(ExactBodies& bodies, std::span<const VertexPair> pairs, const double* weights,
                Distance& d);

}  // namespace glance::rooms::exact
