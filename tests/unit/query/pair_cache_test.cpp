// The stored form of a pair cache: the same bytes everywhere, and nothing that a damaged
// file holds gets in as something that the library could not have made.
#include "glance/pair_cache.h"
#include "exact/cache_access.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

namespace glance::test {
namespace {

using Bytes = std::array<std::byte, PairCache::kBytes>;

PairCache full_cache() {
  PairCache cache;
  exact::memory_of(cache).hint = exact::CacheHint::overlapping;
  exact::memory_of(cache).has_features = true;
  exact::memory_of(cache).pair_count = 4;
  exact::memory_of(cache).feature_a = {FeatureKind::edge, 0x01020304};
  exact::memory_of(cache).feature_b = {FeatureKind::face, UINT32_MAX};
  exact::memory_of(cache).pairs = {{{1, 2}, {3, 4}, {5, 6}, {7, 0x80000000}}};
  exact::memory_of(cache).direction = {1.0 / 3, -0.0, -std::numeric_limits<double>::denorm_min()};
  return cache;
}

/// Values that from_bytes may hand out.
bool is_valid(const PairCache& cache) {
  return exact::memory_of(cache).hint <= exact::CacheHint::touching &&
         exact::memory_of(cache).feature_a.kind <= FeatureKind::face &&
         exact::memory_of(cache).feature_b.kind <= FeatureKind::face &&
         exact::memory_of(cache).pair_count <= 4 && is_finite(exact::memory_of(cache).direction);
}

TEST(PairCache, ReadsBackWhatItWrote) {
  for (const PairCache& cache : {PairCache(), full_cache()}) {
    const Bytes bytes = cache.to_bytes();
    const Result<PairCache> back = PairCache::from_bytes(bytes);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, cache);
    EXPECT_EQ(back->to_bytes(), bytes);  // the sign of zero too
    EXPECT_EQ(back->empty(), cache.empty());
  }
}

TEST(PairCache, BytesAreTheSameOnEveryMachine) {
  const Bytes bytes = full_cache().to_bytes();
  std::vector<int> head;
  for (std::size_t i = 0; i < 24; i++) head.push_back(std::to_integer<int>(bytes[i]));
  EXPECT_EQ(head, (std::vector<int>{'G', 'P', 'C', 1,   2, 1, 1, 2, 4, 3, 2, 1,
                                    255, 255, 255, 255, 1, 0, 0, 0, 2, 0, 0, 0}));
  // -0.0, the smallest double, and the number of pairs at the end.
  EXPECT_EQ(bytes[63], std::byte{0x80});
  EXPECT_EQ(bytes[64], std::byte{1});
  EXPECT_EQ(bytes[71], std::byte{0x80});
  EXPECT_EQ(bytes[72], std::byte{4});
}

TEST(PairCache, RefusesOtherSizes) {
  const Bytes bytes = full_cache().to_bytes();
  std::vector<std::byte> longer(bytes.begin(), bytes.end());
  longer.push_back(std::byte{0});
  EXPECT_FALSE(PairCache::from_bytes(longer));
  for (std::size_t size = 0; size < bytes.size(); size++) {
    EXPECT_FALSE(PairCache::from_bytes(std::span(bytes).first(size))) << size;
  }
}

TEST(PairCache, RefusesWhatItCannotHaveWritten) {
  struct Fault {
    std::size_t place;
    int value;
    const char* message;
  };
  for (const Fault& fault : {Fault{0, 'g', "not a stored pair cache of this version"},
                             Fault{3, 2, "not a stored pair cache of this version"},
                             Fault{4, 4,
                                   "a stored pair cache with hint 4, features 1 of kinds 1 "
                                   "and 2"},
                             Fault{5, 2,
                                   "a stored pair cache with hint 2, features 2 of kinds 1 "
                                   "and 2"},
                             Fault{6, 3,
                                   "a stored pair cache with hint 2, features 1 of kinds 3 "
                                   "and 2"},
                             Fault{7, 255,
                                   "a stored pair cache with hint 2, features 1 of kinds 1 "
                                   "and 255"}}) {
    Bytes bytes = full_cache().to_bytes();
    bytes[fault.place] = static_cast<std::byte>(fault.value);
    const Result<PairCache> back = PairCache::from_bytes(bytes);
    ASSERT_FALSE(back) << fault.place;
    EXPECT_EQ(back.error().message, fault.message);
  }
}

TEST(PairCache, RefusesDirectionsThatAreNotFinite) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity()}) {
    for (int i = 0; i < 3; i++) {
      PairCache cache = full_cache();
      exact::memory_of(cache).direction[i] = bad;
      EXPECT_FALSE(PairCache::from_bytes(cache.to_bytes()));
    }
  }
}

TEST(PairCache, EveryDamagedByteIsRefusedOrGivesAValidCache) {
  int refused = 0, taken = 0;
  for (std::size_t place = 0; place < PairCache::kBytes; place++) {
    for (int value = 0; value < 256; value++) {
      Bytes bytes = full_cache().to_bytes();
      bytes[place] = static_cast<std::byte>(value);
      const Result<PairCache> back = PairCache::from_bytes(bytes);
      if (back) {
        taken++;
        EXPECT_TRUE(is_valid(*back));
        EXPECT_EQ(back->to_bytes(), bytes);
      } else {
        refused++;
        EXPECT_FALSE(back.error().message.empty());
      }
    }
  }
  EXPECT_GT(refused, 2000);
  EXPECT_GT(taken, 10000);
}

}  // namespace
}  // namespace glance::test
