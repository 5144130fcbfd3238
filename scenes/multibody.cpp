#include "scenes/multibody.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/registry.h"
#include "scenes/shape_mix.h"

namespace glance::scenes {
namespace {

Result<void> check(const MultibodySettings& s) {
  constexpr double kMostTurn = 360, kMostTranslation = 1e6, kLeastDensity = 1e-9, kMostSpread = 1e6;
  if (auto ok = check_range("rotation (degrees per frame)", s.rotation, 0, kMostTurn); !ok)
    return ok;
  if (auto ok = check_range("translation (% of the radius)", s.translation, 0, kMostTranslation);
      !ok) {
    return ok;
  }
  if (auto ok = check_range("density (% of the volume)", s.density, kLeastDensity, 100); !ok) {
    return ok;
  }
  if (auto ok = check_range("size spread (largest over smallest)", s.size_spread, 1, kMostSpread);
      !ok)
    return ok;
  // By Euler's formula 2v - 4; found out here, not after so many points have been made.
  constexpr std::size_t kMostFaces = 2 * kMaxHullPoints - 4;
  if (!s.model && s.faces > kMostFaces) {
    return fail(fmt::format("a polytope has at most {} faces, not {}", kMostFaces, s.faces));
  }
  if (s.model && s.mix == ShapesMix::all)
    return fail("a model and a mix of all shapes exclude each other");
  if (!s.model && s.shapes == 0) return fail("at least one shape is needed, not 0");
  return {};
}

}  // namespace

std::string_view to_string(ShapesMix mix) { return mix == ShapesMix::hulls ? "hulls" : "all"; }

Result<void> Multibody::make_shapes() {
  if (settings_.model) {
    shapes_.push_back(*settings_.model);
  } else {
    const std::uint32_t count = std::max(1u, std::min(settings_.shapes, settings_.bodies));
    const auto faces = static_cast<int>(settings_.faces);
    for (std::uint32_t i = 0; i < count; i++) {
      const Result<Shape> shape = settings_.mix == ShapesMix::all
                                      ? mixed_shape(i, rng_, faces)
                                      : random_polytope(rng_.bits(), faces);
      if (!shape) return fail(shape.error());
      shapes_.push_back(*shape);
    }
  }
  if (settings_.size_spread != 1) {
    if (auto ok = spread_sizes(); !ok) return ok;
  }
  flying_shapes_ = shapes_.size();
  return {};
}

/// Gives the shapes other sizes, evenly scattered by their logarithms. (A single one, such as a
/// model, becomes as many as there may be.)
Result<void> Multibody::spread_sizes() {
  const std::size_t count = std::max(1u, std::min(settings_.shapes, settings_.bodies));
  const std::vector<Shape> plain = shapes_;
  shapes_.clear();
  for (std::size_t i = 0; i < count; i++) {
    const double size = std::pow(settings_.size_spread, rng_.uniform(-0.5, 0.5));
    const Result<Shape> shape = plain[i % plain.size()].scaled(size);
    if (!shape) return fail(shape.error());
    shapes_.push_back(*shape);
  }
  return {};
}

void Multibody::add_walls() {
  for (const Shape& wall : make_walls(half_side_)) {
    shapes_.push_back(wall);
    poses_.emplace_back();
  }
}

Result<Multibody> Multibody::make(const MultibodySettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error());
  Multibody scene(settings);
  if (auto ok = scene.make_shapes(); !ok) return fail(ok.error());
  scene.flights_.resize(settings.bodies);
  scene.poses_.resize(settings.bodies);
  double volume = 0;
  for (std::uint32_t i = 0; i < settings.bodies; i++) volume += scene.shape_of(i).mass().volume;
  if (settings.bodies > 0 && !(volume > 0)) {
    return fail("the bodies have no volume, so no density can be reached; use a solid model");
  }
  scene.half_side_ = std::cbrt(volume / (settings.density / 100)) / 2;

  for (std::size_t i = 0; i < scene.flights_.size(); i++) {
    Flight& f = scene.flights_[i];
    f.center = scene.rng_.in_box(scene.half_side_);
    f.rotation = scene.rng_.rotation();
    scene.set_course(i);
    if (auto ok = scene.set_pose(i); !ok) return fail(ok.error());
  }
  if (settings.mix == ShapesMix::all) scene.add_walls();
  return scene;
}

void Multibody::set_course(std::size_t body) {
  Flight& f = flights_[body];
  // Points have no radius, but are not to stay where they are.
  const double least_radius = settings_.mix == ShapesMix::all ? 1 : 0;
  const double radius = std::max(shape_of(body).bounding_radius(), least_radius);
  const double speed = radius * settings_.translation / 100;
  f.velocity = rng_.direction() * speed;
  f.turn = turn_about(rng_.direction(), settings_.rotation);
}

Result<void> Multibody::set_pose(std::size_t body) {
  const Result<Pose> pose = flights_[body].pose(shape_of(body));
  if (!pose) return fail(pose.error());
  poses_[body] = *pose;
  return {};
}

void Multibody::respond(std::span<const Contact> contacts) {
  for (const Contact& contact : contacts) {
    if (is_static(contact.first) || is_static(contact.second)) continue;
    Flight &a = flights_[contact.first], &b = flights_[contact.second];
    const bool approaching = dot(Vec3(b.velocity - a.velocity), Vec3(b.center - a.center)) < 0;
    if (approaching) std::swap(a.velocity, b.velocity);
  }
}

Result<RigidBody> Multibody::rigid_body(std::size_t body) const {
  constexpr ContactMaterial kElastic{.restitution = 1};
  const Shape& shape = shape_of(body);
  if (Result<RigidBody> solid = RigidBody::make(shape.mass(), 1, kElastic)) return solid;
  // A body without volume counts as the ball around it, a point as one of radius 1.
  const double radius = shape.bounding_radius() > 0 ? shape.bounding_radius() : 1;
  const Result<Shape> ball = Shape::sphere(radius);
  if (!ball) return fail(ball.error());
  const MassProperties mass = ball->mass();
  return RigidBody::make(mass.volume, mass.inertia, kElastic, shape.mass().centroid);
}

void Multibody::respond_at(const FrameResponse& response) {
  if (response.mode != ResponseMode::impulse) return;
  while (bodies_.size() < flights_.size()) {
    const Result<RigidBody> body = rigid_body(bodies_.size());
    if (!body) return;  // too small or large for impulses: they fly on
    bodies_.push_back(*body);
  }
  states_.clear();
  for (const Flight& f : flights_) {
    states_.push_back({f.center, f.rotation, f.velocity, rotation_vector(rotation_matrix(f.turn))});
  }
  between_.clear();  // walls reflect in step()
  for (const ResponseContact& c : response.contacts) {
    if (!is_static(c.a) && !is_static(c.b)) between_.push_back(c);
  }
  ResponseSolver solver;
  if (!solver.solve(bodies_, states_, between_, {.budget = response.budget})) return;
  for (std::size_t i = 0; i < flights_.size(); i++) {
    flights_[i].velocity = states_[i].velocity;
    flights_[i].turn = Quat::from_rotation_vector(states_[i].spin);
  }
}

void Multibody::step() {
  for (std::size_t i = 0; i < flights_.size(); i++) {
    Flight& f = flights_[i];
    if (settings_.path == Path::random) set_course(i);
    f.move();
    for (int k = 0; k < 3; k++) bounce(f.center[k], f.velocity[k], half_side_);
    f.spin();
    (void)set_pose(i);  // a pose that worked, moved within the walls, works
  }
}

namespace {

std::string_view to_string(Path path) { return path == Path::straight ? "straight" : "random"; }

/// "40 bodies of 36 faces (12 shapes)".
std::string show_bodies(const MultibodySettings& s, std::size_t shapes) {
  if (s.model && s.model->face_count() == 0) {
    return fmt::format("{} bodies, each a {}", s.bodies, to_string(s.model->kind()));
  }
  if (s.model) return fmt::format("{} bodies of {} faces", s.bodies, s.model->face_count());
  if (s.mix == ShapesMix::all) return fmt::format("{} bodies of every kind", s.bodies);
  return fmt::format("{} bodies of {} faces ({} shape{})", s.bodies, s.faces, shapes,
                     shapes == 1 ? "" : "s");
}

}  // namespace

bool is_paper_scene(const MultibodySettings& settings) {
  const MultibodySettings paper;
  return !settings.model && settings.mix == paper.mix && settings.bodies == paper.bodies &&
         settings.faces == paper.faces && settings.rotation == paper.rotation &&
         settings.translation == paper.translation && settings.density == paper.density &&
         settings.path == paper.path && settings.size_spread == paper.size_spread;
}

std::string_view Multibody::quotation() const {
  return is_paper_scene(settings_) ? "the paper: 23 (HP-9000/750, 1995)" : "";
}

std::string Multibody::describe() const {
  const MultibodySettings& s = settings_;
  return fmt::format(
      "{}, {} % of the volume{}\n"
      "A frame moves them by {} % of their radius and turns them by {} degrees; path {}, seed {}\n",
      show_bodies(s, shapes_.size()), s.density,
      s.size_spread == 1 ? "" : fmt::format("; the largest {:g} times the smallest", s.size_spread),
      s.translation, s.rotation, to_string(s.path), s.seed);
}

std::vector<SceneFact> Multibody::facts() const {
  const MultibodySettings& s = settings_;
  return {{"faces", std::uint64_t{s.model ? s.model->face_count() : s.faces}},
          {"rotation", s.rotation},
          {"translation", s.translation},
          {"density", s.density},
          {"shapes", std::uint64_t{s.model ? 1 : s.shapes}},
          {"model", s.model.has_value()},
          {"size_spread", s.size_spread},
          {"shapes_mix", std::string(to_string(s.mix))},
          {"path", std::string(to_string(s.path))},
          {"seed", s.seed}};
}

namespace {

class MultibodyMaker final : public MakerOf<Multibody> {
 public:
  std::string_view help() const override {
    return "The simulation of I-COLLIDE, section 5.3. Polytopes fly about in a box, from random "
           "places with random velocities; pairs that touch and approach each other exchange "
           "their velocities, and walls reflect. With --shapes-mix all, bodies of all kinds fly "
           "about, and the walls are half-spaces that they touch.";
  }
  std::vector<SceneOption> options() override {
    MultibodySettings& s = settings_;
    return {
        {"--preset", "Bodies, faces and density as in the paper",
         SceneChoice{{"paper", "frame3", "frame4"}, [this](std::size_t i) { set_preset(i); }}},
        {"--bodies", "Number of bodies", &s.bodies},
        {"--faces", "Faces per polytope: even, at least 4", &s.faces},
        {"--rotation", "Degrees per frame", &s.rotation},
        {"--translation", "% of the radius per frame", &s.translation},
        {"--density", "% of the volume that bodies fill", &s.density},
        {"--shapes", "Largest number of different shapes, shared by the bodies", &s.shapes},
        {"--size-spread", "How many times the smallest body the largest one is", &s.size_spread},
        {"--shapes-mix", "Which kinds of bodies",
         SceneChoice{{"hulls", "all"},
                     [&s](std::size_t i) { s.mix = i == 0 ? ShapesMix::hulls : ShapesMix::all; }}},
        {"--model", "One shape for all bodies, instead of random polytopes", &s.model},
        {"--path", "How bodies fly between collisions",
         SceneChoice{{"straight", "random"},
                     [&s](std::size_t i) { s.path = i == 0 ? Path::straight : Path::random; }}}};
  }
  Result<SceneNeeds> needs() const override {
    const MultibodySettings& s = settings_;
    if (auto ok = check_bodies(s.bodies); !ok) return fail(ok.error());
    if (s.model && s.mix == ShapesMix::all) {
      return fail("--model and --shapes-mix all exclude each other");
    }
    // A random polytope holds 180 to 240 bytes for each of its faces.
    constexpr double kBytesPerFace = 240;
    const double shapes = s.model ? 0 : std::min(s.shapes, s.bodies);
    return SceneNeeds{fmt::format("{} bodies of {} faces", s.bodies, s.faces), s.bodies,
                      kBytesPerFace * shapes * s.faces};
  }
  Result<std::unique_ptr<Scene>> make(const SceneRequest& request) const override {
    MultibodySettings settings = settings_;
    settings.seed = request.seed;
    settings.fast = request.between_frames;
    return scene_of<Multibody>(settings)();
  }

 private:
  /// What the paper shows.
  void set_preset(std::size_t number) {
    struct Preset {
      std::uint32_t bodies, faces;
      double density;
    };
    constexpr Preset kPresets[]{{1000, 36, 1}, {200, 56, 1}, {500, 16, 0.1}};
    settings_.bodies = kPresets[number].bodies;
    settings_.faces = kPresets[number].faces;
    settings_.density = kPresets[number].density;
  }
};

}  // namespace

std::unique_ptr<SceneMaker> multibody_scene() { return std::make_unique<MultibodyMaker>(); }

}  // namespace glance::scenes
