// Tested in tests/unit/world/events_test.cpp (Events.RemovalEndsContacts).
#include "world/pair_table.h"

#include "exact/cache_access.h"
#include "mesh/tree_memory.h"

namespace glance::rooms::world {
namespace {

/// Memory for up to this many pairs of tree nodes is kept for the next pair of bodies: then pairs
/// that come and go need no allocation, and those that held much release it.
constexpr std::size_t kKeptRoom = 8192;

}  // namespace

std::size_t list_entries(const PairCache& cache) {
  const TreeMemory* memory = trees_of(cache).get();
  if (!memory) return 0;
  std::size_t sum = memory->list.entries.size();
  for (const PartMemory& part : memory->parts) sum += list_entries(part.cache);
  return sum;
}

std::uint32_t PairTable::acquire() {
  if (free_.empty()) {
    pool_.emplace_back();
    return static_cast<std::uint32_t>(pool_.size() - 1);
  }
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  // A new pair starts with nothing remembered, but with the memory of an old one.
  CacheTrees trees = std::move(trees_of(pool_[slot].cache));
  pool_[slot] = {};
  trees_of(pool_[slot].cache) = std::move(trees);
  return slot;
}

void PairTable::release(std::uint32_t slot, std::size_t& list_entries) {
  free_.push_back(slot);
  CacheTrees& trees = trees_of(pool_[slot].cache);
  TreeMemory* const memory = trees.get();
  if (!memory) return;
  // The world's total is kept up to date, so that the cap (WorldOptions::max_list_entries) needs no
  // pass over all pairs.
  list_entries -= world::list_entries(pool_[slot].cache);
  if (memory->parts.empty() && memory->list.entries.capacity() <= kKeptRoom) {
    memory->clear();
  } else {
    trees.reset();
  }
}

void PairTable::follow(const BroadPhase& broad, std::vector<PairKey>& ended,
                       std::size_t& list_entries) {
  // The usual frame of few bodies: the slots stay as they are.
  if (broad.added().empty() && broad.removed().empty()) return;
  const std::size_t kept = drop_removed(broad, ended, list_entries);
  insert_added(broad, kept);
}

/// The slots of the pairs that stay, moved to the front. Returns how many they are.
std::size_t PairTable::drop_removed(const BroadPhase& broad, std::vector<PairKey>& ended,
                                    std::size_t& list_entries) {
  if (broad.removed().empty()) return slots_.size();
  auto added = broad.added().begin();
  auto removed = broad.removed().begin();
  std::size_t old = 0, kept = 0;
  // The old pairs are those of today without the added ones and with the removed ones, in the same
  // order: one pass over the sorted lists is enough.
  const auto drop_until = [&](PairKey key) {
    for (; removed != broad.removed().end() && *removed < key; ++removed, ++old) {
      // Bodies whose boxes parted are apart: their contact has ended without a question.
      if (pool_[slots_[old]].touching) ended.push_back(*removed);
      release(slots_[old], list_entries);
    }
  };
  for (const PairKey key : broad.pairs()) {
    if (added != broad.added().end() && *added == key) {
      ++added;
    } else {
      drop_until(key);
      slots_[kept++] = slots_[old++];
    }
  }
  drop_until(UINT64_MAX);
  return kept;
}

/// New slots between those that stay, from the back, so that the list needs no copy.
void PairTable::insert_added(const BroadPhase& broad, std::size_t kept) {
  const auto pairs = broad.pairs(), added = broad.added();
  slots_.resize(pairs.size());
  std::size_t left = added.size();
  for (std::size_t n = pairs.size(); left > 0; n--) {
    slots_[n - 1] = pairs[n - 1] == added[left - 1] ? (left--, acquire()) : slots_[--kept];
  }
}

void PairTable::filter(const PairRules& rules, const Bodies& bodies,
                       std::span<const PairKey> keys) {
  for (std::size_t n = 0; n < keys.size(); n++) memory(n).allowed = rules.allows(bodies, keys[n]);
}

void PairTable::filter_added(const PairRules& rules, const Bodies& bodies,
                             const BroadPhase& broad) {
  auto added = broad.added().begin();
  const auto keys = broad.pairs();
  for (std::size_t n = 0; n < keys.size() && added != broad.added().end(); n++) {
    // Both lists are sorted.
    if (keys[n] != *added) continue;
    memory(n).allowed = rules.allows(bodies, keys[n]);
    ++added;
  }
}

void PairTable::forget_answers() {
  for (const std::uint32_t slot : slots_) pool_[slot].answered = false;
}

void PairTable::reserve(std::size_t pairs) {
  for (auto* list : {&slots_, &free_}) list->reserve(pairs);
  pool_.reserve(pairs);
}

std::size_t PairTable::bytes() const {
  std::size_t lists = 0;
  for (const PairMemory& memory : pool_) lists += memory.cache.list_bytes();
  return (slots_.capacity() + free_.capacity()) * sizeof(std::uint32_t) +
         pool_.capacity() * sizeof(PairMemory) + lists;
}

}  // namespace glance::rooms::world
