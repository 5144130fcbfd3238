// A cache of values by key that keeps the ones used last.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace glance::app {

/// Where it can keep more than `max_count` values or more than `max_bytes` (keys included),
/// it forgets the ones that were not used for longest; never the last one added.
template <class Value>
class Recent {
 public:
  Recent(std::size_t max_count, std::size_t max_bytes)
      : max_count_(max_count), max_bytes_(max_bytes) {}

  /// Null if it is not, or no longer, known. Valid until the next `add`.
  Value* find(std::string_view key) {
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  /// For a key that is not known. `bytes` are those that the value holds besides its own.
  Value& add(std::string key, Value value, std::size_t bytes = 0) {
    bytes += key.size() + sizeof(Entry);
    entries_.push_front({std::move(key), std::move(value), bytes});
    places_.emplace(entries_.front().key, entries_.begin());
    bytes_ += bytes;
    while (entries_.size() > 1 && (entries_.size() > max_count_ || bytes_ > max_bytes_)) {
      bytes_ -= entries_.back().bytes;
      places_.erase(entries_.back().key);
      entries_.pop_back();
    }
    return entries_.front().value;
  }

  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::string key;
    Value value;
    std::size_t bytes;
  };

  std::size_t max_count_, max_bytes_, bytes_ = 0;
  std::list<Entry> entries_;  ///< the one used last in front
  std::unordered_map<std::string_view, typename std::list<Entry>::iterator> places_;
};

}  // namespace glance::app
