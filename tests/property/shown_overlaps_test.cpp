// Overlaps of curved bodies have a certificate, however shallow: a point that is in both, found
// where what they share is a billionth of their size.
#include <gtest/gtest.h>

#include <cstdio>

#include "glance/certificate.h"
#include "glance/query.h"
#include "support/kind_zoo.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

void expect_shown(const Pair& p, Verdict verdict, const Certificate& certificate) {
  ASSERT_EQ(to_string(verdict), "overlapping") << describe(p);
  ASSERT_EQ(to_string(certificate.verdict), "overlapping") << describe(p);
  const auto proved = verify(certificate, {p.a, p.pose_a}, {p.b, p.pose_b});
  ASSERT_TRUE(proved) << proved.error().message << "\n" << describe(p);
}

/// Of 23,582 such overlaps 17 had none: where a flat body was all but at the point that the search
/// looked at, rounding made the way to it point anywhere, and the search cut off what it sought.
TEST(ShownOverlaps, ShallowOnesHaveAPoint) {
  constexpr ShapeKind kCurved[] = {ShapeKind::cylinder, ShapeKind::cone, ShapeKind::ellipsoid};
  int overlaps = 0, shallow = 0;
  for (const int i : random_cases(scaled_count(3000))) {
    SCOPED_TRACE(testing::Message() << "pair " << i);
    Rng rng(static_cast<std::uint64_t>(i) * 7 + 1);
    Pair p{make_body(kCurved[rng.below(3)], 1, 20, rng.chance(0.3), rng),
           posed(rng.rotation(), rng.in_box(1)),
           make_body(kAllKinds[rng.below(10)], 1, 20, rng.chance(0.3), rng),
           posed(rng.rotation(), rng.in_box(1)),
           {},
           {}};
    const double wanted = power_of_ten(rng, -9.5, -6) * size_of(p, 0);
    Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
    for (int k = 0; k < 4; k++) {
      const Vec3 by = d.normal * -(wanted + d.distance - d.depth);
      p.pose_b = Pose::make(p.pose_b.rotation(), Vec3(p.pose_b.translation() + by)).value();
      d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
    }
    if (!(d.depth > 0.9 * wanted)) continue;  // a corner is reached only so exactly
    overlaps++;
    shallow += d.depth < 1e-8 * size_of(p, 0);
    ASSERT_NO_FATAL_FAILURE(expect_shown(p, d.verdict, d.certificate));
    const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b});
    ASSERT_NO_FATAL_FAILURE(expect_shown(p, c.verdict, c.certificate));
  }
  std::printf("  %d overlaps, %d shallower than 1e-8 of the size\n", overlaps, shallow);
  if (are_many(overlaps)) {
    EXPECT_GT(shallow, overlaps / 4);
  }
}

/// A millionth of their size deep, and neither question found a point.
TEST(ShownOverlaps, AConeAndASegmentAMillionthDeep) {
  const Pair p{Shape::cone(0x1.80b3c22987dabp-2, 0x1.ea1b33675afbap-4).value(),
               pose_of_rows({-0x1.6ba9b7314e878p-1, -0x1.6845c74274259p-1, 0x1.3b0d73b5b1f2p-6},
                            {0x1.2bb5011b495d3p-1, -0x1.3611e5a183e9p-1, -0x1.140027e7f9eedp-1},
                            {0x1.90583581a15d3p-2, -0x1.7c8c7671677e8p-2, 0x1.af20957726b14p-1},
                            {0x1.9696b6e16992p-1, -0x1.a0df768ae87ccp-2, 0x1.17ddbc3910bc8p-3}),
               Shape::segment({-0x1.4081ef83d7bep-6, -0x1.cea6406d1668p-8, -0x1.a5051dea7095fp-3},
                              {-0x1.69095db9aae39p-3, 0x1.62aafad17d3e4p-5, -0x1.290eaa9720076p-3})
                   .value(),
               pose_of_rows({0x1.a1755d5073db4p-1, 0x1.b8614325ae6fp-2, 0x1.8ceeacc2d1e9ep-2},
                            {-0x1.9c369b8f0118cp-2, 0x1.cdf9a47614628p-1, -0x1.3c0cea0904924p-3},
                            {-0x1.aa1c38e1af5dep-2, -0x1.ef0b6d0237912p-6, 0x1.d14f073666d21p-1},
                            {0x1.08f2be6aed60ap-1, -0x1.aadf21684c864p-2, 0x1.92ae3ff030308p-3}),
               {},
               {}};
  const Collision c = collide({p.a, p.pose_a}, {p.b, p.pose_b});
  expect_shown(p, c.verdict, c.certificate);
  const Distance d = distance({p.a, p.pose_a}, {p.b, p.pose_b});
  expect_shown(p, d.verdict, d.certificate);
}

}  // namespace
}  // namespace glance::test
