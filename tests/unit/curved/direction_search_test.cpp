// The search over all directions: against closed forms, and for random pairs of all kinds
// against support functions in long double.
#include "curved/direction_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "glance/generate.h"
#include "glance/rng.h"
#include "support/real_vector.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::curved;

namespace {

constexpr double kTolerance = 2e-11;  // of the size
constexpr ShapeKind kCurved[] = {ShapeKind::cylinder, ShapeKind::cone, ShapeKind::ellipsoid};
constexpr ShapeKind kKinds[] = {ShapeKind::point, ShapeKind::segment,  ShapeKind::triangle,
                                ShapeKind::box,   ShapeKind::hull,     ShapeKind::cylinder,
                                ShapeKind::cone,  ShapeKind::ellipsoid};

/// How far a core reaches along a direction, from the origin of its pose.
Real reach(const Shape& shape, const Pose& pose, const RealVec& n) {
  const RealVec d = real(pose.rotation()).transpose() * n;
  const RealVec s = real(shape.sizes());
  const Real across = s.x() * std::sqrt(d.x() * d.x() + d.y() * d.y());
  switch (shape.kind()) {
    case ShapeKind::ellipsoid: return s.cwiseProduct(d).norm();
    case ShapeKind::cylinder: return across + s.z() * std::fabs(d.z());
    case ShapeKind::cone: return std::max(s.z() * d.z(), across - s.z() * d.z());
    default: break;
  }
  Real highest = -std::numeric_limits<Real>::infinity();
  for (const Vec3& v : shape.vertices()) highest = std::max(highest, real(v).dot(d));
  return highest;
}

struct SearchCase {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;

  /// h for a direction of any length.
  Real h(const RealVec& n) const {
    const RealVec offset = real(pose_b.translation()) - real(pose_a.translation());
    return (reach(a, pose_a, n) + reach(b, pose_b, -n) - offset.dot(n)) / n.norm();
  }
};

/// The smallest h that walks downhill from many directions find.
Real smallest_reach(const SearchCase& c, const Vec3& found, Rng& rng) {
  Real lowest = std::numeric_limits<Real>::infinity();
  for (int start = 0; start < 12; start++) {
    RealVec n = real(start == 0 ? found : rng.direction());
    Real here = c.h(n);
    for (int i = 0; i < 24 && start > 0; i++) {
      const RealVec other = real(rng.direction());
      if (c.h(other) < here) n = other, here = c.h(other);
    }
    Real step = start == 0 ? 1e-4 : 0.3;
    for (int i = 0; i < 150 && step > 1e-9; i++) {
      const RealVec next = (n + step * real(rng.direction())).normalized();
      const Real there = c.h(next);
      if (there < here) {
        n = next, here = there;
        step *= 1.5;
      } else {
        step *= 0.8;
      }
    }
    lowest = std::min(lowest, here);
  }
  return lowest;
}

/// How far a point of the body's own frame is outside of the core, roughly.
double outside(const Shape& shape, const Vec3& p) {
  const Vec3 s = shape.sizes();
  const double across = std::hypot(p.x(), p.y());
  switch (shape.kind()) {
    case ShapeKind::ellipsoid:
      return (norm(Vec3(p.x() / s.x(), p.y() / s.y(), p.z() / s.z())) - 1) * norm(p);
    case ShapeKind::cylinder: return std::max(across - s.x(), std::fabs(p.z()) - s.z());
    case ShapeKind::cone:
      return std::max(-s.z() - p.z(), (2 * s.z() * across + s.x() * (p.z() - s.z())) /
                                          std::hypot(2 * s.z(), s.x()));
    default: return distance({shape, Pose()}, {Shape::point(p).value(), Pose()}).distance;
  }
}

DirectionSearchEnd check_search(const SearchCase& c, const Vec3& hint = Vec3::zero(),
                                QueryWork* spent = nullptr) {
  const CoreFrame frame(c.a, c.pose_a, c.b, c.pose_b);
  QueryWork work;
  const DirectionSearchEnd end =
      direction_search(frame, kTolerance * frame.size, hint, nullptr, work);
  if (spent != nullptr) *spent = work;
  EXPECT_LE(end.upper - end.lower, 1.01 * kTolerance * frame.size);
  EXPECT_NEAR(norm(end.direction), 1, 1e-15);
  const Real here = c.h(real(end.direction));
  EXPECT_LE(here, end.upper);
  EXPECT_GE(here, end.lower);
  EXPECT_NEAR(static_cast<double>(here), end.upper, 1e-12 * frame.size);
  const double middle = 0.5 * (end.lower + end.upper);
  EXPECT_LE(norm(end.point_a - end.point_b - middle * end.direction), 1e-9 * frame.size);
  const Vec3 local_a = inverse(c.pose_a.rotation()) * end.point_a + frame.a.centroid;
  const Vec3 local_b =
      inverse(c.pose_b.rotation()) * (end.point_b - frame.offset) + frame.b.centroid;
  EXPECT_LE(outside(c.a, local_a), 1e-9 * frame.size);
  EXPECT_LE(outside(c.b, local_b), 1e-9 * frame.size);
  return end;
}

void check_thoroughly(const SearchCase& c, Rng& rng) {
  const DirectionSearchEnd end = check_search(c);
  EXPECT_GE(smallest_reach(c, end.direction, rng), end.lower);
}

Shape make(ShapeKind kind, Rng& rng, double spread, double scale = 1) {
  const auto size = [&] { return scale * std::exp(rng.uniform(-spread, spread)); };
  const double x = size(), y = size(), z = size();
  const Vec3 p = rng.in_box(scale), q = rng.in_box(scale), r = rng.in_box(scale);
  switch (kind) {
    case ShapeKind::point: return Shape::point(p).value();
    case ShapeKind::segment: return Shape::segment(p, q).value();
    case ShapeKind::triangle: return Shape::triangle(p, q, r).value();
    case ShapeKind::box: return Shape::box({x, y, z}).value();
    case ShapeKind::hull: return random_polytope(rng.bits(), 40, {x, y, z}).value();
    case ShapeKind::cylinder: return Shape::cylinder(x, z).value();
    case ShapeKind::cone: return Shape::cone(x, z).value();
    default: return Shape::ellipsoid({x, y, z}).value();
  }
}

/// Of revolution about z.
Shape make_round(ShapeKind kind, double radius, double half_length) {
  if (kind == ShapeKind::cylinder) return Shape::cylinder(radius, half_length).value();
  if (kind == ShapeKind::cone) return Shape::cone(radius, half_length).value();
  return Shape::ellipsoid({radius, radius, half_length}).value();
}

Pose pose(const Quat& rotation, const Vec3& translation) {
  return Pose::make(rotation, translation).value();
}

TEST(DirectionSearch, KnowsClosedForms) {
  const Quat turned = Quat::from_rotation_vector({0.3, -0.7, 0.2});
  const Vec3 up = rotation_matrix(turned).col(2), side = rotation_matrix(turned).col(0);
  const Shape cylinder = Shape::cylinder(1, 2).value(), cone = Shape::cone(1, 1).value();
  const Shape ball = Shape::ellipsoid({0.5, 0.5, 0.5}).value();
  const Shape box = Shape::box({0.5, 0.75, 0.25}).value();
  struct Known {
    SearchCase c;
    double m;
  };
  const auto at = [&](const Shape& a, const Shape& b, const Vec3& where) {
    return SearchCase{a, pose(turned, {5, 6, 7}), b, pose(turned, Vec3(5, 6, 7) + where)};
  };
  const double slant = 2 / std::sqrt(5.0);  // of the cone: sine of half its angle is 1 / sqrt(5)
  const Known known[] = {
      {at(ball, ball, side * 0.25), 0.75},
      {at(ball, ball, Vec3::zero()), 1},
      {at(ball, ball, side * 3), -2},
      {at(cylinder, cylinder, Vec3::zero()), 2},
      {at(cylinder, Shape::cylinder(0.5, 0.25).value(), up * 0.5), 1.5},
      {at(cylinder, Shape::cylinder(0.5, 0.25).value(), up * 1.5), 0.75},
      {at(cylinder, box, up * 2), 0.25},
      {at(cylinder, box, up * 3), -0.75},
      {at(box, cylinder, up * -2.125), 0.125},
      {at(cylinder, ball, side * 1.25), 0.25},
      {at(cylinder, ball, side * 1.25 + up * 0.5), 0.25},
      {at(cone, ball, Vec3::zero()),
       0.5 * slant * 1 + 0.5},  // the side is 2 h r / (2 sqrt(5)) away
      {at(cone, ball, up * -0.75), 0.75},
      {at(cone, ball, up * 2), -0.5},
      {at(Shape::ellipsoid({3, 1, 2}).value(), Shape::ellipsoid({1, 0.5, 4}).value(), Vec3::zero()),
       1.5},
      {at(Shape::ellipsoid({3, 1, 2}).value(), Shape::point(Vec3::zero()).value(), Vec3::zero()),
       1},
  };
  for (const Known& k : known) {
    const DirectionSearchEnd end = check_search(k.c);
    EXPECT_LE(end.lower, k.m + 1e-14) << to_string(k.c.a.kind()) << to_string(k.c.b.kind());
    EXPECT_GE(end.upper, k.m - 1e-14) << to_string(k.c.a.kind()) << to_string(k.c.b.kind());
  }
}

TEST(DirectionSearch, IsRightForAllKinds) {
  Rng rng(1);
  int overlapping = 0, all = 0;
  for (const ShapeKind curved : kCurved) {
    for (const ShapeKind kind : kKinds) {
      for (int i = 0; i < std::max(6, scaled_count(14)); i++) {
        const Shape round = make(curved, rng, 1), other = make(kind, rng, 1);
        const double apart = i % 2 == 0 ? 0.5 : 1.8;
        const Pose p = pose(rng.rotation(), rng.in_box(apart));
        const Pose q = pose(rng.rotation(), rng.in_box(apart));
        const SearchCase c =
            rng.chance(0.5) ? SearchCase{round, p, other, q} : SearchCase{other, p, round, q};
        check_thoroughly(c, rng);
        const DirectionSearchEnd end = check_search(c, rng.direction());
        overlapping += end.lower > 0;
        all++;
      }
    }
  }
  EXPECT_GT(overlapping, 3 * all / 10);
  EXPECT_LT(overlapping, 7 * all / 10);
}

/// Whole rings of directions are best, or nearly so.
TEST(DirectionSearch, ProvesCoaxialPairs) {
  Rng rng(2);
  int i = 0;
  for (const ShapeKind first : kCurved) {
    for (const ShapeKind second : kCurved) {
      if (second < first) continue;
      for (const double tilt : {0.0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4, 1e-2}) {
        const Quat q = rng.rotation(), small = Quat::from_rotation_vector(rng.direction() * tilt);
        const Shape a = make_round(first, rng.uniform(0.3, 1), rng.uniform(0.8, 2));
        const Shape b = make_round(second, rng.uniform(0.3, 1), rng.uniform(0.8, 2));
        const double shift = i % 3 == 0 ? rng.uniform(-0.5, 0.5) : 0.0;
        const Vec3 where = rotation_matrix(q).col(2) * shift + rng.direction() * tilt;
        QueryWork work;
        check_search({a, pose(q, {1, 2, 3}), i % 3 == 1 && first == second ? a : b,
                      pose(multiply(q, small), Vec3(1, 2, 3) + where)},
                     Vec3::zero(), &work);
        EXPECT_LT(work.depth_steps, 60000u);
        i++;
      }
    }
  }
}

/// All directions are nearly as good.
TEST(DirectionSearch, ProvesConcentricBalls) {
  Rng rng(3);
  for (const double off : {0.0, 1e-13, 1e-11, 1e-9, 1e-7, 1e-5, 1e-3}) {
    const Shape ball = Shape::ellipsoid({1, 1 + off, 1 - off / 2}).value();
    const Shape other = Shape::ellipsoid({0.7, 0.7, 0.7}).value();
    Mat3 sloppy = rotation_matrix(rng.rotation());
    sloppy(0, 1) += 0x1p-20 * off;
    QueryWork work;
    check_search({ball, pose(rng.rotation(), {0, 0, 0}), other,
                  Pose::make(sloppy, rng.direction() * off).value()},
                 Vec3::zero(), &work);
    EXPECT_LT(work.depth_steps, 10000u);
    check_thoroughly({ball, pose(rng.rotation(), {0, 0, 0}), ball, pose(rng.rotation(), {0, 0, 0})},
                     rng);
  }
}

TEST(DirectionSearch, CopesWithParallelFaces) {
  Rng rng(4);
  for (const double tilt : {0.0, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3}) {
    for (const ShapeKind kind : kCurved) {
      const Shape round = make(kind, rng, 0.5);
      const Quat q = rng.rotation();
      const Quat r = multiply(q, Quat::from_rotation_vector(rng.direction() * tilt));
      check_thoroughly(
          {round, pose(q, {0, 0, 0}), make(ShapeKind::box, rng, 0.5), pose(r, rng.in_box(0.7))},
          rng);
      check_thoroughly({round, pose(q, {0, 0, 0}), round, pose(q, {0, 0, 0})}, rng);  // in place
    }
  }
}

TEST(DirectionSearch, CopesWithThinTinyAndHugeBodies) {
  Rng rng(5);
  for (const double scale : {1e-6, 1.0, 1e6}) {
    for (const ShapeKind curved : kCurved) {
      for (const ShapeKind kind : kKinds) {
        const Shape a = make(curved, rng, 4.6, scale), b = make(kind, rng, 4.6);
        check_thoroughly(
            {a, pose(rng.rotation(), rng.in_box(0.1)), b, pose(rng.rotation(), rng.in_box(0.1))},
            rng);
        const Shape thin = Shape::ellipsoid({scale, scale * 1e-4, scale * 1e-6}).value();
        check_search({a, pose(rng.rotation(), {0, 0, 0}), thin, pose(rng.rotation(), {0, 0, 0})});
      }
    }
  }
}

TEST(DirectionSearch, MeasuresContact) {
  Rng rng(6);
  for (const ShapeKind curved : kCurved) {
    for (const ShapeKind kind : kKinds) {
      const Shape a = make(curved, rng, 1), b = make(kind, rng, 1);
      const Quat q = rng.rotation(), r = rng.rotation();
      const Vec3 where = rng.direction() * 9;
      const DirectionSearchEnd far = check_search({a, pose(q, {0, 0, 0}), b, pose(r, where)});
      for (const double gap : {-1e-4, -1e-8, -1e-11, 0.0, 1e-11, 1e-8, 1e-4}) {
        const Vec3 nearer = where + far.direction * (0.5 * (far.lower + far.upper) + gap);
        const DirectionSearchEnd end = check_search({a, pose(q, {0, 0, 0}), b, pose(r, nearer)});
        // (From an overlap another direction may be the shorter way out.)
        EXPECT_LE(0.5 * (end.lower + end.upper), -gap + 1e-9);
        if (gap >= 0) {
          EXPECT_GE(0.5 * (end.lower + end.upper), -gap - 1e-9);
        }
      }
    }
  }
}

/// More than doubles can prove: the search ends, with bounds that hold.
TEST(DirectionSearch, StopsWithSoundBounds) {
  const Shape cylinder = Shape::cylinder(1, 2).value();
  const Pose pose;
  const CoreFrame frame(cylinder, pose, cylinder, pose);
  QueryWork work;
  const DirectionSearchEnd end = direction_search(frame, 0, Vec3::zero(), nullptr, work);
  EXPECT_LE(end.lower, 2);
  EXPECT_GE(end.upper, 2);
  EXPECT_GT(end.lower, 1.9999);
  EXPECT_LT(end.upper, 2 + 1e-12);
  EXPECT_TRUE(is_finite(end.point_a) && is_finite(end.point_b) && is_finite(end.direction));
}

TEST(DirectionSearch, RepeatsItself) {
  Rng rng(7);
  const SearchCase c{make(ShapeKind::cone, rng, 1), pose(rng.rotation(), {0, 0, 0}),
                     make(ShapeKind::hull, rng, 1), pose(rng.rotation(), {0.1, 0, 0})};
  QueryWork first_work, second_work;
  const DirectionSearchEnd first = check_search(c, Vec3::zero(), &first_work);
  const DirectionSearchEnd second = check_search(c, Vec3::zero(), &second_work);
  EXPECT_EQ(first.lower, second.lower);
  EXPECT_EQ(first.direction, second.direction);
  EXPECT_EQ(first.point_a, second.point_a);
  EXPECT_EQ(first_work.depth_steps, second_work.depth_steps);
  // With the answer as a hint there is less to do.
  check_search(c, first.direction, &second_work);
  EXPECT_LE(second_work.depth_steps, first_work.depth_steps);
}

}  // namespace
}  // namespace glance::test
