#include "bound/body_box.h"

#include <algorithm>
#include <array>
#include <limits>

#include "bound/extreme_vertex.h"
#include "geom/shape_access.h"
#include "glance/tolerance.h"

namespace glance::rooms::bound {
namespace {

/// Bounds the rounding error of a coordinate R v + t as a part of reach + |t|: three products
/// and three sums, with much to spare.
constexpr double kCoordinateError = 0x1p-49;

/// The same for coordinates in floats, as a part of the radius: vertex and matrix rounded,
/// three products, two sums: 5 * 2^-24 * sqrt(3), rounded up.
constexpr double kFloatError = 0x1p-20;

/// How much longer the cube's side may be than that of the body's box, on average. Measured
/// in the multi-body simulation: see docs/design/broad_phase.md.
constexpr double kFatRatio = 1.1;

/// How far a curved core (with sizes s) reaches along d, a row of a pose's rotation, and along
/// -d, in its own frame. Rounding errors: at most eight, each relative to the core's reach.
struct Reach {
  double down, up;
};
Reach reach_along(ShapeKind kind, const Vec3& s, const Vec3& d) {
  if (kind == ShapeKind::ellipsoid) {
    const double both = std::sqrt(norm_sq({s.x() * d.x(), s.y() * d.y(), s.z() * d.z()}));
    return {both, both};
  }
  const double rim = s.x() * std::sqrt(d.x() * d.x() + d.y() * d.y());
  const double top = s.z() * d.z();
  if (kind == ShapeKind::cylinder) return {rim + std::fabs(top), rim + std::fabs(top)};
  return {std::max(rim + top, -top), std::max(rim - top, top)};  // a cone's base or tip
}

}  // namespace

bool is_oblong(const Shape& body) {
  const Vec3 sides = body.bounds().upper - body.bounds().lower;
  return 2 * body.bounding_radius() > kFatRatio * ((sides.x() + sides.y() + sides.z()) / 3);
}

BodyBox::BodyBox(const Shape& body)
    : centroid_(body.mass().centroid),
      radius_(body.bounding_radius() * kMaxStretch),
      reach_(radius_ + norm(centroid_) * kMaxStretch),
      rounding_(body.rounding()),
      kind_(body.kind()),
      body_(&polytope_of(body)),
      form_(form_of(body)) {
  if (body.has_flat_core()) points_ = body_->float_points();
}

bool BodyBox::has(const ExtremeVertices& extremes) const {
  const std::uint32_t count = body_->topology().vertex_count();
  return std::ranges::all_of(extremes, [&](std::uint32_t v) { return v < count; });
}

FloatBox BodyBox::fixed_cube(const Pose& pose, double delta) const {
  const Vec3 center = pose.apply(centroid_);
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    const double half =
        (radius_ + delta) + kCoordinateError * (reach_ + std::fabs(pose.translation()[k]));
    box.lower[k] = float_below(center[k] - half);
    box.upper[k] = float_above(center[k] + half);
  }
  return box;
}

FloatBox BodyBox::scan_box(const Pose& pose, double delta) const {
  const Vec3 center = pose.apply(centroid_);
  simd::Extents extents;
  simd::extents(points_, pose.rotation().data(), extents);
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    const double more = (kFloatError * radius_ + delta) +
                        kCoordinateError * (reach_ + std::fabs(pose.translation()[k]));
    box.lower[k] = float_below((center[k] + extents.low[k]) - more);
    box.upper[k] = float_above((center[k] + extents.high[k]) + more);
  }
  return box;
}

FloatBox BodyBox::tight_box(const Pose& pose, ExtremeVertices* extremes, ExtremeSearch search,
                            double delta, std::size_t& steps) const {
  if (points_.count > 0 && search == ExtremeSearch::automatic) return scan_box(pose, delta);
  if (kind_ == ShapeKind::halfspace) return halfspace_box(pose, delta);
  if (kind_ >= ShapeKind::mesh) return box_of_bounds(pose, delta);
  if (kind_ >= ShapeKind::cylinder) return curved_box(pose, delta);
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    const Vec3 up = pose.rotation().row(k);  // along which local points rise as their world axis
    const double t = pose.translation()[k];
    const double more = delta + kCoordinateError * (reach_ + std::fabs(t));
    const auto height = [&](const Vec3& direction, std::uint32_t& vertex) {
      const double slack = find_extreme(*body_, direction, reach_, search, vertex, steps);
      return dot(direction, body_->vertex(vertex)) + slack * reach_;
    };
    std::uint32_t* const ends = extremes->data() + std::ptrdiff_t{2} * k;
    box.lower[k] = float_below((t - height(-up, ends[0])) - more);
    box.upper[k] = float_above((t + height(up, ends[1])) + more);
  }
  return box;
}

FloatBox BodyBox::curved_box(const Pose& pose, double delta) const {
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    const Reach reach = reach_along(kind_, form_->sizes, pose.rotation().row(k));
    const double t = pose.translation()[k];
    const double more = delta + kCoordinateError * (reach_ + std::fabs(t));
    box.lower[k] = float_below((t - reach.down) - more);
    box.upper[k] = float_above((t + reach.up) + more);
  }
  return box;
}

/// Around the local box, whose corners are no farther than twice the reach.
FloatBox BodyBox::box_of_bounds(const Pose& pose, double delta) const {
  const Aabb& bounds = form_->bounds;
  const Vec3 middle = bounds.lower + (bounds.upper - bounds.lower) / 2;
  const Vec3 half = (bounds.upper - bounds.lower) / 2;
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    const Vec3 row = pose.rotation().row(k);
    const double center = pose.translation()[k] + dot(row, middle);
    const double reach = std::fabs(row.x()) * half.x() + std::fabs(row.y()) * half.y() +
                         std::fabs(row.z()) * half.z();
    const double more =
        (reach + delta) + kCoordinateError * (4 * reach_ + std::fabs(pose.translation()[k]));
    box.lower[k] = float_below(center - more);
    box.upper[k] = float_above(center + more);
  }
  return box;
}

/// All x with (R n) . (x - t) <= offset. Where R n has one coordinate only, it ends there.
FloatBox BodyBox::halfspace_box(const Pose& pose, double delta) const {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  FloatBox box{{-kInfinity, -kInfinity, -kInfinity}, {kInfinity, kInfinity, kInfinity}};
  // Zero without rounding: each product has a factor that is zero. (Other sums that vanish are
  // rare, and a box that is too large does no harm.)
  const Vec3& n = form_->sizes;
  const auto is_zero = [&](int k) {
    for (int j = 0; j < 3; j++) {
      if (pose.rotation()(k, j) != 0 && n[j] != 0) return false;
    }
    return true;
  };
  for (int k = 0; k < 3; k++) {
    if (!is_zero((k + 1) % 3) || !is_zero((k + 2) % 3)) continue;
    const double up = dot(pose.rotation().row(k), n), t = pose.translation()[k];
    const double end = t + form_->offset / up;
    // The quotient has five roundings of less than twice the offset.
    const double reach = 2 * (std::fabs(form_->offset) + rounding_) + std::fabs(t);
    const double more = delta + kCoordinateError * reach;
    if (up > 0) box.upper[k] = float_above(end + more);
    if (up < 0) box.lower[k] = float_below(end - more);
  }
  return box;
}

}  // namespace glance::rooms::bound
