// Tested in tests/unit/bound/volume_tree_test.cpp (VolumeTree).
#include "bound/tree_build.h"

#include <algorithm>
#include <array>

namespace glance::rooms::bound {
namespace {

/// Planes tried along each axis are those between this many slices: 32 gain less than 1 % in
/// expected tests, and 8 lose 3 %.
constexpr int kSlices = 16;

/// Below this level items are divided evenly, so that no input makes the tree deeper than this and
/// 28 levels more.
constexpr int kMaxUnevenLevel = 48;

/// With fewer items another thread does not pay.
constexpr std::uint32_t kItemsForThread = 4096;

/// A box in floats, for the builder alone: no volume of the tree depends on its rounding.
struct FloatBounds {
  std::array<float, 3> lower{INFINITY, INFINITY, INFINITY}, upper{-INFINITY, -INFINITY, -INFINITY};

  void add(const FloatBounds& other) {
    for (int k = 0; k < 3; k++) {
      lower[k] = std::min(lower[k], other.lower[k]);
      upper[k] = std::max(upper[k], other.upper[k]);
    }
  }
  void add_point(const std::array<float, 3>& p) {
    for (int k = 0; k < 3; k++) {
      lower[k] = std::min(lower[k], p[k]);
      upper[k] = std::max(upper[k], p[k]);
    }
  }
  float half_area() const {
    const float x = upper[0] - lower[0], y = upper[1] - lower[1], z = upper[2] - lower[2];
    return x < 0 ? 0 : (x * y + y * z) + z * x;
  }
  float half_diagonal() const {
    const float x = upper[0] - lower[0], y = upper[1] - lower[1], z = upper[2] - lower[2];
    return std::sqrt((x * x + y * y) + z * z) / 2;
  }
};

struct Item {
  FloatBounds bounds;
  std::array<float, 3> center;
  std::uint32_t number;
};

class Division {
 public:
  Division(std::span<const Corners> corners, TreeBuilder builder) : builder_(builder) {
    items_.resize(corners.size());
    for (std::size_t i = 0; i < corners.size(); i++) {
      Item& item = items_[i];
      item.number = static_cast<std::uint32_t>(i);
      for (const Vec3& p : corners[i]) {
        item.bounds.add_point(
            {static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())});
      }
      for (int k = 0; k < 3; k++) {
        item.center[k] = (item.bounds.lower[k] + item.bounds.upper[k]) / 2;
      }
    }
    topology_.nodes.resize(2 * corners.size() - 1);
  }

  TreeTopology run(Executor* executor) {
    topology_.levels = divide(0, 0, static_cast<std::uint32_t>(items_.size()), 1, 0, executor);
    topology_.items.reserve(items_.size());
    for (const Item& item : items_) topology_.items.push_back(item.number);
    topology_.id = topology_.hash();
    return std::move(topology_);
  }

 private:
  /// Makes the node of the items [begin, end), and all below it, from place `free` on. Returns how
  /// many levels that are.
  int divide(std::uint32_t number, std::uint32_t begin, std::uint32_t end, std::uint32_t free,
             int level, Executor* executor) {
    TreeNode& node = topology_.nodes[number];
    node.leaves = end - begin;
    FloatBounds bounds;
    for (std::uint32_t i = begin; i < end; i++) bounds.add(items_[i].bounds);
    node.size = bounds.half_diagonal();
    if (node.is_leaf()) {
      node.child = begin;
      return 1;
    }
    node.child = free;
    const std::uint32_t middle = builder_ == TreeBuilder::sah && level < kMaxUnevenLevel
                                     ? cheapest_division(begin, end)
                                     : even_division(begin, end);
    for (const std::uint32_t child : {node.child, node.second()}) {
      topology_.nodes[child].parent = number;
    }
    // Below the first child are 2n - 2 nodes for its n items, after the two children themselves: so
    // each half knows its place, and threads need not wait for each other.
    const std::uint32_t free_right = free + 2 * (middle - begin);
    std::array<int, 2> levels = {};
    const auto divide_half = [&, number](std::size_t half) {
      const TreeNode& whole = topology_.nodes[number];
      levels[half] = half == 0
                         ? divide(whole.child, begin, middle, free + 2, level + 1, executor)
                         : divide(whole.second(), middle, end, free_right, level + 1, executor);
    };
    if (is_parallel(executor) && end - begin >= kItemsForThread) {
      run_tasks(executor, 2, [&divide_half](std::size_t half) { divide_half(half); });
    } else {
      divide_half(0);
      divide_half(1);
    }
    return 1 + std::max(levels[0], levels[1]);
  }

  FloatBounds center_bounds(std::uint32_t begin, std::uint32_t end) const {
    FloatBounds bounds;
    for (std::uint32_t i = begin; i < end; i++) bounds.add_point(items_[i].center);
    return bounds;
  }

  /// Half on each side, across the longest axis. Equal centres: by number, so that the order does
  /// not depend on the algorithm of nth_element.
  std::uint32_t even_division(std::uint32_t begin, std::uint32_t end) {
    const FloatBounds centers = center_bounds(begin, end);
    int axis = 0;
    for (int k = 1; k < 3; k++) {
      if (centers.upper[k] - centers.lower[k] > centers.upper[axis] - centers.lower[axis]) axis = k;
    }
    const std::uint32_t middle = begin + (end - begin) / 2;
    const auto before = [axis](const Item& x, const Item& y) {
      return x.center[axis] != y.center[axis] ? x.center[axis] < y.center[axis]
                                              : x.number < y.number;
    };
    std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end, before);
    // Which items are on which side is now settled; their order within is not: sort by number.
    const auto by_number = [](const Item& x, const Item& y) { return x.number < y.number; };
    std::sort(items_.begin() + begin, items_.begin() + middle, by_number);
    std::sort(items_.begin() + middle, items_.begin() + end, by_number);
    return middle;
  }

  /// The surface area heuristic (Goldsmith and Salmon 1987) over slices of equal width.
  std::uint32_t cheapest_division(std::uint32_t begin, std::uint32_t end) {
    const FloatBounds centers = center_bounds(begin, end);
    float best_cost = INFINITY, best_scale = 0, best_low = 0;
    int best_axis = -1, best_slice = 0;
    for (int axis = 0; axis < 3; axis++) {
      const float low = centers.lower[axis], width = centers.upper[axis] - low;
      if (!(width > 0)) continue;
      const float scale = kSlices / width;
      if (!std::isfinite(scale)) continue;
      std::array<FloatBounds, kSlices> bounds;
      std::array<std::uint32_t, kSlices> count{};
      for (std::uint32_t i = begin; i < end; i++) {
        const int slice = slice_of(items_[i], axis, low, scale);
        bounds[slice].add(items_[i].bounds);
        count[slice]++;
      }
      std::array<float, kSlices> right_cost;
      FloatBounds right;
      std::uint32_t right_count = 0;
      for (int s = kSlices - 1; s > 0; s--) {
        right.add(bounds[s]);
        right_count += count[s];
        right_cost[s] = right.half_area() * static_cast<float>(right_count);
      }
      FloatBounds left;
      std::uint32_t left_count = 0;
      for (int s = 1; s < kSlices; s++) {
        left.add(bounds[s - 1]);
        left_count += count[s - 1];
        // All items on one side would be no division.
        if (left_count == 0 || left_count == end - begin) continue;
        const float cost = left.half_area() * static_cast<float>(left_count) + right_cost[s];
        if (cost < best_cost) {
          best_cost = cost;
          best_axis = axis;
          best_slice = s;
          best_scale = scale;
          best_low = low;
        }
      }
    }
    if (best_axis < 0) return even_division(begin, end);  // all centres in one slice
    const auto middle =
        // Stable: the order within both halves does not depend on the library's algorithm.
        std::stable_partition(items_.begin() + begin, items_.begin() + end, [&](const Item& item) {
          return slice_of(item, best_axis, best_low, best_scale) < best_slice;
        });
    return static_cast<std::uint32_t>(middle - items_.begin());
  }

  static int slice_of(const Item& item, int axis, float low, float scale) {
    return std::clamp(static_cast<int>((item.center[axis] - low) * scale), 0, kSlices - 1);
  }

  TreeBuilder builder_;
  std::vector<Item> items_;
  TreeTopology topology_;
};

}  // namespace

TreeTopology divide_items(std::span<const Corners> corners, TreeBuilder builder,
                          Executor* executor) {
  return Division(corners, builder).run(executor);
}

}  // namespace glance::rooms::bound
