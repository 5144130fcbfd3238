// Proofs of verdicts, small enough to carry along and simple enough for anyone to check.
//
// What has to be proved is where the origin lies with respect to A - B (query.h). The
// coordinates of a contact are seldom doubles, so a proof names vertices: the pair (i, j)
// stands for the point a_i - b_j of A - B, with a_i = R_a v_i + t_a the i-th vertex of A in
// the world and b_j that of B, in real arithmetic.
//
//   apart        a direction d, in doubles, along which all of A lies strictly below all of
//                B: d.a < d.b; or, for a gap too narrow for that, a plane named by pairs
//                with all of A - B strictly on one side of the parallel through the origin;
//   touching     at most four pairs whose convex hull contains the origin, and a plane
//                named by pairs with no point of A - B on one side of its parallel through
//                the origin;
//   overlapping  at most six pairs whose convex hull has the origin in its interior.
//
// A plane is named by one to three pairs c0, c1, c2; its normal is
//
//   three pairs  (c1 - c0) x (c2 - c0): a face of one body, or an edge of each;
//   two pairs    with u = c1 - c0: the part of c0 across u, (u x c0) x u (an edge of one
//                body, a vertex of the other);
//   one pair     c0 (a vertex of each).
//
// Rounded bodies, and bodies with a margin. With r the sum of the rounding radii and the margin,
// the same pairs of the cores prove it: a direction or plane along which the gap between the cores
// is more than r (apart) or at least r (touching); pairs whose convex hull comes nearer to the
// origin than r (overlapping, r > 0) or as near (touching).
//
// Curved cores and half-spaces. Apart: a direction, as above. Overlapping: a point that is so
// deep in one of the bodies that it, or a point of the other within that depth, is inside.
// Touching: both, up to kCurvedAccuracy: along the direction the bodies overlap by no more than
// that, and the point is in both up to 16 times as much. A half-space needs no direction but its
// own; there the sign is found exactly where that does not tell, and the point is where it should
// be up to the rounding of its coordinates. Flat cores have no inside. Of two of them (discs, flat
// ellipsoids, polygons; at most one segment) that overlap, a point that is within both outlines by
// some r: with the normals m and n of their planes, A - B then holds a ball of radius r |m x n|
// about zero (r |u . n| for a segment along u), and that is more than the point is off both. A core
// that is a single point needs no other: the point is it, up to rounding. Where curved bodies
// overlap by less than 1e-11 of their size, such a point may not be found: then the certificate is
// `undecided`, and the verdict rests on the bounds.
//
// Where A - B is flat these may vanish; then a coordinate axis e completes the plane, and
// the normal is u x e for two pairs, e for one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

enum class Verdict : std::uint8_t { apart, touching, overlapping, undecided };

/// "apart", "touching", "overlapping", "undecided".
GLANCE_API std::string_view to_string(Verdict verdict);

/// The point (vertex a of A) - (vertex b of B).
struct VertexPair {
  std::uint32_t a = 0, b = 0;

  auto operator<=>(const VertexPair&) const = default;
};

struct Certificate {
  static constexpr std::uint8_t kNoAxis = 3;

  /// What is proved. `undecided`: nothing (certification was switched off).
  Verdict verdict = Verdict::undecided;

  /// Number of pairs that name the plane. 0: the direction below is the proof (apart), or
  /// there is no plane (overlapping).
  std::uint8_t plane_count = 0;
  /// Number of pairs around the origin (touching, overlapping).
  std::uint8_t pair_count = 0;
  /// Coordinate axis 0, 1, 2 that completes a plane named by one or two pairs, or kNoAxis.
  std::uint8_t axis = kNoAxis;
  std::array<VertexPair, 3> plane = {};
  std::array<VertexPair, 6> pairs = {};
  /// World frame, from A to B, not zero, of any length.
  Vec3 direction = Vec3::zero();
  // Where a core is curved; zero for others.
  /// Seen from the translation of A's pose, along the axes of the world.
  Vec3 point = Vec3::zero();

  std::span<const VertexPair> plane_pairs() const { return {plane.data(), plane_count}; }
  std::span<const VertexPair> hull_pairs() const { return {pairs.data(), pair_count}; }
};

/// Whether the certificate proves its verdict for these two bodies, decided in exact
/// arithmetic over all their vertices, by code that shares nothing with the solvers; the
/// error says what is wrong. Slow (tens of microseconds): for tests, and for users who do
/// not trust us. A certificate that proves nothing (`undecided`) is an error.
/// `margin` as in the question (QueryOptions::margin). Where a core is curved, 50 digits take the
/// place of exact arithmetic. Meshes and compounds are refused: a certificate is about two convex
/// bodies, so give it those that the answer names (Shape::sub_shape).
GLANCE_API Result<void> verify(const Certificate& certificate, PlacedShape a, PlacedShape b,
                               double margin = 0);

}  // namespace glance
