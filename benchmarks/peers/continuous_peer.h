// What the benchmarks know of a library that finds out when two moving bodies first meet: the same
// for ours and for its peers. They live apart, as peer.h says.
//
// ContinuousPeerOf makes one of what differs from library to library:
//
//   Shape, Motion                 its own types
//   name(), tolerance()
//   shape(solid), motion(from, to)
//   ask(a, motion_a, b, motion_b, answer)
#pragma once

#include <utility>

#include "peers/peer.h"

namespace glance::bench {

/// From pose to pose in one unit of time: the body's origin along a straight line, the body about
/// it the shorter way round, both evenly.
struct Passage {
  Placement from, to;
};

/// Two bodies, and their motions from question to question.
struct MovingPair {
  Solid a, b;
  std::vector<Passage> passages_a, passages_b;
};

struct ImpactAnswer {
  bool hit = false;
  bool failed = false;  ///< the library says that it did not find out, or threw
  double time = 1;      ///< 0 to 1; of a hit
};

/// How far from contact a library may say that there is one. The sum counts.
struct ImpactSlack {
  double distance = 0;
  double of_size = 0;  ///< a fraction of both extents
  double time = 0;     ///< what the bodies do in this time at most
};

class ContinuousPeer {
 public:
  virtual ~ContinuousPeer() = default;

  virtual const char* name() const = 0;
  virtual ImpactSlack tolerance() const = 0;

  /// Makes shapes and motions in the library's own types. Not timed.
  virtual void load(std::span<const MovingPair> pairs) = 0;

  /// Answers about the motions of a pair, each as if it were the first.
  virtual void ask(std::size_t pair, std::span<ImpactAnswer> answers) = 0;
};

template <class Library>
class ContinuousPeerOf final : public ContinuousPeer {
 public:
  explicit ContinuousPeerOf(Library library = {}) : library_(std::move(library)) {}

  const char* name() const override { return library_.name(); }
  ImpactSlack tolerance() const override { return library_.tolerance(); }

  void load(std::span<const MovingPair> pairs) override {
    loaded_.clear();
    for (const MovingPair& pair : pairs) {
      loaded_.push_back({library_.shape(pair.a), library_.shape(pair.b), motions(pair.passages_a),
                         motions(pair.passages_b)});
    }
  }

  void ask(std::size_t pair, std::span<ImpactAnswer> answers) override {
    const Loaded& at = loaded_[pair];
    for (std::size_t i = 0; i < answers.size(); i++) {
      answers[i] = {};
      try {
        library_.ask(at.a, at.motions_a[i], at.b, at.motions_b[i], answers[i]);
      } catch (...) {
        answers[i].failed = true;
      }
    }
  }

 private:
  using Shape = typename Library::Shape;
  using Motion = typename Library::Motion;

  struct Loaded {
    Shape a, b;
    std::vector<Motion> motions_a, motions_b;
  };

  std::vector<Motion> motions(const std::vector<Passage>& passages) const {
    std::vector<Motion> result;
    result.reserve(passages.size());
    for (const Passage& p : passages) result.push_back(library_.motion(p.from, p.to));
    return result;
  }

  Library library_;
  std::vector<Loaded> loaded_;
};

}  // namespace glance::bench
