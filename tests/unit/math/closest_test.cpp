// Nearest points of segments, against all candidates in long double: the four ends, each with its
// foot on the other segment, and the ends of the common perpendicular.
#include "math/closest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "glance/rng.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::math;
namespace {

using Long = long double;

struct LongPoint {
  Long x, y, z;

  explicit LongPoint(const Vec3& v) : x(v.x()), y(v.y()), z(v.z()) {}
  LongPoint(Long x_, Long y_, Long z_) : x(x_), y(y_), z(z_) {}
  LongPoint operator+(const LongPoint& o) const { return {x + o.x, y + o.y, z + o.z}; }
  LongPoint operator-(const LongPoint& o) const { return {x - o.x, y - o.y, z - o.z}; }
  LongPoint operator*(Long s) const { return {x * s, y * s, z * s}; }
};

Long dot_long(const LongPoint& a, const LongPoint& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Long clamp_long(Long x) { return x > 0 ? std::min(x, Long(1)) : 0; }

/// Of x to the segment from `start` along `along`.
Long foot_long(const LongPoint& x, const LongPoint& start, const LongPoint& along) {
  const Long length_sq = dot_long(along, along);
  return length_sq > 0 ? clamp_long(dot_long(x - start, along) / length_sq) : 0;
}

/// Two segments p + s u, q + t w.
struct Segments {
  Vec3 p, u, q, w;

  Long apart(Long s, Long t) const {
    const LongPoint d = LongPoint(p) + LongPoint(u) * s - LongPoint(q) - LongPoint(w) * t;
    return std::sqrt(dot_long(d, d));
  }

  Long nearest() const {
    const LongPoint lp(p), lu(u), lq(q), lw(w);
    Long best = INFINITY;
    for (const Long end : {Long(0), Long(1)}) {
      best = std::min(best, apart(end, foot_long(lp + lu * end, lq, lw)));
      best = std::min(best, apart(foot_long(lq + lw * end, lp, lu), end));
    }
    const LongPoint n{lu.y * lw.z - lu.z * lw.y, lu.z * lw.x - lu.x * lw.z,
                      lu.x * lw.y - lu.y * lw.x};
    const LongPoint r = lq - lp;
    const Long n_sq = dot_long(n, n);
    if (n_sq > 0) {
      const LongPoint rw{r.y * lw.z - r.z * lw.y, r.z * lw.x - r.x * lw.z, r.x * lw.y - r.y * lw.x};
      const Long s = clamp_long(dot_long(rw, n) / n_sq);
      best = std::min(best, apart(s, foot_long(lp + lu * s, lq, lw)));
    }
    return best;
  }

  Long size() const { return norm(p) + norm(u) + norm(q) + norm(w); }
};

Vec3 in_cube(Rng& rng) { return {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)}; }

/// Any two; parallel up to an angle of 10^-1 to 10^-16, or to the last bit; one or both without
/// length.
Segments any_segments(Rng& rng, int i) {
  Segments both{in_cube(rng), in_cube(rng), in_cube(rng), in_cube(rng)};
  switch (i % 6) {
    case 1: both.w = both.u * rng.uniform(-2, 2) + std::pow(10, -1 - i % 16) * both.w; break;
    case 2: both.w = both.u * (i % 4 < 2 ? 2 : -1); break;
    case 3: both.u = Vec3::zero(); break;
    case 4: both.w = Vec3::zero(); break;
    case 5:
      both.u = Vec3::zero();
      if (i % 4 < 2) both.w = Vec3::zero();
      break;
    default:  // most of these cross in the middle, seen along their perpendicular
      both.u = 4 * both.u;
      both.w = 4 * both.w;
      both.p -= 0.5 * both.u;
      both.q -= 0.5 * both.w;
  }
  return both;
}

TEST(Closest, SegmentsAreAsNearAsCanBe) {
  Rng rng(1);
  int inside = 0;
  const int count = 60000;
  for (int i = 0; i < count; i++) {
    const Segments both = any_segments(rng, i);
    const auto [s, t] = nearest_on_segments(both.p, both.u, both.q, both.w);
    ASSERT_TRUE(s >= 0 && s <= 1 && t >= 0 && t <= 1) << "case " << i;
    ASSERT_LE(both.apart(s, t), both.nearest() + 0x1p-50L * both.size()) << "case " << i;
    inside += s > 0 && s < 1 && t > 0 && t < 1;
  }
  EXPECT_GT(inside, count / 20);
}

/// The quick way is as good where the lines are not nearly parallel, and no worse than a little of
/// the shorter one's length where they are.
TEST(Closest, TheQuickWayLosesDigitsOfNearlyParallelLinesOnly) {
  Rng rng(2);
  for (int i = 0; i < 60000; i++) {
    const Segments both = any_segments(rng, i);
    if (!(norm_sq(both.w) > 0)) continue;
    const TwoSegments two(both.p, both.u, both.q, both.w);
    const auto [s, t] = two.nearest_from(two.quick_s(0));
    ASSERT_TRUE(s >= 0 && s <= 1 && t >= 0 && t <= 1) << "case " << i;
    const Long excess = both.apart(s, t) - both.nearest();
    const double sine_sq = norm_sq(cross(both.u, both.w)) / (two.uu * two.ww);
    ASSERT_LE(excess, (sine_sq > 1e-4 ? 1e-11L : 1e-6L) * both.size()) << "case " << i;
  }
}

TEST(Closest, ParallelSegmentsThatFaceEachOtherAreTheirLinesApart) {
  const Vec3 u{2, 0, 0};
  for (const double shift : {0.0, 0.25, 1.0, 1.5, 2.0}) {
    for (const Vec3& w : {Vec3(1, 0, 0), Vec3(-1, 0, 0), Vec3(4, 0, 0)}) {
      const Vec3 q{shift, 0, 3};
      const auto [s, t] = nearest_on_segments(Vec3::zero(), u, q, w);
      EXPECT_EQ(norm(q + t * w - s * u), 3) << shift << " " << w.x();
    }
  }
  // Beyond each other's ends: from end to end.
  const auto [s, t] = nearest_on_segments(Vec3::zero(), u, Vec3(5, 0, 0), Vec3(1, 0, 0));
  EXPECT_EQ(s, 1);
  EXPECT_EQ(t, 0);
}

TEST(Closest, APointAndASegment) {
  const Vec3 along{4, 0, 0};
  EXPECT_EQ(nearest_on_segment({1, 7, -2}, along), 0.25);
  EXPECT_EQ(nearest_on_segment({-1, 7, -2}, along), 0);
  EXPECT_EQ(nearest_on_segment({9, 7, -2}, along), 1);
  EXPECT_EQ(nearest_on_segment({9, 7, -2}, Vec3::zero()), 0);       // 0/0
  EXPECT_EQ(nearest_on_segment({0, 1, 0}, Vec3(1e-200, 0, 0)), 0);  // no square
  Rng rng(3);
  for (int i = 0; i < 20000; i++) {
    const Vec3 x = in_cube(rng), u = in_cube(rng) * std::pow(10, rng.uniform(-6, 2));
    const Segments both{x, Vec3::zero(), Vec3::zero(), u};
    ASSERT_LE(both.apart(0, nearest_on_segment(x, u)), both.nearest() + 0x1p-50L * both.size());
  }
}

TEST(Closest, WeightsOfATetrahedronGiveTheOrigin) {
  Rng rng(4);
  int inside = 0;
  for (int i = 0; i < 20000; i++) {
    const std::array p{in_cube(rng), in_cube(rng), in_cube(rng), in_cube(rng)};
    const std::array<double, 4> weight = tetrahedron_weights(p[0], p[1], p[2], p[3]);
    Vec3 sum = Vec3::zero();
    double volume = 0;
    for (std::size_t k = 0; k < 4; k++) {
      sum += p[k] * weight[k];
      volume += weight[k];
    }
    ASSERT_LT(norm(sum), 1e-13);
    ASSERT_NEAR(volume, triple(p[1] - p[0], p[2] - p[0], p[3] - p[0]), 1e-13);
    const auto [low, high] = std::minmax({weight[0], weight[1], weight[2], weight[3]});
    inside += low > 0 || high < 0;
  }
  EXPECT_GT(inside, 1000);
}

TEST(Closest, NaNCountsAsTheStart) {
  EXPECT_EQ(clamp_unit(kNan), 0);
  EXPECT_EQ(clamp_unit(-kNan), 0);
  EXPECT_EQ(clamp_unit(-kInfinity), 0);
  EXPECT_EQ(clamp_unit(kInfinity), 1);
  EXPECT_EQ(clamp_unit(0.25), 0.25);
  EXPECT_FALSE(std::signbit(clamp_unit(-0.0)));
}

TEST(TriangleWeights, AreThoseOfTheFoot) {
  Rng rng(5);
  int inside = 0, outside = 0;
  for (int i = 0; i < 2000; i++) {
    const Vec3 a = rng.in_box(1), b = rng.in_box(1), c = rng.in_box(1), n = cross(b - a, c - a);
    const double s = rng.uniform(-0.5, 1), t = rng.uniform(-0.5, 1), n_sq = norm_sq(n);
    const Vec3 point = a + s * (b - a) + t * (c - a) + rng.uniform(-2, 2) * n;
    const double expected[3] = {1 - s - t, s, t};
    const auto weights = triangle_weights(n, a, b, c, point);
    const auto at_origin = triangle_weights(n, Vec3(a - point), Vec3(b - point), Vec3(c - point));
    for (std::size_t k = 0; k < 3; k++) {
      // Rounding of terms of |n| times some lengths of at most 20.
      EXPECT_NEAR(weights[k], expected[k] * n_sq, 1e-13 * (n_sq + std::sqrt(n_sq)));
      EXPECT_NEAR(at_origin[k], expected[k] * n_sq, 1e-13 * (n_sq + std::sqrt(n_sq)));
    }
    (weights[0] > 0 && weights[1] > 0 && weights[2] > 0 ? inside : outside)++;
  }
  EXPECT_GT(inside, 300);
  EXPECT_GT(outside, 300);
}

/// The one test of which the numbers are whole: weights of known areas, and signs turned about.
TEST(TriangleWeights, OfARightTriangle) {
  const Vec3 a{0, 0, 5}, b{4, 0, 5}, c{0, 3, 5}, n{0, 0, 12};
  EXPECT_EQ(triangle_weights(n, a, b, c, {1, 1, 7}), (std::array{60.0, 36.0, 48.0}));
  EXPECT_EQ(triangle_weights(n, a, b, c, {5, 0, 0}), (std::array{-36.0, 180.0, 0.0}));
  EXPECT_EQ(triangle_weights(Vec3(-n), a, c, b), (std::array{144.0, 0.0, 0.0}));
}

}  // namespace
}  // namespace glance::test
