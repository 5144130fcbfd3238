// Tested in tests/property/broad_test.cpp (BroadTest.FindsThePairsOfBruteForce).
#include "broad/broad_phase.h"

#include <algorithm>
#include <iterator>

namespace glance::rooms::broad {

void BroadPhase::take_over() {
  added_.clear();
  removed_.clear();
  auto before = pairs_.begin();
  for (const PairKey key : next_) {
    while (before != pairs_.end() && *before < key) removed_.push_back(*before++);
    if (before != pairs_.end() && *before == key) {
      ++before;
    } else {
      added_.push_back(key);
    }
  }
  removed_.insert(removed_.end(), before, pairs_.end());
  pairs_.swap(next_);
}

void BroadPhase::keep_all() {
  added_.clear();
  removed_.clear();
}

void BroadPhase::reserve(std::size_t, std::size_t pairs) {
  for (auto* list : {&pairs_, &next_, &added_, &removed_}) list->reserve(pairs);
}

std::size_t BroadPhase::bytes() const {
  return (pairs_.capacity() + next_.capacity() + added_.capacity() + removed_.capacity()) *
         sizeof(PairKey);
}

}  // namespace glance::rooms::broad
