// Meshes that no frame has been prepared for (bound/mesh_parts.h, world/part_needs.h): what they
// make on first need does not break a budget, and what waits for it is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "glance/rng.h"
#include "glance/world.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

/// More than a frame may take beyond its budget of work.
constexpr std::uint64_t kLastStep = 10'500;

/// From -1 to 1, each side n by n squares of two triangles. `dented`: but for one vertex in the
/// middle of the upper side, so that it is not convex.
Shape fine_cube(int n, const MeshOptions& options, bool dented = false) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::map<std::array<int, 3>, std::uint32_t> numbers;
  const auto vertex = [&](int axis, int side, int u, int v) {
    std::array<int, 3> place{};
    const auto k = static_cast<std::size_t>(axis);
    place[k] = side ? n : 0;
    place[(k + 1) % 3] = u;
    place[(k + 2) % 3] = v;
    const auto [at, added] =
        numbers.try_emplace(place, static_cast<std::uint32_t>(vertices.size()));
    if (added) vertices.push_back(Vec3(place[0], place[1], place[2]) * (2.0 / n) - Vec3(1, 1, 1));
    return at->second;
  };
  for (int axis = 0; axis < 3; axis++) {
    for (int side = 0; side < 2; side++) {
      for (int u = 0; u < n; u++) {
        for (int v = 0; v < n; v++) {
          const std::uint32_t p = vertex(axis, side, u, v), q = vertex(axis, side, u + 1, v),
                              r = vertex(axis, side, u + 1, v + 1),
                              s = vertex(axis, side, u, v + 1);
          if (side) {
            triangles.insert(triangles.end(), {{p, q, r}, {p, r, s}});
          } else {
            triangles.insert(triangles.end(), {{p, r, q}, {p, s, r}});
          }
        }
      }
    }
  }
  if (dented) *std::ranges::find(vertices, Vec3(0, 0, 1)) = Vec3(0, 0, 0.9);
  return Shape::mesh(vertices, triangles, options).value();
}

/// Two bodies, and what is asked about them.
struct Pairing {
  const char* name;
  Shape a, b;
  Pose pose_b;
  DetectOptions options{.report_all = true};
};

std::vector<Pairing> pairings() {
  const Shape solid = fine_cube(8, {.solid = true}), surface = fine_cube(8, {.solid = false});
  const Shape tiled = fine_cube(8, {.solid = true, .tiles = 2});
  const Shape boxes = fine_cube(8, {.solid = true, .volume = VolumeKind::aabb});
  const Shape compound =
      Shape::compound(std::vector<CompoundPart>{{solid, at(0, 3)},
                                                {Shape::box({1, 1, 1}).value(), {}},
                                                {surface, at(0, -3)}})
          .value();
  const Shape plane = Shape::halfspace(Vec3(-1, 0, 0), -1).value();
  DetectOptions depth{.question = Question::distance, .report_all = true};
  depth.query.depth = true;
  return {{"flush solids", solid, solid, at(2)},
          {"flush surfaces", surface, surface, at(2)},
          {"solid in solid", solid, solid.scaled(0.5).value(), at(0.1)},
          {"tiles", tiled, solid, at(2, 0.25)},
          {"two kinds of volumes", boxes, solid, at(2, 0.25)},
          {"half-space", surface, plane, at(0)},
          {"compound", compound, solid, at(2, 3)},
          {"depth", solid, solid, at(1.9, 0.1, 0.1), depth}};
}

/// Bounds that hold, and no more than there was.
void expect_in_budget(const FrameReport& found, const PairReport& exact, std::uint64_t units) {
  ASSERT_EQ(found.pairs.size(), 1u);
  const double gap = exact.touches() ? 0 : exact.distance;
  EXPECT_LE(found.pairs[0].lower, gap + 1e-9);
  EXPECT_GE(found.pairs[0].upper, std::min(gap, exact.upper) - 1e-9);
  EXPECT_LE(found.budget.units, units + kLastStep);
  EXPECT_LE(found.budget.unprepared, found.budget.undecided);
}

TEST(MeshParts, AreMadeInWhatIsLeftOfFrames) {
  int waiting = 0;
  for (const Pairing& p : pairings()) {
    SCOPED_TRACE(p.name);
    World world, plain;
    for (World* w : {&world, &plain}) {
      w->add({.shape = p.a}).value();
      w->add({.shape = p.b, .pose = p.pose_b}).value();
    }
    DetectOptions whole = p.options;
    whole.question = Question::distance;
    const PairReport exact = plain.detect(whole).pairs[0];
    int waited = 0, frame = 0;
    bool decided = false;
    for (; frame < 50 && !decided; frame++) {
      // (What is longest to make here takes 230,400 units.)
      const std::uint64_t units = frame < 3 ? 2000 : 400'000;
      const FrameReport found = world.detect(Budget::for_work(units), p.options);
      expect_in_budget(found, exact, units);
      decided = found.budget.undecided == 0;
      waited += found.budget.unprepared > 0;
      if (decided) {
        EXPECT_EQ(found.pairs[0].verdict, exact.verdict);
        if (p.options.question == Question::distance) {
          EXPECT_EQ(found.pairs[0].distance, exact.distance);
        }
      }
    }
    EXPECT_TRUE(decided);
    waiting += waited > 0;
    // Prepared, it takes one frame.
    World prepared;
    prepared.add({.shape = p.a}).value();
    prepared.add({.shape = p.b, .pose = p.pose_b}).value();
    prepared.prepare({.levels = 2});
    const BudgetOptions all{.budget = Budget::for_work(1'000'000'000), .trees = {.levels = 2}};
    const FrameReport found = prepared.detect(all, p.options);
    EXPECT_EQ(found.budget.undecided, 0u);
    EXPECT_EQ(found.pairs[0].verdict, exact.verdict);
  }
  EXPECT_GE(waiting, 7) << "pairings, of 8, in which short frames told that something was missing";
}

/// 49,152 triangles (22.5 ms in a frame before): too much for any of these frames, before
/// and after another size. A size that is twice as large shares what it can.
TEST(MeshParts, LargeMeshesWaitForPrepare) {
  const SphereTreeOptions trees{.builder = SphereBuilder::octree, .levels = 2};
  const Shape solid = fine_cube(64, {.solid = true}, true);
  ASSERT_EQ(solid.mesh_view().triangles.size(), 49'152u);
  World world;
  const BodyId a = world.add({.shape = solid}).value();
  const BodyId b = world.add({.shape = fine_cube(4, {.solid = true}), .pose = at(2)}).value();
  const auto detect = [&](std::uint64_t units) {
    const FrameReport found =
        world.detect({.budget = Budget::for_work(units), .trees = trees}, {.report_all = true});
    EXPECT_LE(found.budget.units, units + kLastStep);
    EXPECT_LE(found.pairs[0].lower, 0);
    EXPECT_GE(found.pairs[0].upper, 0);
    return found;
  };
  const auto decide = [&](std::uint64_t units) {
    for (int frame = 0; frame < 20; frame++) {
      const FrameReport found = detect(units);
      if (found.budget.undecided == 0) {
        EXPECT_EQ(found.pairs[0].verdict, Verdict::touching);
        return true;
      }
    }
    return false;
  };
  const auto resize = [&](double scale) {
    ASSERT_TRUE(world.set_scale(a, scale));
    ASSERT_TRUE(world.set_pose(b, at(scale + 1)));
  };
  constexpr std::uint64_t kFourMs = 400'000;
  EXPECT_FALSE(decide(kFourMs));
  EXPECT_EQ(detect(kFourMs).budget.unprepared, 1u);
  world.prepare(trees);
  EXPECT_TRUE(decide(kFourMs));
  resize(1.75);
  EXPECT_FALSE(decide(kFourMs));
  EXPECT_EQ(detect(kFourMs).budget.unprepared, 1u);
  world.prepare(trees);
  EXPECT_TRUE(decide(kFourMs));
  // Flat patches (1,966,080 units) are those of the size before; boxes (1,474,560) are not.
  resize(2);
  EXPECT_FALSE(decide(kFourMs));
  EXPECT_TRUE(decide(1'500'000));
}

/// A fast body that passes through a mesh between two frames: whether the mesh is convex need not
/// be known for that (its hull alone would take 1,720,320 units).
TEST(MeshParts, SweepsDoNotWait) {
  const Shape solid = fine_cube(32, {.solid = true});
  World world;
  world.add({.shape = solid}).value();
  const BodyId bullet =
      world.add({.shape = fine_cube(1, {}).scaled(0.125).value(), .pose = at(-9), .fast = true})
          .value();
  for (const double x : {9., -9., 9.}) {
    world.detect(Budget::for_work(400'000));
    ASSERT_TRUE(world.set_pose(bullet, at(x, 0.25, 0.375)));
    const FrameReport found = world.detect(Budget::for_work(400'000));
    ASSERT_EQ(found.swept_contacts.size(), 1u);
    EXPECT_FALSE(found.swept_contacts[0].undecided);
    // From where it was before: at first straight along x from (-9, 0, 0).
    EXPECT_NEAR(found.swept_contacts[0].time, (9 - 1.125) / 18, 1e-6);
    EXPECT_LE(found.budget.units, 400'000 + kLastStep);
  }
}

/// What others did with the same shapes does not matter, and a stored world goes on.
TEST(MeshParts, AreAWorldsOwn) {
  for (const Pairing& p : pairings()) {
    SCOPED_TRACE(p.name);
    const Shape a = p.a.scaled(1).value(), b = p.b.scaled(1).value();
    World first, second;
    for (World* w : {&first, &second}) {
      w->add({.shape = a}).value();
      w->add({.shape = b, .pose = p.pose_b}).value();
    }
    std::vector<std::uint64_t> spent;
    for (int frame = 0; frame < 8; frame++) {
      spent.push_back(first.detect(Budget::for_work(400'000), p.options).budget.units);
    }
    for (std::size_t frame = 0; frame < spent.size(); frame++) {
      World copy = World::restore(second.save()).value();
      const FrameReport is = second.detect(Budget::for_work(400'000), p.options);
      EXPECT_EQ(is.budget.units, spent[frame]) << frame;
      EXPECT_EQ(copy.detect(Budget::for_work(400'000), p.options).budget.units, spent[frame]);
      EXPECT_TRUE(copy.save() == second.save()) << frame;
    }
    // What bodies had before another size, they have again.
    World copy;
    for (const double scale : {1.5, 1.0}) {
      if (scale != 1) copy = World::restore(second.save()).value();
      for (World* w : {&second, &copy}) {
        for (const BodyId id : w->bodies()) ASSERT_TRUE(w->set_scale(id, scale));
      }
      if (scale != 1) copy = World::restore(second.save()).value();
      EXPECT_EQ(second.detect(Budget::for_work(400'000), p.options).budget.units,
                copy.detect(Budget::for_work(400'000), p.options).budget.units)
          << scale;
      EXPECT_TRUE(copy.save() == second.save()) << scale;
    }
    // A frame without an end has made what it needed.
    World third;
    third.add({.shape = a}).value();
    third.add({.shape = b, .pose = p.pose_b}).value();
    third.detect(p.options);
    EXPECT_EQ(third.detect(Budget::for_work(10'000'000), p.options).budget.unprepared, 0u);
  }
}

}  // namespace
}  // namespace glance::test
