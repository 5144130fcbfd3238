#include "broad/automatic.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "broad/grid.h"
#include "broad/key_sort.h"
#include "broad/sweep_and_prune.h"

namespace glance::rooms::broad {
namespace {

/// Frames without motion after which a body counts as at rest. (A static one does at once.)
constexpr std::uint32_t kRestFrames = 8;

/// Frames between decisions.
constexpr std::uint32_t kLookFrames = 8;

/// Decisions before lists are tried again that took too many exchanges.
constexpr std::uint32_t kLooksToWait = 32;

// The stored history: the numbers of the movers' method in the lowest bits of each, ours above.
constexpr int kShift = 8, kLookShift = 16, kWaitShift = 20, kSwapsShift = 28;
constexpr std::uint64_t kMethodBits = (1 << kShift) - 1;
constexpr std::uint64_t kIsGrid = 0x100, kIsApart = 0x200, kIsCalm = 0x400, kIsAsleep = 0x800,
                        kLookSoon = 0x1000;
constexpr std::uint64_t kMostCounted = (std::uint64_t{1} << (64 - kSwapsShift)) - 1;
constexpr std::uint8_t kResting = 0x80;  ///< flag of a body, besides its frames without motion

}  // namespace

Automatic::Automatic(const AutomaticSettings& settings) : settings_(settings) {
  make_method(false);
}

void Automatic::update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
                       const BodyChanges& changes) {
  frame_++;
  side_.resize(boxes.size());
  last_moved_.resize(boxes.size());
  is_static_ = is_static;
  swaps = {};
  sorted_again = false;
  for (auto* list : {&left_, &joined_, &moved_, &to_tree_, &from_tree_}) list->clear();
  static_newcomers_ = false;
  follow(changes);
  decide();
  look_for_rest();
  look_soon_ |= static_newcomers_;
  if (left_.empty() && joined_.empty() && moved_.empty() && from_tree_.empty()) return keep_all();
  tree_.remove(from_tree_);
  tree_.insert(to_tree_, boxes);
  if (!to_tree_.empty()) near_.forget_all();
  list_movers();
  if (is_grid_ != wants_grid()) {
    make_method(!is_grid_);
    method_->update(boxes, is_static_, {{}, movers_, {}});
  } else {
    method_->update(boxes, is_static_, {left_, joined_, moved_});
  }
  swaps = method_->swaps;
  sorted_again = method_->sorted_again;
  // Newcomers sink past many others, but only once.
  for (const std::uint64_t exchanges : swaps) {
    if (joined_.empty()) swaps_ = std::min(swaps_ + exchanges, kMostCounted);
  }
  find_pairs(boxes);
}

bool Automatic::wants_grid() const {
  if (is_calm_) return false;
  return movers_.size() >= (is_grid_ ? settings_.grid_until : settings_.grid_from);
}

void Automatic::make_method(bool is_grid) {
  is_grid_ = is_grid;
  if (is_grid) {
    method_ = std::make_unique<Grid>();
  } else {
    method_ = std::make_unique<SweepAndPrune>(EndSort::automatic);
  }
  method_->set_executor(executor_);
}

void Automatic::set_executor(Executor* executor) {
  executor_ = executor;
  method_->set_executor(executor);
}

/// Sorts out whom the changes concern. Everybody who comes or moves is a mover.
void Automatic::follow(const BodyChanges& changes) {
  for (const std::uint32_t body : changes.removed) {
    (side_[body] == Side::resting ? from_tree_ : left_).push_back(body);
    side_[body] = Side::absent;
  }
  for (const std::uint32_t body : changes.added) {
    joined_.push_back(body);
    side_[body] = Side::moving;
    last_moved_[body] = frame_;
    static_newcomers_ |= is_static_[body] != 0;  // who are at rest in the next frame
  }
  moves_ += changes.moved.size() + changes.added.size() + changes.removed.size();
  for (const std::uint32_t body : changes.moved) {
    wakes_ += side_[body] == Side::resting || frame_ - last_moved_[body] > kRestFrames;
    last_moved_[body] = frame_;
    if (side_[body] == Side::resting) {
      from_tree_.push_back(body);
      joined_.push_back(body);
      side_[body] = Side::moving;
    } else {
      moved_.push_back(body);
    }
  }
}

bool Automatic::is_at_rest(std::uint32_t body) const {
  return frame_ - last_moved_[body] >= (is_static_[body] ? 1 : kRestFrames);
}

/// Every few frames: what the counters say.
void Automatic::decide() {
  if (frame_ < next_decision_) return;
  next_decision_ = frame_ + kLookFrames;
  look_soon_ = true;
  const std::uint64_t movers = kLookFrames * movers_.size();
  const std::uint64_t bodies = movers + kLookFrames * tree_.size();
  const std::size_t calm = is_calm_ ? settings_.calm_until : settings_.calm_from;
  const std::size_t asleep = is_asleep_ ? settings_.asleep_until : settings_.asleep_from;
  if (is_calm_ && swaps_ > movers * settings_.most_swaps) looks_to_wait_ = kLooksToWait;
  looks_to_wait_ -= looks_to_wait_ > 0;
  is_calm_ = looks_to_wait_ == 0 && moves_ * calm <= movers;
  is_asleep_ = wakes_ * asleep <= bodies;
  moves_ = wakes_ = swaps_ = 0;
}

/// Decides whether bodies at rest are kept apart, and who goes where.
void Automatic::look_for_rest() {
  if (!look_soon_) return;
  look_soon_ = false;
  const auto rests = [this](std::uint32_t body) {
    return side_[body] == Side::moving && is_at_rest(body);
  };
  const auto new_ones = static_cast<std::size_t>(std::ranges::count_if(movers_, rests));
  const std::size_t resting = tree_.size() - from_tree_.size() + new_ones;
  const std::size_t moving = movers_.size() - new_ones;
  const bool were_apart = is_apart_;
  const std::size_t part = were_apart ? settings_.apart_until : settings_.apart_from;
  is_apart_ = is_asleep_ && resting >= settings_.least_apart && resting >= moving * part;
  if (is_apart_) {
    for (const std::uint32_t body : movers_) {
      if (!rests(body)) continue;
      side_[body] = Side::resting;
      to_tree_.push_back(body);
      left_.push_back(body);
    }
  } else if (were_apart) {
    for (std::uint32_t body = 0; body < side_.size(); body++) {
      if (side_[body] != Side::resting) continue;
      side_[body] = Side::moving;
      from_tree_.push_back(body);
      joined_.push_back(body);
    }
  }
}

void Automatic::list_movers() {
  if (left_.empty() && joined_.empty()) return;
  std::erase_if(movers_, [this](std::uint32_t body) { return side_[body] != Side::moving; });
  if (joined_.empty()) return;
  std::ranges::sort(joined_);
  before_.swap(movers_);
  movers_.clear();
  // Some were removed and added.
  std::ranges::set_union(before_, joined_, std::back_inserter(movers_));
}

void Automatic::find_pairs(const BoxArrays& boxes) {
  const auto of_movers = method_->pairs();
  if (tree_.size() == 0) {
    next_.assign(of_movers.begin(), of_movers.end());
    return take_over();
  }
  kept_.clear();
  for (const PairKey key : pairs_) {
    // Neither has moved since the last frame.
    if (side_[first_of(key)] == Side::resting && side_[second_of(key)] == Side::resting) {
      kept_.push_back(key);
    }
  }
  met_.clear();
  near_.make_room(movers_.size());
  for (const std::uint32_t body : movers_) {
    near_.find(body, boxes, tree_, [&](std::uint32_t other) {
      if (!(is_static_[body] & is_static_[other])) met_.push_back(pair_key(body, other));
    });
  }
  sort_keys(met_, room_);
  room_.clear();
  std::ranges::merge(kept_, met_, std::back_inserter(room_));
  next_.clear();
  std::ranges::merge(room_, of_movers, std::back_inserter(next_));
  take_over();
}

std::optional<BroadPhase::Choice> Automatic::choice() const {
  return Choice{is_grid_, is_apart_, movers_.size(), tree_.size()};
}

BroadPhase::History Automatic::history() const {
  const History of_method = method_->history();
  const std::uint64_t flags = (is_grid_ ? kIsGrid : 0) | (is_apart_ ? kIsApart : 0) |
                              (is_calm_ ? kIsCalm : 0) | (is_asleep_ ? kIsAsleep : 0) |
                              (look_soon_ ? kLookSoon : 0);
  return {of_method[0] | flags | std::uint64_t{next_decision_ - frame_} << kLookShift |
              std::uint64_t{looks_to_wait_} << kWaitShift | swaps_ << kSwapsShift,
          of_method[1] | moves_ << kShift, of_method[2] | wakes_ << kShift, of_method[3]};
}

std::uint8_t Automatic::body_history(std::uint32_t body) const {
  if (body >= side_.size() || side_[body] == Side::absent) return 0;
  return static_cast<std::uint8_t>(std::min(frame_ - last_moved_[body], kRestFrames) |
                                   (side_[body] == Side::resting ? kResting : 0));
}

void Automatic::set_body_history(std::span<const std::uint8_t> by_body) {
  frame_ = kRestFrames + 1;
  const std::size_t count = std::min(by_body.size(), side_.size());
  for (std::uint32_t body = 0; body < count; body++) {
    if (side_[body] == Side::absent) continue;
    side_[body] = (by_body[body] & kResting) != 0 ? Side::resting : Side::moving;
    last_moved_[body] = frame_ - std::min(by_body[body] & (kResting - 1u), kRestFrames);
  }
}

void Automatic::set_history(const History& history, const BoxArrays& boxes) {
  is_apart_ = (history[0] & kIsApart) != 0;
  is_calm_ = (history[0] & kIsCalm) != 0;
  is_asleep_ = (history[0] & kIsAsleep) != 0;
  look_soon_ = (history[0] & kLookSoon) != 0;
  const auto part = [&](int shift, std::uint32_t most) {
    return std::min(static_cast<std::uint32_t>(history[0] >> shift) & (2 * most - 1), most);
  };
  next_decision_ = frame_ + part(kLookShift, kLookFrames);
  looks_to_wait_ = part(kWaitShift, kLooksToWait);
  swaps_ = history[0] >> kSwapsShift;
  moves_ = history[1] >> kShift;
  wakes_ = history[2] >> kShift;
  movers_.clear();
  to_tree_.clear();
  for (std::uint32_t body = 0; body < side_.size(); body++) {
    if (side_[body] == Side::moving) movers_.push_back(body);
    if (side_[body] == Side::resting) to_tree_.push_back(body);
  }
  tree_.clear();
  tree_.insert(to_tree_, boxes);
  near_.forget_all();
  make_method((history[0] & kIsGrid) != 0);
  method_->update(boxes, is_static_, {{}, movers_, {}});
  method_->set_history(
      {history[0] & kMethodBits, history[1] & kMethodBits, history[2] & kMethodBits, history[3]},
      boxes);
}

void Automatic::reserve(std::size_t bodies, std::size_t pairs) {
  BroadPhase::reserve(bodies, pairs);
  method_->reserve(bodies, pairs);
  side_.reserve(bodies);
  last_moved_.reserve(bodies);
  for (auto* list : {&movers_, &before_, &left_, &joined_, &moved_}) list->reserve(bodies);
}

std::size_t Automatic::bytes() const {
  std::size_t ids = last_moved_.capacity();
  for (const auto* list : {&movers_, &before_, &left_, &joined_, &moved_, &to_tree_, &from_tree_}) {
    ids += list->capacity();
  }
  return BroadPhase::bytes() + method_->bytes() + tree_.bytes() + near_.bytes() + side_.capacity() +
         ids * sizeof(std::uint32_t) +
         (kept_.capacity() + met_.capacity() + room_.capacity()) * sizeof(PairKey);
}

}  // namespace glance::rooms::broad
