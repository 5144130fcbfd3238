// Tested in tests/property/kinds_test.cpp (Kinds.AgreeWithTheReference).
#include "curved/gap_climb.h"

namespace glance::rooms::curved {
namespace {

/// Newton's method doubles the digits a step; what takes longer is left to GJK.
constexpr int kMaxSteps = 8;

/// Largest step (radians): beyond it the curvature says little.
constexpr double kMaxStep = 0.5;

/// Nearer to the axis than this (the part of a unit direction across it) a disc's curvature is as
/// good as infinite: left to GJK.
constexpr double kLeastAcross = 1e-3;

/// A symmetric matrix: xx, yy, zz, xy, xz, yz.
struct Symmetric {
  double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  /// Adds k v v^T.
  void add(double k, const Vec3& v) {
    xx += k * v.x() * v.x();
    yy += k * v.y() * v.y();
    zz += k * v.z() * v.z();
    xy += k * v.x() * v.y();
    xz += k * v.x() * v.z();
    yz += k * v.y() * v.z();
  }

  /// The solution of (this + k I) x = b, by Cramer's rule; zero if there is none.
  Vec3 solve(double k, const Vec3& b) const {
    const double a = xx + k, e = yy + k, i = zz + k;
    const Vec3 r0{e * i - yz * yz, xz * yz - xy * i, xy * yz - xz * e};
    const double det = a * r0.x() + xy * r0.y() + xz * r0.z();
    if (!(det > 0)) return Vec3::zero();
    const Vec3 r1{r0.y(), a * i - xz * xz, xz * xy - a * yz};
    const Vec3 r2{r0.z(), r1.z(), a * e - xy * xy};
    return Vec3(dot(r0, b), dot(r1, b), dot(r2, b)) * (1 / det);
  }
};

/// The support point along a unit direction, and the curvature of the support function there.
Vec3 curved_point(const CoreBody& body, const Vec3& direction, QueryWork& work, Symmetric& q) {
  if (!body.is_curved()) return body.support(direction, work);
  const Vec3 d = multiply_transposed(body.rotation, direction);
  const Vec3 local = curved_support(body.kind, body.sizes, d);
  const Vec3 point = multiply(body.rotation, Vec3(local - body.centroid));
  if (body.kind == ShapeKind::ellipsoid) {
    // (S^2 - p p^T) / |S d|, with |S d| = d . p.
    const double k = 1 / dot(d, local);
    for (int i = 0; i < 3; i++) {
      q.add(k * body.sizes[i] * body.sizes[i], body.rotation.col(i));
    }
    q.add(-k, point);
    return point;
  }
  const double across = std::sqrt(d.x() * d.x() + d.y() * d.y());
  const bool at_tip = body.kind == ShapeKind::cone && local.z() > 0;
  if (at_tip || !(across > kLeastAcross)) return point;
  // Only around the axis: a radius over |d_xy|.
  const Vec3 around{-d.y() / across, d.x() / across, 0};
  q.add(body.sizes.x() / across, multiply(body.rotation, around));
  return point;
}

}  // namespace

bool try_climb_gap(const CoreFrame& frame, const Vec3& start, double tolerance, GjkEnd& end,
                   QueryWork& work) {
  Vec3 n = start;
  for (int i = 0; i < kMaxSteps; i++) {
    work.simplex_steps++;
    Symmetric q;
    const Vec3 a = curved_point(frame.a, n, work, q);
    const Vec3 b = curved_point(frame.b, -n, work, q) + frame.offset;
    const Vec3 p = a - b;
    const double gap = -dot(n, p), lower = gap - frame.error;
    if (!(lower > end.lower)) return false;
    end.lower = lower;
    end.direction = n;
    const double upper = std::sqrt(norm_sq(p)) + 2 * frame.error;
    if (upper < end.upper) {
      end.upper = upper;
      end.point_a = a;
      end.point_b = b;
    }
    if (end.upper - end.lower <= tolerance) return true;
    if (!(gap > 0)) return false;
    Vec3 step = q.solve(gap, -(p + n * gap));
    const double length = std::sqrt(norm_sq(step));
    if (!(length > 0)) return false;
    if (length > kMaxStep) step *= kMaxStep / length;
    n = quick_unit(n + step);
  }
  return false;
}

}  // namespace glance::rooms::curved
