#include "benchmarks/continuous/first_contact.h"

#include <algorithm>

namespace glance::bench {
namespace {

/// Intervals of time are halved down to this.
constexpr double kShortest = 0x1p-30;

/// How far a point of the shape is from its origin, at most.
double reach(const Shape& shape) { return norm(shape.mass().centroid) + shape.bounding_radius(); }

class Search {
 public:
  explicit Search(const Approach& approach) : approach_(approach) {}

  /// Whether they are apart all the time. The distance cannot change faster than `speed`, so at its
  /// least it is (distance_from + distance_to - speed * (to - from)) / 2 or more. Earlier halves
  /// are looked at first, so that what stops the search is where the first contact may be.
  bool apart(double from, double distance_from, double to, double distance_to) {
    if (distance_from + distance_to > approach_.speed() * (to - from)) return true;
    if (to - from <= kShortest) {
      until_ = from;
      return false;
    }
    const double middle = (from + to) / 2, distance = approach_.distance(middle);
    return apart(from, distance_from, middle, distance) && apart(middle, distance, to, distance_to);
  }
  /// Where it stopped.
  double until() const { return until_; }

  /// They all but touch now, and come nearer: when do they touch? Nothing, if they part again.
  std::optional<double> contact_after(double now) const {
    double before = now, distance = approach_.distance(now);
    for (double step = kShortest; before < 1; step *= 2) {
      const double next = std::min(now + step, 1.0), there = approach_.distance(next);
      if (there == 0) return halve(before, next);
      if (there > distance) break;
      before = next;
      distance = there;
    }
    return {};
  }

 private:
  /// Apart before, in contact after: the first contact after one end, to the last digits.
  double halve(double before, double after) const {
    while (after - before > kShortest) {
      const double middle = (before + after) / 2;
      (approach_.distance(middle) == 0 ? after : before) = middle;
    }
    return after;
  }

  const Approach& approach_;
  double until_ = 1;
};

}  // namespace

Approach::Approach(const Shape& a, const glance::Motion& motion_a, const Shape& b,
                   const glance::Motion& motion_b)
    : a_(a), b_(b), motion_a_(motion_a), motion_b_(motion_b) {
  speed_ = norm(motion_b.linear() - motion_a.linear()) + norm(motion_a.angular()) * reach(a) +
           norm(motion_b.angular()) * reach(b);
}

Distance Approach::measure(double time, bool depth) const {
  return glance::distance({a_, motion_a_.at(time)}, {b_, motion_b_.at(time)}, {.depth = depth});
}

std::optional<FirstContact> find_first_contact(const Approach& approach) {
  FirstContact result{.size = approach.size(), .speed = approach.speed()};
  Search search(approach);
  if (search.apart(0, approach.distance(0), 1, approach.distance(1))) return result;
  const auto contact = search.contact_after(search.until());
  if (!contact) return {};
  result.contact = true;
  result.time = *contact;
  return result;
}

}  // namespace glance::bench
