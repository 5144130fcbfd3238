// Which bodies touch does not depend on the method: any boxes, any broad phase, any sort,
// any way to extreme vertices, either question, with or without a trip through bytes give
// the same pairs, and those are what asking every pair by itself gives.
#include "glance/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "glance/hash.h"
#include "support/all_kinds.h"
#include "support/test_scale.h"
#include "support/world_life.h"

namespace glance::test {
namespace {

struct Setup {
  WorldOptions options;
  std::optional<BoxKind> boxes;
  DetectOptions ask;
  bool restored = false;  ///< goes through bytes now and then
};

std::vector<Setup> all_setups() {
  std::vector<Setup> setups;
  const std::pair<BroadMethod, SortMethod> broads[] = {
      {BroadMethod::brute_force, SortMethod::automatic},
      {BroadMethod::sweep_and_prune, SortMethod::automatic},
      {BroadMethod::sweep_and_prune, SortMethod::insertion},
      {BroadMethod::sweep_and_prune, SortMethod::bubble},
      {BroadMethod::sweep_and_prune, SortMethod::sweep},
      {BroadMethod::grid, SortMethod::automatic},
      {BroadMethod::automatic, SortMethod::automatic},
      {BroadMethod::space_time, SortMethod::automatic}};
  for (const auto& [broad, sort] : broads) {
    for (const auto boxes : {BoxKind::automatic, BoxKind::fixed, BoxKind::tight}) {
      for (const auto method : {BoxMethod::automatic, BoxMethod::neighbors, BoxMethod::walls}) {
        if (boxes == BoxKind::fixed && method != BoxMethod::automatic) continue;
        for (const Question question : {Question::collide, Question::distance}) {
          setups.push_back({{.broad = broad, .tuning = {sort, method}}, boxes, {question}});
        }
      }
    }
  }
  // The rest once: delta, each body's own boxes, reports of all pairs, a trip through bytes,
  // other ways to answer.
  const WorldOptions plain;
  setups.push_back({{.delta = 0.25}, {}, {.report_all = true}});
  setups.push_back({plain, {}, {Question::distance, true}, true});
  setups.push_back({plain, {}, {}, true});
  setups.push_back(
      {{.tuning = {.sort = SortMethod::bubble}}, BoxKind::tight, {Question::distance}, true});
  setups.push_back({{.broad = BroadMethod::brute_force}, BoxKind::fixed, {}, true});
  setups.push_back({{.broad = BroadMethod::space_time}, {}, {}, true});
  setups.push_back({{.broad = BroadMethod::grid}, {}, {}, true});
  setups.push_back({plain, {}, {Question::contacts, true}});
  setups.push_back({{.broad = BroadMethod::space_time}, {}, {Question::contacts}, true});
  setups.push_back(
      {plain, {}, {.query = {.depth = false, .tuning = {.method = QueryMethod::voronoi}}}});
  setups.push_back({plain, {}, {.query = {.depth = false, .tuning = {.start = WalkStart::table}}}});
  return setups;
}

std::string describe(const Setup& s) {
  return std::string(to_string(s.options.broad)) + " " +
         std::string(to_string(s.options.tuning.sort)) + " " +
         std::string(to_string(s.options.tuning.box_method)) + " " +
         (s.boxes ? std::string(to_string(*s.boxes)) : "own") + " " +
         std::string(to_string(s.ask.question)) + (s.restored ? " restored" : "");
}

std::uint64_t touching_hash(const FrameReport& report) {
  Hash hash;
  for (const PairReport& r : report.touching) {
    hash.add(std::uint64_t{r.a.index}).add(std::uint64_t{r.a.generation});
    hash.add(std::uint64_t{r.b.index}).add(std::uint64_t{r.b.generation});
    hash.add(to_string(r.verdict));
  }
  return hash.value();
}

template <class List>
std::set<BodyPair> set_of(const List& list) {
  std::set<BodyPair> pairs;
  for (const auto& p : list) pairs.insert({p.a, p.b});
  EXPECT_EQ(pairs.size(), list.size()) << "a pair is listed twice";
  return pairs;
}

template <class List>
bool in_id_order(const List& list) {
  for (std::size_t i = 0; i < list.size(); i++) {
    if (list[i].a.index >= list[i].b.index) return false;
    if (i > 0 && std::pair(list[i - 1].a.index, list[i - 1].b.index) >=
                     std::pair(list[i].a.index, list[i].b.index)) {
      return false;
    }
  }
  return true;
}

/// What must hold of every report, given who touched before.
void check_report(const FrameReport& report, const std::set<BodyPair>& before, bool report_all) {
  ASSERT_TRUE(in_id_order(report.touching));
  ASSERT_TRUE(in_id_order(report.pairs));
  ASSERT_TRUE(in_id_order(report.begun));
  ASSERT_TRUE(in_id_order(report.ended));
  const std::set<BodyPair> now = set_of(report.touching), begun = set_of(report.begun),
                           ended = set_of(report.ended);
  for (const PairReport& r : report.touching) {
    ASSERT_TRUE(r.touches());
    ASSERT_EQ(r.begun, !before.contains({r.a, r.b}));
    ASSERT_EQ(begun.contains({r.a, r.b}), r.begun);
  }
  for (const BodyPair& pair : begun) ASSERT_TRUE(now.contains(pair));
  for (const BodyPair& pair : before) ASSERT_EQ(ended.contains(pair), !now.contains(pair));
  for (const BodyPair& pair : ended) ASSERT_TRUE(before.contains(pair));

  const FrameCounters& c = report.counters;
  ASSERT_EQ(c.touching, report.touching.size());
  ASSERT_EQ(c.tested + c.at_rest, c.overlapping);
  ASSERT_LE(c.touching, c.overlapping);
  ASSERT_EQ(report.pairs.size(), report_all ? c.overlapping : 0u);
  std::size_t among_all = 0;
  for (const PairReport& r : report.pairs) {
    among_all += r.touches();
    ASSERT_EQ(r.touches(), now.contains({r.a, r.b}));
  }
  ASSERT_EQ(among_all, report_all ? c.touching : 0u);
}

void check_certificates(const FrameReport& report, const WorldLife& life) {
  for (const auto& list : {report.touching, report.pairs}) {
    for (const PairReport& r : list) {
      const auto &a = life.bodies().at(r.a), &b = life.bodies().at(r.b);
      const auto proved =
          verify(r.certificate, {a.scaled, a.body.pose}, {b.scaled, b.body.pose}, life.margin);
      ASSERT_TRUE(proved) << proved.error().message << "\n"
                          << test::describe(a.scaled) << ", " << test::describe(b.scaled) << ": "
                          << to_string(r.verdict) << "\n"
                          << dump_query({a.scaled, a.body.pose}, {b.scaled, b.body.pose});
      ASSERT_EQ(r.certificate.verdict, r.verdict);
    }
  }
}

struct Seen {
  long frames = 0, touching = 0, begun = 0, ended = 0, at_rest = 0, tested = 0;
  void add(const FrameReport& report) {
    frames++;
    touching += static_cast<long>(report.touching.size());
    begun += static_cast<long>(report.begun.size());
    ended += static_cast<long>(report.ended.size());
    at_rest += static_cast<long>(report.counters.at_rest);
    tested += static_cast<long>(report.counters.tested);
  }
  void add(const Seen& other) {
    frames += other.frames;
    touching += other.touching;
    begun += other.begun;
    ended += other.ended;
    at_rest += other.at_rest;
    tested += other.tested;
  }
};

void run(Life kind, std::uint64_t seed, std::uint32_t bodies, int frames, Seen& seen,
         double margin = 0) {
  std::vector<Setup> setups = all_setups();
  std::vector<World> worlds;
  for (Setup& setup : setups) {
    setup.options.margin = margin;
    setup.ask.query.margin = 123;  // the world's is taken
    worlds.push_back(World::make(setup.options).value());
  }
  WorldLife life(kind, seed, bodies);
  life.margin = margin;
  for (std::size_t i = 0; i < worlds.size(); i++) life.follow(worlds[i], setups[i].boxes);
  life.begin();
  std::set<BodyPair> before;
  Rng rng(seed);
  for (int frame = 0; frame < frames; frame++) {
    SCOPED_TRACE(testing::Message()
                 << "life " << static_cast<int>(kind) << " seed " << seed << " frame " << frame);
    std::uint64_t expected = 0;
    std::set<BodyPair> now;
    for (std::size_t i = 0; i < worlds.size(); i++) {
      SCOPED_TRACE(describe(setups[i]));
      if (setups[i].restored && rng.chance(0.2)) {
        // In place, so that the life goes on with it: with all that is still to be done.
        worlds[i] = World::restore(worlds[i].save()).value();
      }
      const FrameReport report = worlds[i].detect(setups[i].ask);
      if (i == 0) {
        expected = touching_hash(report);
        now = set_of(report.touching);
        seen.add(report);
      }
      ASSERT_EQ(touching_hash(report), expected);
      ASSERT_NO_FATAL_FAILURE(check_report(report, before, setups[i].ask.report_all));
      if (frame % 10 == 3) {
        ASSERT_NO_FATAL_FAILURE(check_certificates(report, life));
      }
    }
    ASSERT_EQ(now, life.touching(frame % 25 == 7 ? QueryMethod::oracle : QueryMethod::automatic));
    before = now;
    life.step();
  }
}

/// Once 691 pairs touched where 750 were wanted: blocks on a lattice drifted apart in time. How
/// many touch is judged for all lives together, since each has three worlds only, whose frames are
/// much alike: with seed 7, 515 pairs touched in one and 993 of 1213 in another.
TEST(WorldProperty, TheSamePairsHoweverTheyAreFound) {
  Seen all;
  for (const auto& [kind, margin] :
       {std::pair(Life::tumbling, 0.0), {Life::blocks, 0}, {Life::kinds, 0}, {Life::kinds, 0.25}}) {
    Seen seen;
    for (int n = 1; n <= 3; n++) {
      const std::uint32_t bodies = n == 1 ? 4 : 10 + 7 * static_cast<std::uint32_t>(n);
      const int frames = scaled_count(margin > 0 ? 20 : 50);
      ASSERT_NO_FATAL_FAILURE(run(kind, random_seed(n), bodies, frames, seen, margin));
    }
    std::printf("  %ld frames: %ld touching, %ld begun, %ld ended, %ld at rest, %ld tested\n",
                seen.frames, seen.touching, seen.begun, seen.ended, seen.at_rest, seen.tested);
    all.add(seen);
    if (seen.frames < 60) continue;
    EXPECT_GT(seen.touching, seen.frames);
    EXPECT_GT(seen.begun, seen.frames / 4);
    EXPECT_GT(seen.ended, seen.frames / 4);  // (seed 4: 60 of 150)
    EXPECT_GT(seen.at_rest, seen.tested / 20);
  }
  if (all.frames < 60) return;
  EXPECT_GT(all.touching, 5 * all.frames);
  EXPECT_GT(all.touching, (all.at_rest + all.tested) * 3 / 10);
  EXPECT_LT(all.touching, (all.at_rest + all.tested) * 7 / 10);
}

/// Distances, too, are right however the pair came about, and none within delta is missed.
TEST(WorldProperty, AllPairsWithinDeltaAreReportedWithTheirDistance) {
  constexpr double kDelta = 0.5;
  World world = World::make({.delta = kDelta}).value();
  WorldLife life(Life::tumbling, random_seed(5), 20);
  life.follow(world);
  life.begin();
  long within = 0, all = 0;
  for (int frame = 0; frame < scaled_count(100); frame++, life.step()) {
    SCOPED_TRACE(frame);
    const FrameReport report = world.detect({Question::distance, true});
    std::map<BodyPair, double> distances;
    for (const PairReport& r : report.pairs) distances[{r.a, r.b}] = r.distance;
    for (const auto& [id_a, a] : life.bodies()) {
      for (const auto& [id_b, b] : life.bodies()) {
        if (!(id_a < id_b) || !life.allowed(id_a, id_b)) continue;
        const double d =
            distance({a.scaled, a.body.pose}, {b.scaled, b.body.pose}, {.depth = false}).distance;
        const auto found = distances.find({id_a, id_b});
        all++;
        ASSERT_TRUE(d > kDelta || found != distances.end()) << d;
        if (found == distances.end()) continue;
        within++;
        ASSERT_NEAR(found->second, d, 1e-12 * (4 + d));
      }
    }
  }
  EXPECT_GT(within, all / 10);
  EXPECT_LT(within, all * 7 / 10);
}

/// A pair that is asked about by itself, as long as its boxes overlap, and only if it has changed.
struct LonePair {
  PairCache cache;
  Contacts last;
  std::vector<Vec3> places;  ///< of both
  const void *a = nullptr, *b = nullptr;

  bool moves(const WorldLife::Member& m, const WorldLife::Member& n) {
    std::vector<Vec3> now;
    for (const Pose& pose : {m.body.pose, n.body.pose}) {
      now.push_back(pose.translation());
      for (int k = 0; k < 3; k++) now.push_back(pose.rotation().col(k));
    }
    const void *const shape_a = m.scaled.identity(), *const shape_b = n.scaled.identity();
    const bool same = now == places && shape_a == a && shape_b == b;
    places = std::move(now);
    a = shape_a;
    b = shape_b;
    return !same;
  }
};
using Caches = std::map<BodyPair, LonePair>;

/// The points of each pair of a frame that reports all are those that contacts() gives for the
/// pair, which then remembers as much. Returns how many there are.
long check_contacts(const FrameReport& report, const WorldLife& life, double margin, Caches& caches,
                    long& others) {
  // Normals of curved bodies are known to the root of kCurvedAccuracy, and points with them.
  constexpr double kTilt = 2e-5;
  Caches next;
  for (const PairReport& pair : report.pairs) {
    const auto &a = life.bodies().at(pair.a), &b = life.bodies().at(pair.b);
    LonePair& lone = next[{pair.a, pair.b}] = caches[{pair.a, pair.b}];
    if (lone.moves(a, b)) {
      lone.last = contacts({a.scaled, a.body.pose}, {b.scaled, b.body.pose},
                           {.cache = &lone.cache, .margin = margin});
    }
    const Contacts& expected = lone.last;
    const auto points = report.contacts(pair);
    EXPECT_EQ(to_string(pair.verdict), to_string(expected.verdict));
    const auto line = [&] { return dump_query({a.scaled, a.body.pose}, {b.scaled, b.body.pose}); };
    // Where there are several equal ways out (boxes that tie), a pair that was forgotten, as its
    // boxes parted unseen, or that was moved to where it is, may be answered by another.
    if (!std::ranges::equal(points, expected.span(), {}, &ContactPoint::id, &ContactPoint::id)) {
      others++;
      continue;
    }
    const double size = a.scaled.extent() + b.scaled.extent();
    for (std::size_t i = 0; i < points.size(); i++) {
      const ContactPoint &p = points[i], &q = expected.span()[i];
      EXPECT_NEAR(p.depth, q.depth, kTilt * size) << line();
      if (std::isfinite(size)) {
        EXPECT_LE(norm(Vec3(p.point_a - q.point_a)), kTilt * size) << line();
      }
    }
    if (points.size() > 0) {
      EXPECT_LE(norm(Vec3(pair.normal - expected.normal)), 1e-4) << line();
    }
  }
  // A pair that is switched off keeps what it remembers, and is asked again when it is back.
  for (auto& [pair, lone] : caches) {
    const bool are_there = life.bodies().contains(pair.a) && life.bodies().contains(pair.b);
    if (next.contains(pair) || !are_there || life.allowed(pair.a, pair.b)) continue;
    lone.places.clear();
    next[pair] = std::move(lone);
  }
  caches = std::move(next);
  return static_cast<long>(report.contact_points.size());
}

TEST(WorldProperty, ContactsOfAFrameAreThoseOfItsPairs) {
  long frames = 0, points = 0, touching = 0, pairs = 0, others = 0;
  for (const auto& [kind, margin] :
       {std::pair(Life::tumbling, 0.0), {Life::blocks, 0}, {Life::kinds, 0}, {Life::kinds, 0.25}}) {
    World world = World::make({.margin = margin}).value();
    WorldLife life(kind, random_seed(11), 25);
    life.margin = margin;
    life.follow(world);
    life.begin();
    Caches caches;
    for (int frame = 0; frame < scaled_count(100); frame++, life.step()) {
      SCOPED_TRACE(testing::Message() << "life " << static_cast<int>(kind) << " frame " << frame);
      const FrameReport report = world.detect({Question::contacts, true});
      frames++;
      points += check_contacts(report, life, margin, caches, others);
      touching += static_cast<long>(report.touching.size());
      pairs += static_cast<long>(report.pairs.size());
      if (testing::Test::HasFailure()) return;
    }
  }
  std::printf("  %ld pairs, %ld touch, in %ld points\n", pairs, touching, points);
  EXPECT_GE(points, touching);
  if (frames < 60) return;
  EXPECT_LE(others, touching / 1000);
  EXPECT_GE(touching, pairs / 4);
  EXPECT_LE(touching, pairs * 7 / 10);
}

}  // namespace
}  // namespace glance::test
