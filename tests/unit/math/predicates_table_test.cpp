// Single cases: what the signs mean, and inputs found by search for which the rounded
// value is as far on the wrong side as could be found. `lead` is that value in units of
// 2^-53 of the sum of its terms' absolute values, which the error bound must exceed.
#include <gtest/gtest.h>

#include "unit/math/predicate_expressions.h"

namespace glance::test {
using namespace rooms::math;

namespace {

struct Case {
  int expected;
  Points p;
};

/// `misleading`: doubles alone get these wrong (which is why they are here).
template <class Predicate>
void expect_signs(std::initializer_list<Case> cases, bool misleading) {
  int i = 0;
  for (const Case& c : cases) {
    SCOPED_TRACE(testing::Message() << "case " << i++);
    EXPECT_EQ(exact_sign<Predicate>(c.p), c.expected) << "the table is wrong";
    EXPECT_EQ(naive_sign<Predicate>(c.p) != c.expected, misleading);
    EXPECT_EQ(Predicate::sign(c.p), c.expected);
  }
}

const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);

TEST(PredicateTable, Meaning) {
  // Seen from above, x, y and the origin turn left.
  expect_signs<Orientation>({{1, {o, x, y, z}}, {-1, {o, y, x, z}}, {0, {o, x, y, x + y}}}, false);
  expect_signs<OrientationAlong<0>>({{1, {o, y, z}}, {-1, {o, z, y}}, {0, {o, x, z}}}, false);
  expect_signs<OrientationAlong<1>>({{1, {o, z, x}}, {-1, {o, x, z}}, {0, {o, y, x}}}, false);
  expect_signs<OrientationAlong<2>>({{1, {o, x, y}}, {-1, {o, y, x}}, {0, {o, z, y}}}, false);
  expect_signs<CompareAlong>({{1, {x, x, o}}, {-1, {x, o, x}}, {0, {x, y, z}}, {0, {o, y, z}}},
                             false);
}

TEST(PredicateTable, RoundedValuesFarOnTheWrongSide) {
  expect_signs<Orientation>(
      {
          // lead 4.943
          {-1,
           {Vec3(0x1.029ff5f6ad875p-1, 0x1.001a0ef529eccp+0, 0x1.a048a70471b2ep-21),
            Vec3(-0x1.ffaea8ac58cdbp-55, 0x1.5fcf0ed12a725p-50, 0x1.9f26dde0440c9p-21),
            Vec3(-0x1.0ab63d8e7dbecp-37, 0x1.e898953ecb58dp-34, 0x1.ffeea1de9d392p-3),
            Vec3(0x1.bff8a832a88f3p-52, -0x1.feb2122ffda6dp-54, -0x1.e45b6b0a6c417p-19)}},
          // lead 3.161
          {1,
           {Vec3(-0x1.2a483b67c7da3p-3, 0x1.8e44368f834p-6, 0x1.ecfc2b5fe1cf2p-3),
            Vec3(0x1.33f4097d2e95ep-3, -0x1.fd8282abc3843p-4, 0x1.55eb68dbc262bp-2),
            Vec3(0x1.c30ac5831d48p-4, -0x1.183a4aa90caf4p-4, 0x1.d078e266b819bp-1),
            Vec3(0x1.ef09721e0d1bap-5, -0x1.f6301980f9979p-4, -0x1.9f2e9b10682f6p-2)}},
      },
      true);
  expect_signs<OrientationAlong<2>>(
      {
          // lead 2.929
          {-1,
           {Vec3(-0x1.0052b68b9d947p+0, 0x1.05e3d01e77946p-2, 1),
            Vec3(0x1.fe291810c8019p-54, -0x1.0021623a925a4p-55, 2),
            Vec3(-0x1.f09ba62088d44p-54, 0x1.0029bcce3cbcap-55, 3)}},
          // lead 1.999
          {-1,
           {Vec3(0x1.a7c4c1bae88fep-3, 0x1.99d29d2e51fe3p-2, 1),
            Vec3(-0x1.34e654acb766ep-1, -0x1.89251ffd4c7b1p-5, 2),
            Vec3(-0x1.676d5b083d7c2p-2, 0x1.77227e77ae3fdp-4, 3)}},
      },
      true);
  expect_signs<CompareAlong>(
      {
          // lead 2.000
          {-1,
           {Vec3(0x1.fffff7f4b0da5p-31, -0x1.0d0d2a486511ep-62, 0x1.ffffffff6962bp-2),
            Vec3(0x1.713a5cc6849c2p-23, -0x1.00534901bcee2p-14, -0x1.0000050196791p-31),
            Vec3(-0x1.000000b58c8cdp-1, -0x1.fe7c9a62aee83p-5, 0x1.ffffffd0b3958p-32)}},
          // lead 1.596
          {-1,
           {Vec3(0x1.35023f7964491p-5, 0x1.4522dd0afe673p-3, -0x1.56a630c6dc595p-2),
            Vec3(0x1.30b384ec39d6p-2, 0x1.f354b406a7917p-3, 0x1.0f012884b281ap-3),
            Vec3(-0x1.534eb35494c3ep-4, -0x1.45e2e85eb8d6p-3, -0x1.a0ac693d614f9p-4)}},
      },
      true);
}

TEST(PredicateTable, ProductsThatVanish) {
  const double e = 0x1p-1074;
  expect_signs<Orientation>({{1, {o, e * x, e * y, e * z}}, {-1, {o, e * y, e * x, e * z}}}, true);
  expect_signs<OrientationAlong<2>>({{1, {o, e * x, e * y}}, {-1, {o, e * y, e * x}}}, true);
  expect_signs<CompareAlong>({{1, {e * x, e * x, o}}, {-1, {e * x, o, e * x}}}, true);
  // No product, no loss.
  expect_signs<Orientation>({{1, {o, x, y, e * z}}, {0, {e * z, x, y, x + y - e * z}}}, false);
  expect_signs<CompareAlong>({{1, {x, e * x, o}}, {0, {e * x, y, z}}}, false);
}

/// 3/8 and 5/8 of the smallest double round to 0 and 1 of it, so 3/8 + 3/8 - 5/8 becomes
/// -1. No bound relative to the terms' size covers that.
TEST(PredicateTable, ProductsThatRoundTheWrongWay) {
  const double half = 0x1p-537;  // of the digits: its square is the smallest double
  const Vec3 p = half * Vec3(0.375, 0.375, -0.625), ones = half * Vec3(1, 1, 1);
  expect_signs<CompareAlong>({{1, {ones, p, o}}, {-1, {ones, o, p}}}, true);
  // With a factor as large as allowed, the loss is no longer small.
  expect_signs<Orientation>(
      {{1, {o, Vec3(0x1p200, 0x1p199, 0), half * Vec3(0, 0.375, 0.625), half * Vec3(-1, 0, 1)}},
       {-1, {o, Vec3(0x1p200, 0x1p199, 0), half * Vec3(-1, 0, 1), half * Vec3(0, 0.375, 0.625)}}},
      true);
}

/// Numbers of 40 and 41 bits, where the exact path changes its integers.
TEST(PredicateTable, WhereSmallIntegersEnd) {
  for (const double m : {0x1p39 - 1, 0x1p40 - 1, 0x1p41 - 1, 0x1p50 - 1}) {
    SCOPED_TRACE(testing::Message() << std::hexfloat << m);
    const Vec3 a(-m, -m, -m), b(m, m, 1 - m), c(m, -m, m), middle = (b + c) / 2;
    EXPECT_EQ(orientation(a, b, c, middle), 0);
    for (const Vec3& d : {Vec3(middle + 0.5 * x), Vec3(middle - 0.5 * x), Vec3(c + 0.5 * y)}) {
      EXPECT_NE(orientation(a, b, c, d), 0);
      EXPECT_EQ(orientation(a, b, c, d), exact_sign<Orientation>({a, b, c, d}));
    }
    EXPECT_TRUE(collinear(b, c, middle));
    EXPECT_FALSE(collinear(b, c, middle + 0.5 * z));
  }
}

}  // namespace
}  // namespace glance::test
