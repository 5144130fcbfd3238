#include "bound/body_box.h"

#include <algorithm>

#include "bound/extreme_vertex.h"
#include "glance/tolerance.h"

namespace glance {
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

}  // namespace

bool is_oblong(const Polytope& body) {
  const Vec3 sides = body.bounds().upper - body.bounds().lower;
  return 2 * body.bounding_radius() > kFatRatio * ((sides.x() + sides.y() + sides.z()) / 3);
}

BodyBox::BodyBox(const Polytope& body, bool tight)
    : body_(&body),
      centroid_(body.mass().centroid),
      radius_(body.bounding_radius() * kMaxStretch),
      reach_(radius_ + norm(centroid_) * kMaxStretch),
      tight_(tight),
      points_(body.float_points()) {}

bool BodyBox::set_extremes(const std::array<std::uint32_t, 6>& extremes) {
  const std::uint32_t count = body_->topology().vertex_count();
  if (std::ranges::any_of(extremes, [&](std::uint32_t v) { return v >= count; })) return false;
  extremes_ = extremes;
  return true;
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

FloatBox BodyBox::tight_box(const Pose& pose, ExtremeSearch search, double delta,
                            std::size_t& steps) {
  if (points_.count > 0 && search == ExtremeSearch::automatic) return scan_box(pose, delta);
  FloatBox box;
  for (int k = 0; k < 3; k++) {
    const Vec3 up = pose.rotation().row(k);  // along which local points rise as their world axis
    const double t = pose.translation()[k];
    const double more = delta + kCoordinateError * (reach_ + std::fabs(t));
    const auto height = [&](const Vec3& direction, std::uint32_t& vertex) {
      const double slack = find_extreme(*body_, direction, reach_, search, vertex, steps);
      return dot(direction, body_->vertex(vertex)) + slack * reach_;
    };
    box.lower[k] = float_below((t - height(-up, extremes_[2 * k])) - more);
    box.upper[k] = float_above((t + height(up, extremes_[2 * k + 1])) + more);
  }
  return box;
}

}  // namespace glance
