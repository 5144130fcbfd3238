// Tested in tests/unit/dynamics/sleep_test.cpp (Sleep).
#include "dynamics/sleep.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace glance::rooms::dynamics {

void Sleep::make_room(std::uint32_t index) {
  if (index < group_.size()) return;
  const std::size_t size = index + std::size_t{1};
  ids_.resize(size);
  mobility_.resize(size, Mobility::fixed);
  is_sensor_.resize(size);
  radius_.resize(size);
  still_.resize(size);
  group_.resize(size);
  least_still_.resize(size);
  new_group_.resize(size);
}

void Sleep::add(BodyId id, Mobility mobility, bool is_sensor, double radius) {
  make_room(id.index);
  ids_[id.index] = id;
  mobility_[id.index] = mobility;
  is_sensor_[id.index] = is_sensor;
  radius_[id.index] = radius;
  still_[id.index] = 0;
  group_[id.index] = 0;
  if (mobility != Mobility::free) return;
  awake_.insert(std::ranges::lower_bound(awake_, id.index), id.index);
  free_++;
}

void Sleep::remove(BodyId id, std::vector<BodyPair>& ended) {
  mark(id.index);
  if (!is_sensor(id.index)) mark_neighbors(id);
  std::erase_if(parked_, [&](const BodyPair& pair) {
    const bool gone = pair.a == id || pair.b == id;
    if (gone) ended.push_back(pair);
    return gone;
  });
  group_[id.index] = 0;
  if (!is_free(id.index)) return;
  mobility_[id.index] = Mobility::fixed;
  free_--;
  std::erase(awake_, id.index);
}

void Sleep::mark_neighbors(BodyId id) {
  for (const BodyPair& pair : parked_) {
    if (pair.a == id) mark(pair.b.index);
    if (pair.b == id) mark(pair.a.index);
  }
}

std::size_t Sleep::wake_marked(World& world) {
  std::ranges::sort(marked_);
  std::size_t woken = 0;
  for (std::uint32_t i = 0; i < group_.size(); i++) {
    if (group_[i] == 0 || !std::ranges::binary_search(marked_, group_[i])) continue;
    group_[i] = 0;
    still_[i] = 0;
    (void)world.set_static(ids_[i], false);  // it is there
    awake_.push_back(i);
    woken++;
  }
  marked_.clear();
  std::ranges::sort(awake_);
  return woken;
}

bool Sleep::is_parked(const BodyPair& pair) const {
  return std::ranges::binary_search(parked_, pair);
}

void Sleep::release(std::span<const PairReport> touching, std::vector<BodyPair>& ended) {
  std::erase_if(parked_, [&](const BodyPair& pair) {
    if (is_asleep(pair.a.index) || is_asleep(pair.b.index)) return false;
    const auto at = std::ranges::lower_bound(touching, pair, {}, [](const PairReport& report) {
      return BodyPair{report.a, report.b};
    });
    if (at == touching.end() || BodyPair{at->a, at->b} != pair) ended.push_back(pair);
    return true;
  });
}

/// False if none has been slow for long enough.
bool Sleep::grow_still(const RigidArrays& rigid, double time) {
  bool any = false;
  for (const std::uint32_t i : awake_) {
    const RigidState& state = rigid.states[i];
    const bool slow = norm(state.velocity) < speed_ && norm(state.spin) * radius_[i] < speed_;
    still_[i] = slow ? still_[i] + time : 0;
    any |= still_[i] >= after_;
  }
  return any;
}

std::size_t Sleep::stop_still_islands(World& world, RigidArrays& rigid,
                                      std::span<const PairReport> touching) {
  islands_.reset(group_.size());
  for (const PairReport& pair : touching) {
    if (!pair.sensor && is_free(pair.a.index) && is_free(pair.b.index)) {
      islands_.join(pair.a.index, pair.b.index);
    }
  }
  for (const std::uint32_t i : awake_) {
    least_still_[i] = std::numeric_limits<double>::infinity();
    new_group_[i] = 0;
  }
  for (const std::uint32_t i : awake_) {
    double& least = least_still_[islands_.find(i)];
    least = std::min(least, still_[i]);
  }
  std::size_t stopped = 0;
  for (const std::uint32_t i : awake_) {
    const std::uint32_t root = islands_.find(i);
    if (!(least_still_[root] >= after_)) continue;
    if (new_group_[root] == 0) new_group_[root] = ++last_group_;
    group_[i] = new_group_[root];
    RigidState& state = rigid.states[i];
    state.velocity = state.spin = Vec3::zero();
    rigid.previous[i] = state;
    (void)world.set_static(ids_[i], true);  // it is there
    stopped++;
  }
  if (stopped == 0) return 0;
  std::erase_if(awake_, [&](std::uint32_t i) { return is_asleep(i); });
  // (Of a pair with a kinematic body the frame still knows.)
  for (const PairReport& pair : touching) {
    if (is_static(pair.a.index) && is_static(pair.b.index)) parked_.push_back({pair.a, pair.b});
  }
  std::ranges::sort(parked_);
  return stopped;
}

std::size_t Sleep::bytes() const {
  const auto of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return of(ids_) + of(mobility_) + of(is_sensor_) + of(radius_) + of(still_) + of(group_) +
         of(least_still_) + of(new_group_) + of(awake_) + of(marked_) + of(parked_) +
         islands_.bytes();
}

}  // namespace glance::rooms::dynamics
