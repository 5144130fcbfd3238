// Corners against faces and edges against edges that fly straight and pass by a rounding or more:
// exact arithmetic tells whether they ever touch. Whatever does is hit; whatever does not, and is
// within the tolerance, is said to graze.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "glance/impact.h"
#include "glance/rng.h"
#include "support/impact_zoo.h"
#include "support/reference.h"
#include "support/shorthand.h"
#include "support/straight_sweep.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

/// A quotient of small integers, rounded: coordinates as modelling makes them.
double ratio(Rng& rng) {
  const auto above = static_cast<double>(rng.below(2001)) - 1000;
  return above / (1 + rng.below(rng.chance(0.5) ? 64 : 1000));
}

Vec3 ratios(Rng& rng) { return {ratio(rng), ratio(rng), ratio(rng)}; }

/// Where on a simplex of n corners: on a corner, an edge or anywhere.
std::array<double, 3> weights(int n, Rng& rng) {
  std::array<double, 3> w{};
  double sum = 0;
  const auto used = 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
  for (int i = 0; i < used; i++) sum += w[i] = 1 + rng.below(16);
  for (double& x : w) x /= sum;
  return w;
}

Shape simplex(const std::array<Vec3, 3>& p, int n) {
  return n == 1   ? Shape::point(p[0]).value()
         : n == 2 ? Shape::segment(p[0], p[1]).value()
                  : Shape::triangle(p[0], p[1], p[2]).value();
}

/// At some time a point of one body is at one of the other, but for a gap. Nothing if the bodies
/// are flat together, or a thin triangle is.
std::optional<ImpactCase> straight_case(Rng& rng) {
  // Corner and face, edge and edge, face and face.
  constexpr int kCorners[][2] = {{1, 3}, {2, 2}, {3, 3}};
  const auto& [na, nb] = kCorners[rng.below(3)];
  const double offset = std::array{0., 1., 1e3, 1e6}[rng.below(4)];
  std::array<Vec3, 3> a, b;
  for (Vec3& p : a) p = ratios(rng);
  for (Vec3& p : b) p = ratios(rng);
  const std::array<double, 3> wa = weights(na, rng), wb = weights(nb, rng);
  Vec3 at_a = Vec3::zero(), at_b = Vec3::zero();
  for (int i = 0; i < na; i++) at_a += wa[i] * a[i];
  for (int i = 0; i < nb; i++) at_b += wb[i] * b[i];
  const Vec3 first = b[1] - b[0], second = nb == 3 ? Vec3(b[2] - b[0]) : Vec3(a[1] - a[0]);
  const Vec3 normal = cross(first, second);
  if (norm_sq(normal) < 1e-12 * norm_sq(first) * norm_sq(second)) return std::nullopt;
  const Vec3 n = normal * (1 / norm(normal));
  // Along the face or both edges, across it, or any way; past it by a rounding or much more.
  const Vec3 along = first * ratio(rng) + second * ratio(rng);
  const Vec3 velocity = rng.chance(0.6) ? along : rng.chance(0.5) ? n * ratio(rng) : ratios(rng);
  const Vec3 aside = rng.chance(0.6) ? n : rng.direction();
  const double size = norm(first) + norm(second) + offset;
  const double gap =
      rng.chance(0.1) ? 0 : size * power_of_ten(rng, -17, -9) * (rng.chance(0.5) ? 1 : -1);
  const double meeting = 0.125 * (1 + rng.below(7));
  const Vec3 place = offset * rng.direction();
  const Vec3 to = place + (at_a - at_b) + aside * gap - velocity * meeting;
  const Vec3 drift = rng.chance(0.5) ? Vec3(Vec3::zero()) : ratios(rng);
  const auto moving = [&](const Vec3& from, const Vec3& linear) {
    return Motion::with_velocity(at(from), linear, Vec3::zero());
  };
  const Result<Motion> motion_a = moving(Vec3(place - drift * meeting), drift),
                       motion_b = moving(Vec3(to - drift * meeting), Vec3(velocity + drift));
  const Shape shape_a = simplex(a, na), shape_b = simplex(b, nb);
  const double tolerance = (shape_a.extent() + shape_b.extent()) * power_of_ten(rng, -15, -3);
  return ImpactCase{"straight", shape_a, *motion_a, shape_b, *motion_b, tolerance, {}};
}

struct StraightSeen {
  int cases = 0, touch = 0, grazing = 0, misses = 0;
};

void check_straight(const ImpactCase& c, bool verify_it, StraightSeen& seen) {
  const bool end_touches =
      collide({c.a, c.motion_a.end()}, {c.b, c.motion_b.end()}).verdict != Verdict::apart;
  const bool touch = ever_touch(c) || end_touches;
  const Impact impact = c.impact(verify_it);
  seen.cases++;
  seen.touch += touch;
  seen.grazing += impact.grazing;
  seen.misses += !impact.hit;
  ASSERT_FALSE(impact.undecided);
  ASSERT_TRUE(impact.hit || !touch) << "a miss";
  ASSERT_EQ(impact.hit && impact.grazing, impact.hit && !touch) << "at " << impact.time;
  if (!verify_it) return;
  const Result<void> proved = c.verify(impact);
  ASSERT_TRUE(proved) << proved.error().message;
}

TEST(ImpactStraight, BodiesThatDoNotTouchGrazeAtMost) {
  const int count = scaled_count(4000);
  StraightSeen seen;
  for (const int i : random_cases(count)) {
    Rng rng(static_cast<std::uint64_t>(i));
    const std::optional<ImpactCase> c = straight_case(rng);
    if (!c) continue;
    SCOPED_TRACE(testing::Message() << "straight " << i << "\n" << describe(*c));
    check_straight(*c, i % 4 == 0, seen);
    if (HasFailure()) break;
  }
  std::printf("  %d pairs: %d touch, %d graze, %d miss\n", seen.cases, seen.touch, seen.grazing,
              seen.misses);
  if (!are_many(seen.cases)) return;
  EXPECT_GT(seen.touch, seen.cases * 3 / 10);
  EXPECT_LT(seen.touch, seen.cases * 7 / 10);
  EXPECT_GT(seen.grazing, seen.cases / 10);
}

// --- Solids, too, turned and far from their own origin, that pass at gaps of any size. ---

/// Few corners, somewhere in its frame.
Shape passing_body(const Vec3& middle, Rng& rng) {
  const auto corner = [&] { return Vec3(middle + rng.in_box(1)); };
  switch (rng.below(5)) {
    case 0: return Shape::point(corner()).value();
    case 1: return Shape::segment(corner(), corner()).value();
    case 2: return Shape::triangle(corner(), corner(), corner()).value();
    case 3: return hull({corner(), corner(), corner(), corner()});
    default: {
      const Vec3 half{rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0.1, 1)};
      const Shape box = Shape::box(half).value();
      if (middle == Vec3::zero()) return box;
      std::vector<Vec3> corners;
      for (const Vec3& v : box.vertices()) corners.push_back(v + middle);
      return hull(corners);
    }
  }
}

/// The direction from one of a body's corners to another, turned as the body is.
Vec3 any_edge(const Shape& shape, const Mat3& turn, Rng& rng) {
  const auto v = shape.vertices();
  const auto n = static_cast<std::uint32_t>(v.size());
  return n < 2 ? rng.direction() : multiply(turn, Vec3(v[rng.below(n)] - v[rng.below(n)]));
}

/// Across a face of one, or an edge of each, or any way: along it the bodies pass.
Vec3 passing_normal(const Shape& a, const Mat3& turn_a, const Shape& b, const Mat3& turn_b,
                    Rng& rng) {
  const bool edges = rng.chance(0.5);
  const Vec3 n =
      cross(any_edge(a, turn_a, rng), edges ? any_edge(b, turn_b, rng) : any_edge(a, turn_a, rng));
  return norm(n) < 1e-3 || rng.chance(0.2) ? rng.direction() : n * (1 / norm(n));
}

/// At some time the bodies' farthest points along a direction are a gap apart, along it; and they
/// move across it, or nearly so.
ImpactCase passing_case(Rng& rng) {
  const double far = std::array{0., 1., 1e3, 1e6}[rng.below(4)];
  const bool in_shape = rng.chance(0.3);
  const Vec3 there = far * rng.direction(), middle = in_shape ? there : Vec3(Vec3::zero());
  const Shape a = passing_body(middle, rng), b = passing_body(middle, rng);
  const auto any_turn = [&] {
    return rng.chance(0.5) ? Mat3(Mat3::identity()) : rotation_matrix(rng.rotation());
  };
  const Mat3 turn_a = any_turn(), turn_b = any_turn();
  const Vec3 n = passing_normal(a, turn_a, b, turn_b, rng);
  const double size = a.extent() + b.extent() + 1e-3;
  const double gap = size * power_of_ten(rng, -15, -1) * (rng.chance(0.7) ? 1 : -1);
  Vec3 velocity = rng.in_box(power_of_ten(rng, -1, 1));
  velocity -= n * dot(n, velocity);
  if (rng.chance(0.3)) velocity -= n * (size * power_of_ten(rng, -12, 0));
  const Vec3 drift = rng.chance(0.5) ? Vec3(Vec3::zero()) : rng.in_box(3);
  const double meeting = rng.uniform();
  const auto end_of = [&](const Shape& shape, const Mat3& turn, const Vec3& along) {
    return rounded(farthest_point(shape, Pose::make(turn, Vec3::zero()).value(), real(along)));
  };
  const Vec3 from_a = (in_shape ? Vec3(Vec3::zero()) : there) - drift * meeting,
             from_b = from_a + (end_of(a, turn_a, n) - end_of(b, turn_b, Vec3(-n))) + n * gap -
                      velocity * meeting;
  const auto moving = [&](const Mat3& turn, const Vec3& from, const Vec3& linear) {
    const Pose start = Pose::make(turn, from).value();
    if (rng.chance(0.5)) return Motion::with_velocity(start, linear, Vec3::zero()).value();
    return Motion::between(start, Pose::make(turn, from + linear).value()).value();
  };
  return {"passing",
          a,
          moving(turn_a, from_a, drift),
          b,
          moving(turn_b, from_b, Vec3(velocity + drift)),
          size * power_of_ten(rng, -12, -3),
          {}};
}

TEST(ImpactStraight, HitsOfPassingBodiesGraze) {
  const int count = scaled_count(6000);
  StraightSeen seen;
  for (const int i : random_cases(count)) {
    Rng rng(static_cast<std::uint64_t>(i) * 6151 + 3);
    const ImpactCase c = passing_case(rng);
    SCOPED_TRACE(testing::Message() << "passing " << i << "\n" << describe(c));
    check_straight(c, i % 4 == 0, seen);
    if (HasFailure()) break;
  }
  std::printf("  %d pairs: %d touch, %d graze, %d miss\n", seen.cases, seen.touch, seen.grazing,
              seen.misses);
  if (!are_many(seen.cases)) return;
  EXPECT_GT(seen.misses, seen.cases * 3 / 10);
  EXPECT_LT(seen.misses, seen.cases * 7 / 10);
  EXPECT_GT(seen.grazing, seen.cases / 10);
  EXPECT_GT(seen.touch, seen.cases / 10);
}

}  // namespace
}  // namespace glance::test
