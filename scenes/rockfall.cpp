#include "scenes/rockfall.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/flight.h"
#include "scenes/fracture.h"
#include "scenes/registry.h"

namespace glance::scenes {
namespace {

// The ravine: how steep downhill, and to both sides; how bumpy; rock below it.
constexpr double kSlope = 0.6, kSides = 0.9, kBumps = 0.25, kRockBelow = 6;
// Rocks: half axes, faces, density (kg / m^3), and how they bounce and rub.
constexpr double kLeastRadius = 0.4, kMostRadius = 0.8, kStoneDensity = 2600;
constexpr int kRockFaces = 24;
constexpr ContactMaterial kStone{.restitution = 0.3, .friction = 0.5};
// Where rocks start: how far from the middle of the ravine, how high above it, and the part of its
// length that the first ones are spread over. Later ones start in its first metres.
constexpr double kStartAcross = 3, kLeastStart = 2, kMostStart = 6, kFirstPart = 0.8, kTop = 6;
// A part of less than this share of the whole is no fragment: the rock holds.
constexpr double kLeastShare = 0.15;

Result<void> check(const RockfallSettings& s) {
  for (const Result<void>& ok :
       {check_range("rocks", s.rocks, 1, 1e5), check_range("most bodies", s.most, s.rocks, 1e6),
        check_range("break speed (m/s)", s.break_speed, 0.1, 1e6),
        check_range("breaks", s.breaks, 0, 8)}) {
    if (!ok) return ok;
  }
  return {};
}

}  // namespace

Ravine::Ravine(Rng& rng) {
  for (std::uint32_t k = 0; k < (kAlong + 1) * (kAcross + 1); k++) {
    bumps_.push_back(rng.uniform(-kBumps, kBumps));
  }
}

Vec3 Ravine::corner(std::uint32_t i, std::uint32_t j) const {
  const double x = kLength * i / kAlong, y = kHalfWidth * (2.0 * j / kAcross - 1);
  const double side = std::fabs(y) / kHalfWidth;
  // Flat in its middle, and steeper the farther from it.
  const double rise = kSides * kHalfWidth * side * side;
  return {x, y, rise - kSlope * x + bumps_[i * (kAcross + 1) + j]};
}

Result<Shape> Ravine::shape() const {
  TriangleSoup soup;
  constexpr std::uint32_t kRow = kAcross + 1, kLayer = (kAlong + 1) * kRow;
  for (const double down : {0.0, kRockBelow}) {
    for (std::uint32_t i = 0; i <= kAlong; i++) {
      for (std::uint32_t j = 0; j <= kAcross; j++) {
        soup.vertices.push_back(corner(i, j) - Vec3(0, 0, down));
      }
    }
  }
  // Two triangles between four corners, counter-clockwise seen from outside.
  const auto add = [&](std::uint32_t p, std::uint32_t q, std::uint32_t r, std::uint32_t s) {
    soup.triangles.push_back({p, q, r});
    soup.triangles.push_back({p, r, s});
  };
  for (std::uint32_t i = 0; i < kAlong; i++) {
    for (std::uint32_t j = 0; j < kAcross; j++) {
      const std::uint32_t p = i * kRow + j;
      add(p, p + kRow, p + kRow + 1, p + 1);
      add(p + kLayer, p + 1 + kLayer, p + kRow + 1 + kLayer, p + kRow + kLayer);
    }
    const std::uint32_t low = i * kRow, high = low + kAcross;
    add(low, low + kLayer, low + kRow + kLayer, low + kRow);
    add(high, high + kRow, high + kRow + kLayer, high + kLayer);
  }
  for (std::uint32_t j = 0; j < kAcross; j++) {
    const std::uint32_t top = j, bottom = kAlong * kRow + j;
    add(top, top + 1, top + 1 + kLayer, top + kLayer);
    add(bottom, bottom + kLayer, bottom + 1 + kLayer, bottom + 1);
  }
  return Shape::mesh(soup.vertices, soup.triangles, {.solid = true, .threads = 1});
}

double Ravine::height(double x, double y) const {
  const double u = std::clamp(x / kLength, 0.0, 1.0) * kAlong;
  const double v = std::clamp((y / kHalfWidth + 1) / 2, 0.0, 1.0) * kAcross;
  const auto i = std::min(static_cast<std::uint32_t>(u), kAlong - 1);
  const auto j = std::min(static_cast<std::uint32_t>(v), kAcross - 1);
  const double du = u - i, dv = v - j;
  const double h00 = corner(i, j).z(), h10 = corner(i + 1, j).z(), h01 = corner(i, j + 1).z(),
               h11 = corner(i + 1, j + 1).z();
  // The two triangles that `shape` has.
  return du > dv ? h00 + du * (h10 - h00) + dv * (h11 - h10)
                 : h00 + dv * (h01 - h00) + du * (h11 - h01);
}

Rockfall::Rockfall(const RockfallSettings& settings)
    : settings_(settings),
      rng_(settings.seed),
      ravine_(rng_),
      rigid_({.step = 1.0 / 120, .slop = 5e-3}) {}

Result<Rockfall> Rockfall::make(const RockfallSettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error());
  Rockfall scene(settings);
  const Result<Shape> ground = scene.ravine_.shape();
  if (!ground) return fail(ground.error());
  const Result<RigidBody> fixed = RigidBody::fixed(kStone);
  if (!fixed) return fail(fixed.error());
  if (auto ok = scene.rigid_.add(*ground, *fixed, {}); !ok) return fail(ok.error());
  scene.breaks_.push_back(0);
  // The highest of many lie on each other's heads; where there is no room, rocks start later.
  constexpr int kTries = 20;
  for (std::uint32_t i = 0; i < settings.rocks; i++) {
    for (int attempt = 0; attempt < kTries; attempt++) {
      const Result<bool> added = scene.add_rock(1, kFirstPart * Ravine::kLength);
      if (!added) return fail(added.error());
      if (*added) break;
    }
  }
  scene.hits_.resize(scene.rigid_.size());
  return scene;
}

/// False if something is in its place.
Result<bool> Rockfall::add_rock(double least_x, double most_x) {
  const double x = rng_.uniform(least_x, most_x), y = rng_.uniform(-kStartAcross, kStartAcross);
  const double z = ravine_.height(x, y) + rng_.uniform(kLeastStart, kMostStart);
  const Vec3 center(x, y, z);
  const auto in_the_way = [&](std::size_t body) {
    const double reach = rigid_.shapes()[body].bounding_radius() + 1.5 * kMostRadius;
    return norm_sq(Vec3(rigid_.states()[body].position - center)) < reach * reach;
  };
  for (std::size_t body = 1; body < rigid_.size(); body++) {
    if (in_the_way(body)) return false;
  }
  Vec3 axes;
  for (int k = 0; k < 3; k++) axes[k] = rng_.uniform(kLeastRadius, kMostRadius);
  const Result<Shape> shape = random_polytope(rng_.bits(), kRockFaces, axes);
  if (!shape) return fail(shape.error());
  const Result<RigidBody> body = RigidBody::make(shape->mass(), kStoneDensity, kStone);
  if (!body) return fail(body.error());
  const RigidState state{.position = center,
                         .rotation = rng_.rotation(),
                         .velocity = Vec3(rng_.uniform(0, 3), 0, 0),
                         .spin = rng_.in_box(1)};
  if (auto ok = rigid_.add(*shape, *body, state); !ok) return fail(ok.error());
  breaks_.push_back(0);
  return true;
}

void Rockfall::respond_at(const FrameResponse& response) {
  rigid_.respond(response);
  mark_hits(response.contacts);
}

void Rockfall::mark_hits(std::span<const ResponseContact> contacts) {
  hits_.assign(rigid_.size(), {});
  const std::span<const Vec3> impulses = rigid_.impulses();
  for (std::size_t i = 0; i < impulses.size(); i++) {
    for (const std::uint32_t body : {contacts[i].a, contacts[i].b}) {
      const double speed = norm(impulses[i]) * rigid_.bodies()[body].inverse_mass();
      if (speed > hits_[body].speed) hits_[body] = {speed, contacts[i].point};
    }
  }
}

bool Rockfall::has_left(std::size_t body) const {
  const Vec3& at = rigid_.states()[body].position;
  constexpr double kBelow = 2;  // under the ground: it fell past an end of the ravine
  return at.x() > Ravine::kLength || at.x() < 0 || std::fabs(at.y()) > Ravine::kHalfWidth ||
         at.z() < ravine_.height(at.x(), at.y()) - kBelow;
}

void Rockfall::break_or_leave() {
  removed_.clear();
  std::vector<std::pair<Fragment, std::uint32_t>> fragments;
  std::size_t count = rigid_.size();
  // From the last one on: then a body that gets another one's number is never one to come.
  for (std::size_t body = rigid_.size() - 1; body > 0; body--) {
    bool gone = has_left(body);
    left_ += gone ? 1 : 0;
    const Hit& hit = hits_[body];
    if (!gone && hit.speed > settings_.break_speed && breaks_[body] < settings_.breaks &&
        count <= settings_.most) {
      const Fragment whole{rigid_.shapes()[body], rigid_.bodies()[body], rigid_.states()[body]};
      // Through the point that was hit and the centre of mass.
      const Vec3 inward = hit.point - whole.state.position;
      const Vec3 normal = normalized(cross(inward, rng_.direction()));
      const auto parts = break_in_two(whole, whole.state.position, normal, kLeastShare);
      if (parts) {
        for (const Fragment& part : *parts) fragments.emplace_back(part, breaks_[body] + 1);
        gone = true;
        broken_++;
        count++;
      }
    }
    if (!gone) continue;
    rigid_.remove(body);
    breaks_[body] = breaks_.back();
    breaks_.pop_back();
    removed_.push_back(static_cast<std::uint32_t>(body));
  }
  for (const auto& [part, breaks] : fragments) {
    if (rigid_.add(part.shape, part.body, part.state)) breaks_.push_back(breaks);
  }
}

void Rockfall::step() {
  hits_.resize(rigid_.size());
  break_or_leave();
  hits_.assign(rigid_.size(), {});
  if (rigid_.size() - 1 < settings_.rocks)
    (void)add_rock(1, kTop);  // one a frame, if there is room
  rigid_.step();
}

std::string Rockfall::describe() const {
  const RockfallSettings& s = settings_;
  return fmt::format(
      "{} rocks fall down a ravine\n"
      "A hit of {} m/s breaks a rock, up to {} times, up to {} bodies in all; seed {}\n",
      s.rocks, s.break_speed, s.breaks, s.most, s.seed);
}

std::vector<SceneFact> Rockfall::facts() const {
  return {{"break_speed", settings_.break_speed},
          {"breaks", std::uint64_t{settings_.breaks}},
          {"most", std::uint64_t{settings_.most}},
          {"seed", settings_.seed}};
}

std::vector<SceneCount> Rockfall::counts() const {
  return {{"rocks", "broken", broken_, "rocks, in total"},
          {"rocks", "left", left_, "bodies, which left the ravine"}};
}

namespace {

class RockfallMaker final : public MakerOf<Rockfall> {
 public:
  std::string_view help() const override {
    return "Rocks fall down a ravine, bounce, and break in two where they are hit hard. They are "
           "rigid bodies, moved by impulses: see --response.";
  }
  std::vector<SceneOption> options() override {
    return {
        {"--bodies", "Number of bodies", &settings_.rocks},
        {"--break-speed", "A hit that changes a rock's velocity by more than this (m/s) breaks it",
         &settings_.break_speed}};
  }
  Result<SceneNeeds> needs() const override {
    if (auto ok = check_bodies(settings_.rocks); !ok) return fail(ok.error());
    // Each rock, with the fragments that it may become, is a shape of its own.
    return SceneNeeds{fmt::format("{} bodies", settings_.rocks), settings_.rocks,
                      20e3 * settings_.rocks};
  }
  Result<std::unique_ptr<Scene>> make(const SceneRequest& request) const override {
    // As many fragments for each rock as there are by default.
    constexpr RockfallSettings kDefaults;
    RockfallSettings settings = settings_;
    settings.most = kDefaults.most / kDefaults.rocks * settings.rocks;
    settings.seed = request.seed;
    return scene_of<Rockfall>(settings)();
  }
};

}  // namespace

std::unique_ptr<SceneMaker> rockfall_scene() { return std::make_unique<RockfallMaker>(); }

}  // namespace glance::scenes
