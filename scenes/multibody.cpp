#include "scenes/multibody.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenes/shape_mix.h"

namespace glance::scenes {
namespace {

Result<void> check(const MultibodySettings& s) {
  constexpr double kMostTurn = 360, kMostTranslation = 1e6, kLeastDensity = 1e-9;
  if (auto ok = check_range("rotation (degrees a frame)", s.rotation, 0, kMostTurn); !ok) return ok;
  if (auto ok = check_range("translation (% of the radius)", s.translation, 0, kMostTranslation);
      !ok) {
    return ok;
  }
  if (auto ok = check_range("density (% of the volume)", s.density, kLeastDensity, 100); !ok) {
    return ok;
  }
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
      if (!shape) return fail(shape.error().message);
      shapes_.push_back(*shape);
    }
  }
  flying_shapes_ = shapes_.size();
  return {};
}

void Multibody::add_walls() {
  for (const Shape& wall : make_walls(half_side_)) {
    shapes_.push_back(wall);
    poses_.emplace_back();
  }
}

Result<Multibody> Multibody::make(const MultibodySettings& settings) {
  if (auto ok = check(settings); !ok) return fail(ok.error().message);
  Multibody scene(settings);
  if (auto ok = scene.make_shapes(); !ok) return fail(ok.error().message);
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
    if (auto ok = scene.set_pose(i); !ok) return fail(ok.error().message);
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
  if (!pose) return fail(pose.error().message);
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
  // What has no volume is taken for a ball around it, or one of radius 1 around a point.
  const double radius = shape.bounding_radius() > 0 ? shape.bounding_radius() : 1;
  const Result<Shape> ball = Shape::sphere(radius);
  if (!ball) return fail(ball.error().message);
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

}  // namespace glance::scenes
