// The least distance of two bodies in motion, as samples of time show it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/impact_zoo.h"

namespace glance::test {

inline Distance distance_at(const ImpactCase& c, double time) {
  return distance({c.a, c.motion_a.at(time)}, {c.b, c.motion_b.at(time)}, {.depth = false});
}

/// Below 0 if they touch.
struct Nearest {
  double distance = std::numeric_limits<double>::infinity(), time = 0;

  void look(const ImpactCase& c, double time_) {
    const Distance d = distance_at(c, time_);
    const double value = d.verdict == Verdict::apart ? d.distance : -1;
    if (value < distance) {
      distance = value;
      time = time_;
    }
  }
};

/// Of samples of [from, to], and, around the nearest of them, of golden sections.
inline Nearest sampled(const ImpactCase& c, double from, double to, int samples) {
  Nearest nearest;
  const double step = (to - from) / samples;
  for (int i = 0; i <= samples; i++) nearest.look(c, i == samples ? to : from + step * i);
  const double golden = (std::sqrt(5.) - 1) / 2;
  double low = std::max(from, nearest.time - step), high = std::min(to, nearest.time + step);
  for (int i = 0; i < 30 && nearest.distance > 0; i++) {
    const double s = high - golden * (high - low), t = low + golden * (high - low);
    nearest.look(c, s);
    nearest.look(c, t);
    if (nearest.time <= s) {
      high = t;
    } else {
      low = s;
    }
  }
  return nearest;
}

}  // namespace glance::test
