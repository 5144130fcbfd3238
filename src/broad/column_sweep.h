// All pairs of boxes in one column of a grid: they are sorted along the axis of sweep, and each is
// compared with those that begin before it ends, eight at a time. Everything that a column needs is
// here, so each thread that sweeps columns has one of these.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/simd_sweep.h"
#include "broad/columns.h"
#include "broad/pair_key.h"

namespace glance::rooms::broad {

/// A body in a column.
struct ColumnEntry {
  Footprint box;
  std::uint32_t body;
  Begins begins;
};
static_assert(sizeof(ColumnEntry) == 32);

class ColumnSweep {
 public:
  /// Adds to `pairs` the pairs of residents, and of a resident and a visitor, that overlap and are
  /// this column's own. Pairs of two static bodies are left out.
  void run(std::span<const ColumnEntry> residents, std::span<const ColumnEntry> visitors,
           std::span<const std::uint8_t> is_static, std::vector<PairKey>& pairs);

  /// Comparisons since they were last set to 0, those with visitors included.
  std::uint64_t tests = 0;

  std::size_t bytes() const;

 private:
  void sort(std::span<const ColumnEntry> residents);
  void order_by_digits(std::span<const ColumnEntry> residents, float low, float high);
  void line_up(std::span<const ColumnEntry> residents);
  void pair_residents(std::span<const std::uint8_t> is_static, std::vector<PairKey>& pairs);
  void pair_visitor(const ColumnEntry& visitor, std::span<const std::uint8_t> is_static,
                    std::vector<PairKey>& pairs);
  simd::Rectangles rectangles() const {
    return {first_.data(), low_u_.data(), high_u_.data(), low_v_.data(), high_v_.data()};
  }

  std::size_t count_ = 0;
  double longest_ = 0;  ///< no resident is longer along the axis; infinite, perhaps
  std::vector<std::uint32_t> order_, half_sorted_;  ///< places among the residents
  std::vector<std::uint16_t> rank_;                 ///< by place: about where along the axis
  // The residents in order, and then boxes that nothing reaches.
  std::vector<float> first_, last_, low_u_, high_u_, low_v_, high_v_;
  std::vector<std::uint32_t> body_;
  std::vector<Begins> begins_;
  std::vector<simd::Places> found_;
  std::vector<std::uint32_t> met_;  ///< by one visitor
};

}  // namespace glance::rooms::broad
