// Numbers as bytes: whole numbers in as few as they need, doubles in eight, little-endian.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "glance/math.h"
#include "rooms.h"

namespace glance::io {

/// Seven bits a byte, the lowest first; all bytes but the last have the top bit set.
inline void put_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

inline void put_word(std::string& out, std::uint64_t value) {
  for (int i = 0; i < 8; i++) out.push_back(static_cast<char>(value >> 8 * i));
}

inline void put_double(std::string& out, double x) {
  put_word(out, std::bit_cast<std::uint64_t>(x));
}

inline void put_vector(std::string& out, const Vec3& v) {
  for (int i = 0; i < 3; i++) put_double(out, v[i]);
}

/// Takes numbers off the front of some bytes. Once there are too few, or a number that
/// put_varint cannot have written, every further one is zero and `ok` stays false.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  std::size_t left() const { return bytes_.size() - next_; }
  /// How many bytes were taken.
  std::size_t position() const { return next_; }

  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64 && next_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<std::uint8_t>(bytes_[next_++]);
      const std::uint64_t bits = byte & 0x7f;
      const bool beyond_64 = shift == 63 && bits > 1, padded = byte == 0 && shift > 0;
      if (beyond_64 || padded) break;
      value |= bits << shift;
      if (byte < 0x80) return value;
    }
    return give_up();
  }

  std::uint64_t word() {
    if (left() < 8) return give_up();
    std::uint64_t value = 0;
    for (int i = 0; i < 8; i++) {
      value |= std::uint64_t{static_cast<std::uint8_t>(bytes_[next_++])} << 8 * i;
    }
    return value;
  }

  double number() { return std::bit_cast<double>(word()); }

  /// So many bytes as they are.
  std::string_view text(std::uint64_t size) {
    if (size > left()) {
      give_up();
      return {};
    }
    next_ += static_cast<std::size_t>(size);
    return bytes_.substr(next_ - static_cast<std::size_t>(size), static_cast<std::size_t>(size));
  }

  Vec3 vector() {
    Vec3 v;
    for (int i = 0; i < 3; i++) v[i] = number();
    return v;
  }

 private:
  std::uint64_t give_up() {
    ok_ = false;
    next_ = bytes_.size();
    return 0;
  }

  std::string_view bytes_;
  std::size_t next_ = 0;
  bool ok_ = true;
};

}  // namespace glance::io
