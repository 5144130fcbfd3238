// Tested in tests/property/meshes_test.cpp (MeshPairs.AgreeWithBruteForce).
#include "mesh/touch_goal.h"

#include <algorithm>
#include <array>

namespace glance::rooms::mesh {
namespace {

/// Flat patches are examined once this many pairs of triangles needed exact arithmetic. Few
/// searches come to that; the others need not find patches at all.
constexpr std::uint32_t kHardPairs = 8;

}  // namespace

/// Whether two triangles have a corner in common: then doubles, which cannot prove a contact, need
/// not be asked first.
static bool share_a_corner(const TriangleCorners& a, const TriangleCorners& b) {
  return std::ranges::any_of(a, [&](const Vec3& p) { return p == b[0] || p == b[1] || p == b[2]; });
}

TriangleMeeting MeetingGoal::meeting(const TriangleCorners& p, const TriangleCorners& q,
                                     std::uint32_t i, std::uint32_t k) {
  if (in_one_pose_) {
    const TriangleCorners a = q_.a.local_corners(q_.a.triangle(i)),
                          b = q_.b.local_corners(q_.b.triangle(k));
    if (share_a_corner(a, b)) return hard_meeting(a, b);
  }
  // Doubles first: a lower bound on the distance, or a verdict. Only what they leave open needs
  // integers, in coordinates of the bodies' own frames, which are exact.
  double apart = 0;
  const Verdict quick = triangle_verdict(p, q, q_.frame.error, limit_ * q_.unit, apart);
  bound_ = apart / q_.unit;
  if (quick != Verdict::undecided) return {quick, false, {}};
  return hard_meeting(q_.a.local_corners(q_.a.triangle(i)), q_.b.local_corners(q_.b.triangle(k)));
}

TriangleMeeting MeetingGoal::hard_meeting(const TriangleCorners& a, const TriangleCorners& b) {
  hard_pairs_++;
  answer.work.exact = true;
  return exact_meeting(q_.a.pose, a, q_.b.pose, b);
}

PatchRules* MeetingGoal::rules(bool many) {
  // Finding patches takes a pass over both meshes, so a search has to have shown that it is hard
  // first.
  if (!rules_) {
    if (hard_pairs_ < kHardPairs && !many) return nullptr;
    rules_.emplace(*q_.a.mesh, *q_.b.mesh, q_.frame, mesh_workspace(q_.workspace).patches);
  }
  return rules_->any() ? &*rules_ : nullptr;
}

bool MeetingGoal::patches_of(std::uint32_t node_a, std::uint32_t node_b, std::uint32_t& patch_a,
                             std::uint32_t& patch_b) const {
  patch_a = rules_->patch_a(node_a);
  patch_b = rules_->patch_b(node_b);
  return patch_a != FlatParts::kMixed && patch_b != FlatParts::kMixed;
}

/// Pairs beyond the margin are of no interest; a margin makes those within it overlap.
TouchGoal::TouchGoal(const MeshQuestion& question, Verdict enough)
    : MeetingGoal(question, SearchFor::hit, question.margin),
      parts_(question.part_options()),
      enough_(enough) {}

bool TouchGoal::look_at(std::uint32_t i, std::uint32_t k) {
  const MeshSide &a = q_.a, &b = q_.b;
  const Verdict pair = q_.are_triangles() && q_.margin == 0
                           ? meeting(q_.corners_a(i), q_.corners_b(k), i, k).verdict
                           : collide({a.part(i), a.pose}, {b.part(k), b.pose}, parts_).verdict;
  if (rank(pair) > rank(answer.verdict)) {  // the pair that decides is remembered: the next search
                                            // starts with it
    answer.verdict = pair;
    answer.found = true;
    answer.item_a = i;
    answer.item_b = k;
  }
  return pair == Verdict::overlapping || (pair == Verdict::touching && pair == enough_);
}

bool TouchGoal::leaves_out(std::uint32_t node_a, std::uint32_t node_b) {
  if (!q_.are_triangles() || q_.margin > 0) return false;
  PatchRules* const known = rules();
  std::uint32_t patch_a, patch_b;
  if (!known || !patches_of(node_a, node_b, patch_a, patch_b)) return false;
  const PatchRelation& relation = known->relation(patch_a, patch_b);
  // If the bodies are known to touch, only an overlap is still of interest.
  return relation.apart || (relation.no_overlap && answer.verdict == Verdict::touching);
}

ListGoal::ListGoal(const MeshQuestion& question, std::vector<TouchingParts>& list)
    : MeetingGoal(question, SearchFor::all_hits, question.margin),
      parts_(question.part_options()),
      list_(list) {}

void ListGoal::set_segment(const TriangleMeeting& met, const TriangleCorners& p,
                           const TriangleCorners& q, std::uint32_t i, std::uint32_t k,
                           TouchingParts& pair) {
  const CornerSides* const sides = met.sides ? &*met.sides : nullptr;
  // The ends follow from the sides on which corners lie; integers are needed if a side is not
  // certain.
  if (const auto ends = try_triangle_segment(p, q, sides, q_.frame.error)) {
    pair.from = q_.frame.to_world((*ends)[0]);
    pair.to = q_.frame.to_world((*ends)[1]);
    return;
  }
  answer.work.exact = true;
  const std::array<Vec3, 2> ends = exact_segment(q_.a.pose, q_.a.local_corners(q_.a.triangle(i)),
                                                 q_.b.pose, q_.b.local_corners(q_.b.triangle(k)));
  pair.from = ends[0];
  pair.to = ends[1];
}

bool ListGoal::look_at(std::uint32_t i, std::uint32_t k) {
  const MeshSide &a = q_.a, &b = q_.b;
  TouchingParts pair{a.name(i), b.name(k)};
  if (q_.are_triangles()) {
    const TriangleCorners p = q_.corners_a(i), q = q_.corners_b(k);
    const TriangleMeeting met = meeting(p, q, i, k);
    pair.verdict = met.verdict;
    if (pair.verdict == Verdict::apart) return false;
    pair.whole = met.coplanar;
    // Coplanar triangles share an area, of which a single point is reported.
    if (pair.whole) {
      pair.from = pair.to = q_.frame.to_world(triangle_distance(p, q).point_a);
    } else {
      set_segment(met, p, q, i, k, pair);
    }
  } else {
    const Distance d = glance::distance({a.part(i), a.pose}, {b.part(k), b.pose}, parts_);
    pair.verdict = d.verdict;
    if (d.verdict == Verdict::apart || d.verdict == Verdict::undecided) return false;
    pair.whole = true;
    pair.from = pair.to = d.point_a;
  }
  list_.push_back(pair);
  return false;
}

bool ListGoal::leaves_out(std::uint32_t node_a, std::uint32_t node_b) {
  if (!q_.are_triangles() || q_.margin > 0) return false;
  PatchRules* const known = rules();
  std::uint32_t patch_a, patch_b;
  return known && patches_of(node_a, node_b, patch_a, patch_b) &&
         known->relation(patch_a, patch_b).apart;
}

}  // namespace glance::rooms::mesh
