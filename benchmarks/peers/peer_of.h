// Makes a Peer of what differs from library to library:
//
//   Shape, Pose             its own types
//   Memory                  what it keeps from one question to the next; fresh ones are empty
//   name(), offers(question); and if it knows more than hulls offers(question, kind_a, kind_b)
//   shape(solid), pose(placement)
//   collide(a, pose_a, b, pose_b, memory, answer)
//   distance(a, pose_a, b, pose_b, memory, answer)
//   depth(a, pose_a, b, pose_b, memory, answer), if it has that
#pragma once

#include <utility>

#include "peers/peer.h"

namespace glance::bench {

template <class Library>
class PeerOf final : public Peer {
 public:
  explicit PeerOf(Library library = {}) : library_(std::move(library)) {}

  const char* name() const override { return library_.name(); }
  bool offers(Question question) const override {
    return (kHasDepth || question != Question::depth) && library_.offers(question);
  }
  bool offers(Question question, Kind a, Kind b) const override {
    if (a == Kind::hull && b == Kind::hull) return offers(question);
    if constexpr (requires { library_.offers(question, a, b); }) {
      return library_.offers(question, a, b);
    } else {
      return false;
    }
  }

  void load(std::span<const Track> tracks) override {
    loaded_.clear();
    for (const Track& track : tracks) {
      loaded_.push_back({library_.shape(track.a), library_.shape(track.b), poses(track.poses_a),
                         poses(track.poses_b)});
    }
  }

  void ask(Question question, std::size_t track, bool coherent,
           std::span<Answer> answers) override {
    const Loaded& at = loaded_[track];
    if (question == Question::boolean) {
      ask_each(coherent, answers, [&](std::size_t i, Memory& memory, Answer& answer) {
        library_.collide(at.a, at.poses_a[i], at.b, at.poses_b[i], memory, answer);
      });
    } else if (question == Question::distance) {
      ask_each(coherent, answers, [&](std::size_t i, Memory& memory, Answer& answer) {
        library_.distance(at.a, at.poses_a[i], at.b, at.poses_b[i], memory, answer);
      });
    } else if constexpr (kHasDepth) {
      ask_each(coherent, answers, [&](std::size_t i, Memory& memory, Answer& answer) {
        library_.depth(at.a, at.poses_a[i], at.b, at.poses_b[i], memory, answer);
      });
    }
  }

 private:
  using Shape = typename Library::Shape;
  using Pose = typename Library::Pose;
  using Memory = typename Library::Memory;

  static constexpr bool kHasDepth = requires { &Library::depth; };

  struct Loaded {
    Shape a, b;
    std::vector<Pose> poses_a, poses_b;
  };

  std::vector<Pose> poses(const std::vector<Placement>& placements) const {
    std::vector<Pose> result;
    result.reserve(placements.size());
    for (const Placement& placement : placements) result.push_back(library_.pose(placement));
    return result;
  }

  template <class AskOne>
  static void ask_each(bool coherent, std::span<Answer> answers, AskOne ask_one) {
    Memory memory{};
    for (std::size_t i = 0; i < answers.size(); i++) {
      if (!coherent) memory = Memory{};
      Answer& answer = answers[i];
      answer.hit = answer.failed = false;
      try {
        ask_one(i, memory, answer);
      } catch (...) {
        answer.failed = true;
      }
    }
  }

  Library library_;
  std::vector<Loaded> loaded_;
};

}  // namespace glance::bench
