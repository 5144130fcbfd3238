#include "broad/space_time.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "base/simd.h"

namespace glance::rooms::broad {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
/// Overlaps nothing, not even a box with sides at infinity.
constexpr FloatBox kNowhere{{kNaN, kNaN, kNaN}, {kNaN, kNaN, kNaN}};

/// Bounds are good for so many frames at least, and at most: for longer, few bodies keep to them.
constexpr std::uint8_t kFewestFrames = 2, kMostFrames = WakeCalendar::kLongest;

/// A body with fewer others near gets a bound for more frames the next time, one with more of them
/// for fewer: renewing bounds costs time, and so do pairs that sleep.
constexpr std::uint32_t kFewNear = 2, kManyNear = 6;

/// A bound that is left so soon (frames) was a bad guess of the velocity, as after an impulse: that
/// tells nothing about accelerations, unless it happens again and again.
constexpr double kSoon = 4;
constexpr std::uint8_t kAgain = 2;

/// Learnt accelerations are larger by this (no unit) than was needed last time.
constexpr double kMargin = 1.25;

/// A velocity that has changed by so many times what the acceleration explains was changed at once.
constexpr double kImpulse = 2;

/// How much larger (on each side, fraction of its largest side) a bound may get than the box: in
/// larger ones too many pairs are awake.
constexpr double kMostGrowth = 0.25;

/// When this part of all bodies gets new bounds, one sweep over all reaches is quicker than
/// comparing each with all others.
constexpr std::size_t kManyRenewed = 8;

}  // namespace

void SpaceTime::update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
                       const BodyChanges& changes) {
  const Frame frame{boxes, is_static, changes};
  frame_++;
  woken = new_bounds = acceleration_exceeded = 0;
  begun_.clear();
  renewed_.clear();
  resize(boxes.size());
  split_pairs(frame);
  remove(changes.removed);
  check_bounds(frame);
  insert(changes.added);
  for (const std::uint32_t body : renewed_) renew(body, frame);
  wake(frame);
  find_near(frame);
  for (const PairKey key : parted_) {
    // Bodies with new bounds have been examined already.
    const std::uint32_t i = first_of(key), j = second_of(key);
    if (!fresh_[i] && !fresh_[j]) look_at(i, j, frame);
  }
  remember_boxes(frame);

  for (const std::uint32_t body : changes.removed) gone_[body] = 0;
  for (const std::uint32_t body : renewed_) fresh_[body] = 0;
  new_bounds = renewed_.size();
  std::ranges::sort(begun_);
  next_.clear();
  std::ranges::merge(kept_, begun_, std::back_inserter(next_));
  take_over();
}

void SpaceTime::promise(std::uint32_t body, float acceleration) {
  if (body >= promised_.size()) promised_.resize(body + 1);
  promised_[body] = acceleration;
}

void SpaceTime::resize(std::size_t bodies) {
  const std::size_t before = tracks_.size();
  if (bodies <= before) return;
  tracks_.resize(bodies);
  promised_.resize(std::max(bodies, promised_.size()));
  fresh_.resize(bodies);
  gone_.resize(bodies);
  last_boxes_.resize(bodies);
  reach_.resize(bodies + simd::kRectanglePads);
  for (std::size_t i = before; i < reach_.size(); i++) {
    reach_.set(static_cast<std::uint32_t>(i), kNowhere);
  }
  everywhere_.assign(bodies, -std::numeric_limits<float>::infinity());
  everywhere_.resize(reach_.size(), kNaN);
}

/// Pairs that overlapped: those that still do, and those of which more must be found out.
void SpaceTime::split_pairs(const Frame& frame) {
  for (const std::uint32_t body : frame.changes.removed) gone_[body] = 1;
  kept_.clear();
  parted_.clear();
  for (const PairKey key : pairs_) {
    const std::uint32_t i = first_of(key), j = second_of(key);
    if (gone_[i] || gone_[j]) continue;
    (frame.boxes.overlap(i, j) ? kept_ : parted_).push_back(key);
  }
}

void SpaceTime::remove(std::span<const std::uint32_t> removed) {
  if (removed.empty()) return;
  sweep_.remove(gone_);
  std::erase_if(moving_, [this](std::uint32_t body) { return gone_[body] != 0; });
  for (const std::uint32_t body : removed) {
    Track& track = tracks_[body];
    track.there = track.moving = false;
    track.version++;
    reach_.set(body, kNowhere);
  }
}

void SpaceTime::insert(std::span<const std::uint32_t> added) {
  for (const std::uint32_t body : added) {
    Track& track = tracks_[body];
    Track fresh;
    fresh.version = track.version;
    fresh.there = true;
    track = fresh;
    last_boxes_.set(body, kNowhere);
    sweep_.append(body);
    fresh_[body] = 1;
    renewed_.push_back(body);
  }
}

/// Which bodies need a new bound: those that have left theirs, and those whose bounds end.
void SpaceTime::check_bounds(const Frame& frame) {
  const auto needs_new = [&](std::uint32_t body) {
    Track& track = tracks_[body];
    const FloatBox now = frame.boxes.get(body);
    if (!track.bound.holds(now, age(track))) {
      note_left(body, now);
    } else if (track.moving && age(track) >= track.frames) {
      track.young = 0;
      const double needed = kMargin * needed_acceleration(track.bound, now, age(track));
      const float less = track.learnt > track.bound.rounding ? track.learnt / 2 : 0;
      track.learnt = std::max(less, static_cast<float>(std::min<double>(needed, track.learnt)));
    } else {
      return false;
    }
    fresh_[body] = 1;
    renewed_.push_back(body);
    return true;
  };
  // Before the others, so that none of them is asked twice.
  for (const std::uint32_t body : frame.changes.moved) {
    if (tracks_[body].there && !tracks_[body].moving) needs_new(body);
  }
  std::erase_if(moving_, needs_new);
}

/// What leaving a bound tells about the body's acceleration.
void SpaceTime::note_left(std::uint32_t body, const FloatBox& now) {
  Track& track = tracks_[body];
  acceleration_exceeded += promised_[body] > 0;
  const double left_at = age(track);
  const bool soon = left_at < kSoon;
  track.young = soon ? static_cast<std::uint8_t>(std::min<int>(track.young + 1, kAgain)) : 0;
  if (soon && track.young < kAgain) return;
  const double needed = needed_acceleration(track.bound, now, left_at);
  // With an even acceleration the velocity has changed by it once a frame. Much more is an impulse
  // in the last frame.
  const MotionBound last = bound_motion(last_boxes_.get(body), now, 0);
  double change = 0;
  for (int k = 0; k < 3; k++) {
    change = std::max(change, std::fabs(double{last.velocity[k]} - track.bound.velocity[k]));
  }
  if (!soon && change > kImpulse * needed * left_at) return;
  track.learnt =
      static_cast<float>(std::clamp<double>(kMargin * needed, track.learnt / 2, FLT_MAX));
}

/// For how many frames its next bound is good, at most: it must not get much larger than the box.
double SpaceTime::longest(const MotionBound& bound) const {
  double size = 0;
  for (int k = 0; k < 3; k++) {
    const double side = double{bound.box.upper[k]} - bound.box.lower[k];
    if (std::isfinite(side)) size = std::max(size, side);
  }
  return std::sqrt(2 * kMostGrowth * size / std::max(bound.acceleration, FLT_MIN));
}

void SpaceTime::renew(std::uint32_t body, const Frame& frame) {
  Track& track = tracks_[body];
  const float acceleration = promised_[body] > 0 ? promised_[body] : track.learnt;
  track.bound = bound_motion(last_boxes_.get(body), frame.boxes.get(body), acceleration);
  track.made = frame_;
  track.frames = static_cast<std::uint8_t>(
      std::clamp<double>(longest(track.bound), kFewestFrames, track.next_frames));
  track.version++;
  track.near = 0;
  track.moving = !track.bound.rests();
  if (track.moving) moving_.push_back(body);
  reach_.set(body, reach(track.bound, track.frames));
}

/// All that the bodies with new bounds may meet.
void SpaceTime::find_near(const Frame& frame) {
  if (renewed_.size() * kManyRenewed < sweep_.size()) {
    sweep_.fall_behind();
    for (const std::uint32_t body : renewed_) find_near_one(body, frame);
  } else {
    sweep_.run(reach_, [&](std::uint32_t i, std::uint32_t j) {
      if (fresh_[i] | fresh_[j]) meet(i, j, frame);
    });
  }
  for (const std::uint32_t body : renewed_) adapt(tracks_[body]);
}

/// Compares it with all reaches along y and z, many at once, and with those left along x.
void SpaceTime::find_near_one(std::uint32_t body, const Frame& frame) {
  const FloatBox own = reach_.get(body);
  const simd::Rectangles all{everywhere_.data(), reach_.lower[1].data(), reach_.upper[1].data(),
                             reach_.lower[2].data(), reach_.upper[2].data()};
  const simd::Rectangle sides{own.lower[1], own.upper[1], own.lower[2], own.upper[2]};
  found_.resize(everywhere_.size());
  std::size_t stop;
  const std::uint32_t* end = simd::find_overlaps(all, 0, 0, sides, found_.data(), stop);
  for (const std::uint32_t* other = found_.data(); other != end; other++) {
    // Two with new bounds meet once.
    if (reach_.overlap_along(0, body, *other) == 0 || *other == body) continue;
    if (!(fresh_[*other] && *other < body)) meet(body, *other, frame);
  }
}

void SpaceTime::adapt(Track& track) const {
  if (track.near > kManyNear) {
    track.next_frames = std::max<std::uint8_t>(track.frames / 2, kFewestFrames);
  } else if (track.near < kFewNear) {
    track.next_frames =
        static_cast<std::uint8_t>(std::min(track.frames + track.frames / 2, int{kMostFrames}));
  }
}

void SpaceTime::meet(std::uint32_t i, std::uint32_t j, const Frame& frame) {
  if (frame.is_static[i] && frame.is_static[j]) return;
  tracks_[i].near++;
  tracks_[j].near++;
  look_at(i, j, frame);
}

/// A pair that is not known to be apart now: it overlaps, or sleeps. A pair that sleeps until a
/// bound ends need not be remembered: it is found again then.
void SpaceTime::look_at(std::uint32_t i, std::uint32_t j, const Frame& frame) {
  if (frame.boxes.overlap(i, j)) {
    // Those that overlapped before are in kept_.
    if (!last_boxes_.overlap(i, j)) begun_.push_back(pair_key(i, j));
    return;
  }
  const Track &a = tracks_[i], &b = tracks_[j];
  const double age_a = age(a), age_b = age(b);
  double ends = std::numeric_limits<double>::infinity();
  if (a.moving) ends = a.frames - age_a;
  if (b.moving) ends = std::min(ends, b.frames - age_b);
  const double apart = frames_apart(a.bound, age_a, b.bound, age_b);
  if (apart >= ends) return;
  const auto frames = static_cast<std::uint32_t>(std::max(1.0, std::ceil(apart)));
  calendar_.push(frames, {i, j, a.version, b.version});
}

void SpaceTime::wake(const Frame& frame) {
  calendar_.advance([&](const Sleeper& s) {
    if (tracks_[s.i].version != s.version_i || tracks_[s.j].version != s.version_j) return;
    woken++;
    look_at(s.i, s.j, frame);
  });
}

void SpaceTime::remember_boxes(const Frame& frame) {
  for (const auto& changed : {frame.changes.added, frame.changes.moved}) {
    for (const std::uint32_t body : changed) last_boxes_.set(body, frame.boxes.get(body));
  }
}

void SpaceTime::reserve(std::size_t bodies, std::size_t pairs) {
  BroadPhase::reserve(bodies, pairs);
  tracks_.reserve(bodies);
  promised_.reserve(bodies);
  reach_.reserve(bodies + simd::kRectanglePads);
  last_boxes_.reserve(bodies);
  everywhere_.reserve(bodies + simd::kRectanglePads);
  for (auto* list : {&moving_, &renewed_}) list->reserve(bodies);
  found_.reserve(bodies + simd::kRectanglePads);
  for (auto* flags : {&fresh_, &gone_}) flags->reserve(bodies);
  for (auto* list : {&kept_, &parted_, &begun_}) list->reserve(pairs);
  sweep_.reserve(bodies);
  calendar_.reserve(pairs + std::size_t{2} * kManyNear * bodies);
}

std::size_t SpaceTime::bytes() const {
  return BroadPhase::bytes() + tracks_.capacity() * sizeof(Track) + reach_.bytes() +
         last_boxes_.bytes() + (everywhere_.capacity() + promised_.capacity()) * sizeof(float) +
         (moving_.capacity() + renewed_.capacity() + found_.capacity()) * sizeof(std::uint32_t) +
         fresh_.capacity() + gone_.capacity() + sweep_.bytes() + calendar_.bytes() +
         (kept_.capacity() + parted_.capacity() + begun_.capacity()) * sizeof(PairKey);
}

}  // namespace glance::rooms::broad
