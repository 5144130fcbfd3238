// Vertices of two bodies without rounding, against fractions.
#include "exact/exact_bodies.h"

#include <gtest/gtest.h>

#include <vector>

#include "glance/rng.h"
#include "support/shorthand.h"
#include "unit/math/rational.h"

namespace glance::test {
namespace {

using namespace rooms::exact;

/// R v + t.
Triple<Rational> placed(const Pose& pose, const Vec3& v) {
  Triple<Rational> p = triple_of<Rational>(pose.translation());
  const auto row = [&](int i) {
    return dot(triple_of<Rational>(pose.rotation().row(i)), triple_of<Rational>(v));
  };
  return {p.x + row(0), p.y + row(1), p.z + row(2)};
}

Rational in_units(const BigInt& value, int exponent) {
  return Rational(boost::multiprecision::cpp_int(value.str())) * power_of_two(exponent);
}

/// Between 1 and 2^-range, so that their common unit is small.
double coordinate(Rng& rng, std::uint32_t range) {
  return std::ldexp(rng.uniform(-1, 1), -static_cast<int>(rng.below(range + 1)));
}

Mat3 any_rotation(Rng& rng) {
  switch (rng.below(3)) {
    case 0: return Mat3::identity();
    case 1: return Pose::make(Quat{0.5, 0.5, 0.5, 0.5}, Vec3::zero()).value().rotation();
    default: return Pose::make(rng.rotation(), Vec3::zero()).value().rotation();
  }
}

/// Vertices are made with 128 bits where these are enough, and with integers of any size
/// elsewhere: both ways, with and without room for the translation. (The vertex (6.1e-17, 0.866..,
/// 0.5) of a cut ball, with all of 53 bits, took the second way: a tenth of a question about
/// touching hulls.)
TEST(ExactBodies, VerticesAreThoseOfFractions) {
  Rng rng(1);
  int few_bits = 0, vertices = 0;
  for (int i = 0; i < 400; i++) {
    SCOPED_TRACE(i);
    const auto any_hull = [&] {
      const std::uint32_t range = rng.chance(0.5) ? 10 : 120;
      std::vector<Vec3> points;
      for (int k = 0; k < 8; k++) {
        points.emplace_back(coordinate(rng, range), coordinate(rng, range), coordinate(rng, range));
      }
      return Shape::hull(points);
    };
    const Result<Shape> a = any_hull(), b = any_hull();
    if (!a || !b) continue;  // nearly flat
    const double far = rng.chance(0.3) ? 1e6 : 1;
    const Pose pose_a = Pose::make(any_rotation(rng), far * rng.in_box(1)).value();
    const Pose pose_b =
        Pose::make(any_rotation(rng), Vec3(pose_a.translation() + rng.in_box(1))).value();
    for (const bool swapped : {false, true}) {
      const Shape &first = swapped ? *b : *a, &second = swapped ? *a : *b;
      const Pose &from = swapped ? pose_b : pose_a, &to = swapped ? pose_a : pose_b;
      ExactBodies bodies(first, from, second, to);
      const Triple<Rational> origin = triple_of<Rational>(from.translation());
      const auto check = [&](const ExactPoint& found, const Pose& pose, const Vec3& vertex) {
        const Triple<Rational> wanted = placed(pose, vertex) - origin;
        ASSERT_EQ(in_units(found.x, bodies.exponent()), wanted.x);
        ASSERT_EQ(in_units(found.y, bodies.exponent()), wanted.y);
        ASSERT_EQ(in_units(found.z, bodies.exponent()), wanted.z);
        CommonScale turn, local;
        turn.add(pose.rotation());
        local.add(vertex);
        few_bits += turn.bits() + local.bits() <= 124;
        vertices++;
      };
      for (std::uint32_t v = 0; v < bodies.body_a().topology().vertex_count(); v++) {
        check(bodies.vertex_a(v), from, bodies.body_a().vertex(v));
      }
      for (std::uint32_t v = 0; v < bodies.body_b().topology().vertex_count(); v++) {
        check(bodies.vertex_b(v), to, bodies.body_b().vertex(v));
      }
    }
  }
  EXPECT_GT(few_bits, 0.3 * vertices);
  EXPECT_LT(few_bits, 0.8 * vertices);
}

}  // namespace
}  // namespace glance::test
