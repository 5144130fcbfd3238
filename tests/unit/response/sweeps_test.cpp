// Sweeps that leave alone what is quiet end where sweeps over everything would.
#include "response/sweeps.h"

#include <gtest/gtest.h>

#include <vector>

#include "glance/rng.h"
#include "support/rigid_sums.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

using namespace rooms::response;

/// Balls in a row along x that touch, and how fast each one moves along it.
struct Chain {
  explicit Chain(std::vector<double> speeds) {
    for (const double speed : speeds) {
      PushedBody body;
      body.inverse_mass = 1;
      body.motion.velocity = Vec3(speed, 0, 0);
      bodies.push_back(body);
    }
    for (std::uint32_t i = 0; i + 1 < speeds.size(); i++) {
      const ResponseContact contact{.a = i, .b = i + 1, .point = Vec3(i + 0.5, 0, 0)};
      rows.emplace_back(contact, Vec3(i, 0, 0), Vec3(i + 1, 0, 0), i, i + 1, bodies,
                        ContactMaterial{}, ContactMaterial{}, 0);
    }
    for (ContactRow& row : rows) row.aim(true, row.relative_velocity(bodies));
    impulses.resize(rows.size());
    takes_part.assign(rows.size(), 1);
  }

  /// Returns how many steps were taken at contacts.
  std::uint64_t sweep(const SweepLimits& limits) {
    const Budget unlimited;
    WorkMeter meter(unlimited, WorkMeter::Clock::now());
    Sweeps().run({rows, takes_part, impulses, bodies, 0}, false, true, limits, meter, report);
    return meter.spent() / 5;
  }

  std::vector<PushedBody> bodies;
  std::vector<ContactRow> rows;
  std::vector<RowImpulse> impulses;
  std::vector<std::uint8_t> takes_part;
  ResponseReport report;
};

/// A hundred balls that part, but for the first, which is faster than the second.
TEST(Sweeps, LeaveAloneWhatIsQuiet) {
  std::vector<double> speeds;
  for (int i = 0; i < 100; i++) speeds.push_back(i);
  speeds[0] = 1.5;
  Chain chain(speeds);
  // All of them, the contacts of the two that changed, and all of them once more.
  EXPECT_EQ(chain.sweep({.sweeps = 50, .enough = 1e-12}), 99u + 2u + 99u);
  EXPECT_EQ(chain.report.sweeps, 3u);
  EXPECT_EQ(chain.bodies[0].motion.velocity.x(), 1.25);
  EXPECT_EQ(chain.bodies[1].motion.velocity.x(), 1.25);
  for (std::size_t i = 2; i < 100; i++) {
    EXPECT_EQ(chain.bodies[i].motion.velocity.x(), static_cast<double>(i));
  }
}

/// One ball runs into all others, which rest: in the end all move alike. (Without going on in the
/// directions of sweeps: 301 of them.)
TEST(Sweeps, FollowWhatChanges) {
  std::vector<double> speeds(10, 0.0);
  speeds[0] = 10;
  Chain chain(speeds);
  chain.sweep({.sweeps = 2000, .enough = 1e-13});
  EXPECT_LT(chain.report.sweeps, 100u);
  for (const PushedBody& body : chain.bodies) EXPECT_NEAR(body.motion.velocity.x(), 1, 1e-10);
}

TEST(Sweeps, AreNoMoreThanAllowed) {
  std::vector<double> speeds(40, 0.0);
  speeds[0] = 40;
  for (const int sweeps : {1, 2, 3, 7}) {
    Chain chain(speeds);
    chain.sweep({.sweeps = sweeps, .enough = 0});
    EXPECT_EQ(chain.report.sweeps, static_cast<std::uint32_t>(sweeps));
  }
}

/// Random islands of many bodies without friction: what is found is the minimum of energy, which
/// these conditions tell, and no other velocities meet.
TEST(Sweeps, EndWhereAllContactsRest) {
  const int count = scaled_count(300);
  int pushing = 0, all = 0;
  for (const int i : random_cases(count)) {
    SCOPED_TRACE(testing::Message() << "island " << i);
    Rng rng(77'000 + static_cast<std::uint64_t>(i));
    RigidScene scene;
    std::vector<ResponseContact> contacts;
    const std::uint32_t bodies = 10 + rng.below(40);
    for (std::uint32_t k = 0; k < bodies; k++) {
      const Vec3 half(rng.uniform(0.5, 1), rng.uniform(0.5, 1), rng.uniform(0.5, 1));
      scene.add(k % 8 == 7 ? RigidBody::fixed().value()
                           : RigidBody::make(Shape::box(half).value().mass(), 1, {}).value(),
                {.position = Vec3(k, 0, 0) + rng.in_box(0.5), .rotation = rng.rotation()});
      if (k % 8 != 7) scene.states[k].velocity = rng.in_box(1);
    }
    for (std::uint32_t k = 0; k < 2 * bodies; k++) {
      const std::uint32_t a = rng.below(bodies), b = (a + 1 + rng.below(3)) % bodies;
      contacts.push_back({a, b, scene.states[a].position + rng.in_box(1), rng.direction()});
    }
    ResponseSolver solver;
    const auto report = solver.solve(scene.bodies, scene.states, contacts,
                                     {.sweeps = 20'000, .passes = 0, .tolerance = 1e-10});
    ASSERT_TRUE(report);
    ASSERT_LE(report->residual, 1e-8);
    for (std::size_t k = 0; k < contacts.size(); k++) {
      const ResponseContact& c = contacts[k];
      if (scene.bodies[c.a].is_fixed() && scene.bodies[c.b].is_fixed()) continue;
      const auto at = [&](std::uint32_t body) {
        const RigidState& s = scene.states[body];
        return Vec3(s.velocity + cross(s.spin, Vec3(c.point - s.position)));
      };
      const double apart = dot(c.normal, Vec3(at(c.b) - at(c.a)));
      const double push = dot(c.normal, solver.impulses()[k]);
      ASSERT_GE(apart, -1e-8);
      ASSERT_GE(push, -1e-12);
      ASSERT_LE(push * apart, 1e-8);
      pushing += push > 1e-6;
      all++;
    }
  }
  if (are_many(count)) {
    EXPECT_GT(pushing, all * 3 / 10);
    EXPECT_LT(pushing, all * 7 / 10);
  }
}

}  // namespace
}  // namespace glance::test
