// Half-spaces against curved bodies of any size, anywhere: no verdict is left open, whatever digits
// it takes. The truth is measured with 1500 digits.
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <array>

#include "geom/shape_access.h"
#include "glance/query.h"
#include "glance/rng.h"
#include "support/sample_share.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

/// Coordinates have up to 400 binary places before and behind the point, heights six times as many
/// (normal, rotation and place, squared), and their differences twice that: if not zero, larger.
using Long = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<1500>,
                                           boost::multiprecision::et_off>;

using LongVector = std::array<Long, 3>;

LongVector lengthened(const Vec3& v) { return {Long(v.x()), Long(v.y()), Long(v.z())}; }

Long scalar(const LongVector& u, const LongVector& v) {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

struct PlanePair {
  Shape plane, body;
  Pose plane_pose, body_pose;

  /// The body's height above the plane, up to 1e-1400 of what goes into it: 0 if less.
  Long height(double margin) const {
    LongVector n, up;
    for (int i = 0; i < 3; i++) {
      n[static_cast<std::size_t>(i)] =
          scalar(lengthened(plane_pose.rotation().row(i)), lengthened(plane.sizes()));
    }
    for (int i = 0; i < 3; i++) {
      up[static_cast<std::size_t>(i)] = scalar(lengthened(body_pose.rotation().col(i)), n);
    }
    const Vec3 s = body.sizes();
    const Long x = s.x() * up[0], y = s.y() * up[1], z = s.z() * up[2];
    Long below = 0;
    if (body.kind() == ShapeKind::ellipsoid) below = sqrt(Long(x * x + y * y + z * z));
    if (body.kind() == ShapeKind::cylinder) below = sqrt(Long(x * x + y * y)) + abs(z);
    if (body.kind() == ShapeKind::cone) below = std::max(Long(-z), Long(sqrt(x * x + y * y) + z));
    const Long size = sqrt(scalar(n, n));
    const Long at = scalar(n, lengthened(body_pose.translation())),
               base = scalar(n, lengthened(plane_pose.translation())) + plane.plane_offset();
    const Long reach = Long(body.rounding()) + plane.rounding() + margin;
    const Long height = (at - base - below) / size - reach;
    const Long numbers = (abs(at) + abs(base) + below) / size + reach;
    return abs(height) < 1e-300 * Long(1e-300) * 1e-300 * 1e-300 * 1e-200 * numbers ? Long(0)
                                                                                    : height;
  }
};

Shape body_of(ShapeKind kind, Rng& rng, double size) {
  const auto side = [&] { return size * std::exp2(rng.uniform(-3, 0)); };
  const double x = side(), y = side(), z = side();
  return kind == ShapeKind::ellipsoid  ? Shape::ellipsoid({x, y, z}).value()
         : kind == ShapeKind::cylinder ? Shape::cylinder(x, z).value()
                                       : Shape::cone(x, z).value();
}

/// Sizes and places over 118 powers of ten, the plane where the body's lowest point is, give or
/// take a radius; every fourth along the axes, and of powers of two: these may just touch.
PlanePair random_pair(int number) {
  Rng rng(static_cast<std::uint64_t>(number));
  constexpr ShapeKind kKinds[] = {ShapeKind::cylinder, ShapeKind::cone, ShapeKind::ellipsoid};
  const ShapeKind kind = kKinds[number % 3];
  if (number % 4 == 0) {
    const double size = std::exp2(std::round(rng.uniform(-190, 190)));
    const double away = size * std::exp2(std::round(rng.uniform(-8, 48)));
    const double at = std::min(away, 0x1p199), gap = size * (std::round(rng.uniform(-1, 1)) + 1);
    const Shape body = kind == ShapeKind::ellipsoid  ? Shape::ellipsoid({size, size, size}).value()
                       : kind == ShapeKind::cylinder ? Shape::cylinder(size, size).value()
                                                     : Shape::cone(size, size).value();
    return {Shape::halfspace(Vec3::unit_z(), 0).value(), body,
            Pose::make(Mat3::identity(), {0, 0, at - gap}).value(),
            Pose::make(Mat3::identity(), {0, 0, at}).value()};
  }
  const double size = std::pow(10, rng.uniform(-59, 59));
  const double away = std::pow(10, rng.uniform(-59, 59));
  Shape body = body_of(kind, rng, size);
  // (A radius of 5.4003247037486525e-61, of seed 7, is too small.)
  constexpr double kLeastRadius = 1e-60;
  if (rng.chance(0.3)) body = body.rounded(std::max(size * rng.uniform(), kLeastRadius)).value();
  const Vec3 n = rng.direction();
  const Pose pose = Pose::make(rng.rotation(), rng.direction() * away).value();
  const Pose plane_pose =
      Pose::make(rng.rotation(), rng.chance(0.5) ? Vec3::zero() : Vec3(rng.direction() * away))
          .value();
  const PlanePair centred{Shape::halfspace(n, 0).value(), body, plane_pose, pose};
  const double offset = static_cast<double>(centred.height(0)) + size * rng.uniform(-1, 1);
  return {Shape::halfspace(n, offset).value(), body, plane_pose, pose};
}

Verdict verdict_of_sign(int sign) {
  return sign > 0 ? Verdict::apart : sign < 0 ? Verdict::overlapping : Verdict::touching;
}

void check_plane_pair(const PlanePair& p, double margin, bool plane_first, const Long& height,
                      const Long& within) {
  const Shape &a = plane_first ? p.plane : p.body, &b = plane_first ? p.body : p.plane;
  const Pose &pose_a = plane_first ? p.plane_pose : p.body_pose,
             &pose_b = plane_first ? p.body_pose : p.plane_pose;
  for (const double precision : {kCurvedAccuracy, 0.0}) {
    const QueryOptions options{.margin = margin, .precision = precision};
    const Distance d = distance({a, pose_a}, {b, pose_b}, options);
    const Collision c = collide({a, pose_a}, {b, pose_b}, options);
    ASSERT_EQ(to_string(d.verdict), to_string(c.verdict));
    if (d.verdict == Verdict::touching && precision > 0) {
      ASSERT_LE(abs(within), kCurvedAccuracy * p.body.extent());
    } else {
      ASSERT_EQ(to_string(d.verdict), to_string(verdict_of_sign(within.sign())));
    }
    ASSERT_LE(Long(d.lower), height);
    ASSERT_GE(Long(d.upper), height);
    const Result<void> proved = verify(d.certificate, {a, pose_a}, {b, pose_b}, margin);
    ASSERT_TRUE(proved) << proved.error().message;
    Certificate wrong = d.certificate;
    for (const Verdict other : {Verdict::apart, Verdict::overlapping}) {
      if (other == verdict_of_sign(within.sign())) continue;
      wrong.verdict = other;
      ASSERT_FALSE(verify(wrong, {a, pose_a}, {b, pose_b}, margin));
    }
  }
}

TEST(Halfspaces, LeaveNoVerdictOpen) {
  const int count = scaled_count(1500);
  int hits = 0, touching = 0, hard = 0;
  for (const int i : random_cases(count)) {
    const PlanePair p = random_pair(i);
    const double margin = i % 5 == 0 ? p.body.extent() * 0.25 : 0;
    const Long height = p.height(0), within = p.height(margin);
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(check_plane_pair(p, margin, i % 2 == 0, height, within));
    hits += within.sign() < 0;
    touching += within.sign() == 0;
    hard += abs(within) < 1e-15 * norm(p.body_pose.translation());
  }
  expect_share(hits, count);
  if (are_many(count)) {
    EXPECT_GT(touching, count / 50);
    EXPECT_GT(hard, count / 10);
  }
}

}  // namespace
}  // namespace glance::test
