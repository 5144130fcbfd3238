// Planted cases with known answers.
#include "exact/oracle.h"

#include <gtest/gtest.h>

#include <cmath>

#include "glance/generate.h"
#include "support/cube.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::exact;

namespace {

TEST(Oracle, BoxesAlongAnAxis) {
  const Distance apart = oracle_distance(kCube, {}, kCube, at({5, 0.5, 0.25}));
  EXPECT_EQ(apart.verdict, Verdict::apart);
  EXPECT_EQ(apart.distance, 3);
  EXPECT_EQ(apart.normal, Vec3(1, 0, 0));
  EXPECT_EQ(apart.point_b.x() - apart.point_a.x(), 3);

  const Distance touching = oracle_distance(kCube, {}, kCube, at({2, 0.5, 0.25}));
  EXPECT_EQ(touching.verdict, Verdict::touching);
  EXPECT_EQ(touching.distance, 0);
  EXPECT_EQ(touching.depth, 0);
  EXPECT_EQ(touching.normal, Vec3(1, 0, 0));

  const Distance deep = oracle_distance(kCube, {}, kCube, at({1.5, 0.5, 0.25}));
  EXPECT_EQ(deep.verdict, Verdict::overlapping);
  EXPECT_EQ(deep.depth, 0.5);
  EXPECT_EQ(deep.normal, Vec3(1, 0, 0));

  const Distance same = oracle_distance(kCube, {}, kCube, {});
  EXPECT_EQ(same.verdict, Verdict::overlapping);
  EXPECT_EQ(same.depth, 2);
}

TEST(Oracle, BoxesAcrossACorner) {
  const Distance d = oracle_distance(kCube, {}, kCube, at({3, 4, 5}));
  EXPECT_NEAR(d.distance, std::sqrt(1 + 4 + 9), 1e-15);
  EXPECT_EQ(d.point_a, Vec3(1, 1, 1));
  EXPECT_EQ(d.point_b, Vec3(2, 3, 4));
  EXPECT_EQ(d.feature_a.kind, FeatureKind::vertex);
  EXPECT_EQ(d.feature_b.kind, FeatureKind::vertex);
  EXPECT_EQ(oracle_collide(kCube, {}, kCube, at({2, 2, 2})).verdict, Verdict::touching);
  EXPECT_EQ(oracle_collide(kCube, {}, kCube, at({2, 2, std::nextafter(2.0, 3)})).verdict,
            Verdict::apart);
  EXPECT_EQ(oracle_collide(kCube, {}, kCube, at(Vec3::constant(std::nextafter(2.0, 1)))).verdict,
            Verdict::overlapping);
}

/// A cube on edge above a cube: edge against face, and two cubes on edge, crossed: edge
/// against edge.
TEST(Oracle, CubesOnEdge) {
  const double quarter = std::acos(-1.0) / 4, reach = std::sqrt(2.0);
  const Distance face = oracle_distance(kCube, {}, kCube, turned({quarter, 0, 0}, {0, 0, 4}));
  EXPECT_NEAR(face.distance, 3 - reach, 1e-15);
  EXPECT_NEAR(face.normal.z(), 1, 1e-15);
  const Distance edges = oracle_distance(kCube, turned({quarter, 0, 0}, {0, 0, 0}), kCube,
                                         turned({0, quarter, 0}, {0, 0, 4}));
  EXPECT_NEAR(edges.distance, 4 - 2 * reach, 1e-15);
  EXPECT_EQ(edges.feature_a.kind, FeatureKind::edge);
  EXPECT_EQ(edges.feature_b.kind, FeatureKind::edge);
  const Distance crossed = oracle_distance(kCube, turned({quarter, 0, 0}, {0, 0, 0}), kCube,
                                           turned({0, quarter, 0}, {0, 0, 2.5}));
  EXPECT_EQ(crossed.verdict, Verdict::overlapping);
  EXPECT_NEAR(crossed.depth, 2 * reach - 2.5, 1e-15);
}

TEST(Oracle, Tetrahedra) {
  const Shape corner = hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const Shape tip = hull({{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 2}});
  // From (1,1,1) to the plane x + y + z = 1.
  const Distance d = oracle_distance(corner, {}, tip, {});
  EXPECT_NEAR(d.distance, 2 / std::sqrt(3.0), 1e-15);
  EXPECT_EQ(d.feature_a.kind, FeatureKind::face);
  EXPECT_EQ(d.feature_b.kind, FeatureKind::vertex);
  EXPECT_LT(norm(d.point_a - Vec3::constant(1.0 / 3)), 1e-15);
  // A regular tetrahedron of edge 2 sqrt 2 against itself: out by its width, which for
  // opposite edges is 2.
  const Shape regular = platonic(Platonic::tetrahedron, std::sqrt(3.0)).value();
  EXPECT_NEAR(oracle_distance(regular, {}, regular, {}).depth, 2, 1e-14);
}

TEST(Oracle, GapsFarBelowRoundingHaveTheirValue) {
  // The gap is 2^-120 at coordinates of about one; no difference of doubles shows it.
  const Shape below = hull({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, -1}});
  const Shape above = hull({{0, 0, 0x1p-120}, {1, 0, 1}, {0, 1, 1}, {-1, -1, 1}});
  const Pose pose = turned({0.3, -0.7, 0.2}, {0.1, 0.2, 0.3});
  const Distance d = oracle_distance(below, pose, above, pose);
  EXPECT_EQ(d.verdict, Verdict::apart);
  EXPECT_NEAR(d.distance, 0x1p-120, 0x1p-120 * 1e-14);
  const Shape sunk = hull({{0, 0, -0x1p-120}, {1, 0, 1}, {0, 1, 1}, {-1, -1, 1}});
  const Distance in = oracle_distance(below, pose, sunk, pose);
  EXPECT_EQ(in.verdict, Verdict::overlapping);
  EXPECT_NEAR(in.depth, 0x1p-120, 0x1p-120 * 1e-14);
}

TEST(Oracle, RotationIsTakenAsGiven) {
  // A rotation that is off by 1e-7 stretches the body by that much, and the verdict
  // says so: the definition is in the doubles as given.
  const Mat3 stretched = Mat3::identity() * (1 + 1e-7);
  const Pose pose = Pose::make(stretched, {2 + 1.5e-7, 0, 0}).value();
  EXPECT_EQ(oracle_collide(kCube, {}, kCube, pose).verdict, Verdict::apart);
  const Pose nearer = Pose::make(stretched, {2 + 0.5e-7, 0, 0}).value();
  EXPECT_EQ(oracle_collide(kCube, {}, kCube, nearer).verdict, Verdict::overlapping);
}

TEST(Oracle, SmallestAndLargestBodies) {
  for (double size : {1e-60, 1e59}) {
    const Shape box = Shape::box(Vec3::constant(size)).value();
    const Distance d = oracle_distance(box, {}, box, at({3 * size, 0, 0}));
    EXPECT_EQ(d.verdict, Verdict::apart);
    EXPECT_NEAR(d.distance / size, 1, 1e-15);
    EXPECT_NEAR(oracle_distance(box, {}, box, at({size, 0, 0})).depth / size, 1, 1e-15);
  }
  // Very different sizes, and a needle's eye between them.
  const Shape huge = Shape::box(Vec3::constant(1e30)).value();
  const Shape tiny = Shape::box(Vec3::constant(1e-30)).value();
  EXPECT_EQ(oracle_collide(huge, {}, tiny, at({1e30, 0, 0})).verdict, Verdict::overlapping);
  EXPECT_EQ(oracle_collide(huge, {}, tiny, at({std::nextafter(1e30, 2e30), 0, 0})).verdict,
            Verdict::apart);
}

/// Regressions: a face so thin that its normal vanished in doubles, and counted as an
/// overlap of zero.
TEST(OracleRegression, SliverFaceHasADirection) {
  const Shape gem = hull({{0.1, 0.2, 0.7}, {0.3, 0, -0.1}, {0.3, 0.2, 0.1}, {0.3, 0.3, 0.2}});
  const Distance d = oracle_distance(kCube, at({0.1, 0.3, 0.3}), gem, {});
  EXPECT_EQ(d.verdict, Verdict::overlapping);
  EXPECT_NEAR(d.depth, 1, 1e-15);
  EXPECT_NEAR(norm(d.normal), 1, 1e-15);
  const double x = 0.30000000000000004;
  const Shape other = hull({{0.1, -x, 0.1}, {0, x, -0.2}, {-0.1, -x, -x}, {0.2, -x, x}});
  const Distance e = oracle_distance(other, {}, kCube, {});
  EXPECT_EQ(e.verdict, Verdict::overlapping);
  EXPECT_GT(e.depth, 1);
  EXPECT_NEAR(norm(e.normal), 1, 1e-15);
}

/// Regression: edges so nearly parallel, and so long, that in doubles their common
/// perpendicular fell off their ends. The distance is from exact fractions.
TEST(OracleRegression, LongNearlyParallelEdges) {
  const Shape a = hull({{0, 0, -34326177.758250505}, {0, 9.080231461948081, 0}});
  const Shape b = hull({{0, 720.8919184783133, -261483387.1146837}, {1.050415477912737, 0, 0}});
  EXPECT_NEAR(oracle_distance(a, {}, b, {}).distance, 1.0383420634912623, 1e-14);
}

/// Regression: a point above a triangle 2e-8 wide. In doubles its foot was outside of the triangle,
/// and the distance 2.7e-10 to an edge. The true one is from exact fractions.
TEST(OracleRegression, NeedleBelowAPoint) {
  const Shape point = hull({{-0x1.226567b9fdbd1p+2, 0x1.19b341fe62388p+2, -0x1.14b5110b9c6b5p+2}});
  const Shape needle = hull({{-0x1.5798ee2308c3ap-27, -0x1.01b2b29a4692bp-25, -1},
                             {0x1.5798ee2308c3ap-27, -0x1.01b2b29a4692bp-25, 1},
                             {-0x1.5798ee2308c3ap-27, -0x1.01b2b29a4692bp-25, 1}});
  const Mat3 rotation(-0x1.3b305bad7787ep-1, 0x1.31bd77d09fap-5, -0x1.930832cf9d6dcp-1,   //
                      -0x1.381612990812bp-6, 0x1.feea4efcdacadp-1, 0x1.fd9ceb63cbf6bp-5,  //
                      0x1.935dec19382acp-1, 0x1.b48d5c423d257p-5, -0x1.3a283aba15a3cp-1);
  const Vec3 translation(-0x1.126a168acd425p+2, 0x1.186fee0143634p+2, -0x1.083ff2e77044fp+2);
  const Distance d = oracle_distance(point, {}, needle, Pose::make(rotation, translation).value());
  EXPECT_EQ(d.verdict, Verdict::apart);
  EXPECT_NEAR(d.distance, 1.64903e-16, 1e-21);
  EXPECT_EQ(d.feature_b.kind, FeatureKind::face);
  EXPECT_GE(d.lower, 0);
}

TEST(Oracle, GivesExactValuesWhereTheyExist) {
  const Shape left = hull({{-0.1, 0, 0}}), right = hull({{0.1, 0, 0}});
  EXPECT_EQ(oracle_distance(left, {}, right, {}).distance, 0.2);
  const Shape third = hull({{-1.0 / 3, 0, 0}});
  const Distance d = oracle_distance(right, {}, third, {});
  EXPECT_EQ(d.point_a, Vec3(0.1, 0, 0));
  EXPECT_EQ(d.point_b, Vec3(-1.0 / 3, 0, 0));
  EXPECT_EQ(d.normal, Vec3(-1, 0, 0));
}

/// Regression: a gap smaller than the smallest double was returned as none.
TEST(OracleRegression, NoGapIsTooSmallToBeOne) {
  const Shape needle = hull({{0, 1e-90, 0}, {0, 1e-90, 0.5}});
  Mat3 sheared = Mat3::identity();
  sheared(0, 1) = 5e-324;
  const Distance d = oracle_distance(kCube, {}, needle, Pose::make(sheared, {1, 0, 0}).value());
  EXPECT_EQ(d.verdict, Verdict::apart);
  EXPECT_GT(d.distance, 0);
}

}  // namespace
}  // namespace glance::test
