// Space divided into columns, and a sweep along the third axis in each: the hybrid of I-COLLIDE's
// section 7, with several levels as in Overmars' scheme (section 4.4) where sizes differ.
//
//  - Each box is copied to the columns that it reaches. A pair belongs to the column with the lower
//    corner of the overlap, so nothing is found twice (columns.h).
//  - Bodies of about one size form a level with columns of its own. A body also visits the columns
//  of
//    the levels of smaller bodies that it reaches, where it is compared with the residents only.
//  - Columns are chosen from a sample of the boxes, and again when they have become much worse.
//  There
//    is no cell size to be set, and memory grows with the number of boxes.
//  - Nothing else is remembered from frame to frame: a frame in which everything jumps costs the
//    same. One in which nothing moved costs nothing.
//
// Pieces of the list of bodies, and groups of columns, are independent tasks. Pairs are sorted
// afterwards, so it does not matter who found which.
#pragma once

#include <array>

#include "broad/broad_phase.h"
#include "broad/column_sweep.h"
#include "broad/columns.h"
#include "broad/key_sort.h"
#include "broad/size_levels.h"

namespace glance::rooms::broad {

/// How space is divided. Pairs do not depend on it.
struct GridSettings {
  ColumnCosts costs = {};
  SizeLevels::Settings levels = {};
};

class Grid final : public BroadPhase {
 public:
  explicit Grid(const GridSettings& settings = {}) : settings_(settings) {}

  void update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
              const BodyChanges& changes) override;
  void set_executor(Executor* executor) override { executor_ = executor; }
  void reserve(std::size_t bodies, std::size_t pairs) override;
  std::size_t bytes() const override;

  /// What the present division is like.
  std::size_t level_count() const { return levels_.count(); }
  std::size_t column_count() const { return column_count_; }
  /// Work of the last update: boxes in columns, and comparisons of boxes.
  std::uint64_t entries = 0, tests = 0;

 private:
  struct Level {
    std::uint32_t first_column = 0;
    Columns columns;
  };

  /// The six sides of all boxes, in the order of the axes.
  struct Sides {
    const float *first, *last, *low_u, *high_u, *low_v, *high_v;

    Footprint get(std::uint32_t body) const {
      return {first[body], last[body], low_u[body], high_u[body], low_v[body], high_v[body]};
    }
  };
  Sides sides(const BoxArrays& boxes) const;

  void follow(std::size_t size, const BodyChanges& changes);
  void choose(const BoxArrays& boxes);
  void choose_axis(const BoxArrays& boxes);
  void choose_columns(const Sides& sides);
  Columns::Demand take_sample(const Sides& sides, std::size_t level, std::size_t count);
  template <class Visit>
  void for_each_bin(const Footprint& box, Visit visit) const;
  void count_entries(const Sides& sides);
  void count_piece(const Sides& sides, std::size_t number);
  void add_up();
  void place_entries(const Sides& sides);
  void place_piece(const Sides& sides, std::size_t number);
  void sweep_columns(std::span<const std::uint8_t> is_static);
  std::span<const ColumnEntry> bin(std::size_t number) const {
    return std::span(entries_).subspan(bin_begins_[number],
                                       bin_begins_[number + 1] - bin_begins_[number]);
  }

  /// A piece of bodies_.
  struct Piece {
    std::size_t begin = 0, end = 0;
    std::vector<std::uint32_t> bins;    ///< counts by bin, then where the next entry goes
    std::vector<std::uint32_t> spread;  ///< places in bodies_ of those in several bins
  };
  /// A group of columns.
  struct Group {
    ColumnSweep sweep;
    std::vector<PairKey> pairs;
  };

  Executor* executor_ = nullptr;
  GridSettings settings_;
  std::vector<std::uint8_t> there_;    ///< by body
  std::vector<std::uint32_t> bodies_;  ///< sorted
  /// Of the last frame in which something moved; with less or more, columns are chosen again.
  std::uint64_t work_ = 0, least_work_ = 1, most_work_ = 0;
  int axis_ = 0;  ///< of the sweeps
  SizeLevels levels_;
  std::array<Level, SizeLevels::kMost> level_;
  std::size_t column_count_ = 1;  ///< of all levels

  // Two bins for each column: residents, visitors. A spare one takes what belongs nowhere.
  std::vector<std::uint32_t> bin_begins_;  ///< and the end
  std::vector<std::uint32_t> home_;        ///< by place in bodies_: the bin, if it is the only one
  std::vector<Piece> pieces_;
  std::vector<ColumnEntry> entries_;  ///< bin by bin, then one place for each piece
  std::vector<Group> groups_;
  std::vector<PairKey> room_;
  std::vector<Footprint> sample_;
  std::vector<float> values_;
};

}  // namespace glance::rooms::broad
