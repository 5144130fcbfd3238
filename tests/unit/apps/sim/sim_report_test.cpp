// What `glance sim` says: the keys that programs rely on, the lines that people read.
#include "sim/sim_report.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scenes/multibody.h"

namespace glance::app {
namespace {

using scenes::Path, scenes::Simulation, scenes::SimulationSettings;

SimulationSettings small(scenes::MultibodySettings scene = {}) {
  scene.bodies = 12;
  scene.density = 20;
  SimulationSettings settings;
  settings.scene = scenes::scene_of<scenes::Multibody>(scene);
  return settings;
}

Simulation run(const SimulationSettings& settings, int frames) {
  Simulation simulation = Simulation::make(settings).value();
  for (int i = 0; i < frames; i++) simulation.advance();
  return simulation;
}

TEST(SimReport, JsonHasItsKeysFirstAndInOrder) {
  const Json json = sim_json(small(), run(small(), 4));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  keys.resize(6);
  EXPECT_EQ(keys, (std::vector<std::string>{"bodies", "frames", "seconds_per_frame", "pairs",
                                            "hash", "bytes"}));
  EXPECT_EQ(json["bodies"], 12);
  EXPECT_EQ(json["frames"], 4);
  const Json& seconds = json["seconds_per_frame"];
  EXPECT_NEAR(seconds["total"].get<double>(),
              seconds["bounds"].get<double>() + seconds["broad"].get<double>() +
                  seconds["narrow"].get<double>(),
              1e-12);
}

TEST(SimReport, PairsAreMeans) {
  const Simulation simulation = run(small(), 4);
  const Json json = sim_json(small(), simulation);
  const auto& counters = simulation.totals().counters;
  EXPECT_GT(counters.touching, 0u);
  EXPECT_EQ(json["pairs"]["overlapping"].get<double>(), counters.overlapping / 4.0);
  EXPECT_EQ(json["pairs"]["touching"].get<double>(), counters.touching / 4.0);
  EXPECT_EQ(json["hash"], simulation.hash().text());
  EXPECT_EQ(json["bytes"], simulation.world().bytes());
}

TEST(SimReport, SettingsAreNamedAsOptionsAre) {
  SimulationSettings settings =
      small({.path = Path::random, .model = Shape::box({1, 1, 1}).value()});
  settings.boxes = BoxKind::tight;
  settings.detect.question = Question::distance;
  settings.world.broad = BroadMethod::brute_force;
  const Json json = sim_json(settings, run(settings, 1))["settings"];
  EXPECT_EQ(json["boxes"], "tight");
  EXPECT_EQ(json["path"], "random");
  EXPECT_EQ(json["query"], "distance");
  EXPECT_EQ(json["broad"], "brute");
  EXPECT_EQ(json["narrow"], "auto");
  EXPECT_EQ(json["faces"], 6);
  EXPECT_EQ(json["shapes"], 1);
  EXPECT_EQ(json["shapes_mix"], "hulls");
  EXPECT_EQ(json["margin"], 0);
}

TEST(SimReport, MixAndMarginAreNamed) {
  SimulationSettings settings = small({.mix = scenes::ShapesMix::all});
  settings.world.margin = 0.125;
  const Simulation simulation = run(settings, 1);
  const Json json = sim_json(settings, simulation);
  EXPECT_EQ(json["bodies"], 12) << "without walls";
  EXPECT_EQ(json["settings"]["shapes_mix"], "all");
  EXPECT_EQ(json["settings"]["margin"], 0.125);
  const std::string table = sim_table(settings, simulation);
  EXPECT_NE(table.find("12 bodies of every kind"), table.npos) << table;
  EXPECT_NE(table.find("query collide, margin 0.125\n"), table.npos) << table;
}

TEST(SimReport, ThePaperIsQuotedForItsOwnSceneOnly) {
  EXPECT_TRUE(scenes::is_paper_scene({}));
  EXPECT_TRUE(scenes::is_paper_scene({.seed = 5, .shapes = 7}));
  EXPECT_FALSE(scenes::is_paper_scene({.bodies = 999}));
  EXPECT_FALSE(scenes::is_paper_scene({.faces = 34}));
  EXPECT_FALSE(scenes::is_paper_scene({.rotation = 9}));
  EXPECT_FALSE(scenes::is_paper_scene({.translation = 9}));
  EXPECT_FALSE(scenes::is_paper_scene({.density = 2}));
  EXPECT_FALSE(scenes::is_paper_scene({.path = Path::random}));
  EXPECT_FALSE(scenes::is_paper_scene({.model = Shape::box({1, 1, 1}).value()}));
  EXPECT_FALSE(scenes::is_paper_scene({.mix = scenes::ShapesMix::all}));
  const std::string table = sim_table(small(), run(small(), 2));
  EXPECT_EQ(table.find("paper"), table.npos);
  SimulationSettings paper;
  paper.scene = scenes::scene_of<scenes::Multibody>({});
  EXPECT_NE(sim_table(paper, run(paper, 1)).find("the paper: 23"), std::string::npos);
}

TEST(SimReport, TheTableIsWhole) {
  const Simulation simulation = run(small(), 3);
  const std::string table = sim_table(small(), simulation);
  for (const std::string text :
       {"12 bodies of 36 faces", "bounds", "broad", "narrow", "total", "100 %", "slowest",
        "frames per second", "boxes overlap", "touching", "swaps", "memory"}) {
    EXPECT_NE(table.find(text), table.npos) << text << '\n' << table;
  }
  EXPECT_NE(table.find(simulation.hash().text()), table.npos);
  for (std::size_t start = 0, end; (end = table.find('\n', start)) != table.npos; start = end + 1) {
    EXPECT_LE(end - start, 100u) << table.substr(start, end - start);
    EXPECT_TRUE(end == start || table[end - 1] != ' ') << table.substr(start, end - start);
  }
}

}  // namespace
}  // namespace glance::app
