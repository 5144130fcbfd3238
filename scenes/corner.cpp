#include "scenes/corner.h"

#include <fmt/format.h>

#include <array>

#include "scenes/flight.h"
#include "scenes/registry.h"
#include "scenes/shape_mix.h"
#include "scenes/wave.h"

namespace glance::scenes {
namespace {

// Lengths in radii of the small bodies.

/// Of the box, and of the heap in its corner: a cube of this side, in which every body reaches many
/// others.
constexpr double kHalfSide = 16, kHeap = 5;
/// How near to a wall the middle of a body comes.
constexpr double kClearance = 1;
/// Of a mesh, about; how rough; and how far apart the two are in the heap: their bumps just miss
/// each other or touch, which is the most that can be asked of a pair.
constexpr double kMeshRadius = 3, kMeshRoughness = 0.1, kMeshesApart = 6;
/// Different convex bodies besides the ball, and faces of polytopes among them.
constexpr std::size_t kSolidSorts = 8;
constexpr int kFaces = 60;

Result<void> check(const CornerSettings& s) {
  if (s.triangles > 0) {
    if (auto ok = check_range("triangles", s.triangles, 20, 2e7); !ok) return ok;
  }
  for (const Result<void>& ok :
       {check_range("bodies", s.bodies, 1, 1e6), check_range("period (frames)", s.period, 4, 1e9),
        check_range("turn (degrees per frame)", s.turn, 0, 180)}) {
    if (!ok) return ok;
  }
  return {};
}

Result<Shape> large_mesh(std::uint32_t triangles, std::uint64_t seed) {
  Result<TriangleSoup> soup = bumpy_sphere(static_cast<int>(triangles), seed, kMeshRoughness);
  if (!soup) return fail(soup.error());
  for (Vec3& v : soup->vertices) v *= kMeshRadius;
  return Shape::mesh(soup->vertices, soup->triangles);
}

}  // namespace

Result<void> Corner::make_shapes() {
  for (std::size_t sort = 0; sort < kSolidSorts; sort++) {
    const Result<Shape> shape = mixed_shape(sort, rng_, kFaces);
    if (!shape) return fail(shape.error());
    shapes_.push_back(*shape);
  }
  for (std::uint64_t i = 0; i < 2 && settings_.triangles > 0; i++) {
    const Result<Shape> mesh = large_mesh(settings_.triangles, rng_.bits());
    if (!mesh) return fail(mesh.error());
    shapes_.push_back(*mesh);
  }
  return {};
}

void Corner::add_drift(std::size_t shape, const Vec3& spread, const Vec3& heap) {
  shape_of_.push_back(shape);
  drifts_.push_back({spread, heap, rng_.rotation(), turn_about(rng_.direction(), settings_.turn)});
}

Result<Corner> Corner::make(const CornerSettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error());
  Corner scene(settings);
  if (auto ok = scene.make_shapes(); !ok) return fail(ok.error());
  const double reach = kHalfSide - kClearance, middle = reach - kHeap / 2;
  for (std::uint32_t i = 0; i < settings.bodies; i++) {
    // Every other one is a ball; of the rest each sort in turn.
    const std::size_t shape = i % 2 == 0 ? 0 : 1 + i / 2 % (kSolidSorts - 1);
    const Vec3 spread = scene.rng_.in_box(reach);
    const Vec3 heap = Vec3(middle, middle, middle) + scene.rng_.in_box(kHeap / 2);
    scene.add_drift(shape, spread, heap);
  }
  if (settings.triangles > 0) {
    // In two far corners at first; then beside the heap, the one above the other.
    const double away = kHalfSide - kMeshRadius - kClearance;
    const Vec3 below(away, away, away - kMeshesApart), above(away, away, away);
    scene.add_drift(kSolidSorts, Vec3(-away, -away, -away), below);
    scene.add_drift(kSolidSorts + 1, Vec3(-away, away, -away), above);
  }
  scene.poses_.resize(scene.drifts_.size());
  for (std::size_t i = 0; i < scene.drifts_.size(); i++) {
    if (auto ok = scene.set_pose(i); !ok) return fail(ok.error());
  }
  for (const Shape& wall : make_walls(kHalfSide)) {
    scene.shape_of_.push_back(scene.shapes_.size());
    scene.shapes_.push_back(wall);
    scene.poses_.emplace_back();
  }
  return scene;
}

double Corner::gathered() const {
  return there_and_back(static_cast<double>(frame_) / settings_.period);
}

Result<void> Corner::set_pose(std::size_t body) {
  const Drift& drift = drifts_[body];
  const double part = gathered();
  const Vec3 center = drift.spread + part * (drift.heap - drift.spread);
  const Result<Pose> pose =
      pose_about_centroid(shape_of(body).mass().centroid, drift.rotation, center);
  if (!pose) return fail(pose.error());
  poses_[body] = *pose;
  return {};
}

void Corner::step() {
  frame_++;
  for (std::size_t i = 0; i < drifts_.size(); i++) {
    drifts_[i].rotation = unit_rotation(multiply(drifts_[i].turn, drifts_[i].rotation));
    (void)set_pose(i);  // between two places that are within the walls
  }
}

std::string Corner::describe() const {
  const CornerSettings& s = settings_;
  const std::string meshes =
      s.triangles > 0 ? fmt::format(" and two meshes of {} triangles", s.triangles) : "";
  return fmt::format(
      "{} bodies{}\n"
      "They drift into a corner every {} frames, and turn by {} degrees per frame; seed {}\n",
      s.bodies, meshes, s.period, s.turn, s.seed);
}

std::vector<SceneFact> Corner::facts() const {
  return {{"triangles", std::uint64_t{settings_.triangles}},
          {"period", std::uint64_t{settings_.period}},
          {"turn", settings_.turn},
          {"seed", settings_.seed}};
}

namespace {

class CornerMaker final : public MakerOf<Corner> {
 public:
  std::string_view help() const override {
    return "Balls, other convex bodies and two large meshes drift into a corner and spread "
           "again.";
  }
  std::vector<SceneOption> options() override {
    return {{"--bodies", "Number of bodies", &settings_.bodies},
            {"--triangles", "Triangles of each of the two large meshes; 0: no such meshes",
             &settings_.triangles},
            {"--period", "Frames from one heap to the next", &settings_.period}};
  }
  Result<SceneNeeds> needs() const override {
    if (auto ok = check_bodies(settings_.bodies); !ok) return fail(ok.error());
    constexpr double kBytesPerTriangle = 600;  // of a mesh with its tree, while it is made
    return SceneNeeds{fmt::format("{} bodies and two meshes of {} triangles", settings_.bodies,
                                  settings_.triangles),
                      settings_.bodies, 2 * kBytesPerTriangle * settings_.triangles};
  }
};

}  // namespace

std::unique_ptr<SceneMaker> corner_scene() { return std::make_unique<CornerMaker>(); }

}  // namespace glance::scenes
