// How far apart are two bodies, or are they nearer than a limit?
#pragma once

#include "mesh/touch_goal.h"

namespace glance::mesh {

/// The nearest two parts so far.
struct NearestParts {
  double shortest = INFINITY;
  /// Of triangles: their nearest points in the frame of PairFrame.
  TriangleDistance points;
  /// Of others, and of triangles whose gap is as small as rounding errors (`is_exact`): the whole
  /// answer.
  Distance parts;
  bool is_exact = false;
  double least_lower = INFINITY;  ///< of all parts that were measured: the distance is no less
};

class DistanceGoal final : public MeetingGoal {
 public:
  explicit DistanceGoal(const MeshQuestion& question);

  /// Looks for no more than a pair nearer than this, and stops at the first.
  void look_within(double limit);
  bool seeks_nearest() const override { return near_enough_ == 0; }
  /// Unit, in the frame of the pair: from A to B where they are nearest, as far as is known.
  Vec3 nearest_direction() const;

  NearestParts nearest;

 private:
  bool look_at(std::uint32_t i, std::uint32_t k) override {
    return q_.are_triangles() ? look_at_triangles(i, k) : look_at_parts(i, k);
  }
  bool leaves_out(std::uint32_t node_a, std::uint32_t node_b) override;
  bool look_at_triangles(std::uint32_t i, std::uint32_t k);
  bool look_at_parts(std::uint32_t i, std::uint32_t k);
  /// Whether two triangles are apart, and no nearer than the nearest so far (up to rounding).
  bool is_told_apart(const TriangleCorners& p, const TriangleCorners& q);
  PatchRules* rules_if_many();
  bool can_only_touch(std::uint32_t i, std::uint32_t k);
  void set_nearest(std::uint32_t i, std::uint32_t k, Verdict pair, double length);

  QueryOptions parts_;
  double near_enough_ = 0;
  std::optional<Vec3> direction_;         ///< see nearest_direction
  std::uint32_t visits_ = 0, nodes_ = 0;  ///< see kManyPairs
};

}  // namespace glance::mesh
