// What writer and reader of recordings have to agree on. See docs/design/recording.md.
#pragma once

#include <cstdint>
#include <string_view>

#include "glance/recording.h"
#include "rooms.h"

namespace glance::rooms::io {

/// The first eight bytes of a file; the last of them is the version. Version 1, which is still
/// read, knew hulls only; version 3 is written if a shape is not convex.
inline constexpr std::string_view kMagic = "GlanceR\x02", kMagicOfParts = "GlanceR\x03",
                                  kMagicOfHulls = "GlanceR\x01";

/// After these, the file is a sequence of blocks: kind, size of the content (a word),
/// content, checksum (a word).
enum class BlockKind : char { head = 'H', frame = 'F', end = 'E' };

inline constexpr std::size_t kBlockStart = 1 + 8;
inline constexpr std::size_t kChecksumBytes = 8;

/// Each checksum is that of everything before it, so a block that is missing, moved or
/// doubled shows too.
class Checksum {
 public:
  explicit Checksum(std::string_view magic = kMagic) { hash_.add(magic); }

  std::uint64_t after(std::string_view start, std::string_view content) {
    return hash_.add(start).add(content).value();
  }

 private:
  Hash hash_;
};

/// Pairs in ascending order, as the steps from each to the next: that of `first`, and that of
/// `second` from the one before if `first` is the same, from `first` if not. (One less,
/// since it is never zero.)
struct PairStep {
  std::uint64_t first, second;
};

inline PairStep step_between(const NumberedPair& from, const NumberedPair& to) {
  const std::uint32_t base = to.first == from.first ? from.second : to.first;
  return {to.first - from.first, to.second - base - 1};
}

/// What writer and reader begin with, in place of a pair before the first one.
inline constexpr NumberedPair kBeforeAll{0, 0};

}  // namespace glance::rooms::io
