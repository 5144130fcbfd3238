// Scenes for budgets: whatever a frame says that had to end is true of the same frame without an
// end, and the same each time.
#include <gtest/gtest.h>

#include <algorithm>

#include "measure/statistics.h"
#include "scenes/births.h"
#include "scenes/bowl.h"
#include "scenes/bullets.h"
#include "scenes/corner.h"
#include "scenes/heap.h"
#include "scenes/hulls.h"
#include "scenes/packed.h"
#include "scenes/rockfall.h"
#include "scenes/simulation.h"

namespace glance::scenes {
namespace {

SimulationSettings heap() {
  SimulationSettings s;
  s.scene = scene_of<Heap>({.boxes = 120});
  return s;
}

SimulationSettings hulls() {
  SimulationSettings s;
  s.scene = scene_of<Hulls>({.hulls = 5, .corners = 300});
  return s;
}

SimulationSettings births() {
  SimulationSettings s;
  s.scene = scene_of<Births>({.bodies = 40});
  return s;
}

SimulationSettings rockfall() {
  SimulationSettings s;
  s.scene = scene_of<Rockfall>({.break_speed = 1});  // so that many do
  return s;
}

SimulationSettings shots() {
  SimulationSettings s;
  s.scene = scene_of<Bullets>({.projectiles = 100});
  s.detect.between_frames = BetweenFrames::toi;
  return s;
}

SimulationSettings corner() {
  SimulationSettings s;
  s.scene = scene_of<Corner>({.bodies = 40, .triangles = 500, .period = 40});
  return s;
}

SimulationSettings packed() {
  SimulationSettings s;
  s.scene = scene_of<Packed>({.entities = 60, .shapes = 2, .cells = 8});
  return s;
}

SimulationSettings bowl() {
  SimulationSettings s;
  s.scene = scene_of<Bowl>({.parts = 40});
  return s;
}

/// Follows a simulation with a world of its own, which has all the time that it needs.
class Witness {
 public:
  explicit Witness(const DetectOptions& options) : options_(options) {
    options_.question = Question::distance;
    options_.report_all = true;
  }

  /// Of the poses of a simulation without births, frame by frame.
  FrameReport see(const Simulation& simulation) {
    const Scene& scene = simulation.scene();
    if (ids_.empty()) {
      for (std::size_t i = 0; i < scene.body_count(); i++) {
        ids_.push_back(world_
                           .add({.shape = scene.shape_of(i),
                                 .pose = scene.poses()[i],
                                 .is_static = scene.is_static(i),
                                 .fast = scene.is_fast(i)})
                           .value());
      }
    } else {
      (void)world_.set_poses(ids_, scene.poses());
      for (const std::uint32_t body : scene.placed()) {
        (void)world_.place(ids_[body], scene.poses()[body]);
      }
    }
    return world_.detect(options_);
  }

 private:
  World world_;
  DetectOptions options_;
  std::vector<BodyId> ids_;
};

void expect_sound(const FrameReport& found, const FrameReport& truth) {
  ASSERT_EQ(found.pairs.size(), truth.pairs.size());
  for (std::size_t i = 0; i < truth.pairs.size(); i++) {
    const PairReport &f = found.pairs[i], &t = truth.pairs[i];
    ASSERT_EQ(f.a.index, t.a.index);
    ASSERT_EQ(f.b.index, t.b.index);
    const double gap = t.touches() ? 0 : t.distance, error = 1e-9 * (1 + gap);
    if (f.verdict != Verdict::undecided) {
      ASSERT_EQ(f.touches(), t.touches());
    }
    ASSERT_LE(f.lower, gap + error);
    ASSERT_GE(f.upper, f.touches() ? 0 : gap - error);
  }
  for (const SweptContact& met : truth.swept_contacts) {
    ASSERT_EQ(
        std::ranges::count_if(found.swept_contacts,
                              [&](const SweptContact& c) { return c.a == met.a && c.b == met.b; }),
        1);
  }
}

TEST(BudgetScenes, InterruptedFramesAreTrue) {
  for (SimulationSettings settings : {heap(), hulls(), shots()}) {
    for (const std::uint64_t units : {500, 30'000}) {
      settings.critical = CriticalSettings{.budget = Budget::for_work(units)};
      settings.detect.report_all = true;
      Simulation simulation = Simulation::make(settings).value();
      Witness witness(settings.detect);
      for (int frame = 0; frame < 25; frame++) {
        SCOPED_TRACE(testing::Message() << units << " units, frame " << frame);
        const FrameReport found = simulation.advance();
        ASSERT_NO_FATAL_FAILURE(expect_sound(found, witness.see(simulation)));
      }
      if (units == 500) {
        EXPECT_GT(simulation.totals().critical.interrupted, 10u);
      }
    }
  }
}

/// The same with budgets of time, of which some leave each pair its first step alone: whatever fits
/// on this machine is true.
TEST(BudgetScenes, FramesThatEndInTimeAreTrue) {
  std::size_t glanced_at = 0;
  for (SimulationSettings settings : {heap(), hulls(), shots(), corner(), packed(), bowl()}) {
    for (const double seconds : {0.0, 50e-6, 1e-3}) {
      settings.critical = CriticalSettings{.budget = Budget::for_seconds(seconds)};
      settings.critical->trees.builder = SphereBuilder::octree;  // made sooner
      settings.detect.report_all = true;
      Simulation simulation = Simulation::make(settings).value();
      Witness witness(settings.detect);
      for (int frame = 0; frame < 20; frame++) {
        SCOPED_TRACE(testing::Message()
                     << simulation.scene().name() << ", " << seconds << " s, frame " << frame);
        const FrameReport found = simulation.advance();
        glanced_at += found.budget.glanced_at;
        ASSERT_LE(found.budget.broad_seconds, found.budget.least_seconds);
        ASSERT_NO_FATAL_FAILURE(expect_sound(found, witness.see(simulation)));
      }
    }
  }
  EXPECT_GT(glanced_at, 1000u);
}

/// Where bodies come and go, the same world, stored and restored, answers without an end. It has
/// the same ids.
TEST(BudgetScenes, RocksThatBreakAndBodiesThatAreBornAreTrue) {
  std::size_t undecided = 0, touching = 0, all = 0;
  for (SimulationSettings settings : {rockfall(), births()}) {
    for (const Budget& budget :
         {Budget::for_work(500), Budget::for_work(30'000), Budget::for_seconds(0),
          Budget::for_seconds(100e-6), Budget::for_seconds(1e-3)}) {
      settings.critical = CriticalSettings{.budget = budget};
      // Restoring makes them again.
      settings.critical->trees = {.builder = SphereBuilder::octree, .levels = 2};
      settings.detect = {.question = Question::distance, .report_all = true};
      Simulation simulation = Simulation::make(settings).value();
      for (int frame = 0; frame < 160; frame++) {
        SCOPED_TRACE(testing::Message() << simulation.scene().name() << ", " << budget.seconds()
                                        << " s, frame " << frame);
        const FrameReport found = simulation.advance();
        if (frame < 100 || frame % 5 > 0) continue;  // rocks fall first
        World whole = World::restore(simulation.world().save()).value();
        const FrameReport truth = whole.detect(settings.detect);
        ASSERT_NO_FATAL_FAILURE(expect_sound(found, truth));
        undecided += found.budget.undecided;
        touching += truth.touching.size();
        all += truth.pairs.size();
      }
    }
  }
  EXPECT_GT(undecided, 300u);
  EXPECT_GT(10 * touching, 3 * all);
  EXPECT_LT(10 * touching, 7 * all);
}

/// With births there is no second world with the same ids: the same simulation without an end.
TEST(BudgetScenes, BirthsAreTrue) {
  SimulationSettings settings = births();
  settings.detect = {.question = Question::distance, .report_all = true};
  for (const std::uint64_t units : {500, 30'000}) {
    settings.critical = CriticalSettings{.budget = Budget::for_work(units)};
    Simulation simulation = Simulation::make(settings).value();
    SimulationSettings whole = settings;
    whole.critical.reset();
    Simulation truth = Simulation::make(whole).value();
    for (int frame = 0; frame < 30; frame++) {
      SCOPED_TRACE(testing::Message() << units << " units, frame " << frame);
      const FrameReport found = simulation.advance(), exact = truth.advance();
      ASSERT_NO_FATAL_FAILURE(expect_sound(found, exact));
    }
    EXPECT_GT(simulation.totals().counters.overlapping, 300u);
  }
}

TEST(BudgetScenes, WithoutAnEndIsTheSame) {
  for (SimulationSettings settings : {heap(), hulls(), births(), shots()}) {
    const auto hash = [&] {
      Simulation simulation = Simulation::make(settings).value();
      for (int frame = 0; frame < 20; frame++) simulation.advance();
      return simulation.hash().text() + simulation.interframe_hash();
    };
    const std::string exact = hash();
    settings.critical = CriticalSettings{};
    EXPECT_EQ(hash(), exact);
  }
}

TEST(BudgetScenes, WorkIsTheSameEachTime) {
  for (SimulationSettings settings : {heap(), hulls(), births(), shots()}) {
    settings.critical = CriticalSettings{.budget = Budget::for_work(5000)};
    const auto hash = [&] {
      Simulation simulation = Simulation::make(settings).value();
      for (int frame = 0; frame < 25; frame++) simulation.advance();
      return simulation.hash().text() + simulation.interframe_hash() +
             std::to_string(simulation.totals().critical.units);
    };
    EXPECT_EQ(hash(), hash());
  }
}

TEST(BudgetScenes, FrameTimesAreKept) {
  SimulationSettings settings = heap();
  settings.critical = CriticalSettings{.budget = Budget::for_seconds(1)};
  Simulation simulation = Simulation::make(settings).value();
  for (int frame = 0; frame < 3; frame++) simulation.advance();
  const SimulationTotals& totals = simulation.totals();
  ASSERT_EQ(totals.wall_seconds.size(), 3u);
  ASSERT_EQ(totals.thread_seconds.size(), 3u);
  for (std::size_t i = 0; i < 3; i++) EXPECT_GE(totals.wall_seconds[i], totals.frame_seconds[i]);
  EXPECT_EQ(measure::quantile(totals.wall_seconds, 1),
            *std::ranges::max_element(totals.wall_seconds));
}

TEST(BudgetScenes, RefusesWhatMakesNoSense) {
  EXPECT_FALSE(Heap::make({.boxes = 0}));
  EXPECT_FALSE(Hulls::make({.hulls = 0}));
  EXPECT_FALSE(Hulls::make({.corners = 3}));
  EXPECT_FALSE(Hulls::make({.turn = 200}));
  EXPECT_FALSE(Births::make({.bodies = 0}));
  EXPECT_FALSE(Births::make({.bodies = 5, .births = 6}));
}

}  // namespace
}  // namespace glance::scenes
