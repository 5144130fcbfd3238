// Tested in tests/property/pairs_test.cpp (Pairs.EveryMethodAgreesWithTheOracle).
#include "convex/pair_query.h"

#include <algorithm>
#include <array>

#include "convex/box_box.h"
#include "convex/box_features.h"
#include "convex/voronoi_walk.h"
#include "exact/cache_access.h"
#include "exact/feature_of.h"
#include "glance/rng.h"
#include "glance/tolerance.h"

namespace glance::rooms::convex {
namespace {

/// Whether the body has this feature. A cache may be that of another pair, or come from a file.
bool fits(FeatureId feature, const Topology& t) {
  switch (feature.kind) {
    case FeatureKind::vertex: return feature.index < t.vertex_count();
    case FeatureKind::edge: return feature.index < t.edge_count();
    case FeatureKind::face: return feature.index < t.face_count();
  }
  return false;
}

/// Whether bounds are narrow enough: kDistanceAccuracy of the size of the pair. They must also be
/// in order: bounds that contradict each other prove nothing.
bool narrow_enough(const PairFrame& f, double lower, double upper) {
  return upper >= lower &&
         upper - lower <= kDistanceAccuracy * (f.a.body.extent() + f.b.body.extent() + lower);
}

/// Whether bounds (> 0) are too wide for the relative accuracy that is promised of the value
/// between them: so near to contact, only integers give enough digits.
bool is_wide(double lower, double upper) { return upper - lower > kRelativeAccuracy * lower; }

/// Four vertex pairs whose differences a - b surround the origin prove an overlap: A - B is convex,
/// so it has the origin inside.
void set_certificate(Certificate& c, std::span<const VertexPair, 4> pairs) {
  c.verdict = Verdict::overlapping;
  c.pair_count = 4;
  std::copy(pairs.begin(), pairs.end(), c.pairs.begin());
}

/// `direction`: world axes, from A to B, of any length. It is certified as it is: scaled to unit
/// length it would be another direction, by rounding.
void set_apart(Collision& c, const Vec3& direction) {
  c.verdict = Verdict::apart;
  c.normal = quick_unit(direction);
  c.certificate.verdict = Verdict::apart;
  c.certificate.direction = direction;
}

}  // namespace

Nearness nearness_of(const Distance& d, double limit) {
  // An overlap is nearer than any limit, whether or not its depth was asked for.
  const bool overlap = d.verdict == Verdict::overlapping;
  return {overlap || d.distance < limit, overlap || d.upper < limit || d.lower >= limit, d.lower,
          d.upper, d.work};
}

/// Whether the remembered vertices exist in these bodies: a cache may come from another pair or a
/// file. What it suggests is proved on the present poses.
bool PairQuery::cached_pairs_fit() const {
  if (!may_use_cache() || cache_.pair_count > 4) return false;
  const std::uint32_t count_a = frame_.a.body.topology().vertex_count();
  const std::uint32_t count_b = frame_.b.body.topology().vertex_count();
  for (int i = 0; i < cache_.pair_count; i++) {
    if (cache_.pairs[i].a >= count_a || cache_.pairs[i].b >= count_b) return false;
  }
  return true;
}

bool PairQuery::cached_features_fit() const {
  return may_use_cache() && cache_.has_features &&
         fits(cache_.feature_a, frame_.a.body.topology()) &&
         fits(cache_.feature_b, frame_.b.body.topology());
}

/// Tries the four pairs of the last overlap. `weights`: of the origin, not normalised.
bool PairQuery::try_cached_overlap(std::array<double, 4>& weights, QueryWork& work) const {
  if (cache_.hint != CacheHint::overlapping || cache_.pair_count != 4 || !cached_pairs_fit()) {
    return false;
  }
  work.from_cache = surrounds_origin(frame_, cache_.pairs, weights);
  return work.from_cache;
}

/// The cache keeps directions in A's frame, so that they turn with the pair.
void PairQuery::remember(const Separation& separation, std::span<const VertexPair> pairs) {
  cache_.hint = CacheHint::apart;
  cache_.direction = frame_.a.local_direction(separation.direction);
  if (pairs.empty()) {
    cache_.pair_count = 1;
    cache_.pairs[0] = separation.extreme;
  } else {
    cache_.pair_count = static_cast<std::uint8_t>(pairs.size());
    std::copy(pairs.begin(), pairs.end(), cache_.pairs.begin());
  }
}

void PairQuery::remember_overlap(std::span<const VertexPair, 4> pairs) {
  cache_.hint = CacheHint::overlapping;
  cache_.pair_count = 4;
  std::copy(pairs.begin(), pairs.end(), cache_.pairs.begin());
}

/// Kept beside the hint: while the bodies overlap, the walk keeps the place where it will start
/// once they part.
void PairQuery::remember_features(FeatureId feature_a, FeatureId feature_b) {
  cache_.has_features = true;
  cache_.feature_a = feature_a;
  cache_.feature_b = feature_b;
}

/// Starts from the pairs of the last answer, otherwise from the direction between the centroids.
SearchStart PairQuery::search_start() const {
  SearchStart start{{}, frame_.offset};
  if (cache_.hint != CacheHint::none && cached_pairs_fit() && cache_.pair_count > 0) {
    start.pairs = {cache_.pairs.data(), cache_.pair_count};
    return start;
  }
  if (norm_sq(start.direction) == 0) start.direction = Vec3::unit_x();
  return start;
}

/// Decides only which search goes first: the walk is quick at gaps, the simplex search at overlaps.
bool PairQuery::likely_overlapping() const {
  // Bodies come into contact between the distances at which their inscribed and their bounding
  // spheres touch. Measured on random hulls: nearer to the former.
  constexpr double kOuter = 0.3;
  const double contact =
      kOuter * (frame_.radius_a + frame_.radius_b) +
      (1 - kOuter) * (frame_.a.body.inner_radius() + frame_.b.body.inner_radius());
  return norm_sq(frame_.offset) < contact * contact;
}

/// The direction (world, from A to B) may have any length: only the sign of the gap matters.
bool PairQuery::try_apart_along(const Vec3& direction, VertexPair start, Collision& c) {
  Separation s;
  separation_along(frame_, direction, one_norm(direction), start, c.work, s);
  if (!(s.lower > 0)) return false;
  set_apart(c, direction);
  return true;
}

bool PairQuery::try_cached_direction(Collision& c, bool& near_contact) {
  if (cache_.hint != CacheHint::apart || cache_.pair_count == 0 || !cached_pairs_fit()) {
    return false;
  }
  // A cache read from a file may hold a direction of any length: products must neither over- nor
  // underflow.
  const double length_sq = norm_sq(cache_.direction);
  if (!(length_sq > 0x1p-600 && length_sq < 0x1p600)) return false;
  const Vec3 direction = multiply(frame_.a.rotation, cache_.direction);
  Separation s;
  separation_along(frame_, direction, one_norm(direction), cache_.pairs[0], c.work, s);
  c.work.from_cache = s.lower > 0;
  if (c.work.from_cache) set_apart(c, direction);
  near_contact = is_near_contact(s);
  return c.work.from_cache;
}

/// False also for a vertex found inside: only the simplex search can prove an overlap.
bool PairQuery::try_walk(FeatureId a, FeatureId b, Collision& c) {
  const WalkEnd end =
      voronoi_walk(frame_, a, b, options_.tuning.interior_cells, c.work.feature_steps);
  if (end.kind == WalkEnd::Kind::inside) return false;
  if (end.kind == WalkEnd::Kind::closest) {
    // The walk is only a search: the gap along the normal of its features is the proof.
    const ClosestPoints closest = closest_points(frame_, end.feature_a, end.feature_b);
    if (try_apart_along(closest.normal, closest.corner, c)) {
      remember({.direction = closest.normal, .extreme = closest.corner}, {});
      remember_features(end.feature_a, end.feature_b);
      return true;
    }
  }
  c.work.handed_over = true;
  return false;
}

void PairQuery::collide(Collision& c) {
  if (const auto separation = try_spheres(frame_)) {
    c.verdict = Verdict::apart;
    c.normal = separation->direction;
    c.certificate.verdict = Verdict::apart;
    c.certificate.direction = separation->direction;
    return;
  }
  // `method` is the stage that is expected to answer; stages that hand over correct it.
  const bool by_lp = options_.tuning.method == QueryMethod::lp;
  c.work.method = by_lp                                            ? QueryMethod::lp
                  : options_.tuning.method == QueryMethod::voronoi ? QueryMethod::voronoi
                                                                   : QueryMethod::gjk;
  if (options_.tuning.method == QueryMethod::voronoi) {
    Distance d;
    distance(d);
    c = {d.verdict, d.normal, d.certificate, d.work};  // without depth: no normal of an overlap
    return;
  }
  std::array<double, 4> weights;
  // Four pairs that surrounded the origin in the last pose often still do: a few products prove it.
  if (try_cached_overlap(weights, c.work)) {
    c.verdict = Verdict::overlapping;
    set_certificate(c.certificate, cache_.pairs);
    return;
  }
  bool near_contact = false;
  if (try_cached_direction(c, near_contact)) return;
  // The direction of the last answer shows neither a gap nor an overlap that doubles can tell
  // apart. A search would end there, too: decide with integers, from the vertices that are known.
  if (near_contact || may_still_touch(c.work)) {
    start_from_cache();
    decide_exactly(c);
    c.work.from_cache = c.verdict != Verdict::overlapping;
    return;
  }
  // For two boxes, trying all 15 axes is quicker than any search.
  if (are_boxes()) {
    const Vec3 axis = separating_axis(frame_, a_.sizes(), b_.sizes());
    if (norm_sq(axis) > 0 && try_apart_along(axis, {}, c)) {
      remember({.direction = axis, .extreme = {}}, {});
      c.work.method = QueryMethod::closed_form;
      return;
    }
  }
  SearchStart start = search_start();
  if (by_lp) {
    if (try_linear_program(c, start)) return;
    // The walk is quicker at finding a gap, the simplex search at finding an overlap.
  } else if (options_.tuning.method != QueryMethod::gjk && !likely_overlapping()) {
    c.work.method = QueryMethod::voronoi;
    FeatureId a, b;
    first_features(a, b);
    if (try_walk(a, b, c)) return;
    c.work.method = QueryMethod::gjk;
  }
  SimplexEnd end = simplex_search(frame_, start, SearchGoal::verdict, c.work);
  // A search may end unclear only because the origin lies on a side of its simplex.
  go_around(end, c.work);
  c.work.from_cache = !by_lp && !start.pairs.empty() && c.work.simplex_steps <= 1 &&
                      end.kind != SimplexEnd::Kind::unclear;
  if (end.kind == SimplexEnd::Kind::apart) {
    set_apart(c, end.separation.direction);
    remember(end.separation, {end.pairs.data(), static_cast<std::size_t>(end.count)});
  } else if (end.kind == SimplexEnd::Kind::inside) {
    c.verdict = Verdict::overlapping;
    set_certificate(c.certificate, end.pairs);
    remember_overlap(end.pairs);
  } else {
    last_pairs_ = end.pairs;
    last_count_ = end.count;
    decide_exactly(c);
  }
}

/// Starts from the direction in the cache (which has been tried already), or from that between the
/// centres.
LpEnd PairQuery::linear_program(QueryWork& work) const {
  LpStart start;
  if (norm_sq(frame_.offset) > 0) start.direction = frame_.offset;
  if (cache_.hint == CacheHint::apart && cache_.pair_count > 0 && cached_pairs_fit()) {
    const Vec3 direction = quick_unit(multiply(frame_.a.rotation, cache_.direction));
    if (norm_sq(direction) > 0) start = {direction, cache_.pairs[0], true};
  }
  if (!start.tried) start.extreme = facing_vertices(frame_, start.direction);
  return lp_separation(frame_, start, work);
}

/// Makes the simplex search start where the linear program ended.
SearchStart PairQuery::start_after(const LpEnd& end) {
  lp_pairs_ = end.pairs;
  return {{lp_pairs_.data(), static_cast<std::size_t>(end.count)}, end.direction};
}

bool PairQuery::try_linear_program(Collision& c, SearchStart& next) {
  const LpEnd end = linear_program(c.work);
  if (end.kind == LpEnd::Kind::apart) {
    set_apart(c, end.direction);
    remember({.direction = end.direction, .extreme = end.extreme}, {});
    return true;
  }
  next = start_after(end);
  if (end.kind == LpEnd::Kind::unclear) {
    c.work.handed_over = true;
    c.work.method = QueryMethod::gjk;
  }
  return false;
}

/// Finds the verdict only. If the bodies are apart, a search for their closest points starts from
/// the separating plane. Returns true if they overlap; then the answer is complete.
bool PairQuery::try_linear_program(Distance& d, SearchStart& next) {
  Collision c;
  c.work = d.work;
  bool near_contact = false;
  const bool known = try_cached_direction(c, near_contact);
  d.work = c.work;
  d.work.from_cache = false;
  if (known) return false;  // `next` is the cache's
  const LpEnd end = linear_program(d.work);
  next = start_after(end);
  std::array<double, 4> weights;
  if (end.kind == LpEnd::Kind::meets && end.count == 4 &&
      surrounds_origin(frame_, end.pairs, weights)) {
    overlapping(end.pairs, weights, d);
    if (d.work.method == QueryMethod::gjk) d.work.method = QueryMethod::lp;
    return true;
  }
  d.work.handed_over = end.kind == LpEnd::Kind::unclear;
  return false;
}

void PairQuery::first_features(FeatureId& a, FeatureId& b) const {
  if (cached_features_fit()) {
    a = cache_.feature_a;
    b = cache_.feature_b;
    return;
  }
  VertexPair first;
  if (options_.tuning.start == WalkStart::random) {
    Rng rng(options_.tuning.seed);
    first.a = rng.below(frame_.a.body.topology().vertex_count());
    first.b = rng.below(frame_.b.body.topology().vertex_count());
  } else if (norm_sq(frame_.offset) > 0) {
    // Facing vertices are near the closest features of most bodies, and quick to find.
    first = facing_vertices(frame_, frame_.offset);
  }
  a = {FeatureKind::vertex, first.a};
  b = {FeatureKind::vertex, first.b};
}

/// Completes an answer from closest points. False if its bounds are too wide (or, uncertified, if
/// the points say nothing): another stage goes on then.
bool PairQuery::try_apart(const ClosestPoints& closest, const Separation& separation,
                          FeatureId feature_a, FeatureId feature_b, Distance& d) {
  const double between = std::sqrt(norm_sq(Vec3(closest.point_b - closest.point_a)));
  // Any two points of the bodies give an upper bound on their distance, up to rounding and to how
  // far these points may be outside of their features. The gap along the direction is the lower
  // bound.
  const double upper = between + (2 * frame_.error + closest.overshoot);
  if (options_.tuning.certify) {
    if (!(separation.lower > 0) || !narrow_enough(frame_, separation.lower, upper)) return false;
    d.certificate.verdict = Verdict::apart;
    d.certificate.direction = separation.direction;
  } else if (!(between > 0) || std::isinf(closest.overshoot)) {
    return false;
  }
  d.verdict = Verdict::apart;
  d.lower = separation.lower;
  d.upper = upper;
  d.distance = std::max(between, separation.lower);
  d.normal = separation.direction;
  d.point_a = frame_.to_world(closest.point_a);
  d.point_b = frame_.to_world(closest.point_b);
  d.feature_a = feature_a;
  d.feature_b = feature_b;
  if (options_.tuning.certify && is_wide(d.lower, upper)) [[unlikely]]
    measure_gap(d);
  return true;
}

void PairQuery::overlapping(std::span<const VertexPair, 4> pairs,
                            const std::array<double, 4>& weights, Distance& d) {
  // The normal of the last depth is a good first direction for the next one.
  const bool seeded = cache_.hint == CacheHint::overlapping && may_use_cache();
  const Vec3 hint = seeded ? multiply(frame_.a.rotation, cache_.direction) : Vec3(Vec3::zero());
  if (!d.work.from_cache) remember_overlap(pairs);
  d.work.method = QueryMethod::gjk;
  if (options_.depth) {
    if (try_deep_in_box(pairs, d)) return;
    if (try_deep(expand_polytope(frame_, pairs, hint, d.work), pairs, d)) return;
    std::copy(pairs.begin(), pairs.end(), last_pairs_.begin());
    last_count_ = 4;
    return decide_exactly(d);
  }
  d.verdict = Verdict::overlapping;
  set_certificate(d.certificate, pairs);
  // A translation by the sum of the radii, away from A, separates the bounding spheres: the depth
  // is at most that.
  d.lower = -(frame_.radius_a + frame_.radius_b) - frame_.error;
  d.upper = 0;
  // With these weights, the vertices of either body give the same common point.
  const double scale = 1 / ((weights[0] + weights[1]) + (weights[2] + weights[3]));
  Vec3 common = Vec3::zero();
  for (int i = 0; i < 4; i++) common += frame_.a.body.vertex(pairs[i].a) * (weights[i] * scale);
  d.point_a = d.point_b = frame_.pose_a.apply(common);
  d.feature_a = {FeatureKind::vertex, pairs[0].a};
  d.feature_b = {FeatureKind::vertex, pairs[0].b};
}

/// Whether both bodies are boxes, and their separating axes may be used.
bool PairQuery::are_boxes() const {
  return is_solid_box(a_) && is_solid_box(b_) &&
         (options_.tuning.method == QueryMethod::automatic ||
          options_.tuning.method == QueryMethod::closed_form);
}

/// `around` proves the overlap; the separating axes only measure the depth.
bool PairQuery::try_deep_in_box(std::span<const VertexPair, 4> around, Distance& d) {
  if (!are_boxes() || !try_box_depth(frame_, a_.sizes(), b_.sizes(), d)) return false;
  d.verdict = Verdict::overlapping;
  set_certificate(d.certificate, around);
  d.work.method = QueryMethod::closed_form;
  if (is_wide(-d.upper, -d.lower)) [[unlikely]]
    measure_overlap(around, d);
  return true;
}

/// The points are the nearest triangle's, in A's and in B's vertices: they differ by `normal` times
/// the depth. `around` proves the verdict.
bool PairQuery::try_deep(const DepthEnd& end, std::span<const VertexPair, 4> around, Distance& d) {
  if (!(end.lower > 0) || !narrow_enough(frame_, end.lower, end.upper)) return false;
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
  std::array<std::uint32_t, 3> used_a, used_b;
  std::size_t count = 0;
  for (int i = 0; i < 3; i++) {
    if (!(end.weights[i] > 0)) continue;
    used_a[count] = end.pairs[i].a;
    used_b[count++] = end.pairs[i].b;
    point_a += frame_.vertex_a(end.pairs[i].a) * end.weights[i];
    point_b += frame_.vertex_b(end.pairs[i].b) * end.weights[i];
  }
  const auto feature_a = feature_of(frame_.a.body.topology(), {used_a.data(), count});
  const auto feature_b = feature_of(frame_.b.body.topology(), {used_b.data(), count});
  if (!feature_a || !feature_b) return false;
  d.verdict = Verdict::overlapping;
  set_certificate(d.certificate, around);
  d.depth = std::min(end.upper, std::max(end.lower, dot(end.normal, Vec3(point_a - point_b))));
  d.lower = -end.upper;
  d.upper = -end.lower;
  d.normal = end.normal;
  d.point_a = frame_.to_world(point_a);
  d.point_b = frame_.to_world(point_b);
  d.feature_a = *feature_a;
  d.feature_b = *feature_b;
  if (is_wide(end.lower, end.upper)) [[unlikely]]
    measure_overlap(around, d);
  cache_.direction = frame_.a.local_direction(d.normal);
  return true;
}

bool PairQuery::try_cached_features(FeatureId feature_a, FeatureId feature_b, Distance& d) {
  // Cheap tests first: an obviously wrong pair of features is not worth a proof.
  const ClosestPoints closest = closest_points(frame_, feature_a, feature_b);
  return closest.overshoot < frame_.size &&
         may_be_extreme(frame_, closest.normal, closest.corner) &&
         try_features(feature_a, feature_b, closest, d);
}

bool PairQuery::try_features(FeatureId feature_a, FeatureId feature_b, const ClosestPoints& closest,
                             Distance& d) {
  Separation separation;
  separation.direction = closest.normal;
  separation.extreme = closest.corner;
  if (options_.tuning.certify) {
    separation_along(frame_, closest.normal, 1, closest.corner, d.work, separation);
  }
  if (!try_apart(closest, separation, feature_a, feature_b, d)) return false;
  remember(separation, {});
  remember_features(feature_a, feature_b);
  d.work.method = QueryMethod::voronoi;
  return true;
}

bool PairQuery::try_walk(FeatureId start_a, FeatureId start_b, Distance& d) {
  const WalkEnd end =
      voronoi_walk(frame_, start_a, start_b, options_.tuning.interior_cells, d.work.feature_steps);
  if (end.kind == WalkEnd::Kind::inside) return false;
  if (end.kind == WalkEnd::Kind::closest &&
      try_features(end.feature_a, end.feature_b,
                   closest_points(frame_, end.feature_a, end.feature_b), d)) {
    return true;
  }
  d.work.handed_over = true;
  return false;
}

/// Where no gap was seen and four pairs around the origin are still missing, a few more extreme
/// vertices may prove the overlap: that costs less than integers.
void PairQuery::go_around(SimplexEnd& end, QueryWork& work) const {
  if (end.kind != SimplexEnd::Kind::unclear || end.separation.lower > -frame_.error) return;
  const std::array<VertexPair, 4> known = end.pairs;
  if (try_surround(frame_, known, end.pairs, end.weights, work)) {
    end.kind = SimplexEnd::Kind::inside;
  }
}

/// For the goal `verdict` only an overlap is an answer: a gap that the search proves is not yet the
/// distance, and the caller goes on to measure it.
bool PairQuery::try_search(SearchGoal goal, const SearchStart& start, Distance& d) {
  SimplexEnd end = simplex_search(frame_, start, goal, d.work);
  go_around(end, d.work);
  if (end.kind == SimplexEnd::Kind::inside) {
    overlapping(end.pairs, end.weights, d);
    return true;
  }
  last_pairs_ = end.pairs;
  last_count_ = end.count;
  if (end.kind != SimplexEnd::Kind::apart || goal == SearchGoal::verdict) return false;
  ClosestPoints closest;
  std::array<std::uint32_t, 4> used_a, used_b;
  for (int i = 0; i < end.count; i++) {
    used_a[i] = end.pairs[i].a;
    used_b[i] = end.pairs[i].b;
    closest.point_a += frame_.vertex_a(used_a[i]) * end.weights[i];
    closest.point_b += frame_.vertex_b(used_b[i]) * end.weights[i];
  }
  const auto count = static_cast<std::size_t>(end.count);
  const auto feature_a = feature_of(frame_.a.body.topology(), {used_a.data(), count});
  const auto feature_b = feature_of(frame_.b.body.topology(), {used_b.data(), count});
  if (!feature_a || !feature_b) return false;
  if (!try_apart(closest, end.separation, *feature_a, *feature_b, d)) return false;
  remember(end.separation, {end.pairs.data(), count});
  remember_features(*feature_a, *feature_b);
  d.work.method = QueryMethod::gjk;
  return true;
}

void PairQuery::distance(Distance& d) {
  std::array<double, 4> weights;
  // First what the last answer knows (coherence): an overlap, a contact, the closest features.
  if (try_cached_overlap(weights, d.work)) return overlapping(cache_.pairs, weights, d);
  if (may_still_touch(d.work)) {
    start_from_cache();
    decide_exactly(d);
    d.work.from_cache = d.verdict == Verdict::touching;
    return;
  }
  if (options_.tuning.method == QueryMethod::gjk) {
    if (!try_search(SearchGoal::distance, search_start(), d)) decide_exactly(d);
    return;
  }
  if (options_.tuning.method == QueryMethod::lp) {
    SearchStart start = search_start();
    if (try_linear_program(d, start)) return;
    if (!try_search(SearchGoal::distance, start, d)) {
      decide_exactly(d);
    } else if (!d.work.handed_over) {
      d.work.method = QueryMethod::lp;
    }
    return;
  }
  FeatureId a, b;
  first_features(a, b);
  // If the closest features are still the same, their own bounds prove it.
  if (cached_features_fit() && options_.tuning.certify && have_points(a, b) &&
      try_cached_features(a, b, d)) {
    d.work.from_cache = true;
    d.work.feature_steps = 1;
    return;
  }
  if (options_.tuning.method != QueryMethod::voronoi && likely_overlapping() &&
      try_search(SearchGoal::verdict, search_start(), d)) {
    return;
  }
  // The usual order: the walk, the simplex search where it gives up, integers where both do.
  if (!try_walk(a, b, d) && !try_search(SearchGoal::distance, search_start(), d)) decide_exactly(d);
}

/// Whether the bounding spheres, or the direction in the cache, prove a gap of at least `limit`.
bool PairQuery::try_gap_before(double limit, QueryWork& work, Separation& s) const {
  if (const auto spheres = try_spheres(frame_)) {
    s = *spheres;
    if (s.lower >= limit) return true;
  }
  if (!may_use_cache() || cache_.hint != CacheHint::apart || !cached_pairs_fit() ||
      cache_.pair_count == 0) {
    return false;
  }
  const Vec3 direction = quick_unit(multiply(frame_.a.rotation, cache_.direction));
  separation_along(frame_, direction, 1, cache_.pairs[0], work, s);
  return s.lower >= limit;
}

bool PairQuery::try_far_apart(double limit, Collision& c) {
  Separation s;
  if (!try_gap_before(limit, c.work, s)) return false;
  set_apart(c, s.direction);
  return true;
}

void PairQuery::nearer_than(double limit, Nearness& n) {
  n.lower = -std::numeric_limits<double>::infinity();
  n.upper = std::numeric_limits<double>::infinity();
  Separation separation;
  if (try_gap_before(limit, n.work, separation)) {
    n.lower = separation.lower;
    n.proved = true;
  } else {
    Distance d;
    distance(d);
    n = nearness_of(d, limit);
  }
}

}  // namespace glance::rooms::convex
