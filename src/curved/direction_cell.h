// A set of directions, and quadratic functions that bound the support function of A - B from below
// on it.
//
// A cell is a convex cone of directions, given by its corners. Its directions are written
// n = centre + x * across[0] + y * across[1] (not of unit length): along straight lines of the
// plane of (x, y) the support function h is convex, and cells are convex polygons there.
//
// The minorants. h is the sum of both bodies' support functions (B's of -n), each of which is a
// linear function of n, a term |Mn| (M = diag(s) R': an ellipsoid, or the disc of a cylinder or
// a cone), or the larger of such. A linear function of a vertex, and either part of a maximum,
// are minorants themselves. For |Mn|, any unit vector w, a = w.Mn and b the part of Mn across w:
//
//   |Mn| = sqrt(a^2 + b^2) = a + b^2 / (|Mn| + a) >= a + b^2 / (2U),   2U >= |Mn| + a.
//
// |Mn| and a are convex, so their largest values at the corners serve for U. With w along
// Mp, p a direction of the cell, b is the part of M(n - p) across w: a quadratic function of n
// that is zero at p. So the minorant touches h at p, has nearly its curvature (U is nearly
// |Mp| in a small cell), and holds on the whole cell.
//
// For an ellipsoid that is nearly a ball of radius r, the same is done with the vector (r |n|, Ln)
// of four components in place of Mn, L'L = M'M - r^2 I: it has the same length. Its part in |n| is
// subtracted from T, exactly. (Otherwise two balls with one centre take a hundred thousand cells: h
// - T |n| is nearly zero in all directions.)
#pragma once

#include <array>

#include "convex/core_frame.h"
#include "curved/planar_quadratic.h"

namespace glance::rooms::curved {

struct DirectionCell {
  int count = 0;
  double bound = 0;                      ///< no h(n) / |n| is below
  std::array<Vec3, kMaxCorners> corner;  ///< unit, counter-clockwise seen from outside
};

/// A minorant that touches at a direction, less T |n|: where it is not negative, h(n) / |n| is
/// not below T.
struct Minorant {
  /// Right to a few roundings of the size of the pair; the roundings of the curvature are on the
  /// safe side.
  Quadratic above;
  PlanePoint touch;  ///< the direction where it touches
  double reach = 0;  ///< its value (without T) there, for that direction of unit length
};

/// One body's support function.
struct DirectionBody {
  const CoreBody& core;
  double sign;               ///< of n: -1 for B
  Mat3 term = Mat3::zero();  ///< M or L
  double ball = 0;           ///< r

  DirectionBody(const CoreBody& core_, double sign_);
};

/// A cell and the bodies, seen in the plane of the cell.
class CellView {
 public:
  CellView(const std::array<DirectionBody, 2>& bodies, const Vec3& offset,
           const DirectionCell& cell);

  const PlanePolygon& polygon() const { return polygon_; }
  /// Unit.
  Vec3 direction(const PlanePoint& t) const {
    return quick_unit(centre_ + (across_[0] * t.x + across_[1] * t.y));
  }
  /// Of the parts of each maximum (vertices, ends, tip or rim) takes those that are the largest
  /// at `part`, or at a place for each body; touches them, if not h, at `touch`.
  Minorant minorant(const PlanePoint& touch, const PlanePoint& part, double threshold,
                    QueryWork& work) const {
    return minorant_of(touch, {part, part}, threshold, work);
  }
  Minorant minorant_of(const PlanePoint& touch, const std::array<PlanePoint, 2>& parts,
                       double threshold, QueryWork& work) const;
  /// Cuts the cell along the line along.t = at: into `below` what has less. Either part may
  /// have no corners. False if a part would have too many.
  bool cut(const DirectionCell& cell, const PlanePoint& along, double at, DirectionCell& below,
           DirectionCell& above) const;
  /// The same of the polygon alone.
  bool cut(const PlanePoint& along, double at, PlanePolygon& below, PlanePolygon& above) const;

 private:
  struct View {
    Vec3 local[3];   ///< centre and both axes, in the body's own frame
    Vec3 scaled[3];  ///< M times them
    double largest;  ///< |Mn|
  };
  /// Sums over both bodies.
  struct Sum {
    Quadratic curved;
    double linear[3];  ///< along the centre and both axes
    double ball = 0;   ///< times |n|
  };
  void look(const DirectionBody& body, View& view) const;
  void add(const DirectionBody& body, const View& view, const PlanePoint& touch,
           const PlanePoint& part, Sum& sum, QueryWork& work) const;
  void add_term(const DirectionBody& body, const View& view, const PlanePoint& touch,
                Sum& sum) const;

  const std::array<DirectionBody, 2>& bodies_;
  const Vec3& offset_;
  Vec3 centre_;  ///< unit
  std::array<Vec3, 2> across_;
  PlanePolygon polygon_;
  double far_sq_;  ///< |t|^2 of the farthest corner
  double middle_;  ///< |n| half way out, by squares
  std::array<View, 2> views_;
};

}  // namespace glance::rooms::curved
