// The predicates' expressions over any numbers, for tests to evaluate them in doubles and
// in fractions.
#pragma once

#include <array>

#include "math/predicates.h"
#include "unit/math/rational.h"

namespace glance::test {
using math::compare_along, math::orientation, math::orientation_along;

/// The arguments of a predicate; each uses as many as it needs.
using Points = std::array<Vec3, 5>;

template <class T>
using Triples = std::array<Triple<T>, 5>;

// A predicate: the one under test; its expression over any numbers, of degree kDegree in
// its first kUsed arguments; and a move of the argument kLast to where the expression is
// zero, up to rounding (exactly, if all arguments are integers of kBits bits). With the
// points in kOrigins at zero it stays so if the other arguments are scaled one by one.

struct Orientation {
  static constexpr const char* kName = "Orientation";
  static constexpr int kDegree = 3, kBits = 46, kUsed = 4, kLast = 3;
  static constexpr std::array kOrigins{0};
  static int sign(const Points& p) { return orientation(p[0], p[1], p[2], p[3]); }
  template <class T>
  static T value(const Triples<T>& p) {
    return dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0]));
  }
  static void degenerate(Points& p, double s, double t, const Vec3&) {
    p[3] = p[0] + s * (p[1] - p[0]) + t * (p[2] - p[0]);
  }
};

template <int axis>
struct OrientationAlong {
  static constexpr const char* kName = axis == 0   ? "OrientationAlongX"
                                       : axis == 1 ? "OrientationAlongY"
                                                   : "OrientationAlongZ";
  static constexpr int kDegree = 2, kBits = 46, kUsed = 3, kLast = 2;
  static constexpr std::array kOrigins{0};
  static int sign(const Points& p) { return orientation_along(axis, p[0], p[1], p[2]); }
  template <class T>
  static T value(const Triples<T>& p) {
    const Triple<T> n = cross(p[1] - p[0], p[2] - p[0]);
    return axis == 0 ? n.x : axis == 1 ? n.y : n.z;
  }
  static void degenerate(Points& p, double s, double, const Vec3& free) {
    p[2] = p[0] + s * (p[1] - p[0]);
    p[2][axis] = free[axis];  // does not count
  }
};

struct CompareAlong {
  static constexpr const char* kName = "CompareAlong";
  static constexpr int kDegree = 2, kBits = 23, kUsed = 3, kLast = 2;
  static constexpr std::array kOrigins{1};
  static int sign(const Points& p) { return compare_along(p[0], p[1], p[2]); }
  template <class T>
  static T value(const Triples<T>& p) {
    return dot(p[0], p[1] - p[2]);
  }
  static void degenerate(Points& p, double, double, const Vec3& free) {
    p[2] = p[1] + cross(p[0], free);
  }
};

/// The sign that is right.
template <class Predicate>
int exact_sign(const Points& p) {
  Triples<Rational> exact;
  for (std::size_t i = 0; i < Predicate::kUsed; i++) exact[i] = triple_of<Rational>(p[i]);
  return signum(Predicate::value(exact));
}

/// The sign that doubles alone give.
template <class Predicate>
int naive_sign(const Points& p) {
  Triples<double> rounded;
  for (std::size_t i = 0; i < Predicate::kUsed; i++) rounded[i] = triple_of<double>(p[i]);
  return signum(Predicate::value(rounded));
}

}  // namespace glance::test
