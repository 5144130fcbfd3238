// Which pairs are to be tested at all: by groups and masks of the bodies, single pairs that were
// switched on or off (as in the I-COLLIDE library), and the caller's function for the rest.
#pragma once

#include <algorithm>
#include <vector>

#include "broad/pair_key.h"
#include "world/bodies.h"

namespace glance::rooms::world {

class PairRules {
 public:
  /// The rules without the caller's function.
  bool may_allow(const Bodies& bodies, PairKey key) const {
    const std::uint32_t i = first_of(key), j = second_of(key);
    return (bodies.group[i] & bodies.mask[j]) != 0 && (bodies.group[j] & bodies.mask[i]) != 0 &&
           active_ != std::ranges::binary_search(exceptions_, key);
  }
  bool allows(const Bodies& bodies, PairKey key) const {
    return may_allow(bodies, key) &&
           (!filter_ || filter_(bodies.id[first_of(key)], bodies.id[second_of(key)]));
  }
  void set_filter(PairFilter filter) {
    filter_ = std::move(filter);
    has_filter_ = filter_ != nullptr;
    changed_ = true;
  }
  /// Whether there is a function, or was one in the world that was stored.
  bool has_filter() const { return has_filter_; }

  void set(PairKey key, bool active) {
    const auto place = std::ranges::lower_bound(exceptions_, key);
    const bool listed = place != exceptions_.end() && *place == key;
    if (active == active_ && listed) exceptions_.erase(place);
    if (active != active_ && !listed) exceptions_.insert(place, key);
    changed_ = true;
  }
  void set_all(bool active) {
    exceptions_.clear();
    active_ = active;
    changed_ = true;
  }
  void forget(std::uint32_t body) {
    std::erase_if(exceptions_,
                  [&](PairKey key) { return first_of(key) == body || second_of(key) == body; });
  }
  void note_change() { changed_ = true; }

  /// Whether all pairs have to be filtered again. Asking clears it.
  bool take_change() { return std::exchange(changed_, false); }

  std::size_t bytes() const { return exceptions_.capacity() * sizeof(PairKey); }

 private:
  friend class Snapshot;

  std::vector<PairKey> exceptions_;  ///< sorted: pairs that differ from the default
  PairFilter filter_;
  bool has_filter_ = false;
  bool active_ = true;
  bool changed_ = false;
};

}  // namespace glance::rooms::world
