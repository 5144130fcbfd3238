// Questions about one pair of bodies.
//
// What the verdicts mean, everywhere in the library. Let A be the convex hull
// of the points R*v + t for the vertices v of a shape under its pose (R, t), in
// real arithmetic on exactly the doubles that were given, and B likewise. With
// A - B = { a - b : a in A, b in B }:
//
//   overlapping   the origin is in the interior of A - B;
//   touching      the origin is on the boundary of A - B;
//   apart         the origin is outside A - B;
//   undecided     the question had to stop early (only under a budget).
//
// Flat bodies need no special rule: two coplanar polygons can at most touch
// (A - B is flat and has no interior), two polygons that cross overlap.
//
// Depth is the length of the shortest translation that ends the overlap.
#pragma once

#include <string_view>

#include "glance/shape.h"

namespace glance {

enum class Verdict { apart, touching, overlapping, undecided };

/// "apart", "touching", "overlapping", "undecided".
std::string_view to_string(Verdict verdict);

/// How a question is answered.
enum class Method {
  /// Exact verdict by linear programming over big integers; distance and depth
  /// by brute force over all pairs of features. Slow (a millisecond for 60
  /// vertices), simple, and the reference for every other method.
  oracle,
};

/// "oracle".
std::string_view to_string(Method method);

struct QueryOptions {
  Method method = Method::oracle;
};

/// The answer of `collide`.
struct Collision {
  Verdict verdict = Verdict::undecided;
  /// Unit, world frame, from A to B. Apart and touching: a direction in which
  /// the two are separated. Overlapping: zero.
  Vec3 normal = Vec3::Zero();
};

/// The answer of `distance`. Points and normal are in the world frame.
struct Distance {
  Verdict verdict = Verdict::undecided;

  /// Length of the shortest segment between the bodies; > 0 exactly when apart. Right
  /// to 1e-12 of the size of the pair (the sum of extents and distance), usually to the
  /// last digits.
  double distance = 0;
  /// Length of the shortest translation that ends the overlap; > 0 exactly when
  /// overlapping. As accurate as the distance.
  double depth = 0;
  /// Unit, from A to B. Apart: along the shortest segment. Touching: normal of a
  /// plane with A behind and B in front. Overlapping: moving B by depth * normal
  /// (or A by the opposite) ends the overlap.
  Vec3 normal = Vec3::Zero();
  /// Apart: the ends of a shortest segment. Touching: a common point, twice, up
  /// to rounding. Overlapping: point_a - point_b = depth * normal, each on the
  /// surface of its body. Not unique where faces or edges are parallel.
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  /// The features that those points lie on.
  FeatureId feature_a, feature_b;
};

/// Do A and B touch? Never fails: shapes and poses are valid by construction.
Collision collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options = {});

/// How far apart, or how deep, and where?
Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options = {});

}  // namespace glance
