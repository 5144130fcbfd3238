// Every tolerance and limit of the library: name, unit, reason.
//
// Two kinds are defined here and must not be confused:
// - user tolerances say how bad an input may be before it is rejected;
// - limits say which numbers the library is made for.
//
// Rounding error bounds are neither: they are proved beside the expression that they bound
// (math/predicates) and never tuned.
#pragma once

#include <cstddef>

namespace glance {

/// The largest |R^T R - I| (dimensionless) that Pose::make accepts as a rotation. Wide enough for a
/// matrix in single precision or printed with seven digits, narrow enough to detect a scale or a
/// shear.
inline constexpr double kRotationTolerance = 1e-6;

/// For every rotation R that Pose::make accepts, |R x| <= kMaxStretch |x|: the largest eigenvalue
/// of R^T R is at most 1 + 3 kRotationTolerance.
inline constexpr double kMaxStretch = 1 + 2 * kRotationTolerance;

/// The largest magnitude of a coordinate (length): 2^200, about 1.6e60. The longest product in the
/// library has degree four in coordinates, so nothing overflows: (2^201)^4 < 2^1023.
inline constexpr double kMaxCoordinate = 0x1p200;

/// The smallest extent of a body that is not a single point (length): 2^-200, about 6.2e-61.
/// Degree-four products of such lengths stay normal numbers, so relative accuracy is kept.
inline constexpr double kMinExtent = 0x1p-200;

/// The largest angle of one Motion (radians): 2^30, some 170 million turns. Beyond it, a double no
/// longer tells where in a turn the body is to a useful fraction of a degree.
inline constexpr double kMaxTurn = 0x1p30;

/// How far a vertex may lie off the plane of its face, or in front of another face, when a body is
/// made from faces (fraction of the extent). Files printed with seven digits pass; a dented mesh
/// does not.
inline constexpr double kFacePlanarityTolerance = 1e-6;

/// How exactly `convexity` finds the largest distance of a mesh from its hull (fraction of the
/// mesh's extent): a number to look at, for which doubles with six digits are enough.
inline constexpr double kHullDistanceAccuracy = 1e-6;

/// How far apart the bounds on a distance may be (fraction of the size of the pair: both extents
/// and the distance). Doubles achieve this unless a body is very thin; then integers take over.
inline constexpr double kDistanceAccuracy = 1e-12;

/// How far apart the bounds on a distance or a depth may be for bodies with flat-sided cores,
/// rounded or not (fraction of the distance itself). Doubles achieve this down to about 1e-5 of the
/// size of the pair; nearer to contact, the features that they found are measured with integers.
inline constexpr double kRelativeAccuracy = 1e-9;

/// How far apart the bounds on a signed distance may be where a core is curved (fraction of the
/// size of the pair: both extents and the distance). This was the requirement; rounding alone would
/// allow about 1e-14.
inline constexpr double kCurvedAccuracy = 1e-10;

/// A face or edge is in contact as a whole if it is tilted out of the plane of contact by no more
/// than this (the sine of the angle): some 11 degrees. At a larger tilt, its far corners would
/// overlap only if the bodies overlapped by a fifth of its width.
inline constexpr double kContactTilt = 0.2;

/// Differences below this are ignored when contact points are chosen: such points count as being at
/// the same place, equally deep or equally far (fraction of the width of the smaller face, or of
/// the length of the shorter edge). A body at rest that trembles by 1e-4 rad and by 1e-4 of its
/// size then keeps its points.
inline constexpr double kContactSnap = 2e-3;

/// A sweep over contacts that changes no speed by more than this is the last one of a step
/// (fraction of the speed that gravity adds in the step). For steps of 1/120 s that is a thousandth
/// of a millimetre per second: no step shows it, and the next one goes on from there. (With 2.5e-4
/// a stack of ten boxes of 1 m creeps by 0.16 mm in 5,000 steps.)
inline constexpr double kLeastChange = 1e-5;

/// For rounded bodies, this fraction of the smaller radius is added to kContactSnap: so near to the
/// crest of a rounding, the height changes by less than a thousandth of the radius.
inline constexpr double kContactSnapRounding = 0.04;

/// How near to parallel (radians), to contact, or to equal depths (fractions of the size of the
/// pair) a configuration is in which derivatives of the distance are said to switch. Wide compared
/// with the steps of about 1e-7 that an optimiser takes, and rarely met by chance.
inline constexpr double kSwitchTolerance = 1e-5;

/// The distance at which a time of impact counts moving bodies as in contact, by default (fraction
/// of the size of the pair: both extents). Bodies keep at least half of it before the impact;
/// rounding would allow about 1e-13.
inline constexpr double kImpactTolerance = 1e-6;

/// How much too early the spheres around pieces of meshes and compounds may be found to meet
/// (fraction of the sum of their radii). A larger value would split more pairs of them, a smaller
/// one would make each pair more expensive; the time of impact is equally exact with either.
inline constexpr double kSphereImpactTolerance = 0.05;

/// The number of time intervals after which a time of impact stays undecided (dimensionless). A
/// million random pairs took 2.1 on average and 696 at most. More are needed for tolerances far
/// below the default, or for thousands of turns: for bodies that slide or roll along each other at
/// just more than the tolerance, the number grows with the angle turned, divided by the square root
/// of the tolerance.
inline constexpr int kMaxImpactSteps = 1 << 14;

/// The number of pairs of spheres after which a time of impact of meshes and compounds stays
/// undecided (dimensionless): some seconds.
inline constexpr unsigned kMaxImpactPairs = 1u << 20;

/// The largest number of triangles in one mesh: a tree has twice as many nodes, and node numbers
/// have 31 bits.
inline constexpr std::size_t kMaxTriangles = std::size_t{1} << 28;

/// The largest number of leaf volumes per triangle, on average: coordinates of tiles are fractions
/// with denominators of at most 2^24.
inline constexpr double kMaxTiles = 64;

/// The largest number of levels to which compounds may be nested.
inline constexpr int kMaxCompoundLevels = 64;

/// The largest number of pairs of nodes that one pair of meshes remembers (three quarters of a
/// megabyte). Two models of 70,000 triangles that nearly touch keep some thousand.
inline constexpr unsigned kMaxListEntries = 1u << 16;

/// The same for all pairs of a world together (100 megabytes).
inline constexpr unsigned kMaxWorldListEntries = 1u << 23;

/// The largest number of pairs of parts, or of their volumes, that one pair of compounds remembers
/// (some 300 bytes each). Beyond it, everything is forgotten and remembering starts again.
inline constexpr std::size_t kMaxPartMemories = std::size_t{1} << 14;

/// The largest number of levels of a sphere-tree, the root included: each level has about four
/// times as many spheres as the one above, so the tenth has about a million.
inline constexpr int kMaxSphereLevels = 10;

/// The largest number of points in one hull: feature numbers have 32 bits, and a hull has fewer
/// than six half-edges per vertex.
inline constexpr std::size_t kMaxHullPoints = std::size_t{1} << 28;

}  // namespace glance
