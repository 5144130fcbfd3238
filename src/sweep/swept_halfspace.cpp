// Tested in tests/unit/sweep/swept_hull_test.cpp (SweptHull.HalfSpaces).
#include "sweep/swept_halfspace.h"

#include <algorithm>

#include "convex/pair_frame.h"
#include "sweep/swept_body.h"

namespace glance::rooms::sweep {
namespace {

/// How far below the lower of its heights at both frames a point of the core may come on its way,
/// over the half-space; derived in docs/design/swept_hull.md. `reach`: how far it may be from the
/// centre of the half-space's motion, `radius`: from that of its own.
double dip(const Motion& plane_motion, const Motion& motion, double overhang, double reach,
           double radius) {
  const Turn plane(plane_motion), turn(motion);
  if (plane.rests()) return overhang;  // heights change as the points themselves do
  const double plane_speed = plane.angle * kMaxStretch + plane.residue;
  const double speed = turn.angle * kMaxStretch + turn.residue;
  const double way = norm(motion.linear() - plane_motion.linear());
  const double bend = plane_speed * plane_speed * reach + 2 * plane_speed * (way + speed * radius) +
                      kMaxStretch * speed * speed * radius;
  return bend / 8 + plane.residue * plane.residue * norm(plane_motion.centre()) +
         kTurnError * (plane.angle * reach + turn.angle * radius);
}

}  // namespace

SweptTest swept_halfspace(const Shape& a, const Motion& motion_a, const Shape& b,
                          const Motion& motion_b, SweptHull hull, double margin) {
  SweptTest test;
  test.work.method = QueryMethod::closed_form;
  const bool first = a.kind() == ShapeKind::halfspace;
  const Shape &plane = first ? a : b, &other = first ? b : a;
  if (other.kind() == ShapeKind::halfspace) return test;
  const Motion &plane_motion = first ? motion_a : motion_b, &motion = first ? motion_b : motion_a;
  const Pose* poses[2] = {&plane_motion.start(), &plane_motion.end()};
  const Pose* others[2] = {&motion.start(), &motion.end()};

  // The body's centre seen from the translation of the half-space.
  Vec3 offset[2];
  for (int k = 0; k < 2; k++) {
    offset[k] = (others[k]->translation() - poses[k]->translation()) +
                multiply(others[k]->rotation(), motion.centre());
  }
  const double radius =
      (norm(Vec3(other.mass().centroid - motion.centre())) + other.bounding_radius()) * kMaxStretch;
  const double reach = std::max(norm(offset[0]), norm(offset[1])) + radius +
                       2 * kMaxStretch * norm(plane_motion.centre());
  const SweptBody body(other, motion, offset, SweptHull::safe);
  double lowest = std::numeric_limits<double>::infinity(), longest = 0;
  std::uint32_t vertex = 0;
  for (int k = 0; k < 2; k++) {
    const Vec3 m = multiply(poses[k]->rotation(), plane.sizes());
    lowest = std::min(lowest, -body.highest_at(k, -m, vertex, test.work) - plane.plane_offset());
    longest = std::max(longest, std::sqrt(norm_sq(m)));
  }
  const double error = body.error() + 0x1p-48 * (std::fabs(plane.plane_offset()) + reach +
                                                 one_norm(poses[0]->translation()) +
                                                 one_norm(poses[1]->translation()));
  const double below =
      hull == SweptHull::paper ? 0 : dip(plane_motion, motion, body.overhang(), reach, radius);
  const double rounding = plane.rounding() + other.rounding() + margin;
  if (lowest > (below + rounding + error) * longest * kRoundedUp) {
    test.may_meet = false;
    const Vec3 m = normalized(multiply(poses[0]->rotation(), plane.sizes()));
    test.normal = first ? m : Vec3(-m);
  }
  return test;
}

}  // namespace glance::rooms::sweep
