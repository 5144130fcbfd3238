// Do two bodies touch, and which of their triangles do?
#pragma once

#include <optional>
#include <vector>

#include "mesh/exact_triangles.h"
#include "mesh/leaf_goal.h"
#include "mesh/patch_rules.h"

namespace glance::rooms::mesh {

/// What goals that ask whether triangles meet have in common: exact verdicts, and flat patches,
/// which save examining triangles one by one.
class MeetingGoal : public LeafGoal {
 public:
  using LeafGoal::LeafGoal;

 protected:
  /// Decides whether two triangles meet, without margin: in doubles, and with integers where
  /// doubles leave it open.
  TriangleMeeting meeting(const TriangleCorners& p, const TriangleCorners& q, std::uint32_t i,
                          std::uint32_t k);
  /// The rules of flat patches, once they are worth computing: many pairs of triangles needed exact
  /// arithmetic, or `many` is set. Null: not yet, or there are no large patches.
  PatchRules* rules(bool many = false);
  /// Finds the patches to which all triangles below two nodes belong. False if those below one node
  /// are in several.
  bool patches_of(std::uint32_t node_a, std::uint32_t node_b, std::uint32_t& patch_a,
                  std::uint32_t& patch_b) const;

 private:
  /// The exact verdict; corners are in the frames of their bodies.
  TriangleMeeting hard_meeting(const TriangleCorners& a, const TriangleCorners& b);

  const bool in_one_pose_ = q_.a.pose == q_.b.pose;
  std::uint32_t hard_pairs_ = 0;  ///< see kHardPairs
  std::optional<PatchRules> rules_;
};

/// Finds the verdict; stops at two parts that overlap.
class TouchGoal final : public MeetingGoal {
 public:
  /// `enough`: it stops at two parts of which this is the verdict, too.
  explicit TouchGoal(const MeshQuestion& question, Verdict enough = Verdict::overlapping);

 private:
  bool look_at(std::uint32_t i, std::uint32_t k) override;
  bool leaves_out(std::uint32_t node_a, std::uint32_t node_b) override;

  QueryOptions parts_;
  Verdict enough_;
};

/// Finds all pairs of parts that touch or overlap.
class ListGoal final : public MeetingGoal {
 public:
  ListGoal(const MeshQuestion& question, std::vector<TouchingParts>& list);

 private:
  bool look_at(std::uint32_t i, std::uint32_t k) override;
  bool leaves_out(std::uint32_t node_a, std::uint32_t node_b) override;
  /// Finds the segment that two triangles share that meet and are not coplanar.
  void set_segment(const TriangleMeeting& met, const TriangleCorners& p, const TriangleCorners& q,
                   std::uint32_t i, std::uint32_t k, TouchingParts& pair);

  QueryOptions parts_;
  std::vector<TouchingParts>& list_;
};

}  // namespace glance::rooms::mesh
