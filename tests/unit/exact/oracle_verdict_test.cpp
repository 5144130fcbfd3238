// Verdicts of flat bodies, and of pairs at which the ray meets edges and vertices.
#include <algorithm>

#include "exact/oracle_verdict.h"

#include <gtest/gtest.h>

#include "glance/rng.h"

namespace glance::test {
using namespace rooms::exact;

namespace {

using Points = std::vector<Vec3>;

Verdict verdict(const Points& a, const Points& b, const Pose& pose = {}) {
  const Shape sa = Shape::hull(a).value(), sb = Shape::hull(b).value();
  const OracleVerdict one = oracle_verdict(exact_world_points(sa, pose, sb, pose));
  const OracleVerdict other = oracle_verdict(exact_world_points(sb, pose, sa, pose));
  EXPECT_EQ(one.verdict, other.verdict);
  if (one.verdict != Verdict::overlapping) {
    EXPECT_FALSE(one.normal.is_zero());
  }
  return one.verdict;
}

constexpr Verdict kApart = Verdict::apart, kTouching = Verdict::touching,
                  kOverlapping = Verdict::overlapping;

const Points kFlatSquare{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};

TEST(FlatVerdicts, Points) {
  EXPECT_EQ(verdict({{1, 2, 3}}, {{1, 2, 3}}), kTouching);
  EXPECT_EQ(verdict({{1, 2, 3}}, {{1, 2, 3 + 1e-12}}), kApart);
  EXPECT_EQ(verdict({{1, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}), kTouching);
  EXPECT_EQ(verdict({{3, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}), kApart);
  EXPECT_EQ(verdict({{1, 1, 0}}, kFlatSquare), kTouching);
  EXPECT_EQ(verdict({{2, 2, 0}}, kFlatSquare), kTouching);
  EXPECT_EQ(verdict({{1, 1, 1e-300}}, kFlatSquare), kApart);
  // In a solid a point is interior to the difference, which is solid.
  const Points solid{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
  EXPECT_EQ(verdict({{1, 1, 1}}, solid), kOverlapping);
  EXPECT_EQ(verdict({{0, 1, 1}}, solid), kTouching);
}

TEST(FlatVerdicts, Segments) {
  const Points x{{-1, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(verdict(x, {{0, -1, 0}, {0, 1, 0}}), kTouching);   // crossing: coplanar
  EXPECT_EQ(verdict(x, {{0.5, 0, 0}, {3, 0, 0}}), kTouching);  // on one line, overlapping
  EXPECT_EQ(verdict(x, {{1, 0, 0}, {3, 0, 0}}), kTouching);
  EXPECT_EQ(verdict(x, {{2, 0, 0}, {3, 0, 0}}), kApart);
  EXPECT_EQ(verdict(x, {{0, -1, 1e-200}, {0, 1, 1e-200}}), kApart);
  EXPECT_EQ(verdict(x, x), kTouching);
  // Through a polygon, and only up to it.
  EXPECT_EQ(verdict({{1, 1, -1}, {1, 1, 1}}, kFlatSquare), kOverlapping);
  EXPECT_EQ(verdict({{1, 1, 0}, {1, 1, 1}}, kFlatSquare), kTouching);
  EXPECT_EQ(verdict({{2, 1, -1}, {2, 1, 1}}, kFlatSquare), kTouching);  // through its edge
  EXPECT_EQ(verdict({{3, 1, -1}, {3, 1, 1}}, kFlatSquare), kApart);
}

TEST(FlatVerdicts, Polygons) {
  EXPECT_EQ(verdict(kFlatSquare, kFlatSquare), kTouching);  // the same: coplanar
  EXPECT_EQ(verdict(kFlatSquare, {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}}), kTouching);
  EXPECT_EQ(verdict(kFlatSquare, {{2, 1, 0}, {5, 0, 0}, {5, 5, 0}}), kTouching);
  EXPECT_EQ(verdict(kFlatSquare, {{3, 1, 0}, {5, 0, 0}, {5, 5, 0}}), kApart);
  EXPECT_EQ(verdict(kFlatSquare, {{1, 1, -1}, {1, 1, 1}, {5, 5, 0.5}}), kOverlapping);  // crossing
  EXPECT_EQ(verdict(kFlatSquare, {{1, 1, 0}, {1, 1, 1}, {5, 5, 0.5}}), kTouching);
  EXPECT_EQ(verdict(kFlatSquare, {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}), kApart);  // parallel
}

/// Common poses change nothing, whatever the rounding of the matrix.
TEST(FlatVerdicts, UnderAnyCommonPose) {
  Rng rng(1);
  for (int i = 0; i < 300; i++) {
    const Pose pose = Pose::make(rng.rotation(), rng.in_box(1000)).value();
    ASSERT_EQ(verdict(kFlatSquare, {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}}, pose), kTouching);
    ASSERT_EQ(verdict(kFlatSquare, {{1, 1, 0x1p-60}, {5, 1, 1}, {1, 5, 1}}, pose), kApart);
    ASSERT_EQ(verdict({{1, 1, -0x1p-60}, {1, 1, 1}}, kFlatSquare, pose), kOverlapping);
    ASSERT_EQ(verdict({{-1, 0, 0}, {1, 0, 0}}, {{0, -1, 0}, {0, 1, 0}}, pose), kTouching);
  }
}

/// Lattice bodies at lattice offsets: rays through vertices and edges of A - B all the
/// time, so that pivots stall and Bland's rule has work. Compared with brute force over
/// the planes through three points of a cube's difference.
TEST(Verdict, LatticeCubesAgainstCoordinates) {
  Points cube;
  for (int i = 0; i < 8; i++) cube.push_back({i & 1 ? 1. : 0., i & 2 ? 1. : 0., i & 4 ? 1. : 0.});
  for (int x = -2; x <= 2; x++) {
    for (int y = -2; y <= 2; y++) {
      for (int z = -2; z <= 2; z++) {
        Points other = cube;
        for (Vec3& p : other) p += Vec3(x, y, z);
        const int far = std::max({std::abs(x), std::abs(y), std::abs(z)});
        EXPECT_EQ(verdict(cube, other), far > 1    ? kApart
                                        : far == 1 ? kTouching
                                                   : kOverlapping)
            << x << " " << y << " " << z;
      }
    }
  }
}

}  // namespace
}  // namespace glance::test
