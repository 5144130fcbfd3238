// One question about a pair of which a core is curved (cylinder, cone, ellipsoid), stage by stage:
//
//   spheres   bounding spheres that do not meet prove the bodies apart;
//   cache     last time's direction, tried on the new poses;
//   gjk       for the distance, or four points around the origin;
//   search    over all directions, for depth, and wherever bodies nearly touch.
//
// All work on the cores; roundings and margin come in at the end (rounding.h).
#pragma once

#include <optional>
#include <span>

#include "convex/rounding.h"
#include "curved/direction_search.h"
#include "curved/gjk.h"
#include "exact/cache_access.h"

namespace glance::rooms::curved {

class CurvedQuery {
 public:
  CurvedQuery(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
              const Rounding& rounding, PairCache& cache, const QueryOptions& options)
      : frame_(a, pose_a, b, pose_b),
        pose_a_(pose_a),
        rounding_(rounding),
        cache_(memory_of(cache)),
        options_(options) {}

  void collide(Collision& result);
  void distance(Distance& result);

 private:
  Vec3 fresh_direction() const;
  Vec3 start_direction() const;
  double tolerance(double distance) const;
  Vec3 from_origin(const Vec3& point) const;
  bool try_far_along(const Vec3& unit, Collision& c);
  void set_points(const Vec3& point_a, const Vec3& point_b, Distance& d) const;
  void set_features(Distance& d) const;
  void set_verdict(double core_lower, double core_upper, Distance& d) const;
  void set_value(double signed_distance, Distance& d) const;
  GjkEnd widest_gap(const Vec3& start, QueryWork& work) const;
  void narrow_down(DirectionSearchEnd& end, QueryWork& work);
  void search(Distance& d);
  double deep_enough() const;
  double near_enough() const;
  void show_overlap(std::span<const Vec3> candidates, Certificate& certificate) const;
  void show_overlap_near(const Vec3& point, Certificate& certificate, QueryWork& work);
  Vec3 shared_point(const Vec3& point_a, const Vec3& point_b) const;
  void remember(const Vec3& direction, bool apart);

  CoreFrame frame_;
  const Pose& pose_a_;
  const Rounding& rounding_;
  CacheMemory& cache_;
  const QueryOptions& options_;
  std::optional<Vec3> common_;  ///< in both cores, or nearest to both, if gjk found one
};

}  // namespace glance::rooms::curved
