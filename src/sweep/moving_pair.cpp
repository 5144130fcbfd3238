// Tested in tests/property/impact_test.cpp (Impact.RandomPairs).
#include "sweep/moving_pair.h"

#include <algorithm>

namespace glance::rooms::sweep {
namespace {

/// Bounds MovingPair::error as a part of everything that enters a gap: the support point
/// (kCoreError in convex/core_frame allows 320u for two, climbing included; u = 2^-53), a direction
/// turned by an angle that is right to 4u (16u), the centres at a time (16u) and their products
/// (8u); and Motion::at, whose poses are those of the doubles that other questions see (64u).
constexpr double kMotionError = 512 * 0x1p-53;

/// How far a body is from the origin of the world, where Motion::at rounds.
double distance_from_origin(const Motion& m) {
  return one_norm(m.start().translation()) + one_norm(m.end().translation()) +
         2 * one_norm(m.centre());
}

/// The smallest value of a function whose second derivative is at most `bend` (in size), from those
/// at both ends of an interval. It is not below the chord by more than bend * s (length - s) / 2 at
/// a distance s from one end.
double least_between(double first, double last, double bend, double length) {
  const double dip = bend * length * length;
  const double fall = std::fabs(last - first);
  const double low = std::min(first, last);
  if (2 * fall >= dip) return low;
  // At the part s = 1/2 - fall / dip of the way from the lower end.
  const double s = 0.5 - fall / dip;
  return low + s * (fall - 0.5 * dip * (1 - s));
}

}  // namespace

MovingPair::MovingPair(const Shape& a, const Motion& motion_a, const Shape& b,
                       const Motion& motion_b, double margin, double more_error)
    : a_(a, motion_a),
      b_(b, motion_b),
      radii_((a.rounding() + b.rounding() + margin) * (1 + 0x1p-51)) {
  // First the difference of the translations: they may be large, and nearly the same.
  const Pose &from_a = motion_a.start(), &from_b = motion_b.start();
  offset_ = (from_b.translation() - from_a.translation()) +
            (multiply(from_b.rotation(), motion_b.centre()) -
             multiply(from_a.rotation(), motion_a.centre()));
  velocity_ = motion_b.linear() - motion_a.linear();
  const double turns = 1 + std::max(a_.turning(), b_.turning());
  const double size = one_norm(offset_) + one_norm(velocity_) + radii_ +
                      std::fabs(a.plane_offset()) + std::fabs(b.plane_offset());
  error_ = more_error + kMotionError * (size + (a_.reach() + b_.reach()) * turns) + kSmallestError +
           8 * 0x1p-53 * (distance_from_origin(motion_a) + distance_from_origin(motion_b)) * turns;
}

Vec3 MovingPair::direction(const Heading& heading, double time) const {
  if (a_.is_halfspace()) return a_.normal(time);
  return b_.is_halfspace() ? Vec3(-b_.normal(time)) : heading.at(time);
}

Moment MovingPair::moment(const Heading& heading, double time) const {
  const Vec3 n = direction(heading, time);
  Moment m;
  m.time = time;
  m.along = dot(n, offset(time));
  m.height_a = a_.is_halfspace() ? a_.plane_height(time) : a_.height(n, time);
  m.height_b = b_.is_halfspace() ? b_.plane_height(time) : b_.height(-n, time);
  return m;
}

Moment MovingPair::moment_after(const Heading& heading, const Moment& from, double time) const {
  if (has_halfspace()) return moment(heading, time);
  const Vec3 n = heading.at(time);
  Moment m;
  m.time = time;
  m.along = dot(n, offset(time));
  m.height_a = a_.turns_with(heading.turn) ? from.height_a : a_.height(n, time);
  m.height_b = b_.turns_with(heading.turn) ? from.height_b : b_.height(-n, time);
  return m;
}

Moment MovingPair::moment_of(const Heading& heading, double time, const Vec3& point_a,
                             const Vec3& point_b, double slack) const {
  const Vec3& n = heading.unit;
  return {time, dot(n, offset(time)), dot(n, point_a) + slack, slack - dot(n, point_b)};
}

double MovingPair::heading_bend(double turn, double from, double to) const {
  // n.y bends by |n''| |y| + 2 |n'| |y'|.
  const double far = std::sqrt(std::max(norm_sq(offset(from)), norm_sq(offset(to))));
  return turn * (turn * far + 2 * std::sqrt(norm_sq(velocity_)));
}

MovingPair::Bends MovingPair::bends(const Heading& heading, const Moment& from,
                                    const Moment& to) const {
  const auto along = [&](double w) { return heading_bend(w, from.time, to.time); };
  if (!has_halfspace()) {
    const double w_sq = norm_sq(heading.turn);
    if (w_sq == 0) return {0, a_.bend(heading.unit), b_.bend(heading.unit)};
    return {along(std::sqrt(w_sq)), a_.bend_turning(heading.turn), b_.bend_turning(heading.turn)};
  }
  const double w = a_.is_halfspace() ? a_.turning() : b_.turning();
  const auto other = [&](const MovingBody& body) {
    if (body.is_halfspace()) return 0.0;
    const double both = w + body.turning();
    return kMaxStretch * both * both * body.reach();
  };
  return {along(w), other(a_), other(b_)};
}

double MovingPair::least_gap(const Heading& heading, const Moment& from, const Moment& to) const {
  const double length = to.time - from.time;
  Bends bend = bends(heading, from, to);
  double first = from.along, last = to.along, most = 0;
  // Each body counts either as measured at both ends, with a bound on how its height curves in
  // between, or as the ball about its centre that holds it in every orientation.
  const auto take = [&](const MovingBody& body, double height_from, double height_to, double& k) {
    const double high = std::max(height_from, height_to);
    if (!body.is_halfspace() && high + k * length * length / 8 >= body.reach()) {
      most += body.reach();
      k = 0;
    } else {
      first -= height_from;
      last -= height_to;
    }
  };
  take(a_, from.height_a, to.height_a, bend.a);
  take(b_, from.height_b, to.height_b, bend.b);
  const double k = (bend.along + bend.a + bend.b) * (1 + 0x1p-48);
  return least_between(first, last, k, length) - most - radii_ - 2 * error_;
}

}  // namespace glance::rooms::sweep
