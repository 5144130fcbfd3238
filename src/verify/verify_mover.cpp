// Tested in tests/unit/verify/verify_impact_test.cpp (VerifyImpact.ABoxThatTurnsAboveTheGround).
#include "verify/verify_mover.h"
#include "math/motion_access.h"

#include <algorithm>
#include <array>
#include <optional>

namespace glance::rooms::referee {
namespace {

/// Pieces whose convex hull is the core: what is convex is largest in one of them.
std::vector<Piece> pieces_of(const Shape& shape) {
  const Vec s = convert<Real>(shape.sizes()), origin{};
  const Vec x{s[0], Real(0), Real(0)}, y{Real(0), s[1], Real(0)}, z{Real(0), Real(0), s[2]};
  switch (shape.kind()) {
    case ShapeKind::halfspace: return {};
    case ShapeKind::cylinder: return {{z, {x, y, origin}}, {origin - z, {x, y, origin}}};
    case ShapeKind::cone: return {{z, {}}, {origin - z, {x, y, origin}}};
    case ShapeKind::ellipsoid: return {{origin, {x, y, z}}};
    default: break;
  }
  std::vector<Piece> points;
  for (const Vec3& v : shape.vertices()) points.push_back({convert<Real>(v), {}});
  return points;
}

/// Symmetric matrices, by columns.
using Matrix = std::array<Vec, 3>;

Real determinant(const Matrix& m) { return dot(m[0], cross(m[1], m[2])); }

Vec solve(const Matrix& m, const Vec& v) {
  const Real det = determinant(m);
  return {dot(v, cross(m[1], m[2])) / det, dot(v, cross(m[2], m[0])) / det,
          dot(v, cross(m[0], m[1])) / det};
}

/// An upper bound, right to some 12 digits, on the largest eigenvalue of a positive semi-definite
/// matrix: Newton's method from above stays above.
Real largest_eigenvalue(const Matrix& m) {
  const Real trace = m[0][0] + m[1][1] + m[2][2], det = determinant(m),
             minors = m[0][0] * m[1][1] - m[0][1] * m[1][0] + m[1][1] * m[2][2] -
                      m[1][2] * m[2][1] + m[2][2] * m[0][0] - m[2][0] * m[0][2];
  Real x = trace;
  for (int i = 0; i < 200 && x > 0; i++) {
    const Real value = ((x - trace) * x + minors) * x - det,
               slope = (3 * x - 2 * trace) * x + minors;
    if (!(value > 0) || !(slope > 0) || value <= 1e-13 * slope * x) break;
    x -= value / slope;
  }
  return x * (1 + Real(1e-20));  // for rounding
}

/// The largest |b + g y| for |y| <= 1, g by columns. With S = g^T g and every l above its
/// eigenvalues, |b|^2 + l + (g^T b) (l - S)^-1 (g^T b) is an upper bound for its square (the dual
/// of that search), and the least of these is the square itself.
Real longest(const Vec& b, const Matrix& g) {
  Matrix s;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) s[i][j] = dot(g[i], g[j]);
  }
  const Real b_sq = dot(b, b), most = largest_eigenvalue(s);
  if (most == 0) return root(b_sq);
  const Vec gb{dot(g[0], b), dot(g[1], b), dot(g[2], b)};
  const Real gb_size = length(gb), lowest = most * (1 + Real(1e-15));
  Real l = most + gb_size, best = b_sq + l + gb_size;  // where |(l - S)^-1 g^T b| <= 1
  for (int i = 0; i < 4 && l >= lowest; i++) {
    Matrix rest;
    for (int k = 0; k < 3; k++) {
      rest[k] = s[k] * Real(-1);
      rest[k][k] += l;
    }
    const Vec z = solve(rest, gb);
    best = std::min(best, Real(b_sq + l + dot(gb, z)));
    const Real z_sq = dot(z, z), z_size = root(z_sq);
    l = std::max(lowest, Real(l + z_sq / dot(z, solve(rest, z)) * (z_size - 1)));
  }
  return root(best) * (1 + Real(1e-25));
}

/// The largest |map(p - from)| of the core's points p, for a linear map.
template <class Map>
Real most(const std::vector<Piece>& pieces, const Vec& from, const Map& map) {
  Real square = 0, other = 0;
  for (const Piece& piece : pieces) {
    const Vec b = map(piece.centre - from);
    if (piece.is_point()) {
      square = std::max(square, dot(b, b));
    } else {
      other =
          std::max(other, longest(b, {map(piece.axes[0]), map(piece.axes[1]), map(piece.axes[2])}));
    }
  }
  return std::max(Real(root(square)), other);
}

}  // namespace

Mover::Mover(const Shape& body, const Motion& motion)
    : shape(body),
      w(convert<Real>(motion.angular())),
      velocity(convert<Real>(motion.linear())),
      centre(convert<Real>(motion.centre())),
      turn(length(w)),
      start(motion.start()),
      pieces(pieces_of(body)) {
  start_centre = start.apply(centre);
  for (int i = 0; i < 3; i++) residue.column[i] = convert<Real>(residue_of(motion).col(i));
  residue_reach = most(pieces, centre, [&](const Vec& v) { return residue.turn(v); });
  // Of X = E M q: those of M q, which are convex in time.
  swing = reach = 0;
  for (const int time : {0, 1}) {
    const Real t = time;
    const auto m = [&](const Vec& v) { return start.turn(v) + residue.turn(v) * t; };
    reach = std::max(reach, most(pieces, centre, m));
    if (turn == 0) continue;
    swing = std::max(swing, most(pieces, centre, [&](const Vec& v) { return cross(w, m(v)); }));
  }
}

Place<Real> Mover::at(const Real& time) const {
  Place<Real> place;
  const Rotation turned(w, time);
  for (int i = 0; i < 3; i++) {
    place.column[i] = turned(start.column[i] + residue.column[i] * time);
  }
  place.t = centre_at(time) - place.turn(centre);
  return place;
}

Real Instant::across(const Mover& m, const Vec& d) const {
  if (d == Vec{}) return 0;
  return most(m.pieces, m.centre, [&](const Vec& v) { return cross(d, place.turn(v)); });
}

Real Instant::swept(const Mover& m, const Vec& d) const {
  const Vec axis = m.w * Real(1 / m.turn);
  const Real along = dot(d, axis), beside = length(cross(d, axis));
  std::optional<Real> top;
  for (const Piece& piece : m.pieces) {
    const Vec x = place.turn(piece.centre - m.centre);
    Real here = along * dot(axis, x);
    if (piece.is_point()) {
      here += beside * length(cross(axis, x));
    } else {
      Vec heights;
      Matrix across;
      for (int i = 0; i < 3; i++) {
        heights[i] = dot(axis, place.turn(piece.axes[i]));
        across[i] = cross(axis, place.turn(piece.axes[i]));
      }
      here += abs(along) * length(heights) + beside * longest(cross(axis, x), across);
    }
    if (!top || here > *top) top = here;
  }
  return *top;
}

}  // namespace glance::rooms::referee
