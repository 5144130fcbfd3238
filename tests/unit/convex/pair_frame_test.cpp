// Coordinates in the frame of a pair against integers: off by no more than PairFrame::error,
// and that no more than the pair is large, wherever in the world it lies.
#include "convex/pair_frame.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "convex/core_frame.h"
#include "exact/oracle_points.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "support/shorthand.h"
#include "unit/math/rational.h"

namespace glance::test {
using namespace rooms::convex;

namespace {

Rational scaled_rational(const BigInt& value, int exponent) {
  return Rational(boost::multiprecision::cpp_int(value)) * power_of_two(exponent);
}

Rational magnitude(const Rational& x) { return x < 0 ? Rational(-x) : x; }

/// R x, exactly.
Triple<Rational> turned_exactly(const Mat3& m, const Triple<Rational>& x) {
  const auto row = [&](int i) {
    return Rational(rational(m(i, 0)) * x.x + rational(m(i, 1)) * x.y + rational(m(i, 2)) * x.z);
  };
  return {row(0), row(1), row(2)};
}

void expect_near(const Vec3& found, const Triple<Rational>& exact, double allowed) {
  const Rational most = rational(allowed);
  ASSERT_LE(magnitude(rational(found.x()) - exact.x), most);
  ASSERT_LE(magnitude(rational(found.y()) - exact.y), most);
  ASSERT_LE(magnitude(rational(found.z()) - exact.z), most);
}

void check_frame(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const PairFrame frame(a, pose_a, b, pose_b);
  ASSERT_GT(frame.error, 0);
  ASSERT_LE(frame.error, 1.01 * kFrameError * frame.size);  // no larger because of where it is
  ASSERT_LE(frame.size, frame.radius_a + frame.radius_b + 2 * norm(frame.offset));

  // The centroid is a point of the body like any other: its world coordinates are exact.
  const Triple<Rational> centroid_a =
      turned_exactly(pose_a.rotation(), triple_of<Rational>(a.mass().centroid));
  const Triple<Rational> centroid_b =
      turned_exactly(pose_b.rotation(), triple_of<Rational>(b.mass().centroid));
  const Triple<Rational> shift =
      triple_of<Rational>(pose_b.translation()) - triple_of<Rational>(pose_a.translation());
  const Triple<Rational> offset = centroid_b - (centroid_a - shift);
  ASSERT_NO_FATAL_FAILURE(expect_near(frame.offset, offset, frame.error));

  for (std::uint32_t v = 0; v < a.vertex_count(); v++) {
    const Triple<Rational> exact =
        turned_exactly(pose_a.rotation(), triple_of<Rational>(a.vertices()[v])) - centroid_a;
    ASSERT_NO_FATAL_FAILURE(expect_near(frame.vertex_a(v), exact, frame.error));
    ASSERT_LE(norm(frame.vertex_a(v)), frame.radius_a * (1 + 1e-14));
  }
  const OraclePoints points = exact_world_points(a, pose_a, b, pose_b);
  for (std::uint32_t i = 0; i < a.vertex_count(); i++) {
    for (std::uint32_t j = 0; j < b.vertex_count(); j += 1 + j / 3) {
      const ExactPoint p = points.a[i] - points.b[j];
      const Triple<Rational> exact{scaled_rational(p.x, points.exponent),
                                   scaled_rational(p.y, points.exponent),
                                   scaled_rational(p.z, points.exponent)};
      const Vec3 found = frame.difference({i, j});
      ASSERT_NO_FATAL_FAILURE(expect_near(found, exact, frame.error));
      ASSERT_LE(found.abs().max_component(), frame.size * (1 + 1e-14));
    }
  }
}

/// As good as a matrix of floats is.

Shape moved(const Shape& shape, const Vec3& by) {
  std::vector<Vec3> points(shape.vertices().begin(), shape.vertices().end());
  for (Vec3& p : points) p += by;
  return Shape::hull(points).value();
}

Shape random_shape(Rng& rng) {
  const int faces = 4 + 2 * static_cast<int>(rng.below(20));
  const Shape shape = random_polytope(rng.bits(), faces).value();
  return moved(shape, rng.in_box(1));
}

TEST(PairFrame, RandomPoses) {
  Rng rng(1);
  for (int i = 0; i < 100; i++) {
    const Pose pose_a = Pose::make(rng.rotation(), rng.in_box(3)).value();
    const Pose pose_b = Pose::make(rng.rotation(), rng.in_box(3)).value();
    ASSERT_NO_FATAL_FAILURE(check_frame(random_shape(rng), pose_a, random_shape(rng), pose_b));
  }
}

TEST(PairFrame, FarFromTheOriginOfTheWorld) {
  Rng rng(2);
  for (const double far : {1e6, 1e12}) {
    for (int i = 0; i < 50; i++) {
      const Vec3 there = rng.direction() * far;
      const Pose pose_a = Pose::make(rng.rotation(), there + rng.in_box(3)).value();
      const Pose pose_b = Pose::make(rng.rotation(), there + rng.in_box(3)).value();
      ASSERT_NO_FATAL_FAILURE(check_frame(random_shape(rng), pose_a, random_shape(rng), pose_b));
    }
  }
}

/// A pose that brings a body, far from its own origin, near the origin of the world.
Pose back_home(const Shape& shape, const Mat3& rotation, Rng& rng) {
  const Vec3 at = multiply(rotation, shape.mass().centroid);
  return Pose::make(rotation, Vec3(rng.in_box(3) - at)).value();
}

/// Terms of 1e12 cancel to a few units: products in plain doubles would be off by 1e-4.
TEST(PairFrame, FarFromTheirOwnOrigins) {
  Rng rng(3);
  for (const double far : {1e6, 1e12}) {
    double most = 0;
    for (int i = 0; i < 50; i++) {
      const Shape a = moved(random_shape(rng), rng.direction() * far);
      const Shape b = moved(random_shape(rng), rng.direction() * (i % 2 ? far : 1));
      const Pose pose_a = back_home(a, rotation_matrix(rng.rotation()), rng);
      const Pose pose_b = back_home(b, rotation_matrix(rng.rotation()), rng);
      ASSERT_NO_FATAL_FAILURE(check_frame(a, pose_a, b, pose_b));
      // Plainly, to see that this asks for more than doubles have.
      const PairFrame frame(a, pose_a, b, pose_b);
      const Vec3 plain = pose_b.apply(b.mass().centroid) - pose_a.apply(a.mass().centroid);
      most = std::max(most, norm(Vec3(plain - frame.offset)) / frame.error);
    }
    EXPECT_GT(most, 1000);
  }
}

TEST(PairFrame, BothFarInOneWay) {
  Rng rng(4);
  for (int i = 0; i < 50; i++) {
    const Vec3 there = rng.direction() * 1e12;
    const Shape a = moved(random_shape(rng), there), b = moved(random_shape(rng), there);
    const Pose pose = Pose::make(rng.rotation(), Vec3(rng.direction() * 1e12)).value();
    ASSERT_NO_FATAL_FAILURE(check_frame(a, pose, b, pose));
  }
}

TEST(PairFrame, RotationsInSinglePrecision) {
  Rng rng(5);
  for (int i = 0; i < 100; i++) {
    const double far = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e6 : 1e12;
    const Mat3 ra = single_precision(rotation_matrix(rng.rotation()));
    const Mat3 rb = single_precision(rotation_matrix(rng.rotation()));
    const Shape a = moved(random_shape(rng), rng.direction() * far), b = random_shape(rng);
    ASSERT_NO_FATAL_FAILURE(check_frame(a, back_home(a, ra, rng), b, back_home(b, rb, rng)));
  }
}

TEST(PairFrame, VerySmallVeryLargeAndBoth) {
  Rng rng(6);
  for (const double size_a : {1e-55, 1.0, 1e55}) {
    for (const double size_b : {1e-55, 1.0, 1e55}) {
      const Shape a = random_shape(rng).scaled(size_a).value();
      const Shape b = random_shape(rng).scaled(size_b).value();
      const Vec3 by = rng.in_box(2) * std::max(size_a, size_b);
      const Pose pose = Pose::make(rng.rotation(), by).value();
      ASSERT_NO_FATAL_FAILURE(check_frame(a, {}, b, pose));
    }
  }
}

/// Two points in one place: no size, no radius, and still a frame.
TEST(PairFrame, Points) {
  const Shape point = Shape::hull(std::vector<Vec3>{{1, 2, 3}}).value();
  const Pose here, beside = Pose::make(Vec3(1e-30, 0, 0)).value();
  const PairFrame same(point, here, point, here);
  EXPECT_EQ(same.offset, Vec3(0, 0, 0));
  EXPECT_EQ(same.difference({0, 0}), Vec3(0, 0, 0));
  const PairFrame apart(point, here, point, beside);
  EXPECT_NEAR(apart.offset.x(), 1e-30, 1e-31);
}

TEST(PairFrame, DirectionsOfBothBodies) {
  Rng rng(7);
  for (int i = 0; i < 100; i++) {
    const Shape a = random_shape(rng), b = random_shape(rng);
    // Not quite a rotation: n.(R v) = (R^T n).v holds for every matrix.
    const Mat3 rotation = single_precision(rotation_matrix(rng.rotation()));
    const Pose pose = Pose::make(rotation, rng.in_box(3)).value();
    const Pose here;
    const PairFrame frame(a, here, b, pose);
    const Vec3 n = rng.direction();
    for (std::uint32_t v = 0; v < b.vertex_count(); v++) {
      const Vec3 local = b.vertices()[v] - b.mass().centroid;
      ASSERT_NEAR(dot(n, frame.b.vertex(v)), dot(frame.b.local_direction(n), local), frame.error);
    }
  }
}

/// Both frames have their origin at A's centroid, so that the same points are the same in the
/// world; those of A are where its pose puts them.
TEST(PairFrame, PointsInTheWorld) {
  Rng rng(12);
  for (int i = 0; i < 200; i++) {
    const Shape a = random_polytope(rng.bits(), 20, {1, 0.5, rng.uniform(0.1, 1)}).value();
    const Shape b = Shape::cone(rng.uniform(0.1, 2), rng.uniform(0.1, 2)).value();
    const double far = i % 2 == 0 ? 1 : 1e6;
    const Pose pose_a = Pose::make(rng.rotation(), rng.in_box(far)).value();
    const Pose pose_b =
        Pose::make(rng.rotation(), Vec3(pose_a.translation() + rng.in_box(3))).value();
    const PairFrame flat(a, pose_a, a, pose_b);
    const CoreFrame core(a, pose_a, b, pose_b), curved(b, pose_b, a, pose_a);
    for (std::uint32_t v = 0; v < a.vertex_count(); v++) {
      const Vec3 seen = flat.vertex_a(v), world = pose_a.apply(a.vertices()[v]);
      EXPECT_EQ(flat.to_world(seen), core.to_world(seen));
      EXPECT_LE((flat.to_world(seen) - world).max_abs(), 1e-14 * (1 + far));
    }
    // A cone's centroid is not where its translation is.
    EXPECT_EQ(curved.to_world(Vec3::zero()), pose_b.apply(b.mass().centroid));
    EXPECT_NE(curved.to_world(Vec3::zero()), pose_b.translation());
  }
}

}  // namespace
}  // namespace glance::test
