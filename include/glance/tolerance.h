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

/// How far the bounds of a distance or a depth between bodies with flat-sided cores, rounded or
/// not, may be apart (fraction of the distance itself). Doubles get there down to some 1e-5 of the
/// size of the pair; nearer to contact the features that they found are measured with integers.
inline constexpr double kRelativeAccuracy = 1e-9;

/// How far the bounds of a signed distance may be apart where a core is curved (fraction of
/// the size of the pair: both extents and the distance). What was asked for; rounding alone would
/// allow some 1e-14.
inline constexpr double kCurvedAccuracy = 1e-10;

/// A face or edge meets the other body as a whole if it is turned out of the plane of contact
/// by no more than this (radians, as a sine): some 11 degrees. At more, its far corners would
/// overlap only if the bodies did so by a fifth of its width.
inline constexpr double kContactTilt = 0.2;

/// Contacts take what is nearer than this to be at the same place, or equally deep, or equally far
/// (fraction of the width of the smaller face, or of the length of the shorter edge). A body at
/// rest that trembles by 1e-4 rad, and by 1e-4 of its size, then keeps its points.
inline constexpr double kContactSnap = 2e-3;

/// And of rounded bodies this fraction of the smaller radius besides: that near to the crest of a
/// rounding, its height changes by less than a thousandth of the radius.
inline constexpr double kContactSnapRounding = 0.04;

/// How near to parallel (radians), to contact and to equal depths (fractions of the size of the
/// pair) a place is where derivatives of the distance are said to switch. Wide beside the
/// steps of 1e-7 or so that an optimiser takes, and rarely met by chance.
inline constexpr double kSwitchTolerance = 1e-5;

/// The distance at which a time of impact counts moving bodies as in contact, unless another is
/// asked for (fraction of the size of the pair: both extents). Half of it is what they keep
/// before; rounding would allow some 1e-13.
inline constexpr double kImpactTolerance = 1e-6;

/// How much too early spheres around pieces of meshes and compounds may be said to meet (fraction
/// of the sum of their radii). More would divide more pairs of them, less would make each cost
/// more; the time of impact itself is as exact with either.
inline constexpr double kSphereImpactTolerance = 0.05;

/// Intervals of time after which a time of impact stays undecided (no unit). A million random pairs
/// took 2.1 on average and 696 at most. More are for tolerances far below the default, or for
/// thousands of turns: bodies that slide or roll along each other at just more than the tolerance
/// take one for each root of the tolerance that they turn.
inline constexpr int kMaxImpactSteps = 1 << 14;

/// Pairs of spheres after which a time of impact of meshes and compounds stays undecided (no unit):
/// some seconds.
inline constexpr unsigned kMaxImpactPairs = 1u << 20;

/// Most triangles in one mesh: a tree has twice as many nodes, and their numbers have 31 bits.
inline constexpr std::size_t kMaxTriangles = std::size_t{1} << 28;

/// Most leaf volumes a triangle, on average: coordinates of tiles are fractions of 2^24 at most.
inline constexpr double kMaxTiles = 64;

/// Levels to which compounds may be nested in each other.
inline constexpr int kMaxCompoundLevels = 64;

/// Most pairs of nodes that one pair of meshes remembers (three quarters of a megabyte). Two models
/// of 70,000 triangles that nearly touch keep some thousand.
inline constexpr unsigned kMaxListEntries = 1u << 16;

/// And all pairs of a world together (100 megabytes).
inline constexpr unsigned kMaxWorldListEntries = 1u << 23;

/// Most pairs of parts or of their volumes that one pair of compounds remembers (some 300 bytes
/// each); beyond, it begins to remember anew.
inline constexpr std::size_t kMaxPartMemories = std::size_t{1} << 14;

/// Most levels of a sphere-tree, the root's included: each has some four times as many spheres as
/// the one above, so that the tenth has about a million.
inline constexpr int kMaxSphereLevels = 10;

/// Most points in one hull: feature numbers have 32 bits, and a hull has fewer than six
/// half-edges a vertex.
inline constexpr std::size_t kMaxHullPoints = std::size_t{1} << 28;

}  // namespace glance
