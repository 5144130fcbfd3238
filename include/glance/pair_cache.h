// What a pair of bodies remembers from one question to the next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "glance/certificate.h"
#include "glance/export.h"

namespace glance::mesh {
struct TreeMemory;
}

namespace glance {

/// Owns what pairs of meshes and compounds remember (mesh/tree_memory.h); copies copy it. Empty
/// until such a pair is asked about.
class GLANCE_API TreeMemoryHolder {
 public:
  TreeMemoryHolder() = default;
  TreeMemoryHolder(const TreeMemoryHolder& other);
  TreeMemoryHolder& operator=(const TreeMemoryHolder& other);
  TreeMemoryHolder(TreeMemoryHolder&& other) noexcept : memory_(std::exchange(other.memory_, {})) {}
  TreeMemoryHolder& operator=(TreeMemoryHolder&& other) noexcept {
    std::swap(memory_, other.memory_);
    return *this;
  }
  ~TreeMemoryHolder() {
    if (memory_) reset();
  }

  mesh::TreeMemory* get() const { return memory_; }
  /// Made if there is none.
  mesh::TreeMemory& make();
  void reset();
  bool operator==(const TreeMemoryHolder& other) const;

 private:
  mesh::TreeMemory* memory_ = nullptr;  ///< owned; its type is not known here
};

/// Hints for the next question about the same two shapes: a place to start, never an
/// answer. An empty cache, one of another pair, or one from a file that lies costs time
/// only. Copy it as you like; not for two threads at once.
class GLANCE_API PairCache {
 public:
  static constexpr std::size_t kBytes = 76;  ///< of to_bytes

  PairCache() = default;

  bool empty() const { return hint == Hint::none && !has_features && !trees.get(); }
  /// Memory held beyond the object itself: the lists of pairs of meshes and compounds. (Without
  /// buffers that it has for want of QueryOptions::workspace.)
  std::size_t list_bytes() const;

  /// For storing: the same bytes on every machine. Of pairs of convex bodies; what others remember
  /// is left out.
  std::array<std::byte, kBytes> to_bytes() const;
  /// Refuses bytes that to_bytes cannot have made.
  static Result<PairCache> from_bytes(std::span<const std::byte> bytes);

  bool operator==(const PairCache&) const = default;

  // For the library's own use.

  /// What was last proved, in terms that last from frame to frame.
  enum class Hint : std::uint8_t { none, apart, overlapping, touching };
  Hint hint = Hint::none;
  bool has_features = false;
  /// How many of the pairs are set. Apart: those around the point of A - B nearest to the
  /// origin, or the pair that is extreme along `direction`. Overlapping: four around the origin.
  /// Touching: those that hold the origin, then others of the plane between the bodies.
  std::uint8_t pair_count = 0;
  FeatureId feature_a, feature_b;  ///< where the walk ended
  std::array<VertexPair, 4> pairs = {};
  Vec3 direction = Vec3::zero();  ///< apart: in A's frame, from A to B
  TreeMemoryHolder trees;         ///< of pairs that are not both convex
};

}  // namespace glance
