// Times of impact: no miss, never late, within the tolerance, every proof accepted by the referee,
// and where a formula knows the first contact, at that time.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "exact/cache_access.h"
#include "glance/impact.h"
#include "glance/tolerance.h"
#include "math/motion_access.h"
#include "support/impact_zoo.h"
#include "support/reference.h"
#include "support/sampled_distance.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

bool is_plane(const Shape& s) { return s.kind() == ShapeKind::halfspace; }

/// How near to each other poses and distances can be told (length).
double accuracy_of(const ImpactCase& c) {
  double far = 0;
  for (const Motion* m : {&c.motion_a, &c.motion_b}) {
    far += norm(m->start().translation()) + norm(m->linear()) + norm(m->centre());
  }
  return kCurvedAccuracy * size_of(c) + 0x1p-46 * far;
}

/// What a run has seen.
struct Seen {
  long cases = 0, hits = 0, overlapping = 0, grazing = 0, undecided = 0, intervals = 0, steps = 0,
       planted = 0, known = 0, unshown = 0;
  std::uint32_t most_steps = 0;
  int slowest = -1;

  void add(const ImpactCase& c, int index, const Impact& impact) {
    cases++;
    planted += c.planted.has_value();
    hits += impact.hit;
    overlapping += impact.starts_overlapping;
    grazing += impact.grazing;
    undecided += impact.undecided;
    intervals += static_cast<long>(impact.proof.size());
    steps += impact.work.steps;
    if (impact.work.steps > most_steps) {
      most_steps = impact.work.steps;
      slowest = index;
    }
  }
  void print(const char* what) const {
    std::printf(
        "  %s: %ld pairs (%ld planted), %ld hit (%.0f %%), %ld start overlapping (%ld without a "
        "point that shows it), %ld grazing, %ld undecided; %ld intervals verified, %.1f steps on "
        "average, at most %u (pair %d); of %ld "
        "pairs a formula demands a hit\n",
        what, cases, planted, hits, 100. * static_cast<double>(hits) / static_cast<double>(cases),
        overlapping, unshown, grazing, undecided, intervals,
        static_cast<double>(steps) / static_cast<double>(cases), most_steps, slowest, known);
  }
};

/// What an answer says about itself, without the truth.
void check_answer(const ImpactCase& c, const Impact& impact) {
  ASSERT_GT(impact.tolerance, 0);
  ASSERT_EQ(impact.undecided ? impact.lower : impact.time, impact.lower);
  if (!impact.hit) {
    ASSERT_EQ(impact.time, 1);
    ASSERT_EQ(impact.lower, 1);
    ASSERT_EQ(impact.distance, 0);
    ASSERT_EQ(impact.normal, Vec3(Vec3::zero()));
    return;
  }
  if (impact.starts_overlapping) {
    ASSERT_EQ(impact.time, 0);
    ASSERT_EQ(impact.distance, 0);
    return;
  }
  if (impact.undecided) return;
  const double accuracy = accuracy_of(c);
  const Pose pose_a = c.motion_a.at(impact.time), pose_b = c.motion_b.at(impact.time);
  const Distance d = distance({c.a, pose_a}, {c.b, pose_b});
  ASSERT_EQ(d.verdict, Verdict::apart) << "at its time";
  ASSERT_LE(d.lower, impact.tolerance * (1 + 1e-9) + accuracy);
  ASSERT_NEAR(impact.distance, d.distance, accuracy);
  ASSERT_NEAR(norm(impact.normal), 1, 1e-12);
  if (is_plane(c.a) && is_plane(c.b)) return;
  if (is_plane(c.a) || is_plane(c.b)) {
    const Vec3 n = is_plane(c.a) ? multiply(pose_a.rotation(), c.a.sizes())
                                 : Vec3(-multiply(pose_b.rotation(), c.b.sizes()));
    ASSERT_LE(norm(impact.normal - n), 1e-5);
  } else {
    const double along =
        static_cast<double>(gap_along(c.a, pose_a, c.b, pose_b, real(impact.normal)));
    ASSERT_GE(along, impact.distance - 16 * accuracy) << "the normal does not separate";
  }
  const Shape point = Shape::point(impact.point).value();
  ASSERT_LE(distance({c.a, pose_a}, {point, {}}).distance, impact.distance / 2 + 4 * accuracy);
  ASSERT_LE(distance({c.b, pose_b}, {point, {}}).distance, impact.distance / 2 + 4 * accuracy);
}

void check_planted(const ImpactCase& c, const Impact& impact, Seen& seen) {
  const Planted& p = *c.planted;
  const double tol = impact.tolerance, error = p.rounding + accuracy_of(c);
  if (p.start_distance <= 0) {
    ASSERT_TRUE(impact.hit && impact.starts_overlapping);
    seen.known++;
    return;
  }
  ASSERT_FALSE(impact.starts_overlapping && p.start_distance > error);
  // What counts as near: the tolerance, or half of what they start with.
  const bool near = p.start_distance<tol - error, far = p.start_distance> tol + error;
  const double counts = near ? p.start_distance / 2 : tol;
  const auto earliest = p.first(counts + error);
  // (What may pass by a rounding hits where that is within half of what counts.)
  std::optional<double> latest;
  if (p.enters) latest = p.first(-error);
  if (!p.enters && far && error < counts / 2) latest = p.first(0);
  const double slip = 1e-13;  // of times themselves
  if (!earliest || *earliest > 1 + slip) {
    if (near || far) {
      ASSERT_FALSE(impact.hit) << "at " << impact.time;
    }
    return;
  }
  if (latest && *latest <= 1) {
    ASSERT_TRUE(impact.hit) << "a miss: they are in contact at " << *latest;
    ASSERT_LE(impact.time, *latest + slip);
    seen.known++;
  } else if (p.exact && far) {
    const auto clear = p.first(counts / 2 - error);
    if (clear && *clear <= 1) {
      ASSERT_TRUE(impact.hit) << "they are within half the tolerance at " << *clear;
      seen.known++;
    }
  }
  if (impact.hit && !impact.undecided && (near || far)) {
    ASSERT_GE(impact.time, *earliest - slip);
  }
}

void check_case(const ImpactCase& c, int index, int samples, Seen& seen) {
  const Impact impact = c.impact();
  seen.add(c, index, impact);
  ASSERT_NO_FATAL_FAILURE(check_answer(c, impact));
  const Result<void> proved = c.verify(impact);
  if (!proved && impact.starts_overlapping && !(c.a.has_flat_core() && c.b.has_flat_core())) {
    seen.unshown++;  // of some overlaps of curved bodies there is no point (certificate.h)
  } else {
    ASSERT_TRUE(proved) << proved.error().message;
  }
  if (c.planted) {
    ASSERT_NO_FATAL_FAILURE(check_planted(c, impact, seen));
  }
  if (impact.starts_overlapping || impact.lower == 0) return;
  const Nearest nearest = sampled(c, 0, impact.lower, samples);
  ASSERT_GT(nearest.distance, 0) << "they touch at " << nearest.time << ", before " << impact.lower;
}

/// The rate of random pairs that hit is representative.
void expect_representative(const Seen& seen) {
  if (seen.cases < 300) return;
  const double rate = static_cast<double>(seen.hits) / static_cast<double>(seen.cases);
  EXPECT_GT(rate, 0.3);
  EXPECT_LT(rate, 0.7);
  EXPECT_LT(static_cast<double>(seen.undecided), 1e-3 * static_cast<double>(seen.cases));
}

bool too_many_failures() {
  const auto* result = testing::UnitTest::GetInstance()->current_test_info()->result();
  return result->total_part_count() > 20;
}

TEST(Impact, RandomPairs) {
  Seen seen;
  const int count = scaled_count(4000);
  for (const int i : random_cases(count)) {
    if (too_many_failures()) break;
    const ImpactCase c = make_random_impact(i);
    SCOPED_TRACE(testing::Message() << "random " << i << "\n" << describe(c));
    check_case(c, i, 24, seen);
  }
  seen.print("random");
  expect_representative(seen);
}

TEST(Impact, PlantedPairs) {
  std::map<std::string, Seen> seen;
  Seen all;
  const int count = scaled_count(4000);
  for (const int i : random_cases(count)) {
    if (too_many_failures()) break;
    const ImpactCase c = make_planted_impact(i);
    SCOPED_TRACE(testing::Message() << "planted " << i << "\n" << describe(c));
    check_case(c, i, 8, seen[c.name]);
  }
  for (const auto& [name, s] : seen) s.print(name.c_str());
}

// --- What must not change the answer, or must change it in a known way. ---

/// The same pair in another order, frame or direction of time.
ImpactCase swapped(const ImpactCase& c) {
  return {c.name, c.b, c.motion_b, c.a, c.motion_a, c.tolerance, {}};
}

Motion moved(const Motion& m, const Mat3& turn, const Vec3& to, const Vec3& drift) {
  const Pose start =
      Pose::make(compose(turn, m.start().rotation()), multiply(turn, m.start().translation()) + to)
          .value();
  return Motion::with_velocity(start, multiply(turn, m.linear()) + drift,
                               multiply(turn, m.angular()), m.centre())
      .value();
}

Motion reversed(const Motion& m) {
  return Motion::with_velocity(m.end(), -m.linear(), -m.angular(), m.centre()).value();
}

/// Two answers about what is the same up to rounding: both are right, so what counts as contact
/// for the one does so for the other, but for a little.
void check_same(const ImpactCase& c, const Impact& impact, const ImpactCase& d, const Impact& other,
                double slack) {
  if (impact.undecided || other.undecided) return;
  // (Where rounding leaves no room for the tolerance asked for, it may be another one there.)
  const double counts = std::max(impact.tolerance, other.tolerance) * (1 + 1e-6) + slack;
  if (other.hit && other.time < impact.lower) {
    ASSERT_LE(distance_at(c, other.time).distance, counts) << other.time << " " << impact.time;
  }
  if (impact.hit && impact.time < other.lower) {
    ASSERT_LE(distance_at(d, impact.time).distance, counts) << other.time << " " << impact.time;
  }
}

TEST(Impact, OrderFrameAndTime) {
  const int count = scaled_count(1500);
  int both = 0, same_bits = 0;
  for (const int i : random_cases(count)) {
    if (too_many_failures()) break;
    const ImpactCase c = make_impact(i);
    SCOPED_TRACE(testing::Message() << "pair " << i << "\n" << describe(c));
    const Impact impact = c.impact();
    const double accuracy = accuracy_of(c);

    const ImpactCase s = swapped(c);
    const Impact other = s.impact();
    ASSERT_EQ(other.starts_overlapping, impact.starts_overlapping);
    ASSERT_NO_FATAL_FAILURE(check_same(c, impact, s, other, accuracy));
    if (impact.hit && other.hit) {
      both++;
      same_bits += impact.time == other.time;
      if (std::fabs(impact.time - other.time) <= 1e-9 && !is_plane(c.a) && !is_plane(c.b) &&
          impact.distance > 100 * accuracy) {
        const Pose pose_a = c.motion_a.at(impact.time), pose_b = c.motion_b.at(impact.time);
        const double along =
            static_cast<double>(gap_along(c.a, pose_a, c.b, pose_b, real(Vec3(-other.normal))));
        ASSERT_GT(along, 0) << "the mirrored normal does not separate";
      }
    }

    Rng rng(static_cast<std::uint64_t>(i));
    const double unit = std::max({c.a.extent(), c.b.extent(), impact.tolerance});
    const Mat3 turn = rotation_matrix(rng.rotation());
    const Vec3 to = rng.in_box(3 * unit), drift = rng.in_box(3 * unit);
    ImpactCase m = c;
    m.motion_a = moved(c.motion_a, turn, to, drift);
    m.motion_b = moved(c.motion_b, turn, to, drift);
    // What single precision left of the rotations' ends counts as rounding here.
    const double reach = unit + accuracy_of(c) / 0x1p-46,
                 skew = norm(math::residue_of(c.motion_a).col(0)) +
                        norm(math::residue_of(c.motion_b).col(0));
    const double slack = 4 * (accuracy_of(c) + accuracy_of(m)) + 4 * skew * reach;
    if (slack < 0.1 * impact.tolerance && !impact.starts_overlapping) {
      ASSERT_NO_FATAL_FAILURE(check_same(c, impact, m, m.impact(), slack));
    }

    // Back in time: contact remains contact, and none remains none.
    ImpactCase r = c;
    r.motion_a = reversed(c.motion_a);
    r.motion_b = reversed(c.motion_b);
    const Impact back = r.impact();
    ASSERT_TRUE(r.verify(back));
    if (impact.hit && !impact.undecided && !impact.starts_overlapping && !back.hit) {
      // What comes within the tolerance only may start there, the other way round.
      ASSERT_GT(distance_at(c, impact.time).distance, 0.1 * impact.tolerance);
      const Nearest nearest = sampled(c, 0, 1, 24);
      ASSERT_GT(nearest.distance, 0);
    }
    if (!impact.hit && back.hit && !back.undecided && !back.starts_overlapping) {
      ASSERT_LE(distance_at(r, back.time).distance, back.tolerance + slack);
      const Nearest nearest = sampled(c, 0, 1, 24);
      ASSERT_GT(nearest.distance, 0);
    }
  }
  std::printf("  %d hits in both orders, %d at the same bits\n", both, same_bits);
}

TEST(Impact, DoesNotDependOnTheCache) {
  const int count = scaled_count(1500);
  Rng rng(random_seed(5));
  int from_cache = 0;
  for (const int i : random_cases(count)) {
    const ImpactCase c = make_impact(i);
    SCOPED_TRACE(testing::Message() << "pair " << i << "\n" << describe(c));
    const ImpactOptions options{.absolute_tolerance = c.tolerance, .proof = rng.chance(0.5)};
    const Impact impact = time_of_impact({c.a, c.motion_a}, {c.b, c.motion_b}, options);
    PairCache cache;
    if (rng.chance(0.7)) {
      const double time = rng.uniform();
      distance({c.a, c.motion_a.at(time)}, {c.b, c.motion_b.at(time)}, {.cache = &cache});
    } else {
      exact::memory_of(cache).hint = exact::CacheHint::apart;
      exact::memory_of(cache).direction = rng.direction();
    }
    const Impact other = time_of_impact({c.a, c.motion_a}, {c.b, c.motion_b}, options.with(cache));
    from_cache += other.work.from_cache;
    ASSERT_EQ(other.hit, impact.hit);
    ASSERT_EQ(other.starts_overlapping, impact.starts_overlapping);
    ASSERT_EQ(other.undecided, impact.undecided);
    ASSERT_EQ(other.grazing, impact.grazing);
    ASSERT_EQ(other.time, impact.time);
    ASSERT_EQ(other.lower, impact.lower);
    ASSERT_EQ(other.upper, impact.upper);
    ASSERT_EQ(other.distance, impact.distance);
    ASSERT_EQ(other.normal, impact.normal);
    ASSERT_EQ(other.point, impact.point);
    if (options.proof) {
      const Result<void> proved = c.verify(other);
      ASSERT_TRUE(proved) << proved.error().message;
    } else {
      ASSERT_TRUE(other.proof.empty());
    }
  }
  std::printf("  %d of %d answered by what was remembered\n", from_cache, count);
  EXPECT_GT(from_cache, count / 20);
}

/// A margin is a rounding that is not there.
TEST(Impact, Margins) {
  const int count = scaled_count(800);
  Seen seen;
  for (const int i : random_cases(count)) {
    if (too_many_failures()) break;
    const ImpactCase c = make_random_impact(i);
    SCOPED_TRACE(testing::Message() << "random " << i << "\n" << describe(c));
    Rng rng(static_cast<std::uint64_t>(i));
    const double unit = std::max(c.a.extent(), c.b.extent()),
                 margin = unit * std::pow(10, rng.uniform(-3, 0));
    if (!(unit > 0)) continue;
    const double tolerance = unit * std::pow(10, rng.uniform(-7, -3));
    const ImpactOptions options{.absolute_tolerance = tolerance, .margin = margin, .proof = true};
    const Impact impact = time_of_impact({c.a, c.motion_a}, {c.b, c.motion_b}, options);
    seen.add(c, i, impact);
    ASSERT_EQ(impact.margin, margin);
    const Result<void> proved = c.verify(impact);
    ASSERT_TRUE(proved) << proved.error().message;
    const ImpactCase round{
        c.name, c.a.rounded(margin).value(), c.motion_a, c.b, c.motion_b, tolerance, {}};
    const Impact other = round.impact();
    if (!impact.starts_overlapping && !other.starts_overlapping) {
      ASSERT_NO_FATAL_FAILURE(
          check_same(round, impact, round, other, 4 * accuracy_of(c) + 1e-9 * margin));
    }
    if (impact.hit && !impact.starts_overlapping && !impact.undecided) {
      const Distance d = distance_at(c, impact.time);
      ASSERT_NEAR(impact.distance, d.distance, 4 * accuracy_of(c) + 1e-12 * margin);
    }
  }
  seen.print("with margins");
}

// --- Proofs that are altered. ---

TEST(Impact, AlteredProofsAreRefused) {
  const int count = scaled_count(1200);
  int altered = 0, claims_later = 0;
  const auto check = [&](const ImpactCase& c, const Impact& impact, const char* what) {
    altered++;
    EXPECT_FALSE(c.verify(impact)) << what << ": accepted";
  };
  for (const int i : random_cases(count)) {
    if (too_many_failures()) break;
    const ImpactCase c = make_impact(i);
    SCOPED_TRACE(testing::Message() << "pair " << i << "\n" << describe(c));
    const Impact good = c.impact();
    if (good.starts_overlapping) continue;
    Rng rng(static_cast<std::uint64_t>(i));
    const auto pick = rng.below(static_cast<std::uint32_t>(good.proof.size()));
    const bool plane = is_plane(c.a) || is_plane(c.b);
    Impact bad = good;
    const ApartInterval chosen = bad.proof[pick];
    if (chosen.from < chosen.to) {
      bad.proof.erase(bad.proof.begin() + pick);
      check(c, bad, "left out");
      bad = good;
      bad.proof[pick].from = 0.5 * (chosen.from + chosen.to);
      check(c, bad, "shifted");
    }
    if (!plane) {
      bad = good;
      bad.proof[pick].direction *= -1;
      check(c, bad, "turned round");
    }
    bad = good;
    bad.starts_overlapping = bad.hit = true;
    bad.time = bad.lower = bad.upper = 0;
    check(c, bad, "overlapping from the start");
    // Bodies that are where the other ones are: at the start of some interval.
    if (!plane && (c.a.dimension() == 3 || c.b.dimension() == 3)) {
      ImpactCase d = c;
      const Vec3 onto = c.motion_a.at(chosen.from).apply(c.a.mass().centroid) -
                        c.motion_b.at(chosen.from).apply(c.b.mass().centroid);
      d.motion_b = moved(c.motion_b, Mat3::identity(), onto, Vec3::zero());
      check(d, good, "another motion");
    }
    if (!good.hit || good.undecided) continue;
    if (good.distance > 1e3 * accuracy_of(c)) {
      bad = good;
      bad.tolerance = 0.9 * good.distance;
      check(c, bad, "another tolerance");
    }
    // Later than the contact, or no contact at all.
    for (int k = 1; k <= 8; k++) {
      const double later = std::min(1., good.time + (1 - good.time) * k / 8);
      const Distance d = distance_at(c, later);
      if (d.verdict != Verdict::overlapping) continue;
      claims_later++;
      bad = good;
      bad.time = bad.lower = bad.upper = later;
      check(c, bad, "later, with the same proof");
      bad.proof.back().to = later;
      check(c, bad, "later");
      bad.proof.back() = good.proof.back();
      bad.proof.push_back(good.proof.back());
      bad.proof.back().from = good.time;
      bad.proof.back().to = later;
      check(c, bad, "one interval more");
      bad = good;
      bad.hit = false;
      bad.time = bad.lower = bad.upper = 1;
      bad.proof.back().to = 1;
      check(c, bad, "no hit");
      break;
    }
  }
  std::printf("  %d altered proofs, %d pairs claim to meet later\n", altered, claims_later);
  EXPECT_GT(altered, count);
}

TEST(Impact, LongRunOfAMillion) {
  if (!long_run()) GTEST_SKIP() << "a long run; ./test --long does it";
  Seen seen;
  for (const int i : random_cases(1000000)) {
    if (too_many_failures()) break;
    const ImpactCase c = make_impact(i);
    SCOPED_TRACE(testing::Message() << "pair " << i << "\n" << describe(c));
    check_case(c, i, 24, seen);
    if (i % 50000 == 49999) seen.print("so far");
  }
  seen.print("a million");
  expect_representative(seen);
  EXPECT_LE(seen.unshown, seen.overlapping / 1000);
}

}  // namespace
}  // namespace glance::test
