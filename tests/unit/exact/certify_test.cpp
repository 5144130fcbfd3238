// Certificates of the exact method, for every verdict and every dimension of A - B, as the
// separate verifier sees them.
#include "exact/certify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "glance/generate.h"
#include "glance/rng.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::exact;

namespace {

using Points = std::vector<Vec3>;

struct CertifyCase {
  const char* name;
  Points a, b;
  Verdict verdict;
};

Points moved(Points points, const Vec3& by) {
  for (Vec3& p : points) p += by;
  return points;
}

const Points kSquare{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
const Points kSegment{{0, 0, 0}, {2, 0, 0}};
const Points kPoint{{1, 2, 3}};
const Points kSolid{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};

Points cube(double half) {
  Points points;
  for (int i = 0; i < 8; i++) {
    points.push_back(Vec3(i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half));
  }
  return points;
}

void check(const CertifyCase& c, const Pose& pose_a, const Pose& pose_b) {
  const Shape a = Shape::hull(c.a).value(), b = Shape::hull(c.b).value();
  const OraclePoints points = exact_world_points(a, pose_a, b, pose_b);
  const OracleVerdict verdict = oracle_verdict(points);
  ASSERT_EQ(verdict.verdict, c.verdict) << c.name;
  const Certificate certificate = certificate_of(points, verdict);
  ASSERT_EQ(certificate.verdict, c.verdict) << c.name;
  const Result<void> proved = verify(certificate, {a, pose_a}, {b, pose_b});
  ASSERT_TRUE(proved) << c.name << ": " << proved.error().message;
  switch (c.verdict) {
    case Verdict::apart:
      EXPECT_GE(certificate.plane_count, 1);
      EXPECT_EQ(certificate.pair_count, 0);
      break;
    case Verdict::touching:
      EXPECT_GE(certificate.plane_count, 1);
      EXPECT_LE(certificate.pair_count, 4);
      break;
    default: EXPECT_GE(certificate.pair_count, 4); EXPECT_LE(certificate.pair_count, 6);
  }
}

/// As given, exchanged, and under common poses, which change nothing but the digits.
void check_all(const std::vector<CertifyCase>& cases) {
  Rng rng(1);
  std::vector<Pose> poses(1);
  for (int i = 0; i < 10; i++) {
    poses.push_back(Pose::make(rng.rotation(), rng.in_box(i < 5 ? 1 : 1e6)).value());
  }
  for (const CertifyCase& c : cases) {
    for (const Pose& pose : poses) {
      ASSERT_NO_FATAL_FAILURE(check(c, pose, pose));
      ASSERT_NO_FATAL_FAILURE(check({c.name, c.b, c.a, c.verdict}, pose, pose));
    }
  }
}

TEST(CertificateOf, FlatPairs) {
  using enum Verdict;
  check_all({
      // A - B is a point.
      {"points apart", kPoint, {{1, 2, 4}}, apart},
      {"points a hair apart", kPoint, {{1, 2, 3 + 1e-15}}, apart},
      {"coincident points", kPoint, kPoint, touching},
      // A segment.
      {"point off the line", {{1, 1, 0}}, kSegment, apart},
      {"point on the line", {{3, 0, 0}}, kSegment, apart},
      {"point on the segment", {{0.5, 0, 0}}, kSegment, touching},
      {"point at the end", {{2, 0, 0}}, kSegment, touching},
      {"collinear apart", kSegment, {{3, 0, 0}, {5, 0, 0}}, apart},
      {"collinear end to end", kSegment, {{2, 0, 0}, {5, 0, 0}}, touching},
      {"collinear overlapping", kSegment, {{1, 0, 0}, {5, 0, 0}}, touching},
      {"the same segment", kSegment, kSegment, touching},
      {"parallel segments", kSegment, moved(kSegment, {0, 1, 1}), apart},
      // A polygon.
      {"crossing segments", kSegment, {{1, -1, 0}, {1, 1, 0}}, touching},
      {"segments that miss in a plane", kSegment, {{1, 1, 0}, {1, 3, 0}}, apart},
      {"skew segments", kSegment, {{1, -1, 1}, {1, 1, 1}}, apart},
      {"point in the square", {{1, 1, 0}}, kSquare, touching},
      {"point at its corner", {{2, 2, 0}}, kSquare, touching},
      {"point beside it", {{3, 1, 0}}, kSquare, apart},
      {"point above it", {{1, 1, 1}}, kSquare, apart},
      {"coplanar squares apart", kSquare, moved(kSquare, {3, 1, 0}), apart},
      {"coplanar squares across a corner", kSquare, moved(kSquare, {3, 3, 0}), apart},
      {"coplanar squares, edges touching", kSquare, moved(kSquare, {2, 1, 0}), touching},
      {"coplanar squares, corners touching", kSquare, moved(kSquare, {2, 2, 0}), touching},
      {"coplanar squares on each other", kSquare, moved(kSquare, {1, 1, 0}), touching},
      {"the same square", kSquare, kSquare, touching},
      {"parallel squares", kSquare, moved(kSquare, {0, 0, 1}), apart},
      {"segment in the plane, through the square", kSquare, {{-1, 1, 0}, {3, 1, 0}}, touching},
      {"segment in the plane, beside it", kSquare, {{3, -1, 0}, {3, 3, 0}}, apart},
  });
}

TEST(CertificateOf, SolidPairs) {
  using enum Verdict;
  const Points box = cube(1);
  check_all({
      {"boxes apart", box, moved(box, {3, 0.5, 0.25}), apart},
      {"boxes a hair apart", box, moved(box, {std::nextafter(2.0, 3), 0, 0}), apart},
      {"boxes face to face", box, moved(box, {2, 0.5, 0.25}), touching},
      {"boxes face to face, aligned", box, moved(box, {2, 0, 0}), touching},
      {"boxes edge to edge", box, moved(box, {2, 2, 0.5}), touching},
      {"boxes corner to corner", box, moved(box, {2, 2, 2}), touching},
      {"vertex on a face", kSolid, {{1, 1, 0}, {1, 1, -1}, {2, 1, -1}, {1, 2, -1}}, touching},
      {"vertex on a vertex", kSolid, {{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, touching},
      {"crossed edges",
       {{-1, 0, 0}, {1, 0, 0}, {0, 1, -1}, {0, -1, -1}},
       {{0, -1, 0}, {0, 1, 0}, {1, 0, 1}, {-1, 0, 1}},
       touching},
      {"boxes overlapping", box, moved(box, {1.5, 0.5, 0.25}), overlapping},
      {"boxes overlapping by a hair", box, moved(box, {std::nextafter(2.0, 1), 0, 0}), overlapping},
      {"the same box: the centre is the origin", box, box, overlapping},
      {"a box in a box, concentric", box, cube(0.25), overlapping},
      {"a box in a box", box, moved(cube(0.25), {0.5, 0.25, 0.125}), overlapping},
      {"tetrahedron with itself", kSolid, kSolid, overlapping},
      {"point in a solid", {{1, 1, 1}}, kSolid, overlapping},
      {"point on its face", {{0, 1, 1}}, kSolid, touching},
      {"point on its edge", {{1, 0, 0}}, kSolid, touching},
      {"point beside it", {{-1, 1, 1}}, kSolid, apart},
      {"segment through a square", {{1, 1, -1}, {1, 1, 1}}, kSquare, overlapping},
      {"segment up to a square", {{1, 1, 0}, {1, 1, 1}}, kSquare, touching},
      {"segment past a square", {{3, 1, -1}, {3, 1, 1}}, kSquare, apart},
      {"squares that cross", kSquare, {{1, 1, -1}, {1, 1, 1}, {5, 5, 0.5}}, overlapping},
      {"square on a box", moved(kSquare, {0, 0, 1}), box, touching},
      {"square in a box", {{-0.5, 0, 0}, {0.5, 0, 0}, {0, 0.5, 0}}, box, overlapping},
  });
}

/// Six of seven corners are enough (Steinitz), in general position and on lattices, where the
/// origin lies on many planes through the corners.
TEST(CertificateOf, OverlapsNeedNoMoreThanSixPairs) {
  Rng rng(2);
  const int wanted = scaled_count(2000);
  int sizes[8] = {};
  for (int found = 0; found < wanted;) {
    Points a, b;
    const bool lattice = found % 2 == 0;
    const std::uint32_t count = 4 + rng.below(9);
    for (std::uint32_t i = 0; i < count; i++) {
      for (Points* points : {&a, &b}) {
        points->push_back(lattice ? Vec3(rng.below(5), rng.below(5), rng.below(5)) - Vec3(2, 2, 2)
                                  : rng.direction());
      }
    }
    const Shape shape_a = Shape::hull(a).value(), shape_b = Shape::hull(b).value();
    const Pose here, there = lattice ? Pose() : Pose::make(rng.rotation(), rng.in_box(0.5)).value();
    const OraclePoints points = exact_world_points(shape_a, here, shape_b, there);
    const OracleVerdict verdict = oracle_verdict(points);
    const Certificate c = certificate_of(points, verdict);
    const Result<void> proved = verify(c, {shape_a, here}, {shape_b, there});
    ASSERT_TRUE(proved) << found << ": " << proved.error().message;
    if (verdict.verdict != Verdict::overlapping) continue;
    found++;
    ASSERT_GE(c.pair_count, 4);
    ASSERT_LE(c.pair_count, 6);
    sizes[c.pair_count]++;
  }
  EXPECT_GT(sizes[4], 0);
  if (wanted >= 1000) {
    EXPECT_GT(sizes[5] + sizes[6], 0);  // or dropping pairs had nothing to do
  }
}

}  // namespace
}  // namespace glance::test
