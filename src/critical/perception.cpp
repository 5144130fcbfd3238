#include "glance/research/perception.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "critical/eye.h"

namespace glance::rooms::critical {
namespace {

/// Unit vectors to the right, up, and into the picture.
struct CameraAxes {
  Vec3 right, up, forward;

  explicit CameraAxes(const ViewCamera& camera) {
    forward = normalized(camera.target - camera.position);
    right = normalized(cross(forward, camera.up));
    up = cross(right, forward);
  }
};

/// Pixels that a length across the view takes at depth 1.
double pixels_at_one(const ViewCamera& camera) {
  return camera.height / 2 / std::tan(camera.field_of_view / 360 * std::numbers::pi);
}

}  // namespace
}  // namespace glance::rooms::critical

namespace glance {
using namespace rooms::critical;

std::optional<std::array<double, 2>> ViewCamera::project(const Vec3& point) const {
  const CameraAxes axes(*this);
  const Vec3 d = point - position;
  const double depth = dot(axes.forward, d);
  if (!(depth > 0)) return {};
  const double scale = pixels_at_one(*this) / depth;
  return std::array{width / 2 + scale * dot(axes.right, d), height / 2 - scale * dot(axes.up, d)};
}

double ViewCamera::pixels_per_length(const Vec3& point) const {
  const double depth = dot(CameraAxes(*this).forward, point - position);
  return depth > 0 ? pixels_at_one(*this) / depth : 0;
}

double PerceptionModel::noticed(double eccentricity, double gap) const {
  if (!(gap > 0)) return 0;
  const double needed = threshold * (1 + eccentricity / doubling);
  return ceiling * (1 - std::exp2(-std::pow(gap / needed, slope)));
}

}  // namespace glance

namespace glance::rooms::critical {

Eye::Eye(const Viewpoint& view) : view_(&view), scale_(pixels_at_one(view.camera)) {
  const CameraAxes axes(view.camera);
  right_ = axes.right;
  up_ = axes.up;
  forward_ = axes.forward;
}

SeenCollision Eye::see(const Vec3& centre, double gap, double diameter, double speed) const {
  const ViewCamera& camera = view_->camera;
  SeenCollision seen;
  const Vec3 d = centre - camera.position;
  const double depth = dot(forward_, d);
  seen.in_view = depth > 0;
  if (!seen.in_view) return seen;
  const double pixels = scale_ / depth;
  const double x = camera.width / 2 + pixels * dot(right_, d),
               y = camera.height / 2 - pixels * dot(up_, d);
  seen.in_view = x >= 0 && x <= camera.width && y >= 0 && y <= camera.height;
  const double dx = x - view_->gaze[0], dy = y - view_->gaze[1];
  seen.eccentricity = std::sqrt(dx * dx + dy * dy);
  seen.gap = gap * pixels;
  seen.size = diameter * pixels;
  seen.speed = speed * pixels;
  return seen;
}

}  // namespace glance::rooms::critical

namespace glance {

SeenCollision Viewpoint::see(const Vec3& centre, double gap) const {
  return Eye(*this).see(centre, gap);
}

double Viewpoint::importance(const SeenCollision& seen) const {
  if (!seen.in_view) return 0;
  double value = model.noticed(seen.eccentricity, seen.gap);
  if (size_weight != 0) value *= std::pow(seen.size / camera.width, size_weight);
  if (speed_weight != 0) value *= std::pow(seen.speed / camera.width, speed_weight);
  if (contrast_weight != 0) value *= std::pow(seen.contrast, contrast_weight);
  return value;
}

}  // namespace glance
