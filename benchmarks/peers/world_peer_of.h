// Makes a WorldPeer of what differs from library to library:
//
//   Kind                          its variants
//   Pose, pose(placement)         its own type
//   offers(question)
//   World(kind, scene, question)
//   detect(poses, findings)       a whole frame
#pragma once

#include <algorithm>
#include <memory>

#include "peers/world_peer.h"

namespace glance::bench {

/// What a frame finds. Kept from frame to frame, so that its memory is there already.
class Findings {
 public:
  void clear() {
    touching_.clear();
    distances_.clear();
    candidates = 0;
  }

  void add_touching(std::uint32_t a, std::uint32_t b) {
    touching_.push_back({std::min(a, b), std::max(a, b)});
  }

  /// Question::distance: of every candidate.
  void add_distance(std::uint32_t a, std::uint32_t b, const Answer& answer) {
    distances_.push_back({{a, b}, answer});
    if (answer.hit) add_touching(a, b);
  }

  const std::vector<WorldPair>& touching() const { return touching_; }
  std::size_t candidates = 0;

 private:
  struct PairAnswer {
    WorldPair pair;
    Answer answer;
  };

  std::vector<WorldPair> touching_;
  std::vector<PairAnswer> distances_;  // as a caller would keep them
};

template <class World>
class WorldPeerOf final : public WorldPeer {
 public:
  WorldPeerOf(const char* name, typename World::Kind kind) : name_(name), kind_(kind) {}

  const char* name() const override { return name_; }
  bool offers(Question question) const override { return World::offers(question); }

  void load(const WorldScene& scene, Question question) override {
    world_.reset();
    world_ = std::make_unique<World>(kind_, scene, question);
    bodies_ = scene.bodies();
  }

  void prepare(std::span<const Placement> placements) override {
    poses_.clear();
    poses_.reserve(placements.size());
    for (const Placement& placement : placements) poses_.push_back(World::pose(placement));
  }

  void detect(std::size_t frame) override {
    findings_.clear();
    world_->detect(std::span(poses_).subspan(frame * bodies_, bodies_), findings_);
  }

  std::span<const WorldPair> touching() const override { return findings_.touching(); }
  std::size_t candidates() const override { return findings_.candidates; }

  void unload() override {
    world_.reset();
    poses_ = {};
    findings_ = {};
  }

 private:
  const char* name_;
  typename World::Kind kind_;
  std::unique_ptr<World> world_;
  std::size_t bodies_ = 0;
  std::vector<typename World::Pose> poses_;
  Findings findings_;
};

}  // namespace glance::bench
