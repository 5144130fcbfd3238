#include "scenes/plate_flights.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scenes/flight.h"

namespace glance::scenes {
namespace {

/// Pointed in front, 25 vertices, as long as kProjectileLength.
Result<Shape> make_projectile() {
  constexpr double kHalf = kProjectileLength / 2;
  constexpr std::array<ProfilePoint, 4> kProfile{
      ProfilePoint{0.12, -kHalf}, {0.15, -0.2 * kHalf}, {0.1, 0.5 * kHalf}, {0, kHalf}};
  return revolve(kProfile, 8);
}

/// Half its size, thickness last.
Vec3 half_sizes(Rng& rng) {
  const double x = rng.uniform(0.5, 1), y = rng.uniform(0.5, 1), z = rng.uniform(0.01, 0.04);
  return kProjectileLength * Vec3(x, y, z);
}

/// A direction of flight that is not along the plate (whose normal is z).
Vec3 course(Rng& rng) {
  constexpr double kLeastSine = 0.2;
  for (;;) {
    const Vec3 direction = rng.direction();
    if (std::fabs(direction.z()) > kLeastSine) return direction;
  }
}

}  // namespace

Result<PlateFlight> plate_flight(const PlateFlightSettings& settings) {
  // Slower ones would take so many frames that memory runs out.
  constexpr double kSlowest = 1e-4;
  if (!(settings.speed >= kSlowest)) {
    return fail(fmt::format("the speed must be {} or more, not {}", kSlowest, settings.speed));
  }
  Rng rng(settings.seed);
  const Vec3 half = half_sizes(rng);
  const Result<Shape> plate = Shape::box(half), projectile = make_projectile();
  if (!plate) return fail(plate.error());
  if (!projectile) return fail(projectile.error());

  // Beside the plate as often as at it.
  constexpr double kAround = 2.2;
  const double u = rng.uniform(-kAround, kAround), v = rng.uniform(-kAround, kAround);
  const Mat3 turn = rotation_matrix(rng.rotation());  // of the plate
  const Vec3 target = multiply(turn, Vec3(u * half.x(), v * half.y(), 0));
  const Vec3 direction = multiply(turn, course(rng));
  const double step = settings.speed * kProjectileLength, phase = rng.uniform() * step;
  const Vec3 spin = rng.direction() * (settings.spin * std::numbers::pi / 180);
  const Quat rotation = rng.rotation();

  const Result<Pose> at = Pose::make(turn, Vec3::zero());
  if (!at) return fail(at.error());
  const Result<Motion> rest = Motion::between(*at, *at);
  if (!rest) return fail(rest.error());

  // From where the two cannot touch to where they cannot any more.
  const double reach =
      kAround * norm(half) + plate->bounding_radius() + projectile->bounding_radius();
  const Vec3& centroid = projectile->mass().centroid;
  const Vec3 first = target - direction * (reach + phase);
  const Result<Pose> start = pose_about_centroid(centroid, rotation, first);
  if (!start) return fail(start.error());
  PlateFlight flight{*plate, *projectile, *rest, {}};
  Pose pose = *start;
  for (double flown = 0; flown < 2 * reach + phase; flown += step) {
    const Result<Motion> motion = Motion::with_velocity(pose, direction * step, spin, centroid);
    if (!motion) return fail(motion.error());
    flight.frames.push_back(*motion);
    pose = motion->end();
  }
  return flight;
}

}  // namespace glance::scenes
