// Boxes that come, go, move, rest and change their mobility, for broad phases to follow.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "broad/broad_phase.h"

namespace glance::test {
using bound::BoxArrays, bound::FloatBox;
using broad::BodyChanges, broad::BroadPhase, broad::PairKey, broad::pair_key;

using Keys = std::vector<PairKey>;
inline Keys keys(std::span<const PairKey> list) { return {list.begin(), list.end()}; }

/// What a broad phase is told. Changes gather until the next frame, as in a world.
class BoxScene {
 public:
  BoxArrays boxes;
  std::vector<std::uint8_t> is_static;

  std::size_t size() const { return there_.size(); }
  bool there(std::uint32_t body) const { return there_[body] != 0; }

  /// A body at the lowest index that is free.
  std::uint32_t add(const FloatBox& box, bool fixed = false) {
    std::uint32_t body = 0;
    while (body < size() && (there_[body] || known_[body])) body++;
    if (body == size()) {
      boxes.resize(body + 1);
      is_static.resize(body + 1);
      there_.resize(body + 1);
      known_.resize(body + 1);
      moved_.resize(body + 1);
      reinserted_.resize(body + 1);
    }
    boxes.set(body, box);
    is_static[body] = fixed;
    there_[body] = 1;
    return body;
  }
  void remove(std::uint32_t body) { there_[body] = 0; }
  void move(std::uint32_t body, const FloatBox& box) {
    boxes.set(body, box);
    moved_[body] = 1;
  }
  void set_static(std::uint32_t body, bool fixed) {
    is_static[body] = fixed;
    reinserted_[body] = 1;
  }

  /// Sorts out what changed; the same for every broad phase that follows.
  BodyChanges changes() {
    removed_.clear();
    added_.clear();
    moves_.clear();
    for (std::uint32_t body = 0; body < size(); body++) {
      if (known_[body] && (!there_[body] || reinserted_[body])) removed_.push_back(body);
      if (there_[body] && (!known_[body] || reinserted_[body])) {
        added_.push_back(body);
      } else if (there_[body] && moved_[body]) {
        moves_.push_back(body);
      }
      known_[body] = there_[body];
      moved_[body] = reinserted_[body] = 0;
    }
    return {removed_, added_, moves_};
  }

  /// The pairs, by the definition.
  std::vector<PairKey> overlapping() const {
    std::vector<PairKey> pairs;
    for (std::uint32_t i = 0; i < size(); i++) {
      for (std::uint32_t j = i + 1; there_[i] && j < size(); j++) {
        if (!there_[j] || (is_static[i] && is_static[j])) continue;
        bool apart = false;
        for (int k = 0; k < 3; k++) {
          apart |= boxes.upper[k][i] < boxes.lower[k][j] || boxes.upper[k][j] < boxes.lower[k][i];
        }
        if (!apart) pairs.push_back(pair_key(i, j));
      }
    }
    return pairs;
  }

 private:
  std::vector<std::uint8_t> there_, known_, moved_, reinserted_;
  std::vector<std::uint32_t> removed_, added_, moves_;
};

inline FloatBox cube_at(float x, float y, float z, float half = 0.5F) {
  return {{x - half, y - half, z - half}, {x + half, y + half, z + half}};
}

/// One frame of a broad phase: the pairs that overlap, and what has changed about them.
inline void expect_right_pairs(BroadPhase& broad, BoxScene& scene) {
  const Keys before = keys(broad.pairs());
  broad.update(scene.boxes, scene.is_static, scene.changes());
  ASSERT_EQ(keys(broad.pairs()), scene.overlapping());
  Keys added, removed;
  std::ranges::set_difference(broad.pairs(), before, std::back_inserter(added));
  std::ranges::set_difference(before, broad.pairs(), std::back_inserter(removed));
  ASSERT_EQ(keys(broad.added()), added);
  ASSERT_EQ(keys(broad.removed()), removed);
}

}  // namespace glance::test
