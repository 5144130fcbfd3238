// Tested in tests/unit/broad/box_tree_test.cpp (NearListsTest).
#include "broad/near_lists.h"

#include <bit>

namespace glance::rooms::broad {
namespace {

/// How much wider the box of a search is on each side, in parts of its extents: a body that moves
/// by a tenth of its radius per frame stays inside for about twenty frames.
constexpr float kWider = 1;

}  // namespace

void NearLists::make_room(std::size_t bodies) {
  const std::size_t size = std::bit_ceil(2 * bodies + 2);
  if (size > lists_.size() || size * 8 < lists_.size()) lists_.assign(size, List{});
}

void NearLists::search(const FloatBox& box, const BoxTree& tree, List& list) {
  searches_++;
  list.version = version_;
  list.count = 0;
  for (int k = 0; k < 3; k++) {
    // (An infinite extent makes both sides infinite.)
    const float more = kWider * (box.upper[k] - box.lower[k]);
    list.wide.lower[k] = box.lower[k] - more;
    list.wide.upper[k] = box.upper[k] + more;
  }
  tree.find(list.wide, [&list](std::uint32_t other) {
    if (list.count < kRoom) list.near[list.count] = other;
    list.count++;
  });
}

}  // namespace glance::rooms::broad
