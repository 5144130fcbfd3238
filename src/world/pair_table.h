// The pairs whose boxes overlap, in id order, and what each remembers from frame to frame. The
// memories live in a flat pool and stay where they are while their pair lasts.
#pragma once

#include <vector>

#include "broad/broad_phase.h"
#include "glance/pair_cache.h"
#include "world/pair_filter.h"

namespace glance::rooms::world {

/// The number of pairs of tree nodes that two bodies remember, those of their parts included.
std::size_t list_entries(const PairCache& cache);

struct PairMemory {
  PairCache cache;
  bool allowed = false;   ///< by the filter
  bool answered = false;  ///< in the last frame; still valid if neither body changes
  bool touching = false;  ///< in the last frame; also if it was `open` and counted as touching
  bool open = false;      ///< a budget left it undecided in the last frame
};

class PairTable {
 public:
  /// Takes over the pairs of the broad phase. Pairs that touched and are gone are added to `ended`;
  /// what such pairs remembered of trees is subtracted from `list_entries`.
  void follow(const BroadPhase& broad, std::vector<PairKey>& ended, std::size_t& list_entries);
  /// Asks the filter about all pairs again.
  void filter(const PairRules& rules, const Bodies& bodies, std::span<const PairKey> keys);
  /// Asks it about the pairs that follow() added.
  void filter_added(const PairRules& rules, const Bodies& bodies, const BroadPhase& broad);

  /// The memory of the n-th pair of the broad phase.
  PairMemory& memory(std::size_t n) { return pool_[slots_[n]]; }
  const PairMemory& memory(std::size_t n) const { return pool_[slots_[n]]; }
  /// Announces that the n-th pair, if there is one, will be examined soon: its memory is fetched in
  /// the meantime. (Memories of neighbouring pairs are scattered. Waiting for them took most of the
  /// time of a pass over all pairs.)
  void expect(std::size_t n) const {
    if (n >= slots_.size()) return;
    const auto* const bytes = reinterpret_cast<const char*>(&pool_[slots_[n]]);
    __builtin_prefetch(bytes, 1);
    __builtin_prefetch(bytes + sizeof(PairMemory) - 1, 1);
  }
  std::size_t size() const { return slots_.size(); }
  /// Invalidates all answers, since another question is asked now.
  void forget_answers();

  void reserve(std::size_t pairs);
  std::size_t bytes() const;

 private:
  std::size_t drop_removed(const BroadPhase& broad, std::vector<PairKey>& ended,
                           std::size_t& list_entries);
  void insert_added(const BroadPhase& broad, std::size_t kept);
  std::uint32_t acquire();
  void release(std::uint32_t slot, std::size_t& list_entries);

  std::vector<std::uint32_t> slots_;  ///< parallel to the broad phase's pairs
  std::vector<std::uint32_t> free_;
  std::vector<PairMemory> pool_;
};

}  // namespace glance::rooms::world
