// Finds how far apart two bodies are, or whether they are nearer than a limit.
#pragma once

#include "mesh/touch_goal.h"

namespace glance::rooms::mesh {

/// The nearest two parts so far.
struct NearestParts {
  double shortest = INFINITY;
  /// For triangles: their nearest points, in the frame of PairFrame.
  TriangleDistance points;
  /// For other parts, and for triangles whose gap is as small as rounding errors (`is_exact`): the
  /// complete answer.
  Distance parts;
  bool is_exact = false;
  double least_lower = INFINITY;  ///< over all parts that were measured: a lower bound on the
                                  ///< distance
};

class DistanceGoal final : public MeetingGoal {
 public:
  explicit DistanceGoal(const MeshQuestion& question);

  /// Searches only for a pair nearer than this, and stops at the first one.
  void look_within(double limit);
  bool seeks_nearest() const override { return near_enough_ == 0; }
  /// A unit vector from A to B where they are nearest, as far as is known; in the frame of the
  /// pair.
  Vec3 nearest_direction() const;

  NearestParts nearest;

 private:
  bool look_at(std::uint32_t i, std::uint32_t k) override {
    return q_.are_triangles() ? look_at_triangles(i, k) : look_at_parts(i, k);
  }
  bool leaves_out(std::uint32_t node_a, std::uint32_t node_b) override;
  bool look_at_triangles(std::uint32_t i, std::uint32_t k);
  bool look_at_parts(std::uint32_t i, std::uint32_t k);
  /// Whether two triangles are clearly no nearer than the nearest so far (up to rounding).
  bool is_told_apart(const TriangleCorners& p, const TriangleCorners& q);
  PatchRules* rules_if_many();
  bool can_only_touch(std::uint32_t i, std::uint32_t k);
  void set_nearest(std::uint32_t i, std::uint32_t k, Verdict pair, double length);

  QueryOptions parts_;
  double near_enough_ = 0;
  std::optional<Vec3> direction_;         ///< see nearest_direction
  std::uint32_t visits_ = 0, nodes_ = 0;  ///< see kManyPairs
};

}  // namespace glance::rooms::mesh
