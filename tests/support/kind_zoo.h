// Pairs of bodies of any two kinds, in the situations that are hard to answer.
#pragma once

#include <string>

#include "support/pair_zoo.h"

namespace glance::test {

inline constexpr ShapeKind kAllKinds[] = {
    ShapeKind::point, ShapeKind::segment,   ShapeKind::triangle, ShapeKind::box,
    ShapeKind::hull,  ShapeKind::sphere,    ShapeKind::capsule,  ShapeKind::cylinder,
    ShapeKind::cone,  ShapeKind::ellipsoid, ShapeKind::halfspace};

enum class Situation {
  random,        ///< all sizes and aspects, half of them touching
  kissing,       ///< moved along the true normal to 0, +-1e-16 .. +-1e-6 of the size
  exact_touch,   ///< small dyadic numbers: they touch in real arithmetic, or miss by 2^-40 .. 2^-8
  deep,          ///< centroid near centroid
  coaxial,       ///< the same axes, the same centre, or the same body
  near_coaxial,  ///< turned from that by 1e-12 .. 1e-3
  face_on_face,  ///< flat side against flat side, or so turned and shifted
  flat,          ///< plates, discs and needles of aspect 1e3 and more, or without thickness
  scales,        ///< tiny against huge
  skewed,        ///< rotations rounded to single precision: not quite rotations
  degenerate     ///< sizes of zero: what is left of a kind is flat, a segment or a point
};
inline constexpr Situation kSituations[] = {
    Situation::random,  Situation::kissing,      Situation::exact_touch,  Situation::deep,
    Situation::coaxial, Situation::near_coaxial, Situation::face_on_face, Situation::flat,
    Situation::scales,  Situation::skewed,       Situation::degenerate};

std::string to_string(Situation situation);

/// Pair number `index`: the same in every run. `verdict` and `signed_distance` are set where the
/// construction forces them.
Pair make_kind_pair(ShapeKind a, ShapeKind b, Situation situation, int index);

/// A pose by the rows of its rotation, as `describe` gives them.
Pose pose_of_rows(const Vec3& row_0, const Vec3& row_1, const Vec3& row_2, const Vec3& translation);

/// A body of a kind: sizes around `size`, aspects up to `aspect`, rounded or not.
Shape make_body(ShapeKind kind, double size, double aspect, bool round, Rng& rng);

/// Both extents and a distance: what accuracies are fractions of.
double size_of(const Pair& pair, double signed_distance);

/// The pair in words, and for replay: sizes and poses with all digits.
std::string describe(const Pair& pair);

}  // namespace glance::test
