#include "scenes/births.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/registry.h"

namespace glance::scenes {
namespace {

/// The room that each body has, as the side of a cube; radii are below 1. So most have neighbours.
constexpr double kRoomSide = 1.8;
/// Lengths and degrees a frame.
constexpr double kSpeed = 0.05, kTurn = 5;
/// Sizes that bodies come to have.
constexpr double kLeastScale = 0.6, kMostScale = 1.1;
/// Points of ordinary hulls, and of the largest, which every so many-th birth is; triangles of
/// solid meshes likewise.
constexpr int kPoints = 60, kManyPoints = 5000, kBetweenLarge = 100;
constexpr int kTriangles = 200, kManyTriangles = 5000;
/// Radius of meshes before their scale.
constexpr double kRockRadius = 0.6;

Result<void> check(const BirthsSettings& s) {
  for (const Result<void>& ok :
       {check_range("bodies", s.bodies, 1, 1e5), check_range("births", s.births, 0, s.bodies),
        check_range("rescaled", s.rescaled, 0, s.bodies)}) {
    if (!ok) return ok;
  }
  return {};
}

}  // namespace

Result<Births> Births::make(const BirthsSettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error());
  Births scene(settings);
  scene.half_side_ = kRoomSide / 2 * std::cbrt(settings.bodies);
  for (std::uint32_t i = 0; i < settings.bodies; i++) {
    if (auto ok = scene.add_body(); !ok) return fail(ok.error());
  }
  return scene;
}

Result<Shape> Births::next_shape() {
  const auto hull = [&](int points) {
    std::vector<Vec3> corners;
    for (int i = 0; i < points; i++) corners.push_back(rng_.direction() * 0.9);
    return Shape::hull(corners);
  };
  const auto rock = [&](int triangles, double radius) -> Result<Shape> {
    Result<TriangleSoup> soup = bumpy_sphere(triangles, rng_.bits());
    if (!soup) return fail(soup.error());
    double reach = 0;
    for (const Vec3& v : soup->vertices) reach = std::max(reach, norm(v));
    for (Vec3& v : soup->vertices) v *= radius / reach;
    return Shape::mesh(soup->vertices, soup->triangles, {.solid = true});
  };
  const std::uint64_t number = born_++;
  if (number % kBetweenLarge == kBetweenLarge - 1) return hull(kManyPoints);
  if (number % kBetweenLarge == kBetweenLarge / 2 - 1) return rock(kManyTriangles, kRockRadius);
  const double size = rng_.uniform(0.4, 0.9);
  switch (number % 6) {
    case 5: return rock(kTriangles, kRockRadius * size);
    case 0: return Shape::box(Vec3(0.6, 0.5, 0.4) * size);
    case 1: return hull(kPoints);
    case 2: return Shape::cylinder(0.4 * size, 0.8 * size);
    case 3: return Shape::ellipsoid(Vec3(0.9, 0.6, 0.5) * size);
    default: return Shape::cone(0.5 * size, 0.7 * size);
  }
}

Result<void> Births::add_body() {
  const Result<Shape> shape = next_shape();
  if (!shape) return fail(shape.error());
  shapes_.push_back(*shape);
  Flight f;
  f.center = rng_.in_box(half_side_);
  f.velocity = rng_.direction() * kSpeed;
  f.rotation = rng_.rotation();
  f.turn = turn_about(rng_.direction(), kTurn);
  flights_.push_back(f);
  poses_.emplace_back();
  return set_pose(flights_.size() - 1);
}

void Births::remove_body(std::size_t body) {
  shapes_[body] = shapes_.back();
  shapes_.pop_back();
  flights_[body] = flights_.back();
  flights_.pop_back();
  poses_[body] = poses_.back();
  poses_.pop_back();
}

Result<void> Births::set_pose(std::size_t body) {
  const Result<Pose> pose = flights_[body].pose(shapes_[body]);
  if (!pose) return fail(pose.error());
  poses_[body] = *pose;
  return {};
}

void Births::step() {
  removed_.clear();
  rescaled_.clear();
  for (std::uint32_t i = 0; i < settings_.births; i++) {
    const auto gone =
        static_cast<std::uint32_t>(rng_.below(static_cast<std::uint32_t>(shapes_.size())));
    remove_body(gone);
    removed_.push_back(gone);
  }
  for (std::uint32_t i = 0; i < settings_.births; i++) {
    if (!add_body()) break;  // (Nothing about them is refused.)
  }
  for (std::uint32_t i = 0; i < settings_.rescaled; i++) {
    const auto body =
        static_cast<std::uint32_t>(rng_.below(static_cast<std::uint32_t>(shapes_.size())));
    rescaled_.push_back({body, rng_.uniform(kLeastScale, kMostScale)});
  }
  for (std::size_t i = 0; i < flights_.size(); i++) {
    Flight& f = flights_[i];
    f.move();
    for (int k = 0; k < 3; k++) bounce(f.center[k], f.velocity[k], half_side_);
    f.spin();
    (void)set_pose(i);
  }
}

std::string Births::describe() const {
  return fmt::format(
      "{} bodies of many kinds\n"
      "Per frame {} are removed, {} are added, and {} get another size; seed {}\n",
      settings_.bodies, settings_.births, settings_.births, settings_.rescaled, settings_.seed);
}

std::vector<SceneFact> Births::facts() const {
  return {{"births", std::uint64_t{settings_.births}},
          {"rescaled", std::uint64_t{settings_.rescaled}},
          {"seed", settings_.seed}};
}

namespace {

class BirthsMaker final : public MakerOf<Births> {
 public:
  std::string_view help() const override {
    return "Bodies that come, go and change their size in every frame.";
  }
  std::vector<SceneOption> options() override {
    return {{"--bodies", "Number of bodies", &settings_.bodies},
            {"--births", "Bodies replaced per frame", &settings_.births},
            {"--rescaled", "Bodies that get another size per frame", &settings_.rescaled}};
  }
  Result<SceneNeeds> needs() const override {
    constexpr double kShapeBytes = 60e3;  // each is a shape of its own, some large
    return SceneNeeds{fmt::format("{} bodies", settings_.bodies), settings_.bodies,
                      kShapeBytes * settings_.bodies};
  }
};

}  // namespace

std::unique_ptr<SceneMaker> births_scene() { return std::make_unique<BirthsMaker>(); }

}  // namespace glance::scenes
