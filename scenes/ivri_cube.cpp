#include "scenes/ivri_cube.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "scenes/flight.h"

namespace glance::scenes {
namespace {

Result<void> check(const char* what, double value, bool zero_allowed) {
  if (std::isfinite(value) && (value > 0 || (zero_allowed && value == 0))) return {};
  return fail(fmt::format("{} must be {} and finite, not {}", what,
                          zero_allowed ? "0 or more" : "positive", value));
}

}  // namespace

Quat random_turn(Rng& rng, double most) {
  constexpr double kDegree = std::numbers::pi / 180;
  Quat turn;
  for (int axis = 0; axis < 3; axis++) {
    const Vec3 about = Vec3::unit(axis) * (rng.uniform(0, most) * kDegree);
    turn = multiply(Quat::from_rotation_vector(about), turn);
  }
  return turn;
}

Result<Cube> Cube::make(const CubeSettings& settings) {
  if (auto ok = check("side", settings.side, false); !ok) return fail(ok.error());
  if (auto ok = check("speed", settings.speed, true); !ok) return fail(ok.error());
  if (auto ok = check("turn", settings.turn, true); !ok) return fail(ok.error());
  Cube cube(settings);
  cube.flights_.resize(settings.bodies.size());
  cube.poses_.resize(settings.bodies.size());
  for (std::size_t i = 0; i < cube.flights_.size(); i++) {
    Flight& f = cube.flights_[i];
    f.center = cube.rng_.in_box(settings.side / 2);
    f.velocity = cube.rng_.direction() * settings.speed;
    f.rotation = cube.rng_.rotation();
    if (auto ok = cube.set_pose(i); !ok) return fail(ok.error());
  }
  return cube;
}

Result<void> Cube::set_pose(std::size_t body) {
  const Flight& f = flights_[body];
  const Result<Pose> pose =
      pose_about_centroid(settings_.bodies[body].mass().centroid, f.rotation, f.center);
  if (!pose) return fail(pose.error());
  poses_[body] = *pose;
  return {};
}

void Cube::step() {
  for (std::size_t i = 0; i < flights_.size(); i++) {
    Flight& f = flights_[i];
    f.center += f.velocity;
    for (int k = 0; k < 3; k++) bounce(f.center[k], f.velocity[k], settings_.side / 2);
    f.rotation = unit_rotation(multiply(random_turn(rng_, settings_.turn), f.rotation));
    (void)set_pose(i);  // a pose that worked, moved within the walls, works
  }
}

std::vector<PosePair> approach(const Shape& a, const Shape& b, double side, double speed,
                               double turn, std::uint64_t seed) {
  Rng rng(seed);
  Quat rotation_a = rng.rotation(), rotation_b = rng.rotation();
  PairCache cache;
  std::vector<PosePair> frames;
  const Vec3 diagonal = normalized(Vec3(1, 1, 0));
  for (double at = side / std::numbers::sqrt2; at > 0; at -= speed) {
    const auto pose_a = pose_about_centroid(a.mass().centroid, rotation_a, -at * diagonal);
    const auto pose_b = pose_about_centroid(b.mass().centroid, rotation_b, at * diagonal);
    if (!pose_a || !pose_b) break;
    frames.push_back({*pose_a, *pose_b});
    if (collide({a, *pose_a}, {b, *pose_b}, {.cache = &cache}).verdict != Verdict::apart) break;
    rotation_a = unit_rotation(multiply(random_turn(rng, turn), rotation_a));
    rotation_b = unit_rotation(multiply(random_turn(rng, turn), rotation_b));
  }
  return frames;
}

}  // namespace glance::scenes
