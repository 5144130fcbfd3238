// The tests of glance/research/swept_hulls.h, in the order of IVRI-CD section 5.1: boxes, then
// hulls.
#include <algorithm>

#include "base/work_limit.h"
#include "convex/lp_separation.h"
#include "convex/simplex.h"
#include "glance/research/swept_hulls.h"
#include "sweep/swept_body.h"
#include "sweep/swept_halfspace.h"

namespace glance::rooms::sweep {
namespace {

/// A search that goes on for the widest gap ends by itself long before.
constexpr int kMaxSearch = 64;

/// The square root of norm_sq and what it is multiplied with.
constexpr double kLengthRoundedUp = 1 + 0x1p-50;

class SweptPair final : public LpBodies {
 public:
  SweptPair(const SweptBody& a, const SweptBody& b, QueryWork& work)
      : a_(a), b_(b), work_(work), error_(a.error() + b.error()) {}

  std::uint32_t vertex_count(Side side) const override { return body(side).point_count(); }
  Vec3 vertex(Side side, std::uint32_t v) const override { return body(side).point(v); }
  std::size_t facing(Side side, const Vec3& direction, std::uint32_t,
                     std::span<std::uint32_t> found) const override {
    const Vec3 towards = side == kA ? direction : Vec3(-direction);
    HighestFew few(found);
    for (std::uint32_t v = 0; v < vertex_count(side); v++)
      few.offer(dot(towards, vertex(side, v)), v);
    return few.count();
  }
  bool apart_along(const Vec3& direction, VertexPair& extreme) override {
    return gap_along(direction, 0, extreme);
  }

  /// Whether the points are proved farther apart than `least` along a direction of any length.
  bool gap_along(const Vec3& direction, double least, VertexPair& extreme) {
    const double length = std::sqrt(norm_sq(direction)) * kLengthRoundedUp;
    const double above_a = a_.highest(direction, extreme.a, work_);
    const double above_b = b_.highest(-direction, extreme.b, work_);
    return -above_b - above_a > (error_ + least) * length * kLengthRoundedUp;
  }

  /// Some axis of a box along which the boxes are farther apart than that; zero if none.
  Vec3 axis_between(double least) const {
    for (const SweptBody* body : {&a_, &b_}) {
      for (int k = 0; k < body->axis_count(); k++) {
        const Vec3 n = body->axis(k);
        const double length = std::sqrt(norm_sq(n)) * kLengthRoundedUp;
        for (const Vec3& axis : {n, Vec3(-n)}) {
          const double gap = -b_.box_height(-axis) - a_.box_height(axis);
          if (gap > (error_ + least) * length * kLengthRoundedUp) return axis;
        }
      }
    }
    return Vec3::zero();
  }

 private:
  const SweptBody& body(Side side) const { return side == kA ? a_ : b_; }

  const SweptBody &a_, &b_;
  QueryWork& work_;
  double error_;
};

/// Whether the hulls are farther apart than `least`, which a plane that separates them need not
/// show: the search of Gilbert, Johnson and Keerthi, from there on. The direction is the one that
/// does.
bool wider_gap(SweptPair& pair, double least, VertexPair extreme, Vec3& direction,
               QueryWork& work) {
  Vec3 point[4];
  VertexPair of[4];
  int count = 0;
  double nearest_sq = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMaxSearch; i++) {
    spend_work(20);
    for (int k = 0; k < count; k++) {
      if (of[k] == extreme) return false;
    }
    of[count] = extreme;
    point[count++] = pair.vertex(LpBodies::kA, extreme.a) - pair.vertex(LpBodies::kB, extreme.b);
    const auto nearest = nearest_of(point, count);
    if (!nearest || !(nearest->distance_sq < nearest_sq)) return false;
    if (!(nearest->distance_sq > least * least)) return false;
    nearest_sq = nearest->distance_sq;
    count = nearest->count;
    for (int k = 0; k < count; k++) {
      of[k] = of[nearest->corner[k]];
      point[k] = point[nearest->corner[k]];
    }
    direction = -nearest->point;
    work.simplex_steps++;
    if (pair.gap_along(direction, least, extreme)) return true;
  }
  return false;
}

/// Of the motion's centre of one seen from the other's, at both frames. Differences of translations
/// first: they may be large, and nearly the same.
Vec3 centre_offset(const Pose& a, const Vec3& centre_a, const Pose& b, const Vec3& centre_b) {
  return (b.translation() - a.translation()) +
         (multiply(b.rotation(), centre_b) - multiply(a.rotation(), centre_a));
}

}  // namespace
}  // namespace glance::rooms::sweep

namespace glance {
using namespace rooms::sweep;

std::string_view to_string(SweptHull hull) { return hull == SweptHull::safe ? "safe" : "paper"; }

SweptTest swept_hulls_meet(MovingShape moving_a, MovingShape moving_b, SweptHull hull,
                           double margin) {
  const Shape &a = moving_a.shape, &b = moving_b.shape;
  const Motion &motion_a = moving_a.motion, &motion_b = moving_b.motion;
  if (a.kind() == ShapeKind::halfspace || b.kind() == ShapeKind::halfspace) {
    return swept_halfspace(a, motion_a, b, motion_b, hull, margin);
  }
  // The paper extends the body that is fast.
  if (hull == SweptHull::paper && norm_sq(motion_a.linear()) > norm_sq(motion_b.linear())) {
    SweptTest swapped = swept_hulls_meet({b, motion_b}, {a, motion_a}, hull, margin);
    swapped.normal = -swapped.normal;
    return swapped;
  }
  SweptTest test;
  const Vec3 rests[2] = {Vec3::zero(), Vec3::zero()};
  const Vec3 moves[2] = {
      centre_offset(motion_a.start(), motion_a.centre(), motion_b.start(), motion_b.centre()),
      centre_offset(motion_a.end(), motion_a.centre(), motion_b.end(), motion_b.centre())};
  const SweptBody body_a(a, motion_a, rests, hull), body_b(b, motion_b, moves, hull);
  const double least =
      ((a.rounding() + b.rounding() + margin) + (body_a.overhang() + body_b.overhang())) *
      kLengthRoundedUp;
  SweptPair pair(body_a, body_b, test.work);
  test.work.method = QueryMethod::closed_form;
  const auto apart = [&](const Vec3& direction) {
    test.may_meet = false;
    test.normal = normalized(direction);
  };

  if (const Vec3 axis = pair.axis_between(least); norm_sq(axis) > 0) {
    test.by_boxes = true;
    apart(axis);
    return test;
  }
  test.work.method = QueryMethod::lp;
  LpStart start;
  const Vec3 between = (moves[0] + moves[1]) * 0.5;
  if (norm_sq(between) > 0) start.direction = between;
  const LpEnd end = lp_separation(pair, start, test.work);
  if (end.kind != LpEnd::Kind::apart) return test;
  Vec3 direction = end.direction;
  VertexPair extreme = end.extreme;
  if (!pair.gap_along(direction, least, extreme) &&
      !wider_gap(pair, least, extreme, direction, test.work)) {
    return test;
  }
  apart(direction);
  return test;
}

}  // namespace glance
