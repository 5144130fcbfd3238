// Curved bodies against bodies 1e10 to 1e60 times as large or small, and half-spaces with bodies up
// to the largest coordinate: gaps and overlaps of every part of either size. No reference has so
// many digits; the certificates, checked with 50, are the proof.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "glance/query.h"
#include "support/kind_zoo.h"
#include "support/reference.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

constexpr double kLargest = 1.6e60;  ///< just below kMaxCoordinate

/// The point of a body that is farthest along d (unit); of a half-space one of its plane, which d
/// is the normal of.
RealVec far_end(const Shape& s, const Pose& at, const RealVec& d) {
  const RealVec core = s.kind() == ShapeKind::halfspace
                           ? RealVec(real(at.translation()) + d * Real(s.plane_offset()))
                           : farthest_point(s, at, d);
  return core + d * Real(s.rounding());
}

RealVec side_of_contact(const Pair& p, Rng& rng) {
  if (p.a.kind() == ShapeKind::halfspace) {
    return real(p.pose_a.rotation() * p.a.sizes()).normalized();
  }
  if (p.b.kind() == ShapeKind::halfspace) {
    return -real(p.pose_b.rotation() * p.b.sizes()).normalized();
  }
  return real(rng.direction());
}

Pair extreme_pair(ShapeKind a, ShapeKind b, Rng& rng) {
  double size_a, size_b;
  if (a == ShapeKind::halfspace || b == ShapeKind::halfspace) {
    size_a = size_b = rng.chance(0.5) ? power_of_ten(rng, 57, 60) : power_of_ten(rng, -55, 57);
  } else {
    const double ratio = rng.uniform(10, 60), small = rng.uniform(-55, 57 - ratio);
    size_a = std::pow(10, small);
    size_b = std::pow(10, small + ratio);
    if (rng.chance(0.5)) std::swap(size_a, size_b);
  }
  Pair p{make_body(a, size_a, 20, rng.chance(0.2), rng),
         {},
         make_body(b, size_b, 20, rng.chance(0.2), rng),
         {},
         {},
         {}};
  const double small = std::min(size_a, size_b), big = std::max(size_a, size_b);
  const double reach = rng.chance(0.5)   ? 0
                       : rng.chance(0.5) ? small * power_of_ten(rng, -3, 3)
                                         : big * rng.uniform(0, 1);
  p.pose_a = posed(rng.rotation(), rng.in_box(1) * std::min(reach, kLargest));
  p.pose_b = posed(rng.rotation(), Vec3::zero());
  const RealVec n = side_of_contact(p, rng);
  const Real unit = rng.chance(0.4)   ? small
                    : rng.chance(0.5) ? big
                                      : std::sqrt(small) * std::sqrt(big);
  const Real gap = unit * power_of_ten(rng, -17, 0.5) * (rng.chance(0.85) ? 1 : -1);
  const RealVec to =
      far_end(p.a, p.pose_a, n) - far_end(p.b, p.pose_b, -n) + n * (rng.chance(0.1) ? 0 : gap);
  Vec3 translation = rounded(to);
  for (int k = 0; k < 3; k++) translation[k] = std::clamp(translation[k], -kLargest, kLargest);
  p.pose_b = Pose::make(p.pose_b.rotation(), translation).value();
  return p;
}

void expect_proof(const Pair& p, Verdict verdict, const Certificate& c) {
  ASSERT_NE(verdict, Verdict::undecided);
  ASSERT_EQ(to_string(c.verdict), to_string(verdict));
  const Result<void> proved = verify(c, {p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_TRUE(proved) << proved.error().message << "; " << to_string(verdict);
}

void expect_one_proved_verdict(const Pair& p) {
  SCOPED_TRACE(describe(p));
  const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
  const Distance oracle =
      distance({p.a, p.pose_a}, {p.b, p.pose_b}, {.tuning = {.method = QueryMethod::oracle}});
  const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_NO_FATAL_FAILURE(expect_proof(p, d.verdict, d.certificate));
  ASSERT_NO_FATAL_FAILURE(expect_proof(p, oracle.verdict, oracle.certificate));
  ASSERT_NO_FATAL_FAILURE(expect_proof(p, c.verdict, c.certificate));
  ASSERT_EQ(to_string(d.verdict), to_string(c.verdict));
  ASSERT_EQ(to_string(d.verdict), to_string(oracle.verdict));
}

TEST(ExtremeSizes, HaveOneProvedVerdict) {
  Rng rng(random_seed(1060));
  const int count = scaled_count(6000);
  int together = 0;
  for (int i = 0; i < count; i++) {
    constexpr ShapeKind kCurved[] = {ShapeKind::cylinder, ShapeKind::cone, ShapeKind::ellipsoid};
    ShapeKind a = kCurved[rng.below(3)];
    ShapeKind b = rng.chance(0.15) ? ShapeKind::halfspace : kAllKinds[rng.below(kConvexKinds)];
    if (rng.chance(0.5)) std::swap(a, b);
    const Pair p = extreme_pair(a, b, rng);
    ASSERT_NO_FATAL_FAILURE(expect_one_proved_verdict(p)) << "number " << i;
    together += collide({p.a, p.pose_a}, {p.b, p.pose_b}).verdict != Verdict::apart;
  }
  std::printf("  %d of %d touch\n", together, count);
  if (!are_many(count)) return;
  EXPECT_GT(together, 0.3 * count);
  EXPECT_LT(together, 0.7 * count);
}

/// The point was beyond a cone's tip, and as far from it as it was deep in the other.
TEST(ExtremeSizes, ConeTipInACylinder) {
  expect_one_proved_verdict(
      {Shape::cone(0x1.98184532e9841p-102, 0x1.e92d4849fc412p-103).value(),
       pose_of_rows({0x1.76d39aa9958c1p-1, 0x1.5c839d4f42914p-1, -0x1.b58757c9f235p-6},
                    {0x1.307166e3db09ap-2, -0x1.6b0ad775b9b28p-2, -0x1.c5e5afdd9980fp-1},
                    {-0x1.39cfbe2455386p-1, 0x1.4839b9a997e97p-1, -0x1.d9024c81e4e44p-2},
                    {-0x1.a391bd196a612p-28, 0x1.be2f89e649f29p-26, -0x1.f4a0b83d89f87p-27}),
       Shape::cylinder(0x1.92bb0b991ea75p-28, 0x1.af4ad5edee1cfp-27).value(),
       pose_of_rows({0x1.bea52d455c638p-1, -0x1.8d1c5b44db5dep-2, 0x1.30d03c443efd2p-2},
                    {-0x1.f14f33e8efccap-2, -0x1.3c3df590e9318p-1, 0x1.3cb6008c6964bp-1},
                    {-0x1.cafa0d1508fd8p-5, -0x1.5e4d0984a17b3p-1, -0x1.744ddc0602544p-1},
                    {-0x1.ec79b2fd5110ep-28, 0x1.3dd863493d187p-25, -0x1.8920de847bbaep-26}),
       {},
       {}});
}

/// No doubles name the place of A: seen from its translation it has too many digits.
TEST(ExtremeSizes, PointFarFromItsOwnOrigin) {
  expect_one_proved_verdict(
      {Shape::point({0x1.387cced1dfa77p+111, -0x1.1decc054f9f5p+111, 0x1.3da3be8c0ee32p+110})
           .value(),
       pose_of_rows({-0x1.5cdc5f5e29158p-2, 0x1.00fdb159fb7bcp-3, -0x1.dd106fd9a4fabp-1},
                    {0x1.344e4d4b9d7f6p-2, -0x1.d93de22ac5d3cp-1, -0x1.e062ac7598b29p-3},
                    {-0x1.c8054e5c3946dp-1, -0x1.71194e1590e06p-2, 0x1.1bc3c5edb44bp-2}, {0, 0, 0}),
       Shape::ellipsoid({0x1.892ed466b0881p+73, 0x1.be060755d08d4p+72, 0x1.56917793aea0bp+71})
           .value(),
       pose_of_rows({-0x1.940edf927338ep-1, 0x1.82ef94d92f594p-2, 0x1.efc97f4ab1995p-2},
                    {-0x1.28a3ab5f2322ap-2, -0x1.d929b828b12p-1, 0x1.fe176ca84be9fp-3},
                    {0x1.1546d12c29b0bp-1, 0x1.cd394bbafbb14p-5, 0x1.ad7436c6bf259p-1},
                    {-0x1.22524d2459fffp+111, 0x1.411c5ebf0e818p+111, -0x1.067fccf77c86p+110}),
       {},
       {}});
}

/// `collide` and the oracle said that they are apart, `distance` that they touch.
TEST(ExtremeSizes, EllipsoidsThatAllButTouch) {
  expect_one_proved_verdict(
      {Shape::ellipsoid({0x1.3ca82a5172b1ep+57, 0x1.1d0c51aecac33p+57, 0x1.9b4e5f388809p+56})
           .value()
           .rounded(0x1.e26a13236f6e8p+47)
           .value(),
       pose_of_rows({-0x1.4a533c673e5acp-1, 0x1.64527cd69f327p-1, 0x1.42e2b73866218p-2},
                    {0x1.1302b7f469e93p-1, 0x1.ea0251c2e2ddp-4, 0x1.ab818f3082a05p-1},
                    {0x1.1634ae8f86fb1p-1, 0x1.6a873f6134a9dp-1, -0x1.cdd12ec32c79cp-2}, {0, 0, 0}),
       Shape::ellipsoid({0x1.5132ef215f5d3p+22, 0x1.4e5d5ea640019p+22, 0x1.2df8236d1cf27p+22})
           .value(),
       pose_of_rows({-0x1.3578f4bcd54ccp-2, 0x1.94d7d6538574ap-1, -0x1.1095d686736ecp-1},
                    {0x1.f28c51e85e895p-2, 0x1.3766fe36000afp-1, 0x1.40fd9f7fa912fp-1},
                    {0x1.a39949b9111e2p-1, -0x1.1d9e3266ad87p-4, -0x1.23370e5469fdap-1},
                    {0x1.5dd4ee4ed93f4p+56, 0x1.297b96feaeee9p+56, 0x1.e5ef7ad49c2f1p+55}),
       {},
       {}});
}

/// `distance` said that they touch, `collide` that they are apart.
TEST(ExtremeSizes, CylinderAndEllipsoidThatAllButTouch) {
  expect_one_proved_verdict(
      {Shape::cylinder(0x1.9dd33b5c2db52p-2, 0x1.ae9ac1b4b6527p-2)
           .value()
           .rounded(0x1.7284eb9a2f495p-6)
           .value(),
       pose_of_rows({-0x1.d18e160f732c4p-1, -0x1.93080c3c16e42p-5, -0x1.a72b469a3b0bbp-2},
                    {0x1.2abbc0a11404ep-4, -0x1.fe2fd1026b238p-1, -0x1.56ce3dce9fe44p-5},
                    {-0x1.a38fef19a5ad3p-2, -0x1.174e675af5944p-4, 0x1.d1be51857fa26p-1},
                    {0, 0, 0}),
       Shape::ellipsoid({0x1.50e07e75fc365p+151, 0x1.1051b6ffdd55p+153, 0x1.e086dcd4953d6p+153})
           .value(),
       pose_of_rows({-0x1.5cd24eba16d74p-2, -0x1.e11bb61dedc2ep-1, -0x1.01dd3b15c3a3p-5},
                    {0x1.dcc7bf45dd075p-2, -0x1.94dd58cc08f5p-3, 0x1.b9aaa9edf15f9p-1},
                    {-0x1.a2345c6ad2d2ap-1, 0x1.1de565fcf49dap-2, 0x1.027c5294eb1e1p-1},
                    {-0x1.9bc17219d932fp+152, 0x1.d0ae93ed3fdd9p+152, 0x1.8f0642279c632p+152}),
       {},
       {}});
}

}  // namespace
}  // namespace glance::test
