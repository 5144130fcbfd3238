// A 64-bit hash of a stream of values, for golden results and keys. Not cryptographic. The value
// depends on the bits alone, so equal hashes on different machines and at different optimisation
// levels mean equal results.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "glance/math.h"

namespace glance {

/// Hashes the values added, in their order.
class Hash {
 public:
  /// Adds an integer.
  Hash& add(std::uint64_t value) {
    state_ = mix(state_ ^ mix(value + 0x9e3779b97f4a7c15u));
    return *this;
  }

  /// Adds the bits of a number; -0.0 counts as 0.0.
  Hash& add(double value) { return add(std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value)); }

  /// Adds the three components.
  Hash& add(const Vec3& v) { return add(v.x()).add(v.y()).add(v.z()); }

  /// Adds the length of a text, and its bytes.
  Hash& add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (std::size_t i = 0; i < text.size(); i += 8) {
      const std::size_t left = text.size() - i;
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + i, left < 8 ? left : 8);
      add(word);
    }
    return *this;
  }

  /// The hash of everything added so far.
  std::uint64_t value() const { return state_; }

 private:
  /// A bijection in which every input bit affects every output bit.
  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93u;
    z = (z ^ (z >> 32)) * 0xd6e8feb86659fd93u;
    return z ^ (z >> 32);
  }

  std::uint64_t state_ = 0x243f6a8885a308d3u;
};

}  // namespace glance
