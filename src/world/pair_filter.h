// Which pairs are to be tested at all: groups and masks of the bodies, and single pairs that
// were switched on or off (as the I-COLLIDE library offers).
#pragma once

#include <algorithm>
#include <vector>

#include "broad/pair_key.h"
#include "world/bodies.h"

namespace glance::world {

class PairFilter {
 public:
  bool allows(const Bodies& bodies, PairKey key) const {
    const std::uint32_t i = first_of(key), j = second_of(key);
    return (bodies.group[i] & bodies.mask[j]) != 0 && (bodies.group[j] & bodies.mask[i]) != 0 &&
           active_ != std::ranges::binary_search(exceptions_, key);
  }

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

  /// Whether pairs have to be looked at again; asking clears it.
  bool take_change() { return std::exchange(changed_, false); }

  std::size_t bytes() const { return exceptions_.capacity() * sizeof(PairKey); }

 private:
  friend class Snapshot;

  std::vector<PairKey> exceptions_;  ///< sorted: pairs that are not as all others
  bool active_ = true;
  bool changed_ = false;
};

}  // namespace glance::world
