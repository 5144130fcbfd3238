// Groups bodies by size (Overmars' levels, I-COLLIDE section 4.4), from a count of how many there
// are of each size. A size is a power of two.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "rooms.h"

namespace glance::rooms::broad {

class SizeLevels {
 public:
  static constexpr std::size_t kMost = 16;
  static constexpr std::size_t kSizes = 256;
  using Counts = std::array<std::size_t, kSizes>;

  struct Settings {
    /// A level has so many sizes, or more if few bodies are in the smaller ones.
    std::size_t sizes = 4;
    /// Smaller bodies get a level of their own if there is at least one for so many larger ones,
    /// all of which visit the level's columns.
    std::size_t least_part = 4;
  };

  /// The size of a length: its exponent. (That of -0 is 0.)
  static std::size_t size_of(float length) {
    return std::bit_cast<std::uint32_t>(length) >> 23 & (kSizes - 1);
  }

  void choose(const Counts& bodies, const Settings& settings);

  std::size_t count() const { return count_; }
  /// Of a body of this length (not NaN): every body belongs to a level.
  std::size_t level_of(float length) const {
    std::size_t level = 0;
    while (length > limits_[level]) level++;
    return level;
  }

 private:
  std::size_t count_ = 1;
  /// No longer bodies belong to the level; infinite for the last.
  std::array<float, kMost> limits_ = {std::numeric_limits<float>::infinity()};
};

}  // namespace glance::rooms::broad
