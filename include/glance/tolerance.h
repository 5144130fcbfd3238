// Every tolerance and limit of the library: name, unit, reason.
//
// Two kinds live here and must not be confused:
//  - user tolerances say how bad an input may be before it is refused;
//  - limits say which numbers the library is made for.
// Rounding error bounds are neither: they are proved beside the expression that
// they bound (math/predicates) and never tuned.
#pragma once

#include <cstddef>

namespace glance {

/// Largest |R^T R - I| (no unit) that Pose::make takes for a rotation. Wide
/// enough for a matrix in single precision or printed with seven digits, narrow
/// enough to catch a scale or a shear.
inline constexpr double kRotationTolerance = 1e-6;

/// |R x| <= kMaxStretch |x| for every rotation that Pose::make takes: the largest eigenvalue
/// of R^T R is at most 1 + 3 kRotationTolerance.
inline constexpr double kMaxStretch = 1 + 2 * kRotationTolerance;

/// Largest magnitude of a coordinate (units of the caller): 2^200, about
/// 1.6e60. The longest product in the library has degree four in coordinates,
/// so nothing overflows: (2^201)^4 < 2^1023.
inline constexpr double kMaxCoordinate = 0x1p200;

/// Smallest extent of a body that is not a single point (units of the caller):
/// 2^-200, about 6.2e-61. Degree-four products of such lengths stay normal
/// numbers, so relative accuracy is kept.
inline constexpr double kMinExtent = 0x1p-200;

/// Largest angle of one Motion (radians): 2^30, some 170 million turns. Beyond it a
/// double no longer tells where in a turn the body is to a useful part of a degree.
inline constexpr double kMaxTurn = 0x1p30;

/// How far a vertex may lie off the plane of its face, or in front of another
/// face, when a body is made from faces (fraction of the extent). Files printed
/// with seven digits pass; a dented mesh does not.
inline constexpr double kFacePlanarityTolerance = 1e-6;

/// How far the bounds of a distance may be apart (fraction of the size of the pair: both
/// extents and the distance). Doubles get there unless a body is very thin; then integers go
/// on.
inline constexpr double kDistanceAccuracy = 1e-12;

/// How far the bounds of a signed distance may be apart where a core is curved (fraction of
/// the size of the pair: both extents and the distance). What was asked for; rounding alone would
/// allow some 1e-14.
inline constexpr double kCurvedAccuracy = 1e-10;

/// Most points in one hull: feature numbers have 32 bits, and a hull has fewer than six
/// half-edges a vertex.
inline constexpr std::size_t kMaxHullPoints = std::size_t{1} << 28;

}  // namespace glance
