#include "scenes/bowl.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "scenes/flight.h"
#include "scenes/registry.h"
#include "scenes/wave.h"

namespace glance::scenes {
namespace {

constexpr double kBowlStep = 1.0 / 240, kGravity = 9.81;
/// The section of a bowl for 200 parts: along the inside from the middle to the rim, and back
/// below.
constexpr std::array<ProfilePoint, 9> kSection{{{0, 0.03},
                                                {0.20, 0},
                                                {0.29, 0.03},
                                                {0.34, 0.10},
                                                {0.36, 0.20},
                                                {0.37, 0.34},
                                                {0.43, 0.34},
                                                {0.43, -0.10},
                                                {0, -0.10}}};
constexpr double kRim = 0.34, kOutside = 0.43;
constexpr std::uint32_t kAround = 48;  ///< sides
/// How far it turns about its axis, as a tangent of half the angle.
constexpr double kTwist = 0.004;
// Parts: half of their size, about; density (kg / m^3); how they bounce and rub.
constexpr double kPart = 0.018, kPartDensity = 1200;
constexpr ContactMaterial kSteel{.restitution = 0.2, .friction = 0.4};
// How they start: in layers above the bowl, in a grid so wide, within this radius.
constexpr double kGrid = 0.06, kStartRadius = 0.24, kStartHeight = 0.10;

Result<void> check(const BowlSettings& s) {
  for (const Result<void>& ok :
       {check_range("parts", s.parts, 1, 1e5), check_range("shaking (g)", s.shaking, 0, 20),
        check_range("frequency (per second)", s.frequency, 0.1, 60)}) {
    if (!ok) return ok;
  }
  return {};
}

/// Places in layers, one above the other.
std::vector<Vec3> start_places(std::uint32_t count, double radius, double height) {
  std::vector<Vec3> places;
  const int reach = static_cast<int>(std::floor(radius / kGrid));
  for (int layer = 0; places.size() < count; layer++) {
    for (int i = -reach; i <= reach; i++) {
      for (int j = -reach; j <= reach; j++) {
        if (i * i + j * j > reach * reach || places.size() == count) continue;
        places.push_back(kGrid * Vec3(i, j, layer) + Vec3(0, 0, height));
      }
    }
  }
  return places;
}

}  // namespace

Bowl::Bowl(const BowlSettings& settings)
    : settings_(settings),
      rng_(settings.seed),
      scale_(std::max(1.0, std::cbrt(settings.parts / 200.0))),
      rigid_({.gravity = Vec3(0, 0, -kGravity), .step = kBowlStep, .slop = 2e-4}) {}

Result<Shape> Bowl::bowl_shape() const {
  TriangleSoup soup;
  // The ends of the section are single points on the axis; a ring of corners for each other point.
  constexpr auto kRings = static_cast<std::uint32_t>(kSection.size() - 2);
  for (std::uint32_t ring = 1; ring <= kRings; ring++) {
    for (std::uint32_t k = 0; k < kAround; k++) {
      const double angle = 2 * std::numbers::pi * k / kAround;
      const double radius = scale_ * kSection[ring].radius;
      soup.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle),
                                 scale_ * kSection[ring].z);
    }
  }
  const auto top = static_cast<std::uint32_t>(soup.vertices.size());
  soup.vertices.emplace_back(0, 0, scale_ * kSection.front().z);
  soup.vertices.emplace_back(0, 0, scale_ * kSection.back().z);
  for (std::uint32_t k = 0; k < kAround; k++) {
    const std::uint32_t next = (k + 1) % kAround, last = (kRings - 1) * kAround;
    soup.triangles.push_back({top, k, next});
    soup.triangles.push_back({top + 1, last + next, last + k});
    for (std::uint32_t ring = 0; ring + 1 < kRings; ring++) {
      const std::uint32_t in = ring * kAround, out = in + kAround;
      soup.triangles.push_back({in + k, out + k, out + next});
      soup.triangles.push_back({in + k, out + next, in + next});
    }
  }
  return Shape::mesh(soup.vertices, soup.triangles, {.solid = true, .threads = 1});
}

Result<void> Bowl::make_shapes() {
  const double r = kPart;
  const Result<Shape> made[] = {bowl_shape(),
                                Shape::box(Vec3(r, 0.7 * r, 0.5 * r)),
                                prism(6, r, 0.4 * r),
                                random_polytope(rng_.bits(), 20, Vec3(r, r, 0.7 * r)),
                                prism(8, 0.5 * r, r),
                                Shape::box(Vec3(0.7 * r, 0.7 * r, 0.7 * r)),
                                random_polytope(rng_.bits(), 12, Vec3(r, 0.8 * r, 0.6 * r))};
  for (const Result<Shape>& shape : made) {
    if (!shape) return fail(shape.error());
    shapes_.push_back(*shape);
  }
  return {};
}

RigidState Bowl::bowl_state() const {
  // wave() bends by 32 for a turn squared.
  const double height =
      settings_.shaking * kGravity / (32 * settings_.frequency * settings_.frequency);
  const auto z = [&](std::uint64_t frame) {
    return height * wave(settings_.frequency * kBowlStep * static_cast<double>(frame));
  };
  const auto half_turn = [&](std::uint64_t frame) {
    return kTwist * wave(settings_.frequency * kBowlStep * static_cast<double>(frame) + 0.25);
  };
  // Velocities that lead to where it is in the next frame. (Of the turn, up to its cube.)
  RigidState state;
  state.position = Vec3(0, 0, z(frame_));
  state.rotation = unit_rotation({1, 0, 0, half_turn(frame_)});
  state.velocity = Vec3(0, 0, (z(frame_ + 1) - z(frame_)) / kBowlStep);
  state.spin = Vec3(0, 0, 2 * (half_turn(frame_ + 1) - half_turn(frame_)) / kBowlStep);
  return state;
}

Result<Bowl> Bowl::make(const BowlSettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error());
  Bowl scene(settings);
  if (auto ok = scene.make_shapes(); !ok) return fail(ok.error());
  const Result<RigidBody> fixed = RigidBody::fixed(kSteel);
  if (!fixed) return fail(fixed.error());
  if (auto ok = scene.rigid_.add(scene.shapes_[0], *fixed, scene.bowl_state()); !ok)
    return fail(ok.error());
  const auto places =
      start_places(settings.parts, scene.scale_ * kStartRadius, scene.scale_ * kStartHeight);
  for (std::uint32_t i = 0; i < settings.parts; i++) {
    const Shape& shape = scene.shapes_[scene.shape_number(1 + i)];
    const Result<RigidBody> body = RigidBody::make(shape.mass(), kPartDensity, kSteel);
    if (!body) return fail(body.error());
    const Vec3 jitter = scene.rng_.in_box(0.1 * kGrid);
    const RigidState state{.position = places[i] + jitter, .rotation = scene.rng_.rotation()};
    if (auto ok = scene.rigid_.add(shape, *body, state); !ok) return fail(ok.error());
  }
  return scene;
}

bool Bowl::has_left(std::size_t body) const {
  const Vec3& at = rigid_.states()[body].position;
  const double radius = std::sqrt(at.x() * at.x() + at.y() * at.y());
  return at.z() < kSection.back().z * scale_ ||
         (radius > kOutside * scale_ && at.z() < kRim * scale_);
}

void Bowl::step() {
  rigid_.step();
  frame_++;
  (void)rigid_.set_state(0, bowl_state());  // near the first one, which worked
  placed_.clear();
  for (std::size_t body = 1; body < rigid_.size(); body++) {
    if (!has_left(body)) continue;
    const Vec3 aside = rng_.in_box(scale_ * kStartRadius / 2);
    const RigidState state{.position = Vec3(aside.x(), aside.y(), scale_ * (kRim + kPart)),
                           .rotation = rng_.rotation()};
    (void)rigid_.set_state(body, state);  // above the bowl, as at first
    placed_.push_back(static_cast<std::uint32_t>(body));
    put_back_++;
  }
}

std::string Bowl::describe() const {
  return fmt::format(
      "{} parts in a feeder bowl\n"
      "It shakes {} times per second, with at most {} g; seed {}\n",
      settings_.parts, settings_.frequency, settings_.shaking, settings_.seed);
}

std::vector<SceneFact> Bowl::facts() const {
  return {
      {"shaking", settings_.shaking}, {"frequency", settings_.frequency}, {"seed", settings_.seed}};
}

std::vector<SceneCount> Bowl::counts() const { return {{"", "put_back", put_back_, ""}}; }

namespace {

class BowlMaker final : public MakerOf<Bowl> {
 public:
  std::string_view help() const override {
    return "Rigid parts rest, hop and slide in a feeder bowl that shakes.";
  }
  std::vector<SceneOption> options() override {
    return {{"--bodies", "Number of bodies", &settings_.parts},
            {"--shaking", "Largest acceleration of the bowl, in g", &settings_.shaking}};
  }
  Result<SceneNeeds> needs() const override {
    if (auto ok = check_bodies(settings_.parts); !ok) return fail(ok.error());
    return SceneNeeds{fmt::format("{} bodies", settings_.parts), settings_.parts,
                      20e3 * settings_.parts};
  }
};

}  // namespace

std::unique_ptr<SceneMaker> bowl_scene() { return std::make_unique<BowlMaker>(); }

}  // namespace glance::scenes
