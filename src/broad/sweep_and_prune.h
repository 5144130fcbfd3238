// Sweep and prune (I-COLLIDE sections 4.2 and 5.1): sorted lists of interval ends, kept from
// frame to frame.
//
// Departures from the paper:
//  - It keeps three flags for each pair of bodies. Where two ends pass each other so that
//    their intervals begin to overlap, we look at all three axes at once, with this frame's
//    boxes, and keep only pairs that overlap in all. That finds every new pair: one that
//    overlaps now and did not before begins to overlap on some axis, and the boxes looked at
//    then are the final ones. Pairs that end are found by looking at the boxes of the pairs
//    that there were.
//  - A frame in which exchanging neighbours would take longer than starting afresh (a cut, a
//    crowd of new bodies) sorts from scratch.
//  - Where most bodies move, one list is enough (axis_sweep.h). The three lists are then out of
//    order; they come back once few bodies have moved for a while.
#pragma once

#include <array>

#include "broad/axis_sweep.h"
#include "broad/broad_phase.h"
#include "broad/end_list.h"

namespace glance::rooms::broad {

/// See Sort in glance/world.h.
enum class EndSort : std::uint8_t { automatic, insertion, bubble, sweep };

class SweepAndPrune final : public BroadPhase {
 public:
  explicit SweepAndPrune(EndSort sort) : sort_(sort) {}

  void update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
              const BodyChanges& changes) override;
  History history() const override;
  void set_history(const History& history, const BoxArrays& boxes) override;
  void reserve(std::size_t bodies, std::size_t pairs) override;
  std::size_t bytes() const override;

 private:
  /// What a frame is about, for the steps below.
  struct Frame {
    const BoxArrays& boxes;
    std::span<const std::uint8_t> is_static;
    const BodyChanges& changes;

    EndValues values(int axis) const {
      return {boxes.lower[axis].data(), boxes.upper[axis].data()};
    }
  };

  void keep_overlapping(const Frame& frame);
  void remove(std::span<const std::uint32_t> removed);
  void insert(std::span<const std::uint32_t> added);
  bool wants_lists(const Frame& frame);
  void find_in_lists(const Frame& frame);
  bool sort_lists(const Frame& frame);
  void bring_back_lists(const Frame& frame);
  void find_by_sweep(const Frame& frame);
  void remember_boxes(const Frame& frame);
  auto begin_pair(const Frame& frame);

  EndSort sort_;
  bool lists_current_ = true;       ///< the three lists are in order for the last boxes
  std::uint32_t quiet_frames_ = 0;  ///< in a row in which few bodies moved
  std::array<EndList, 3> lists_;
  AxisSweep sweep_;  ///< knows all bodies at any time
  BoxArrays last_boxes_;
  std::vector<PairKey> kept_, begun_;
  std::vector<std::uint8_t> gone_;  ///< by body; all 0 between updates
};

}  // namespace glance::rooms::broad
