#include "benchmarks/edges/edges.h"

#include <fmt/format.h>

#include <iostream>

#include "benchmarks/common/isolated.h"
#include "benchmarks/common/ours.h"
#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "benchmarks/meshes/our_meshes.h"
#include "measure/statistics.h"
#include "measure/stopwatch.h"
#include "peers/fcl_meshes.h"

namespace glance::bench {
namespace {

/// A time is the median of this many questions, of fewer if they take longer than this together.
constexpr int kRepetitions = 101;
constexpr double kSeconds = 0.5;
/// Seconds after which a peer counts as hung.
constexpr double kPatience = 60;

/// The median of the processor time of one call, in milliseconds.
template <class Ask>
double median_ms(Ask ask) {
  std::vector<double> times;
  const measure::Stopwatch all;
  do {
    const measure::ProcessorStopwatch watch;
    ask();
    times.push_back(1e3 * watch.seconds());
  } while (times.size() < kRepetitions && all.seconds() < kSeconds);
  return measure::median(times);
}

/// Of a question that is too short for the clock: many at a time.
template <class Ask>
double median_ms_of_short(Ask ask) {
  constexpr int kAtATime = 100;
  const double one = median_ms(ask);
  if (one > 0.1) return one;
  return median_ms([&] {
           for (int i = 0; i < kAtATime; i++) ask();
         }) /
         kAtATime;
}

struct OurPair {
  Shape a, b;
  Pose pose_a, pose_b;

  explicit OurPair(const EdgeCase& c)
      : a(c.unit == EdgeUnit::vertices ? to_shape(c.pair.a)
                                       : to_mesh(c.soup, {.solid = c.solid, .threads = 1})),
        b(c.unit == EdgeUnit::vertices ? to_shape(c.pair.b) : a),
        pose_a(to_pose(c.pair.poses_a[0])),
        pose_b(to_pose(c.pair.poses_b[0])) {}

  Verdict ask(Question question, PairCache& cache) const {
    // Depth is left out, which peers are not asked for either.
    if (question == Question::distance) {
      return distance({a, pose_a}, {b, pose_b}, {.cache = &cache, .depth = false}).verdict;
    }
    return collide({a, pose_a}, {b, pose_b}, {.cache = &cache}).verdict;
  }
};

/// The median over bodies that were just made. Making them is not counted, as it is not for peers.
double first_question_ms(const EdgeCase& c, Question question) {
  constexpr int kBodies = 3;
  std::vector<double> times;
  for (int i = 0; i < kBodies; i++) {
    const OurPair pair(c);
    PairCache cache;
    const measure::ProcessorStopwatch watch;
    (void)pair.ask(question, cache);
    times.push_back(1e3 * watch.seconds());
  }
  return measure::median(times);
}

void ask_ours(const EdgeCase& c, Question question, EdgePoint& point) {
  point.first_ms = first_question_ms(c, question);
  const OurPair pair(c);
  point.cold_ms = median_ms([&] {
    PairCache cache;
    point.verdict = pair.ask(question, cache);
  });
  PairCache cache;
  Verdict warm = pair.ask(question, cache);
  point.warm_ms = median_ms_of_short([&] { warm = pair.ask(question, cache); });
  point.right = point.verdict == c.verdict && warm == c.verdict;
}

void ask_fcl_meshes(const EdgeCase& c, Question question, EdgePoint& point) {
  const std::unique_ptr<MeshPeer> fcl = make_fcl_meshes();
  fcl->load(c.soup);
  const MeshPath path{c.pair.poses_a, c.pair.poses_b};
  fcl->prepare({&path, 1});
  MeshAnswer answer;
  const double ms = median_ms([&] { fcl->ask(question, 0, false, 0, {&answer, 1}); });
  point.peers.push_back(
      {fcl->name(), ms, !answer.failed, answer.hit == (c.verdict != Verdict::apart)});
}

void ask_hull_peers(const EdgeCase& c, Question question, std::span<const Contender> peers,
                    EdgePoint& point) {
  for (const Contender& peer : peers) {
    if (!peer->offers(question)) continue;
    const Outcome outcome = ask_isolated(*peer, question, {&c.pair, 1}, kPatience)[0];
    const bool answered = outcome.kind == Outcome::Kind::answered && !outcome.answer.failed;
    point.peers.push_back({peer->name(), 1e3 * outcome.seconds, answered,
                           outcome.answer.hit == (c.verdict != Verdict::apart)});
  }
}

EdgePoint run_case(const EdgeCase& c, Question question, std::span<const Contender> peers) {
  EdgePoint point{.unit = c.unit, .size = c.size};
  ask_ours(c, question, point);
  if (c.unit == EdgeUnit::vertices) {
    ask_hull_peers(c, question, peers, point);
  } else if (!c.solid) {  // which FCL's meshes cannot be
    ask_fcl_meshes(c, question, point);
  }
  return point;
}

std::optional<measure::PowerLaw> growth(const EdgeRow& row, double EdgePoint::*time) {
  if (row.points.size() < 2) return {};
  measure::Curve times;
  for (const EdgePoint& point : row.points) times.emplace_back(point.size, point.*time);
  return measure::fit_power_law(times);
}

}  // namespace

std::string EdgeRow::name() const {
  return fmt::format("{}, {}", family, question == Question::boolean ? "boolean" : "distance");
}

int run_edges(const EdgesOptions& options) {
  if (options.write && (options.quick || !options.filter.empty())) return not_all_rows();
  const std::vector<Contender> peers = hull_peers(load_peers());
  EdgesReport report;
  for (const EdgeFamily& family : edge_families(options.quick)) {
    for (const Question question : kQuestions) {
      EdgeRow row{family.name, question, {}, {}, {}};
      if (row.name().find(options.filter) == std::string::npos) continue;
      for (const EdgeCase& c : family.cases) {
        row.points.push_back(run_case(c, question, peers));
        std::cerr << row_text(row, row.points.back()) << std::endl;
      }
      row.first_growth = growth(row, &EdgePoint::first_ms);
      row.growth = growth(row, &EdgePoint::cold_ms);
      report.rows.push_back(std::move(row));
    }
  }
  if (report.rows.empty()) return no_such_row(options.filter, "flush cubes, solids, boolean");
  const std::string text = page(report);
  std::cout << text;
  return !options.write || write_page("edges.md", text) ? 0 : 2;
}

}  // namespace glance::bench
