#include "scenes/viewer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace glance::scenes {

ViewCamera camera_before(const Scene& scene) {
  std::vector<Vec3> centers;
  double body_radius = 0;
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    const Shape& shape = scene.shape_of(i);
    if (scene.is_static(i) || shape.kind() == ShapeKind::halfspace) continue;
    centers.push_back(scene.poses()[i].apply(shape.mass().centroid));
    body_radius = std::max(body_radius, shape.bounding_radius());
  }
  ViewCamera camera;
  if (centers.empty()) return camera;
  Vec3 low = centers[0], high = centers[0];
  for (const Vec3& center : centers) {
    low = low.min(center);
    high = high.max(center);
  }
  camera.target = (low + high) / 2;
  double radius = 0;
  for (const Vec3& center : centers) {
    radius = std::max(radius, norm(Vec3(center - camera.target)));
  }
  radius = std::max(radius + body_radius, 1e-6);  // (of a single point)
  const double half_angle = camera.field_of_view / 360 * std::numbers::pi;
  camera.position = camera.target + Vec3(0, 0, radius / std::sin(half_angle));
  return camera;
}

std::array<double, 2> WanderingGaze::next(const ViewCamera& camera) {
  // Eyes rest on a point for 0.2 to 0.5 seconds: at 30 frames a second, so many of them.
  constexpr std::uint32_t kLeastFrames = 6, kMostFrames = 15;
  if (frames_left_ == 0) {
    frames_left_ = kLeastFrames + rng_.below(kMostFrames - kLeastFrames + 1);
    const double x = rng_.uniform(0, camera.width), y = rng_.uniform(0, camera.height);
    at_ = {x, y};
  }
  frames_left_--;
  return at_;
}

}  // namespace glance::scenes
