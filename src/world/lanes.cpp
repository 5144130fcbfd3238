// Tested in tests/property/parallel_frames_test.cpp (ParallelFrames).
#include "world/lanes.h"

namespace glance::rooms::world {

void Lane::begin_frame(const QueryOptions& asked) {
  query = asked;
  query.workspace = &workspace;
  found_points.clear();
  lists.clear();
  counters = {};
  parts = {};
  list_entries = 0;
}

std::size_t Lane::bytes() const {
  return sizeof(Lane) + found_points.capacity() * sizeof(ContactPoint) + lists.bytes() +
         parts.bytes();
}

void Lanes::begin_frame(const QueryOptions& asked) {
  for (const auto& lane : all_) lane->begin_frame(asked);
}

Lane* Lanes::take() {
  const std::lock_guard lock(mutex_);
  if (!free_.empty()) {
    Lane* const lane = free_.back();
    free_.pop_back();
    return lane;
  }
  // At most as many as there are threads.
  all_.push_back(std::make_unique<Lane>());
  free_.reserve(all_.size());
  all_.back()->begin_frame(main().query);
  return all_.back().get();
}

void Lanes::give_back(Lane* lane) {
  const std::lock_guard lock(mutex_);
  free_.push_back(lane);
}

std::size_t Lanes::bytes() const {
  std::size_t sum = 0;
  for (const auto& lane : all_) sum += lane->bytes();
  return sum;
}

}  // namespace glance::rooms::world
