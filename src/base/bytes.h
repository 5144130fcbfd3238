// Numbers as bytes, little-endian on every machine: the ground of everything that is stored.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "glance/hash.h"
#include "glance/math.h"
#include "rooms.h"

namespace glance::base {

class ByteWriter {
 public:
  template <std::unsigned_integral T>
  void put(T value) {
    for (std::size_t i = 0; i < sizeof(T); i++) {
      bytes_.push_back(static_cast<std::byte>(std::uint64_t{value} >> 8 * i));
    }
  }
  void put(bool value) { put(static_cast<std::uint8_t>(value)); }
  void put(float value) { put(std::bit_cast<std::uint32_t>(value)); }
  void put(double value) { put(std::bit_cast<std::uint64_t>(value)); }
  void put(const Vec3& v) {
    for (int i = 0; i < 3; i++) put(v[i]);
  }
  void put(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  std::span<const std::byte> bytes() const { return bytes_; }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads what ByteWriter wrote. Past the end it gives zeros, and ok() turns false for good: ask
/// before anything is believed, and before a count becomes an allocation (fits()).
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <std::unsigned_integral T>
  T get() {
    std::uint64_t value = 0;
    const auto part = take(sizeof(T));
    for (std::size_t i = 0; i < part.size(); i++) {
      value |= std::to_integer<std::uint64_t>(part[i]) << 8 * i;
    }
    return static_cast<T>(value);
  }
  /// Anything but 0 and 1 was not written by put(bool): ok() turns false.
  bool get_bool() {
    const auto value = get<std::uint8_t>();
    if (value > 1) ok_ = false;
    return value == 1;
  }
  float get_float() { return std::bit_cast<float>(get<std::uint32_t>()); }
  double get_double() { return std::bit_cast<double>(get<std::uint64_t>()); }
  Vec3 get_vec3() {
    const double x = get_double(), y = get_double(), z = get_double();
    return {x, y, z};
  }
  /// Empty if there are not so many left.
  std::span<const std::byte> take(std::size_t count) {
    if (count > left()) {
      ok_ = false;
      at_ = bytes_.size();
      return {};
    }
    at_ += count;
    return bytes_.subspan(at_ - count, count);
  }

  bool ok() const { return ok_; }
  std::size_t position() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }
  /// Whether `count` things of at least `size` bytes each can follow.
  bool fits(std::uint64_t count, std::size_t size) const { return ok_ && count <= left() / size; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

/// Tells damaged bytes from sound ones.
inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  return Hash()
      .add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()))
      .value();
}

}  // namespace glance::base
