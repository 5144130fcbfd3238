// What a pair of bodies remembers from one question to the next.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "glance/certificate.h"

namespace glance {

/// Hints for the next question about the same two shapes: a place to start, never an
/// answer. An empty cache, one of another pair, or one from a file that lies costs time
/// only. Plain data: copy it as you like; not for two threads at once.
class PairCache {
 public:
  static constexpr std::size_t kBytes = 76;

  PairCache() = default;

  bool empty() const { return hint == Hint::none && !has_features; }

  /// For storing: the same bytes on every machine.
  std::array<std::byte, kBytes> to_bytes() const;
  /// Refuses bytes that to_bytes cannot have made.
  static Result<PairCache> from_bytes(std::span<const std::byte> bytes);

  bool operator==(const PairCache&) const = default;

  // For the library's own use.

  /// What was last proved, in terms that last from frame to frame.
  enum class Hint : std::uint8_t { none, apart, overlapping };
  Hint hint = Hint::none;
  bool has_features = false;
  /// How many of the pairs are set. Apart: those around the point of A - B nearest to the
  /// origin, or the pair that is extreme along `direction`. Overlapping: four around the origin.
  std::uint8_t pair_count = 0;
  FeatureId feature_a, feature_b;  ///< where the walk ended
  std::array<VertexPair, 4> pairs = {};
  Vec3 direction = Vec3::Zero();  ///< apart: in A's frame, from A to B
};

}  // namespace glance
