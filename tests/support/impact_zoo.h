// Moving pairs of bodies of all kinds, and pairs whose first contact is known by a formula.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "glance/impact.h"
#include "glance/rng.h"

namespace glance::test {

/// What the construction says about a planted pair.
struct Planted {
  /// The time at which the distance first falls to d (length; a little below 0, too: the formula
  /// goes on); nothing if it never does. May be above 1. 0 if they are as near as that from the
  /// start.
  std::function<std::optional<double>(double d)> first;
  /// At the start (length, minus a depth of no matter which size).
  double start_distance = 0;
  /// For d > 0 `first` is that time, not only a lower bound of it.
  bool exact = true;
  /// For d < 0 they overlap then. Not so of corners that fly aside: they only touch, up to
  /// rounding.
  bool enters = true;
  /// By how much rounding may have moved the bodies, at any time (length).
  double rounding = 0;
};

struct ImpactCase {
  std::string name;
  Shape a;
  Motion motion_a;
  Shape b;
  Motion motion_b;
  double tolerance = 0;  ///< to ask with; 0: the default
  std::optional<Planted> planted;

  Impact impact(bool proof = true) const {
    return time_of_impact({a, motion_a}, {b, motion_b},
                          {.absolute_tolerance = tolerance, .proof = proof});
  }
  Result<void> verify(const Impact& impact) const {
    return glance::verify(impact, {a, motion_a}, {b, motion_b});
  }
};

/// All kinds, up to 50 radii and half a turn in the unit of time, some with several turns; near
/// each other at some time.
ImpactCase make_random_impact(int index);
/// One of the constructions, which take turns.
ImpactCase make_planted_impact(int index);
/// Every fifth is planted.
ImpactCase make_impact(int index);

/// What accuracies are fractions of.
inline double size_of(const ImpactCase& c) { return c.a.extent() + c.b.extent(); }

/// For replay: bodies and motions with all digits.
std::string describe(const ImpactCase& c);

}  // namespace glance::test
