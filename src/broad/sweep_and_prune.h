// Sweep and prune (I-COLLIDE sections 4.2 and 5.1): three sorted lists of interval ends, kept
// from frame to frame.
//
// Departures from the paper:
//  - It keeps three flags for each pair of bodies. Where two ends pass each other so that
//    their intervals begin to overlap, we look at the other two axes at once, with this
//    frame's boxes, and keep only pairs that overlap in all three. That finds every new pair:
//    one that overlaps now and did not before begins to overlap on some axis, and the boxes
//    looked at then are the final ones. Pairs that end are found by looking at the boxes of
//    the pairs that there were.
//  - A frame in which exchanging neighbours would take longer than starting afresh (a cut, a
//    crowd of new bodies) sorts from scratch and sweeps along one axis.
#pragma once

#include "broad/broad_phase.h"
#include "broad/end_list.h"

namespace glance {

/// See Sort in glance/world.h.
enum class EndSort : std::uint8_t { automatic, insertion, bubble };

class SweepAndPrune final : public BroadPhase {
 public:
  explicit SweepAndPrune(EndSort sort) : sort_(sort) {}

  void update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
              const BodyChanges& changes) override;
  void reserve(std::size_t bodies, std::size_t pairs) override;
  std::size_t bytes() const override;

 private:
  /// What a frame is about, for the steps below.
  struct Frame {
    const BoxArrays& boxes;
    std::span<const std::uint8_t> is_static;

    EndValues values(int axis) const {
      return {boxes.lower[axis].data(), boxes.upper[axis].data()};
    }
  };

  void keep_overlapping(const Frame& frame, std::span<const std::uint32_t> removed);
  void insert(std::span<const std::uint32_t> added);
  bool sort_lists(const Frame& frame, const BodyChanges& changes);
  void sweep(const Frame& frame);
  void merge_begun();
  auto begin_pair(const Frame& frame);

  EndSort sort_;
  std::size_t body_count_ = 0;
  std::array<EndList, 3> lists_;
  std::vector<PairKey> kept_, begun_;
  std::vector<std::uint8_t> gone_;                  ///< by body; all 0 between updates
  std::array<std::vector<std::uint32_t>, 2> open_;  ///< during a sweep: moving, static
  std::vector<std::uint32_t> place_;                ///< of a body in its open_ list
};

}  // namespace glance
