#include "broad/key_sort.h"

#include <algorithm>
#include <array>

namespace glance::rooms::broad {
namespace {

/// Below this many, comparing is quicker.
constexpr std::size_t kFewKeys = 192;

constexpr int kDigit = 8;  ///< bits per pass: the ends of 256 runs fit into the first cache

}  // namespace

void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& room) {
  if (keys.size() < kFewKeys) {
    std::ranges::sort(keys);
    return;
  }
  // Digits that are the same in all keys, such as the upper ones of small indices, need no pass.
  std::uint64_t differing = 0;
  bool sorted = true;
  for (std::size_t i = 1; i < keys.size(); i++) {
    differing |= keys[i] ^ keys[i - 1];
    sorted &= keys[i - 1] <= keys[i];
  }
  if (sorted) return;
  room.resize(keys.size());
  for (int shift = 0; shift < 64; shift += kDigit) {
    constexpr std::uint64_t kMask = (1 << kDigit) - 1;
    if ((differing >> shift & kMask) == 0) continue;
    std::array<std::uint32_t, kMask + 1> to = {};
    for (const std::uint64_t key : keys) to[key >> shift & kMask]++;
    std::uint32_t sum = 0;
    for (std::uint32_t& count : to) {
      const std::uint32_t begin = sum;
      sum += count;
      count = begin;
    }
    for (const std::uint64_t key : keys) room[to[key >> shift & kMask]++] = key;
    keys.swap(room);
  }
}

}  // namespace glance::rooms::broad
