#include "benchmarks/pairs/adversarial.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "benchmarks/common/grade.h"
#include "benchmarks/common/isolated.h"
#include "benchmarks/common/ours.h"
#include "benchmarks/common/output.h"
#include "benchmarks/common/roster.h"
#include "support/pair_zoo.h"

namespace glance::bench {
namespace {

/// A pair, and what the oracle says.
struct Case {
  test::Pair pair;
  Verdict verdict;
  Truth truth;
};

Case make_case(test::PairClass kind, int index) {
  const test::Pair pair = test::make_pair(kind, index);
  const Distance d = distance({pair.a, pair.pose_a}, {pair.b, pair.pose_b},
                              {.tuning = {.method = QueryMethod::oracle}});
  return {pair,
          d.verdict,
          {.hit = d.verdict != Verdict::apart,
           .touching = d.verdict == Verdict::touching,
           .distance = d.distance,
           .size = pair.a.extent() + pair.b.extent() + d.distance}};
}

Track to_track(const test::Pair& pair) {
  return {{to_hull(pair.a)},
          {to_hull(pair.b)},
          {to_placement(pair.pose_a)},
          {to_placement(pair.pose_b)}};
}

void count(const Truth& truth, const Outcome& outcome, Question question, Tally& tally) {
  tally.pairs++;
  tally.crashed += outcome.kind == Outcome::Kind::crashed;
  tally.hung += outcome.kind == Outcome::Kind::hung;
  if (outcome.kind != Outcome::Kind::answered) return;
  tally.seconds.push_back(outcome.seconds);
  const Grade got = grade(outcome.answer, question, truth);
  tally.wrong += got == Grade::wrong;
  tally.off += got == Grade::off;
  tally.failed += got == Grade::failed;
}

/// Ours must find exact contact, too; and what it did is looked at.
void ask_ours(const Case& known, ClassTally& tally, ClassWork& work) {
  const auto note = [&](Verdict verdict, const QueryWork& done, Tally& counts) {
    // Among hits; the others have been counted.
    const bool hit = verdict != Verdict::apart;
    counts.wrong += verdict != known.verdict && (known.truth.touching || (hit && known.truth.hit));
    work.feature_steps = std::max(work.feature_steps, done.feature_steps);
    work.simplex_steps = std::max(work.simplex_steps, done.simplex_steps);
    work.vertex_steps = std::max(work.vertex_steps, done.vertex_steps);
    work.exact_pivots = std::max(work.exact_pivots, done.exact_pivots);
    work.queries++;
    work.exact += done.exact;
    work.handed_over += done.handed_over;
  };
  const test::Pair& pair = known.pair;
  const Collision c = collide({pair.a, pair.pose_a}, {pair.b, pair.pose_b});
  note(c.verdict, c.work, tally.boolean);
  const Distance d = distance({pair.a, pair.pose_a}, {pair.b, pair.pose_b}, {.depth = false});
  note(d.verdict, d.work, tally.distance);
  work.apart += known.verdict == Verdict::apart;
  work.touching += known.verdict == Verdict::touching;
  work.overlapping += known.verdict == Verdict::overlapping;
}

void run_class(test::PairClass kind, std::span<const Contender> contenders,
               AdversarialReport& report) {
  std::vector<Case> cases;
  std::vector<Track> tracks;
  for (int i = 0; i < report.pairs_a_class; i++) {
    cases.push_back(make_case(kind, i));
    tracks.push_back(to_track(cases.back().pair));
  }
  std::vector<ClassTally>& tallies = report.tallies.emplace_back();
  for (const Contender& contender : contenders) {
    ClassTally& tally = tallies.emplace_back();
    for (const Question question : kQuestions) {
      if (!contender->offers(question)) continue;
      const std::vector<Outcome> outcomes = ask_isolated(*contender, question, tracks);
      Tally& counts = question == Question::boolean ? tally.boolean : tally.distance;
      for (std::size_t i = 0; i < cases.size(); i++) {
        count(cases[i].truth, outcomes[i], question, counts);
      }
    }
  }
  ClassWork& work = report.work.emplace_back();
  for (const Case& known : cases) ask_ours(known, tallies[0], work);
}

}  // namespace

void Tally::add(const Tally& other) {
  pairs += other.pairs;
  wrong += other.wrong;
  off += other.off;
  failed += other.failed;
  crashed += other.crashed;
  hung += other.hung;
  seconds.insert(seconds.end(), other.seconds.begin(), other.seconds.end());
}

int run_adversarial(const AdversarialOptions& options) {
  std::vector<Contender> contenders{make_ours()};
  for (Contender& peer : hull_peers(load_peers())) contenders.push_back(std::move(peer));

  AdversarialReport report;
  constexpr int kClasses = static_cast<int>(std::size(test::kPairClasses));
  report.pairs_a_class = (options.pairs + kClasses - 1) / kClasses;
  for (const Contender& contender : contenders) report.contenders.push_back(contender->name());
  for (const test::PairClass kind : test::kPairClasses) {
    report.classes.push_back(test::to_string(kind));
    std::cerr << fmt::format("[{}/{}] {}\n", report.classes.size(), kClasses,
                             report.classes.back());
    run_class(kind, contenders, report);
  }
  const std::string text = page(report);
  std::cout << text;
  return !options.write || write_page("adversarial.md", text) ? 0 : 2;
}

}  // namespace glance::bench
