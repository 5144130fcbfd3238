// Every scene that has a name is made by it, moves, and says what it is.
#include "scenes/registry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "scenes/simulation.h"

namespace glance::scenes {
namespace {

/// Small ones, so that a frame takes no time.
void make_small(SceneMaker& maker) {
  for (const SceneOption& option : maker.options()) {
    const auto* whole = std::get_if<std::uint32_t*>(&option.value);
    if (option.name == "--bodies" || option.name == "--projectiles") **whole = 10;
    if (option.name == "--corners" || option.name == "--triangles") **whole = 100;
    if (option.name == "--rescaled") **whole = 2;
  }
}

TEST(Registry, NamesDifferAndAreFound) {
  std::set<std::string_view> names;
  for (const auto& maker : all_scenes()) {
    EXPECT_TRUE(names.insert(maker->name()).second) << maker->name();
    ASSERT_TRUE(find_scene(maker->name()));
    EXPECT_EQ(find_scene(maker->name())->name(), maker->name());
  }
  EXPECT_GE(names.size(), 9u);
  EXPECT_EQ(all_scenes().front()->name(), "multibody") << "the default";
  EXPECT_FALSE(find_scene("no such scene"));
  EXPECT_FALSE(find_scene(""));
}

TEST(Registry, HelpIsSentencesInOneLine) {
  for (const auto& maker : all_scenes()) {
    const std::string help(maker->help());
    EXPECT_TRUE(help.ends_with('.')) << help;
    EXPECT_EQ(help.find('\n'), help.npos) << "the tool breaks lines";
    EXPECT_LE(help.size(), 320u) << help;
    for (const SceneOption& option : maker->options()) {
      const char first = option.description.front();
      EXPECT_TRUE((first >= 'A' && first <= 'Z') || first == '%') << option.description;
      EXPECT_FALSE(option.description.ends_with('.')) << option.description;
    }
  }
}

TEST(Registry, OptionsOfASceneDiffer) {
  for (const auto& maker : all_scenes()) {
    std::set<std::string_view> names;
    for (const SceneOption& option : maker->options()) {
      EXPECT_TRUE(option.name.starts_with("--"));
      EXPECT_TRUE(names.insert(option.name).second) << maker->name() << ' ' << option.name;
    }
  }
}

TEST(Registry, EverySceneRunsAndTheSeedIsPassedOn) {
  for (const auto& maker : all_scenes()) {
    make_small(*maker);
    const Result<SceneNeeds> needs = maker->needs();
    ASSERT_TRUE(needs) << maker->name();
    EXPECT_GE(needs->bodies, 10u);
    SimulationSettings settings;
    const auto poses = [&](std::uint64_t seed) {
      settings.scene = [&maker, seed] { return maker->make({.seed = seed}); };
      Simulation simulation = Simulation::make(settings).value();
      for (int i = 0; i < 3; i++) simulation.advance();
      EXPECT_EQ(simulation.scene().name(), maker->name());
      EXPECT_EQ(simulation.scene().traits().rigid, maker->traits().rigid);
      EXPECT_NE(simulation.scene().describe().find(fmt::format("seed {}\n", seed)),
                std::string::npos)
          << simulation.scene().describe();
      EXPECT_FALSE(simulation.scene().facts().empty());
      EXPECT_GE(simulation.scene().counted_bodies(), 10u);
      Vec3 sum = Vec3::zero();
      for (const Pose& pose : simulation.poses()) sum = sum + pose.translation();
      return sum;
    };
    const Vec3 one = poses(1), again = poses(1), other = poses(2);
    EXPECT_EQ(one, again) << maker->name();
    EXPECT_NE(one, other) << maker->name();
  }
}

TEST(Registry, PresetsComeBeforeNumbers) {
  const auto maker = find_scene("multibody");
  const std::vector<SceneOption> options = maker->options();
  EXPECT_EQ(options.front().name, "--preset");
  std::get<SceneChoice>(options.front().value).choose(1);  // frame3
  EXPECT_EQ(maker->needs()->what, "200 bodies of 56 faces");
}

TEST(Registry, NoBodiesAreRefusedInTheWordsOfTheOption) {
  for (const std::string_view name :
       {"multibody", "packed", "corner", "rockfall", "bowl", "heap"}) {
    const auto maker = find_scene(name);
    for (const SceneOption& option : maker->options()) {
      if (option.name == "--bodies") *std::get<std::uint32_t*>(option.value) = 0;
    }
    ASSERT_FALSE(maker->needs()) << name;
    EXPECT_EQ(maker->needs().error().message, "--bodies 0: at least one body is needed");
  }
}

}  // namespace
}  // namespace glance::scenes
