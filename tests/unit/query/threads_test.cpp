// Four threads ask about the same shapes at the same time, with caches, workspaces and worlds of
// their own: what shapes make once, when first asked for (a mesh its hull, its flat patches, boxes
// and volumes of another kind), is made while the others ask, too. ./test --preset tsan runs this
// with the thread sanitizer.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "glance/contact.h"
#include "glance/generate.h"
#include "glance/impact.h"
#include "glance/query.h"
#include "glance/sphere_tree.h"
#include "glance/workspace.h"
#include "glance/world.h"
#include "support/shorthand.h"

namespace glance {
namespace {

/// Bodies of every family; equal ones in each call, but none that was ever asked about.
std::vector<Shape> new_bodies() {
  const auto solid = [](const TriangleSoup& soup, const MeshOptions& options = {.solid = true}) {
    return Shape::mesh(soup.vertices, soup.triangles, options).value();
  };
  std::vector<Shape> bodies = {
      Shape::box({1, 0.5, 0.75}).value(),
      random_polytope(1, 60).value(),
      random_polytope(2, 400).value(),
      Shape::sphere(0.8).value(),
      Shape::capsule(0.4, 0.6).value(),
      Shape::cylinder(0.5, 0.8).value(),
      Shape::cone(0.7, 0.9).value(),
      Shape::ellipsoid({1, 0.6, 0.3}).value(),
      solid(torus(16, 8, 1, 0.3).value()),
      solid(bumpy_sphere(200, 3).value()),
      // Each of these needs a tree of the other's kind of volume, and boxes.
      solid(torus(9, 6, 0.8, 0.2).value(), {.solid = true, .volume = VolumeKind::sphere}),
      solid(random_terrain(5, 5, 1, 0.3).value(), {.volume = VolumeKind::obb, .tiles = 2}),
  };
  const std::array<CompoundPart, 2> parts = {CompoundPart{bodies[8], test::at({0.5, 0, 0})},
                                             CompoundPart{bodies[1], test::at({-0.5, 0, 0})}};
  bodies.push_back(Shape::compound(parts).value());
  return bodies;
}

/// The answers about a pair, as numbers. Coming from equal questions they are equal, bit for bit.
using Answer = std::array<double, 7>;

Answer ask_all(const Shape& a, const Shape& b, std::uint64_t seed,
               const QueryOptions& options = {}) {
  Rng rng(seed);
  const Pose pose_a = Pose::make(rng.rotation(), rng.in_box(0.5)).value();
  const Pose pose_b = Pose::make(rng.rotation(), rng.in_box(1.5)).value();
  const Pose later = Pose::make(pose_b.rotation(), -pose_b.translation()).value();
  const Collision collision = collide({a, pose_a}, {b, pose_b}, options);
  const Distance gap = distance({a, pose_a}, {b, pose_b}, options);
  const Contacts points = contacts({a, pose_a}, {b, pose_b}, options);
  const Impact impact =
      time_of_impact({a, Motion::resting(pose_a)}, {b, Motion::between(pose_b, later).value()});
  const double depth = std::isnan(gap.depth) ? -1 : gap.depth;  // -1: not asked for
  return {static_cast<double>(collision.verdict), gap.distance, depth,       gap.point_a.x(),
          static_cast<double>(points.count),      impact.lower, impact.upper};
}

constexpr std::size_t kThreads = 4;

/// Every body against every other; each thread begins with another pair, and every second one goes
/// back.
template <class F>
void for_each_pair(const std::vector<Shape>& bodies, std::size_t thread, F&& f) {
  const std::size_t count = bodies.size(), all = count * count;
  for (std::size_t i = 0; i < all; i++) {
    const std::size_t n = (i + thread / 2 * (all / 2)) % all;
    const std::size_t pair = thread % 2 ? all - 1 - n : n;
    f(pair, bodies[pair % count], bodies[pair / count]);
  }
}

std::vector<Answer> ask_pairs(const std::vector<Shape>& bodies, std::size_t thread) {
  std::vector<Answer> answers(bodies.size() * bodies.size());
  for_each_pair(bodies, thread, [&](std::size_t n, const Shape& a, const Shape& b) {
    answers[n] = ask_all(a, b, n);
  });
  return answers;
}

/// With one workspace for all, and a cache for each pair, which goes from pose to pose.
std::vector<Answer> ask_with_memory(const std::vector<Shape>& bodies, std::size_t thread) {
  constexpr std::size_t kPoses = 2;
  std::vector<Answer> answers(bodies.size() * bodies.size() * kPoses);
  Workspace workspace;
  for_each_pair(bodies, thread, [&](std::size_t n, const Shape& a, const Shape& b) {
    PairCache cache;
    QueryOptions options{.depth = n % 2 == 0, .workspace = &workspace};
    for (std::size_t k = 0; k < kPoses; k++) {
      answers[kPoses * n + k] = ask_all(a, b, 1000 * n + k, options.with(cache));
    }
  });
  return answers;
}

/// Trees of shapes that others ask about, and a tree that all of them read.
std::vector<double> sphere_trees(const std::vector<Shape>& bodies, std::size_t) {
  std::vector<double> sums;
  for (const Shape& shape : bodies) {
    const SphereTree tree = SphereTree::make(shape, {.levels = 2}).value();
    const SphereTree copy = tree;
    double sum = 0;
    for (const SphereNode& node : copy.nodes()) sum += node.radius + node.overhang;
    sums.push_back(sum);
  }
  return sums;
}

/// The pairs that touch in each frame of a world in which all of the bodies go through each other.
std::vector<std::size_t> frames(const std::vector<Shape>& bodies, const DetectOptions& options) {
  World world;
  Rng rng(7);
  std::vector<BodyId> ids;
  for (const Shape& shape : bodies) {
    ids.push_back(world.add({.shape = shape, .pose = test::at(rng.in_box(2))}).value());
  }
  std::vector<std::size_t> touching;
  for (int frame = 0; frame < 12; frame++) {
    for (const BodyId id : ids) {
      EXPECT_TRUE(world.set_pose(id, Pose::make(rng.rotation(), rng.in_box(2)).value()));
    }
    for (const PairReport& pair : world.detect(options).touching) {
      touching.push_back(1000 * pair.a.index + pair.b.index);
    }
    touching.push_back(0);  // the end of a frame
  }
  return touching;
}

/// The same under a budget: pairs are examined with sphere-trees, which grow in what is left.
std::vector<std::size_t> frames_in_time(const std::vector<Shape>& bodies) {
  World world;
  Rng rng(8);
  std::vector<BodyId> ids;
  for (const Shape& shape : bodies) {
    ids.push_back(world.add({.shape = shape, .pose = test::at(rng.in_box(2))}).value());
  }
  BudgetOptions options;
  options.budget = Budget::for_work(20'000);
  options.trees.levels = 2;
  std::vector<std::size_t> seen;
  for (int frame = 0; frame < 8; frame++) {
    if (frame == 4) world.prepare(options.trees);
    for (const BodyId id : ids) {
      EXPECT_TRUE(world.set_pose(id, Pose::make(rng.rotation(), rng.in_box(2)).value()));
    }
    const FrameReport report = world.detect(options);
    for (const PairReport& pair : report.touching) {
      seen.push_back(1000 * pair.a.index + pair.b.index);
    }
    seen.push_back(report.budget.undecided);
    seen.push_back(report.budget.units);
  }
  return seen;
}

/// All threads do the work with the same shapes, and one more with others, alone.
template <class Result>
void expect_same(const std::function<Result(const std::vector<Shape>&, std::size_t thread)>& work) {
  const std::vector<Shape> shared = new_bodies();
  std::array<Result, kThreads> answers;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; i++) {
    threads.emplace_back([&, i] { answers[i] = work(shared, i); });
  }
  for (std::thread& thread : threads) thread.join();
  const Result alone = work(new_bodies(), 0);
  EXPECT_FALSE(alone.empty());
  for (std::size_t i = 0; i < kThreads; i++) EXPECT_EQ(answers[i], alone) << "thread " << i;
}

TEST(Threads, AskAboutTheSameShapesAndGetTheSameAnswers) {
  expect_same<std::vector<Answer>>(ask_pairs);
}

TEST(Threads, HaveCachesAndWorkspacesOfTheirOwn) {
  expect_same<std::vector<Answer>>(ask_with_memory);
}

TEST(Threads, MakeSphereTreesOfTheSameShapes) { expect_same<std::vector<double>>(sphere_trees); }

TEST(Threads, HaveWorldsOfTheirOwnThatShareShapes) {
  for (const Question question : {Question::collide, Question::contacts}) {
    expect_same<std::vector<std::size_t>>([&](const std::vector<Shape>& bodies, std::size_t) {
      return frames(bodies, {.question = question});
    });
  }
}

TEST(Threads, HaveWorldsUnderBudgetsOfTheirOwn) {
  expect_same<std::vector<std::size_t>>(
      [](const std::vector<Shape>& bodies, std::size_t) { return frames_in_time(bodies); });
}

}  // namespace
}  // namespace glance
