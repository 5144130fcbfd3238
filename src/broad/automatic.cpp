#include "broad/automatic.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "broad/grid.h"
#include "broad/key_sort.h"
#include "broad/sweep_and_prune.h"

namespace glance::broad {
namespace {

/// Frames without motion after which a body counts as at rest. (A static one does at once.)
constexpr std::uint32_t kRestFrames = 8;

/// Frames between looks for bodies at rest.
constexpr std::uint32_t kLookFrames = 8;

/// Of the stored history.
constexpr std::uint64_t kMethodBits = 0xff, kIsGrid = 0x100, kIsApart = 0x200;
constexpr int kLookShift = 16;
constexpr std::uint8_t kResting = 0x80;  ///< flag, besides the frames without motion

}  // namespace

Automatic::Automatic(const AutomaticSettings& settings) : settings_(settings) {
  make_method(false);
}

void Automatic::update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
                       const BodyChanges& changes) {
  frame_++;
  side_.resize(boxes.size());
  last_moved_.resize(boxes.size());
  is_static_.assign(is_static.begin(), is_static.end());
  swaps = {};
  sorted_again = false;
  for (auto* list : {&left_, &joined_, &moved_, &to_tree_, &from_tree_}) list->clear();
  follow(changes);
  look_for_rest();
  if (left_.empty() && joined_.empty() && moved_.empty() && from_tree_.empty()) return keep_all();
  tree_.remove(from_tree_);
  tree_.insert(to_tree_, boxes);
  if (!to_tree_.empty()) near_.forget_all();
  list_movers();
  const std::size_t limit = is_grid_ ? settings_.grid_until : settings_.grid_from;
  if (is_grid_ != (movers_.size() >= limit)) {
    make_method(!is_grid_);
    method_->update(boxes, is_static_, {{}, movers_, {}});
  } else {
    method_->update(boxes, is_static_, {left_, joined_, moved_});
  }
  swaps = method_->swaps;
  sorted_again = method_->sorted_again;
  find_pairs(boxes);
}

void Automatic::make_method(bool is_grid) {
  is_grid_ = is_grid;
  if (is_grid) {
    method_ = std::make_unique<Grid>();
  } else {
    method_ = std::make_unique<SweepAndPrune>(EndSort::automatic);
  }
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
  }
  for (const std::uint32_t body : changes.moved) {
    last_moved_[body] = frame_;
    if (side_[body] == Side::resting) {
      from_tree_.push_back(body);
      joined_.push_back(body);
      side_[body] = Side::moving;
    } else {
      moved_.push_back(body);
    }
  }
  // Static newcomers are at rest in the next frame.
  if (!changes.added.empty()) next_look_ = frame_ + 1;
}

bool Automatic::is_at_rest(std::uint32_t body) const {
  return frame_ - last_moved_[body] >= (is_static_[body] ? 1 : kRestFrames);
}

/// Decides whether bodies at rest are kept apart, and who goes where.
void Automatic::look_for_rest() {
  if (frame_ < next_look_) return;
  if (joined_.empty()) next_look_ = frame_ + kLookFrames;
  const auto rests = [this](std::uint32_t body) {
    return side_[body] == Side::moving && is_at_rest(body);
  };
  const auto new_ones = static_cast<std::size_t>(std::ranges::count_if(movers_, rests));
  const std::size_t resting = tree_.size() - from_tree_.size() + new_ones,
                    moving = movers_.size() - new_ones;
  const bool were_apart = is_apart_;
  const std::size_t part = were_apart ? settings_.apart_until : settings_.apart_from;
  is_apart_ = resting >= settings_.least_apart && resting >= moving * part;
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
  History history = method_->history();
  history[0] = (history[0] & kMethodBits) | (is_grid_ ? kIsGrid : 0) | (is_apart_ ? kIsApart : 0) |
               std::uint64_t{next_look_ - std::min(frame_, next_look_)} << kLookShift;
  return history;
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
  next_look_ = frame_ + static_cast<std::uint32_t>(
                            std::min<std::uint64_t>(history[0] >> kLookShift, kLookFrames));
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
  method_->set_history({history[0] & kMethodBits, history[1], history[2], history[3]}, boxes);
}

void Automatic::reserve(std::size_t bodies, std::size_t pairs) {
  BroadPhase::reserve(bodies, pairs);
  method_->reserve(bodies, pairs);
  side_.reserve(bodies);
  is_static_.reserve(bodies);
  last_moved_.reserve(bodies);
  for (auto* list : {&movers_, &before_, &left_, &joined_, &moved_}) list->reserve(bodies);
}

std::size_t Automatic::bytes() const {
  std::size_t ids = last_moved_.capacity();
  for (const auto* list : {&movers_, &before_, &left_, &joined_, &moved_, &to_tree_, &from_tree_}) {
    ids += list->capacity();
  }
  return BroadPhase::bytes() + method_->bytes() + tree_.bytes() + near_.bytes() + side_.capacity() +
         is_static_.capacity() + ids * sizeof(std::uint32_t) +
         (kept_.capacity() + met_.capacity() + room_.capacity()) * sizeof(PairKey);
}

}  // namespace glance::broad
