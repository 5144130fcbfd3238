// Boxes of bodies of every kind hold all of them, and are hardly larger than they have to be.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "bound/body_box.h"
#include "glance/tolerance.h"
#include "support/all_kinds.h"
#include "support/moving_box.h"
#include "support/odd_bodies.h"
#include "support/test_scale.h"

// A namespace of its own: body_box_test.cpp has helpers of the same names.
namespace glance::test::curved_boxes {
using namespace rooms::bound;

namespace {

using Real = long double;
constexpr ExtremeSearch kSearches[] = {ExtremeSearch::automatic, ExtremeSearch::neighbors,
                                       ExtremeSearch::walls};
constexpr float kInfinity = std::numeric_limits<float>::infinity();

FloatBox tight_box(const Shape& shape, const Pose& pose,
                   ExtremeSearch search = ExtremeSearch::automatic, double delta = 0) {
  std::size_t steps = 0;
  return MovingBox(shape, true).update(pose, search, delta, steps);
}

FloatBox fixed_box(const Shape& shape, const Pose& pose, double delta = 0) {
  std::size_t steps = 0;
  return MovingBox(shape, false).update(pose, ExtremeSearch::automatic, delta, steps);
}

struct Point {
  Real x, y, z;
};

/// Points of the core, dense all over its surface.
std::vector<Point> surface(const Shape& shape) {
  std::vector<Point> points;
  for (const Vec3& v : shape.vertices()) points.push_back({v.x(), v.y(), v.z()});
  if (shape.has_flat_core()) return points;
  const Real a = shape.sizes().x(), b = shape.sizes().y(), c = shape.sizes().z();
  constexpr int kAround = 96;
  for (int i = 0; i < kAround; i++) {
    const Real angle = 2 * std::numbers::pi_v<Real> * i / kAround;
    const Real x = a * std::cos(angle), y = b * std::sin(angle);
    points.push_back({x, y, -c});
    if (shape.kind() == ShapeKind::cylinder) points.push_back({x, y, c});
    if (shape.kind() == ShapeKind::cone) points.push_back({0, 0, c});
    if (shape.kind() != ShapeKind::ellipsoid) continue;
    points.pop_back();
    for (int j = 0; j <= kAround / 2; j++) {
      const Real height = std::numbers::pi_v<Real> * j * 2 / kAround;
      points.push_back({x * std::sin(height), y * std::sin(height), c * std::cos(height)});
    }
  }
  return points;
}

/// The point of the core highest along d.
Point highest(const Shape& shape, const Point& d) {
  const Real a = shape.sizes().x(), b = shape.sizes().y(), c = shape.sizes().z();
  const Real across = std::sqrt(d.x * d.x + d.y * d.y);
  const Real u = across > 0 ? d.x / across : 1, v = across > 0 ? d.y / across : 0;
  switch (shape.kind()) {
    case ShapeKind::ellipsoid: {
      const Real n = std::sqrt(a * a * d.x * d.x + b * b * d.y * d.y + c * c * d.z * d.z);
      return {a * a * d.x / n, b * b * d.y / n, c * c * d.z / n};
    }
    case ShapeKind::cylinder: return {a * u, a * v, d.z < 0 ? -c : c};
    case ShapeKind::cone:
      return c * d.z > a * across - c * d.z ? Point{0, 0, c} : Point{a * u, a * v, -c};
    default: break;
  }
  const Vec3* best = nullptr;
  const auto height = [&](const Vec3& p) { return d.x * p.x() + d.y * p.y() + d.z * p.z(); };
  for (const Vec3& p : shape.vertices()) {
    if (!best || height(p) > height(*best)) best = &p;
  }
  return {best->x(), best->y(), best->z()};
}

/// Where the body ends along axis k (side 1) or against it (side -1), seen from its origin, and
/// by how much the farthest of dense points comes short of that.
struct Extreme {
  Real at = 0, sampled = 0;
};
Extreme extreme(const Shape& shape, const std::vector<Point>& points, const Mat3& r, int k,
                int side) {
  const Point d{side * Real{r(k, 0)}, side * Real{r(k, 1)}, side * Real{r(k, 2)}};
  const auto height = [&](const Point& p) { return d.x * p.x + d.y * p.y + d.z * p.z; };
  Extreme result{height(highest(shape, d)), -HUGE_VALL};
  for (const Point& p : points) result.sampled = std::max(result.sampled, height(p));
  result.at += shape.rounding();
  result.sampled += shape.rounding();
  return result;
}

Real step_of(float x) { return Real{std::nextafter(std::fabs(x), kInfinity)} - Real{std::fabs(x)}; }

void expect_good_boxes(const Shape& shape, const std::vector<Point>& points, const Pose& pose) {
  const FloatBox cube = fixed_box(shape, pose);
  const double reach = shape.bounding_radius() + norm(shape.mass().centroid);
  const double rounding = 0x1p-47 * (reach + pose.translation().abs().max_component());
  for (const ExtremeSearch search : kSearches) {
    const bool in_floats = search == ExtremeSearch::automatic && shape.has_flat_core();
    const double slack = in_floats ? 2e-6 * shape.bounding_radius() : 0x1p-28 * reach;
    const FloatBox box = tight_box(shape, pose, search);
    for (int k = 0; k < 3; k++) {
      SCOPED_TRACE(testing::Message() << "search " << static_cast<int>(search) << " axis " << k);
      const Real t = pose.translation()[k];
      const Extreme up = extreme(shape, points, pose.rotation(), k, 1);
      const Extreme down = extreme(shape, points, pose.rotation(), k, -1);
      ASSERT_LE(up.sampled, up.at + 1e-18L * Real{reach});  // the test's own two ways agree
      ASSERT_LE(down.sampled, down.at + 1e-18L * Real{reach});
      ASSERT_GE(up.sampled, up.at - 5e-3L * Real{reach});
      ASSERT_GE(down.sampled, down.at - 5e-3L * Real{reach});
      for (const FloatBox& each : {box, cube}) {
        ASSERT_GE(Real{each.upper[k]}, t + up.at);
        ASSERT_LE(Real{each.lower[k]}, t - down.at);
      }
      if (!std::isfinite(box.upper[k]) || !std::isfinite(box.lower[k])) continue;
      ASSERT_LE(Real{box.upper[k]}, t + up.at + slack + rounding + 3 * step_of(box.upper[k]));
      ASSERT_GE(Real{box.lower[k]}, t - down.at - slack - rounding - 3 * step_of(box.lower[k]));
    }
  }
}

TEST(CurvedBox, HoldsBodiesOfEveryKindInEveryPose) {
  Rng rng(1);
  for (const Shape& shape : all_bounded_kinds()) {
    SCOPED_TRACE(describe(shape));
    const std::vector<Point> points = surface(shape);
    for (int i = 0; i < scaled_count(40); i++) {
      const double far_off = i % 3 == 0 ? 0 : i % 3 == 1 ? 10 : 1e7;
      const Mat3 turn = i % 2 ? rotation_matrix(rng.rotation()) : barely_rotation(rng);
      const Pose pose = Pose::make(turn, rng.in_box(1) * far_off).value();
      ASSERT_NO_FATAL_FAILURE(expect_good_boxes(shape, points, pose)) << "pose " << i;
    }
    ASSERT_NO_FATAL_FAILURE(expect_good_boxes(shape, points, {}));
  }
}

/// Axes that differ from coordinate axes by very little, where parts of a root underflow.
TEST(CurvedBox, HoldsBodiesThatAreAlmostUpright) {
  Rng rng(2);
  for (const Shape& shape : all_bounded_kinds()) {
    SCOPED_TRACE(describe(shape));
    const std::vector<Point> points = surface(shape);
    for (const double angle : {1e-3, 1e-8, 1e-16, 1e-100, 1e-170, 1e-300, 5e-324}) {
      for (int i = 0; i < 3; i++) {
        const Quat turn = Quat::from_rotation_vector(rng.direction() * angle);
        Mat3 almost = rotation_matrix(turn);
        if (angle < 1e-7) {
          almost(i, (i + 1) % 3) = angle;
          almost((i + 1) % 3, i) = -angle;
        }
        const auto pose = Pose::make(almost, rng.in_box(2));
        ASSERT_TRUE(pose);
        ASSERT_NO_FATAL_FAILURE(expect_good_boxes(shape, points, *pose)) << angle;
      }
    }
  }
}

TEST(CurvedBox, HoldsBodiesOfEverySize) {
  Rng rng(3);
  for (const Shape& body : all_bounded_kinds()) {
    for (const double size : {1e-50, 1e-45, 1e-38, 1e-18, 1e18, 1e38, 1e50, 1e59}) {
      const Result<Shape> shape = body.scaled(size);
      if (!shape) continue;  // too thin for that
      SCOPED_TRACE(testing::Message() << describe(body) << " times " << size);
      const std::vector<Point> points = surface(*shape);
      for (const double away : {0.0, 1.0, 1e3}) {
        const auto pose = Pose::make(rng.rotation(), rng.in_box(size) * away);
        if (!pose) continue;
        ASSERT_NO_FATAL_FAILURE(expect_good_boxes(*shape, points, *pose));
      }
      for (const double away : {1.0, 0x1p199}) {
        const Pose pose = Pose::make(rng.rotation(), rng.in_box(away)).value();
        ASSERT_NO_FATAL_FAILURE(expect_good_boxes(*shape, points, pose));
      }
    }
  }
}

/// Within three steps of where the body ends.
void expect_just_outside(const FloatBox& box, const Vec3& lower, const Vec3& upper) {
  for (int k = 0; k < 3; k++) {
    EXPECT_LT(Real{box.lower[k]}, lower[k]);
    EXPECT_GT(Real{box.upper[k]}, upper[k]);
    EXPECT_GE(Real{box.lower[k]}, lower[k] - 3 * step_of(box.lower[k])) << k;
    EXPECT_LE(Real{box.upper[k]}, upper[k] + 3 * step_of(box.upper[k])) << k;
  }
}

TEST(CurvedBox, UprightBodiesByHand) {
  const Vec3 t(10, 20, 30);
  const Pose there = Pose::make(t).value();
  const auto expect = [&](const Result<Shape>& shape, const Vec3& half) {
    SCOPED_TRACE(describe(*shape));
    expect_just_outside(tight_box(*shape, there, ExtremeSearch::neighbors), t - half, t + half);
  };
  expect(Shape::sphere(2), {2, 2, 2});
  expect(Shape::capsule(1, 3), {1, 1, 4});
  expect(Shape::cylinder(2, 5), {2, 2, 5});
  expect(Shape::cone(2, 5), {2, 2, 5});
  expect(Shape::ellipsoid({1, 2, 3}), {1, 2, 3});
  expect(Shape::cylinder(2, 5)->rounded(0.5), {2.5, 2.5, 5.5});
  expect(Shape::box({1, 2, 3})->rounded(0.5), {1.5, 2.5, 3.5});

  // On its side: the axis along x.
  const Mat3 side(0, 0, 1, 0, 1, 0, -1, 0, 0);
  const Pose lying = Pose::make(side, t).value();
  expect_just_outside(tight_box(*Shape::cone(2, 5), lying), t - Vec3(5, 2, 2), t + Vec3(5, 2, 2));
  // At 45 degrees the cylinder's rims stand out on both sides of its axis.
  const double half = std::sqrt(0.5);
  const Mat3 tilted(half, 0, half, 0, 1, 0, -half, 0, half);
  const FloatBox box = tight_box(*Shape::cylinder(2, 5), Pose::make(tilted, t).value());
  EXPECT_NEAR(box.upper[0], 10 + half * 7, 1e-5);
  EXPECT_NEAR(box.lower[2], 30 - half * 7, 1e-5);
  EXPECT_NEAR(box.upper[1], 22, 1e-5);
}

TEST(CurvedBox, DeltaWidensEverySide) {
  Rng rng(5);
  for (const Shape& shape : all_bounded_kinds()) {
    for (const double delta : {1e-3, 0.5, 1e6}) {
      const Pose pose = Pose::make(rng.rotation(), rng.in_box(10)).value();
      const FloatBox narrow = tight_box(shape, pose), cube = fixed_box(shape, pose);
      const FloatBox wide = tight_box(shape, pose, ExtremeSearch::automatic, delta),
                     wide_cube = fixed_box(shape, pose, delta);
      const double steps = 4e-7 * (20 + delta);
      for (int k = 0; k < 3; k++) {
        ASSERT_NEAR(double{narrow.lower[k]} - double{wide.lower[k]}, delta, steps);
        ASSERT_NEAR(double{wide.upper[k]} - double{narrow.upper[k]}, delta, steps);
        ASSERT_NEAR(double{cube.lower[k]} - double{wide_cube.lower[k]}, delta, steps);
        ASSERT_NEAR(double{wide_cube.upper[k]} - double{cube.upper[k]}, delta, steps);
      }
    }
  }
}

constexpr FloatBox kEverywhere{{-kInfinity, -kInfinity, -kInfinity},
                               {kInfinity, kInfinity, kInfinity}};

TEST(CurvedBox, OfAHalfspaceEndsWhereItIsUpright) {
  const Mat3 quarter(0, 0, 1, 1, 0, 0, 0, 1, 0);  // z to x, x to y, y to z
  const Vec3 t(10, 20, 30);
  for (const double rounding : {0.0, 0.25}) {
    for (const double delta : {0.0, 0.5}) {
      for (const double out : {1.0, -1.0}) {
        const Shape floor = Shape::halfspace({0, 0, out}, 2)->rounded(rounding).value();
        Mat3 turn = Mat3::identity();
        for (int k = 2, n = 0; n < 3; n++, k = (k + 1) % 3, turn = compose(quarter, turn)) {
          const Pose pose = Pose::make(turn, t).value();
          const double end = t[k] + out * (2 + rounding + delta);
          FloatBox box = tight_box(floor, pose, ExtremeSearch::automatic, delta);
          EXPECT_EQ(box, fixed_box(floor, pose, delta));  // no cube would hold it
          float& side = out > 0 ? box.upper[k] : box.lower[k];
          EXPECT_GT(out * Real{side}, out * end);
          EXPECT_LE(out * Real{side}, out * end + 3 * step_of(side));
          side = static_cast<float>(out) * kInfinity;
          EXPECT_EQ(box, kEverywhere);
        }
      }
    }
  }
}

TEST(CurvedBox, OfAHalfspaceThatIsTiltedIsInfinite) {
  Rng rng(6);
  for (int i = 0; i < 100; i++) {
    const Shape tilted = Shape::halfspace(rng.direction(), rng.uniform(-2, 2)).value();
    EXPECT_EQ(tight_box(tilted, {}), kEverywhere);
    EXPECT_EQ(fixed_box(tilted, {}), kEverywhere);
    const Shape floor = Shape::halfspace({0, 0, 1}, 1).value();
    EXPECT_EQ(tight_box(floor, Pose::make(rng.rotation(), rng.in_box(3)).value()), kEverywhere);
    // By as little as there is: it does come up somewhere.
    Mat3 almost = Mat3::identity();
    almost(0, 2) = i % 2 ? 5e-324 : -1e-200;
    EXPECT_EQ(tight_box(floor, Pose::make(almost, Vec3(0, 0, 0)).value()), kEverywhere);
  }
}

/// A rotation that is only nearly one: the plane is where (R n) . (x - t) <= offset says.
TEST(CurvedBox, OfAHalfspaceUnderABadRotation) {
  for (const double stretch : {1 + 4.9e-7, 1 - 4.9e-7}) {
    const Shape floor = Shape::halfspace({0, 0, 1}, 1e6).value();
    const Pose pose = Pose::make(Mat3::identity() * stretch, Vec3(0, 0, 0)).value();
    const float end = tight_box(floor, pose).upper[2];
    EXPECT_GT(Real{end}, 1e6L / stretch);
    EXPECT_LE(Real{end}, 1e6L / stretch + 3 * step_of(end));
  }
}

TEST(CurvedBox, TellsOblongBodies) {
  EXPECT_FALSE(is_oblong(*Shape::sphere(1)));
  EXPECT_FALSE(is_oblong(*Shape::ellipsoid({1, 0.95, 0.97})));
  EXPECT_FALSE(is_oblong(*Shape::halfspace({0, 0, 1}, 0)));
  EXPECT_TRUE(is_oblong(*Shape::capsule(0.2, 1)));
  EXPECT_TRUE(is_oblong(*Shape::cylinder(0.2, 1)));
  EXPECT_TRUE(is_oblong(*Shape::ellipsoid({1, 0.3, 0.3})));
  EXPECT_FALSE(is_oblong(*Shape::point({1, 2, 3})->rounded(2)));
}

}  // namespace
}  // namespace glance::test::curved_boxes
