// Chooses how pairs are found, from counters and never from the clock.
//
//  - Bodies that rest, static or not, are kept apart in a tree where they are many: they are not
//    compared with each other, and cost nothing while nothing comes near them (box_tree,
//    near_lists). Pairs of resting bodies stay as they are.
//  - All others are in one of the other methods, the movers' method: sorted lists for few bodies,
//  the
//    grid for many.
//
// A body begins among the movers, where all its pairs are found; it goes to the tree when it has
// not moved for a while, and comes back when it moves. So every pair has a frame in which one of
// the two is a mover, or was there before, and nothing is lost or found twice when something
// changes sides or the method changes.
#pragma once

#include <memory>

#include "broad/box_tree.h"
#include "broad/broad_phase.h"
#include "broad/near_lists.h"

namespace glance::broad {

/// What the choice depends on. Each has two numbers, so that the choice does not change to and fro.
struct AutomaticSettings {
  /// Movers from which on the grid is quicker than sorted lists, and below which it no longer is.
  /// (1,000 bodies at 1 % take 25 microseconds either way; 10,000 take 0.48 ms in lists, 0.29 in
  /// the grid.)
  std::size_t grid_from = 2048, grid_until = 1024;
  /// Bodies at rest are kept apart where there are this many of them for each mover, and no longer
  /// if there are fewer than that many. (A mover that looks into the tree takes some four times as
  /// long as a body in the grid.)
  std::size_t apart_from = 4, apart_until = 2;
  std::size_t least_apart = 64;  ///< a few are not worth it
};

class Automatic final : public BroadPhase {
 public:
  explicit Automatic(const AutomaticSettings& settings = {});

  void update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
              const BodyChanges& changes) override;
  std::optional<Choice> choice() const override;
  History history() const override;
  void set_history(const History& history, const BoxArrays& boxes) override;
  std::uint8_t body_history(std::uint32_t body) const override;
  void set_body_history(std::span<const std::uint8_t> by_body) override;
  void reserve(std::size_t bodies, std::size_t pairs) override;
  std::size_t bytes() const override;

 private:
  enum class Side : std::uint8_t { absent, moving, resting };

  void follow(const BodyChanges& changes);
  void look_for_rest();
  bool is_at_rest(std::uint32_t body) const;
  void list_movers();
  void make_method(bool is_grid);
  void find_pairs(const BoxArrays& boxes);

  AutomaticSettings settings_;
  std::unique_ptr<BroadPhase> method_;  ///< of the movers
  bool is_grid_ = false;
  bool is_apart_ = false;  ///< whether bodies at rest go to the tree
  BoxTree tree_;
  NearLists near_;

  std::uint32_t frame_ = 0;
  std::uint32_t next_look_ = 0;  ///< the frame in which bodies may go to rest
  std::vector<Side> side_;       ///< by body
  std::vector<std::uint8_t> is_static_;
  std::vector<std::uint32_t> last_moved_;       ///< the frame, by body
  std::vector<std::uint32_t> movers_, before_;  ///< sorted; the latter is room
  // What the movers' method and the tree are told: who left, joined and moved.
  std::vector<std::uint32_t> left_, joined_, moved_, to_tree_, from_tree_;
  std::vector<PairKey> kept_, met_, room_;
};

}  // namespace glance::broad
