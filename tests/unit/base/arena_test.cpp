// Memory of a frame: aligned, not shared, not lost, and after the first frames not asked
// of the system any more.
#include "base/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "glance/rng.h"

namespace glance::test {
namespace {

struct Piece {
  std::byte* data;
  std::size_t size;
  std::byte mark;
};

bool aligned(const void* p, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(p) % alignment == 0;
}

/// Pieces of random size and alignment, filled with a mark of their own.
std::vector<Piece> fill(Arena& arena, Rng& rng, int count) {
  std::vector<Piece> pieces;
  for (int i = 0; i < count; i++) {
    const std::size_t alignment = std::size_t{1} << rng.below(7);
    const std::size_t size = rng.chance(0.02) ? rng.below(20000) : rng.below(100);
    auto* data = static_cast<std::byte*>(arena.allocate(size, alignment));
    EXPECT_TRUE(aligned(data, alignment)) << alignment;
    const auto mark = static_cast<std::byte>(rng.below(256));
    std::memset(data, static_cast<int>(mark), size);
    pieces.push_back({data, size, mark});
  }
  return pieces;
}

void expect_untouched(const std::vector<Piece>& pieces) {
  for (const Piece& piece : pieces) {
    for (std::size_t i = 0; i < piece.size; i++) ASSERT_EQ(piece.data[i], piece.mark);
  }
}

TEST(Arena, PiecesAreAlignedAndDoNotOverlap) {
  for (std::uint64_t seed = 1; seed <= 50; seed++) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    Arena arena(rng.below(3000));
    const std::vector<Piece> pieces = fill(arena, rng, 300);
    std::size_t wanted = 0;
    for (const Piece& piece : pieces) wanted += piece.size;
    EXPECT_GE(arena.bytes_used(), wanted);
    EXPECT_LE(arena.bytes_used(), arena.bytes_reserved());
    expect_untouched(pieces);
  }
}

TEST(Arena, CountsWhatIsUsedAndReserved) {
  Arena arena(256);
  EXPECT_EQ(arena.bytes_reserved(), 0u);  // an arena that is never used costs nothing
  EXPECT_EQ(arena.system_allocations(), 0u);
  const void* first = arena.allocate(3, 1);
  const void* second = arena.allocate(8, 8);
  EXPECT_EQ(static_cast<const std::byte*>(second) - static_cast<const std::byte*>(first), 8);
  EXPECT_EQ(arena.bytes_used(), 16u);
  EXPECT_EQ(arena.bytes_reserved(), 256u);
  (void)arena.allocate(240, 16);  // to the last byte
  EXPECT_EQ(arena.bytes_used(), 256u);
  EXPECT_EQ(arena.system_allocations(), 1u);
  (void)arena.allocate(1, 1);
  EXPECT_EQ(arena.system_allocations(), 2u);
  EXPECT_EQ(arena.bytes_used(), 257u);
}

TEST(Arena, ResetKeepsOneBlockThatHoldsAll) {
  Arena arena(64);
  for (int i = 0; i < 100; i++) (void)arena.allocate(50, 2);
  const std::size_t reserved = arena.bytes_reserved(), asked = arena.system_allocations();
  EXPECT_GT(asked, 2u);
  arena.reset();
  EXPECT_EQ(arena.bytes_used(), 0u);
  EXPECT_EQ(arena.bytes_reserved(), reserved);
  EXPECT_EQ(arena.system_allocations(), asked + 1);
  const void* start = arena.allocate(reserved, 64);  // would not fit into one of several
  EXPECT_EQ(arena.system_allocations(), asked + 1);
  // One block stays where it is: the second frame finds the memory of the first, warm.
  arena.reset();
  EXPECT_EQ(arena.allocate(1, 1), start);
  EXPECT_EQ(arena.system_allocations(), asked + 1);
}

TEST(Arena, SteadyFramesAskTheSystemForNothing) {
  Arena arena(128);
  std::size_t asked = 0, reserved = 0;
  for (int frame = 0; frame < 50; frame++) {
    SCOPED_TRACE(frame);
    Rng rng(7);  // every frame needs the same
    expect_untouched(fill(arena, rng, 400));
    arena.reset();
    if (frame == 0) {
      asked = arena.system_allocations();
      reserved = arena.bytes_reserved();
    }
    EXPECT_EQ(arena.system_allocations(), asked);
    EXPECT_EQ(arena.bytes_reserved(), reserved);
  }
}

TEST(Arena, ImpossibleRequestsThrowAndLoseNothing) {
  Arena arena(1024);
  Rng rng(3);
  const std::vector<Piece> before = fill(arena, rng, 5);
  ASSERT_EQ(arena.system_allocations(), 1u);
  ASSERT_GT(arena.bytes_used(), 64u);  // where a huge size added to it would wrap round
  const std::size_t used = arena.bytes_used(), reserved = arena.bytes_reserved(),
                    asked = arena.system_allocations();
  // A product that wraps round would look like a small request.
  EXPECT_THROW((void)arena.make<std::uint64_t>(SIZE_MAX / 8 + 2), std::bad_array_new_length);
  EXPECT_THROW((void)arena.allocate(8, 128), std::bad_alloc);
// Sanitizers end the process instead of throwing.
#ifndef GLANCE_SANITIZED
  EXPECT_THROW((void)arena.allocate(SIZE_MAX / 2, 1), std::bad_alloc);
  EXPECT_THROW((void)arena.allocate(SIZE_MAX - 63, 64), std::bad_alloc);
  EXPECT_THROW((void)arena.make<Piece>(SIZE_MAX / 2 / sizeof(Piece)), std::bad_alloc);
#endif
  EXPECT_EQ(arena.bytes_used(), used);
  EXPECT_EQ(arena.bytes_reserved(), reserved);
  EXPECT_EQ(arena.system_allocations(), asked);
  const std::vector<Piece> after = fill(arena, rng, 200);
  expect_untouched(before);
  expect_untouched(after);
}

// libstdc++ 12 rounds sizes up to the alignment without looking: operator new(SIZE_MAX,
// align_val_t(64)) gives a block of no bytes. The arena refuses them itself.
TEST(Arena, SizesThatWrapWhenRoundedUpThrowToo) {
  Arena arena(1024);
  EXPECT_THROW((void)arena.allocate(SIZE_MAX, 1), std::bad_alloc);
  EXPECT_THROW((void)arena.allocate(SIZE_MAX - 62, 64), std::bad_alloc);
  EXPECT_EQ(arena.bytes_reserved(), 0u);
  EXPECT_EQ(arena.system_allocations(), 0u);
}

TEST(Arena, MakeGivesInitialisedObjects) {
  struct Entry {
    int count;
    double weight = 2.5;
  };
  Arena arena(4096);
  // Dirt that value-initialisation must clean away.
  std::memset(arena.allocate(4096, 1), 0xff, 4096);
  arena.reset();
  for (const int count : arena.make<int>(100)) EXPECT_EQ(count, 0);
  for (const Entry& entry : arena.make<Entry>(100)) {
    EXPECT_EQ(entry.count, 0);
    EXPECT_EQ(entry.weight, 2.5);
  }
  const std::span<double> none = arena.make<double>(0);
  EXPECT_TRUE(none.empty());
  (void)arena.allocate(1, 1);
  EXPECT_TRUE(aligned(arena.make<std::uint64_t>(3).data(), alignof(std::uint64_t)));
}

TEST(Arena, ServesStandardContainers) {
  Arena arena, other;
  EXPECT_TRUE(arena == arena);
  EXPECT_FALSE(arena == other);  // else containers would take over each other's memory
  for (int frame = 0; frame < 3; frame++) {
    {
      std::pmr::vector<int> numbers(&arena);
      std::pmr::map<int, std::pmr::string> names(&arena);
      for (int i = 0; i < 2000; i++) {
        numbers.push_back(i);
        names[i] = "a name too long for the small string buffer: " + std::to_string(i);
      }
      for (int i = 0; i < 2000; i++) {
        ASSERT_EQ(numbers[static_cast<std::size_t>(i)], i);
        ASSERT_TRUE(names[i].ends_with(": " + std::to_string(i)));
      }
    }
    EXPECT_GT(arena.bytes_used(), 2000 * (sizeof(int) + 40));  // giving back does nothing
    arena.reset();
    EXPECT_EQ(arena.bytes_used(), 0u);
  }
  EXPECT_EQ(other.system_allocations(), 0u);
}

}  // namespace
}  // namespace glance::test
