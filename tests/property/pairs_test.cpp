// Every method against the exact oracle, on 200,000 pairs that are hard to decide; every
// certificate through the separate verifier; and paths of small motions, with and without
// the cache.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "exact/oracle_points.h"
#include "exact/oracle_verdict.h"
#include "glance/generate.h"
#include "glance/query.h"
#include "glance/rng.h"
#include "measure/statistics.h"
#include "support/pair_zoo.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::exact;

namespace {

constexpr int kPairsInAll = 200000;
constexpr int kPairsInLongRun = 10000000;

double size_of(const Pair& p, double distance) { return p.a.extent() + p.b.extent() + distance; }

/// Bounds of answers and the oracle's own rounding.
constexpr double kAccuracy = 1e-12;

/// `depth`: whether it was asked for; else it is not known of pairs that overlap.
bool is_finite(const Distance& d, bool depth) {
  const bool unknown = !depth && d.verdict == Verdict::overlapping;
  return std::isfinite(d.distance) && (std::isfinite(d.depth) || unknown) &&
         std::isfinite(d.lower) && std::isfinite(d.upper) && glance::is_finite(d.normal) &&
         glance::is_finite(d.point_a) && glance::is_finite(d.point_b);
}

void check_certificate(const Pair& p, Verdict verdict, const Certificate& certificate) {
  ASSERT_EQ(certificate.verdict, verdict);
  const Result<void> proved = verify(certificate, {p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_TRUE(proved) << proved.error().message;
}

void check_distance(const Pair& p, const Distance& d, const Distance& truth, bool depth) {
  ASSERT_EQ(d.verdict, truth.verdict);
  ASSERT_TRUE(is_finite(d, depth));
  const double tol = kAccuracy * size_of(p, truth.distance);
  const double in_world =
      tol + 1e-15 * (norm(p.pose_a.translation()) + norm(p.pose_b.translation()));
  const double signed_distance = truth.distance - truth.depth;
  ASSERT_NEAR(d.distance, truth.distance, tol);
  // The oracle is right to some 2^-47 of the size.
  ASSERT_LE(d.lower, signed_distance + 0.1 * tol);
  ASSERT_GE(d.upper, signed_distance - 0.1 * tol);
  if (d.verdict == Verdict::apart) {
    ASSERT_GT(d.distance, 0);
    ASSERT_GE(d.lower, 0);
    ASSERT_LE(d.upper - d.lower, 2 * tol);
    ASSERT_NEAR(norm(d.point_b - d.point_a), truth.distance, in_world);
    ASSERT_NEAR(norm(d.normal), 1, 1e-14);
  } else {
    ASSERT_EQ(d.distance, 0);
    ASSERT_LE(d.upper, 0);
  }
  if (depth) {
    ASSERT_NEAR(d.depth, truth.depth, tol);
  }
  ASSERT_NO_FATAL_FAILURE(check_certificate(p, d.verdict, d.certificate));
}

struct WorkSeen {
  std::vector<std::uint32_t> steps;
  long exact = 0, handed_over = 0;

  /// Of the linear program, where it had to iterate: apart and others.
  std::vector<std::uint32_t> lp_apart, lp_others;
  long lp_handed_over = 0;

  void add_lp(const Collision& c) {
    if (c.work.lp_steps > 0) {
      (c.verdict == Verdict::apart ? lp_apart : lp_others).push_back(c.work.lp_steps);
    }
    lp_handed_over += c.work.handed_over;
  }
  static void print_lp(const char* of, std::vector<std::uint32_t>& all) {
    if (all.empty()) return;
    std::sort(all.begin(), all.end());
    double sum = 0;
    for (const std::uint32_t n : all) sum += n;
    std::printf("    lp, %-6s %7zu: mean %.2f, p99 %u, most %u\n", of, all.size(),
                sum / static_cast<double>(all.size()), all[(all.size() - 1) * 99 / 100],
                all.back());
  }

  void add(const QueryWork& w) {
    steps.push_back(w.feature_steps + w.simplex_steps);
    exact += w.exact;
    handed_over += w.handed_over;
  }
  double quantile(double share) const {
    return measure::quantile({steps.begin(), steps.end()}, share);
  }
};

/// One pair through all that answers it.
void check_pair(const Pair& p, int index, WorkSeen& seen) {
  const Distance truth =
      distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.tuning = {.method = QueryMethod::oracle}});
  ASSERT_NO_FATAL_FAILURE(check_certificate(p, truth.verdict, truth.certificate));
  if (p.verdict) {
    ASSERT_EQ(truth.verdict, *p.verdict);
  }

  const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_EQ(c.verdict, truth.verdict);
  ASSERT_NO_FATAL_FAILURE(check_certificate(p, c.verdict, c.certificate));

  // Alternately: from where the walk starts, and how it looks inside.
  QueryOptions options{.depth = false, .tuning = {.seed = static_cast<std::uint64_t>(index)}};
  options.tuning.start = index % 3 == 0 ? WalkStart::random : WalkStart::table;
  options.tuning.interior_cells = index % 2 == 0;
  options.tuning.method = index % 5 == 0   ? QueryMethod::voronoi
                          : index % 5 == 1 ? QueryMethod::lp
                                           : QueryMethod::automatic;
  PairCache cache;
  const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b}, options.with(cache));
  seen.add(d.work);
  ASSERT_NO_FATAL_FAILURE(check_distance(p, d, truth, false));

  // Once more with what it left in the cache.
  const Distance again =
      distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache, .depth = false});
  ASSERT_NO_FATAL_FAILURE(check_distance(p, again, truth, false));
  ASSERT_EQ(collide({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &cache}).verdict, truth.verdict);

  // By the linear program, without and with a cache.
  PairCache lp_cache;
  for (int k = 0; k < 2; k++) {
    const Collision lp = collide({p.a, p.pose_a}, {p.b, p.pose_b},
                                 {.cache = &lp_cache, .tuning = {.method = QueryMethod::lp}});
    ASSERT_EQ(lp.verdict, truth.verdict);
    ASSERT_NO_FATAL_FAILURE(check_certificate(p, lp.verdict, lp.certificate));
    if (k == 0) seen.add_lp(lp);
  }

  // The other way round.
  const Collision swapped = collide({p.b, p.pose_b}, {p.a, p.pose_a});
  ASSERT_EQ(swapped.verdict, truth.verdict);

  if (index % 16 == 0) {
    const Distance deep = distance({p.a, p.pose_a}, {p.b, p.pose_b});
    ASSERT_NO_FATAL_FAILURE(check_distance(p, deep, truth, true));
  }
  const double tol = kAccuracy * size_of(p, truth.distance);
  const double signed_distance = truth.distance - truth.depth;
  for (const double limit : {0.5 * truth.distance, 2 * truth.distance + 10 * tol}) {
    const Nearness n =
        nearer_than({p.a, p.pose_a}, {p.b, p.pose_b}, limit, {.cache = &cache}).value();
    if (std::fabs(signed_distance - limit) > tol) {
      ASSERT_EQ(n.nearer, signed_distance < limit) << limit;
      ASSERT_TRUE(n.proved || truth.verdict != Verdict::apart);
    }
  }
}

class Pairs : public testing::TestWithParam<PairClass> {};

TEST_P(Pairs, EveryMethodAgreesWithTheOracle) {
  const int count = scaled_count(kPairsInAll / static_cast<int>(std::size(kPairClasses)));
  WorkSeen seen;
  for (const int i : random_cases(count)) {
    SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " pair " << i);
    ASSERT_NO_FATAL_FAILURE(check_pair(make_pair(GetParam(), i), i, seen));
  }
  std::printf("  %-16s steps: p99.99 %.0f, most %.0f; exact %.1f %%, handed over %.1f %%\n",
              to_string(GetParam()).c_str(), seen.quantile(0.9999), seen.quantile(1),
              100. * static_cast<double>(seen.exact) / count,
              100. * static_cast<double>(seen.handed_over) / count);
  WorkSeen::print_lp("apart", seen.lp_apart);
  WorkSeen::print_lp("others", seen.lp_others);
  std::printf("    lp handed over %.1f %%\n",
              100. * static_cast<double>(seen.lp_handed_over) / count);
}

INSTANTIATE_TEST_SUITE_P(Property, Pairs, testing::ValuesIn(kPairClasses),
                         [](const auto& kind) { return to_string(kind.param); });

/// ./test --long: ten million pairs, other ones; verdicts and certificates only, of distance
/// and collide in turn.
class PairsLong : public testing::TestWithParam<PairClass> {};

TEST_P(PairsLong, VerdictsAndCertificates) {
  if (!long_run()) GTEST_SKIP() << "a long run; ./test --long does it";
  const int count = scaled_count(kPairsInLongRun / static_cast<int>(std::size(kPairClasses)));
  WorkSeen seen;
  int verdicts[4] = {};
  for (int i = 0; i < count; i++) {
    const Pair p = make_pair(GetParam(), 1000000 + i);
    const Verdict truth = oracle_verdict(exact_world_points(p.a, p.pose_a, p.b, p.pose_b)).verdict;
    verdicts[static_cast<int>(truth)]++;
    SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " pair " << 1000000 + i);
    if (i % 2 == 0) {
      const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.depth = false});
      seen.add(d.work);
      ASSERT_EQ(d.verdict, truth);
      ASSERT_TRUE(is_finite(d, false));
      ASSERT_NO_FATAL_FAILURE(check_certificate(p, d.verdict, d.certificate));
    } else {
      const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b});
      seen.add(c.work);
      ASSERT_EQ(c.verdict, truth);
      ASSERT_NO_FATAL_FAILURE(check_certificate(p, c.verdict, c.certificate));
    }
  }
  std::printf(
      "  %-16s %d apart, %d touching, %d overlapping; steps: p99.99 %.0f, most %.0f; "
      "exact %.1f %%, handed over %.1f %%\n",
      to_string(GetParam()).c_str(), verdicts[0], verdicts[1], verdicts[2], seen.quantile(0.9999),
      seen.quantile(1), 100. * static_cast<double>(seen.exact) / count,
      100. * static_cast<double>(seen.handed_over) / count);
}

INSTANTIATE_TEST_SUITE_P(Property, PairsLong, testing::ValuesIn(kPairClasses),
                         [](const auto& kind) { return to_string(kind.param); });

}  // namespace
}  // namespace glance::test
