// Where a body's box can be in the next frames: Hubbard's space-time bound, for boxes.
//
// From where the box is, its velocity and a bound on how fast that changes: after t frames it is
// within `box` moved by t * velocity and grown on all sides by acceleration * t (t + 1) / 2. (That
// is the sum of second differences of positions, each at most `acceleration`. A body whose
// acceleration never exceeds that stays inside: a second difference is a mean of it.)
//
// Numbers are floats and what is done with them is done in doubles. `rounding` is far above the
// errors of that arithmetic, and above the jitter of boxes, which are floats rounded outward.
#pragma once

#include <array>
#include <cstdint>

#include "bound/boxes.h"

namespace glance::rooms::broad {

struct MotionBound {
  FloatBox box = {};                   ///< when the bound was made
  std::array<float, 3> velocity = {};  ///< length per frame
  float acceleration = 0;              ///< length per frame and frame
  float rounding = 0;                  ///< length, for the box and again for each frame

  /// For a body at rest: the box itself, forever.
  bool rests() const { return velocity == std::array<float, 3>{}; }

  /// How much wider it is on each side at that age (frames).
  double growth(double age) const {
    return rounding * (age + 1) + acceleration * (age * (age + 1) / 2);
  }

  /// Whether the body is where it may be.
  bool holds(const FloatBox& now, double age) const {
    const double grown = growth(age);
    int inside = 1;
    for (int k = 0; k < 3; k++) {
      const double moved = velocity[k] * age;
      inside &= int{now.lower[k] >= box.lower[k] + moved - grown} &
                int{now.upper[k] <= box.upper[k] + moved + grown};
    }
    return inside != 0;
  }
};

/// For a box that was elsewhere one frame ago. (`before` of a new body is NaN: the body counts as
/// resting.) Bodies at rest have no acceleration either.
MotionBound bound_motion(const FloatBox& before, const FloatBox& now, float acceleration);

/// A box that holds the body at all ages from 0 to this.
FloatBox reach(const MotionBound& bound, double age);

/// The acceleration with which the bound would hold what it does not. 0 where nothing helps (sides
/// at infinity).
double needed_acceleration(const MotionBound& bound, const FloatBox& now, double age);

/// For how many frames from now on two bodies of these ages are certain to be apart, as long as
/// their bounds hold: a time, so that they may meet at the first whole frame not below it. 0 if
/// they may overlap already.
double frames_apart(const MotionBound& a, double age_a, const MotionBound& b, double age_b);

}  // namespace glance::rooms::broad
