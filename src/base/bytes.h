// Numbers as bytes, little-endian on every machine: for everything that is stored, worlds and
// recordings alike.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "glance/hash.h"
#include "glance/math.h"
#include "rooms.h"

namespace glance::rooms::base {

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

  /// A whole number in as few bytes as it needs: seven bits in each, the lowest first; all but the
  /// last have the top bit set.
  void put_varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<std::byte>(value | 0x80));
    bytes_.push_back(static_cast<std::byte>(value));
  }

  std::span<const std::byte> bytes() const { return bytes_; }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
  }
  void clear() { bytes_.clear(); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads what ByteWriter wrote. Past the end it gives zeros, and ok() turns false for good: ask
/// before anything is believed, and before a count becomes an allocation (fits()).
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  explicit ByteReader(std::string_view text) : bytes_(std::as_bytes(std::span(text))) {}

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
  /// An enumerator stored as a byte; ok() turns false beyond the last one.
  template <class Enum>
  Enum get_enum(Enum last) {
    const auto value = get<std::uint8_t>();
    if (value <= static_cast<std::uint8_t>(last)) return static_cast<Enum>(value);
    ok_ = false;
    return Enum{};
  }
  float get_float() { return std::bit_cast<float>(get<std::uint32_t>()); }
  double get_double() { return std::bit_cast<double>(get<std::uint64_t>()); }
  Vec3 get_vec3() {
    const double x = get_double(), y = get_double(), z = get_double();
    return {x, y, z};
  }
  /// Turns ok() false for bytes that put_varint never writes: 2^64 or more, or a zero at the end.
  std::uint64_t get_varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && left() > 0; shift += 7) {
      const auto byte = std::to_integer<std::uint64_t>(bytes_[at_++]), bits = byte & 0x7f;
      const bool beyond_64 = shift == 63 && bits > 1, padded = byte == 0 && shift > 0;
      if (beyond_64 || padded) break;
      value |= bits << shift;
      if (byte < 0x80) return value;
    }
    give_up();
    return 0;
  }
  /// Empty if fewer are left.
  std::span<const std::byte> take(std::uint64_t count) {
    if (count > left()) {
      give_up();
      return {};
    }
    const auto size = static_cast<std::size_t>(count);
    at_ += size;
    return bytes_.subspan(at_ - size, size);
  }

  bool ok() const { return ok_; }
  std::size_t position() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }
  /// Whether `count` things of at least `size` bytes each can follow.
  bool fits(std::uint64_t count, std::size_t size) const { return ok_ && count <= left() / size; }

 private:
  void give_up() {
    ok_ = false;
    at_ = bytes_.size();
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

/// Tells damaged bytes from undamaged ones.
inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  return Hash()
      .add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()))
      .value();
}

}  // namespace glance::rooms::base
