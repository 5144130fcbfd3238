// Proofs of verdicts: small enough to carry along, and simple enough for anyone to check.
//
// A proof shows where the origin lies with respect to A - B (query.h). The coordinates of a contact
// are seldom doubles, so a proof names vertices: the pair (i, j) stands for the point a_i - b_j of
// A - B, where a_i = R_a v_i + t_a is the i-th vertex of A in the world frame and b_j the j-th
// vertex of B, in real arithmetic.
//
//   apart        a direction d, in doubles, along which all of A lies strictly below all of
//                B: d.a < d.b; or, for a gap too narrow for that, a plane named by pairs:
//                all of A - B lies strictly on one side of the parallel plane through the
//                origin;
//   touching     at most four pairs whose convex hull contains the origin, and a plane
//                named by pairs: no point of A - B lies on one side of the parallel plane
//                through the origin;
//   overlapping  at most six pairs whose convex hull has the origin in its interior.
//
// A plane is named by one to three pairs c0, c1, c2; its normal is
//
//   three pairs  (c1 - c0) x (c2 - c0): a face of one body, or an edge of each;
//   two pairs    with u = c1 - c0: the part of c0 across u, (u x c0) x u (an edge of one
//                body, a vertex of the other);
//   one pair     c0 (a vertex of each).
//
// Rounded bodies, and bodies with a margin. Let r be the sum of the rounding radii and the margin.
// The same pairs of the cores prove the verdict: a direction or plane along which the gap between
// the cores is more than r (apart) or at least r (touching); pairs whose convex hull comes nearer
// to the origin than r (overlapping, r > 0), or exactly as near (touching).
//
// Curved cores and half-spaces. Apart: a direction, as above. Overlapping: a point that is in one
// of the bodies to a depth such that it, or a point of the other body within that depth, is inside
// the other. Touching: both, up to kCurvedAccuracy: along the direction the bodies overlap by at
// most that, and the point is in both bodies to within 16 times that. A half-space needs no
// direction but its own; where doubles do not decide the sign along it, it is found exactly, and
// the point is right up to the rounding of its coordinates.
//
// Flat cores have no inside. If two of them overlap (discs, flat ellipsoids, polygons; at most one
// segment), the point is inside both outlines by some r. With the normals m and n of their planes,
// A - B then contains a ball of radius r |m x n| about the origin (r |u . n| for a segment along
// u), and that is more than the distance of the point from the two planes. A core that is a single
// point needs no other point: it is the point itself, up to rounding. Where curved bodies overlap
// by less than 1e-11 of their size, no such point may be found: then the certificate is
// `undecided`, and the verdict rests on the bounds.
//
// Where A - B is flat these normals may vanish. Then a coordinate axis e completes the plane, and
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

/// Where two bodies are relative to each other; see query.h.
enum class Verdict : std::uint8_t { apart, touching, overlapping, undecided };

/// Returns "apart", "touching", "overlapping", "undecided".
GLANCE_API std::string_view to_string(Verdict verdict);

/// Stands for the point (vertex a of A) - (vertex b of B).
struct VertexPair {
  /// Vertex numbers.
  std::uint32_t a = 0, b = 0;

  auto operator<=>(const VertexPair&) const = default;
};

/// The proof of a verdict about two convex bodies.
struct Certificate {
  /// Stands for no axis.
  static constexpr std::uint8_t kNoAxis = 3;

  /// The verdict that is proved. `undecided`: nothing is proved (certification was switched off, or
  /// there is no such proof).
  Verdict verdict = Verdict::undecided;

  /// The number of pairs that name the plane. 0: the direction below is the proof (apart), or there
  /// is no plane (overlapping).
  std::uint8_t plane_count = 0;
  /// The number of pairs around the origin (touching, overlapping).
  std::uint8_t pair_count = 0;
  /// The coordinate axis 0, 1, 2 that completes a plane named by one or two pairs, or kNoAxis.
  std::uint8_t axis = kNoAxis;
  /// The pairs that name the plane.
  std::array<VertexPair, 3> plane = {};
  /// The pairs around the origin.
  std::array<VertexPair, 6> pairs = {};
  /// From A to B, world frame; not zero, of any length.
  Vec3 direction = Vec3::zero();
  // Where a core is curved; zero otherwise.
  /// The point relative to the translation of A's pose, along the axes of the world.
  Vec3 point = Vec3::zero();

  /// The pairs that are set of those that name the plane.
  std::span<const VertexPair> plane_pairs() const { return {plane.data(), plane_count}; }
  /// The pairs around the origin that are set.
  std::span<const VertexPair> hull_pairs() const { return {pairs.data(), pair_count}; }
};

/// Checks that the certificate proves its verdict for these two bodies, in exact arithmetic over
/// all their vertices (with 50 digits where a core is curved), by code that shares nothing with the
/// solvers. The error says what is wrong. `margin` is that of the question (QueryOptions::margin).
/// Fails for a certificate that proves nothing (`undecided`), and for meshes and compounds: a
/// certificate is about two convex bodies, so pass those that the answer names (Shape::sub_shape).
/// Slow (tens of microseconds): for tests, and for users who do not trust us.
GLANCE_API Result<void> verify(const Certificate& certificate, PlacedShape a, PlacedShape b,
                               double margin = 0);

}  // namespace glance
