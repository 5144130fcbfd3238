// Quadratic functions of two variables, and where they are lowest on a convex polygon.
#pragma once

#include <array>
#include <cmath>
#include <limits>

#include "rooms.h"

namespace glance::rooms::curved {

struct PlanePoint {
  double x = 0, y = 0;
};
inline double dot(const PlanePoint& p, const PlanePoint& q) { return p.x * q.x + p.y * q.y; }

/// c + b.t + 1/2 t'Ht.
struct Quadratic {
  double c = 0, bx = 0, by = 0, hxx = 0, hxy = 0, hyy = 0;

  PlanePoint gradient(const PlanePoint& t) const {
    return {bx + (hxx * t.x + hxy * t.y), by + (hxy * t.x + hyy * t.y)};
  }
  double operator()(const PlanePoint& t) const {
    const PlanePoint g = gradient(t);
    return c + 0.5 * ((bx + g.x) * t.x + (by + g.y) * t.y);
  }
  /// t'Ht.
  double bend(const PlanePoint& t) const {
    return hxx * t.x * t.x + 2 * hxy * t.x * t.y + hyy * t.y * t.y;
  }
};

/// (1 - w) p + w q: below the larger of both.
inline Quadratic mix(const Quadratic& p, const Quadratic& q, double w) {
  const double v = 1 - w;
  return {v * p.c + w * q.c,     v * p.bx + w * q.bx,   v * p.by + w * q.by,
          v * p.hxx + w * q.hxx, v * p.hxy + w * q.hxy, v * p.hyy + w * q.hyy};
}

inline constexpr int kMaxCorners = 10;

/// Convex, corners in order: counter-clockwise.
struct PlanePolygon {
  int count = 0;
  std::array<PlanePoint, kMaxCorners> corner;

  const PlanePoint& after(int i) const { return corner[i + 1 < count ? i + 1 : 0]; }
};

/// Above the rounding errors of corners, which are not far from the origin.
inline constexpr double kCornerError = 0x1p-47;

struct Lowest {
  double value = std::numeric_limits<double>::infinity();
  PlanePoint at;
};

/// The lowest value on a polygon, right to rounding errors of the largest one: at a corner, at
/// the lowest point of a side that bends upwards, or inside, if all bends upwards.
inline Lowest lowest_on(const Quadratic& q, const PlanePolygon& polygon) {
  Lowest low;
  const auto offer = [&low](double value, const PlanePoint& at) {
    if (!(value >= low.value)) low = {value, at};
  };
  const double det = q.hxx * q.hyy - q.hxy * q.hxy;
  bool inside = det > 0 && q.hxx > 0;
  PlanePoint centre;
  if (inside) {
    centre = {(q.hxy * q.by - q.hyy * q.bx) / det, (q.hxy * q.bx - q.hxx * q.by) / det};
  }
  for (int i = 0; i < polygon.count; i++) {
    const PlanePoint &p = polygon.corner[i], &r = polygon.after(i);
    offer(q(p), p);
    const PlanePoint side{r.x - p.x, r.y - p.y};
    const double slope = dot(q.gradient(p), side), bend = q.bend(side);
    if (slope < 0 && -slope < bend) {
      const double s = -slope / bend;
      offer(q(p) + 0.5 * slope * s, {p.x + s * side.x, p.y + s * side.y});
    }
    // Corners are known to a few roundings, and may all but coincide. (Where the centre is taken
    // to be inside though it is not, the value is lower than it need be.)
    const PlanePoint d{centre.x - p.x, centre.y - p.y};
    inside =
        inside && side.x * d.y - side.y * d.x >= -kCornerError * (std::fabs(d.x) + std::fabs(d.y));
  }
  if (inside) {
    // What is left of the gradient there says how far below the lowest point still is.
    const PlanePoint rest = q.gradient(centre);
    offer(q(centre) - 0.5 * dot(rest, rest) * (q.hxx + q.hyy) / det, centre);
  }
  return low;
}

}  // namespace glance::rooms::curved
