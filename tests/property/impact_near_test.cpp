// Times of impact of bodies that start all but touching: gaps from one rounding to a millionth of
// their size, near to and far from the origin, and motions that rest, part, slide, approach and
// turn. No hit where a direction is known to keep them apart; no miss and nothing late where exact
// verdicts on the way show contact; and what is said to be more than grazing does touch.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>

#include "glance/impact.h"
#include "glance/rng.h"
#include "glance/tolerance.h"
#include "support/cube.h"
#include "support/impact_zoo.h"
#include "support/part_bodies.h"
#include "support/sampled_distance.h"
#include "support/shorthand.h"
#include "support/straight_sweep.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

enum class Way { rest, together, part, slide, approach, spin, turn, count };
constexpr const char* kWays[] = {"rest", "together", "part", "slide", "approach", "spin", "turn"};

/// A body that is known to reach `reach` along its x axis, to both sides, without rounding.
struct NearBody {
  Shape shape;
  double reach;
};

NearBody near_body(int kind, Rng& rng) {
  const auto size = [&] { return 0.25 * (1 + rng.below(8)); };  // few digits: placing is exact
  const double x = size(), y = size(), z = size();
  switch (kind) {
    case 0: return {Shape::box({x, y, z}).value(), x};
    case 1: return {Shape::sphere(x).value(), x};
    case 2: return {Shape::capsule(x, y).value(), x};
    case 3: return {hull({{-x, 0, 0}, {x, 0, 0}, {0, y, 0}, {0, -y, 0}, {0, 0, z}, {0, 0, -z}}), x};
    case 4: return {Shape::segment({-x, -y, z}, {x, y, -z}).value(), x};
    case 5: return {Shape::triangle({-x, -y, 0}, {x, -y, 0}, {x, y, z}).value(), x};
    case 6: return {Shape::box({x, y, z}).value().rounded(0.5).value(), x + 0.5};
    case 7: return {Shape::cylinder(x, y).value(), x};
    case 8: return {Shape::ellipsoid({x, y, z}).value(), x};
    case 9: return {box_mesh({x, y, z}), x};
    default: {
      const CompoundPart parts[] = {
          {Shape::box({x, y, z}).value(), at(0, 0, 0)},
          {Shape::box({0.5 * x, y, 0.5 * z}).value(), at(0.5 * x, 2 * y, 0)}};
      return {Shape::compound(parts).value(), x};
    }
  }
}
constexpr int kNearKinds = 11, kFirstCurved = 7, kFirstWithParts = 9;

struct NearCase {
  ImpactCase pair;
  Way way = Way::rest;
  bool stays_apart = false;  ///< known from how it was made, if it starts apart
  bool translates = false, flat = false, curved = false, convex = true;
  double gap = 0, offset = 0;
  Vec3 normal = Vec3::zero();  ///< from A to B at the start
};

std::string near_name(const NearCase& c) {
  return fmt::format("{}, gap {}, offset {}\n", kWays[static_cast<int>(c.way)], c.gap, c.offset);
}

/// B beyond A along x in a frame that is the world's, or turned.
NearCase near_case(Rng& rng) {
  NearCase c{{"near",
              Shape::point({0, 0, 0}).value(),
              Motion::resting({}),
              Shape::point({0, 0, 0}).value(),
              Motion::resting({}),
              0,
              {}}};
  const int kind_a = static_cast<int>(rng.below(kNearKinds)),
            kind_b = static_cast<int>(rng.below(kNearKinds));
  const NearBody a = near_body(kind_a, rng), b = near_body(kind_b, rng);
  c.curved = (kind_a >= kFirstCurved && kind_a < kFirstWithParts) ||
             (kind_b >= kFirstCurved && kind_b < kFirstWithParts);
  c.convex = a.shape.is_convex() && b.shape.is_convex();
  c.flat = c.convex && !c.curved && a.shape.rounding() + b.shape.rounding() == 0;
  c.way = rng.chance(0.15) ? Way::approach
                           : static_cast<Way>(rng.below(static_cast<std::uint32_t>(Way::count)));
  c.translates = c.way != Way::spin && c.way != Way::turn;
  const double size = a.shape.extent() + b.shape.extent();
  c.offset = std::array{0., 1e3, 1e6}[rng.below(3)];
  const double where = a.reach + b.reach;
  double gap = rng.chance(0.05)  ? 0
               : rng.chance(0.1) ? std::nextafter(where, 1e9) - where
                                 : size * power_of_ten(rng, c.curved ? -9 : -16, -6);
  const bool straight = rng.chance(0.6);
  const Mat3 turn = straight ? Mat3(Mat3::identity()) : rotation_matrix(rng.rotation());
  // On a sphere around the origin, or so that the x coordinate is what is large.
  const Vec3 from =
      straight && rng.chance(0.5) ? Vec3(c.offset, 0, 0) : Vec3(c.offset * rng.direction());
  const Vec3 beside(0, straight && kind_a == 0 && kind_b == 0 ? 0.5 * rng.uniform() : 0, 0);
  const Vec3 to = from + multiply(turn, Vec3(where + gap, 0, 0)) + beside;
  // What is left of it after rounding, exactly.
  const auto between = static_cast<long double>(to.x()) - from.x();
  if (straight) gap = static_cast<double>(between - where);
  c.gap = gap;
  c.pair.a = a.shape;
  c.pair.b = b.shape;
  const Pose pose_a = Pose::make(turn, from).value(), pose_b = Pose::make(turn, to).value();
  const Vec3 n = multiply(turn, Vec3(1, 0, 0)), s = multiply(turn, Vec3(0, 1, 0)),
             t = multiply(turn, Vec3(0, 0, 1));
  c.normal = n;
  const double speed = power_of_ten(rng, -6, 1);
  Vec3 linear_a = Vec3::zero(), linear = Vec3::zero(), angular = Vec3::zero();
  const double along = rng.uniform(-1, 1), across = rng.uniform(-1, 1);
  switch (c.way) {
    case Way::rest: c.stays_apart = true; break;
    case Way::together:
      linear_a = linear = rng.in_box(speed);
      c.stays_apart = true;
      break;
    case Way::part:
      linear = n * speed + s * (along * speed) + t * (across * speed);
      c.stays_apart = straight;
      break;
    case Way::slide:
      linear = s * (along * speed) + t * (across * speed);
      c.stays_apart = straight;
      break;
    case Way::approach: linear = s * (along * speed) - n * speed; break;
    case Way::spin:
      angular = n * power_of_ten(rng, -3, 1);
      if (rng.chance(0.5)) linear = n * speed;
      c.stays_apart = straight;
      break;
    default:
      angular = rng.direction() * power_of_ten(rng, -3, 0.5);
      linear = rng.in_box(speed);
      break;
  }
  if (straight && gap <= 0) c.stays_apart = false;
  c.pair.motion_a = Motion::with_velocity(pose_a, linear_a, Vec3::zero()).value();
  c.pair.motion_b = Motion::with_velocity(pose_b, linear, angular).value();
  if (c.way == Way::rest && rng.chance(0.5)) {
    c.pair.motion_b = Motion::between(pose_b, pose_b, rng.in_box(1)).value();
  }
  return c;
}

struct NearSeen {
  long cases = 0, overlapping = 0, hits = 0, grazing = 0, known_apart = 0, contacts = 0,
       decided = 0, verified = 0, undecided = 0, found = 0;

  void print(const char* what) const {
    std::printf(
        "  %-9s %7ld pairs: %6ld start overlapping, %6ld hit later or grazing (%ld grazing, %ld "
        "undecided), %6ld known to stay apart, %6ld with contact shown, %6ld decided exactly, %6ld "
        "hits found, %6ld proofs\n",
        what, cases, overlapping, hits, grazing, undecided, known_apart, contacts, decided, found,
        verified);
  }
};

/// How closely one case is looked at.
struct Look {
  bool verify = false;
  int samples = 0;  ///< of time, besides those near the start
};

void check_near(const NearCase& c, const Look& look, NearSeen& seen) {
  const ImpactCase& p = c.pair;
  seen.cases++;
  const Impact impact = p.impact(look.verify);
  const Verdict start = collide({p.a, p.motion_a.start()}, {p.b, p.motion_b.start()}).verdict;
  ASSERT_EQ(impact.starts_overlapping, start != Verdict::apart);
  if (look.verify && c.convex && !(impact.starts_overlapping && c.curved)) {
    const Result<void> proved = p.verify(impact);
    ASSERT_TRUE(proved) << proved.error().message;
    seen.verified++;
  }
  if (impact.starts_overlapping) {
    ASSERT_TRUE(impact.hit && impact.time == 0);
    seen.overlapping++;
    return;
  }
  seen.hits += impact.hit;
  seen.grazing += impact.grazing;
  seen.undecided += impact.undecided;
  const double reached = distance({p.a, p.motion_a.start()}, {p.b, p.motion_b.start()}).distance;
  const bool near = reached <= kImpactTolerance * size_of(p);
  // (The end pose is rounded: it may touch where the motion does not.)
  const bool end_touches =
      collide({p.a, p.motion_a.end()}, {p.b, p.motion_b.end()}).verdict != Verdict::apart;
  if (c.stays_apart && !end_touches) {
    seen.known_apart++;
    // (What comes within the tolerance later hits, grazing: corners that slide over a face.)
    ASSERT_TRUE(!impact.hit || (impact.grazing && !near))
        << "at " << impact.time << (impact.grazing ? ", grazing" : "") << ", from " << reached;
    return;
  }
  // Contact that exact verdicts show on the way, by more than the rounding of the poses.
  const double doubt = 0x1p-49 * (c.offset + 20);
  std::optional<double> contact;
  for (int i = 0; i <= 8 + look.samples && !contact; i++) {
    const double time = i < 8 ? std::pow(10., i - 8) : 1 - (i - 8.) / (look.samples + 1);
    const Pose b = p.motion_b.at(time);
    const Pose away = Pose::make(b.rotation(), b.translation() + c.normal * doubt).value();
    const auto overlap = [&](const Pose& pose) {
      return collide({p.a, p.motion_a.at(time)}, {p.b, pose}).verdict == Verdict::overlapping;
    };
    if (overlap(b) && overlap(away)) contact = time;
  }
  if (contact) {
    seen.contacts++;
    ASSERT_TRUE(impact.hit) << "they overlap at " << *contact;
    ASSERT_LE(impact.time, *contact);
  }
  if (c.flat && c.translates) {
    seen.decided++;
    const bool touch = ever_touch(p);
    ASSERT_TRUE(impact.hit || !touch) << "a miss";
    if (impact.hit) {
      ASSERT_EQ(impact.grazing, !touch && !end_touches);
    }
  } else if (impact.hit && !impact.grazing && !impact.undecided && look.samples > 0) {
    seen.found++;
    const Nearest nearest = sampled(p, impact.time, 1, look.samples);
    ASSERT_LE(nearest.distance, doubt + (c.curved ? kCurvedAccuracy * size_of(p) : 0))
        << "a false alarm: at " << impact.time << ", nearest at " << nearest.time;
  }
}

void run_near(int count, int verify_every) {
  std::map<Way, NearSeen> seen;
  for (const int i : random_cases(count)) {
    Rng rng(static_cast<std::uint64_t>(i) * 7919 + 17);
    const NearCase c = near_case(rng);
    SCOPED_TRACE(testing::Message() << "near " << i << ", " << near_name(c) << describe(c.pair));
    check_near(c, {i % verify_every == 0, i % 20 == 0 ? 64 : 0}, seen[c.way]);
    const auto* result = testing::UnitTest::GetInstance()->current_test_info()->result();
    if (result->total_part_count() > 10) break;
    if (i % 100000 == 99999) std::printf("  %d pairs so far\n", i + 1);
  }
  NearSeen all;
  for (const auto& [way, s] : seen) {
    s.print(kWays[static_cast<int>(way)]);
    all.cases += s.cases;
    all.hits += s.hits + s.overlapping;
  }
  if (!are_many(static_cast<int>(all.cases))) return;
  const double rate = static_cast<double>(all.hits) / static_cast<double>(all.cases);
  std::printf("  %.0f %% hit\n", 100 * rate);
  EXPECT_GT(rate, 0.3);
  EXPECT_LT(rate, 0.7);
}

TEST(ImpactNear, NoHitWithoutContactAndNoMiss) { run_near(scaled_count(6000), 2); }

TEST(ImpactNear, LongRunOfAMillionNearPairs) {
  if (!long_run()) GTEST_SKIP() << "a long run; ./test --long does it";
  run_near(1000000, 100);
}

/// Cubes of half extent 1 that are 4e-16 apart, at rest: the numbers of the report.
TEST(ImpactRegression, CubesAtRestAnUlpApart) {
  const ImpactCase c{"", kCube, Motion::resting(at(2.0000000000000004)), kCube, Motion::resting({}),
                     0,  {}};
  const Impact impact = c.impact();
  EXPECT_FALSE(impact.hit);
  const Result<void> proved = c.verify(impact);
  EXPECT_TRUE(proved) << proved.error().message;
}

/// Cubes of size 2 with a gap of 1e-12, and with one of 1e-8 a million away, along each axis: at
/// rest, parting and sliding they hit at time 0, flagged grazing, and nothing proved it.
TEST(ImpactRegression, NarrowGapsThatLastAreNoHits) {
  struct Place {
    double gap, offset;
  };
  for (const Place& place : {Place{1e-12, 0}, Place{1e-8, 1e6}}) {
    for (int axis = 0; axis < 3; axis++) {
      const Vec3 n = Vec3::unit(axis), s = Vec3::unit((axis + 1) % 3);
      const Vec3 from = n * place.offset, to = n * (place.offset + 2 + place.gap);
      for (const Vec3& velocity : {Vec3(Vec3::zero()), Vec3(n), Vec3(n * 1e-9), Vec3(s),
                                   Vec3(s * 1e-9), Vec3(s * 10 + n)}) {
        const Motion away = Motion::with_velocity(at(to), velocity, Vec3::zero()).value();
        const ImpactCase c{"", kCube, Motion::resting(at(from)), kCube, away, 0, {}};
        SCOPED_TRACE(describe(c));
        ASSERT_EQ(collide({c.a, at(from)}, {c.b, at(to)}).verdict, Verdict::apart);
        const Impact impact = c.impact();
        EXPECT_FALSE(impact.hit);
        EXPECT_FALSE(impact.grazing);
        const Result<void> proved = c.verify(impact);
        EXPECT_TRUE(proved) << proved.error().message;
      }
    }
  }
}

/// Boxes, and a segment beside a box, that slide along each other far from the origin: the motion
/// never touches, but poses on the way do, and the hits were not said to graze.
TEST(ImpactRegression, PosesOnTheWayTouchWhereTheMotionDoesNot) {
  const Mat3 turn(-0x1.ea61950507784p-1, 0x1.88f32d70ead0cp-5, -0x1.224a5a94a663cp-2,
                  -0x1.b1bcbaec25ed7p-3, 0x1.192956a9c6424p-1, 0x1.9dece601e91bbp-1,
                  0x1.8e3dfbcc79d6cp-3, 0x1.ab2ff857453d5p-1, -0x1.08169c17f7964p-1);
  const Mat3 other(0x1.8d00d50501cbep-2, -0x1.b7270d781fb91p-1, 0x1.59c08f283357ap-2,
                   0x1.8f01987025672p-2, 0x1.f015ce8c396cp-2, 0x1.91053a6d23356p-1,
                   -0x1.abb6e32f3e093p-1, -0x1.6073c5eb6fa9p-3, 0x1.0b48946c9fc4p-1);
  const auto rests = [](const Mat3& m, const Vec3& t) {
    return Motion::resting(Pose::make(m, t).value());
  };
  const auto slides = [](const Mat3& m, const Vec3& t, const Vec3& linear) {
    return Motion::with_velocity(Pose::make(m, t).value(), linear, Vec3::zero()).value();
  };
  const ImpactCase cases[] = {
      {"near 116795",
       Shape::box({0.75, 0.75, 2}).value(),
       rests(turn, {0x1.923a9620bef1p+17, -0x1.ccf68bbb42384p+19, 0x1.f71bbb6a12c27p+17}),
       Shape::box({0.75, 1, 0.5}).value(),
       slides(turn, {0x1.9239de3c270f2p+17, -0x1.ccf695e5ae99dp+19, 0x1.f71be0bfe25dap+17},
              {0x1.e36aba5fb97dp-1, -0x1.17fa9015944fbp+1, 0x1.22544a78a174p+1}),
       0,
       {}},
      {"near 204424",
       Shape::box({0.5, 1, 0.5}).value(),
       rests(other, {-0x1.2dc564a1a7c7bp+9, -0x1.6856d8a186b1bp+9, 0x1.551d6db7908fp+8}),
       Shape::segment({-1.25, -0.75, 2}, {1.25, 0.75, -2}).value(),
       slides(other, {-0x1.2d6e8c730eaf5p+9, -0x1.67ff90482e298p+9, 0x1.53a72db0c738bp+8},
              {-0x1.41d33a1065e8bp+2, -0x1.04e7c1eff37eep+1, -0x1.a469ee22c2e6ep+1}),
       0,
       {}}};
  for (const ImpactCase& c : cases) {
    SCOPED_TRACE(c.name);
    ASSERT_FALSE(ever_touch(c));
    const Impact impact = c.impact();
    EXPECT_TRUE(!impact.hit || impact.grazing);
    const Result<void> proved = c.verify(impact);
    EXPECT_TRUE(proved) << proved.error().message;
  }
}

/// A gap along y of 1e-14 that does not shrink keeps apart what comes nearer along x.
TEST(ImpactNear, ANarrowerGapThatLastsCounts) {
  for (const double beside : {1e-14, 1e-10, 1e-8}) {
    const Motion passes =
        Motion::with_velocity(at(2 + 1e-7, 2 + beside), {-1, 0, 0}, Vec3::zero()).value();
    const ImpactCase c{"", kCube, Motion::resting({}), kCube, passes, 0, {}};
    const Impact impact = c.impact();
    EXPECT_FALSE(impact.hit) << beside;
    EXPECT_TRUE(c.verify(impact));
  }
}

/// As exact as asked for: the cubes meet at 1/2, and the time is early by the tolerance at most.
TEST(ImpactNear, SmallTolerancesAreTaken) {
  const Motion comes = Motion::with_velocity(at(3), {-2, 0, 0}, Vec3::zero()).value();
  const Motion turns =
      Motion::with_velocity(at(3), {-2, 0, 0}, {0.3, 0, 0}).value();  // about the way it flies
  for (const Motion& m : {comes, turns}) {
    for (const double tolerance : {1e-9, 1e-12, 1e-13, 1e-14}) {
      const Impact impact = time_of_impact({kCube, Motion::resting({})}, {kCube, m},
                                           {.tolerance = tolerance, .proof = true});
      const double size = 2 * kCube.extent();
      EXPECT_TRUE(impact.hit && !impact.undecided);
      EXPECT_FALSE(impact.grazing);
      EXPECT_LE(impact.tolerance, 1.001 * tolerance * size + 6e-14) << tolerance;
      EXPECT_LE(impact.time, 0.5);
      EXPECT_GE(impact.time, 0.5 - impact.tolerance);
      const Result<void> proved = verify(impact, {kCube, Motion::resting({})}, {kCube, m});
      EXPECT_TRUE(proved) << proved.error().message;
    }
  }
}

}  // namespace
}  // namespace glance::test
