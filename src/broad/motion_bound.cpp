// Tested in tests/unit/broad/space_time_test.cpp (MotionBound.FramesApartIsNeverLate).
#include "broad/motion_bound.h"

#include <algorithm>

namespace glance::rooms::broad {
namespace {

/// Of coordinates (no unit): the sides of a box are floats, off by up to two steps of 2^-23 each,
/// and a velocity is the difference of two of them. Doubles add far less.
constexpr double kBoxRounding = 0x1p-21;

/// Taken off a time (no unit), for the rounding of a root and a quotient.
constexpr double kEarlier = 1 - 0x1p-40;

float clamped(double x) { return static_cast<float>(std::clamp<double>(x, -FLT_MAX, FLT_MAX)); }

double finite_or_zero(double x) { return std::isfinite(x) ? x : 0; }

/// When a gap is used up that closes at this speed, which grows by `bend` per frame.
double frames_until_closed(double gap, double closing, double bend) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  // That they part is not used: it would take a difference of nearly equal numbers.
  if (closing <= 0) return bend > 0 ? std::sqrt(2 * gap / bend) : kNever;
  return 2 * gap / (closing + std::sqrt(closing * closing + 2 * bend * gap));
}

}  // namespace

MotionBound bound_motion(const FloatBox& before, const FloatBox& now, float acceleration) {
  MotionBound bound{.box = now};
  double largest = 0;
  for (int k = 0; k < 3; k++) {
    const double lower = double{now.lower[k]} - before.lower[k];
    const double upper = double{now.upper[k]} - before.upper[k];
    // Nothing is known of a side at infinity; the other side decides.
    const double both = std::isfinite(lower) && std::isfinite(upper)
                            ? (lower + upper) / 2
                            : finite_or_zero(lower) + finite_or_zero(upper);
    bound.velocity[k] = clamped(both);
    for (const double x : {double{now.lower[k]}, double{now.upper[k]}, both}) {
      largest = std::max(largest, std::fabs(finite_or_zero(x)));
    }
  }
  if (bound.rests()) return bound;
  bound.acceleration = acceleration;
  bound.rounding = clamped(kBoxRounding * (largest + acceleration));
  return bound;
}

FloatBox reach(const MotionBound& bound, double age) {
  // Between the two ages a lower side is nowhere below both, nor an upper one above: the one is a
  // concave function of time, the other a convex one. The rounding once more is for the doubles.
  const double first = bound.growth(0) + bound.rounding, last = bound.growth(age) + bound.rounding;
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    const double lower = bound.box.lower[k], upper = bound.box.upper[k];
    const double moved = bound.velocity[k] * age;
    box.lower[k] = float_below(std::min(lower - first, lower + moved - last));
    box.upper[k] = float_above(std::max(upper + first, upper + moved + last));
  }
  return bound.rests() ? bound.box : box;
}

double needed_acceleration(const MotionBound& bound, const FloatBox& now, double age) {
  double off = 0;
  for (int k = 0; k < 3; k++) {
    const double moved = bound.velocity[k] * age;
    off = std::max(off, finite_or_zero(bound.box.lower[k] + moved - now.lower[k]));
    off = std::max(off, finite_or_zero(now.upper[k] - (bound.box.upper[k] + moved)));
  }
  return 2 * off / (age * (age + 1));
}

double frames_apart(const MotionBound& a, double age_a, const MotionBound& b, double age_b) {
  // The gap along an axis after t more frames: gap - closing * t - bend * t^2 / 2. (The rounding
  // once more: see reach.)
  const double grown = a.growth(age_a) + b.growth(age_b) + a.rounding + b.rounding;
  const double bend = double{a.acceleration} + b.acceleration;
  const double spread = double{a.rounding} + b.rounding + a.acceleration * (age_a + 0.5) +
                        b.acceleration * (age_b + 0.5);
  double longest = 0;
  for (int k = 0; k < 3; k++) {
    const double moved_a = a.velocity[k] * age_a, moved_b = b.velocity[k] * age_b;
    const double closing = double{a.velocity[k]} - b.velocity[k];
    const double above = (b.box.lower[k] + moved_b) - (a.box.upper[k] + moved_a) - grown;
    const double below = (a.box.lower[k] + moved_a) - (b.box.upper[k] + moved_b) - grown;
    // (NaN, of sides at infinity, is no gap.)
    if (above > 0) {
      longest = std::max(longest, frames_until_closed(above, spread + closing, bend));
    } else if (below > 0) {
      longest = std::max(longest, frames_until_closed(below, spread - closing, bend));
    }
  }
  return longest * kEarlier;
}

}  // namespace glance::rooms::broad
