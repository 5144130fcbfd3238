// Two threads ask about the same shapes at the same time, and have worlds of their own in which
// they share them: what shapes make once, when first asked for (a mesh its hull, its flat patches),
// is made while the other thread asks, too. ./test --preset tsan runs this with the thread
// sanitizer.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "glance/contact.h"
#include "glance/generate.h"
#include "glance/impact.h"
#include "glance/query.h"
#include "glance/world.h"
#include "support/shorthand.h"

namespace glance {
namespace {

/// Bodies of every family; equal ones in each call, but none that was ever asked about.
std::vector<Shape> new_bodies() {
  const auto solid = [](const TriangleSoup& soup) {
    return Shape::mesh(soup.vertices, soup.triangles, {.solid = true}).value();
  };
  std::vector<Shape> bodies = {
      Shape::box({1, 0.5, 0.75}).value(),  random_polytope(1, 60).value(),
      random_polytope(2, 400).value(),     Shape::sphere(0.8).value(),
      Shape::capsule(0.4, 0.6).value(),    Shape::cylinder(0.5, 0.8).value(),
      Shape::cone(0.7, 0.9).value(),       Shape::ellipsoid({1, 0.6, 0.3}).value(),
      solid(torus(16, 8, 1, 0.3).value()), solid(bumpy_sphere(200, 3).value()),
  };
  const std::array<CompoundPart, 2> parts = {CompoundPart{bodies[8], test::at({0.5, 0, 0})},
                                             CompoundPart{bodies[1], test::at({-0.5, 0, 0})}};
  bodies.push_back(Shape::compound(parts).value());
  return bodies;
}

/// The answers about a pair, as numbers. Coming from equal questions they are equal, bit for bit.
using Answer = std::array<double, 7>;

Answer ask_all(const Shape& a, const Shape& b, std::uint64_t seed) {
  Rng rng(seed);
  const Pose pose_a = Pose::make(rng.rotation(), rng.in_box(0.5)).value();
  const Pose pose_b = Pose::make(rng.rotation(), rng.in_box(1.5)).value();
  const Pose later = Pose::make(pose_b.rotation(), -pose_b.translation()).value();
  const Collision collision = collide({a, pose_a}, {b, pose_b});
  const Distance gap = distance({a, pose_a}, {b, pose_b});
  const Contacts points = contacts({a, pose_a}, {b, pose_b});
  const Impact impact =
      time_of_impact({a, Motion::resting(pose_a)}, {b, Motion::between(pose_b, later).value()});
  return {static_cast<double>(collision.verdict), gap.distance, gap.depth,   gap.point_a.x(),
          static_cast<double>(points.count),      impact.lower, impact.upper};
}

constexpr std::size_t kRounds = 2;

/// Every body against every other; one thread goes from the first to the last, the other back.
std::vector<Answer> ask_pairs(const std::vector<Shape>& bodies, bool backwards) {
  const std::size_t count = bodies.size(), all = count * count * kRounds;
  std::vector<Answer> answers(all);
  for (std::size_t i = 0; i < all; i++) {
    const std::size_t n = backwards ? all - 1 - i : i;
    answers[n] = ask_all(bodies[n % count], bodies[n / count % count], n);
  }
  return answers;
}

/// The pairs that touch in each frame of a world in which all of the bodies go through each other.
std::vector<std::size_t> frames(const std::vector<Shape>& bodies) {
  World world;
  Rng rng(7);
  std::vector<BodyId> ids;
  for (const Shape& shape : bodies) {
    ids.push_back(world.add({.shape = shape, .pose = test::at(rng.in_box(2))}).value());
  }
  std::vector<std::size_t> touching;
  for (int frame = 0; frame < 20; frame++) {
    for (const BodyId id : ids) {
      EXPECT_TRUE(world.set_pose(id, Pose::make(rng.rotation(), rng.in_box(2)).value()));
    }
    for (const PairReport& pair : world.detect().touching) {
      touching.push_back(1000 * pair.a.index + pair.b.index);
    }
    touching.push_back(0);  // the end of a frame
  }
  return touching;
}

template <class Result>
void expect_same(const std::function<Result(const std::vector<Shape>&, bool second)>& work) {
  const std::vector<Shape> shared = new_bodies();
  std::array<Result, 2> answers;
  {
    std::thread first([&] { answers[0] = work(shared, false); });
    std::thread second([&] { answers[1] = work(shared, true); });
    first.join();
    second.join();
  }
  const Result alone = work(new_bodies(), false);
  EXPECT_FALSE(alone.empty());
  EXPECT_EQ(answers[0], alone);
  EXPECT_EQ(answers[1], alone);
}

TEST(Threads, AskAboutTheSameShapesAndGetTheSameAnswers) {
  expect_same<std::vector<Answer>>(ask_pairs);
}

TEST(Threads, HaveWorldsOfTheirOwnThatShareShapes) {
  expect_same<std::vector<std::size_t>>(
      [](const std::vector<Shape>& bodies, bool) { return frames(bodies); });
}

}  // namespace
}  // namespace glance
