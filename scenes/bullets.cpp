#include "scenes/bullets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/registry.h"

namespace glance::scenes {
namespace {

// All lengths in body lengths.

/// From plate to plate. Tilted as far as they may be, they do not reach each other:
/// 2 * kMostHalfSide * sqrt(2) * sin(kMostTilt) is less.
constexpr double kPlateSpacing = 6;
/// Of the square plates.
constexpr double kLeastHalfSide = 3, kMostHalfSide = 5;
/// How far plates hang from the x axis, along y and z; and how far from it projectiles cross the
/// plane x = 0. So they hit about as many plates as they miss.
constexpr double kPlateOffset = 2, kAim = 5;
/// Degrees between a plate's normal and the x axis.
constexpr double kMostTilt = 20;
/// Degrees a frame, of plates that turn.
constexpr double kPlateTurn = 1;
/// Of a projectile's way against the x axis, along y and z: so much a length.
constexpr double kMostSlope = 0.05;
/// A ball, a capsule, and the rest polytopes.
constexpr std::uint32_t kProjectileShapes = 8;
constexpr int kProjectileFaces = 16;

Result<void> check(const BulletsSettings& s) {
  if (auto ok = check_range("speed (body lengths per frame)", s.speed, 0.1, 100); !ok) return ok;
  if (auto ok = check_range("spin (degrees per frame)", s.spin, 0, 180); !ok) return ok;
  return check_range("thickness (body lengths)", s.thickness, 0.001, 1);
}

Result<Shape> projectile_shape(std::uint32_t number, Rng& rng) {
  if (number == 0) return Shape::sphere(0.5);
  if (number == 1) return Shape::capsule(0.15, 0.35);
  const Result<Shape> rough = random_polytope(rng.bits(), kProjectileFaces);
  return rough ? rough->scaled(0.5 / rough->bounding_radius()) : rough;
}

}  // namespace

Result<Bullets> Bullets::make(const BulletsSettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error());
  Bullets scene(settings);
  scene.half_length_ = kPlateSpacing / 2 * std::max(settings.plates, 1u);
  if (auto ok = scene.make_shapes(); !ok) return fail(ok.error());
  const std::size_t bodies = std::size_t{settings.plates} + settings.projectiles;
  scene.flights_.resize(bodies);
  scene.poses_.resize(bodies);
  for (std::size_t i = 0; i < bodies; i++) {
    if (scene.is_plate(i)) {
      scene.hang_plate(i);
    } else {
      scene.launch(i);
      // Somewhere on its way, as if it had been flying for long.
      Flight& f = scene.flights_[i];
      const double way = scene.half_length_ - f.center.x();
      f.center += f.velocity * (way * scene.rng_.uniform() / f.velocity.x());
    }
    if (auto ok = scene.set_pose(i); !ok) return fail(ok.error());
  }
  return scene;
}

Result<void> Bullets::make_shapes() {
  for (std::uint32_t i = 0; i < settings_.plates; i++) {
    const double half_side = rng_.uniform(kLeastHalfSide, kMostHalfSide);
    const Result<Shape> plate = Shape::box({settings_.thickness / 2, half_side, half_side});
    if (!plate) return fail(plate.error());
    shapes_.push_back(*plate);
  }
  for (std::uint32_t i = 0; i < kProjectileShapes; i++) {
    const Result<Shape> projectile = projectile_shape(i, rng_);
    if (!projectile) return fail(projectile.error());
    shapes_.push_back(*projectile);
  }
  return {};
}

std::size_t Bullets::shape_number(std::size_t body) const {
  const std::size_t plates = settings_.plates;
  return is_plate(body) ? body : plates + (body - plates) % kProjectileShapes;
}

void Bullets::hang_plate(std::size_t body) {
  Flight& f = flights_[body];
  const double y = rng_.uniform(-kPlateOffset, kPlateOffset);
  const double z = rng_.uniform(-kPlateOffset, kPlateOffset);
  f.center = {-half_length_ + kPlateSpacing * (static_cast<double>(body) + 0.5), y, z};
  // First about its normal, then tilted about an axis in its plane.
  const double angle = rng_.uniform(0, 360), tilt = rng_.uniform(0, kMostTilt);
  const Quat turned = turn_about({1, 0, 0}, angle);
  f.rotation = multiply(turned, turn_about({0, 1, 0}, tilt));
  if (!is_static(body)) f.turn = turn_about({1, 0, 0}, kPlateTurn);
}

void Bullets::launch(std::size_t body) {
  Flight& f = flights_[body];
  const double slope_y = rng_.uniform(-kMostSlope, kMostSlope);
  const double slope_z = rng_.uniform(-kMostSlope, kMostSlope);
  const Vec3 way(1, slope_y, slope_z);
  f.velocity = way * (settings_.speed / norm(way));
  const double y = rng_.uniform(-kAim, kAim), z = rng_.uniform(-kAim, kAim);
  // As far before the plates as it may be when its first frame there begins: what a frame skips
  // is another part of the way each time.
  const double x = -half_length_ - f.velocity.x() * rng_.uniform();
  f.center = Vec3(0, y, z) + way * x;
  f.rotation = rng_.rotation();
  f.turn = turn_about(rng_.direction(), settings_.spin);
}

Result<void> Bullets::set_pose(std::size_t body) {
  const Result<Pose> pose = flights_[body].pose(shape_of(body));
  if (!pose) return fail(pose.error());
  poses_[body] = *pose;
  return {};
}

void Bullets::step() {
  placed_.clear();
  for (std::size_t i = 0; i < flights_.size(); i++) {
    if (is_static(i)) continue;
    Flight& f = flights_[i];
    if (f.center.x() > half_length_) {
      launch(i);
      placed_.push_back(static_cast<std::uint32_t>(i));
    } else {
      f.move();
      f.spin();
    }
    (void)set_pose(i);  // within the same bounds as the first one, which worked
  }
}

std::string Bullets::describe() const {
  const BulletsSettings& s = settings_;
  return fmt::format(
      "{} projectiles, {} plates of {} body lengths\n"
      "A frame moves projectiles by {} body lengths and turns them by {} degrees; seed {}\n",
      s.projectiles, s.plates, s.thickness, s.speed, s.spin, s.seed);
}

std::vector<SceneFact> Bullets::facts() const {
  const BulletsSettings& s = settings_;
  return {{"plates", std::uint64_t{s.plates}},
          {"projectiles", std::uint64_t{s.projectiles}},
          {"speed", s.speed},
          {"spin", s.spin},
          {"thickness", s.thickness},
          {"seed", s.seed}};
}

namespace {

class BulletsMaker final : public MakerOf<Bullets> {
 public:
  std::string_view help() const override {
    return "Small bodies fly through thin plates, at --speed body lengths per frame. Most "
           "contacts happen between two frames: see --interframe.";
  }
  std::vector<SceneOption> options() override {
    return {{"--plates", "Number of plates", &settings_.plates},
            {"--projectiles", "Number of projectiles", &settings_.projectiles},
            {"--speed", "Body lengths per frame: 0.1 to 100", &settings_.speed},
            {"--spin", "Degrees per frame, up to 180", &settings_.spin},
            {"--thickness", "Thickness of the plates, in body lengths", &settings_.thickness}};
  }
  Result<SceneNeeds> needs() const override {
    if (settings_.projectiles == 0) return fail("--projectiles 0: at least one is needed");
    constexpr double kBoxBytes = 3000;  // each plate is a shape of its own
    return SceneNeeds{
        fmt::format("{} plates and {} projectiles", settings_.plates, settings_.projectiles),
        std::uint64_t{settings_.plates} + settings_.projectiles, kBoxBytes * settings_.plates};
  }
};

}  // namespace

std::unique_ptr<SceneMaker> bullets_scene() { return std::make_unique<BulletsMaker>(); }

}  // namespace glance::scenes
