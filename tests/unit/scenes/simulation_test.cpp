// The scene in a world: who touches is right, and the same however it is found.
#include "scenes/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>
#include <vector>

#include "glance/query.h"
#include "scenes/bullets.h"
#include "scenes/multibody.h"

namespace glance::scenes {
namespace {

constexpr int kFrames = 12;

MultibodySettings crowd_scene() { return {.bodies = 40, .faces = 12, .density = 12}; }

SimulationSettings crowd(const MultibodySettings& scene = crowd_scene()) {
  SimulationSettings settings;
  settings.scene = scene_of<Multibody>(scene);
  settings.boxes = BoxKind::tight;
  return settings;
}

std::string hash_of(const SimulationSettings& settings) {
  Simulation simulation = Simulation::make(settings).value();
  for (int i = 0; i < kFrames; i++) simulation.advance();
  return simulation.hash().text();
}

TEST(Simulation, FindsThePairsThatTouch) {
  Simulation simulation = Simulation::make(crowd()).value();
  std::size_t boxes = 0, touching = 0;
  for (int frame = 0; frame < kFrames; frame++) {
    const FrameReport report = simulation.advance();
    std::vector<NumberedPair> expected;
    const Scene& scene = simulation.scene();
    for (std::uint32_t i = 0; i < scene.body_count(); i++) {
      for (std::uint32_t j = i + 1; j < scene.body_count(); j++) {
        const Collision c = collide({scene.shape_of(i), simulation.poses()[i]},
                                    {scene.shape_of(j), simulation.poses()[j]});
        if (c.verdict != Verdict::apart) expected.push_back({i, j});
      }
    }
    EXPECT_TRUE(std::ranges::equal(simulation.touching(), expected)) << "frame " << frame;
    EXPECT_EQ(report.touching.size(), expected.size());
    boxes += report.counters.overlapping;
    touching += expected.size();
  }
  // Neither nearly all nor nearly none of the pairs that are asked about touch.
  EXPECT_GT(touching, boxes * 3 / 10);
  EXPECT_LT(touching, boxes * 7 / 10);
}

TEST(Simulation, TheSameHashHoweverItIsFound) {
  const std::string expected = hash_of(crowd());
  const auto expect_same = [&](auto change) {
    SimulationSettings settings = crowd();
    change(settings);
    EXPECT_EQ(hash_of(settings), expected);
  };
  using S = SimulationSettings;
  expect_same([](S& s) { s.boxes = BoxKind::automatic; });
  expect_same([](S& s) { s.boxes = BoxKind::fixed; });
  expect_same([](S& s) { s.world.tuning.box_method = BoxMethod::neighbors; });
  expect_same([](S& s) { s.world.tuning.box_method = BoxMethod::walls; });
  expect_same([](S& s) { s.world.broad = BroadMethod::brute_force; });
  expect_same([](S& s) { s.world.broad = BroadMethod::grid; });
  expect_same([](S& s) { s.world.broad = BroadMethod::sweep_and_prune; });
  expect_same([](S& s) { s.world.tuning.sort = SortMethod::insertion; });
  expect_same([](S& s) { s.world.tuning.sort = SortMethod::bubble; });
  expect_same([](S& s) { s.world.delta = 0.5; });
  expect_same([](S& s) { s.detect.query.tuning.method = QueryMethod::voronoi; });
  expect_same([](S& s) { s.detect.query.tuning.method = QueryMethod::lp; });
  expect_same([](S& s) { s.detect.query.tuning.method = QueryMethod::oracle; });
  expect_same([](S& s) { s.detect.query.tuning.method = QueryMethod::gjk; });
  expect_same([](S& s) { s.detect.query.tuning.method = QueryMethod::lp; });
  expect_same([](S& s) { s.detect.query.tuning.interior_cells = false; });
  expect_same([](S& s) {
    s.detect.question = Question::distance;
    s.detect.report_all = true;
  });
  MultibodySettings other = crowd_scene();
  other.seed = 2;
  EXPECT_NE(hash_of(crowd(other)), expected);
}

TEST(Simulation, EveryKindTheSameHashHoweverItIsFound) {
  const auto run = [](auto change) {
    MultibodySettings scene = crowd_scene();
    scene.mix = ShapesMix::all;
    SimulationSettings settings = crowd(scene);
    change(settings);
    Simulation simulation = Simulation::make(settings).value();
    for (int i = 0; i < kFrames; i++) simulation.advance();
    EXPECT_GT(simulation.totals().counters.touching, 10u * kFrames);
    return simulation.hash().text();
  };
  using S = SimulationSettings;
  const std::string expected = run([](S&) {});
  EXPECT_EQ(run([](S& s) { s.boxes = BoxKind::fixed; }), expected);
  EXPECT_EQ(run([](S& s) { s.boxes = BoxKind::automatic; }), expected);
  EXPECT_EQ(run([](S& s) { s.world.broad = BroadMethod::brute_force; }), expected);
  EXPECT_EQ(run([](S& s) { s.world.broad = BroadMethod::space_time; }), expected);
  EXPECT_EQ(run([](S& s) { s.world.broad = BroadMethod::grid; }), expected);
  EXPECT_EQ(run([](S& s) { s.world.tuning.sort = SortMethod::bubble; }), expected);
  EXPECT_EQ(run([](S& s) { s.world.delta = 0.5; }), expected);
  EXPECT_EQ(run([](S& s) { s.detect.query.tuning.method = QueryMethod::gjk; }), expected);
  EXPECT_EQ(run([](S& s) { s.detect.query.tuning.method = QueryMethod::closed_form; }), expected);
  EXPECT_EQ(run([](S& s) { s.detect.query.tuning.method = QueryMethod::lp; }), expected);
  EXPECT_EQ(run([](S& s) { s.detect.query.tuning.method = QueryMethod::oracle; }), expected);
  EXPECT_EQ(run([](S& s) { s.detect.question = Question::distance; }), expected);
  EXPECT_NE(run([](S& s) { s.world.margin = 0.2; }), expected);
}

/// What each way to look between frames finds, over kFrames frames.
struct BulletRun {
  std::size_t contacts = 0, swept = 0, touching = 0;
  std::string hash, interframe_hash;
};

BulletRun run_bullets(BetweenFrames interframe, double speed, auto change) {
  SimulationSettings settings;
  settings.scene = scene_of<Bullets>({.speed = speed});
  settings.detect.between_frames = interframe;
  change(settings);
  Simulation simulation = Simulation::make(settings).value();
  std::size_t listed = 0;
  for (int i = 0; i < kFrames; i++) listed += simulation.advance().swept_contacts.size();
  const FrameCounters& c = simulation.totals().counters;
  EXPECT_EQ(c.swept_contacts, listed);
  return {c.swept_contacts, c.swept, c.touching, simulation.hash().text(),
          simulation.interframe_hash()};
}

TEST(Simulation, BulletsAreCaughtBetweenFrames) {
  const auto as_it_is = [](SimulationSettings&) {};
  for (const double speed : {1.0, 20.0, 100.0}) {
    const BulletRun off = run_bullets(BetweenFrames::off, speed, as_it_is);
    const BulletRun toi = run_bullets(BetweenFrames::toi, speed, as_it_is);
    const BulletRun safe = run_bullets(BetweenFrames::safe, speed, as_it_is);
    const BulletRun paper = run_bullets(BetweenFrames::safe, speed, [](SimulationSettings& s) {
      s.detect.tuning.hull = SweptHull::paper;
    });
    EXPECT_EQ(off.contacts, 0u);
    EXPECT_EQ(off.swept, 0u);
    EXPECT_GE(safe.contacts, toi.contacts) << "nothing is missed";
    EXPECT_EQ(toi.swept, safe.swept);
    EXPECT_EQ(toi.swept, paper.swept);
    EXPECT_LE(toi.contacts, toi.swept);
    if (speed > 1) {
      EXPECT_GT(toi.contacts, 4 * off.touching) << "frames show a few of them";
    }
    for (const BulletRun* run : {&toi, &safe, &paper}) EXPECT_EQ(run->hash, off.hash);
  }
}

TEST(Simulation, BulletsTheSameHoweverTheyAreFound) {
  const BulletRun expected = run_bullets(BetweenFrames::toi, 20, [](SimulationSettings&) {});
  EXPECT_GT(expected.contacts, 50u);
  const auto expect_same = [&](auto change) {
    const BulletRun run = run_bullets(BetweenFrames::toi, 20, change);
    EXPECT_EQ(run.hash, expected.hash);
    EXPECT_EQ(run.interframe_hash, expected.interframe_hash);
  };
  using S = SimulationSettings;
  expect_same([](S&) {});
  expect_same([](S& s) { s.boxes = BoxKind::fixed; });
  expect_same([](S& s) { s.boxes = BoxKind::tight; });
  expect_same([](S& s) { s.world.broad = BroadMethod::brute_force; });
  expect_same([](S& s) { s.world.broad = BroadMethod::grid; });
  expect_same([](S& s) { s.world.broad = BroadMethod::sweep_and_prune; });
  expect_same([](S& s) { s.world.tuning.sort = SortMethod::bubble; });
  expect_same([](S& s) { s.world.delta = 0.5; });
  expect_same([](S& s) { s.detect.query.tuning.method = QueryMethod::gjk; });
  expect_same([](S& s) { s.detect.query.tuning.method = QueryMethod::lp; });
  const BulletRun other = run_bullets(
      BetweenFrames::toi, 20, [](S& s) { s.scene = scene_of<Bullets>({.speed = 20, .seed = 2}); });
  EXPECT_NE(other.interframe_hash, expected.interframe_hash);
}

TEST(Simulation, LookingBetweenFramesChangesNoFrame) {
  const std::string expected = hash_of(crowd());
  for (const BetweenFrames interframe :
       {BetweenFrames::off, BetweenFrames::toi, BetweenFrames::safe}) {
    MultibodySettings scene = crowd_scene();
    scene.fast = true;
    scene.translation = 200;  // so that they pass each other
    SimulationSettings settings = crowd(scene);
    settings.detect.between_frames = interframe;
    Simulation simulation = Simulation::make(settings).value();
    for (int i = 0; i < kFrames; i++) simulation.advance();
    const std::size_t contacts = simulation.totals().counters.swept_contacts;
    EXPECT_EQ(contacts > 0, interframe != BetweenFrames::off);
    scene.fast = false;
    settings.scene = scene_of<Multibody>(scene);
    EXPECT_EQ(simulation.hash().text(), hash_of(settings));
    settings.scene = crowd().scene;
    EXPECT_EQ(hash_of(settings), expected) << "nobody is fast";
  }
}

TEST(Simulation, TheFirstFrameIsTheStart) {
  Simulation simulation = Simulation::make(crowd()).value();
  const Multibody start = Multibody::make(crowd_scene()).value();
  simulation.advance();
  EXPECT_TRUE(std::ranges::equal(simulation.poses(), start.poses()));
  simulation.advance();
  EXPECT_FALSE(std::ranges::equal(simulation.poses(), start.poses()));
}

TEST(Simulation, TotalsAreSums) {
  Simulation simulation = Simulation::make(crowd()).value();
  std::size_t overlapping = 0, touching = 0;
  std::uint64_t swaps = 0;
  double seconds = 0;
  for (int i = 0; i < kFrames; i++) {
    const FrameReport report = simulation.advance();
    overlapping += report.counters.overlapping;
    touching += simulation.touching().size();
    swaps = std::accumulate(report.counters.swaps.begin(), report.counters.swaps.end(), swaps);
    seconds += report.times.total();
  }
  const SimulationTotals& totals = simulation.totals();
  EXPECT_EQ(totals.frames, std::size_t{kFrames});
  EXPECT_EQ(totals.frame_seconds.size(), std::size_t{kFrames});
  EXPECT_EQ(totals.counters.bodies, 40u);
  EXPECT_EQ(totals.counters.overlapping, overlapping);
  EXPECT_EQ(totals.counters.touching, touching);
  EXPECT_EQ(totals.swaps(), swaps);
  EXPECT_GT(swaps, 0u);
  EXPECT_NEAR(totals.times.total(), seconds, 1e-9);
  EXPECT_EQ(totals.mean(6 * kFrames), 6.0);
}

TEST(SimulationTotals, QuantilesAndTheSlowest) {
  SimulationTotals totals;
  EXPECT_EQ(totals.quantile(0.99), 0);
  totals.frame_seconds = {3, 1, 200, 2, 100};
  EXPECT_EQ(totals.slowest_frame(), 2u);
  EXPECT_EQ(totals.quantile(0), 1);
  EXPECT_EQ(totals.quantile(0.5), 3);
  EXPECT_EQ(totals.quantile(0.99), 200);
  EXPECT_EQ(totals.quantile(1), 200);
}

TEST(Simulation, OneBodyAndNone) {
  SimulationSettings settings;
  for (const std::uint32_t bodies : {0u, 1u}) {
    settings.scene = scene_of<Multibody>({.bodies = bodies});
    Simulation simulation = Simulation::make(settings).value();
    for (int i = 0; i < 3; i++) EXPECT_EQ(simulation.advance().counters.overlapping, 0u);
    EXPECT_EQ(simulation.totals().counters.touching, 0u);
  }
}

TEST(Simulation, RefusesWhatSceneOrWorldRefuse) {
  SimulationSettings settings;
  EXPECT_FALSE(Simulation::make(settings)) << "no scene";
  settings.scene = scene_of<Multibody>({.density = -1});
  EXPECT_FALSE(Simulation::make(settings));
  settings = crowd();
  settings.world.delta = -1;
  EXPECT_FALSE(Simulation::make(settings));
}

TEST(Simulation, ARecordingHasItsPosesAndPairs) {
  Simulation simulation = Simulation::make(crowd()).value();
  std::stringstream file;
  RecordingWriter writer = start_recording(file, simulation.scene()).value();
  std::vector<std::vector<Pose>> poses;
  std::vector<std::vector<NumberedPair>> touching;
  for (int i = 0; i < kFrames; i++) {
    simulation.advance();
    poses.emplace_back(simulation.poses().begin(), simulation.poses().end());
    touching.emplace_back(simulation.touching().begin(), simulation.touching().end());
    ASSERT_TRUE(writer.add_frame(simulation.poses(), simulation.touching()));
  }
  ASSERT_TRUE(writer.finish());
  RecordingReader reader = RecordingReader::open(file).value();
  for (int i = 0; i < kFrames; i++) {
    ASSERT_TRUE(reader.next().value());
    EXPECT_TRUE(std::ranges::equal(reader.poses(), poses[i]));
    EXPECT_TRUE(std::ranges::equal(reader.touching(), touching[i]));
  }
  EXPECT_FALSE(reader.next().value());
  EXPECT_EQ(reader.hash().text(), simulation.hash().text());
}

}  // namespace
}  // namespace glance::scenes
