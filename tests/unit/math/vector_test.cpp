// Vectors, matrices and boxes: the length of any vector, and the written-out order of operations
// against sums in long double and exact values.
#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_dec_float.hpp>

#include "glance/rng.h"
#include "support/real_vector.h"
#include "support/shorthand.h"
#include "unit/math/rational.h"

namespace glance::test {
namespace {

using Decimal = boost::multiprecision::cpp_dec_float_50;
constexpr double kUlp = 0x1p-52;

/// Components of one magnitude each, between 10^-300 and 10^300, or all of the same one.
Vec3 any_vector(Rng& rng, bool one_magnitude) {
  double power = rng.uniform(-300, 300);
  Vec3 v;
  for (int i = 0; i < 3; i++) {
    if (!one_magnitude) power = rng.uniform(-300, 300);
    v[i] = rng.uniform(-1, 1) * std::pow(10, power);
  }
  return v;
}

/// How much larger errors may become by inverting.
double condition(const Mat3& m) { return m.max_abs() * inverse(m).max_abs(); }

Decimal reference_norm(const Vec3& v) {
  const Decimal x(v.x()), y(v.y()), z(v.z());
  return sqrt(Decimal(x * x + y * y + z * z));
}

TEST(Vector, NormHoldsAtEveryMagnitude) {
  Rng rng(1);
  for (int i = 0; i < 4000; i++) {
    const Vec3 v = any_vector(rng, i % 2 == 0);
    SCOPED_TRACE(testing::Message() << "case " << i << ": " << v);
    const Decimal length = reference_norm(v);
    EXPECT_LE(abs(Decimal(norm(v)) - length), Decimal(2 * kUlp) * length);
    const Vec3 unit = normalized(v);
    for (int k = 0; k < 3; k++) {
      ASSERT_LE(abs(Decimal(unit[k]) - Decimal(v[k]) / length), Decimal(2 * kUlp));
    }
  }
}

TEST(Vector, NormOfEasyAndExtremeVectors) {
  EXPECT_EQ(norm(Vec3(3, 4, 0)), 5);
  EXPECT_EQ(norm(Vec3(-2, 3, 6)), 7);
  EXPECT_EQ(norm(Vec3(3 * 0x1p996, 0, -4 * 0x1p996)), 5 * 0x1p996);
  EXPECT_EQ(norm(Vec3(0, 3 * 0x1p-996, 4 * 0x1p-996)), 5 * 0x1p-996);
  EXPECT_EQ(norm(Vec3(0x1p-1074, 0, 0)), 0x1p-1074);
  EXPECT_EQ(norm(Vec3(3 * 0x1p-1074, -4 * 0x1p-1074, 0)), 5 * 0x1p-1074);
  EXPECT_EQ(norm(Vec3(0, 0x1p1023, 0)), 0x1p1023);
  EXPECT_EQ(norm(Vec3::zero()), 0);
  EXPECT_EQ(norm(Vec3(1, -kInfinity, 2)), kInfinity);
  for (int i = 0; i < 3; i++) {
    Vec3 v(1, 2, 3);
    v[i] = kNan;
    EXPECT_TRUE(std::isnan(norm(v))) << i;
  }
}

TEST(Vector, NormalizedOfEasyAndExtremeVectors) {
  EXPECT_EQ(normalized(Vec3::zero()), Vec3(0, 0, 0));
  EXPECT_EQ(normalized(Vec3(-0.0, 0.0, 0.0)), Vec3(0, 0, 0));
  for (const double size : {0x1p-1074, 1e-300, 1.0, 1e300, 0x1p1023}) {
    SCOPED_TRACE(size);
    EXPECT_EQ(normalized(Vec3(0, -size, 0)), Vec3(0, -1, 0));
    EXPECT_NEAR(norm(normalized(Vec3(size, size, size))), 1, kUlp);
  }
}

TEST(Vector, ScalingByPowersOfTwoChangesNoBit) {
  Rng rng(2);
  for (int i = 0; i < 2000; i++) {
    const Vec3 v = rng.in_box(1);
    const int exponent = static_cast<int>(rng.below(1800)) - 900;
    const Vec3 scaled = v * std::ldexp(1.0, exponent);
    SCOPED_TRACE(testing::Message() << "case " << i << " exponent " << exponent);
    ASSERT_EQ(norm(scaled), std::ldexp(norm(v), exponent));
    ASSERT_EQ(normalized(scaled), normalized(v));
  }
}

TEST(Vector, SumsAreFormedInTheWrittenOrder) {
  // 2^53 + 1 rounds to 2^53, so each order of additions has a result of its own.
  const Vec3 ones(1, 1, 1);
  EXPECT_EQ(dot(Vec3(0x1p53, -0x1p53, 1), ones), 1);
  EXPECT_EQ(dot(Vec3(1, 0x1p53, -0x1p53), ones), 0);
  EXPECT_EQ(dot(Vec3(0x1p53, 1, -0x1p53), ones), 0);
  const Mat3 rows(0x1p53, -0x1p53, 1, 1, 0x1p53, -0x1p53, 0x1p53, 1, -0x1p53);
  EXPECT_EQ(multiply(rows, ones), Vec3(1, 0, 0));
  EXPECT_EQ(multiply_transposed(rows.transpose(), ones), Vec3(1, 0, 0));
  EXPECT_EQ(compose(rows, Mat3::identity()), rows);
  EXPECT_EQ(compose(rows, Mat3::from_columns(ones, ones, ones)).col(2), Vec3(1, 0, 0));
}

TEST(Vector, ProductsAgreeWithLongDoubleToRounding) {
  Rng rng(3);
  for (int i = 0; i < 2000; i++) {
    SCOPED_TRACE(i);
    const Vec3 u = rng.in_box(10), v = rng.in_box(1), w = rng.in_box(0.1);
    const RealVec ru = real(u), rv = real(v), rw = real(w);
    const double size = one_norm(u) * one_norm(v);
    ASSERT_NEAR(dot(u, v), static_cast<double>(ru.dot(rv)), 3 * kUlp * size);
    ASSERT_EQ(norm_sq(u), dot(u, u));
    ASSERT_NEAR(triple(u, v, w), static_cast<double>(ru.dot(rv.cross(rw))),
                6 * kUlp * size * one_norm(w));
    ASSERT_LE(norm(cross(u, v) - rounded(ru.cross(rv))), 4 * kUlp * size);
    // Against the exact product too, which does not round at all.
    const Triple<Rational> n = cross(triple_of<Rational>(u), triple_of<Rational>(v));
    const Vec3 exact(static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z));
    ASSERT_LE((cross(u, v) - exact).abs().max_component(), 2 * kUlp * size);

    Mat3 a, b;
    for (int k = 0; k < 3; k++) {
      a.col(k) = rng.in_box(1);
      b.col(k) = rng.in_box(1);
    }
    const RealMat ra = real(a), rb = real(b);
    ASSERT_LE(norm(multiply(a, v) - rounded(ra * rv)), 8 * kUlp);
    ASSERT_LE(norm(multiply_transposed(a, v) - rounded(ra.transpose() * rv)), 8 * kUlp);
    for (int k = 0; k < 3; k++) {
      ASSERT_LE(norm(compose(a, b).col(k) - rounded((ra * rb).col(k))), 8 * kUlp);
      ASSERT_LE(norm(multiply(compose(inverse(a), a), v) - v), 1e-13 * condition(a))
          << condition(a);
    }
    ASSERT_EQ(a * v, multiply(a, v));
    ASSERT_EQ(a * b, compose(a, b));
  }
}

TEST(Vector, ProductsOfAxesAreRightHanded) {
  const Vec3 x = Vec3::unit_x(), y = Vec3::unit_y(), z = Vec3::unit_z();
  EXPECT_EQ(cross(x, y), z);
  EXPECT_EQ(cross(y, z), x);
  EXPECT_EQ(cross(z, x), y);
  EXPECT_EQ(cross(y, x), -z);
  EXPECT_EQ(triple(x, y, z), 1);
  EXPECT_EQ(triple(y, x, z), -1);
  const Mat3 m(1, 2, 3, 4, 5, 6, 7, 8, 10);
  EXPECT_EQ(multiply(m, y), Vec3(2, 5, 8));
  EXPECT_EQ(multiply_transposed(m, y), Vec3(4, 5, 6));
}

TEST(Vector, ComponentsOneByOne) {
  const Vec3 u(1, -5, 3), v(2, -7, 3);
  EXPECT_EQ(u.times(v), Vec3(2, 35, 9));
  EXPECT_EQ(u.abs(), Vec3(1, 5, 3));
  EXPECT_EQ(u.min(v), Vec3(1, -7, 3));
  EXPECT_EQ(u.max(v), Vec3(2, -5, 3));
  EXPECT_EQ(u.max_component(), 3);
  EXPECT_EQ(Vec3(1, -4, 2).max_abs(), 4);
  EXPECT_EQ(u.min_component(), -5);
  for (int axis = 0; axis < 3; axis++) {
    EXPECT_EQ(Vec3::unit(axis).max_axis(), axis);
    EXPECT_EQ((-Vec3::unit(axis)).max_axis(), axis == 0 ? 1 : 0) << "the first of equal ones";
  }
  EXPECT_TRUE(at_most(u.min(v), u) && at_most(u, u.max(v)) && at_most(u, u));
  EXPECT_FALSE(at_most(u, v) || at_most(v, u));
  EXPECT_EQ(Vec3(), Vec3(0, 0, 0));
}

TEST(Matrix, RowsAndColumns) {
  const Mat3 m(1, 2, 3, 4, 5, 6, 7, 8, 10);
  EXPECT_EQ(m(1, 2), 6);
  EXPECT_EQ(m.row(1), Vec3(4, 5, 6));
  EXPECT_EQ(m.col(1), Vec3(2, 5, 8));
  EXPECT_EQ(m.transpose().row(1), m.col(1));
  EXPECT_EQ(Mat3::from_rows(m.row(0), m.row(1), m.row(2)), m);
  EXPECT_EQ(Mat3::from_columns(m.col(0), m.col(1), m.col(2)), m);
  Mat3 other;
  for (int i = 0; i < 3; i++) other.set_row(i, m.row(i));
  EXPECT_EQ(other, m);
  EXPECT_EQ(m + m - 2 * m, Mat3::zero());
  EXPECT_EQ(multiply(outer_product({1, 2, 3}, {4, 5, 6}), Vec3::unit_y()), Vec3(5, 10, 15));
  EXPECT_EQ(compose(Mat3::identity(), m), m);
  EXPECT_EQ(Mat3::diagonal({1, 2, 3}).row(2), Vec3(0, 0, 3));
  EXPECT_EQ((-m).max_abs(), 10);
}

TEST(Vector, FiniteMeansAllThree) {
  EXPECT_TRUE(is_finite(Vec3(1, -2, 1e308)));
  for (int i = 0; i < 3; i++) {
    for (const double bad : {kInfinity, -kInfinity, kNan}) {
      Vec3 v(1, 2, 3);
      v[i] = bad;
      EXPECT_FALSE(is_finite(v)) << i << " " << bad;
    }
  }
}

TEST(Aabb, GrowsAndMeets) {
  Aabb box;
  EXPECT_TRUE(box.empty());
  EXPECT_FALSE(box.contains(Vec3::zero()));
  EXPECT_FALSE(box.overlaps(box));
  box.add(Vec3(1, -2, 3));
  EXPECT_FALSE(box.empty());
  EXPECT_TRUE(box.contains(Vec3(1, -2, 3)));
  box.add(Vec3(-1, 2, 3));
  EXPECT_EQ(box.lower, Vec3(-1, -2, 3));
  EXPECT_EQ(box.upper, Vec3(1, 2, 3));
  EXPECT_TRUE(box.contains(Vec3(0, 0, 3)));
  EXPECT_FALSE(box.contains(Vec3(0, 0, nudged(3, 1))));
  EXPECT_FALSE(box.overlaps(Aabb()));
  for (int axis = 0; axis < 3; axis++) {
    SCOPED_TRACE(axis);
    Aabb next = box;  // touches in a face, then misses by one double
    next.lower[axis] = box.upper[axis];
    next.upper[axis] = box.upper[axis] + 1;
    EXPECT_TRUE(box.overlaps(next) && next.overlaps(box));
    next.lower[axis] = nudged(box.upper[axis], 1);
    EXPECT_FALSE(box.overlaps(next) || next.overlaps(box));
  }
}

}  // namespace
}  // namespace glance::test
