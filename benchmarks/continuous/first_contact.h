// When two moving bodies first meet, found the slow way: by nothing but distances at many times.
// It shares no code with the library's own time of impact.
#pragma once

#include <optional>

#include "glance/motion.h"
#include "glance/query.h"

namespace glance::bench {

/// The distance of two bodies as a function of time.
class Approach {
 public:
  Approach(const Shape& a, const glance::Motion& motion_a, const Shape& b,
           const glance::Motion& motion_b);

  Distance measure(double time, bool depth = false) const;
  /// 0 if they touch or overlap.
  double distance(double time) const { return measure(time).distance; }
  /// It changes by no more than this in one unit of time: how fast the origins pass each other, and
  /// the farthest points of both about them.
  double speed() const { return speed_; }
  double size() const { return a_.extent() + b_.extent(); }

 private:
  const Shape &a_, &b_;
  const glance::Motion &motion_a_, &motion_b_;
  double speed_;
};

struct FirstContact {
  bool contact = false;
  double time = 1;             ///< of the contact; until shortly before they are proved to be apart
  double size = 0, speed = 0;  ///< of the approach
};

/// Nothing, if they come so near to each other that distances do not tell.
std::optional<FirstContact> find_first_contact(const Approach& approach);

}  // namespace glance::bench
