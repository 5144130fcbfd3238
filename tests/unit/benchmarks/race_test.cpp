#include "benchmarks/common/race.h"

#include <gtest/gtest.h>

#include <set>

namespace glance::bench {
namespace {

/// Three bodies of which 0 and 1 touch in even frames, 1 and 2 in odd ones.
SceneFrames alternating(std::size_t frames) {
  SceneFrames recorded;
  recorded.scene.hulls.resize(1);
  recorded.scene.hull_of = {0, 0, 0};
  recorded.placements.resize(3 * frames);
  for (std::size_t frame = 0; frame < frames; frame++) {
    for (std::size_t i = 0; i < 3; i++) {
      recorded.placements[3 * frame + i].translation[0] = static_cast<double>(frame);
    }
    recorded.touching.push_back({frame % 2 ? WorldPair{1, 2} : WorldPair{0, 1}});
  }
  return recorded;
}

/// Says in every frame what it was made to say.
class Fake final : public WorldPeer {
 public:
  explicit Fake(std::vector<WorldPair> says, bool measures = true)
      : says_(std::move(says)), measures_(measures) {}

  const char* name() const override { return "fake"; }
  bool offers(Question question) const override {
    return measures_ || question == Question::boolean;
  }
  void load(const WorldScene&, Question) override { loads++; }
  void prepare(std::span<const Placement> placements) override {
    prepared_.assign(placements.begin(), placements.end());
    const double x = placements[0].translation[0];
    if (x > 0) returns.push_back(x);
  }
  void detect(std::size_t frame) override {
    frames.push_back(prepared_.at(3 * frame).translation[0]);
  }
  std::span<const WorldPair> touching() const override { return says_; }
  std::size_t candidates() const override { return 7; }
  void unload() override { unloads++; }

  // By the x of their poses: frames seen, and those of them at which it was its turn again.
  std::vector<double> frames, returns;
  int loads = 0, unloads = 0;

 private:
  std::vector<WorldPair> says_;
  bool measures_;
  std::vector<Placement> prepared_;
};

TEST(Race, CountsMissedAndInventedPairsOnce) {
  const std::size_t frames = 2 * kTurn + 10;  // even
  const SceneFrames recorded = alternating(frames);
  const auto half_right = std::make_shared<Fake>(std::vector<WorldPair>{{0, 2}, {0, 1}});
  const auto silent = std::make_shared<Fake>(std::vector<WorldPair>{});
  const std::vector<WorldContender> contenders{half_right, silent};
  const auto results = race(contenders, recorded, Question::boolean, {.repetitions = 3});
  ASSERT_TRUE(results[0] && results[1]);
  EXPECT_EQ(results[0]->touching, 2 * frames);
  EXPECT_EQ(results[0]->missed, frames / 2);
  EXPECT_EQ(results[0]->invented, frames + frames / 2);
  EXPECT_EQ(results[0]->candidates, 7);
  EXPECT_EQ(results[1]->missed, frames);
  EXPECT_EQ(results[1]->invented, 0u);
}

TEST(Race, EveryPassSeesAllFramesInOrderInANewWorld) {
  const std::size_t frames = kTurn + 3;
  const auto fake = std::make_shared<Fake>(std::vector<WorldPair>{});
  const std::vector<WorldContender> contenders{fake};
  race(contenders, alternating(frames), Question::distance, {.repetitions = 2});
  EXPECT_EQ(fake->loads, 2);
  EXPECT_EQ(fake->unloads, 2);
  ASSERT_EQ(fake->frames.size(), 2 * frames);
  for (std::size_t i = 0; i < fake->frames.size(); i++) EXPECT_EQ(fake->frames[i], i % frames);
}

TEST(Race, ComesBackAtOtherFramesInEveryPass) {
  const auto fake = std::make_shared<Fake>(std::vector<WorldPair>{});
  const std::vector<WorldContender> contenders{fake};
  race(contenders, alternating(3 * kTurn), Question::boolean, {.repetitions = 3});
  const std::set<double> distinct(fake->returns.begin(), fake->returns.end());
  EXPECT_GE(fake->returns.size(), 3 * 2u);
  EXPECT_EQ(distinct.size(), fake->returns.size());
}

TEST(Race, SkipsLibrariesThatDoNotOfferTheQuestion) {
  const auto fake = std::make_shared<Fake>(std::vector<WorldPair>{}, false);
  const std::vector<WorldContender> contenders{fake};
  const auto results = race(contenders, alternating(5), Question::distance, {.repetitions = 1});
  EXPECT_FALSE(results[0]);
  EXPECT_EQ(fake->loads, 0);
}

}  // namespace
}  // namespace glance::bench
