#include "scenes/hulls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/flight.h"
#include "scenes/registry.h"

namespace glance::scenes {
namespace {

/// Half axes of the ellipsoids that corners lie on; different hulls.
constexpr double kLeastAxis = 0.7, kMostAxis = 1;
constexpr std::uint32_t kDifferentHulls = 4;

/// The corner that is farthest along the unit vector, as it is turned.
Vec3 farthest(const Shape& shape, const Mat3& rotation, const Vec3& along) {
  const Vec3 local = multiply_transposed(rotation, along);
  const auto vertices = shape.vertices();
  return multiply(rotation, *std::ranges::max_element(
                                vertices, {}, [&](const Vec3& v) { return dot(local, v); }));
}

}  // namespace

Result<Hulls> Hulls::make(const HullsSettings& settings) {
  for (const Result<void>& ok : {check_range("hulls", settings.hulls, 1, 1e4),
                                 check_range("corners", settings.corners, 8, 1e5),
                                 check_range("turn (degrees per frame)", settings.turn, 0, 180)}) {
    if (!ok) return fail(ok.error());
  }
  Hulls scene(settings);
  Rng rng(settings.seed);
  for (std::uint32_t i = 0; i < std::min(settings.hulls, kDifferentHulls); i++) {
    Vec3 axes;
    for (int k = 0; k < 3; k++) axes[k] = rng.uniform(kLeastAxis, kMostAxis);
    std::vector<Vec3> corners;
    for (std::uint32_t c = 0; c < settings.corners; c++) {
      corners.push_back(rng.direction().times(axes));
    }
    const Result<Shape> shape = Shape::hull(corners);
    if (!shape) return fail(shape.error());
    scene.shapes_.push_back(*shape);
  }
  for (std::uint32_t i = 0; i < settings.hulls; i++) {
    scene.rotations_.push_back(rng.rotation());
    scene.turns_.push_back(turn_about(rng.direction(), settings.turn));
  }
  scene.poses_.resize(settings.hulls);
  if (auto ok = scene.line_up(); !ok) return fail(ok.error());
  return scene;
}

Result<void> Hulls::line_up() {
  Vec3 at = Vec3::zero();  // where the last one ends
  for (std::size_t i = 0; i < poses_.size(); i++) {
    const Mat3 rotation = rotation_matrix(rotations_[i]);
    const Vec3 origin = at - farthest(shape_of(i), rotation, -Vec3::unit_x());
    const Result<Pose> pose = Pose::make(rotations_[i], origin);
    if (!pose) return fail(pose.error());
    poses_[i] = *pose;
    at = origin + farthest(shape_of(i), rotation, Vec3::unit_x());
  }
  return {};
}

void Hulls::step() {
  for (std::size_t i = 0; i < rotations_.size(); i++) {
    rotations_[i] = unit_rotation(multiply(turns_[i], rotations_[i]));
  }
  (void)line_up();  // about as far as the first time, which worked
}

std::string Hulls::describe() const {
  return fmt::format(
      "{} hulls of {} corners in a row, each in contact with the next\n"
      "They turn by {} degrees per frame; seed {}\n",
      settings_.hulls, settings_.corners, settings_.turn, settings_.seed);
}

std::vector<SceneFact> Hulls::facts() const {
  return {{"corners", std::uint64_t{settings_.corners}},
          {"turn", settings_.turn},
          {"seed", settings_.seed}};
}

namespace {

class HullsMaker final : public MakerOf<Hulls> {
 public:
  std::string_view help() const override {
    return "Hulls of many corners in a row, each of which touches the next one.";
  }
  std::vector<SceneOption> options() override {
    return {{"--bodies", "Number of bodies", &settings_.hulls},
            {"--corners", "Corners of each hull", &settings_.corners}};
  }
  Result<SceneNeeds> needs() const override {
    constexpr double kBytesPerCorner = 4 * 1500;  // four different ones, while they are made
    return SceneNeeds{fmt::format("{} hulls of {} corners", settings_.hulls, settings_.corners),
                      settings_.hulls, kBytesPerCorner * settings_.corners};
  }
};

}  // namespace

std::unique_ptr<SceneMaker> hulls_scene() { return std::make_unique<HullsMaker>(); }

}  // namespace glance::scenes
