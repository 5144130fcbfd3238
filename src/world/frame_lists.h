// The lists of a frame about its pairs, and pieces of them that are made at the same time.
#pragma once

#include <vector>

#include "broad/pair_key.h"
#include "glance/world.h"

namespace glance::rooms::world {

/// All in id order.
struct FrameLists {
  /// About all pairs if all are reported, otherwise about those that touch.
  std::vector<PairReport> answers;
  std::vector<ContactPoint> contact_points;  ///< of these
  std::vector<PairReport> touching;          ///< those of `answers` that touch, if all are reported
  std::vector<PairReport> undecided;
  std::vector<BodyPair> begun;
  std::vector<broad::PairKey> ended_keys;
  std::vector<SweptContact> swept_contacts;

  void clear();
  std::size_t bytes() const;

  /// Lengths of the lists: a place in all of them.
  struct Place {
    std::size_t answers, contact_points, touching, undecided, begun, ended_keys, swept_contacts;
  };
  Place end() const;
  /// Adds what another one has between two places.
  void append(const FrameLists& other, const Place& from, const Place& to);
};

}  // namespace glance::rooms::world
