// A division of a plane (u, v) into columns of about the same number of bodies: slabs along u, each
// divided along v on its own. It is chosen from a sample of boxes, so it follows clusters and needs
// no cell size; empty space costs nothing. The outermost columns are unbounded: every box, even an
// infinite one, reaches at least one column.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bound/boxes.h"
#include "rooms.h"

namespace glance::rooms::broad {

/// A box seen along the axis of sweep: [first, last] there, [low, high] in the plane of the
/// columns.
struct Footprint {
  float first, last, low_u, high_u, low_v, high_v;
};

/// Whether a box begins in a column, along u and along v. Of the columns that two overlapping boxes
/// share, the one with the lower corner of their overlap is theirs: there, and nowhere else, at
/// least one of the two begins along u, and at least one along v.
using Begins = std::uint32_t;
inline constexpr Begins kBeginsU = 1, kBeginsV = 2, kOwned = kBeginsU | kBeginsV;

/// What columns cost, in units of the work for one box in one column: to copy it there, sort it,
/// and begin its scan. (Measured; tests use others to get more columns than pay.)
struct ColumnCosts {
  double tests = 40;        ///< comparisons of a scan that take as long
  double column = 40;       ///< units for each column
  std::size_t sample = 12;  ///< bodies of the sample per column; fewer would make them too uneven
};

/// How far most values reach: the distance of the second and the last but one of a hundred parts.
/// Finite, above 0. Changes their order.
double spread(std::span<float> values);

class Columns {
 public:
  /// What the division is for.
  struct Demand {
    std::size_t bodies = 0;        ///< that it will hold; > 0
    float mean_u = 0, mean_v = 0;  ///< the mean extents of their boxes; finite
  };

  /// Divides the plane so that looking for all pairs is about as cheap as possible. Changes the
  /// order of `sample`, which is not empty.
  void choose(std::vector<Footprint>& sample, const Demand& demand, const ColumnCosts& costs = {});
  /// The number of bodies of the sample that are enough for any choice.
  static std::size_t sample_size(std::size_t bodies);

  std::uint32_t count() const { return slabs_ * parts_; }

  /// Calls visit(column, begins) for each column that the rectangle reaches.
  template <class Visit>
  void for_each(float low_u, float high_u, float low_v, float high_v, Visit visit) const {
    const std::uint32_t slab = find(slab_begins_.data(), slab_room_, low_u);
    std::uint32_t at = slab;
    do {
      const float* begins = part_begins_.data() + std::size_t{at} * (part_room_ + 1);
      const std::uint32_t part = find(begins, part_room_, low_v);
      std::uint32_t p = part;
      do {
        visit(at * parts_ + p, (at == slab ? kBeginsU : 0) | (p == part ? kBeginsV : 0));
        p++;
      } while (begins[p] <= high_v);
      at++;
    } while (slab_begins_[at] <= high_u);
  }

  static constexpr std::uint32_t kSeveral = UINT32_MAX;

  /// For loops over many boxes: the same columns by pointers, which no store in the loop can
  /// change.
  struct View {
    const float *slab_begins, *part_begins;
    std::uint32_t parts, slab_room, part_room;

    /// The only column that the rectangle reaches, or kSeveral. Without a branch.
    std::uint32_t only_column(float low_u, float high_u, float low_v, float high_v) const {
      const std::uint32_t slab = find(slab_begins, slab_room, low_u);
      const float* begins = part_begins + std::size_t{slab} * (part_room + 1);
      const std::uint32_t part = find(begins, part_room, low_v);
      const std::uint32_t more = std::uint32_t{slab_begins[slab + 1] <= high_u} |
                                 std::uint32_t{begins[part + 1] <= high_v};
      return (slab * parts + part) | (0 - more);
    }
  };
  View view() const {
    return {slab_begins_.data(), part_begins_.data(), parts_, slab_room_, part_room_};
  }

  std::size_t bytes() const {
    return (slab_begins_.capacity() + part_begins_.capacity()) * sizeof(float);
  }

 private:
  void set_size(std::uint32_t slabs, std::uint32_t parts);

  /// The last of the ranges that begin at or below x; the first one is unbounded. `room` is a power
  /// of two, and what follows the last range is NaN. No branch: half of them would be mispredicted.
  static std::uint32_t find(const float* begins, std::uint32_t room, float x) {
    std::uint32_t at = 0;
    for (std::uint32_t half = room / 2; half > 0; half /= 2) {
      at += begins[at + half] <= x ? half : 0;
    }
    return at;
  }

  std::uint32_t slabs_ = 1, parts_ = 1;          ///< slabs, and columns of each
  std::uint32_t slab_room_ = 1, part_room_ = 1;  ///< powers of two
  // Followed by NaN, which nothing reaches.
  std::vector<float> slab_begins_ = {0, kNowhere};
  std::vector<float> part_begins_ = {0, kNowhere};  ///< slab by slab

  static constexpr float kNowhere = std::numeric_limits<float>::quiet_NaN();
};

}  // namespace glance::rooms::broad
