#include "scenes/packed.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenes/flight.h"
#include "scenes/registry.h"
#include "scenes/wave.h"

namespace glance::scenes {
namespace {

/// Of a lump: the ball in its middle, and those around it.
constexpr double kCore = 0.55, kLeastLump = 0.3, kMostLump = 0.45, kLumpDistance = 0.5;
constexpr int kLumps = 6;
/// Frames that an entity takes to and fro.
constexpr double kLeastPeriod = 30, kMostPeriod = 90;

Result<void> check(const PackedSettings& s) {
  for (const Result<void>& ok :
       {check_range("entities", s.entities, 1, 1e6), check_range("shapes", s.shapes, 1, 1e4),
        check_range("cells", s.cells, 4, 64), check_range("spacing", s.spacing, 0.01, 100),
        check_range("jostle", s.jostle, 0, 100),
        check_range("turn (degrees per frame)", s.turn, 0, 180)}) {
    if (!ok) return ok;
  }
  return {};
}

struct Lump {
  Vec3 center = Vec3::zero();
  double radius = kCore;
};

}  // namespace

VoxelModel voxel_lump(std::uint32_t cells, Rng& rng) {
  std::array<Lump, 1 + kLumps> lumps;
  for (int i = 1; i <= kLumps; i++) {
    lumps[i].center = kLumpDistance * rng.direction();
    lumps[i].radius = rng.uniform(kLeastLump, kMostLump);
  }
  VoxelModel model{.size = {cells, cells, cells}, .cells = {}, .origin = Vec3(-1, -1, -1)};
  model.cell = 2.0 / cells;
  model.cells.reserve(std::size_t{cells} * cells * cells);
  for (std::uint32_t z = 0; z < cells; z++) {
    for (std::uint32_t y = 0; y < cells; y++) {
      for (std::uint32_t x = 0; x < cells; x++) {
        const Vec3 middle = model.origin + model.cell * Vec3(x + 0.5, y + 0.5, z + 0.5);
        const bool set = std::ranges::any_of(lumps, [&](const Lump& lump) {
          return norm_sq(Vec3(middle - lump.center)) <= lump.radius * lump.radius;
        });
        model.cells.push_back(set ? 1 : 0);
      }
    }
  }
  return model;
}

Result<Packed> Packed::make(const PackedSettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error());
  Packed scene(settings);
  for (std::uint32_t i = 0; i < settings.shapes; i++) {
    const Result<Shape> shape = voxel_mesh(voxel_lump(settings.cells, scene.rng_));
    if (!shape) return fail(shape.error());
    scene.shapes_.push_back(*shape);
  }
  std::uint32_t side = 1;  // of the smallest cube of places that has room (cube roots are rounded)
  while (std::uint64_t{side} * side * side < settings.entities) side++;
  const double middle = (side - 1) / 2.0;
  scene.poses_.resize(settings.entities);
  for (std::uint32_t i = 0; i < settings.entities; i++) {
    Place& place = scene.places_.emplace_back();
    const std::array<std::uint32_t, 3> at{i % side, i / side % side, i / side / side};
    for (int k = 0; k < 3; k++) {
      place.center[k] = settings.spacing * (at[k] - middle);
      place.phase[k] = scene.rng_.uniform();
      place.rate[k] = 1 / scene.rng_.uniform(kLeastPeriod, kMostPeriod);
    }
    place.rotation = scene.rng_.rotation();
    place.turn = turn_about(scene.rng_.direction(), settings.turn);
    if (auto ok = scene.set_pose(i); !ok) return fail(ok.error());
  }
  return scene;
}

Result<void> Packed::set_pose(std::size_t body) {
  const Place& place = places_[body];
  Vec3 center = place.center;
  for (int k = 0; k < 3; k++) {
    center[k] +=
        settings_.jostle * wave(place.phase[k] + place.rate[k] * static_cast<double>(frame_));
  }
  const Result<Pose> pose =
      pose_about_centroid(shape_of(body).mass().centroid, place.rotation, center);
  if (!pose) return fail(pose.error());
  poses_[body] = *pose;
  return {};
}

void Packed::step() {
  frame_++;
  for (std::size_t i = 0; i < places_.size(); i++) {
    places_[i].rotation = unit_rotation(multiply(places_[i].turn, places_[i].rotation));
    (void)set_pose(i);  // near the first one, which worked
  }
}

std::string Packed::describe() const {
  const PackedSettings& s = settings_;
  return fmt::format(
      "{} voxel bodies, {} from each other\n"
      "They move away from their places by up to {}, and turn by {} degrees per frame; seed {}\n",
      s.entities, s.spacing, s.jostle, s.turn, s.seed);
}

std::vector<SceneFact> Packed::facts() const {
  const PackedSettings& s = settings_;
  return {{"shapes", std::uint64_t{s.shapes}},
          {"cells", std::uint64_t{s.cells}},
          {"spacing", s.spacing},
          {"jostle", s.jostle},
          {"turn", s.turn},
          {"seed", s.seed}};
}

namespace {

class PackedMaker final : public MakerOf<Packed> {
 public:
  std::string_view help() const override {
    return "Bodies made of small cubes, tightly packed, that jostle around their places.";
  }
  std::vector<SceneOption> options() override {
    return {
        {"--bodies", "Number of bodies", &settings_.entities},
        {"--spacing", "Distance from one place to the next; the radius of a body is about 0.8",
         &settings_.spacing},
        {"--jostle", "How far bodies move from their places along each axis", &settings_.jostle}};
  }
  Result<SceneNeeds> needs() const override {
    if (auto ok = check_bodies(settings_.entities); !ok) return fail(ok.error());
    constexpr double kShapes = 1e7;  // a handful, shared
    return SceneNeeds{fmt::format("{} bodies", settings_.entities), settings_.entities, kShapes};
  }
};

}  // namespace

std::unique_ptr<SceneMaker> packed_scene() { return std::make_unique<PackedMaker>(); }

}  // namespace glance::scenes
