// The referee of times of impact. Shares no code with the solver: motions in 50 digits, and bounds
// of its own on how far a gap can fall between two times.
//
// It asks the solvers for witnesses, by the public questions, and believes none of them: `collide`
// for a certificate of the verdict at the start, which glance::verify checks; and `distance` for
// two points at the end, of which it measures here how far they are outside of the bodies.
//
// In real arithmetic a point p of a core is at C(t) + X(t), X = E M q, with q = p - centre,
// M(t) = start + t residue, E(t) = exp(t [w]), and C(t) on a straight line (motion.h). The
// direction is n(t) = exp(t [u]) m(t), where m is fixed, or m = M n for the normal n of a
// half-space, with its angular velocity for u. So the gap is the least, over the points of both
// cores, of
//
//   n . (C_b - C_a) + n . X_b - n . X_a - radii |n|
//
// and each part has a bound on its second derivative. In the frame that turns with u, with
// D = w - u and "sway" for the constant m' (zero, or residue n):
//
//   n . Y:  Y = C_b - C_a is linear in time, with the velocity v:
//           |(n . Y)''| <= |u x n| (|u x Y| + 2 |v across u|) + 2 |sway| (|v| + |u x Y|)
//   n . X:  (n . X)' = n . (D x X) + n . E residue q + sway . (X seen from there), and once more:
//           |(n . X)''| <= |u x n| |D x X| + |n x D| |w x X|    (both ways round the same sum)
//                    or <= |n x D| |D x X| + |u x D| |n| |X|
//                    plus 2 |n x D| |residue q| + 2 |sway| (|D x X| + |residue q|)
//   the half-space itself: n . X = (M n) . (M q) at the point q of its plane that the motion's
//           centre is: 2 |sway| |residue centre|. (-|n| is concave: it needs nothing.)
//
// |w x X|, |u x n| and |u x Y| are convex in t, so that they are largest at an end of an interval.
// Other lengths inside of an interval of length s: no more than the larger one at its ends, plus
// s^2 / 8 of their own second derivative.
//
// A function with |f''| <= k is above its chord less k (t - from) (to - t) / 2; so is the least of
// several. In place of n . X there may be the farthest that the core reaches however it turns: that
// is constant.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "glance/impact.h"
#include "glance/query.h"
#include "glance/tolerance.h"
#include "math/motion_access.h"
#include "verify/verify_mover.h"

namespace glance::rooms::referee {
namespace {

/// Far above the rounding of 50 digits (with angles up to kMaxTurn), far below that of a double.
constexpr double kImpactSafety = 1e-38;

double shown(const Real& x) { return static_cast<double>(x); }

/// From A to B: at the ends of an interval, and how it turns between.
struct Direction {
  Vec from, to, turn;
  Real sway;

  Real most_across(const Vec& d) const {
    return std::max(length(cross(d, from)), length(cross(d, to)));
  }
  Real longest() const { return std::max(length(from), length(to)); }
};

/// A lower bound for one part of the gap: its value at both ends, and a bound on its second
/// derivative.
struct Part {
  Real from, to, bend;

  Part operator+(const Part& other) const {
    return {Real(from + other.from), Real(to + other.to), Real(bend + other.bend)};
  }
};

/// The least value in an interval of length s.
Real least(const Part& p, const Real& s) {
  const Real fall = abs(p.from - p.to), sag = p.bend * s * s;
  if (2 * fall >= sag) return std::min(p.from, p.to);  // the parabola has no bottom inside
  return (p.from + p.to) / 2 - sag / 8 - fall * fall / (2 * sag);
}

struct MovingPair {
  Mover a, b;
  Real margin;

  static bool is_plane(const Mover& m) { return m.shape.kind() == ShapeKind::halfspace; }
  bool has_plane() const { return is_plane(a) || is_plane(b); }

  /// Of the half-space, if there is one; else as the interval says.
  Result<Direction> direction(const ApartInterval& interval, const Moment& from,
                              const Moment& to) const {
    if (has_plane()) {
      const bool first = is_plane(a);
      const Mover& h = first ? a : b;
      const Real sign = first ? 1 : -1;
      const Vec n = convert<Real>(h.shape.sizes());
      return Direction{(first ? from.a : from.b).place.turn(n) * sign,
                       (first ? to.a : to.b).place.turn(n) * sign, h.w, length(h.residue.turn(n))};
    }
    if (!is_finite(interval.direction) || !is_finite(interval.finer) || !is_finite(interval.turn)) {
      return fail(ErrorCode::not_proved, "the direction or its turn is not finite");
    }
    Vec n = convert<Real>(interval.direction) + convert<Real>(interval.finer);
    if (n == Vec{}) return fail(ErrorCode::not_proved, "the direction is zero");
    n = n * Real(1 / length(n));
    const Vec turn = convert<Real>(interval.turn);
    if (length(turn) > 4 * kMaxTurn)
      return fail(ErrorCode::not_proved, "the direction turns too fast");
    return Direction{n, Rotation(turn, to.time - from.time)(n), turn, Real(0)};
  }

  /// n . (C_b - C_a), less the margin.
  Part along(const Direction& n, const Moment& from, const Moment& to) const {
    const Vec first = from.b.centre - from.a.centre, last = to.b.centre - to.a.centre,
              v = b.velocity - a.velocity;
    const Real turn = length(n.turn), speed = length(v),
               speed_across = turn > 0 ? Real(length(cross(n.turn, v)) / turn) : Real(0),
               y = std::max(length(cross(n.turn, first)), length(cross(n.turn, last)));
    return {dot(n.from, first) - margin * length(n.from), dot(n.to, last) - margin * length(n.to),
            n.most_across(n.turn) * (y + 2 * speed_across) + 2 * n.sway * (speed + y)};
  }

  /// -d . X and -|d| radius for the body, where d is n, or -n for B.
  static Part measured(const Mover& m, const Instant& from, const Instant& to, const Direction& n,
                       const Real& sign, const Real& s) {
    Part part{-from.top(n.from * sign), -to.top(n.to * sign), 0};
    if (is_plane(m)) {
      part.bend = 2 * n.sway * length(m.residue.turn(m.centre));
      return part;
    }
    const Real eighth = s * s / 8, swing = m.swing, reach = m.reach, u = length(n.turn);
    if (u == 0 && n.sway == 0) {
      part.bend = n.most_across(m.w) * (swing + 2 * m.residue_reach);
      return part;
    }
    const Vec d = m.w - n.turn;
    const Real x_bend = m.turn * (swing + 2 * m.residue_reach), n_turn = n.most_across(n.turn),
               n_bend = u * (n_turn + 2 * n.sway);
    const Real d_size = length(d),
               d_x = std::min(
                   Real(d_size * reach),
                   Real(std::max(from.across(m, d), to.across(m, d)) + d_size * x_bend * eighth)),
               d_n = std::min(Real(d_size * n.longest()),
                              Real(n.most_across(d) + d_size * n_bend * eighth));
    const Real one_way = n_turn * d_x + d_n * swing,
               other_way = d_n * d_x + length(cross(n.turn, d)) * n.longest() * reach;
    part.bend = std::min(one_way, other_way) + 2 * d_n * m.residue_reach +
                2 * n.sway * (d_x + m.residue_reach);
    return part;
  }

  /// The same for all places that the body can turn to: of a direction that does not turn, what
  /// it sweeps out about its axis; of others the ball about the centre.
  static Part swept(const Mover& m, const Instant& from, const Instant& to, const Direction& n,
                    const Real& sign) {
    Real top = m.reach * n.longest();
    if (m.turn > 0 && length(n.turn) == 0 && n.sway == 0) {
      top = std::min(top, std::max(from.swept(m, n.from * sign), to.swept(m, n.from * sign)));
    }
    const Real lowest = -top - Real(m.shape.rounding()) * n.longest();
    return {lowest, lowest, 0};
  }

  /// The least gap in the interval that can be shown: each body measured at both ends, or by all
  /// places that it can turn to.
  Real least_gap(const Direction& n, const Moment& from, const Moment& to) const {
    const Real s = to.time - from.time, one = 1, minus = -1;
    const Part rest = along(n, from, to), part_a = measured(a, from.a, to.a, n, one, s),
               part_b = measured(b, from.b, to.b, n, minus, s);
    Real best = least(rest + part_a + part_b, s);
    if (best > 0) return best;
    const Part all_a = is_plane(a) ? part_a : swept(a, from.a, to.a, n, one),
               all_b = is_plane(b) ? part_b : swept(b, from.b, to.b, n, minus);
    best = std::max(best, least(rest + all_a + part_b, s));
    best = std::max(best, least(rest + part_a + all_b, s));
    return std::max(best, least(rest + all_a + all_b, s));
  }
};

/// How far B lies beyond A along d.
Real gap_along(const BodyOptions& a, const BodyOptions& b, const Vec& d) {
  return -(a.highest(d) + b.highest(d * Real(-1)));
}

/// Of two half-spaces with the normals n and k = -n.
Real gap_between_halfspaces(const BodyOptions& a, const BodyOptions& b) {
  const Vec n = a.plane_normal(), k = b.plane_normal();
  return -a.highest(n) / length(n) - b.highest(k) / length(k);
}

bool is_time(double t) { return t >= 0 && t <= 1; }

/// The times and flags of the answer itself.
Result<void> check_claim(const Impact& impact) {
  if (!is_time(impact.time) || !is_time(impact.lower) || !is_time(impact.upper)) {
    return fail(ErrorCode::not_proved,
                fmt::format("time {}, lower {}, upper {}: not all are in [0, 1]", impact.time,
                            impact.lower, impact.upper));
  }
  if (!(impact.lower <= impact.time && impact.time <= impact.upper)) {
    return fail(ErrorCode::not_proved, fmt::format("time {} is not within lower {} and upper {}",
                                                   impact.time, impact.lower, impact.upper));
  }
  if (!(impact.margin >= 0) || !std::isfinite(impact.margin)) {
    return fail(ErrorCode::not_proved, fmt::format("the margin is {}", impact.margin));
  }
  if (!impact.hit) {
    if (impact.starts_overlapping || impact.undecided) {
      return fail(ErrorCode::not_proved, "what starts overlapping or is undecided counts as a hit");
    }
    if (impact.lower != 1)
      return fail(ErrorCode::not_proved, fmt::format("no hit, but lower is {}", impact.lower));
    return {};
  }
  if (!impact.undecided && impact.lower != impact.upper) {
    return fail(ErrorCode::not_proved,
                fmt::format("decided, but lower is {} and upper {}", impact.lower, impact.upper));
  }
  if (!(impact.tolerance > 0) || !std::isfinite(impact.tolerance)) {
    return fail(ErrorCode::not_proved, fmt::format("the tolerance is {}", impact.tolerance));
  }
  return {};
}

/// The intervals cover [0, lower] in order.
Result<void> check_cover(const Impact& impact) {
  if (impact.proof.empty()) return fail(ErrorCode::not_proved, "there is no proof");
  double reached = 0;
  for (std::size_t i = 0; i < impact.proof.size(); i++) {
    const ApartInterval& interval = impact.proof[i];
    if (!is_time(interval.from) || !is_time(interval.to) || !(interval.from <= interval.to)) {
      return fail(ErrorCode::not_proved,
                  fmt::format("interval {} is [{}, {}]", i, interval.from, interval.to));
    }
    if (interval.from > reached) {
      return fail(ErrorCode::not_proved,
                  fmt::format("interval {} begins at {}, but those before end at {}", i,
                              interval.from, reached));
    }
    if (interval.to < reached) {
      return fail(ErrorCode::not_proved,
                  fmt::format("interval {} ends at {}, before the one before it, at {}", i,
                              interval.to, reached));
    }
    reached = interval.to;
  }
  if (reached >= impact.lower) return {};
  return fail(ErrorCode::not_proved,
              fmt::format("the proof ends at {}, before lower, {}", reached, impact.lower));
}

bool turns(const Motion& m) { return m.angular() != Vec3::zero() || residue_of(m) != Mat3::zero(); }

/// Two half-spaces are apart while they face each other: shown only where neither turns. Then the
/// gap is linear in time.
Result<void> check_halfspaces(const Impact& impact, const Shape& a, const Motion& motion_a,
                              const Shape& b, const Motion& motion_b) {
  if (turns(motion_a) || turns(motion_b)) {
    return fail(ErrorCode::not_proved, "two half-spaces, of which one turns, do not stay apart");
  }
  Certificate apart;  // exact: that they face each other, too
  apart.verdict = Verdict::apart;
  if (auto facing =
          glance::verify(apart, {a, motion_a.start()}, {b, motion_b.start()}, impact.margin);
      !facing) {
    return facing;
  }
  const Moment last(Mover(a, motion_a), Mover(b, motion_b), impact.lower);
  const Real gap = gap_between_halfspaces(last.a.body, last.b.body) - Real(impact.margin),
             at_end = gap_between_halfspaces(BodyOptions(a, motion_a.end()),
                                             BodyOptions(b, motion_b.end())) -
                      Real(impact.margin),
             safety = kImpactSafety * (last.a.body.size_about({}) + last.b.body.size_about({}));
  if (gap > safety && (impact.lower < 1 || at_end > safety)) return {};
  return fail(ErrorCode::not_proved,
              fmt::format("at {} the gap beyond the margin is {}, and {} at the end poses",
                          impact.lower, shown(gap), shown(at_end)));
}

Result<void> check_intervals(const Impact& impact, const Shape& a, const Motion& motion_a,
                             const Shape& b, const Motion& motion_b) {
  const MovingPair pair{Mover(a, motion_a), Mover(b, motion_b), impact.margin};
  std::optional<Moment> from, to;
  for (std::size_t i = 0; i < impact.proof.size(); i++) {
    const ApartInterval& interval = impact.proof[i];
    if (to && to->time == Real(interval.from)) {
      from.emplace(*to);
    } else {
      from.emplace(pair.a, pair.b, interval.from);
    }
    to.emplace(pair.a, pair.b, interval.to);
    const Result<Direction> n = pair.direction(interval, *from, *to);
    if (!n)
      return fail(ErrorCode::not_proved, fmt::format("interval {}: {}", i, n.error().message));
    const Real gap = pair.least_gap(*n, *from, *to),
               safety = kImpactSafety * (from->a.body.size_about({}) + from->b.body.size_about({}) +
                                         to->a.body.size_about({}) + to->b.body.size_about({}));
    if (!(gap > safety)) {
      return fail(
          ErrorCode::not_proved,
          fmt::format("interval {}, [{}, {}]: the gap is {} at its start and {} at its end; beyond "
                      "the margin "
                      "of "
                      "{}, all that can be shown between is {}",
                      i, interval.from, interval.to,
                      shown(gap_along(from->a.body, from->b.body, n->from)),
                      shown(gap_along(to->a.body, to->b.body, n->to)), impact.margin, shown(gap)));
    }
    if (interval.to < 1) continue;
    const BodyOptions end_a(a, motion_a.end()), end_b(b, motion_b.end());
    const Vec d = end_a.is_halfspace()   ? end_a.plane_normal()
                  : end_b.is_halfspace() ? end_b.plane_normal() * Real(-1)
                                         : n->to;
    const Real at_end = gap_along(end_a, end_b, d) - pair.margin * length(d);
    if (!(at_end > safety)) {
      return fail(ErrorCode::not_proved,
                  fmt::format("interval {}: at the end poses the gap beyond the margin is {}", i,
                              shown(at_end)));
    }
  }
  return {};
}

/// An upper bound on the distance, and what a distance may be off by (query.h). The question of
/// distance only names two points: how far these are outside of the bodies is measured here.
std::array<Real, 2> nearness(const Shape& a, const Pose& pose_a, const Shape& b,
                             const Pose& pose_b) {
  const Distance d = distance({a, pose_a}, {b, pose_b});
  const BodyOptions in_a(a, pose_a), in_b(b, pose_b);
  const Vec p = convert<Real>(d.point_a), q = convert<Real>(d.point_b);
  const auto outside = [](const BodyOptions& body, const Vec& x) {
    return std::max(Real(0), Real(-body.inside(x)));
  };
  const auto common = [&](const Vec& x) { return Real(outside(in_a, x) + outside(in_b, x)); };
  const Real apart = length(p - q) + outside(in_a, p) + outside(in_b, q),
             bound = std::min({apart, common(p), common(q)});
  const bool flat = a.has_flat_core() && b.has_flat_core();
  const Real size = Real(a.extent()) + Real(b.extent()) + bound;
  return {bound, Real(flat ? kDistanceAccuracy : kCurvedAccuracy) * size +
                     Real(0x1p-50) * (length(p) + length(q))};  // rounding of the points
}

Result<void> check_contact(const Impact& impact, const Shape& a, const Motion& motion_a,
                           const Shape& b, const Motion& motion_b) {
  const auto [bound, slack] = nearness(a, motion_a.at(impact.upper), b, motion_b.at(impact.upper));
  if (bound <= impact.margin + impact.tolerance * Real(1 + 1e-9) + slack) return {};
  return fail(
      ErrorCode::not_proved,
      fmt::format(
          "at {} the bodies are {} apart, more than the tolerance of {} beyond the margin of {}",
          impact.upper, shown(bound), impact.tolerance, impact.margin));
}

Result<void> check_start(const Impact& impact, const Shape& a, const Motion& motion_a,
                         const Shape& b, const Motion& motion_b) {
  if (impact.upper != 0) {
    return fail(ErrorCode::not_proved,
                fmt::format("they start overlapping, but upper is {}", impact.upper));
  }
  const Collision c =
      collide({a, motion_a.start()}, {b, motion_b.start()}, {.margin = impact.margin});
  if (c.verdict == Verdict::apart)
    return fail(ErrorCode::not_proved, "they do not start overlapping, but apart");
  Result<void> proved =
      glance::verify(c.certificate, {a, motion_a.start()}, {b, motion_b.start()}, impact.margin);
  if (proved) return {};
  // Of some overlaps of curved bodies there is no such proof (certificate.h). Then a point of one
  // that is in the other, but for what counts as touching.
  const auto [bound, slack] = nearness(a, motion_a.start(), b, motion_b.start());
  if (bound <= impact.margin + slack) return {};
  return proved;
}

/// Of a hit at time 0 the poses at the start say it all.
Result<void> check_apart_at_start(const Impact& impact, const Shape& a, const Motion& motion_a,
                                  const Shape& b, const Motion& motion_b) {
  const Collision c =
      collide({a, motion_a.start()}, {b, motion_b.start()}, {.margin = impact.margin});
  if (c.verdict != Verdict::apart)
    return fail(ErrorCode::not_proved, "they are not apart at the start, as is said");
  return glance::verify(c.certificate, {a, motion_a.start()}, {b, motion_b.start()}, impact.margin);
}

/// A mesh with a proof. The hull of its vertices holds it, so directions that keep the hull apart
/// keep the mesh apart. How near they are at the end is measured of the two triangles that are
/// named.
Result<void> check_meshes(const Impact& impact, const Shape& a, const Motion& motion_a,
                          const Shape& b, const Motion& motion_b) {
  if (auto claim = check_claim(impact); !claim) return claim;
  if (auto cover = check_cover(impact); !cover) return cover;
  const auto hull = [](const Shape& s) {
    return s.is_convex() ? Result<Shape>(s) : Shape::hull(s.mesh_view().vertices);
  };
  const Result<Shape> hull_a = hull(a), hull_b = hull(b);
  if (!hull_a) return fail(hull_a.error());
  if (!hull_b) return fail(hull_b.error());
  if (auto apart = check_intervals(impact, *hull_a, motion_a, *hull_b, motion_b); !apart) {
    return apart;
  }
  if (!impact.hit || impact.undecided) return {};
  const Result<CompoundPart> part_a = a.sub_shape(impact.sub_a), part_b = b.sub_shape(impact.sub_b);
  for (const Result<CompoundPart>* part : {&part_a, &part_b}) {
    if (!*part) return fail(part->error());
    if (!(*part)->shape.is_convex()) {
      return fail(ErrorCode::not_proved, "the impact names no triangle of a mesh");
    }
  }
  return check_contact(impact, part_a->shape, motion_a, part_b->shape, motion_b);
}

}  // namespace
}  // namespace glance::rooms::referee

namespace glance {
using namespace rooms::referee;

Result<void> verify(const Impact& impact, MovingShape moving_a, MovingShape moving_b) {
  const Shape &a = moving_a.shape, &b = moving_b.shape;
  const Motion &motion_a = moving_a.motion, &motion_b = moving_b.motion;
  const auto is_mesh = [](const Shape& s) { return s.kind() == ShapeKind::mesh; };
  if (!impact.proof.empty() && (is_mesh(a) || is_mesh(b)) && (is_mesh(a) || a.is_convex()) &&
      (is_mesh(b) || b.is_convex())) {
    return check_meshes(impact, a, motion_a, b, motion_b);
  }
  for (const Shape* shape : {&a, &b}) {
    if (shape->is_convex()) continue;
    return fail(ErrorCode::unsupported,
                fmt::format("the impact of a {} has no proof: ask for the time of impact of the "
                            "parts that it names (Shape::sub_shape)",
                            to_string(shape->kind())));
  }
  if (auto claim = check_claim(impact); !claim) return claim;
  if (impact.starts_overlapping) return check_start(impact, a, motion_a, b, motion_b);
  const bool planes = a.kind() == ShapeKind::halfspace && b.kind() == ShapeKind::halfspace;
  // Two half-spaces that tilt overlap at once, however far apart they are at 0.
  if (planes && impact.hit && impact.upper == 0 && (turns(motion_a) || turns(motion_b))) return {};
  if (impact.hit && impact.lower == 0 && impact.proof.empty()) {
    if (auto apart = check_apart_at_start(impact, a, motion_a, b, motion_b); !apart) return apart;
    return impact.undecided ? Result<void>{} : check_contact(impact, a, motion_a, b, motion_b);
  }
  if (auto cover = check_cover(impact); !cover) return cover;
  Result<void> apart = planes ? check_halfspaces(impact, a, motion_a, b, motion_b)
                              : check_intervals(impact, a, motion_a, b, motion_b);
  if (!apart) return apart;
  if (!impact.hit || impact.undecided) return {};
  return check_contact(impact, a, motion_a, b, motion_b);
}

}  // namespace glance
