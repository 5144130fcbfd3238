// Where is the origin with respect to the convex set A - B? Decided exactly, from
// the two point lists alone (no faces, no edges, no tolerance).
//
// The method is one linear program, "how far does the ray from an interior point c
// of A - B through the origin reach within A - B?", solved by the simplex method in
// its geometric form: the basis is a triangle of points of A - B that the ray
// pierces, and a pivot replaces one corner by a point farther along the triangle's
// normal. (With rounding in place of exact signs this is known as the Minkowski
// portal.) With n the normal of the triangle, away from c:
//
//   overlapping  once the triangle's plane lies strictly beyond the origin: then the
//                origin is strictly between c, which is interior, and a point of A - B;
//   apart        once no point of A - B reaches the origin along n;
//   touching     when the triangle cannot be pushed farther and its plane contains
//                the origin.
//
// It ends: each pivot moves the pierced point outward along the ray, or leaves it in
// place (the ray meets an edge); during such a stall the entering and the leaving
// point are the ones with the smallest numbers (Bland's rule, which cannot cycle).
//
// Flat A - B: if its plane (line, point) misses the origin they are apart. Otherwise
// A - B is thickened along coordinate axes that leave that plane; the origin is then
// on the boundary of the thick set exactly if it is in the flat one. (If it is not, the
// triangle is pushed to the very end, where it lies in a facet of the thick set.)
//
// Each sign is evaluated in interval arithmetic first and in integers if that leaves
// it open.
#pragma once

#include <array>

#include "exact/oracle_points.h"
#include "glance/query.h"

namespace glance::rooms::exact {

struct OracleVerdict {
  Verdict verdict = Verdict::undecided;
  /// Apart and touching: n . a <= n . b for all points (apart: <), so n points from
  /// A to B. Overlapping: zero.
  ExactPoint normal{0, 0, 0};
  std::uint32_t pivots = 0;

  // What it rests on, for the certificate (exact/certify).

  /// Corners of A - B in general position: four unless A - B is flat.
  std::array<VertexPair, 4> base = {};
  int base_count = 0;
  /// The last triangle, if there was one. Flat A - B: without the thickening.
  std::array<VertexPair, 3> portal = {};
  bool has_portal = false;
  /// Coordinate axes along which a flat A - B was thickened.
  std::array<std::uint8_t, 3> axes = {};
  int axis_count = 0;
};

OracleVerdict oracle_verdict(const OraclePoints& points);

}  // namespace glance::rooms::exact
