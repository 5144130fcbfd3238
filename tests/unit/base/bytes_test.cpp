// Numbers as bytes: what was written is read back bit for bit, and reading past the end is
// noticed, never done.
#include "base/bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "glance/rng.h"

namespace glance::test {
using namespace rooms::base;

namespace {

std::vector<int> as_numbers(std::span<const std::byte> bytes) {
  std::vector<int> numbers;
  for (const std::byte b : bytes) numbers.push_back(std::to_integer<int>(b));
  return numbers;
}

TEST(Bytes, LittleEndianOnEveryMachine) {
  ByteWriter out;
  out.put(std::uint8_t{0xab});
  out.put(std::uint16_t{0x0102});
  out.put(std::uint32_t{0x03040506});
  out.put(std::uint64_t{0x0708090a0b0c0d0e});
  out.put(true);
  out.put(false);
  out.put(1.0F);
  out.put(-2.0);
  EXPECT_EQ(as_numbers(out.bytes()), (std::vector<int>{0xab, 2,    1, 6, 5, 4, 3, 0x0e, 0x0d, 0x0c,
                                                       0x0b, 0x0a, 9, 8, 7, 1, 0, 0,    0,    0x80,
                                                       0x3f, 0,    0, 0, 0, 0, 0, 0,    0xc0}));
}

TEST(Bytes, ReadsBackWhatWasWritten) {
  constexpr float kFloats[] = {0.0F, -0.0F, 1e-45F, std::numeric_limits<float>::infinity()};
  constexpr double kDoubles[] = {0.0, -0.0, 5e-324, -std::numeric_limits<double>::infinity()};
  ByteWriter out;
  out.put(std::uint8_t{255});
  out.put(std::uint16_t{0xfffe});
  out.put(std::uint32_t{0x80000001});
  out.put(UINT64_MAX - 1);
  for (const float x : kFloats) out.put(x);
  for (const double x : kDoubles) out.put(x);
  out.put(Vec3(1, -2, 1e300));
  out.put(true);
  const std::array tail{std::byte{7}, std::byte{8}};
  out.put(tail);
  const std::vector<std::byte> bytes = out.take();

  ByteReader in(bytes);
  EXPECT_EQ(in.get<std::uint8_t>(), 255);
  EXPECT_EQ(in.get<std::uint16_t>(), 0xfffe);
  EXPECT_EQ(in.get<std::uint32_t>(), 0x80000001);
  EXPECT_EQ(in.get<std::uint64_t>(), UINT64_MAX - 1);
  for (const float x : kFloats) {
    EXPECT_EQ(std::bit_cast<std::uint32_t>(in.get_float()), std::bit_cast<std::uint32_t>(x));
  }
  for (const double x : kDoubles) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(in.get_double()), std::bit_cast<std::uint64_t>(x));
  }
  EXPECT_EQ(in.get_vec3(), Vec3(1, -2, 1e300));
  EXPECT_TRUE(in.get_bool());
  EXPECT_EQ(in.left(), 2u);
  EXPECT_EQ(in.position(), bytes.size() - 2);
  EXPECT_EQ(as_numbers(in.take(2)), (std::vector<int>{7, 8}));
  EXPECT_EQ(in.left(), 0u);
  EXPECT_TRUE(in.ok());
}

TEST(Bytes, VarintsTakeAsFewBytesAsTheyNeed) {
  const auto written = [](std::uint64_t value) {
    ByteWriter out;
    out.put_varint(value);
    return as_numbers(out.bytes());
  };
  EXPECT_EQ(written(0), (std::vector<int>{0}));
  EXPECT_EQ(written(127), (std::vector<int>{127}));
  EXPECT_EQ(written(128), (std::vector<int>{0x80, 1}));
  EXPECT_EQ(written(300), (std::vector<int>{0xac, 2}));
  std::vector<int> largest(9, 0xff);
  largest.push_back(1);
  EXPECT_EQ(written(UINT64_MAX), largest);

  ByteWriter out;
  std::vector<std::uint64_t> values = {0};
  for (int shift = 0; shift < 64; shift++) {
    const std::uint64_t power = std::uint64_t{1} << shift;
    values.insert(values.end(), {power - 1, power, power + 1, ~power});
  }
  for (const std::uint64_t value : values) out.put_varint(value);
  ByteReader in(out.text());
  for (const std::uint64_t value : values) EXPECT_EQ(in.get_varint(), value);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.left(), 0u);
}

/// One number has one form: others would be read, and written again as other bytes.
TEST(Bytes, VarintsInAnotherFormAreRefused) {
  const auto refused = [](std::string_view text) {
    ByteReader in(text);
    const std::uint64_t value = in.get_varint();
    return !in.ok() && value == 0 && in.left() == 0;
  };
  using namespace std::string_view_literals;
  EXPECT_TRUE(refused(""));
  EXPECT_TRUE(refused("\x80"));                                       // cut off
  EXPECT_TRUE(refused("\x80\x00 "sv));                                // 0, padded
  EXPECT_TRUE(refused("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02 "));  // 2^64 and more
  EXPECT_TRUE(refused("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x81\x01"));
  EXPECT_FALSE(refused("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"));
}

/// The bits of a NaN are no business of ours.
TEST(Bytes, NaNKeepsItsBits) {
  const auto bits = std::uint64_t{0x7ff8dead0000beef};
  ByteWriter out;
  out.put(std::bit_cast<double>(bits));
  ByteReader in(out.bytes());
  EXPECT_EQ(std::bit_cast<std::uint64_t>(in.get_double()), bits);
}

TEST(Bytes, PastTheEndThereAreZerosAndNoWayBack) {
  const std::array<std::byte, 5> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                                       std::byte{5}};
  ByteReader in(bytes);
  EXPECT_EQ(in.get<std::uint32_t>(), 0x04030201u);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.get<std::uint32_t>(), 0u);  // not the one byte that is left
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.left(), 0u);
  EXPECT_EQ(in.get<std::uint8_t>(), 0u);
  EXPECT_EQ(in.get_double(), 0.0);
  EXPECT_EQ(in.get_vec3(), Vec3(0, 0, 0));
  EXPECT_TRUE(in.take(0).empty());
  EXPECT_FALSE(in.ok());
}

TEST(Bytes, NothingToRead) {
  ByteReader in(std::span<const std::byte>{});
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.left(), 0u);
  EXPECT_TRUE(in.take(0).empty());
  EXPECT_TRUE(in.ok());
  EXPECT_FALSE(in.get_bool());
  EXPECT_FALSE(in.ok());
}

TEST(Bytes, TakingMoreThanThereIsTakesNothing) {
  const std::array<std::byte, 3> bytes{};
  for (const std::size_t count : {std::size_t{4}, SIZE_MAX}) {
    ByteReader in(bytes);
    EXPECT_TRUE(in.take(count).empty());
    EXPECT_FALSE(in.ok());
  }
}

/// A count from a file must not become an allocation before it is known to fit.
TEST(Bytes, FitsDoesNotOverflow) {
  const std::array<std::byte, 24> bytes{};
  ByteReader in(bytes);
  EXPECT_TRUE(in.fits(0, 8));
  EXPECT_TRUE(in.fits(3, 8));
  EXPECT_FALSE(in.fits(4, 8));
  EXPECT_TRUE(in.fits(24, 1));
  EXPECT_FALSE(in.fits(25, 1));
  EXPECT_FALSE(in.fits(UINT64_MAX, 8));
  EXPECT_FALSE(in.fits(UINT64_MAX / 8 + 2, 8));  // 8 times this is 8 again
  (void)in.get<std::uint64_t>();
  EXPECT_TRUE(in.fits(2, 8));
  EXPECT_FALSE(in.fits(3, 8));
  (void)in.take(SIZE_MAX);
  EXPECT_FALSE(in.fits(0, 8));  // nothing is believed any more
}

/// Anything but 0 and 1 is a damaged byte: taking it for true would store other bytes than
/// were read.
TEST(Bytes, OnlyZeroAndOneAreBools) {
  for (int value = 0; value < 256; value++) {
    const std::array bytes{static_cast<std::byte>(value)};
    ByteReader in(bytes);
    const bool read = in.get_bool();
    EXPECT_EQ(in.ok(), value < 2) << value;
    EXPECT_EQ(read, value == 1) << value;
  }
}

TEST(Bytes, TheChecksumSeesEveryFlippedBitAndEveryCut) {
  Rng rng(1);
  std::vector<std::byte> bytes(67);
  for (std::byte& b : bytes) b = static_cast<std::byte>(rng.below(256));
  const std::uint64_t sound = checksum(bytes);
  EXPECT_EQ(checksum(bytes), sound);
  for (std::size_t i = 0; i < bytes.size(); i++) {
    for (int bit = 0; bit < 8; bit++) {
      std::vector<std::byte> damaged = bytes;
      damaged[i] ^= static_cast<std::byte>(1 << bit);
      EXPECT_NE(checksum(damaged), sound) << "byte " << i << " bit " << bit;
    }
    EXPECT_NE(checksum(std::span(bytes).first(i)), sound) << i;
  }
  // Zeros at the end count: they are what padding would add.
  const std::vector<std::byte> zeros(16);
  EXPECT_NE(checksum(std::span(zeros).first(8)), checksum(zeros));
  EXPECT_NE(checksum(std::span(zeros).first(7)), checksum(std::span(zeros).first(8)));
}

TEST(Bytes, EnumeratorsThatDoNotExist) {
  enum class Colour : std::uint8_t { red, green, blue };
  ByteWriter out;
  for (const std::uint8_t value : {1, 2, 3, 0}) out.put(value);
  ByteReader in(out.bytes());
  EXPECT_EQ(in.get_enum(Colour::blue), Colour::green);
  EXPECT_EQ(in.get_enum(Colour::blue), Colour::blue);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.get_enum(Colour::blue), Colour::red);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.get_enum(Colour::blue), Colour::red);
  EXPECT_FALSE(in.ok());  // for good
}

}  // namespace
}  // namespace glance::test
