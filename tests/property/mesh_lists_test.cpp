// Separation lists change the work, never the answer: along paths and at jumps, for every policy,
// with caps, with caches of other pairs, with vertices that move.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "glance/query.h"
#include "support/kind_check.h"
#include "support/mesh_check.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

const std::vector<ListOptions>& all_lists() {
  static const std::vector<ListOptions> lists = {
      {.policy = ListPolicy::top_down},
      {.policy = ListPolicy::both_ways},
      {.policy = ListPolicy::predict},
      {.policy = ListPolicy::deferred, .deferrals = 0},
      {.policy = ListPolicy::deferred, .deferrals = 1},
      {.policy = ListPolicy::deferred, .deferrals = 2},
      {.policy = ListPolicy::deferred, .deferrals = 3},
      {.policy = ListPolicy::deferred, .max_entries = 1},
      {.policy = ListPolicy::both_ways, .max_entries = 7},
      {.policy = ListPolicy::automatic},
      {.policy = ListPolicy::automatic, .max_entries = 7}};
  return lists;
}

std::string describe(const ListOptions& list) {
  return std::string(to_string(list.policy)) + " " + std::to_string(list.deferrals) + " of " +
         std::to_string(list.max_entries);
}

/// What one policy remembers: a cache for each question, and one that is asked them all.
struct Memory {
  PairCache collide, distance, nearer, parts, any;
};

/// Frames of a case: small steps, at times a standstill, at times a jump.
class Path {
 public:
  Path(int index, double step, double jump)
      : rng_(static_cast<std::uint64_t>(index)), step_(step), jump_(jump) {
    case_ = make_mesh_case(index % 5 == 4 ? Placing::lattice : Placing::near, 200000 + index);
  }

  const MeshCase& next() {
    const MeshModel& model = case_.b->model();
    if (rng_.chance(jump_)) {
      const Placing placing = kPlacings[rng_.below(5)];
      case_.poses = place(case_.a->model(), model, placing, rng_);
    } else if (!rng_.chance(0.1)) {
      case_.poses.b = stepped(case_.poses.b, model.centre, 2 * step_,
                              step_ * std::min(case_.a->model().size, model.size), rng_);
    }
    return case_;
  }

  Shape shape(bool of_a, int index) const {
    MeshOptions options{.volume = kVolumes[index % 6],
                        .builder = index % 4 < 2 ? TreeBuilder::sah : TreeBuilder::median,
                        .tiles = index % 5 == 0 ? 3.0 : 1.0};
    if (index % 6 == 5 && !of_a) options.volume = kVolumes[index / 6 % 6];
    return of_a ? case_.shape_a(options) : case_.shape_b(options);
  }

 private:
  Rng rng_;
  double step_, jump_;
  MeshCase case_;
};

/// Every question with this list and memory.
void check_frame(KnownMeshes& known, const Shape& a, const Shape& b, Memory& memory,
                 const ListOptions& list, bool thoroughly) {
  const TwoPoses& p = known.mesh_case().poses;
  const QueryOptions options{.depth = false, .tuning = {.list = list}};
  ASSERT_NO_FATAL_FAILURE(
      check_collision(known, a, b, collide({a, p.a}, {b, p.b}, options.with(memory.collide))));
  const Distance d = distance({a, p.a}, {b, p.b}, options.with(memory.distance));
  ASSERT_NO_FATAL_FAILURE(check_distance(known, a, b, d));
  ASSERT_LE(d.work.list_entries, list.max_entries);
  std::vector<TouchingParts> found;
  touching_parts({a, p.a}, {b, p.b}, found, options.with(memory.parts));
  ASSERT_NO_FATAL_FAILURE(check_parts(known, found, false));
  // All of them with one cache.
  ASSERT_NO_FATAL_FAILURE(
      check_distance(known, a, b, distance({a, p.a}, {b, p.b}, options.with(memory.any))));
  ASSERT_NO_FATAL_FAILURE(
      check_collision(known, a, b, collide({a, p.a}, {b, p.b}, options.with(memory.any))));
  touching_parts({a, p.a}, {b, p.b}, found, options.with(memory.any));
  ASSERT_NO_FATAL_FAILURE(check_parts(known, found, false));
  if (!thoroughly) return;
  ASSERT_NO_FATAL_FAILURE(check_nearness(known, a, b, &memory.nearer, options));
  ASSERT_NO_FATAL_FAILURE(check_nearness(known, a, b, &memory.any, options));
}

TEST(MeshLists, ChangeNoAnswerAlongPaths) {
  const int paths = std::max(12, scaled_count(100)), frames = 20;
  int cases = 0, together = 0;
  for (const int n : random_cases(paths)) {
    const double step = n % 2 ? 0.02 : 0.1, jump = n % 4 < 2 ? 0.1 : 0;
    Path path(n, step, jump);
    const Shape a = path.shape(true, n), b = path.shape(false, n);
    std::vector<Memory> memories(all_lists().size());
    for (int frame = 0; frame < frames; frame++) {
      KnownMeshes known(path.next());
      cases++;
      together += known.verdict() != Verdict::apart;
      for (std::size_t k = 0; k < memories.size(); k++) {
        SCOPED_TRACE(testing::Message()
                     << "path " << n << ", frame " << frame << ", " << describe(all_lists()[k])
                     << ", " << to_string(a.mesh_view().volume) << " "
                     << to_string(b.mesh_view().volume) << "\n"
                     << known.describe());
        check_frame(known, a, b, memories[k], all_lists()[k], frame % 4 == 0);
        if (HasFatalFailure()) break;  // the next path
      }
      if (HasFatalFailure()) return;
    }
  }
  std::printf("  %d frames, %.0f %% meet\n", cases, 100. * together / cases);
  if (!are_many(cases / frames)) return;
  EXPECT_GE(together, cases * 3 / 10);
  EXPECT_LE(together, cases * 7 / 10);
}

/// Distances with and without a list differ by no more than rounding.
TEST(MeshLists, GiveTheSameDistances) {
  const int paths = std::max(12, scaled_count(40));
  for (const int n : random_cases(paths)) {
    Path path(1000 + n, 0.03, 0.1);
    const Shape a = path.shape(true, n), b = path.shape(false, n);
    PairCache cache;
    for (int frame = 0; frame < 30; frame++) {
      const TwoPoses p = path.next().poses;
      const Distance cold = distance({a, p.a}, {b, p.b}),
                     warm = distance({a, p.a}, {b, p.b}, {.cache = &cache});
      ASSERT_EQ(to_string(cold.verdict), to_string(warm.verdict)) << n << ", " << frame;
      const double size = a.extent() + b.extent() + cold.distance;
      ASSERT_NEAR(cold.distance, warm.distance, 1e-13 * size) << n << ", " << frame;
      ASSERT_NEAR(cold.depth, warm.depth, 1e-12 * size) << n << ", " << frame;
    }
  }
}

/// Asks until there is an answer; how often it was interrupted is added up.
template <class Ask>
auto ask_in_steps(const Ask& ask, PairCache& cache, const QueryOptions& options, int& interrupted) {
  for (int steps = 0;; steps++) {
    auto answer = ask(cache, options);
    EXPECT_EQ(answer.work.interrupted, answer.verdict == Verdict::undecided);
    if (!answer.work.interrupted || steps == 20000) return answer;  // (undecided: it got nowhere)
    interrupted++;
  }
}

/// Counts of the cases below.
struct StepCounts {
  int interrupted = 0, cases = 0, together = 0;
};

/// Path number n, frame by frame: in steps as at once.
void check_steps(int n, StepCounts& counts) {
  Path path(4000 + n, 0.03, 0.1);
  const Shape a = path.shape(true, n), mesh = path.shape(false, n);
  const Shape ball = *Shape::sphere(0.4 * mesh.extent());
  const Pose beside = *Pose::make(Vec3(0.3 * mesh.extent(), 0, 0));
  const CompoundPart parts[] = {{mesh, {}}, {mesh, beside}};
  const Shape both = *Shape::compound(parts);
  const Shape& b = n % 4 == 2 ? ball : n % 4 == 3 ? both : mesh;
  const ListOptions& list = all_lists()[static_cast<std::size_t>(n) % all_lists().size()];
  const QueryOptions whole{.depth = false, .tuning = {.list = list}};
  QueryOptions steps = whole;
  steps.max_volume_tests = 8u << n % 5;
  PairCache apart_cache, cache, other_cache;
  for (int frame = 0; frame < 8; frame++) {
    SCOPED_TRACE(testing::Message() << n << ", " << frame << ", " << describe(list));
    const TwoPoses p = path.next().poses;
    const auto asks = [&](PairCache& c, const QueryOptions& o) {
      return collide({a, p.a}, {b, p.b}, o.with(c));
    };
    const auto measures = [&](PairCache& c, const QueryOptions& o) {
      return distance({a, p.a}, {b, p.b}, o.with(c));
    };
    PairCache fresh;
    const Distance truth = measures(fresh, whole);
    PairCache& asked = frame % 2 ? cache : apart_cache;
    const Collision c = ask_in_steps(asks, asked, steps, counts.interrupted);
    const Distance d =
        ask_in_steps(measures, frame % 2 ? cache : other_cache, steps, counts.interrupted);
    ASSERT_EQ(to_string(c.verdict), to_string(truth.verdict));
    ASSERT_EQ(to_string(d.verdict), to_string(truth.verdict));
    const double size = a.extent() + b.extent() + truth.distance;
    ASSERT_NEAR(d.distance, truth.distance, 1e-9 * size);
    // What was settled in steps is not left out of another question.
    std::vector<TouchingParts> found;
    touching_parts({a, p.a}, {b, p.b}, found, whole.with(asked));
    ASSERT_EQ(found, touching_list({a, p.a}, {b, p.b}, whole));
    counts.cases++;
    counts.together += truth.verdict != Verdict::apart;
  }
}

/// A search that ends after a few tests, and goes on from there the next time, comes to the same
/// end: with a mesh, a convex body or a compound, for every kind of list, from frame to frame.
TEST(MeshLists, SearchesInStepsFindTheSame) {
  const int paths = std::max(24, scaled_count(1000));
  StepCounts counts;
  for (const int n : random_cases(paths)) {
    check_steps(n, counts);
    if (HasFatalFailure()) return;
  }
  std::printf("  %d frames, %.0f %% meet, %d interruptions\n", counts.cases,
              100. * counts.together / counts.cases, counts.interrupted);
  EXPECT_GE(counts.interrupted, counts.cases / 2);
  EXPECT_GE(counts.together, counts.cases * 3 / 10);
  EXPECT_LE(counts.together, counts.cases * 7 / 10);
}

/// Path 775, frame 2: two parts of a compound took turns. While one went on, the other looked again
/// at triangles that exact arithmetic had told apart before, and was interrupted in its turn: after
/// 20,000 steps of 8 tests the verdict was still undecided.
TEST(MeshLists, PartsOfACompoundDoNotUndoEachOther) {
  StepCounts counts;
  ASSERT_NO_FATAL_FAILURE(check_steps(775, counts));
  EXPECT_GE(counts.interrupted, 8);
}

/// Two pairs, both ways round, with one cache between them.
TEST(MeshLists, OfAnotherPairOnlyCostTime) {
  const int paths = std::max(12, scaled_count(40));
  for (const int n : random_cases(paths)) {
    Path first(2000 + n, 0.05, 0.1), second(3000 + n, 0.05, 0.1);
    Memory memory;
    const ListOptions& list = all_lists()[static_cast<std::size_t>(n) % all_lists().size()];
    for (int frame = 0; frame < 12; frame++) {
      Path& path = frame % 3 == 1 ? second : first;
      MeshCase c = path.next();
      Shape a = path.shape(true, n), b = path.shape(false, n + frame / 4);
      if (frame % 5 > 2) {
        std::swap(a, b);
        std::swap(c.a, c.b);
        std::swap(c.poses.a, c.poses.b);
        std::swap(c.solid_a, c.solid_b);
      }
      KnownMeshes known(c);
      SCOPED_TRACE(testing::Message()
                   << "path " << n << ", frame " << frame << ", " << describe(list) << "\n"
                   << known.describe());
      ASSERT_NO_FATAL_FAILURE(check_frame(known, a, b, memory, list, false));
    }
  }
}

/// The tree keeps its form when vertices move, and so does the list: it must not be trusted.
TEST(MeshLists, OutliveMovedVertices) {
  const int paths = std::max(12, scaled_count(40));
  for (const int n : random_cases(paths)) {
    Path path(4000 + n, 0.02, 0);
    const MeshCase c = path.next();
    const Shape first = path.shape(true, n), b = path.shape(false, n);
    Shape a = first;
    Rng rng(static_cast<std::uint64_t>(n));
    PairCache by_collide, by_distance, by_parts;
    const QueryOptions options{
        .depth = false,
        .tuning = {.list = all_lists()[static_cast<std::size_t>(n) % all_lists().size()]}};
    for (int frame = 0; frame < 10; frame++) {
      SCOPED_TRACE(testing::Message()
                   << "path " << n << ", frame " << frame << ", " << describe(options.tuning.list));
      std::vector<Vec3> vertices(first.mesh_view().vertices.begin(),
                                 first.mesh_view().vertices.end());
      const double by = c.a->model().size * (frame % 3 == 2 ? 0.5 : 0.02);
      for (Vec3& v : vertices) v += rng.in_box(by);
      const Result<Shape> moved_a = (frame % 2 ? a : first).with_vertices(vertices);
      ASSERT_TRUE(moved_a);
      a = *moved_a;
      const TwoPoses p = path.next().poses;
      const PlainMesh plain(a.mesh_view());
      MeshReference truth(plain, p.a, c.plain_b(), p.b);
      ASSERT_EQ(to_string(collide({a, p.a}, {b, p.b}, options.with(by_collide)).verdict),
                to_string(truth.verdict()));
      const Distance d = distance({a, p.a}, {b, p.b}, options.with(by_distance));
      ASSERT_EQ(to_string(d.verdict), to_string(truth.verdict()));
      const double exact = static_cast<double>(truth.distance());
      ASSERT_NEAR(d.distance, exact, kDistanceAccuracy * (a.extent() + b.extent() + exact));
      std::vector<TouchingParts> found;
      touching_parts({a, p.a}, {b, p.b}, found, options.with(by_parts));
      ASSERT_EQ(found.size(), truth.meeting().size());
      for (std::size_t k = 0; k < found.size(); k++) {
        ASSERT_EQ(found[k].a.triangle, truth.meeting()[k].a);
        ASSERT_EQ(found[k].b.triangle, truth.meeting()[k].b);
        ASSERT_EQ(to_string(found[k].verdict), to_string(truth.meeting()[k].verdict));
      }
    }
  }
}

/// A distance that is known already is not searched for: until a body moves, or its vertices do,
/// or something else was nearest to another question.
TEST(MeshLists, RememberADistance) {
  const int cases = std::max(50, scaled_count(100));
  int remembered = 0;
  for (const int n : random_cases(cases)) {
    SCOPED_TRACE(n);
    Path path(7000 + n, 0.05, 0);
    TwoPoses p = path.next().poses;
    const Shape a = path.shape(true, n), b = path.shape(false, n);
    const QueryOptions options{.depth = false,
                               .tuning = {.list = all_lists()[n % all_lists().size()]}};
    PairCache cache;
    const auto ask = [&](const Shape& first) {
      return distance({first, p.a}, {b, p.b}, options.with(cache));
    };
    const Distance once = ask(a), again = ask(a);
    EXPECT_TRUE(again.work.from_cache);
    EXPECT_EQ(again.work.primitive_tests, 1u);
    EXPECT_EQ(again.distance, once.distance);
    EXPECT_EQ(again.point_a, once.point_a);
    EXPECT_EQ(again.sub_a, once.sub_a);
    EXPECT_EQ(again.sub_b, once.sub_b);
    if (once.verdict == Verdict::overlapping) continue;
    remembered++;
    // Another question in between.
    (void)nearer_than({a, p.a}, {b, p.b}, 2 * once.distance + a.extent(), options.with(cache));
    const double error = 1e-13 * (a.extent() + b.extent() + once.distance);
    EXPECT_NEAR(ask(a).distance, once.distance, error);
    // Vertices move: all of them to a corner of what they were.
    std::vector<Vec3> vertices(a.mesh_view().vertices.begin(), a.mesh_view().vertices.end());
    for (Vec3& v : vertices) v = v / 4 + vertices[0] * 3 / 4;
    const Shape smaller = *a.with_vertices(vertices);
    const Distance moved = ask(smaller), cold = distance({smaller, p.a}, {b, p.b}, options);
    EXPECT_NEAR(moved.distance, cold.distance, error);
    // And the body.
    p = path.next().poses;
    EXPECT_NEAR(ask(smaller).distance, distance({smaller, p.a}, {b, p.b}, options).distance, error);
  }
  EXPECT_GE(remembered, cases * 3 / 10);
}

/// A mesh and a convex body along a path: with a list as without.
TEST(MeshLists, WorkAgainstConvexBodies) {
  const int paths = std::max(12, scaled_count(40));
  for (const int n : random_cases(paths)) {
    Rng rng(static_cast<std::uint64_t>(n));
    const ShapeKind kind = kAllKinds[n % kConvexKinds];
    const MeshSpecimen& s = specimen(MeshName(n % 12), 1);
    const Shape& mesh = s.shape({.solid = s.model().closed, .volume = kVolumes[n % 6]});
    const Shape body = make_body(kind, s.model().size * 0.2, 3, false, rng);
    std::vector<Memory> memories(all_lists().size());
    Pose at =
        Pose::make(rng.rotation(), Vec3(s.model().centre + rng.direction() * s.model().size / 2))
            .value();
    for (int frame = 0; frame < 15; frame++) {
      at = rng.chance(0.1)
               ? Pose::make(rng.rotation(), Vec3(rng.direction() * s.model().size)).value()
               : stepped(at, Vec3::zero(), 0.05, 0.03 * s.model().size, rng);
      const Collision cold = collide({mesh, {}}, {body, at});
      const Distance far = distance({mesh, {}}, {body, at}, {.depth = false});
      const std::vector<TouchingParts> parts = touching_list({mesh, {}}, {body, at});
      ASSERT_EQ(to_string(cold.verdict), to_string(far.verdict));
      for (std::size_t k = 0; k < memories.size(); k++) {
        SCOPED_TRACE(testing::Message()
                     << to_string(kind) << " " << n << ", frame " << frame << ", "
                     << to_string(s.name()) << ", " << describe(all_lists()[k]));
        const QueryOptions options{.depth = false, .tuning = {.list = all_lists()[k]}};
        Memory& m = memories[k];
        for (PairCache* cache : {&m.collide, &m.any}) {
          ASSERT_EQ(to_string(collide({mesh, {}}, {body, at}, options.with(*cache)).verdict),
                    to_string(cold.verdict));
        }
        for (PairCache* cache : {&m.distance, &m.any}) {
          const Distance d = distance({mesh, {}}, {body, at}, options.with(*cache));
          ASSERT_EQ(to_string(d.verdict), to_string(cold.verdict));
          ASSERT_NEAR(d.distance, far.distance, kCurvedAccuracy * (s.model().size + far.distance));
        }
        for (PairCache* cache : {&m.parts, &m.any}) {
          std::vector<TouchingParts> found;
          touching_parts({mesh, {}}, {body, at}, found, options.with(*cache));
          ASSERT_EQ(found.size(), parts.size());
          for (std::size_t i = 0; i < found.size(); i++) {
            ASSERT_EQ(found[i].a, parts[i].a);
            ASSERT_EQ(to_string(found[i].verdict), to_string(parts[i].verdict));
          }
        }
      }
    }
  }
}

// Counts.

struct Cost {
  std::uint64_t collide = 0, distance = 0;
};

std::array<std::uint64_t, 4> counts(const QueryWork& w) {
  return {w.volume_updates, w.volume_tests, w.primitive_tests, w.list_entries};
}

/// Pairs of volumes tested over all frames of many paths, for one policy.
Cost cost_of(const ListOptions& list, double step, double jump, int paths, VolumeKind volume) {
  Cost cost;
  for (const int n : random_cases(paths)) {
    Rng rng(static_cast<std::uint64_t>(n));
    MeshCase c = make_mesh_case(Placing::near, 300000 + n);
    const Shape a = c.shape_a({.volume = volume}), b = c.shape_b({.volume = volume});
    const MeshModel &model_a = c.a->model(), &model_b = c.b->model();
    PairCache by_collide, by_distance;
    for (int frame = 0; frame < 30; frame++) {
      TwoPoses& p = c.poses;
      if (rng.chance(jump)) p = place(model_a, model_b, Placing::near, rng);
      p.b =
          stepped(p.b, model_b.centre, 2 * step, step * std::min(model_a.size, model_b.size), rng);
      const QueryOptions options{.depth = false, .tuning = {.list = list}};
      cost.collide += collide({a, p.a}, {b, p.b}, options.with(by_collide)).work.volume_tests;
      cost.distance += distance({a, p.a}, {b, p.b}, options.with(by_distance)).work.volume_tests;
    }
  }
  return cost;
}

/// At random jumps a list costs at most twice what no list costs; along paths it saves.
TEST(MeshLists, PayAlongPathsAndCostLittleAtJumps) {
  const int paths = std::max(8, scaled_count(40));  // of fewer one may decide
  const ListOptions lists[] = {{.policy = ListPolicy::both_ways},
                               {.policy = ListPolicy::predict},
                               {.policy = ListPolicy::deferred},
                               {.policy = ListPolicy::deferred, .deferrals = 3},
                               {.policy = ListPolicy::deferred, .max_entries = 7},
                               {}};
  for (const VolumeKind volume : kVolumes) {
    const ListOptions none{.policy = ListPolicy::top_down};
    const Cost jumps = cost_of(none, 0, 1, paths, volume);
    const Cost steps = cost_of(none, 0.004, 0, paths, volume);
    for (const ListOptions& list : lists) {
      SCOPED_TRACE(testing::Message() << describe(list) << ", " << to_string(volume));
      const Cost jumping = cost_of(list, 0, 1, paths, volume);
      const bool by_lists = list.policy != ListPolicy::automatic;  // distances
      EXPECT_LE(jumping.collide, 2 * jumps.collide);
      if (by_lists) {
        EXPECT_LE(jumping.distance, 2 * jumps.distance);
      }
      if (list.max_entries < kMaxListEntries) continue;
      const Cost stepping = cost_of(list, 0.004, 0, paths, volume);
      EXPECT_LT(stepping.collide, steps.collide);
      if (by_lists) {
        EXPECT_LT(stepping.distance, steps.distance);
      }
      std::printf("  %-7s %-10s %u  jumps: %.2f %.2f  steps: %.2f %.2f of top-down\n",
                  std::string(to_string(volume)).c_str(),
                  std::string(to_string(list.policy)).c_str(), list.deferrals,
                  double(jumping.collide) / double(jumps.collide),
                  double(jumping.distance) / double(jumps.distance),
                  double(stepping.collide) / double(steps.collide),
                  double(stepping.distance) / double(steps.distance));
    }
  }
}

/// The same run, the same counts; a copy of a cache goes on as the original does.
TEST(MeshLists, CountTheSameEachTime) {
  const int paths = std::max(11, scaled_count(33));  // each list once
  for (const int n : random_cases(paths)) {
    const ListOptions& list = all_lists()[static_cast<std::size_t>(n) % all_lists().size()];
    std::vector<std::array<std::uint64_t, 4>> first;
    for (int run = 0; run < 2; run++) {
      Path path(6000 + n, 0.03, 0.1);
      const Shape a = path.shape(true, n), b = path.shape(false, n);
      PairCache cache;
      std::vector<std::array<std::uint64_t, 4>> seen;
      for (int frame = 0; frame < 15; frame++) {
        const TwoPoses p = path.next().poses;
        if (run == 1 && frame == 7) cache = PairCache(cache);
        const QueryOptions options{.depth = false, .tuning = {.list = list}};
        seen.push_back(counts(collide({a, p.a}, {b, p.b}, options.with(cache)).work));
        seen.push_back(counts(distance({a, p.a}, {b, p.b}, options.with(cache)).work));
        std::vector<TouchingParts> found;
        seen.push_back(counts(touching_parts({a, p.a}, {b, p.b}, found, options.with(cache))));
        if (list.policy != ListPolicy::top_down) {
          ASSERT_LE(seen.back()[3], list.max_entries);
          // (What grew before the list was dropped stays.)
          ASSERT_LE(cache.list_bytes(), (1 << 16) + 64 * std::size_t{list.max_entries});
        }
      }
      if (run == 0) first = seen;
      ASSERT_EQ(first, seen) << n;
    }
  }
}

}  // namespace
}  // namespace glance::test
