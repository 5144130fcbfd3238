// What must not change an answer, or must change it in a known way: order of the bodies, units,
// rigid motions of both, margins, the method, what a pair remembers.
#include <gtest/gtest.h>

#include <algorithm>

#include "glance/query.h"
#include "glance/rng.h"
#include "support/exact_rounded.h"
#include "support/kind_check.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

constexpr QueryMethod kMethods[] = {QueryMethod::automatic,   QueryMethod::voronoi,
                                    QueryMethod::oracle,      QueryMethod::gjk,
                                    QueryMethod::closed_form, QueryMethod::lp};

double signed_distance(const Distance& d) { return d.distance - d.depth; }

Distance ask(const Pair& p, const QueryOptions& options = {}) {
  return distance({p.a, p.pose_a}, {p.b, p.pose_b}, options);
}

/// Two answers about what is the same pair, but for `rounding` (length).
void check_same(const Known& k, const Distance& d, const Distance& other, double rounding,
                double unit = 1) {
  if (k.is_infinite()) {
    ASSERT_EQ(d.verdict, other.verdict);
    ASSERT_EQ(d.depth, other.depth);
    return;
  }
  ASSERT_NEAR(signed_distance(other), unit * signed_distance(d), unit * (k.accuracy + rounding));
  if (std::fabs(k.signed_distance) > k.accuracy + rounding) {
    ASSERT_EQ(to_string(other.verdict), to_string(d.verdict));
  }
}

Pose moved(const Pose& pose, const Vec3& by) {
  return Pose::make(pose.rotation(), pose.translation() + by).value();
}

void check_swapped(const Known& k, const Distance& d) {
  const Pair& p = k.pair;
  const Pair swapped{p.b, p.pose_b, p.a, p.pose_a, {}, {}};
  const Distance other = ask(swapped);
  ASSERT_NO_FATAL_FAILURE(check_same(k, d, other, 0));
  if (k.exact) {
    ASSERT_EQ(to_string(other.verdict), to_string(d.verdict));
    ASSERT_EQ(collide({p.b, p.pose_b}, {p.a, p.pose_a}).verdict, d.verdict);
  }
  if (k.is_infinite()) return;
  const double along =
      static_cast<double>(gap_along(p.a, p.pose_a, p.b, p.pose_b, -real(other.normal)));
  ASSERT_NEAR(along, k.signed_distance, 2 * k.accuracy);
}

void check_rigid_motion(const Known& k, const Distance& d, Rng& rng) {
  Pair p = k.pair;
  const Mat3 turn = rotation_matrix(rng.rotation());
  const Vec3 by = rng.in_box(k.size);
  for (Pose* pose : {&p.pose_a, &p.pose_b}) {
    *pose = Pose::make(compose(turn, pose->rotation()), turn * pose->translation() + by).value();
  }
  // Parallel planes do not stay parallel when turned with rounding.
  if (p.a.kind() == ShapeKind::halfspace && p.b.kind() == ShapeKind::halfspace) return;
  ASSERT_NO_FATAL_FAILURE(check_same(k, d, ask(p), 4 * k.in_world));
}

void check_units(const Known& k, const Distance& d, Rng& rng) {
  const double unit = std::ldexp(1, static_cast<int>(rng.below(301)) - 150);
  const auto scaled = [&](const Pose& pose) {
    return Pose::make(pose.rotation(), unit * pose.translation()).value();
  };
  const Pair& p = k.pair;
  const Distance other = distance({p.a.scaled(unit).value(), scaled(p.pose_a)},
                                  {p.b.scaled(unit).value(), scaled(p.pose_b)});
  ASSERT_NO_FATAL_FAILURE(check_same(k, d, other, 0, unit));
  ASSERT_EQ(to_string(other.verdict), to_string(d.verdict)) << "in units of " << unit;
}

void check_margin(const Known& k, const Distance& d, Rng& rng) {
  const Pair& p = k.pair;
  if (k.is_infinite()) return;
  const double about = std::fmax(0, k.signed_distance);
  for (const double margin :
       {about, rng.uniform(0, 1) * k.size, about + 3 * k.accuracy, about * 0.999}) {
    SCOPED_TRACE(testing::Message() << "margin " << margin);
    const QueryOptions options{.margin = margin};
    const Distance with = ask(p, options);
    ASSERT_NO_FATAL_FAILURE(check_verdict(k, with.verdict, margin));
    ASSERT_NEAR(signed_distance(with), signed_distance(d), k.accuracy);
    ASSERT_LE(with.lower, k.signed_distance + k.reference_error);
    ASSERT_GE(with.upper, k.signed_distance - k.reference_error);
    const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b}, options);
    ASSERT_NO_FATAL_FAILURE(check_verdict(k, c.verdict, margin));
    ASSERT_NO_FATAL_FAILURE(check_certificate(k, with.verdict, with.certificate, margin));
    ASSERT_NO_FATAL_FAILURE(check_certificate(k, c.verdict, c.certificate, margin));
  }
  for (const double none : {-1., std::numeric_limits<double>::quiet_NaN()}) {
    ASSERT_EQ(ask(p, {.margin = none}).verdict, d.verdict);
  }
}

void check_nearness(const Known& k, Rng& rng) {
  const Pair& p = k.pair;
  const double about = k.is_infinite() ? 0 : std::fmax(0, k.signed_distance);
  PairCache cache;
  for (const double limit :
       {0., about, 0.5 * about, 2 * about + 1e-3 * k.size, rng.uniform(0, 1) * k.size}) {
    SCOPED_TRACE(testing::Message() << "limit " << limit);
    const Nearness n =
        nearer_than({p.a, p.pose_a}, {p.b, p.pose_b}, limit, {.cache = &cache}).value();
    const Nearness fresh = nearer_than({p.a, p.pose_a}, {p.b, p.pose_b}, limit).value();
    if (k.is_clear(limit)) {
      ASSERT_EQ(n.nearer, k.signed_distance < limit);
      ASSERT_EQ(fresh.nearer, k.signed_distance < limit);
      ASSERT_TRUE(n.proved && fresh.proved);
    }
    ASSERT_LE(n.lower, k.signed_distance + k.reference_error);
    ASSERT_GE(n.upper, k.signed_distance - k.reference_error);
  }
}

/// Moving B along the normal by a little more or less than it takes.
void check_flips(const Known& k, const Distance& d) {
  if (k.is_infinite()) return;
  const double little = 1e-6 * k.size + 10 * k.in_world;
  for (const double beyond : {little, -little}) {
    Pair p = k.pair;
    p.pose_b = moved(p.pose_b, (beyond - k.signed_distance) * d.normal);
    const Known there(p);
    SCOPED_TRACE(testing::Message() << "moved to " << beyond << "\n" << describe(p));
    ASSERT_NO_FATAL_FAILURE(check_distance(there, ask(p)));
    if (beyond > 0) {
      ASSERT_EQ(collide({p.a, p.pose_a}, {p.b, p.pose_b}).verdict, Verdict::apart);
      // Nothing but the normal's rounding: h is 1-Lipschitz.
      ASSERT_GE(there.signed_distance, 0.9 * little);
    }
  }
}

void check_methods(const Known& k, const Distance& d, Rng& rng) {
  const Pair& p = k.pair;
  for (const QueryMethod method : kMethods) {
    SCOPED_TRACE(to_string(method));
    const QueryOptions options{
        .tuning = {.method = method,
                   .start = rng.chance(0.5) ? WalkStart::random : WalkStart::table,
                   .seed = rng.bits(),
                   .interior_cells = rng.chance(0.5)}};
    const Distance other = ask(p, options);
    ASSERT_NO_FATAL_FAILURE(check_distance(k, other));
    ASSERT_NO_FATAL_FAILURE(check_certificate(k, other.verdict, other.certificate));
    ASSERT_NO_FATAL_FAILURE(check_same(k, d, other, 0));
    const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b}, options);
    ASSERT_NO_FATAL_FAILURE(check_verdict(k, c.verdict));
    ASSERT_NO_FATAL_FAILURE(check_certificate(k, c.verdict, c.certificate));
  }
}

class KindsInMotion : public testing::TestWithParam<ShapeKind> {};

TEST_P(KindsInMotion, AnswersTransform) {
  const int count = scaled_count(3);
  for (const ShapeKind other : kAllKinds) {
    for (const Situation situation : kSituations) {
      for (const int i : random_cases(count)) {
        const Known k(make_kind_pair(GetParam(), other, situation, 1000 + i));
        SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " " << to_string(other) << " "
                                        << to_string(situation) << " " << 1000 + i << " sd "
                                        << k.signed_distance << "\n"
                                        << describe(k.pair));
        Rng rng(static_cast<std::uint64_t>(i));
        const Distance d = ask(k.pair);
        check_swapped(k, d);
        check_rigid_motion(k, d, rng);
        check_units(k, d, rng);
        check_margin(k, d, rng);
        check_nearness(k, rng);
        check_flips(k, d);
        check_methods(k, d, rng);
        if (too_many_failures()) return;
      }
    }
  }
}

/// With what the pair remembers, and without.
void check_step(const Pair& p, PairCache& for_distance, PairCache& for_collide) {
  const Distance fresh = ask(p);
  const Distance cached = distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &for_distance});
  const Collision collided = collide({p.a, p.pose_a}, {p.b, p.pose_b}, {.cache = &for_collide});
  const bool exact = has_exact_verdict(p.a, p.b);
  if (std::isinf(fresh.depth)) {
    ASSERT_EQ(cached.depth, fresh.depth);
    ASSERT_EQ(to_string(cached.verdict), to_string(fresh.verdict));
    return;
  }
  const double tol =
      (exact ? kDistanceAccuracy : kCurvedAccuracy) * size_of(p, signed_distance(fresh)) +
      1e-15 * (norm(p.pose_a.translation()) + norm(p.pose_b.translation()));
  ASSERT_NEAR(signed_distance(cached), signed_distance(fresh), tol);
  ASSERT_LE(cached.lower, fresh.upper);
  ASSERT_GE(cached.upper, fresh.lower);
  if (exact || std::fabs(signed_distance(fresh)) > tol) {
    ASSERT_EQ(to_string(cached.verdict), to_string(fresh.verdict));
    ASSERT_EQ(to_string(collided.verdict), to_string(fresh.verdict));
  }
}

/// A path of small steps, near contact: the cache changes nothing but time.
TEST_P(KindsInMotion, CachesChangeNothing) {
  constexpr int kSteps = 50;
  const int count = scaled_count(3);
  for (const ShapeKind other : kAllKinds) {
    for (const int i : random_cases(count)) {
      Pair p = make_kind_pair(GetParam(), other, Situation::kissing, 2000 + i);
      Rng rng(static_cast<std::uint64_t>(i));
      const double step = std::pow(10, rng.uniform(-4, -1.5));
      const double size = p.a.extent() + p.b.extent();
      PairCache for_distance, for_collide;
      for (int s = 0; s < kSteps; s++) {
        SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " " << to_string(other)
                                        << " path " << 2000 + i << " step " << s << "\n"
                                        << describe(p));
        check_step(p, for_distance, for_collide);
        if (too_many_failures()) return;
        const Quat turn = Quat::from_rotation_vector(rng.direction() * step);
        p.pose_b = Pose::make(compose(rotation_matrix(turn), p.pose_b.rotation()),
                              p.pose_b.translation() + rng.in_box(step * size))
                       .value();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Property, KindsInMotion, testing::ValuesIn(kAllKinds),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

}  // namespace
}  // namespace glance::test
