#include "support/kind_check.h"

#include <gtest/gtest.h>

#include <cmath>

#include "glance/tolerance.h"
#include "support/exact_rounded.h"
#include "support/membership.h"

namespace glance::test {
namespace {

/// Of the reference itself, as a part of the size.
constexpr double kReferenceError = 1e-15;
/// Of points on surfaces, as a part of the size.
constexpr double kPointError = 1e-9;
/// Of distances, as a part of the size: what differs by less cannot be told apart.
constexpr double kRoundings = 8 * 0x1p-53;

bool is_curved(const Shape& s) {
  return s.kind() == ShapeKind::cylinder || s.kind() == ShapeKind::cone ||
         s.kind() == ShapeKind::ellipsoid;
}

/// How far below the farthest plane along n (unit) a point of a body lies.
double below_surface(const Shape& s, const Pose& pose, const Vec3& n, const Vec3& point) {
  const RealVec from = difference(point, pose.translation()), d = real(n);
  if (s.kind() == ShapeKind::halfspace) {
    const RealVec normal = real(pose.rotation()) * real(s.sizes());
    return static_cast<double>((s.plane_offset() - normal.dot(from)) / normal.norm() +
                               s.rounding());
  }
  return static_cast<double>(reach(s, pose, d) - from.dot(d));
}

void check_points(const Known& k, const Distance& d) {
  const Pair& p = k.pair;
  // Formulas for points on surfaces take poses for rotations.
  const double skew = rotation_error(p.pose_a.rotation()) + rotation_error(p.pose_b.rotation());
  const double tol = (kPointError + 2 * skew) * k.size + k.in_world;
  ASSERT_NEAR(norm(d.point_b - d.point_a), std::fabs(k.signed_distance), tol);
  // A normal that is off by an angle costs its square: with curved cores it is as good as the root
  // of the accuracy, and between faces that are almost parallel as the root of some roundings
  // (box box near_coaxial 2001002: 4.1e-9 where 1.1e-9 was allowed).
  const Vec3 expected = k.signed_distance * d.normal;
  const bool curved = is_curved(p.a) || is_curved(p.b);
  const double askew = std::sqrt(2 * (curved ? k.accuracy : kRoundings * k.size) * k.size);
  ASSERT_LE(norm(d.point_b - d.point_a - expected), tol + askew);
  ASSERT_LE(static_cast<double>(distance_to(p.a, p.pose_a, d.point_a)), tol) << "outside A";
  ASSERT_LE(static_cast<double>(distance_to(p.b, p.pose_b, d.point_b)), tol) << "outside B";
  ASSERT_NEAR(below_surface(p.a, p.pose_a, d.normal, d.point_a), 0, tol) << "inside A";
  ASSERT_NEAR(below_surface(p.b, p.pose_b, -d.normal, d.point_b), 0, tol) << "inside B";
}

}  // namespace

Known::Known(Pair p)
    : pair(std::move(p)),
      reference(reference_distance(pair.a, pair.pose_a, pair.b, pair.pose_b)),
      signed_distance(static_cast<double>(reference.signed_distance)),
      size(size_of(pair, signed_distance)),
      exact(has_exact_verdict(pair.a, pair.b)) {
  accuracy = (is_curved(pair.a) || is_curved(pair.b) ? kCurvedAccuracy : kDistanceAccuracy) * size;
  // Of what has no extent, points and planes, the coordinates are the only size.
  const auto reach = [](const Shape& s, const Pose& pose) {
    return norm(pose.apply(s.mass().centroid)) + norm(pose.translation()) + s.extent();
  };
  const double coordinates = reach(pair.a, pair.pose_a) + reach(pair.b, pair.pose_b);
  const auto is_plane = [](const Shape& s) { return s.kind() == ShapeKind::halfspace; };
  if (is_plane(pair.a) || is_plane(pair.b) || pair.a.extent() + pair.b.extent() == 0) {
    accuracy += 2e-13 * coordinates;  // which belong to the size of such a pair
  }
  reference_error = kReferenceError * size + 1e-18 * coordinates;
  // (A point may be far from its pose's origin.)
  in_world = 2e-15 * (coordinates + size);
}

bool Known::is_clear(double margin) const {
  return std::fabs(signed_distance - margin) > accuracy + reference_error;
}

Verdict Known::verdict(double margin) const {
  if (is_clear(margin)) {
    return signed_distance > margin ? Verdict::apart : Verdict::overlapping;
  }
  return exact ? exact_verdict(pair.a, pair.pose_a, pair.b, pair.pose_b, margin)
               : Verdict::undecided;
}

bool too_many_failures() {
  constexpr int kMost = 100;
  return testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count() >
         kMost;
}

void check_verdict(const Known& known, Verdict verdict, double margin) {
  ASSERT_NE(verdict, Verdict::undecided) << known.signed_distance;
  const Verdict truth = known.verdict(margin);
  if (truth != Verdict::undecided) {
    ASSERT_EQ(to_string(verdict), to_string(truth))
        << known.signed_distance << " margin " << margin << " size " << known.size;
    return;
  }
  // Near contact curved bodies may be said to touch; but what is said otherwise is proved.
  const double beyond = known.signed_distance - margin;
  if (verdict == Verdict::apart) {
    ASSERT_GE(beyond, -known.reference_error) << "size " << known.size;
  }
  if (verdict == Verdict::overlapping) {
    ASSERT_LE(beyond, known.reference_error) << "size " << known.size;
  }
}

void check_distance(const Known& k, const Distance& d, double margin) {
  ASSERT_NO_FATAL_FAILURE(check_verdict(k, d.verdict, margin));
  if (k.is_infinite()) {
    ASSERT_TRUE(std::isinf(d.depth) && d.depth > 0) << d.depth;
    ASSERT_EQ(d.distance, 0);
    return;
  }
  const double error = k.reference_error;
  ASSERT_TRUE(std::isfinite(d.lower) && std::isfinite(d.upper)) << d.lower << " " << d.upper;
  ASSERT_TRUE(std::isfinite(d.distance) && std::isfinite(d.depth)) << d.distance << " " << d.depth;
  ASSERT_TRUE(is_finite(d.normal) && is_finite(d.point_a) && is_finite(d.point_b));
  ASSERT_LE(d.lower, d.upper);
  ASSERT_LE(d.lower, k.signed_distance + error) << "by " << d.lower - k.signed_distance;
  ASSERT_GE(d.upper, k.signed_distance - error) << "by " << k.signed_distance - d.upper;
  ASSERT_LE(d.upper - d.lower, k.accuracy) << "size " << k.size;
  ASSERT_NEAR(d.distance, std::fmax(0, k.signed_distance), k.accuracy);
  ASSERT_NEAR(d.depth, std::fmax(0, -k.signed_distance), k.accuracy);
  ASSERT_TRUE(d.lower <= d.distance - d.depth && d.distance - d.depth <= d.upper)
      << d.lower << " " << d.distance - d.depth << " " << d.upper;
  if (margin == 0) {
    switch (d.verdict) {
      case Verdict::apart:
        ASSERT_TRUE(k.exact ? d.lower >= 0 : d.lower > 0) << d.lower;
        ASSERT_GT(d.distance, 0);
        ASSERT_EQ(d.depth, 0);
        break;
      case Verdict::overlapping:
        ASSERT_TRUE(k.exact ? d.upper <= 0 : d.upper < 0) << d.upper;
        ASSERT_GT(d.depth, 0);
        ASSERT_EQ(d.distance, 0);
        break;
      default:
        ASSERT_TRUE(d.lower <= 0 && d.upper >= 0) << d.lower << " " << d.upper;
        ASSERT_EQ(d.distance, 0);
        ASSERT_EQ(d.depth, 0);
    }
  }
  ASSERT_NEAR(norm(d.normal), 1, 1e-14);
  const Pair& p = k.pair;
  const double along = static_cast<double>(gap_along(p.a, p.pose_a, p.b, p.pose_b, real(d.normal)));
  ASSERT_NEAR(along, k.signed_distance, 2 * k.accuracy) << "normal " << d.normal;
  ASSERT_NO_FATAL_FAILURE(check_points(k, d));
}

void check_certificate(const Known& k, Verdict verdict, const Certificate& certificate,
                       double margin) {
  const Pair& p = k.pair;
  if (!k.exact && verdict == Verdict::overlapping && certificate.verdict == Verdict::undecided) {
    ASSERT_LT(std::fabs(k.signed_distance - margin), 1e-9 * k.size) << "no certificate";
    return;  // certificate.h
  }
  ASSERT_EQ(to_string(certificate.verdict), to_string(verdict));
  const auto proves = [&](const Certificate& c) {
    return verify(c, {p.a, p.pose_a}, {p.b, p.pose_b}, margin);
  };
  const Result<void> proved = proves(certificate);
  ASSERT_TRUE(proved) << proved.error().message << "; " << to_string(verdict) << " "
                      << k.signed_distance << " size " << k.size << " margin " << margin;
  // Of curved bodies near contact several verdicts can be proved: a touching point may be outside
  // both by 16 times the accuracy.
  if (!k.exact && !(std::fabs(k.signed_distance - margin) > 40 * k.accuracy)) return;
  for (const Verdict wrong :
       {Verdict::apart, Verdict::touching, Verdict::overlapping, Verdict::undecided}) {
    if (wrong == verdict) continue;
    Certificate tampered = certificate;
    tampered.verdict = wrong;
    ASSERT_FALSE(proves(tampered)) << "takes " << to_string(wrong) << " for " << to_string(verdict);
  }
}

}  // namespace glance::test
