// What a pair of bodies remembers from one question to the next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "glance/certificate.h"
#include "glance/export.h"

namespace glance::rooms::mesh {
struct TreeMemory;
}
namespace glance::rooms::exact {
struct CacheAccess;
}

namespace glance {

/// What the last question about a pair found, as hints for the next one: a place to start, never an
/// answer. An empty cache, the cache of another pair, or one from a corrupted file costs time only.
/// Copy it freely; it must not be used by two threads at the same time.
class GLANCE_API PairCache {
 public:
  static constexpr std::size_t kBytes = 76;  ///< the size of the result of to_bytes

  PairCache() = default;

  /// Whether nothing is remembered.
  bool empty() const {
    return memory_.hint == Hint::none && !memory_.has_features && !memory_.trees.get();
  }
  /// The bytes of memory held beyond the object itself: the lists of pairs of meshes and compounds.
  /// (Buffers that it has because there was no QueryOptions::workspace are not counted.)
  std::size_t list_bytes() const;

  /// Returns bytes for storing, the same on every machine. They hold what pairs of convex bodies
  /// remember; what meshes and compounds remember is left out.
  std::array<std::byte, kBytes> to_bytes() const;
  /// Restores a stored cache. Fails for bytes that to_bytes cannot have made.
  static Result<PairCache> from_bytes(std::span<const std::byte> bytes);

  bool operator==(const PairCache&) const = default;

 private:
  friend struct rooms::exact::CacheAccess;

  /// Owns what pairs of meshes and compounds remember (mesh/tree_memory.h); copies copy it. Empty
  /// until such a pair is asked about.
  class Trees {
   public:
    Trees() = default;
    Trees(const Trees& other);
    Trees& operator=(const Trees& other);
    Trees(Trees&& other) noexcept : memory_(std::exchange(other.memory_, {})) {}
    Trees& operator=(Trees&& other) noexcept {
      std::swap(memory_, other.memory_);
      return *this;
    }
    ~Trees() {
      if (memory_) reset();
    }

    rooms::mesh::TreeMemory* get() const { return memory_; }
    /// Makes it if there is none.
    rooms::mesh::TreeMemory& make();
    void reset();
    bool operator==(const Trees& other) const;

   private:
    rooms::mesh::TreeMemory* memory_ = nullptr;  ///< owned; its type is not known here
  };

  /// What was last proved.
  enum class Hint : std::uint8_t { none, apart, overlapping, touching };

  struct Memory {
    Hint hint = Hint::none;
    bool has_features = false;
    /// How many of the pairs are set. Apart: those around the point of A - B nearest to the origin,
    /// or the pair that is extreme along `direction`. Overlapping: four around the origin.
    /// Touching: those whose hull contains the origin, then others of the plane between the bodies.
    std::uint8_t pair_count = 0;
    FeatureId feature_a, feature_b;  ///< where the walk ended
    std::array<VertexPair, 4> pairs = {};
    Vec3 direction = Vec3::zero();  ///< apart: in A's frame, from A to B
    Trees trees;                    ///< for pairs that are not both convex

    bool operator==(const Memory&) const = default;
  };

  Memory memory_;
};

}  // namespace glance
