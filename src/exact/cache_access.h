// Access to the parts of a pair's cache that are hidden from users.
#pragma once

#include "glance/pair_cache.h"
#include "rooms.h"

namespace glance::rooms::exact {

struct CacheAccess {
  using Memory = PairCache::Memory;
  using Hint = PairCache::Hint;
  using Trees = PairCache::Trees;

  static Memory& memory(PairCache& cache) { return cache.memory_; }
  static const Memory& memory(const PairCache& cache) { return cache.memory_; }
};

using CacheMemory = CacheAccess::Memory;
using CacheHint = CacheAccess::Hint;
using CacheTrees = CacheAccess::Trees;

inline CacheMemory& memory_of(PairCache& cache) { return CacheAccess::memory(cache); }
inline const CacheMemory& memory_of(const PairCache& cache) { return CacheAccess::memory(cache); }
inline CacheTrees& trees_of(PairCache& cache) { return memory_of(cache).trees; }
inline const CacheTrees& trees_of(const PairCache& cache) { return memory_of(cache).trees; }

}  // namespace glance::rooms::exact
