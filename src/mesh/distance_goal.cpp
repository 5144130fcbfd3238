// Tested in tests/property/mesh_lists_test.cpp (MeshLists.GiveTheSameDistances).
#include "mesh/distance_goal.h"

#include <algorithm>

#include "exact/oracle.h"

namespace glance::rooms::mesh {
namespace {

/// Flat patches are examined once this many triangles or nodes were.
constexpr std::uint32_t kManyPairs = 256, kManyNodes = 4096;

}  // namespace

DistanceGoal::DistanceGoal(const MeshQuestion& question)
    : MeetingGoal(question, SearchFor::nearest, INFINITY), parts_(question.part_options()) {
  parts_.margin = 0;
}

void DistanceGoal::look_within(double limit) {
  near_enough_ = limit;
  // The search limit is a little larger, so that a pair at just the limit is not lost to rounding.
  nearest.shortest = limit * (1 + 0x1p-40) + q_.distance_error();
  limit_ = nearest.shortest / q_.unit;
}

PatchRules* DistanceGoal::rules_if_many() {
  return rules(visits_ >= kManyPairs || nodes_ >= kManyNodes);
}

/// For bodies that touch: whether two triangles belong to patches that cannot overlap.
bool DistanceGoal::can_only_touch(std::uint32_t i, std::uint32_t k) {
  if (answer.verdict != Verdict::touching) return false;
  PatchRules* const known = rules_if_many();
  if (!known) return false;
  const FlatPatches &in_a = known->flat_a().patches, &in_b = known->flat_b().patches;
  return known->relation(in_a.of_triangle[q_.a.triangle(i)], in_b.of_triangle[q_.b.triangle(k)])
      .no_overlap;
}

bool DistanceGoal::leaves_out(std::uint32_t node_a, std::uint32_t node_b) {
  if (!q_.are_triangles() || q_.margin > 0) return false;
  nodes_++;
  PatchRules* const known = rules_if_many();
  std::uint32_t patch_a, patch_b;
  if (!known || !patches_of(node_a, node_b, patch_a, patch_b)) return false;
  if (answer.verdict == Verdict::apart) {
    if (!direction_) return false;
    // See is_told_apart.
    const double gap = known->gap_along(*direction_, patch_a, patch_b);
    if (!(gap > nearest.shortest - q_.frame.error)) return false;
    bound_ = (gap - 4 * q_.frame.error) / q_.unit;
    return true;
  }
  const PatchRelation& relation = known->relation(patch_a, patch_b);
  // If the bodies are known to touch, only an overlap is still of interest.
  return relation.apart || (relation.no_overlap && answer.verdict == Verdict::touching);
}

void DistanceGoal::set_nearest(std::uint32_t i, std::uint32_t k, Verdict pair, double length) {
  answer.found = true;
  answer.item_a = i;
  answer.item_b = k;
  answer.verdict = pair;
  nearest.shortest = length;
  // A pair that is equally far apart need not be examined; once the bodies touch, only one that
  // overlaps.
  limit_ = length / q_.unit * (1 - 0x1p-50);
}

/// For a mesh and a convex body. Once two parts meet, the distance is 0 and only an overlap changes
/// the answer; before that, only a shorter distance does.
bool DistanceGoal::look_at_parts(std::uint32_t i, std::uint32_t k) {
  const MeshSide &a = q_.a, &b = q_.b;
  const Distance d = glance::distance({a.part(i), a.pose}, {b.part(k), b.pose}, parts_);
  nearest.least_lower = std::min(nearest.least_lower, d.lower);
  const bool meets = d.verdict != Verdict::apart;
  if (meets ? answer.verdict != Verdict::apart && d.verdict != Verdict::overlapping
            : !(d.distance < nearest.shortest)) {
    return false;
  }
  set_nearest(i, k, d.verdict, meets ? 0 : d.distance);
  nearest.parts = d;
  return d.verdict == Verdict::overlapping || d.upper < near_enough_;
}

/// A cheap test, and enough for nine pairs of ten: most pairs of triangles that the search comes to
/// share the nearest vertices or edges with the nearest two, and are just as far apart.
bool DistanceGoal::is_told_apart(const TriangleCorners& p, const TriangleCorners& q) {
  const double error = q_.frame.error;
  if (direction_) {
    const auto height = [&](const Vec3& x) { return dot(*direction_, x); };
    const double gap = std::min({height(q[0]), height(q[1]), height(q[2])}) -
                       std::max({height(p[0]), height(p[1]), height(p[2])});
    // Each height is off by at most `error`; all together that is much less than distance_error.
    if (gap > nearest.shortest - error) {
      bound_ = (gap - 4 * error) / q_.unit;
      return true;
    }
  }
  const double between = gap_between_middles(p, q) - q_.distance_error();
  if (!(between > limit_ * q_.unit)) return false;
  bound_ = between / q_.unit;
  return true;
}

bool DistanceGoal::look_at_triangles(std::uint32_t i, std::uint32_t k) {
  visits_++;
  const TriangleCorners p = q_.corners_a(i), q = q_.corners_b(k);
  if (is_told_apart(p, q) || can_only_touch(i, k)) return false;
  const Verdict pair = meeting(p, q, i, k).verdict;
  if (pair != Verdict::apart) {
    if (answer.verdict != Verdict::apart && pair == Verdict::touching) return false;
    nearest.points = triangle_distance(p, q);
    set_nearest(i, k, pair, 0);
    direction_.reset();
    return pair == Verdict::overlapping;
  }
  if (nearest.shortest == 0 || bound_ > limit_) return false;
  const TriangleDistance t = triangle_distance(p, q);
  const double error = q_.distance_error();
  double length = std::sqrt(t.distance_sq);
  bound_ = std::max(length - error, 0.0) / q_.unit;
  if (!(length < nearest.shortest)) return false;
  nearest.is_exact = length <= error;
  if (nearest.is_exact) {  // a gap that rounding may have made, or closed
    nearest.parts = exact_distance(q_.a.part(i), q_.a.pose, q_.b.part(k), q_.b.pose, false);
    length = nearest.parts.distance;
  }
  nearest.points = t;
  set_nearest(i, k, Verdict::apart, length);
  direction_.reset();
  if (!nearest.is_exact) direction_ = (t.point_b - t.point_a) / length;
  return length + error < near_enough_;
}

Vec3 DistanceGoal::nearest_direction() const {
  if (direction_) return *direction_;
  const double away = norm(q_.frame.offset);
  return away > 0 ? Vec3(q_.frame.offset / away) : Vec3(Vec3::unit_x());
}

}  // namespace glance::rooms::mesh
