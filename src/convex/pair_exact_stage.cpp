// The last stage of PairQuery: what doubles leave open, by integers (exact_pair).
// Tested in tests/property/exact_test.cpp (NearContact.DistancesAndDepthsHaveNineDigits).
#include <algorithm>
#include <array>

#include "convex/pair_query.h"
#include "exact/cache_access.h"
#include "exact/exact_pair.h"
#include "exact/feature_pairs.h"
#include "exact/query_context.h"

namespace glance::rooms::convex {

/// Starts from where the simplex search ended.
ExactPair PairQuery::exact_pair() const {
  return {a_, frame_.pose_a, b_, frame_.pose_b,
          std::span(last_pairs_.data(), static_cast<std::size_t>(last_count_))};
}

/// Of three remembered pairs: in the order that has their plane face along a normal, which is the
/// side that is asked about first next time.
void PairQuery::face_along(const Vec3& normal) {
  const auto corner = [&](const VertexPair& p) -> Vec3 {
    return frame_.a.from_centroid(frame_.a.body.vertex(p.a)) -
           frame_.b.from_centroid(frame_.b.body.vertex(p.b));
  };
  const Vec3 first = corner(cache_.pairs[0]);
  const Vec3 facing = cross(corner(cache_.pairs[1]) - first, corner(cache_.pairs[2]) - first);
  if (dot(facing, normal) < 0) std::swap(cache_.pairs[1], cache_.pairs[2]);
}

void PairQuery::remember_exact(const Certificate& c, const Vec3& normal) {
  const auto plane = c.plane_pairs(), hull = c.hull_pairs();
  if (c.verdict == Verdict::overlapping) {
    if (hull.size() == 4) remember_overlap(std::span<const VertexPair, 4>(hull));
    return;
  }
  if (c.verdict == Verdict::apart) return remember({.direction = normal, .extreme = {}}, plane);
  cache_.hint = CacheHint::touching;
  cache_.direction = frame_.a.local_direction(normal);
  cache_.pair_count = c.pair_count;
  std::copy(hull.begin(), hull.end(), cache_.pairs.begin());
  if (hull.size() == 3) face_along(normal);
  for (const VertexPair& pair : plane) {
    if (std::find(hull.begin(), hull.end(), pair) == hull.end() && cache_.pair_count < 4) {
      cache_.pairs[cache_.pair_count++] = pair;
    }
  }
}

void PairQuery::decide_exactly(Collision& c) {
  // Here, where the checks are, and not around the fast methods, which it would slow down by 20 ns.
  const QueryContext context(a_, frame_.pose_a, b_, frame_.pose_b);
  exact_pair().collide(c);
  c.work.method = QueryMethod::oracle;
  remember_exact(c.certificate, c.normal);
}

void PairQuery::decide_exactly(Distance& d) {
  const QueryContext context(a_, frame_.pose_a, b_, frame_.pose_b);
  exact_pair().distance(options_.depth, d);
  d.work.method = QueryMethod::oracle;
  if (d.verdict == Verdict::overlapping && !options_.depth) {
    d.lower = -(frame_.radius_a + frame_.radius_b) - frame_.error;
  }
  remember_exact(d.certificate, d.normal);
  remember_features(d.feature_a, d.feature_b);
}

/// Whether bodies that were in contact may still be: along the normal of that contact doubles see
/// neither gap nor overlap.
bool PairQuery::may_still_touch(QueryWork& work) const {
  if (cache_.hint != CacheHint::touching || cache_.pair_count == 0 || !cached_pairs_fit()) {
    return false;
  }
  const Vec3 normal = quick_unit(multiply(frame_.a.rotation, cache_.direction));
  if (!(norm_sq(normal) > 0)) return false;
  Separation s;
  guess_separation_along(frame_, normal, 1, cache_.pairs[0], work, s);
  return is_near_contact(s);
}

/// Lets the exact stage start from what is remembered.
void PairQuery::start_from_cache() {
  last_pairs_ = cache_.pairs;
  last_count_ = cache_.pair_count;
}

/// Near contact: the distance with all its digits, from the features that doubles have found (or
/// their neighbours, where those were wrong).
void PairQuery::measure_gap(Distance& d) const {
  const QueryContext context(a_, frame_.pose_a, b_, frame_.pose_b);
  const FeaturePairs start(a_, frame_.pose_a, b_, frame_.pose_b, d);
  // The certificate comes along: the gap along the direction in doubles is not as wide as this one.
  ExactPair(a_, frame_.pose_a, b_, frame_.pose_b, start.first(4)).distance(false, d);
  d.work.exact = false;  // the verdict is that of doubles
}

/// The same for the depth; `around`: four pairs around the origin.
void PairQuery::measure_overlap(std::span<const VertexPair, 4> around, Distance& d) const {
  const QueryContext context(a_, frame_.pose_a, b_, frame_.pose_b);
  const FeaturePairs nearest(a_, frame_.pose_a, b_, frame_.pose_b, d);
  std::array<VertexPair, 13> pairs;
  std::copy(around.begin(), around.end(), pairs.begin());
  std::copy_n(nearest.pair.begin(), nearest.count, pairs.begin() + 4);
  ExactBodies bodies(a_, frame_.pose_a, b_, frame_.pose_b);
  measure_depth(bodies, {pairs.data(), 4 + static_cast<std::size_t>(nearest.count)}, d);
}

}  // namespace glance::rooms::convex
