// One question about one pair of flat-sided cores, from the first cheap test to the last resort:
//
//   spheres   bounding spheres that do not meet prove the bodies apart;
//   cache     the proof of the last answer is tried on the new poses;
//   walk      searches for the closest features (voronoi_walk), or
//   program   a linear program searches for a separating plane (lp_separation), if asked for, or
//   simplex   GJK searches, for a verdict alone, or where the walk gave up (gjk);
//   depth     of an overlap, if asked for (epa);
//   exact     integers decide whatever doubles could not prove (exact_pair).
//
// Every answer comes with its proof. A stage that finds none hands over to the next stage, and the
// last stage always finds one.
#pragma once

#include <array>

#include "convex/closest_points.h"
#include "convex/epa.h"
#include "convex/gjk.h"
#include "convex/lp_separation.h"
#include "exact/cache_access.h"

namespace glance::rooms::exact {

class ExactPair;

}  // namespace glance::rooms::exact

namespace glance::rooms::convex {

/// Derives the answer of nearer_than (limit >= 0) from that of distance.
Nearness nearness_of(const Distance& distance, double limit);

class PairQuery {
 public:
  PairQuery(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
            PairCache& cache, const QueryOptions& options)
      : a_(a), b_(b), frame_(a, pose_a, b, pose_b), cache_(memory_of(cache)), options_(options) {}

  // These write into a result that already exists, so that nothing is copied.
  void collide(Collision& result);
  void distance(Distance& result);
  void nearer_than(double limit, Nearness& result);
  /// True if spheres or the direction of the last answer prove the bodies farther apart than
  /// `limit`; false tells nothing.
  bool try_far_apart(double limit, Collision& result);

 private:
  bool may_use_cache() const { return options_.tuning.start == WalkStart::cached; }
  bool cached_pairs_fit() const;
  bool cached_features_fit() const;
  bool try_cached_overlap(std::array<double, 4>& weights, QueryWork& work) const;
  bool likely_overlapping() const;
  void first_features(FeatureId& a, FeatureId& b) const;
  SearchStart search_start() const;
  SearchStart start_after(const LpEnd& end);

  // The functions try_.. return true if they found an answer with its proof, and false if another
  // stage has to.
  bool try_apart_along(const Vec3& direction, VertexPair start, Collision& c);
  bool try_cached_direction(Collision& c, bool& near_contact);
  /// Whether the last answer was a contact that may still hold: then go to the exact stage at once.
  bool may_still_touch(QueryWork& work) const;
  void start_from_cache();
  bool try_gap_before(double limit, QueryWork& work, Separation& separation) const;
  bool try_walk(FeatureId start_a, FeatureId start_b, Collision& c);
  bool try_cached_features(FeatureId feature_a, FeatureId feature_b, Distance& d);
  bool try_features(FeatureId feature_a, FeatureId feature_b, const ClosestPoints& closest,
                    Distance& d);
  bool try_walk(FeatureId start_a, FeatureId start_b, Distance& d);
  /// For a simplex search that ended unclear: tries extreme pairs on all sides
  /// (try_surround).
  void go_around(SimplexEnd& end, QueryWork& work) const;
  bool try_search(SearchGoal goal, const SearchStart& start, Distance& d);
  LpEnd linear_program(QueryWork& work) const;
  bool try_linear_program(Collision& c, SearchStart& next);
  bool try_linear_program(Distance& d, SearchStart& next);
  bool try_apart(const ClosestPoints& closest, const Separation& separation, FeatureId feature_a,
                 FeatureId feature_b, Distance& d);

  void overlapping(std::span<const VertexPair, 4> pairs, const std::array<double, 4>& weights,
                   Distance& d);
  bool are_boxes() const;
  bool try_deep_in_box(std::span<const VertexPair, 4> around, Distance& d);
  bool try_deep(const DepthEnd& end, std::span<const VertexPair, 4> around, Distance& d);
  ExactPair exact_pair() const;
  void decide_exactly(Collision& c);
  void decide_exactly(Distance& d);
  void measure_gap(Distance& d) const;
  void measure_overlap(std::span<const VertexPair, 4> around, Distance& d) const;

  void remember(const Separation& separation, std::span<const VertexPair> pairs);
  void remember_overlap(std::span<const VertexPair, 4> pairs);
  void face_along(const Vec3& normal);
  void remember_exact(const Certificate& certificate, const Vec3& normal);
  void remember_features(FeatureId feature_a, FeatureId feature_b);

  const Shape &a_, &b_;
  PairFrame frame_;
  CacheMemory& cache_;
  const QueryOptions& options_;
  std::array<VertexPair, 4> lp_pairs_ = {};    ///< where the linear program ended
  std::array<VertexPair, 4> last_pairs_ = {};  ///< where the simplex search ended
  int last_count_ = 0;
};

}  // namespace glance::rooms::convex
