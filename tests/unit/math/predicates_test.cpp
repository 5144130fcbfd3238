// Every sign against the same expression in fractions, on inputs for which doubles alone
// are often wrong. predicates_table_test.cpp has single cases, predicates_measure_test.cpp
// the volumes and normals.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "glance/rng.h"
#include "unit/math/predicate_expressions.h"

namespace glance::test {
using namespace rooms::math;

namespace {

template <class Predicate>
class SignTest : public testing::Test {
 protected:
  int cases = 0, zeros = 0, naive_failures = 0;

  static Points random_points(Rng& rng) {
    Points p;
    for (Vec3& v : p) v = rng.in_box(1);
    return p;
  }

  static void degenerate(Points& p, Rng& rng) {
    Predicate::degenerate(p, rng.uniform(-2, 2), rng.uniform(-2, 2), rng.in_box(1));
  }

  static void nudge(Vec3& v, Rng& rng) {
    for (int i = 0; i < 3; i++) v[i] = nudged(v[i], static_cast<int>(rng.below(5)) - 2);
  }

  void check(const Points& p) {
    const int expected = exact_sign<Predicate>(p);
    testing::Message text;
    text << std::hexfloat;
    for (int i = 0; i < Predicate::kUsed; i++) {
      text << "\n  " << p[static_cast<std::size_t>(i)];
    }
    ASSERT_EQ(Predicate::sign(p), expected) << "case " << cases << text;
    cases++;
    zeros += expected == 0;
    naive_failures += naive_sign<Predicate>(p) != expected;
  }
};

using Predicates = testing::Types<Orientation, OrientationAlong<0>, OrientationAlong<1>,
                                  OrientationAlong<2>, CompareAlong>;
struct Names {
  template <class Predicate>
  static std::string GetName(int) {
    return Predicate::kName;
  }
};
TYPED_TEST_SUITE(SignTest, Predicates, Names);

TYPED_TEST(SignTest, RandomInputs) {
  Rng rng(1);
  for (int i = 0; i < 400; i++) ASSERT_NO_FATAL_FAILURE(this->check(this->random_points(rng)));
  EXPECT_EQ(this->zeros, 0);
}

TYPED_TEST(SignTest, NearlyDegenerate) {
  Rng rng(2);
  for (int i = 0; i < 3000; i++) {
    Points p = this->random_points(rng);
    if (i % 3 == 1) {  // far from the origin: differences exact, coordinates coarse
      for (Vec3& v : p) v += Vec3(100, -200, 300);
    }
    if (i % 3 == 2) {  // coordinates of unlike size: differences rounded
      for (Vec3& v : p) v *= std::ldexp(1.0, -static_cast<int>(rng.below(12)));
    }
    this->degenerate(p, rng);
    if (rng.chance(0.8)) this->nudge(p[TypeParam::kLast], rng);
    ASSERT_NO_FATAL_FAILURE(this->check(p));
  }
  // The sample needs exact arithmetic.
  EXPECT_GT(this->naive_failures, this->cases / 15);
}

TYPED_TEST(SignTest, ExactlyDegenerate) {
  Rng rng(3);
  double largest = 0;
  for (int i = 0; i < 2000; i++) {
    const std::uint32_t bits = 2 + rng.below(TypeParam::kBits - 1);
    const auto integer = [&] {
      return std::floor(std::ldexp(rng.uniform(-1, 1), static_cast<int>(bits)));
    };
    Points p;
    for (Vec3& v : p) v = Vec3(integer(), integer(), integer());
    const auto small = [&] { return static_cast<double>(rng.below(7)) - 3; };
    const double s = small(), t = small();
    const Vec3 free(integer(), integer(), integer());
    TypeParam::degenerate(p, s, t, free);
    if (rng.chance(0.3)) p[TypeParam::kLast][static_cast<int>(rng.below(3))] += 1;
    largest = std::max(largest, p[TypeParam::kLast].abs().max_component());
    ASSERT_NO_FATAL_FAILURE(this->check(p));
  }
  EXPECT_GT(this->zeros, this->cases / 2);
  EXPECT_LT(this->zeros, this->cases * 9 / 10);
  EXPECT_GT(largest, 0x1p46);
  EXPECT_LT(largest, 0x1p53);  // so nothing was rounded
}

TYPED_TEST(SignTest, SmallLattice) {
  Rng rng(4);
  for (int i = 0; i < 1500; i++) {
    Points p;
    for (Vec3& v : p) {
      for (int k = 0; k < 3; k++) v[k] = (static_cast<double>(rng.below(3)) - 1) * 0.5;
    }
    ASSERT_NO_FATAL_FAILURE(this->check(p));
  }
  EXPECT_GT(this->zeros, this->cases / 20);
  EXPECT_LT(this->zeros, this->cases * 3 / 4);
}

TYPED_TEST(SignTest, MixedMagnitudes) {
  Rng rng(5);
  for (int i = 0; i < 120; i++) {
    Points p = this->random_points(rng);
    if (rng.chance(0.8)) this->degenerate(p, rng);
    if (rng.chance(0.4)) {  // a nearly flat set stays one if an axis is squeezed
      const int axis = static_cast<int>(rng.below(3));
      for (Vec3& v : p) v[axis] *= rng.chance(0.9) ? 1e-300 : 0;
      ASSERT_NO_FATAL_FAILURE(this->check(p));
    }
    for (Vec3& v : p) {
      for (int k = 0; k < 3; k++) {
        switch (rng.below(8)) {
          case 0: v[k] *= 1e-300; break;
          case 1: v[k] = 0x1p-1074 * (static_cast<double>(rng.below(9)) - 4); break;
          case 2: v[k] *= 0x1p200; break;
          case 3: v[k] = 0; break;
          default: break;
        }
      }
    }
    ASSERT_NO_FATAL_FAILURE(this->check(p));
  }
}

/// Where products become denormal and lose their digits: value about 2^-1075, for all
/// arguments alike, and with one argument as large as allowed to lift the loss up again.
TYPED_TEST(SignTest, Underflow) {
  Rng rng(6);
  for (int i = 0; i < 240; i++) {
    SCOPED_TRACE(i);
    Points p = this->random_points(rng);
    const bool lifted = i % 2 == 1;
    if (lifted) {
      for (const int origin : TypeParam::kOrigins)
        p[static_cast<std::size_t>(origin)] = Vec3::zero();
    }
    this->degenerate(p, rng);
    this->nudge(p[TypeParam::kLast], rng);
    const int total = -1085 + static_cast<int>(rng.below(40));
    int exponents[5];
    const int factors = lifted ? TypeParam::kDegree - 1 : TypeParam::kDegree;
    for (int& exponent : exponents) exponent = std::max(-1040, total / factors);
    if (lifted) exponents[rng.below(TypeParam::kUsed)] = 199;
    for (std::size_t k = 0; k < 5; k++) p[k] *= std::ldexp(1.0, exponents[k]);
    ASSERT_NO_FATAL_FAILURE(this->check(p));
  }
  EXPECT_GT(this->naive_failures, this->cases / 15);
}

TEST(Orientation, ChangesSignWithThePermutation) {
  Rng rng(7);
  int zeros = 0;
  for (int i = 0; i < 300; i++) {
    SCOPED_TRACE(i);
    std::array<Vec3, 4> p;
    for (Vec3& v : p) v = rng.in_box(1);
    if (i % 3 > 0) p[3] = p[0] + rng.uniform() * (p[1] - p[0]) + rng.uniform() * (p[2] - p[0]);
    if (i % 9 == 0) p[3] = p[rng.below(3)];
    const int sign = orientation(p[0], p[1], p[2], p[3]);
    zeros += sign == 0;
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    do {
      int inversions = 0;
      for (std::size_t j = 0; j < 4; j++) {
        for (std::size_t k = j + 1; k < 4; k++) inversions += order[j] > order[k];
      }
      ASSERT_EQ(orientation(p[order[0]], p[order[1]], p[order[2]], p[order[3]]),
                inversions % 2 == 0 ? sign : -sign);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  EXPECT_GT(zeros, 20);
  EXPECT_LT(zeros, 200);
}

TEST(Collinear, IsExact) {
  Rng rng(8);
  int lines = 0;
  for (int i = 0; i < 3000; i++) {
    SCOPED_TRACE(i);
    Vec3 a = rng.in_box(100), b = rng.in_box(100), c;
    for (int k = 0; k < 3; k++) {  // few digits, so that the sum below is exact
      a[k] = std::round(a[k]);
      b[k] = std::round(b[k]) * 0x1p-40;
    }
    c = a + static_cast<double>(rng.below(9)) * b;
    b += a;
    // One step off, along one axis only: each component of the product must be looked at.
    if (rng.chance(0.5)) {
      const int axis = static_cast<int>(rng.below(3));
      c[axis] = nudged(c[axis], rng.chance(0.5) ? 1 : -1);
    }
    const Triple<Rational> n = cross(triple_of<Rational>(b) - triple_of<Rational>(a),
                                     triple_of<Rational>(c) - triple_of<Rational>(a));
    const bool expected = n.x == 0 && n.y == 0 && n.z == 0;
    ASSERT_EQ(collinear(a, b, c), expected);
    ASSERT_EQ(collinear(c, a, b), expected);
    lines += expected;
    ASSERT_TRUE(collinear(a, a, c));
  }
  EXPECT_GT(lines, 1000);
  EXPECT_LT(lines, 2000);
  EXPECT_FALSE(collinear(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0x1p-1074, 0)));
}

}  // namespace
}  // namespace glance::test
