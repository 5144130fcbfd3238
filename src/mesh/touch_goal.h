// Do two bodies touch, and which of their triangles do?
#pragma once

#include <optional>
#include <vector>

#include "mesh/exact_triangles.h"
#include "mesh/leaf_goal.h"
#include "mesh/patch_rules.h"

namespace glance::mesh {

/// What all goals have in common that ask whether triangles meet: exact verdicts, and flat patches
/// that save looking at them one by one.
class MeetingGoal : public LeafGoal {
 public:
  using LeafGoal::LeafGoal;

 protected:
  /// Two triangles without margin: rounded numbers, and integers where they leave it open.
  TriangleMeeting meeting(const TriangleCorners& p, const TriangleCorners& q, std::uint32_t i,
                          std::uint32_t k);
  /// The rules, once there is reason to ask for them: so many pairs of triangles took exact
  /// arithmetic, or `many` says so. Null: not yet, or there are no patches worth it.
  PatchRules* rules(bool many = false);
  /// The patches that all triangles below two nodes are of; false if there is none on either side.
  bool patches_of(std::uint32_t node_a, std::uint32_t node_b, std::uint32_t& patch_a,
                  std::uint32_t& patch_b) const;

 private:
  std::uint32_t hard_pairs_ = 0;  ///< see kHardPairs
  std::optional<PatchRules> rules_;
};

/// The verdict; stops at two parts that overlap.
class TouchGoal final : public MeetingGoal {
 public:
  explicit TouchGoal(const MeshQuestion& question);

 private:
  bool look_at(std::uint32_t i, std::uint32_t k) override;
  bool leaves_out(std::uint32_t node_a, std::uint32_t node_b) override;

  QueryOptions parts_;
};

/// All pairs of parts that touch or overlap.
class ListGoal final : public MeetingGoal {
 public:
  ListGoal(const MeshQuestion& question, std::vector<TouchingParts>& list);

 private:
  bool look_at(std::uint32_t i, std::uint32_t k) override;
  bool leaves_out(std::uint32_t node_a, std::uint32_t node_b) override;
  /// What two triangles share that meet, and not in one plane.
  void set_segment(const TriangleMeeting& met, const TriangleCorners& p, const TriangleCorners& q,
                   std::uint32_t i, std::uint32_t k, TouchingParts& pair);

  QueryOptions parts_;
  std::vector<TouchingParts>& list_;
};

}  // namespace glance::mesh
