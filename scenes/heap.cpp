#include "scenes/heap.h"

#include <fmt/format.h>

#include <cmath>

#include "scenes/flight.h"
#include "scenes/registry.h"

namespace glance::scenes {
namespace {

// Boxes: half extents, from the smallest to the largest; how many sizes; density (kg / m^3).
constexpr double kLeastHalf = 0.08, kMostHalf = 0.12;
constexpr std::uint32_t kSizes = 8;
constexpr double kWoodDensity = 600;
constexpr ContactMaterial kWood{.restitution = 0.1, .friction = 0.5};
/// Boxes along each side of the bin, and from one to the next as they start.
constexpr std::uint32_t kAlong = 22;
constexpr double kRoom = 0.36;

}  // namespace

Heap::Heap(const HeapSettings& settings)
    : settings_(settings), rigid_({.step = 1.0 / 120, .slop = 2e-3}) {}

std::size_t Heap::shape_number(std::size_t body) const {
  return body < kWalls ? body : kWalls + (body - kWalls) % kSizes;
}

Result<Heap> Heap::make(const HeapSettings& settings) {
  if (auto ok = check_range("boxes", settings.boxes, 1, 1e5); !ok) return fail(ok.error());
  Heap scene(settings);
  const Result<RigidBody> fixed = RigidBody::fixed(kWood);
  if (!fixed) return fail(fixed.error());
  const double half_side = kRoom * kAlong / 2;
  const Vec3 inward[kWalls] = {Vec3::unit_z(), Vec3::unit_x(), -Vec3::unit_x(), Vec3::unit_y(),
                               -Vec3::unit_y()};
  for (std::size_t i = 0; i < kWalls; i++) {
    const Result<Shape> wall = Shape::halfspace(inward[i], i == 0 ? 0 : -half_side);
    if (!wall) return fail(wall.error());
    scene.shapes_.push_back(*wall);
    if (auto ok = scene.rigid_.add(*wall, *fixed, {}); !ok) return fail(ok.error());
  }
  Rng rng(settings.seed);
  std::vector<RigidBody> bodies;
  for (std::uint32_t i = 0; i < kSizes; i++) {
    Vec3 half;
    for (int k = 0; k < 3; k++) half[k] = rng.uniform(kLeastHalf, kMostHalf);
    const Result<Shape> box = Shape::box(half);
    if (!box) return fail(box.error());
    const Result<RigidBody> body = RigidBody::make(box->mass(), kWoodDensity, kWood);
    if (!body) return fail(body.error());
    scene.shapes_.push_back(*box);
    bodies.push_back(*body);
  }
  for (std::uint32_t i = 0; i < settings.boxes; i++) {
    const auto place = [&](std::uint32_t number) {
      return kRoom * (number + 0.5) - half_side + rng.uniform(-0.01, 0.01);
    };
    const RigidState state{
        .position = {place(i % kAlong), place(i / kAlong % kAlong),
                     kRoom * (i / (kAlong * kAlong) + 0.5)},
        .rotation = Quat::from_rotation_vector(Vec3(0, 0, rng.uniform(-0.05, 0.05)))};
    const std::size_t number = kWalls + i;
    if (auto ok = scene.rigid_.add(scene.shape_of(number), bodies[i % kSizes], state); !ok) {
      return fail(ok.error());
    }
  }
  return scene;
}

std::string Heap::describe() const {
  return fmt::format("{} boxes in a heap; seed {}\n", settings_.boxes, settings_.seed);
}

std::vector<SceneFact> Heap::facts() const { return {{"seed", settings_.seed}}; }

namespace {

class HeapMaker final : public MakerOf<Heap> {
 public:
  std::string_view help() const override { return "Rigid boxes fall into a bin."; }
  std::vector<SceneOption> options() override {
    return {{"--bodies", "Number of bodies", &settings_.boxes}};
  }
  Result<SceneNeeds> needs() const override {
    if (auto ok = check_bodies(settings_.boxes); !ok) return fail(ok.error());
    return SceneNeeds{fmt::format("{} bodies", settings_.boxes), settings_.boxes,
                      20e3 * settings_.boxes};
  }
};

}  // namespace

std::unique_ptr<SceneMaker> heap_scene() { return std::make_unique<HeapMaker>(); }

}  // namespace glance::scenes
