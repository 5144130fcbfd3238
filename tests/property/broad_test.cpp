// All methods (sweep and prune with every sort, the grid with few and many columns, space-time
// bounds) find exactly the pairs of brute force, frame by frame, whatever the bodies do: come, go,
// fly, jump, rest, pile up, become static and move again; and one that is restored on the way goes
// on with the same work.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfloat>

#include "broad/automatic.h"
#include "broad/grid.h"
#include "broad/space_time.h"
#include "broad/sweep_and_prune.h"
#include "glance/rng.h"
#include "support/box_scene.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::broad;

namespace {

enum class Crowd {
  flying,    ///< small motions: what the lists are made for
  gliding,   ///< even flight, falls, bounces and kicks: what bounds on motions are made for
  lattice,   ///< few different coordinates: most ends have equals
  teleport,  ///< some jump anywhere, past many others
  stacked,   ///< all in one place, now and then all elsewhere
  crowds,    ///< many come and many go at once
  resting,   ///< most are static or rest; mobility changes
  huge,      ///< sides at infinity, and points
  sizes,     ///< from 1e-6 to 1e6, and some infinite
  quiet,     ///< few move for a while, then many: the methods take turns
};
constexpr Crowd kCrowds[] = {Crowd::flying,  Crowd::gliding, Crowd::lattice, Crowd::teleport,
                             Crowd::stacked, Crowd::crowds,  Crowd::resting, Crowd::huge,
                             Crowd::sizes,   Crowd::quiet};

std::string name_of(Crowd crowd) {
  switch (crowd) {
    case Crowd::flying: return "flying";
    case Crowd::gliding: return "gliding";
    case Crowd::lattice: return "lattice";
    case Crowd::teleport: return "teleport";
    case Crowd::stacked: return "stacked";
    case Crowd::crowds: return "crowds";
    case Crowd::resting: return "resting";
    case Crowd::huge: return "huge";
    case Crowd::sizes: return "sizes";
    case Crowd::quiet: return "quiet";
  }
  return "";
}

/// A scene of one kind; `bodies` is how many it has on average.
class Bustle {
 public:
  Bustle(Crowd crowd, std::uint64_t seed, std::uint32_t bodies)
      : crowd_(crowd), rng_(seed), bodies_(bodies) {
    // The room has as many bodies for its size whatever their number.
    room_ = static_cast<float>(0.6 * std::cbrt(bodies) + 0.25);
    for (std::uint32_t i = 0; i < bodies; i++) come();
  }

  BoxScene scene;

  void step() {
    frame_++;
    if (rng_.chance(calm())) return;  // a frame in which nothing happens
    switch (crowd_) {
      case Crowd::flying: each(1, [&](std::uint32_t i) { shift(i, 0.12F); }); break;
      case Crowd::gliding: each(1, [&](std::uint32_t i) { glide(i); }); break;
      case Crowd::lattice: each(0.2, [&](std::uint32_t i) { jump(i); }); break;
      case Crowd::teleport:
        each(0.9, [&](std::uint32_t i) { shift(i, 0.02F); });
        each(0.08, [&](std::uint32_t i) { jump(i); });
        break;
      case Crowd::stacked: stack(); break;
      case Crowd::crowds:
        if (rng_.chance(0.2)) turn_over();
        each(0.1, [&](std::uint32_t i) { jump(i); });
        break;
      case Crowd::resting:
        each(0.06, [&](std::uint32_t i) { shift(i, 0.5F); });
        each(0.04, [&](std::uint32_t i) { scene.set_static(i, !scene.is_static[i]); });
        each(0.04, [&](std::uint32_t i) {  // both at once
          scene.set_static(i, rng_.chance(0.7));
          jump(i);
        });
        break;
      case Crowd::huge:
      case Crowd::sizes: each(0.1, [&](std::uint32_t i) { jump(i); }); break;
      case Crowd::quiet:
        if (frame_ % 30 > 27) each(0.5, [&](std::uint32_t i) { shift(i, 0.2F); });
        each(1.5 / bodies_, [&](std::uint32_t i) { jump(i); });
        break;
    }
    // Everywhere: some come, some go, some come to go at once, and some do both.
    if (rng_.chance(0.1)) come();
    each(0.1 / bodies_, [&](std::uint32_t i) { scene.remove(i); });
    if (rng_.chance(0.05)) scene.remove(come());
    if (rng_.chance(0.05))
      each(0.5 / bodies_, [&](std::uint32_t i) {
        jump(i);
        scene.remove(i);
      });
  }

 private:
  double calm() const {
    return crowd_ == Crowd::lattice || crowd_ == Crowd::crowds || crowd_ == Crowd::huge ||
                   crowd_ == Crowd::sizes
               ? 0.3
               : 0.1;
  }

  template <class Do>
  void each(double probability, Do act) {
    for (std::uint32_t i = 0; i < scene.size(); i++) {
      if (scene.there(i) && rng_.chance(probability)) act(i);
    }
  }

  float coordinate() {
    if (crowd_ == Crowd::lattice) {
      return static_cast<float>(rng_.below(static_cast<std::uint32_t>(4 * room_) + 1)) / 2;
    }
    return static_cast<float>(rng_.uniform(-room_, room_));
  }

  /// A large one is seldom in the middle; a tiny one is often beside another.
  FloatBox of_any_size() {
    const auto half = static_cast<float>(std::pow(10, rng_.uniform(-6, 6)));
    FloatBox box;
    for (int k = 0; k < 3; k++) {
      const float room = rng_.chance(0.7) ? half : 1;
      const auto at = static_cast<float>(rng_.uniform(-room, room));
      box.lower[k] = at - half;
      box.upper[k] = at + half;
      if (rng_.chance(0.02)) box.lower[k] = -std::numeric_limits<float>::infinity();
    }
    return box;
  }

  FloatBox anywhere() {
    if (crowd_ == Crowd::sizes) return of_any_size();
    FloatBox box;
    for (int k = 0; k < 3; k++) {
      const float at = crowd_ == Crowd::stacked ? place_[k] : coordinate();
      const float half = crowd_ == Crowd::lattice ? 0.25F * static_cast<float>(1 + rng_.below(2))
                                                  : static_cast<float>(rng_.uniform(0.1, 0.6));
      box.lower[k] = at - half;
      box.upper[k] = at + half;
      if (crowd_ != Crowd::huge) continue;
      if (rng_.chance(0.1)) box.upper[k] = box.lower[k];  // flat
      if (rng_.chance(0.05)) box.upper[k] = std::numeric_limits<float>::infinity();
      if (rng_.chance(0.05)) box.lower[k] = -std::numeric_limits<float>::infinity();
      if (rng_.chance(0.02)) box.lower[k] = box.upper[k] = rng_.chance(0.5) ? 0.0F : -0.0F;
      if (rng_.chance(0.02)) {
        box.lower[k] = FLT_MAX;
        box.upper[k] = std::numeric_limits<float>::infinity();
      }
    }
    return box;
  }

  std::uint32_t come() {
    const double fixed = crowd_ == Crowd::resting ? 0.5 : 0.1;
    return scene.add(anywhere(), rng_.chance(fixed));
  }
  void jump(std::uint32_t body) { scene.move(body, anywhere()); }
  void shift(std::uint32_t body, float most) {
    FloatBox box = scene.boxes.get(body);
    for (int k = 0; k < 3; k++) {
      const auto by = static_cast<float>(rng_.uniform(-most, most));
      box.lower[k] += by;
      box.upper[k] += by;
    }
    scene.move(body, box);
  }
  void glide(std::uint32_t body) {
    if (body >= velocities_.size()) velocities_.resize(body + 1);
    auto& velocity = velocities_[body];
    if (velocity[0] == 0 || rng_.chance(0.01)) {  // a newcomer, or a kick
      for (float& v : velocity) v = static_cast<float>(rng_.uniform(-0.06, 0.06));
    }
    if (body % 2) velocity[2] -= 0.0005F;
    if (body % 5 == 0 && frame_ % 20 < 8) return;  // waits, and goes on
    FloatBox box = scene.boxes.get(body);
    for (int k = 0; k < 3; k++) {
      if (std::fabs(box.lower[k]) > room_) velocity[k] = -std::copysign(velocity[k], box.lower[k]);
      box.lower[k] += velocity[k];
      box.upper[k] += velocity[k];
    }
    scene.move(body, box);
  }
  void stack() {
    if (rng_.chance(0.2)) {  // all elsewhere
      for (float& x : place_) x = coordinate();
      each(1, [&](std::uint32_t i) { jump(i); });
    } else if (rng_.chance(0.7)) {  // one leaves the heap, or comes back to it
      each(2.5 / bodies_, [&](std::uint32_t i) { shift(i, 2.0F); });
    } else {
      each(0.2, [&](std::uint32_t i) { jump(i); });
    }
  }
  void turn_over() {
    if (rng_.chance(0.5)) {
      each(rng_.uniform(0.2, 1), [&](std::uint32_t i) { scene.remove(i); });
    }
    const std::uint32_t more = rng_.below(bodies_ + 1);
    std::uint32_t there = 0;
    each(1, [&](std::uint32_t) { there++; });
    for (std::uint32_t i = 0; i < more && there + i < 2 * bodies_; i++) come();
  }

  Crowd crowd_;
  Rng rng_;
  std::uint32_t bodies_;
  float room_ = 1;
  int frame_ = 0;
  std::array<float, 3> place_ = {};
  std::vector<std::array<float, 3>> velocities_;
};

struct Seen {
  long frames = 0, with_added = 0, with_removed = 0, with_pairs = 0, sorted_again = 0, swaps = 0;
  long in_lists = 0;                                ///< of the automatic sort
  long in_tree = 0, in_grid = 0;                    ///< of the automatic method
  double pairs = 0, looked_at = 0, new_bounds = 0;  ///< of all pairs, by space-time bounds
  double columns = 0, levels = 0;                   ///< of the fine grid
};

/// The grid as it is, and one with as many columns and levels as there can be: the scenes are
/// small.
constexpr GridSettings kFineGrid{{.tests = 0.01, .column = 0, .sample = 1}, {1, 1000}};

/// The automatic choice with small numbers, likewise.
constexpr AutomaticSettings kSmall{.grid_from = 20,
                                   .grid_until = 14,
                                   .calm_from = 8,
                                   .calm_until = 4,
                                   .apart_from = 2,
                                   .apart_until = 1,
                                   .asleep_from = 8,
                                   .asleep_until = 4,
                                   .least_apart = 2};

/// A broad phase that begins where another one is: as a world does that is restored.
template <class Method>
Method restored(const Method& from, Method fresh, const BoxScene& scene) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t i = 0; i < scene.size(); i++) {
    if (scene.there(i)) all.push_back(i);
  }
  fresh.update(scene.boxes, scene.is_static, {{}, all, {}});
  std::vector<std::uint8_t> of_bodies(scene.size());
  for (std::uint32_t i = 0; i < scene.size(); i++) of_bodies[i] = from.body_history(i);
  fresh.set_body_history(of_bodies);
  fresh.set_history(from.history(), scene.boxes);
  return fresh;
}

/// One scene, followed by all; brute force is looked over now and then, too.
void run(Crowd crowd, std::uint64_t seed, std::uint32_t bodies, int frames, Seen& seen) {
  Bustle bustle(crowd, seed, bodies);
  const auto brute = make_brute_force();
  constexpr EndSort kSorts[] = {EndSort::automatic, EndSort::insertion, EndSort::bubble,
                                EndSort::sweep};
  std::vector<SweepAndPrune> sorts, twins;  // a twin was restored on the way
  for (const EndSort sort : kSorts) sorts.emplace_back(sort);
  twins = sorts;
  SpaceTime space_time, space_time_twin;
  Grid grid, fine_grid(kFineGrid);
  Automatic automatic(kSmall), automatic_twin(kSmall);
  Rng rng(seed);
  for (int frame = 0; frame < frames; frame++, bustle.step()) {
    SCOPED_TRACE(testing::Message() << name_of(crowd) << " of " << bodies << " bodies, seed "
                                    << seed << ", frame " << frame);
    const BodyChanges changes = bustle.scene.changes();
    brute->update(bustle.scene.boxes, bustle.scene.is_static, changes);
    for (std::size_t i = 0; i < sorts.size(); i++) {
      for (auto* sap : {&sorts[i], &twins[i]}) {
        sap->update(bustle.scene.boxes, bustle.scene.is_static, changes);
        ASSERT_TRUE(std::ranges::equal(sap->pairs(), brute->pairs())) << i;
        ASSERT_TRUE(std::ranges::equal(sap->added(), brute->added())) << i;
        ASSERT_TRUE(std::ranges::equal(sap->removed(), brute->removed())) << i;
      }
      ASSERT_EQ(twins[i].swaps, sorts[i].swaps) << i;  // the same work, to the last exchange
      ASSERT_EQ(twins[i].sorted_again, sorts[i].sorted_again) << i;
      ASSERT_EQ(twins[i].history(), sorts[i].history()) << i;
      seen.sorted_again += sorts[i].sorted_again;
      for (const std::uint64_t swaps : sorts[i].swaps) seen.swaps += static_cast<long>(swaps);
      if (rng.chance(0.1)) twins[i] = restored(sorts[i], SweepAndPrune(kSorts[i]), bustle.scene);
    }
    for (SpaceTime* broad : {&space_time, &space_time_twin}) {
      broad->update(bustle.scene.boxes, bustle.scene.is_static, changes);
      ASSERT_TRUE(std::ranges::equal(broad->pairs(), brute->pairs()));
      ASSERT_TRUE(std::ranges::equal(broad->added(), brute->added()));
      ASSERT_TRUE(std::ranges::equal(broad->removed(), brute->removed()));
    }
    for (BroadPhase* broad :
         std::initializer_list<BroadPhase*>{&grid, &fine_grid, &automatic, &automatic_twin}) {
      broad->update(bustle.scene.boxes, bustle.scene.is_static, changes);
      ASSERT_TRUE(std::ranges::equal(broad->pairs(), brute->pairs()));
      ASSERT_TRUE(std::ranges::equal(broad->added(), brute->added()));
      ASSERT_TRUE(std::ranges::equal(broad->removed(), brute->removed()));
    }
    ASSERT_EQ(automatic_twin.history(), automatic.history());
    for (std::uint32_t i = 0; i < bustle.scene.size(); i++) {
      if (bustle.scene.there(i)) {
        ASSERT_EQ(automatic_twin.body_history(i), automatic.body_history(i));
      }
    }
    if (rng.chance(0.1)) automatic_twin = restored(automatic, Automatic(kSmall), bustle.scene);
    const BroadPhase::Choice choice = *automatic.choice();
    seen.in_tree += choice.resting > 0;
    seen.in_grid += choice.is_grid;
    seen.columns += static_cast<double>(fine_grid.column_count());
    seen.levels += static_cast<double>(fine_grid.level_count());
    if (rng.chance(0.1)) space_time_twin = restored(space_time, SpaceTime{}, bustle.scene);
    if (rng.chance(0.05)) {  // true or not
      space_time.promise(rng.below(bodies), rng.chance(0.3) ? 0 : 0.001F);
    }
    seen.pairs += 0.5 * bodies * (bodies - 1);
    seen.looked_at += static_cast<double>(space_time.woken);
    seen.new_bounds += static_cast<double>(space_time.new_bounds) / bodies;
    if (frame % 16 == 0) {
      ASSERT_TRUE(std::ranges::equal(brute->pairs(), bustle.scene.overlapping()));
    }
    seen.in_lists += static_cast<long>(sorts[0].history()[0] & 1);
    seen.frames++;
    seen.with_added += !brute->added().empty();
    seen.with_removed += !brute->removed().empty();
    seen.with_pairs += !brute->pairs().empty();
  }
}

class BroadTest : public testing::TestWithParam<Crowd> {};

TEST_P(BroadTest, FindsThePairsOfBruteForce) {
  Seen seen;
  const int scenes = scaled_count(22);
  for (int i = 0; i < scenes; i++) {
    const auto seed = static_cast<std::uint64_t>(first_case() + i);
    const std::uint32_t few = GetParam() == Crowd::quiet ? 40 : 8;
    const std::uint32_t bodies = i == 7            ? 500
                                 : i > 8 && i < 13 ? i - 8
                                                   : few + Rng(seed).below(61 - few);
    ASSERT_NO_FATAL_FAILURE(run(GetParam(), seed, bodies, i == 7 ? 30 : 60, seen));
  }
  std::printf(
      "  %s: %ld frames, pairs in %ld, added in %ld, removed in %ld; %ld swaps, %ld sorted again, "
      "%ld in lists; %.1f %% of pairs awake, %.1f %% of bounds new; %.1f columns, %.1f levels; %ld "
      "with "
      "a tree, %ld with a grid\n",
      name_of(GetParam()).c_str(), seen.frames, seen.with_pairs, seen.with_added, seen.with_removed,
      seen.swaps, seen.sorted_again, seen.in_lists, 100 * seen.looked_at / seen.pairs,
      100 * seen.new_bounds / static_cast<double>(seen.frames),
      seen.columns / static_cast<double>(seen.frames),
      seen.levels / static_cast<double>(seen.frames), seen.in_tree, seen.in_grid);
  if (scenes < 10) return;
  // A sample that is all noise, or all rest, would prove little.
  for (const long changed : {seen.with_added, seen.with_removed}) {
    EXPECT_GE(changed, seen.frames * 3 / 10);
    EXPECT_LE(changed, seen.frames * 7 / 10);
  }
  if (GetParam() == Crowd::gliding) {  // most bounds hold, and some do not
    EXPECT_LE(seen.new_bounds, 0.5 * static_cast<double>(seen.frames));
    EXPECT_GE(seen.new_bounds, 0.02 * static_cast<double>(seen.frames));
  }
  if (GetParam() == Crowd::quiet) {
    EXPECT_GE(seen.in_lists, seen.frames * 3 / 10);
    EXPECT_LE(seen.in_lists, seen.frames * 7 / 10);
  }
  if (GetParam() != Crowd::stacked) {
    EXPECT_GE(seen.columns, 4.0 * static_cast<double>(seen.frames));
  }
  if (GetParam() == Crowd::sizes) {
    EXPECT_GE(seen.levels, 3.0 * static_cast<double>(seen.frames));
  }
  EXPECT_GE(seen.with_pairs, seen.frames * 7 / 10);
  EXPECT_GT(seen.swaps, 10 * seen.frames);
  EXPECT_LE(seen.sorted_again, seen.frames * 3 / 2);  // of four; most frames use the lists
}

INSTANTIATE_TEST_SUITE_P(Crowds, BroadTest, testing::ValuesIn(kCrowds),
                         [](const auto& crowd) { return name_of(crowd.param); });

}  // namespace
}  // namespace glance::test
