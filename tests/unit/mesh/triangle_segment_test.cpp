// The segment that two triangles share: rounded where that is good enough, else exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "glance/query.h"
#include "glance/rng.h"
#include "math/predicates.h"
#include "mesh/exact_triangles.h"
#include "support/mesh_reference.h"
#include "support/shorthand.h"

namespace glance {
using namespace rooms::mesh;

namespace {

using test::PlainMesh;
using test::SharedSegment;

PlainMesh plain(const TriangleCorners& t) {
  PlainMesh m;
  m.vertices.assign(t.begin(), t.end());
  m.triangles = {{0, 1, 2}};
  m.given = {0};
  return m;
}

Shape surface(const TriangleCorners& t) {
  const std::vector<Triangle> one{{0, 1, 2}};
  return Shape::mesh(t, one).value();
}

/// The ends in whichever order.
void expect_ends(const std::array<Vec3, 2>& found, const Vec3& from, const Vec3& to, double error) {
  const double straight = std::max(norm(found[0] - from), norm(found[1] - to));
  const double turned = std::max(norm(found[0] - to), norm(found[1] - from));
  EXPECT_LE(std::min(straight, turned), error)
      << found[0].x() << " " << found[0].y() << " " << found[0].z() << " to " << found[1].x() << " "
      << found[1].y() << " " << found[1].z();
}

std::array<Vec3, 2> shared_by(const TriangleCorners& a, const Pose& pose_a,
                              const TriangleCorners& b, const Pose& pose_b, Verdict verdict) {
  const std::vector<TouchingParts> found =
      test::touching_list({surface(a), pose_a}, {surface(b), pose_b});
  EXPECT_EQ(found.size(), 1u);
  if (found.empty()) return {};
  EXPECT_EQ(to_string(found[0].verdict), to_string(verdict));
  EXPECT_FALSE(found[0].whole);
  return {found[0].from, found[0].to};
}

/// Of a box and a torus (grazing 3000376 of the property tests). Two corners of B are in the plane
/// of A, z = 0, and the third is 2^-54 below it: all three were taken to be in it, and the longest
/// edge of B to be what is shared. Its end was 0.023686 outside of A.
TEST(TriangleSegment, OfTrianglesThatAreNearlyCoplanar) {
  const TriangleCorners a{Vec3(-1, -1, -1), Vec3(-1, 1, 1), Vec3(-1, 1, -1)};
  const TriangleCorners b{
      Vec3(-0x1.e7bed992dededp-2, 0x1.1999999999997p-2, -0x1.0a0b02501c798p-2),
      Vec3(-0x1.1999999999998p-1, 0x1.369f6d1c9986cp-54, -0x1.0a0b02501c798p-2),
      Vec3(-0x1.b333333333333p-1, 0x1.e00da8a0902d8p-54, -0x1.0a0b02501c799p-2)};
  const Pose pose_a = Pose::make(Mat3(0, 1, 0, 0, 0, -1, -1, 0, 0), Vec3(-1, 1.5, -1)).value();
  const Pose pose_b =
      Pose::make(Mat3(0, -1, 0, 1, 0, 0, 0, 0, 1), Vec3(-0.5, 3, 0.2598076211353315)).value();
  // The edge of B in the plane, up to the side y = 2.5 of A.
  const Vec3 crossing(-0.68660254037844397, 2.5, 0), corner(-0.5, 2.4500000000000002, 0);
  expect_ends(shared_by(a, pose_a, b, pose_b, Verdict::touching), crossing, corner, 1e-15);
  expect_ends(shared_by(b, pose_b, a, pose_a, Verdict::touching), crossing, corner, 1e-15);
}

/// A in z = 0, B tilted by 2^-40 about the line x = 1/4: both have it from y = 0 to 3/4.
TEST(TriangleSegment, OfPlanesAtASmallAngle) {
  const TriangleCorners a{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  const double slope = 0x1p-40;
  const auto tilted = [&](double x, double y) { return Vec3(x, y, (x - 0.25) * slope); };
  const TriangleCorners b{tilted(-1, -1), tilted(2, -1), tilted(0, 3)};
  expect_ends(shared_by(a, {}, b, {}, Verdict::overlapping), Vec3(0.25, 0, 0), Vec3(0.25, 0.75, 0),
              1e-15);
  // Somewhere else in the world, seen from which the angle is lost in rounding.
  const Pose away = test::at(0x1p20, 0, 0);
  expect_ends(shared_by(a, away, b, away, Verdict::overlapping), Vec3(0x1p20 + 0.25, 0, 0),
              Vec3(0x1p20 + 0.25, 0.75, 0), 1e-9);
}

/// At right angles; but the edge of B that is in A's plane up to 2^-50 crosses it in its middle.
TEST(TriangleSegment, OfAnEdgeAlmostInThePlane) {
  const TriangleCorners a{Vec3(-4, -4, 0), Vec3(4, -4, 0), Vec3(0, 4, 0)};
  const TriangleCorners b{Vec3(-1, 0, -0x1p-50), Vec3(1, 0, 0x1p-50), Vec3(0, 0, 1)};
  // The other side of B, from (-1, 0, -2^-50) up, comes to z = 0 right there.
  expect_ends(shared_by(a, {}, b, {}, Verdict::overlapping), Vec3(0, 0, 0), Vec3(-1, 0, 0), 1e-14);
}

/// 2^-30 thin and turned: its plane is lost in rounding, what it shares is not.
TEST(TriangleSegment, OfANeedle) {
  const TriangleCorners needle{Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0x1p-30, 0x1p-31)};
  const TriangleCorners wall{Vec3(0.25, -1, -1), Vec3(0.25, 1, -1), Vec3(0.25, 0, 1)};
  expect_ends(shared_by(needle, {}, wall, {}, Verdict::overlapping), Vec3(0.25, 0, 0),
              Vec3(0.25, 0.75 * 0x1p-30, 0.75 * 0x1p-31), 1e-14);
}

TEST(TriangleSegment, IsAPointWhereACornerTouches) {
  const TriangleCorners a{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  const TriangleCorners b{Vec3(0.25, 0.5, 0), Vec3(1, 1, 1), Vec3(0, 1, 1)};
  const Vec3 corner(0.25, 0.5, 0);
  expect_ends(shared_by(a, {}, b, {}, Verdict::touching), corner, corner, 0);
}

/// Rounded ends are as near to the truth as they promise, and exact ones are rounded once.
/// Triangles that lie anyhow rarely need those.
TEST(TriangleSegment, AgreesWithTheReference) {
  Rng rng(7);
  int meeting = 0, anyhow = 0, rounded = 0;
  for (int n = 0; n < 4000; n++) {
    const bool lies_anyhow = n % 4 == 0;
    // Nearly in one plane; or B tiny, and in the middle of A.
    const Vec3 flattened(1, 1, n % 4 == 1 ? 0x1p-12 : n % 4 == 2 ? 0x1p-30 : 1);
    TriangleCorners a, b;
    for (Vec3& corner : a) corner = rng.in_box(1).times(flattened);
    const Vec3 middle = n % 4 == 3 ? (a[0] + a[1] + a[2]) / 3 : Vec3::zero();
    const double scale = n % 4 == 3 ? std::ldexp(1, -n % 50) : 1;
    for (Vec3& corner : b) corner = middle + rng.in_box(scale).times(flattened);
    const PlainMesh plain_a = plain(a), plain_b = plain(b);
    test::MeshReference truth(plain_a, {}, plain_b, {});
    if (truth.meeting().empty()) continue;
    meeting++;
    anyhow += lies_anyhow;
    const SharedSegment s = truth.shared(0, 0);
    expect_ends(exact_segment({}, a, {}, b), s.from, s.to, 0x1p-50);
    const TriangleMeeting met = exact_meeting({}, a, {}, b);
    ASSERT_TRUE(met.sides);
    const double error = 0x1p-45;
    for (TriangleCorners* t : {&a, &b}) {
      for (Vec3& corner : *t) corner += rng.in_box(error);
    }
    if (const auto ends = try_triangle_segment(a, b, &*met.sides, error)) {
      expect_ends(*ends, s.from, s.to, kSegmentError * error);
      rounded += lies_anyhow;
    }
  }
  EXPECT_GT(meeting, 1000);
  EXPECT_GT(rounded, anyhow * 9 / 10);
}

/// In one pose signs are those of local coordinates, which take no integers. B's corners less 1,
/// moved by 1, are the same triangle in another pose.
TEST(ExactMeeting, InOnePoseIsAsInTwo) {
  Rng rng(8);
  const Pose moved = Pose::make(Mat3::identity(), Vec3(1, 0, 0)).value();
  int verdicts[3] = {}, coplanar = 0, cases = 0;
  while (cases < 20'000) {
    // Few places, so that corners coincide, edges cross and planes are the same.
    const bool flat = rng.chance(0.3);
    const auto corner = [&]() -> Vec3 {
      const auto at = [&] { return 0.25 * rng.below(4); };
      return {at(), at(), flat ? 0.5 : at()};
    };
    const TriangleCorners a{corner(), corner(), corner()};
    TriangleCorners b{corner(), corner(), corner()};
    if (rng.chance(0.3)) b[rng.below(3)] = a[rng.below(3)];
    if (collinear(a[0], a[1], a[2]) || collinear(b[0], b[1], b[2])) continue;
    cases++;
    SCOPED_TRACE(cases);
    TriangleCorners shifted = b;
    for (Vec3& p : shifted) p -= Vec3(1, 0, 0);
    const TriangleMeeting met = exact_meeting({}, a, {}, b),
                          truth = exact_meeting({}, a, moved, shifted);
    ASSERT_EQ(met.verdict, truth.verdict);
    ASSERT_EQ(met.coplanar, truth.coplanar);
    ASSERT_EQ(met.sides.has_value(), truth.sides.has_value());
    if (met.sides) {
      ASSERT_EQ(met.sides->a, truth.sides->a);
      ASSERT_EQ(met.sides->b, truth.sides->b);
    }
    ASSERT_EQ(exact_side({}, a, {}, b[0]), exact_side({}, a, moved, shifted[0]));
    // Turned, the signs are the same.
    const Pose turned = Pose::make(rng.rotation(), rng.in_box(10)).value();
    const TriangleMeeting met_turned = exact_meeting(turned, a, turned, b);
    ASSERT_EQ(met_turned.verdict, truth.verdict);
    verdicts[static_cast<int>(met.verdict)]++;
    coplanar += met.coplanar;
  }
  for (const int count : verdicts) EXPECT_GT(count, 0.1 * cases);
  EXPECT_GT(coplanar, 0.2 * cases);
}

}  // namespace
}  // namespace glance
