// Two bodies on their way: how far apart they are along a direction at some time, and a bound on
// that for all the time between two others.
#pragma once

#include "sweep/moving_body.h"

namespace glance::rooms::sweep {

/// What was measured at one time.
struct Moment {
  double time = 0;
  double along = 0;                   ///< B's centre seen from A's, along the direction
  double height_a = 0, height_b = 0;  ///< how far the cores reach from there towards each other
};

class MovingPair {
 public:
  /// Bodies nearer to each other than `margin` count as in contact. `more_error`: how far points of
  /// the bodies may be from where the motions say.
  MovingPair(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
             double margin, double more_error = 0);

  const MovingBody& a() const { return a_; }
  const MovingBody& b() const { return b_; }
  /// B's centre seen from A's.
  Vec3 offset(double time) const { return offset_ + time * velocity_; }
  const Vec3& velocity() const { return velocity_; }
  /// Bounds what roundings do to a gap, those of the poses at any time included.
  double error() const { return error_; }
  bool has_halfspace() const { return a_.is_halfspace() || b_.is_halfspace(); }
  bool has_only_halfspaces() const { return a_.is_halfspace() && b_.is_halfspace(); }
  /// Two half-spaces, one of them turning: no gap lasts.
  bool is_hopeless() const { return has_only_halfspaces() && a_.turning() + b_.turning() > 0; }

  /// The direction that counts at a time: the given one, or the normal of a half-space.
  Vec3 direction(const Heading& heading, double time) const;
  Moment moment(const Heading& heading, double time) const;
  /// The same from another moment of the heading: what turns with it need not be measured again.
  Moment moment_after(const Heading& heading, const Moment& from, double time) const;
  /// The same at a time and along a direction in which the cores' closest points are known (seen
  /// from the centres), to within `slack`.
  Moment moment_of(const Heading& heading, double time, const Vec3& point_a, const Vec3& point_b,
                   double slack) const;

  /// A lower bound on the distance at a moment, beyond the margin.
  double gap(const Moment& m) const { return m.along - m.height_a - m.height_b - radii_ - error_; }
  /// A lower bound on the distance at all times between two moments of the same heading.
  double least_gap(const Heading& heading, const Moment& from, const Moment& to) const;
  /// Bounds how much the distance of the centres bends along a direction that turns with a speed
  /// `turn`, between two times.
  double heading_bend(double turn, double from, double to) const;

 private:
  struct Bends {
    double along = 0, a = 0, b = 0;  ///< bounds on second derivatives of the parts of a gap
  };
  Bends bends(const Heading& heading, const Moment& from, const Moment& to) const;

  MovingBody a_, b_;
  Vec3 offset_, velocity_;
  double radii_;  ///< of the roundings, and the margin
  double error_;
};

}  // namespace glance::rooms::sweep
