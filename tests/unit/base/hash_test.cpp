// Hashes stand in golden files, so their values must never change.
#include "glance/hash.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "glance/rng.h"

namespace glance::test {
namespace {

using Word = std::uint64_t;

TEST(Hash, GoldenValues) {
  // From a program of its own, written after the definition.
  EXPECT_EQ(Hash().value(), 0x243f6a8885a308d3u);
  EXPECT_EQ(Hash().add(Word{0}).value(), 0x123a96c9b6df5bf1u);
  EXPECT_EQ(Hash().add(Word{1}).add(Word{2}).add(Word{3}).value(), 0xbc3e73bc9c8a7563u);
  EXPECT_EQ(Hash().add(Vec3(1, -2.5, 1e-300)).value(), 0x32ddc7b93b36d5a3u);
  EXPECT_EQ(Hash().add(std::string_view("glance")).value(), 0x1653282ca9402115u);
  EXPECT_EQ(Hash().add(std::string_view("collision detection")).value(), 0x8b7dfaccb9a26f13u);
}

TEST(Hash, OrderMatters) {
  Rng rng(1);
  for (int i = 0; i < 1000; i++) {
    SCOPED_TRACE(i);
    const Word a = rng.below(4), b = 4 + rng.bits() / 2;  // never equal
    ASSERT_NE(Hash().add(a).add(b).value(), Hash().add(b).add(a).value());
    const Vec3 v = rng.in_box(1);
    ASSERT_NE(Hash().add(v).value(), Hash().add(Vec3(v.y(), v.x(), v.z())).value());
    ASSERT_EQ(Hash().add(v).value(), Hash().add(v.x()).add(v.y()).add(v.z()).value());
  }
}

TEST(Hash, CountsWhatWasAdded) {
  // Zeros are not nothing.
  std::set<Word> values;
  Hash hash;
  for (int i = 0; i < 100; i++) values.insert(hash.add(Word{0}).value());
  EXPECT_EQ(values.size(), 100u);
}

TEST(Hash, DoublesGoByTheirBitsExceptNegativeZero) {
  EXPECT_EQ(Hash().add(-0.0).value(), Hash().add(0.0).value());
  EXPECT_EQ(Hash().add(Vec3(-0.0, 1, -0.0)).value(), Hash().add(Vec3(0, 1, 0)).value());
  EXPECT_NE(Hash().add(1.0).value(), Hash().add(-1.0).value());
  EXPECT_NE(Hash().add(0.0).value(), Hash().add(0x1p-1074).value());
  EXPECT_NE(Hash().add(-0x1p-1074).value(), Hash().add(0x1p-1074).value());
  Rng rng(2);
  for (int i = 0; i < 1000; i++) {
    const double x = rng.uniform(-1, 1);
    ASSERT_NE(Hash().add(x).value(), Hash().add(std::nextafter(x, 2)).value()) << i;
  }
}

TEST(Hash, TextsOfAllLengthsDiffer) {
  // Lengths round multiples of eight, where the last word is full, short or missing.
  // A text of zeros differs from a shorter one by its length alone.
  std::set<Word> values;
  for (std::size_t length = 0; length <= 20; length++) {
    values.insert(Hash().add(std::string_view(std::string(length, '\0'))).value());
    if (length > 0) values.insert(Hash().add(std::string_view(std::string(length, 'x'))).value());
  }
  EXPECT_EQ(values.size(), 41u);
}

TEST(Hash, EveryCharacterOfATextCounts) {
  const std::string text = "nineteen characters";
  const Word value = Hash().add(std::string_view(text)).value();
  for (std::size_t i = 0; i < text.size(); i++) {
    std::string changed = text;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_NE(Hash().add(std::string_view(changed)).value(), value) << i;
  }
  // What lies behind the end does not.
  const std::string longer = text + "!";
  EXPECT_EQ(Hash().add(std::string_view(longer).substr(0, text.size())).value(), value);
}

TEST(Hash, OneBitMovesHalfOfTheOthers) {
  Rng rng(3);
  double moved = 0;
  for (int bit = 0; bit < 64; bit++) {
    int here = 0;
    for (int i = 0; i < 50; i++) {
      const Word x = rng.bits();
      const Word y = x ^ (Word{1} << bit);
      here += std::popcount(Hash().add(x).value() ^ Hash().add(y).value());
    }
    EXPECT_NEAR(here / 50.0, 32, 4) << bit;
    moved += here / 50.0;
  }
  EXPECT_NEAR(moved / 64, 32, 0.5);
}

}  // namespace
}  // namespace glance::test
