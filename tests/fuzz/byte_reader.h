// Bytes of a fuzzer as values. Past the end there are zeros, so that every input means
// something and a shorter one often the same.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace glance::fuzz {

class ByteReader {
 public:
  ByteReader(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

  bool empty() const { return left_.empty(); }

  /// Any bits: also what is not a number.
  template <class T>
  T raw() {
    std::uint8_t bytes[sizeof(T)] = {};
    const std::size_t count = std::min(sizeof(T), left_.size());
    std::copy_n(left_.begin(), count, bytes);
    left_ = left_.subspan(count);
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }

  /// In [0, count); count in 1 .. 256.
  std::size_t below(std::size_t count) { return raw<std::uint8_t>() % count; }

  /// A small whole number, -4 to 4; 0 for a zero byte.
  double small() { return static_cast<double>((raw<std::uint8_t>() + 4) % 9) - 4; }

  bool flag() { return below(2) == 1; }

  /// All that is left.
  std::string_view rest() const {
    return {reinterpret_cast<const char*>(left_.data()), left_.size()};
  }

 private:
  std::span<const std::uint8_t> left_;
};

}  // namespace glance::fuzz
