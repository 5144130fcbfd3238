// Volumes and normals of bodies so thin that the rounded formula has no digit left.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_dec_float.hpp>

#include <algorithm>

#include "glance/rng.h"
#include "math/predicates.h"
#include "unit/math/rational.h"

namespace glance::test {
using namespace rooms::math;

namespace {

using Decimal = boost::multiprecision::cpp_dec_float_50;

Rational exact_volume(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Triple<Rational> o = triple_of<Rational>(a);
  return dot(triple_of<Rational>(b) - o,
             cross(triple_of<Rational>(c) - o, triple_of<Rational>(d) - o));
}

double relative_error(double value, const Rational& exact) {
  return exact == 0 ? std::fabs(value)
                    : static_cast<double>(Rational((rational(value) - exact) / exact));
}

TEST(SixfoldVolume, HasItsDigitsHoweverThin) {
  Rng rng(1);
  int hopeless = 0, zeros = 0;
  for (int i = 0; i < 3000; i++) {
    // Thickness from 1 down to nothing but rounding, at any scale.
    const double thickness = std::pow(10, rng.uniform(-20, 0));
    const double scale = std::pow(10, rng.uniform(-30, 30));
    Vec3 p[4];
    for (Vec3& v : p) v = rng.in_box(scale);
    if (i % 4 > 0) {
      p[3] = p[0] + rng.uniform() * (p[1] - p[0]) + rng.uniform() * (p[2] - p[0]) +
             rng.in_box(thickness * scale);
    }
    SCOPED_TRACE(testing::Message() << "case " << i << " thickness " << thickness);
    const Rational exact = exact_volume(p[0], p[1], p[2], p[3]);
    ASSERT_LE(std::fabs(relative_error(sixfold_volume(p[0], p[1], p[2], p[3]), exact)), 1e-12);
    const double naive = triple(Vec3(p[1] - p[0]), Vec3(p[2] - p[0]), Vec3(p[3] - p[0]));
    hopeless += std::fabs(relative_error(naive, exact)) > 1e-3;
    zeros += exact == 0;
  }
  EXPECT_GT(hopeless, 300);  // the rounded formula would not do
  EXPECT_LT(zeros, 100);
}

TEST(SixfoldVolume, KnownValues) {
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  EXPECT_EQ(sixfold_volume(o, x, y, z), 1);
  EXPECT_EQ(sixfold_volume(o, y, x, z), -1);
  EXPECT_EQ(sixfold_volume(x, y, z, o), -1);
  EXPECT_EQ(sixfold_volume(o, 2 * x, 3 * y, -4 * z), -24);
  EXPECT_EQ(sixfold_volume(o, x, y, x + y), 0);
  EXPECT_EQ(sixfold_volume(o, x, y, 0x1p-1074 * z), 0x1p-1074);
  EXPECT_EQ(sixfold_volume(o, 0x1p200 * x, 0x1p200 * y, -0x1p200 * z), -0x1p600);
  // Equal points, and points on one line.
  EXPECT_EQ(sixfold_volume(x, x, y, z), 0);
  EXPECT_EQ(sixfold_volume(Vec3(0.1, 0.2, 0.3), Vec3(0.2, 0.4, 0.6), Vec3(0.4, 0.8, 1.2), z), 0);
  // 2^-52 above the plane through three thirds.
  EXPECT_EQ(sixfold_volume(x, y, z, Vec3(0.5, 0.25, 0.25 + 0x1p-52)), 0x1p-52);
}

struct UnitError {
  double largest;  ///< of a component
  bool zero;       ///< the points are collinear, as far as 50 digits tell
};

UnitError unit_error(const Vec3& a, const Vec3& b, const Vec3& c) {
  Decimal u[3], v[3], n[3], length = 0;
  for (int i = 0; i < 3; i++) {
    u[i] = Decimal(b[i]) - Decimal(a[i]);
    v[i] = Decimal(c[i]) - Decimal(a[i]);
  }
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = u[j] * v[k] - u[k] * v[j];
    length += n[i] * n[i];
  }
  const Vec3 unit = unit_normal(a, b, c);
  if (length == 0) return {norm(unit), true};
  length = sqrt(length);
  Decimal worst = 0;
  for (int i = 0; i < 3; i++) {
    const Decimal error = abs(Decimal(unit[i]) - n[i] / length);
    if (error > worst) worst = error;
  }
  return {static_cast<double>(worst), false};
}

TEST(UnitNormal, OfSliversHasItsDigits) {
  Rng rng(2);
  int hopeless = 0, zeros = 0;
  for (int i = 0; i < 3000; i++) {
    const double aspect = std::pow(10, rng.uniform(8, 15));
    const double scale = std::pow(10, rng.uniform(-30, 30));
    const Vec3 a = rng.in_box(scale), b = rng.in_box(scale);
    const Vec3 c = a + rng.uniform(-1, 2) * (b - a) + norm(b - a) / aspect * rng.direction();
    SCOPED_TRACE(testing::Message() << "case " << i << " aspect " << aspect);
    const UnitError error = unit_error(a, b, c);
    ASSERT_LE(error.largest, 4e-16);
    zeros += error.zero;
    const Vec3 naive = normalized(cross(Vec3(b - a), Vec3(c - a)));
    hopeless += norm(naive - unit_normal(a, b, c)) > 1e-4;
    ASSERT_EQ(unit_normal(a, c, b), -unit_normal(a, b, c));
  }
  EXPECT_GT(hopeless, 300);  // the rounded formula would not do
  EXPECT_LT(zeros, 100);
}

TEST(UnitNormal, OfOrdinaryTrianglesIsGoodToAFewPlaces) {
  Rng rng(3);
  double worst = 0;
  for (int i = 0; i < 4000; i++) {
    const double aspect = i % 2 == 0 ? 1 : std::pow(10, rng.uniform(0, 8));
    const double scale = std::pow(10, rng.uniform(-165, 60));  // products may be denormal
    const Vec3 a = rng.in_box(scale), b = rng.in_box(scale);
    const Vec3 c = a + rng.uniform(-1, 2) * (b - a) + norm(b - a) / aspect * rng.direction();
    worst = std::max(worst, unit_error(a, b, c).largest);
    // A quarter of the products' size is the least that is taken as rounded: up to 32u
    // in theory.
    ASSERT_LE(worst, 4e-15) << "case " << i << " aspect " << aspect;
    ASSERT_NEAR(norm(unit_normal(a, b, c)), 1, 4e-16) << i;
  }
  EXPECT_GT(worst, 0);
}

TEST(UnitNormal, KnownValues) {
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  EXPECT_EQ(unit_normal(o, x, y), z);
  EXPECT_EQ(unit_normal(o, y, x), -z);
  EXPECT_EQ(unit_normal(x, y, z), normalized(Vec3(1, 1, 1)));
  for (const double s : {0x1p-1074, 0x1p-1000, 0x1p-400, 0x1p-200, 0x1p200}) {
    EXPECT_EQ(unit_normal(o, s * x, s * y), z) << s;
    EXPECT_EQ(unit_normal(o, s * x, y), z) << s;
    EXPECT_EQ(unit_normal(x, x + 3 * y, Vec3(1, 1, s)), x) << s;
  }
}

TEST(UnitNormal, OfCollinearPointsIsZero) {
  Rng rng(4);
  const Vec3 zero(0, 0, 0);
  for (int i = 0; i < 1000; i++) {
    SCOPED_TRACE(i);
    Vec3 a, d;
    for (int k = 0; k < 3; k++) {
      a[k] = static_cast<double>(rng.below(2001)) - 1000;
      d[k] = (static_cast<double>(rng.below(2001)) - 1000) * 0x1p-30;
    }
    const Vec3 b = a + 3 * d, c = a - 5 * d;
    ASSERT_EQ(unit_normal(a, b, c), zero);
    ASSERT_EQ(unit_normal(a, a, c), zero);
    ASSERT_EQ(unit_normal(a, b, b), zero);
    // One double aside it is a triangle again.
    const Vec3 aside(nudged(c.x(), 1), nudged(c.y(), -1), c.z());
    const double length = collinear(a, b, aside) ? 0 : 1;
    ASSERT_NEAR(norm(unit_normal(a, b, aside)), length, 4e-16);
  }
}

}  // namespace
}  // namespace glance::test
