// Sphere-trees that grow in what is left of frames, as a world's user sees them: answers stay true,
// later frames take less, and a stored world goes on with the same bits.
#include <gtest/gtest.h>

#include <cstdio>

#include "glance/generate.h"
#include "glance/rng.h"
#include "glance/world.h"
#include "support/shorthand.h"
#include "support/world_life.h"

namespace glance::test {
namespace {

const DetectOptions kAllPairs{.report_all = true};
constexpr std::uint64_t kEnough = 1'000'000'000;

/// Rods on the edges of a cube: one part after the other meets nothing.
Shape frame_of_rods() {
  std::vector<CompoundPart> parts;
  for (int i = 0; i < 60; i++) {
    const double along = 0.25 * (i % 5) - 0.5, u = i / 5 % 2 - 0.5, v = i / 10 % 2 - 0.5;
    const int axis = i / 20;
    Vec3 p;
    p[axis] = along;
    p[(axis + 1) % 3] = u;
    p[(axis + 2) % 3] = v;
    parts.push_back({Shape::box({0.1, 0.1, 0.1}).value(), at(p)});
  }
  return Shape::compound(parts).value();
}

std::vector<Shape> growing_shapes() {
  const TriangleSoup soup = *bumpy_sphere(600, 3), ring = *torus(24, 12, 0.7, 0.2);
  return {Shape::mesh(soup.vertices, soup.triangles, {.solid = false})->scaled(0.5).value(),
          frame_of_rods(), Shape::mesh(ring.vertices, ring.triangles, {.solid = true}).value(),
          Shape::box({0.3, 0.4, 0.5}).value()};
}

/// The same bodies, unprepared, in one world or several.
struct GrowingCrowd {
  explicit GrowingCrowd(int count) {
    const std::vector<Shape> shapes = growing_shapes();
    for (int i = 0; i < count; i++) {
      ids.push_back(world
                        .add({.shape = shapes[static_cast<std::size_t>(i) % shapes.size()],
                              .scale = i % 3 ? 1 : 1.3})
                        .value());
    }
  }
  void move(Rng& rng, double room) {
    for (const BodyId id : ids) {
      (void)world.set_pose(id, Pose::make(rng.rotation(), rng.in_box(room)).value());
    }
  }

  World world;
  std::vector<BodyId> ids;
};

/// Whether a frame says nothing but the truth; counts pairs and those that touch.
void expect_true(const FrameReport& found, const FrameReport& truth, int& pairs, int& touching) {
  ASSERT_EQ(found.pairs.size(), truth.pairs.size());
  for (std::size_t i = 0; i < truth.pairs.size(); i++) {
    const PairReport &is = truth.pairs[i], &said = found.pairs[i];
    const double gap = is.touches() ? 0 : is.distance;
    pairs++;
    touching += is.touches();
    ASSERT_LE(said.lower, gap + 1e-9);
    ASSERT_GE(said.upper, gap - 1e-9);
    if (said.verdict != Verdict::undecided) {
      ASSERT_EQ(said.touches(), is.touches());
    }
  }
}

const DetectOptions kDistances{.question = Question::distance, .report_all = true};

/// Bodies come, go and change their size in every frame.
TEST(GrowingTrees, FramesAreTrueWhileTheyGrow) {
  int pairs = 0, touching = 0, undecided = 0;
  std::uint32_t steps = 0;
  for (const std::uint64_t units : {300, 3000, 30'000}) {
    GrowingCrowd crowd(12), exact(12);
    Rng rng(5);
    for (int frame = 0; frame < 60; frame++) {
      Rng again = rng;
      const std::size_t which = rng.below(12);
      const double scale = rng.uniform(0.6, 1.5);
      const bool birth = rng.chance(0.3);
      const Shape born = growing_shapes()[rng.below(3)];
      for (GrowingCrowd* c : {&crowd, &exact}) {
        again = rng;
        if (birth) {
          ASSERT_TRUE(c->world.remove(c->ids[which]));
          c->ids[which] = c->world.add({.shape = born}).value();
        }
        ASSERT_TRUE(c->world.set_scale(c->ids[which], scale));
        if (frame % 3 < 2) c->move(again, 1.8);  // else they rest, and searches go on
      }
      rng = again;
      const FrameReport truth = exact.world.detect(kDistances);
      const FrameReport found = crowd.world.detect(Budget::for_work(units), kAllPairs);
      expect_true(found, truth, pairs, touching);
      if (HasFatalFailure()) return;
      undecided += static_cast<int>(found.budget.undecided);
      steps += found.budget.tree_steps;
      EXPECT_LE(found.budget.tree_steps, 8u);
    }
  }
  EXPECT_GT(steps, 50u);
  EXPECT_GT(undecided, 100);
  EXPECT_GE(touching, 3 * pairs / 10);
  EXPECT_LE(touching, 7 * pairs / 10);
}

/// What is not known at the end of frames that are too short, in a world whose trees have grown and
/// in one without trees: the first has nearer bounds.
TEST(GrowingTrees, ShortFramesKnowMoreOnceTheyHaveGrown) {
  constexpr std::uint64_t kShort = 1000;
  for (const std::size_t which : {0u, 1u}) {
    const Shape shape = growing_shapes()[which];
    const auto crowd = [&](World& world) {
      std::vector<BodyId> ids;
      for (int i = 0; i < 20; i++) ids.push_back(world.add({.shape = shape}).value());
      return ids;
    };
    World grown;
    const std::vector<BodyId> ids = crowd(grown);
    for (std::size_t i = 2; i < ids.size(); i++) (void)grown.set_pose(ids[i], at(10.0 * i));
    std::uint32_t steps = 0, more = 1;
    while (more > 0) {
      (void)grown.set_pose(ids[0], at(0.001 * steps));
      more = grown.detect(Budget::for_work(kEnough)).budget.tree_steps;
      steps += more;
    }
    EXPECT_GT(steps, 0u);
    Rng rng(9);
    double with = 0, without = 0;
    for (int frame = 0; frame < 20; frame++) {
      World fresh;
      const std::vector<BodyId> others = crowd(fresh);
      for (std::size_t i = 0; i < ids.size(); i++) {
        const Pose pose = Pose::make(rng.rotation(), rng.in_box(2.2)).value();
        (void)grown.set_pose(ids[i], pose);
        (void)fresh.set_pose(others[i], pose);
      }
      with += grown.detect(Budget::for_work(kShort)).budget.inaccuracy.by_bounds;
      without += fresh.detect(Budget::for_work(kShort)).budget.inaccuracy.by_bounds;
    }
    std::printf("shape %zu: gaps left open %.0f, %.0f once trees have grown in %u steps\n", which,
                without, with, steps);
    EXPECT_LT(4 * with, without);  // 6 and 12 times
  }
}

/// Stored in the middle of growth, and restored: the same bits from then on. prepare() replaces the
/// trees in both.
TEST(GrowingTrees, AStoredWorldGoesOnGrowing) {
  for (int stored_at = 0; stored_at < 6; stored_at++) {
    GrowingCrowd crowd(10);
    Rng rng(3);
    std::optional<World> copy;
    std::uint32_t steps = 0;
    for (int frame = 0; frame < 10; frame++) {
      if (frame % 2 == 0) crowd.move(rng, 1.5);
      if (copy && frame % 2 == 0) {
        for (std::size_t i = 0; i < crowd.ids.size(); i++) {
          ASSERT_TRUE(
              copy->set_pose(*std::next(copy->bodies().begin(), static_cast<std::ptrdiff_t>(i)),
                             crowd.world.body(crowd.ids[i])->pose));
        }
      }
      const Budget budget = Budget::for_work(frame % 3 ? 20'000 : 2000);
      const FrameReport report = crowd.world.detect(budget, kAllPairs);
      steps += report.budget.tree_steps;
      if (copy) {
        const FrameReport other = copy->detect(budget, kAllPairs);
        EXPECT_EQ(other.budget.tree_steps, report.budget.tree_steps);
        EXPECT_EQ(other.budget.units, report.budget.units);
        ASSERT_TRUE(crowd.world.save() == copy->save()) << stored_at << " " << frame;
      }
      if (frame == stored_at) {
        copy = World::restore(crowd.world.save()).value();
        ASSERT_TRUE(crowd.world.save() == copy->save());
      }
    }
    EXPECT_GT(steps, 10u);
    if (stored_at > 0) continue;
    crowd.world.prepare({.builder = SphereBuilder::octree, .levels = 3});
    crowd.move(rng, 1.5);
    const BudgetOptions options{.budget = Budget::for_work(kEnough),
                                .trees = {.builder = SphereBuilder::octree, .levels = 3}};
    EXPECT_EQ(crowd.world.detect(options).budget.tree_steps, 0u) << "all trees are built";
  }
}

/// Without an end of the budget, with a margin, and of bodies that bend, none grows.
TEST(GrowingTrees, NoneGrowsWhereNoneIsUsed) {
  GrowingCrowd crowd(6);
  Rng rng(2);
  EXPECT_EQ(crowd.world.detect(Budget()).budget.tree_steps, 0u);
  crowd.move(rng, 0.5);
  EXPECT_GT(crowd.world.detect(Budget::for_work(kEnough)).budget.tree_steps, 0u);
  World wide = World::make({.margin = 0.1}).value();
  for (int i = 0; i < 3; i++) wide.add({.shape = growing_shapes()[0]}).value();
  EXPECT_EQ(wide.detect(Budget::for_work(kEnough)).budget.tree_steps, 0u);
}

}  // namespace
}  // namespace glance::test
