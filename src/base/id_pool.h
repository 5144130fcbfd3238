// Generation ids: an index that is used again, with a count of how often, so
// that the id of something removed is recognised and refused for good.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/check.h"

namespace glance::rooms::base {

struct GenerationId {
  std::uint32_t index = 0;
  std::uint32_t generation = 0;  ///< 0 is never alive, so a default id is invalid

  auto operator<=>(const GenerationId&) const = default;
};

class IdPool {
 public:
  IdPool() = default;

  /// A pool in the state that these describe (as generations() and free() return them); nothing if
  /// no pool can be in that state.
  static std::optional<IdPool> restore(std::vector<std::uint32_t> generations,
                                       std::vector<std::uint32_t> free) {
    IdPool pool;
    std::vector<bool> listed(generations.size());
    for (const std::uint32_t index : free) {
      if (index >= generations.size() || listed[index] || !can_be_free(generations[index])) {
        return {};
      }
      listed[index] = true;
    }
    for (std::size_t i = 0; i < generations.size(); i++) {
      if (generations[i] == 0 || generations[i] == UINT32_MAX) return {};
      if (generations[i] % 2 == 1) pool.alive_count_++;
      if (can_be_free(generations[i]) && !listed[i]) return {};
    }
    pool.generations_ = std::move(generations);
    pool.free_ = std::move(free);
    return pool;
  }
  std::span<const std::uint32_t> generations() const { return generations_; }
  std::span<const std::uint32_t> free() const { return free_; }

  /// The freed index that was freed last, or a new one at the end: a sequence of
  /// calls gives the same ids in every run.
  GenerationId acquire() {
    if (!free_.empty()) {
      const std::uint32_t index = free_.back();
      free_.pop_back();
      alive_count_++;
      return {index, ++generations_[index]};  // even to odd: alive again
    }
    GLANCE_CHECK(generations_.size() < UINT32_MAX);
    generations_.push_back(1);
    alive_count_++;
    return {static_cast<std::uint32_t>(generations_.size() - 1), 1};
  }

  /// False (and nothing happens) if the id is not alive.
  bool release(GenerationId id) {
    if (!alive(id)) return false;
    alive_count_--;
    if (can_be_free(++generations_[id.index])) free_.push_back(id.index);
    return true;
  }

  bool alive(GenerationId id) const {
    return id.index < generations_.size() && id.generation % 2 == 1 &&
           generations_[id.index] == id.generation;
  }

  void reserve(std::size_t ids) {
    generations_.reserve(ids);
    free_.reserve(ids);
  }

  std::size_t alive_count() const { return alive_count_; }
  /// One more than the largest index ever handed out: the size for side arrays.
  std::size_t capacity() const { return generations_.size(); }

 private:
  /// Generations count up by two: odd while alive, even while free. An index whose generations are
  /// used up is retired and not used again.
  static bool can_be_free(std::uint32_t generation) {
    return generation % 2 == 0 && generation < UINT32_MAX - 1;
  }

  std::vector<std::uint32_t> generations_;
  std::vector<std::uint32_t> free_;
  std::size_t alive_count_ = 0;
};

}  // namespace glance::rooms::base
