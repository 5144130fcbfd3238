// Vectors and boxes: the length of any vector, and the written-out order of operations
// against Eigen's and against exact values.
#include <gtest/gtest.h>

#include <array>
#include <boost/multiprecision/cpp_dec_float.hpp>

#include "glance/rng.h"
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

Decimal reference_norm(const Vec3& v) {
  const Decimal x(v.x()), y(v.y()), z(v.z());
  return sqrt(Decimal(x * x + y * y + z * z));
}

TEST(Vector, NormHoldsAtEveryMagnitude) {
  Rng rng(1);
  for (int i = 0; i < 4000; i++) {
    const Vec3 v = any_vector(rng, i % 2 == 0);
    SCOPED_TRACE(testing::Message() << "case " << i << ": " << v.transpose());
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
  EXPECT_EQ(norm(Vec3::Zero()), 0);
  EXPECT_EQ(norm(Vec3(1, -kInfinity, 2)), kInfinity);
  for (int i = 0; i < 3; i++) {
    Vec3 v(1, 2, 3);
    v[i] = kNan;
    EXPECT_TRUE(std::isnan(norm(v))) << i;
  }
}

TEST(Vector, NormalizedOfEasyAndExtremeVectors) {
  EXPECT_EQ(normalized(Vec3::Zero()), Vec3(0, 0, 0));
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
  Mat3 rows;
  rows << 0x1p53, -0x1p53, 1, 1, 0x1p53, -0x1p53, 0x1p53, 1, -0x1p53;
  EXPECT_EQ(multiply(rows, ones), Vec3(1, 0, 0));
  EXPECT_EQ(multiply_transposed(Mat3(rows.transpose()), ones), Vec3(1, 0, 0));
  EXPECT_EQ(compose(rows, Mat3::Identity()), rows);
  EXPECT_EQ(compose(rows, Mat3::Ones()).col(2), Vec3(1, 0, 0));
}

TEST(Vector, ProductsAgreeWithEigenToRounding) {
  Rng rng(3);
  for (int i = 0; i < 2000; i++) {
    SCOPED_TRACE(i);
    const Vec3 u = rng.in_box(10), v = rng.in_box(1), w = rng.in_box(0.1);
    const Vec3 au = u.cwiseAbs(), av = v.cwiseAbs(), aw = w.cwiseAbs();
    ASSERT_NEAR(dot(u, v), u.dot(v), 3 * kUlp * au.dot(av));
    ASSERT_EQ(norm_sq(u), dot(u, u));
    ASSERT_NEAR(triple(u, v, w), u.dot(v.cross(w)), 6 * kUlp * au.sum() * av.sum() * aw.sum());
    ASSERT_LE((cross(u, v) - u.cross(v)).cwiseAbs().maxCoeff(), 2 * kUlp * au.sum() * av.sum());
    // Against the exact product too, which does not share Eigen's rounding.
    const Triple<Rational> n = cross(triple_of<Rational>(u), triple_of<Rational>(v));
    const Vec3 exact(static_cast<double>(n.x), static_cast<double>(n.y), static_cast<double>(n.z));
    ASSERT_LE((cross(u, v) - exact).cwiseAbs().maxCoeff(), 2 * kUlp * au.sum() * av.sum());

    Mat3 a, b;
    for (int k = 0; k < 3; k++) {
      a.col(k) = rng.in_box(1);
      b.col(k) = rng.in_box(1);
    }
    ASSERT_LE((multiply(a, v) - a * v).cwiseAbs().maxCoeff(), 6 * kUlp);
    ASSERT_LE((multiply_transposed(a, v) - a.transpose() * v).cwiseAbs().maxCoeff(), 6 * kUlp);
    ASSERT_LE((compose(a, b) - a * b).cwiseAbs().maxCoeff(), 6 * kUlp);
  }
}

TEST(Vector, ProductsOfAxesAreRightHanded) {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  EXPECT_EQ(cross(x, y), z);
  EXPECT_EQ(cross(y, z), x);
  EXPECT_EQ(cross(z, x), y);
  EXPECT_EQ(cross(y, x), -z);
  EXPECT_EQ(triple(x, y, z), 1);
  EXPECT_EQ(triple(y, x, z), -1);
  Mat3 m;
  m << 1, 2, 3, 4, 5, 6, 7, 8, 10;
  EXPECT_EQ(multiply(m, y), Vec3(2, 5, 8));
  EXPECT_EQ(multiply_transposed(m, y), Vec3(4, 5, 6));
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
  EXPECT_FALSE(box.contains(Vec3::Zero()));
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
