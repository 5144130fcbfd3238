// How long two bodies are certain to stay apart when only their velocities, and how fast these may
// change, are known: along the direction between them now, a gap of size d lasts while
// d > c t + a t^2 / 2, with c the speed at which it may close now and a the largest acceleration.
// Tested in tests/property/earliest_impact_test.cpp (EarliestImpact).
#include <fmt/format.h>

#include <algorithm>

#include "bound/convex_form.h"
#include "glance/impact.h"
#include "sweep/moving_pair.h"

namespace glance::rooms::sweep {
namespace {

/// Below the roundings of a dozen operations.
constexpr double kBelow = 1 - 0x1p-47;

/// How often the horizon is halved in search of a better bound: what may turn faster and faster is
/// bounded by its speed at the horizon.
constexpr int kHalvings = 6;

Result<void> check(const MotionLimits& limits) {
  if (!is_finite(limits.linear) || !is_finite(limits.angular) || !is_finite(limits.centre)) {
    return fail(ErrorCode::not_finite,
                "velocities and centre of a body with bounded acceleration must be finite");
  }
  for (const double a : {limits.linear_acceleration, limits.angular_acceleration}) {
    if (!(a >= 0) || std::isinf(a)) {
      return fail(fmt::format("a bound on an acceleration must be a number >= 0, not {}", a));
    }
  }
  return {};
}

/// A body by what bounds its points' motion.
struct Limited {
  const MotionLimits& limits;
  double reach;  ///< no point of the core is farther from the centre
  bool is_halfspace;

  Limited(const Shape& shape, const MotionLimits& l)
      : limits(l), reach(0), is_halfspace(shape.kind() == ShapeKind::halfspace) {
    if (is_halfspace) return;
    const Vec3 middle = shape.mass().centroid - l.centre;
    reach = kMaxStretch * (norm(middle) + shape.bounding_radius()) / kBelow;
  }

  /// The angular speed until `time`.
  double turning(double time) const {
    return norm(limits.angular) + limits.angular_acceleration * time;
  }
  /// The acceleration of any point until then.
  double acceleration(double time) const {
    const double w = turning(time);
    return limits.linear_acceleration + (limits.angular_acceleration + w * w) * reach;
  }
};

/// The first t >= 0 with d = c t + a t^2 / 2, for d > 0 and a >= 0; infinite without one.
double first_root(double d, double c, double a) {
  const double root = std::sqrt(c * c + 2 * a * d);
  if (c > 0) return 2 * d / (c + root);
  return a > 0 ? (root - c) / a : std::numeric_limits<double>::infinity();
}

}  // namespace
}  // namespace glance::rooms::sweep

namespace glance {
using namespace rooms::sweep;

Result<double> earliest_impact(PlacedShape placed_a, const MotionLimits& limits_a,
                               PlacedShape placed_b, const MotionLimits& limits_b, double horizon) {
  const Shape &a = placed_a.shape, &b = placed_b.shape;
  const Pose &pose_a = placed_a.pose, &pose_b = placed_b.pose;
  for (const MotionLimits* limits : {&limits_a, &limits_b}) {
    if (auto good = check(*limits); !good) return fail(good.error());
  }
  if (!(horizon > 0) || std::isinf(horizon)) {
    return fail(fmt::format("the horizon must be a time > 0, not {}", horizon));
  }
  const Distance now = distance({a, pose_a}, {b, pose_b}, {.depth = false});
  if (now.verdict != Verdict::apart) return 0.0;

  const Limited body_a(a, limits_a), body_b(b, limits_b);
  const Vec3 velocity = limits_b.linear - limits_a.linear;
  const Vec3 offset = pose_b.apply(limits_b.centre) - pose_a.apply(limits_a.centre);
  // The direction from A to B separates them if both are convex; a half-space turns it.
  const bool convex = (a.is_convex() && b.is_convex()) ||
                      (convex_forms(a, b) && now.certificate.verdict == Verdict::apart);
  const auto closing_by_turn = [&](const Limited& body) {
    return norm(cross(now.normal, body.limits.angular)) * body.reach;
  };
  double best = 0, until = horizon;
  for (int i = 0; i <= kHalvings; i++, until /= 2) {
    double closing = -dot(now.normal, velocity) + closing_by_turn(body_a) + closing_by_turn(body_b);
    if (!convex) {
      closing =
          norm(velocity) + body_a.turning(0) * body_a.reach + body_b.turning(0) * body_b.reach;
    }
    double acceleration = body_a.acceleration(until) + body_b.acceleration(until);
    for (const Limited* plane : {&body_a, &body_b}) {
      const double w = plane->is_halfspace ? plane->turning(until) : 0;
      if (w == 0) continue;
      // n.y closes by no more than |y'| + |n'| |y|, with all of it taken at its largest.
      const double speed = norm(velocity) + acceleration * until +
                           body_a.turning(0) * body_a.reach + body_b.turning(0) * body_b.reach;
      const double far = norm(offset) + body_a.reach + body_b.reach + speed * until;
      closing = speed + w * far;
      acceleration = 0;
    }
    // What rounding does to the velocities' products, too.
    closing += (norm(limits_a.linear) + norm(limits_b.linear) + std::fabs(closing)) * 0x1p-47;
    const double root = kBelow * first_root(now.lower, closing, acceleration / kBelow);
    best = std::max(best, std::min(until, root));
  }
  return best;
}

}  // namespace glance
