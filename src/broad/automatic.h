// Chooses how pairs are found, from counters and never from the clock.
//
//  - Bodies that rest, static or not, are kept apart in a tree where they are many: they are not
//    compared with each other, and cost nothing while nothing comes near them (box_tree,
//    near_lists). Pairs of resting bodies stay as they are.
//  - All others are in the movers' method: sorted lists for few bodies, the grid for many.
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

namespace glance::rooms::broad {

/// What the choice depends on. Where there are two numbers, the choice does not change to and fro.
/// (Times are for one thread; they need not be right, only not far off.)
struct AutomaticSettings {
  /// Movers from which on the grid is quicker than sorted lists, and below which it no longer is.
  /// (1,000 bodies at 1 % take 24 microseconds either way; 10,000 take 480 in lists, 290 in the
  /// grid.)
  std::size_t grid_from = 1280, grid_until = 896;
  /// But lists are quicker if at most one in so many of the movers moves per frame: 0.8
  /// microseconds for each of those, where the grid takes 0.03 for everybody. Until one in so many
  /// does.
  std::size_t calm_from = 48, calm_until = 16;
  /// Exchanges per mover and frame from which on it is not so, since those that move go far.
  std::size_t most_swaps = 8;
  /// Bodies at rest are kept apart where there are this many of them for each mover, and no longer
  /// if there are fewer than that many. (A mover that looks into the tree takes some four times as
  /// long as a body in the grid.)
  std::size_t apart_from = 4, apart_until = 2;
  /// And if at most one in so many bodies wakes up per frame: to come and go takes 6 microseconds.
  std::size_t asleep_from = 256, asleep_until = 128;
  std::size_t least_apart = 64;  ///< a few are not worth it
};

class Automatic final : public BroadPhase {
 public:
  explicit Automatic(const AutomaticSettings& settings = {});

  void update(const BoxArrays& boxes, std::span<const std::uint8_t> is_static,
              const BodyChanges& changes) override;
  void set_executor(Executor* executor) override;
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
  void decide();
  bool wants_grid() const;
  void list_movers();
  void make_method(bool is_grid);
  void find_pairs(const BoxArrays& boxes);

  AutomaticSettings settings_;
  Executor* executor_ = nullptr;
  std::unique_ptr<BroadPhase> method_;  ///< of the movers
  bool is_grid_ = false;
  bool is_calm_ = false;   ///< few of the movers move
  bool is_apart_ = false;  ///< whether bodies at rest go to the tree
  BoxTree tree_;
  NearLists near_;

  std::uint32_t frame_ = 0;
  std::uint32_t next_decision_ = 0;
  bool is_asleep_ = true;          ///< few bodies wake up
  bool look_soon_ = false;         ///< bodies may go to rest in the next frame
  bool static_newcomers_ = false;  ///< in this frame
  /// Since the last decision: bodies that moved, those of them that had been at rest, and exchanges
  /// in lists.
  std::uint64_t moves_ = 0, wakes_ = 0, swaps_ = 0;
  std::uint32_t looks_to_wait_ = 0;  ///< decisions before lists are tried again for calm movers
  std::vector<Side> side_;           ///< by body
  std::span<const std::uint8_t> is_static_;     ///< of the last update
  std::vector<std::uint32_t> last_moved_;       ///< the frame, by body
  std::vector<std::uint32_t> movers_, before_;  ///< sorted; the latter is room
  // What the movers' method and the tree are told: who left, joined and moved.
  std::vector<std::uint32_t> left_, joined_, moved_, to_tree_, from_tree_;
  std::vector<PairKey> kept_, met_, room_;
};

}  // namespace glance::rooms::broad
