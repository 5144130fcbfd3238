// Space-time bounds (Hubbard's broad phase; I-COLLIDE section 4.4): each body has a bound on where
// it can be in the next frames, and a pair is not examined before the bounds of its two bodies can
// meet.
//
// Bounds are guesses, from how the body moved, and are checked: a body that is found outside gets
// another before anything is concluded from it. So no motion, however wild, makes a pair go
// missing; it costs time.
//
// Every two bodies are in one of these states, unless both are static:
//  - their boxes overlap: listed in pairs(), and looked at in every frame;
//  - they sleep: in the calendar, until the frame in which their bounds can first meet. Those that
//    can meet now sleep for one frame;
//  - their reaches (boxes around all places where they can be until their bounds end) do not meet:
//    nothing is known of such a pair, and it costs nothing.
// A body that gets a new bound is compared with all others' reaches. Thus memory grows with bodies
// and near pairs, not with all pairs.
#pragma once

#include "broad/axis_sweep.h"
#include "broad/broad_phase.h"
#include "broad/motion_bound.h"
#include "broad/wake_calendar.h"

namespace glance::rooms::broad {

class SpaceTime final : public BroadPhase {
 public:
  void update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
              const BodyChanges& changes) override;
  void promise(std::uint32_t body, float acceleration) override;
  void reserve(std::size_t bodies, std::size_t pairs) override;
  std::size_t bytes() const override;

  /// Pairs in the calendar.
  std::size_t sleeping() const { return calendar_.count(); }

 private:
  struct Frame {
    const BoxArrays& boxes;
    std::span<const std::uint8_t> is_static;
    const BodyChanges& changes;
  };

  struct Track {
    MotionBound bound;
    std::uint64_t made = 0;     ///< in this frame
    std::uint32_t version = 0;  ///< of the bound
    std::uint32_t near = 0;     ///< bodies whose reaches meet its own
    float learnt = 0;           ///< acceleration
    std::uint8_t frames = 8;    ///< for which the bound is good, unless at rest
    std::uint8_t next_frames = 8;
    std::uint8_t young = 0;  ///< bounds in a row that were left soon
    bool there = false, moving = false;
  };

  double age(const Track& track) const { return static_cast<double>(frame_ - track.made); }
  void resize(std::size_t bodies);
  void split_pairs(const Frame& frame);
  void remove(std::span<const std::uint32_t> removed);
  void insert(std::span<const std::uint32_t> added);
  void check_bounds(const Frame& frame);
  void note_left(std::uint32_t body, const FloatBox& now);
  double longest(const MotionBound& bound) const;
  void renew(std::uint32_t body, const Frame& frame);
  void find_near(const Frame& frame);
  void find_near_one(std::uint32_t body, const Frame& frame);
  void adapt(Track& track) const;
  void meet(std::uint32_t i, std::uint32_t j, const Frame& frame);
  void look_at(std::uint32_t i, std::uint32_t j, const Frame& frame);
  void wake(const Frame& frame);
  void remember_boxes(const Frame& frame);

  std::uint64_t frame_ = 0;
  std::vector<Track> tracks_;               ///< by body
  std::vector<float> promised_;             ///< accelerations, by body; 0 if nothing was said
  BoxArrays reach_;                         ///< of each body's bound; NaN where there is none
  std::vector<float> everywhere_;           ///< beginning of all reaches, for simd::find_overlaps
  std::vector<std::uint32_t> found_;        ///< by it
  BoxArrays last_boxes_;                    ///< NaN for newcomers
  std::vector<std::uint32_t> moving_;       ///< bodies whose bounds move, and must be checked
  std::vector<std::uint32_t> renewed_;      ///< bodies with a new bound in this frame
  std::vector<std::uint8_t> fresh_, gone_;  ///< by body: renewed, removed; all 0 between updates
  AxisSweep sweep_;                         ///< over reaches, when many are new
  WakeCalendar calendar_;
  std::vector<PairKey> kept_, parted_, begun_;
};

}  // namespace glance::rooms::broad
