// What all broad phases share: from boxes and what changed since the last frame, the pairs
// whose boxes overlap, as added / kept / removed, in id order.
//
// Pairs of two static bodies are never listed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/executor.h"
#include "bound/boxes.h"
#include "broad/pair_key.h"

namespace glance::rooms::broad {

/// What happened to the bodies since the last frame, by index. One that is in `removed` and in
/// `added` was removed first: so a body changes from static to moving. Those in `added` need
/// not be in `moved`.
struct BodyChanges {
  std::span<const std::uint32_t> removed, added, moved;
};

class BroadPhase {
 public:
  virtual ~BroadPhase() = default;

  /// Takes over the new boxes. `boxes` and `is_static` are by body index.
  virtual void update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
                      const BodyChanges& changes) = 0;

  /// Where the parallel parts of updates run; null: in the calling thread. Pairs do not depend on
  /// it.
  virtual void set_executor(Executor*) {}

  /// States how much a body's velocity changes from one frame to the next at most (length per frame
  /// and frame, finite); 0 if nothing is known. Holds from the body's next bound until the next
  /// call for that index, even if another body has the index by then. A wrong promise costs time;
  /// it never loses a pair.
  virtual void promise(std::uint32_t, float) {}

  /// The state on which the choice of method in the next update depends, besides boxes and bodies.
  /// It is stored so that a restored world counts the same work; pairs do not depend on it.
  using History = std::array<std::uint64_t, 4>;
  virtual History history() const { return {}; }
  /// After an update with the boxes of that time. Takes any numbers.
  virtual void set_history(const History&, const BoxArrays&) {}
  /// The part of this state that belongs to one body; set for all bodies at once, by index, before
  /// set_history().
  virtual std::uint8_t body_history(std::uint32_t) const { return 0; }
  virtual void set_body_history(std::span<const std::uint8_t>) {}

  /// How the pairs of the last update were found, where there is a choice.
  struct Choice {
    bool is_grid = false;     ///< of the bodies that move; otherwise by sorted lists
    bool is_apart = false;    ///< whether bodies at rest are kept apart
    std::size_t movers = 0;   ///< bodies that are not kept apart
    std::size_t resting = 0;  ///< bodies that are
  };
  virtual std::optional<Choice> choice() const { return std::nullopt; }

  virtual void reserve(std::size_t bodies, std::size_t pairs);
  virtual std::size_t bytes() const;

  /// All pairs that overlap now; those that began to in the last update; those that ended in it.
  /// Each list is sorted.
  std::span<const PairKey> pairs() const { return pairs_; }
  std::span<const PairKey> added() const { return added_; }
  std::span<const PairKey> removed() const { return removed_; }

  /// Work of the last update: exchanges of neighbours in each list, and whether the lists
  /// were sorted from scratch. (Zero for methods without lists.)
  std::array<std::uint64_t, 3> swaps = {};
  bool sorted_again = false;
  /// Pairs whose sleep ended, bodies with new bounds on their motion, and bodies that broke a
  /// promise. (Zero for methods without sleep.)
  std::size_t woken = 0, new_bounds = 0, acceleration_exceeded = 0;

 protected:
  /// Where update() puts the pairs that overlap now (sorted, each once); take_over() then
  /// compares them with those before.
  std::vector<PairKey> next_;
  void take_over();
  /// The same for an update after which all pairs are as they were.
  void keep_all();

  std::vector<PairKey> pairs_;

 private:
  std::vector<PairKey> added_, removed_;
};

std::unique_ptr<BroadPhase> make_brute_force();

}  // namespace glance::rooms::broad
