#include "scenes/assembly.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scenes/flight.h"

namespace glance::scenes {
namespace {

// Lengths in radii of a part, about.

/// From part to part: bumps and teeth of neighbours reach into each other or miss narrowly.
constexpr double kSpacing = 1.6;
/// How far a part is from its place in the grid, along each axis.
constexpr double kJitter = 0.03;
/// Of castings: how rough they are; of rings and wheels: how thick.
constexpr double kRoughness = 0.1, kThickness = 0.32;
constexpr int kTeeth = 16;
constexpr double kToothHeight = 0.08;

/// A ring of about so many triangles; with teeth around it if it is a wheel.
Result<TriangleSoup> ring(int triangles, bool wheel) {
  const int across = std::max(3, static_cast<int>(std::lround(std::sqrt(triangles / 8.0))));
  const int around = std::max(3, triangles / (2 * across));
  Result<TriangleSoup> soup = torus(around, across, 1 - kThickness, kThickness);
  if (!soup || !wheel) return soup;
  for (Vec3& v : soup->vertices) {
    const double angle = std::atan2(v.y(), v.x()), wave = std::sin(kTeeth * angle);
    const double grow = 1 + kToothHeight * std::clamp(2 * wave, -1.0, 1.0);
    v.x() *= grow;
    v.y() *= grow;
  }
  return soup;
}

Result<Shape> part_shape(std::uint32_t number, int triangles, std::uint64_t seed) {
  const Result<TriangleSoup> soup = number % 3 == 0 ? bumpy_sphere(triangles, seed, kRoughness)
                                                    : ring(triangles, number % 3 == 2);
  if (!soup) return fail(soup.error());
  return Shape::mesh(soup->vertices, soup->triangles);
}

Result<void> check(const AssemblySettings& s) {
  for (const Result<void>& ok :
       {check_range("parts", s.parts, 1, 1e6), check_range("shapes", s.shapes, 3, 1e6),
        check_range("triangles per part", s.triangles / std::max<double>(1, s.parts), 20, 1e6),
        check_range("moving (percent)", s.moving, 0, 100),
        check_range("turn (degrees per frame)", s.turn, 0, 180)}) {
    if (!ok) return ok;
  }
  return {};
}

}  // namespace

Result<Assembly> Assembly::make(const AssemblySettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error());
  Assembly scene(settings);
  if (auto ok = scene.make_shapes(); !ok) return fail(ok.error());
  const auto side = static_cast<std::uint32_t>(std::ceil(std::cbrt(settings.parts)));
  double turning = 0;
  for (std::uint32_t i = 0; i < settings.parts; i++) {
    Place place;
    const std::array<std::uint32_t, 3> at{i % side, i / side % side, i / side / side};
    for (int k = 0; k < 3; k++) {
      place.center[k] = kSpacing * at[k] + scene.rng_.uniform(-kJitter, kJitter);
    }
    place.rotation = scene.rng_.rotation();
    place.axis = multiply(rotation_matrix(place.rotation), Vec3(0, 0, 1));
    scene.places_.push_back(place);
    // Evenly among the parts.
    turning += settings.moving / 100;
    scene.turns_.push_back(turning >= 1 ? 1 : 0);
    if (turning >= 1) turning -= 1;
  }
  scene.poses_.resize(settings.parts);
  for (std::size_t i = 0; i < settings.parts; i++) {
    if (auto ok = scene.set_pose(i); !ok) return fail(ok.error());
  }
  return scene;
}

Result<void> Assembly::make_shapes() {
  const std::uint32_t count = std::min(settings_.shapes, settings_.parts);
  for (std::uint32_t i = 0; i < count; i++) {
    const Result<Shape> shape =
        part_shape(i, static_cast<int>(settings_.triangles / settings_.parts), rng_.bits());
    if (!shape) return fail(shape.error());
    shapes_.push_back(*shape);
  }
  return {};
}

std::size_t Assembly::triangles() const {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < places_.size(); i++) sum += shape_of(i).mesh_view().triangles.size();
  return sum;
}

Result<void> Assembly::set_pose(std::size_t body) {
  const Place& place = places_[body];
  const Result<Pose> pose =
      pose_about_centroid(shape_of(body).mass().centroid, place.rotation, place.center);
  if (!pose) return fail(pose.error());
  poses_[body] = *pose;
  return {};
}

void Assembly::step() {
  for (std::size_t i = 0; i < places_.size(); i++) {
    if (!turns(i)) continue;
    Place& place = places_[i];
    place.rotation =
        unit_rotation(multiply(turn_about(place.axis, settings_.turn), place.rotation));
    (void)set_pose(i);  // in the same place as the first one, which worked
  }
}

}  // namespace glance::scenes
