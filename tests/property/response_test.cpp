// What holds for every response: momentum is conserved, no energy is made, whatever bodies,
// contacts and settings.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "glance/contact.h"
#include "glance/response.h"
#include "glance/rng.h"
#include "support/rigid_sums.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

/// Bodies of several kinds that fly about in a box. Its six walls are the last ones.
class Box {
 public:
  static constexpr double kHalf = 3;

  Box(int count, const ContactMaterial& material, std::uint64_t seed) {
    Rng rng(seed);
    const int side = static_cast<int>(std::ceil(std::cbrt(count)));
    for (int i = 0; i < count; i++) {
      const Shape shape = i % 3 == 0   ? Shape::sphere(rng.uniform(0.3, 0.6)).value()
                          : i % 3 == 1 ? Shape::box(Vec3(rng.uniform(0.2, 0.5), 0.3, 0.4)).value()
                                       : Shape::capsule(0.25, rng.uniform(0.1, 0.4)).value();
      const RigidBody body = RigidBody::make(shape.mass(), rng.uniform(0.5, 2), material).value();
      const Vec3 place(i % side, i / side % side, i / side / side);
      RigidState state{
          .position = (place + Vec3::constant(0.5)) * (2 * kHalf / side) - Vec3::constant(kHalf),
          .rotation = rng.rotation()};
      state.velocity = rng.in_box(2);
      state.spin = rng.in_box(2);
      scene.add(body, state);
      shapes_.push_back(shape);
    }
    for (int k = 0; k < 6; k++) {
      const Vec3 inward = Vec3::unit(k % 3) * (k < 3 ? 1 : -1);
      shapes_.push_back(Shape::halfspace(inward, -kHalf).value());
      scene.add(RigidBody::fixed(material).value(), {});
    }
  }

  std::size_t moving() const { return scene.bodies.size() - 6; }

  /// Of all pairs that touch.
  const std::vector<ResponseContact>& find() {
    found_.clear();
    for (std::uint32_t b = 1; b < scene.bodies.size(); b++) {
      for (std::uint32_t a = 0; a < std::min<std::size_t>(b, moving()); a++) {
        if (near(a, b)) add(a, b);
      }
    }
    return found_;
  }

  RigidScene scene;

 private:
  bool near(std::uint32_t a, std::uint32_t b) const {
    const double radius = shapes_[a].bounding_radius();
    const Vec3& at = scene.states[a].position;
    if (b >= moving()) return dot(at, shapes_[b].sizes()) + kHalf <= radius;
    return norm(scene.states[b].position - at) <= radius + shapes_[b].bounding_radius();
  }

  void add(std::uint32_t a, std::uint32_t b) {
    const Contacts c = contacts({shapes_[a], pose_of(scene.bodies[a], scene.states[a]).value()},
                                {shapes_[b], pose_of(scene.bodies[b], scene.states[b]).value()});
    for (const ContactPoint& p : c.span()) {
      found_.push_back({a, b, (p.point_a + p.point_b) / 2, c.normal, p.depth});
    }
  }

  std::vector<Shape> shapes_;
  std::vector<ResponseContact> found_;
};

struct BoxRun {
  double first_energy = 0, last_energy = 0;
  int frames_with_contacts = 0;
  std::uint32_t cut_back = 0;
  double worst_momentum = 0, worst_angular = 0;  ///< parts of what all bodies have together
};

/// Frames in which nothing may be lost but energy.
BoxRun run_box(const ContactMaterial& material, int frames, std::uint64_t seed) {
  Box box(18, material, seed);
  ResponseSolver solver;
  Vec3 given = Vec3::zero(), given_angular = Vec3::zero();
  const Vec3 momentum = box.scene.momentum(), angular = box.scene.angular_momentum();
  double energy = box.scene.energy(), mass = 0;
  for (std::size_t i = 0; i < box.moving(); i++) mass += box.scene.bodies[i].mass();
  // What all the momentum together is, if nothing cancelled: rounding is a part of it. So many
  // impulses are added up; each rounding is at most 2^-53.
  const double scale = std::sqrt(2 * mass * energy), bound = 1e-12 * scale;
  BoxRun run{.first_energy = energy};
  for (int frame = 0; frame < frames; frame++) {
    const auto& contacts = box.find();
    const auto report = solver.solve(box.scene.bodies, box.scene.states, contacts);
    if (!report) {
      ADD_FAILURE() << report.error().message;
      return run;
    }
    run.frames_with_contacts += !contacts.empty();
    run.cut_back += report->cut_back;
    given += report->to_fixed;
    given_angular += report->to_fixed_angular;
    const double now = box.scene.energy();
    EXPECT_LE(now, energy * (1 + 1e-13)) << "frame " << frame;
    const double lost = norm(box.scene.momentum() + given - momentum);
    const double lost_angular = norm(box.scene.angular_momentum() + given_angular - angular);
    EXPECT_LE(lost, bound) << "frame " << frame;
    EXPECT_LE(lost_angular, Box::kHalf * bound) << "frame " << frame;
    run.worst_momentum = std::max(run.worst_momentum, lost / scale);
    run.worst_angular = std::max(run.worst_angular, lost_angular / (Box::kHalf * scale));
    if (testing::Test::HasFailure()) return run;
    for (std::size_t i = 0; i < box.moving(); i++) {
      move_freely(box.scene.bodies[i], box.scene.states[i], 0.02);
      EXPECT_LE(box.scene.states[i].position.abs().max_component(), Box::kHalf + 0.1);
    }
    const double flown = box.scene.energy();
    EXPECT_LE(flown, now * (1 + 1e-13)) << "frame " << frame;
    energy = flown;
  }
  run.last_energy = energy;
  return run;
}

TEST(Response, BoxOfBouncingBodies) {
  const int frames = scaled_count(10000);
  const BoxRun run = run_box({.restitution = 1}, frames, random_seed(1));
  EXPECT_NEAR(run.last_energy, run.first_energy, 1e-9 * run.first_energy);
  EXPECT_EQ(run.cut_back, 0u);
  EXPECT_GT(run.frames_with_contacts, frames * 3 / 10);
  RecordProperty("frames_with_contacts", run.frames_with_contacts);
  RecordProperty("energy_drift", fmt::format("{:g}", run.last_energy / run.first_energy - 1));
  RecordProperty("momentum", fmt::format("{:g}", run.worst_momentum));
  RecordProperty("angular_momentum", fmt::format("{:g}", run.worst_angular));
}

TEST(Response, BoxOfBodiesThatRub) {
  const int frames = scaled_count(3000);
  const BoxRun run = run_box({.restitution = 1, .friction = 0.4}, frames, random_seed(2));
  EXPECT_LT(run.last_energy, run.first_energy);
  EXPECT_GT(run.frames_with_contacts, frames / 10);
}

TEST(Response, BoxOfDullBodies) {
  const int frames = scaled_count(1000);
  const BoxRun run = run_box({.restitution = 0.7, .friction = 0.4}, frames, random_seed(3));
  EXPECT_LT(run.last_energy, 0.9 * run.first_energy);
}

/// Random bodies that push each other at random places.
struct RandomIsland {
  RigidScene scene;
  std::vector<ResponseContact> contacts;

  explicit RandomIsland(Rng& rng, double friction, double restitution) {
    const std::uint32_t count = 2 + rng.below(5);
    for (std::uint32_t i = 0; i < count; i++) {
      const ContactMaterial material{restitution < 0 ? rng.uniform() : restitution, friction};
      const Vec3 half(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1));
      RigidState state{.position = rng.in_box(2), .rotation = rng.rotation()};
      const bool fixed = i > 0 && rng.chance(0.2);
      if (!fixed) {
        state.velocity = rng.in_box(1);
        state.spin = rng.in_box(1);
      }
      scene.add(fixed ? RigidBody::fixed(material).value()
                      : RigidBody::make(Shape::box(half).value().mass(), 1, material).value(),
                state);
    }
    const std::uint32_t touches = 1 + rng.below(2 * count);
    for (std::uint32_t i = 0; i < touches; i++) {
      const std::uint32_t a = rng.below(count), b = (a + 1 + rng.below(count - 1)) % count;
      contacts.push_back({a, b, scene.states[a].position + rng.in_box(1), rng.direction(), 0});
    }
  }
};

TEST(Response, RandomIslandsMakeNoEnergy) {
  const int count = scaled_count(6000);
  int cut = 0, approaching = 0, all = 0, apart = 0, finished = 0;
  for (const int i : random_cases(count)) {
    Rng rng(1000 + static_cast<std::uint64_t>(i));
    const double friction = rng.chance(0.3) ? 0 : rng.uniform(0, 2);
    RandomIsland island(rng, friction, rng.chance(0.3) ? 1 : rng.chance(0.2) ? 0 : -1);
    SCOPED_TRACE(testing::Message() << "island " << i);
    RigidScene& scene = island.scene;
    const auto speed = [&](const ResponseContact& c) {
      const auto at = [&](std::uint32_t k) {
        const RigidState& s = scene.states[k];
        return Vec3(s.velocity + cross(s.spin, Vec3(c.point - s.position)));
      };
      return dot(c.normal, Vec3(at(c.b) - at(c.a)));
    };
    for (const ResponseContact& c : island.contacts) approaching += speed(c) < 0;
    all += static_cast<int>(island.contacts.size());
    const double energy = scene.energy();
    const Vec3 momentum = scene.momentum(), angular = scene.angular_momentum();
    auto shuffled_states = scene.states;
    const int sweeps[] = {1, 2, 5, 200};
    const ResponseSettings settings{.sweeps = sweeps[rng.below(4)],
                                    .passes = rng.chance(0.5) ? 64 : static_cast<int>(rng.below(3)),
                                    .rest_speed = rng.chance(0.3) ? 0.2 : 0};
    ResponseSolver solver;
    const ResponseReport report =
        solver.solve(scene.bodies, scene.states, island.contacts, settings).value();
    ASSERT_LE(scene.energy(), energy * (1 + 1e-12));
    ASSERT_LE(norm(scene.momentum() + report.to_fixed - momentum), 1e-11);
    ASSERT_LE(norm(scene.angular_momentum() + report.to_fixed_angular - angular), 1e-10);
    cut += report.cut_back > 0;
    // Impulses push, and rub within the cone.
    for (std::size_t k = 0; k < island.contacts.size(); k++) {
      const Vec3 impulse = solver.impulses()[k], normal = island.contacts[k].normal;
      const double along = dot(normal, impulse);
      ASSERT_GE(along, -1e-13);
      ASSERT_LE(norm(impulse - along * normal), friction * along + 1e-12);
    }
    if (settings.sweeps == 200) {
      finished++;
      apart += report.residual < 1e-9;
    }
    // The same bits from another order, with bodies named the other way round.
    std::vector<ResponseContact> shuffled(island.contacts.rbegin(), island.contacts.rend());
    for (ResponseContact& c : shuffled) {
      if (!rng.chance(0.5)) continue;
      std::swap(c.a, c.b);
      c.normal = -c.normal;
    }
    ASSERT_TRUE(solver.solve(scene.bodies, shuffled_states, shuffled, settings));
    for (std::size_t k = 0; k < scene.states.size(); k++) {
      ASSERT_EQ(shuffled_states[k].velocity, scene.states[k].velocity);
      ASSERT_EQ(shuffled_states[k].spin, scene.states[k].spin);
    }
  }
  if (are_many(count)) {
    EXPECT_GT(approaching, all * 3 / 10);
    EXPECT_LT(approaching, all * 7 / 10);
    EXPECT_GT(cut, count / 100);  // where energy would be made, and is not
    EXPECT_GT(apart, finished * 9 / 10);
  }
}

/// Whatever impulses are remembered: those of another motion, of contacts that lie elsewhere now,
/// a million times too large or too small.
TEST(Response, NoMemoryMakesEnergy) {
  const int count = scaled_count(6000);
  int warm = 0, all = 0, finished = 0, apart = 0;
  for (const int i : random_cases(count)) {
    Rng rng(900'000 + static_cast<std::uint64_t>(i));
    const double friction = rng.chance(0.3) ? 0 : rng.uniform(0, 2);
    RandomIsland island(rng, friction, rng.chance(0.5) ? 0 : -1);
    SCOPED_TRACE(testing::Message() << "island " << i);
    RigidScene& scene = island.scene;
    const auto first_states = scene.states;
    for (ResponseContact& c : island.contacts) c.id = rng.chance(0.1) ? 0 : 1 + rng.below(5);
    auto past = island.contacts;
    ResponseSolver solver, other;
    for (int solves = 0; solves < 2; solves++) {
      const double scale = rng.chance(0.5) ? 1 : std::pow(10.0, rng.uniform(-6, 6));
      for (std::size_t k = 0; k < scene.states.size(); k++) {
        scene.states[k].velocity = scene.bodies[k].is_fixed() ? Vec3(0, 0, 0) : rng.in_box(scale);
      }
      for (ResponseContact& c : past) {
        if (rng.chance(0.5)) continue;
        c.normal = rng.direction();
        c.point = c.point + rng.in_box(1);
      }
      auto others_states = scene.states;
      ASSERT_TRUE(solver.solve(scene.bodies, scene.states, past));
      ASSERT_TRUE(other.solve(scene.bodies, others_states, past));
    }
    scene.states = first_states;
    auto shuffled_states = first_states;
    const double energy = scene.energy();
    const Vec3 momentum = scene.momentum(), angular = scene.angular_momentum();
    const int sweeps[] = {1, 2, 5, 200};
    const ResponseSettings settings{.sweeps = sweeps[rng.below(4)],
                                    .passes = static_cast<int>(rng.below(3)),
                                    .rest_speed = rng.chance(0.3) ? 0.2 : 0,
                                    .rest_depth = rng.chance(0.5) ? rng.uniform(0, 1) : 0};
    const ResponseReport report =
        solver.solve(scene.bodies, scene.states, island.contacts, settings).value();
    ASSERT_LE(scene.energy(), energy * (1 + 1e-12));
    ASSERT_LE(norm(scene.momentum() + report.to_fixed - momentum), 1e-11);
    ASSERT_LE(norm(scene.angular_momentum() + report.to_fixed_angular - angular), 1e-10);
    warm += static_cast<int>(report.warm);
    all += static_cast<int>(island.contacts.size());
    for (std::size_t k = 0; k < island.contacts.size(); k++) {
      const Vec3 impulse = solver.impulses()[k], normal = island.contacts[k].normal;
      const double along = dot(normal, impulse);
      ASSERT_GE(along, -1e-13);
      ASSERT_LE(norm(impulse - along * normal), friction * along + 1e-12);
    }
    if (settings.sweeps == 200) {
      finished++;
      apart += report.residual < 1e-9;
    }
    // The same memory, the same contacts in another order: the same bits.
    std::vector<ResponseContact> shuffled(island.contacts.rbegin(), island.contacts.rend());
    ASSERT_TRUE(other.solve(scene.bodies, shuffled_states, shuffled, settings));
    for (std::size_t k = 0; k < scene.states.size(); k++) {
      ASSERT_EQ(shuffled_states[k].velocity, scene.states[k].velocity);
      ASSERT_EQ(shuffled_states[k].spin, scene.states[k].spin);
    }
  }
  if (are_many(count)) {
    EXPECT_GT(warm, all * 7 / 10);
    EXPECT_GT(apart, finished * 9 / 10);
  }
}

}  // namespace
}  // namespace glance::test
