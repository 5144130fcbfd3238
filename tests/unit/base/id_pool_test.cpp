// Ids that are recognised as stale for good, however often their index is used again.
#include "base/id_pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <vector>

#include "glance/rng.h"

namespace glance::test {
using namespace rooms::base;

namespace {

TEST(IdPool, DefaultAndForeignIdsAreNotAlive) {
  IdPool pool;
  EXPECT_FALSE(pool.alive({}));
  EXPECT_FALSE(pool.release({}));
  const GenerationId id = pool.acquire();
  EXPECT_NE(id, GenerationId{});
  EXPECT_TRUE(pool.alive(id));
  EXPECT_FALSE(pool.alive({}));
  EXPECT_FALSE(pool.alive({id.index + 1, id.generation}));
  EXPECT_FALSE(pool.alive({id.index, id.generation + 1}));
  EXPECT_FALSE(pool.alive({UINT32_MAX, UINT32_MAX}));
  EXPECT_EQ(pool.alive_count(), 1u);
}

TEST(IdPool, ReleasingTwiceIsRefusedAndChangesNothing) {
  IdPool pool;
  const GenerationId id = pool.acquire();
  EXPECT_TRUE(pool.release(id));
  EXPECT_FALSE(pool.release(id));
  EXPECT_EQ(pool.alive_count(), 0u);
  // Had the second release freed the index again, two bodies would now share it.
  const GenerationId first = pool.acquire(), second = pool.acquire();
  EXPECT_NE(first.index, second.index);
  EXPECT_EQ(pool.alive_count(), 2u);
  EXPECT_EQ(pool.capacity(), 2u);
}

TEST(IdPool, AFreeIndexIsNotAliveUnderNearbyGenerations) {
  IdPool pool;
  const GenerationId id = pool.acquire();
  pool.release(id);
  for (std::uint32_t generation = 0; generation < 10; generation++) {
    EXPECT_FALSE(pool.alive({id.index, generation})) << generation;
    EXPECT_FALSE(pool.release({id.index, generation})) << generation;
  }
}

TEST(IdPool, StaleIdsStayRefused) {
  IdPool pool;
  std::vector<GenerationId> stale;
  for (int i = 0; i < 5000; i++) {  // the same index over and over
    const GenerationId id = pool.acquire();
    EXPECT_EQ(id.index, 0u);
    ASSERT_TRUE(pool.release(id));
    stale.push_back(id);
  }
  const GenerationId current = pool.acquire();
  for (const GenerationId& id : stale) {
    ASSERT_FALSE(pool.alive(id));
    ASSERT_FALSE(pool.release(id));
  }
  EXPECT_TRUE(pool.alive(current));
  EXPECT_EQ(pool.capacity(), 1u);
}

TEST(IdPool, GivesTheIndexFreedLastAndThenNewOnes) {
  IdPool pool;
  std::vector<GenerationId> ids;
  for (std::uint32_t i = 0; i < 4; i++) {
    ids.push_back(pool.acquire());
    EXPECT_EQ(ids.back().index, i);
  }
  pool.release(ids[1]);
  pool.release(ids[3]);
  pool.release(ids[0]);
  EXPECT_EQ(pool.acquire().index, 0u);
  EXPECT_EQ(pool.acquire().index, 3u);
  EXPECT_EQ(pool.acquire().index, 1u);
  EXPECT_EQ(pool.acquire().index, 4u);
  EXPECT_EQ(pool.capacity(), 5u);
}

/// All ids that a random history of calls gave out.
std::vector<GenerationId> history(std::uint64_t seed) {
  IdPool pool;
  Rng rng(seed);
  std::vector<GenerationId> given;
  for (int i = 0; i < 500; i++) {
    if (given.empty() || rng.chance(0.6)) {
      given.push_back(pool.acquire());
    } else {
      pool.release(given[rng.below(static_cast<std::uint32_t>(given.size()))]);
    }
  }
  return given;
}

TEST(IdPool, TheSameCallsGiveTheSameIds) {
  for (std::uint64_t seed = 1; seed <= 20; seed++) {
    SCOPED_TRACE(seed);
    EXPECT_EQ(history(seed), history(seed));
    EXPECT_NE(history(seed), history(seed + 1));  // the histories are not all alike
  }
}

TEST(IdPool, AgreesWithASetOfLiveIds) {
  for (std::uint64_t seed = 1; seed <= 30; seed++) {
    Rng rng(seed);
    IdPool pool;
    std::set<GenerationId> live;
    std::vector<GenerationId> all;
    std::uint32_t largest = 0;
    // Phases that mostly grow and phases that mostly shrink.
    for (int step = 0; step < 2000; step++) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << " step " << step);
      if (all.empty() || rng.chance(step / 250 % 2 == 0 ? 0.7 : 0.3)) {
        const GenerationId id = pool.acquire();
        for (const GenerationId& other : live) ASSERT_NE(other.index, id.index);
        ASSERT_EQ(std::find(all.begin(), all.end(), id), all.end()) << "given out before";
        live.insert(id);
        all.push_back(id);
        largest = std::max(largest, id.index);
      } else {
        const GenerationId id = all[rng.below(static_cast<std::uint32_t>(all.size()))];
        ASSERT_EQ(pool.release(id), live.erase(id) == 1);
      }
      const GenerationId probe = all[rng.below(static_cast<std::uint32_t>(all.size()))];
      ASSERT_EQ(pool.alive(probe), live.contains(probe));
      ASSERT_EQ(pool.alive_count(), live.size());
      ASSERT_EQ(pool.capacity(), largest + 1);
    }
    for (const GenerationId& id : all) ASSERT_EQ(pool.alive(id), live.contains(id));
    EXPECT_LT(pool.capacity(), all.size());  // indices were used again
  }
}

std::vector<std::uint32_t> copy(std::span<const std::uint32_t> numbers) {
  return {numbers.begin(), numbers.end()};
}

/// A restored pool gives the same ids from there on, whatever happened before.
TEST(IdPool, RestoredPoolsGoOnInTheSameWay) {
  for (std::uint64_t seed = 1; seed <= 20; seed++) {
    SCOPED_TRACE(seed);
    Rng rng(seed);
    IdPool pool;
    std::vector<GenerationId> all;
    const auto step = [&](std::span<IdPool* const> pools) {
      if (all.empty() || rng.chance(0.55)) {
        all.push_back(pools[0]->acquire());
        for (IdPool* other : pools.subspan(1)) ASSERT_EQ(other->acquire(), all.back());
      } else {
        const GenerationId id = all[rng.below(static_cast<std::uint32_t>(all.size()))];
        const bool was_alive = pools[0]->release(id);
        for (IdPool* other : pools.subspan(1)) ASSERT_EQ(other->release(id), was_alive);
      }
    };
    for (int i = 0; i < 200; i++) step(std::array{&pool});
    auto back = IdPool::restore(copy(pool.generations()), copy(pool.free()));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->alive_count(), pool.alive_count());
    EXPECT_EQ(back->capacity(), pool.capacity());
    for (const GenerationId& id : all) ASSERT_EQ(back->alive(id), pool.alive(id));
    for (int i = 0; i < 200; i++) step(std::array{&pool, &*back});
    EXPECT_EQ(copy(back->free()), copy(pool.free()));
  }
}

TEST(IdPool, RestoresAnEmptyPool) {
  const auto pool = IdPool::restore({}, {});
  ASSERT_TRUE(pool);
  EXPECT_EQ(pool->capacity(), 0u);
}

TEST(IdPool, RefusesToRestoreImpossibleStates) {
  EXPECT_TRUE(IdPool::restore({1, 2, 3, 4}, {3, 1}));  // in any order
  EXPECT_FALSE(IdPool::restore({1, 2}, {}));           // free, and not listed
  EXPECT_FALSE(IdPool::restore({1, 2}, {0}));          // alive, and listed
  EXPECT_FALSE(IdPool::restore({1, 2}, {1, 1}));       // listed twice
  EXPECT_FALSE(IdPool::restore({1, 2}, {1, 2}));       // no such index
  EXPECT_FALSE(IdPool::restore({1, 2}, {UINT32_MAX}));
  EXPECT_FALSE(IdPool::restore({}, {0}));
  EXPECT_FALSE(IdPool::restore({1, 0}, {}));  // never given out, or
  EXPECT_FALSE(IdPool::restore({1, 0}, {1}));
}

/// The last generations: an index retires before its numbers begin again.
TEST(IdPool, NoGenerationIsUsedTwice) {
  constexpr std::uint32_t kLast = UINT32_MAX - 2;  // odd: the last one alive
  auto pool = IdPool::restore({kLast - 1}, {0});
  ASSERT_TRUE(pool);
  const GenerationId last = pool->acquire();
  EXPECT_EQ(last, (GenerationId{0, kLast}));
  ASSERT_TRUE(pool->release(last));
  EXPECT_TRUE(pool->free().empty());  // retired
  EXPECT_EQ(pool->acquire(), (GenerationId{1, 1}));

  // Retired indices are restored as such; and those that would come after them are refused:
  // once released they would begin again at 0.
  const auto retired = IdPool::restore({kLast + 1}, {});
  ASSERT_TRUE(retired);
  EXPECT_EQ(retired->alive_count(), 0u);
  EXPECT_FALSE(IdPool::restore({kLast + 1}, {0}));
  EXPECT_FALSE(IdPool::restore({UINT32_MAX}, {}));
}

}  // namespace
}  // namespace glance::test
