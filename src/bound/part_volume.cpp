// Tested in tests/unit/bound/compound_body_test.cpp (Compound.EveryNodeHoldsItsParts).
#include "bound/part_volume.h"

#include <algorithm>
#include <cmath>

#include "glance/tolerance.h"

namespace glance::rooms::bound {
namespace {

/// Bounds the dozen roundings of a center or a half length, as a part of the largest coordinate.
constexpr double kFitError = 0x1p-47;

/// How far the axes of a placed box may be from orthonormal: two rotations within
/// kRotationTolerance (an entry of the product of their squares is off by less than five times
/// that), doubled.
constexpr double kAxisError = 1e-5;

/// Of the length that the axes have besides one. Down for gaps, up for overlaps.
double lowered(double gap) { return gap > 0 ? gap * (1 - kAxisError) : gap * (1 + kAxisError); }

struct Span {
  double low = INFINITY, high = -INFINITY;
};

/// What two volumes cover along d together. `reach` is the half length of a box along d, plus its
/// ball.
Span span_along(const PartBox& a, const PartBox& b, const Vec3& d) {
  Span s;
  for (const PartBox* box : {&a, &b}) {
    double reach = box->radius;
    for (int k = 0; k < 3; k++) reach += std::fabs(dot(d, box->axes.col(k))) * box->half[k];
    const double at = dot(d, box->center);
    s.low = std::min(s.low, at - reach);
    s.high = std::max(s.high, at + reach);
  }
  return s;
}

/// Columns at right angles and of unit length, to rounding.
Mat3 orthonormal(const Mat3& axes) {
  const Vec3 x = normalized(axes.col(0));
  const Vec3 z = normalized(cross(x, axes.col(1)));
  return Mat3::from_columns(x, cross(z, x), z);
}

PartBox box_along(const Mat3& axes, const PartBox& a, const PartBox& b) {
  PartBox box;
  box.axes = axes;
  double most = 0;
  for (int k = 0; k < 3; k++) {
    const Span s = span_along(a, b, axes.col(k));
    box.half[k] = (s.high - s.low) / 2;
    box.center += axes.col(k) * ((s.high + s.low) / 2);
    most = std::max({most, std::fabs(s.high), std::fabs(s.low)});
  }
  box.radius = kFitError * most;
  return box;
}

double surface(const Vec3& half) {
  return (half.x() * half.y() + half.y() * half.z()) + half.z() * half.x();
}

/// Along the axes of a box, the largest of its gaps to the other volume; and from all of them: in
/// a frame whose axes stand at right angles, gaps add up like coordinates.
double gap_along_axes(const PlacedBox& box, const PlacedBox& other, const Vec3& offset,
                      Vec3* direction) {
  double square = 0, most = -INFINITY;
  for (int k = 0; k < 3; k++) {
    const Vec3 axis = box.axes.col(k);
    const double along = dot(axis, offset);
    const double gap = std::fabs(along) - (box.reach(axis) + other.reach(axis));
    if (gap > 0) square += gap * gap;
    if (gap > most) {
      most = gap;
      if (direction) *direction = along < 0 ? Vec3(-axis) : axis;
    }
  }
  return lowered(lowered(most > 0 && !direction ? std::sqrt(square) : most) -
                 (box.radius + other.radius));
}

}  // namespace

/// Of a flat-sided core from its vertices, else from the part's own box, turned.
Aabb bounds_of_part(const Shape& shape, const Pose& pose) {
  const Aabb& own = shape.bounds();
  const Mat3& r = pose.rotation();
  Aabb box;
  if (shape.has_flat_core()) {
    for (const Vec3& v : shape.vertices()) box.add(pose.apply(v));
  } else {
    // Halved before they are added: bounds may be as large as coordinates can be.
    const Vec3 middle = pose.apply(own.lower / 2 + own.upper / 2);
    const Vec3 half = own.upper / 2 - own.lower / 2;
    for (int k = 0; k < 3; k++) {
      const double reach = (std::fabs(r(k, 0)) * half.x() + std::fabs(r(k, 1)) * half.y()) +
                           std::fabs(r(k, 2)) * half.z();
      box.lower[k] = middle[k] - reach;
      box.upper[k] = middle[k] + reach;
    }
  }
  const double rounding = shape.rounding() * (kRoundingStretch + (shape.has_flat_core() ? 1 : 0));
  const double error =
      kPartError * (own.lower.max_abs() + own.upper.max_abs() + pose.translation().max_abs());
  // A part of whose coordinates none was rounded keeps its box: bounds that are right need no
  // error, and a compound of points on a grid is as large as the grid.
  const bool exact = pose == Pose{} && rounding == 0 && shape.has_flat_core();
  const Vec3 more = Vec3::constant(rounding + (exact ? 0 : error));
  box.lower -= more;
  box.upper += more;
  return box;
}

PartBox box_of_part(const Shape& shape, const Pose& pose) {
  const Aabb& bounds = shape.bounds();
  PartBox box;
  const Vec3 middle = bounds.lower / 2 + bounds.upper / 2;
  box.center = pose.apply(middle);
  box.axes = pose.rotation();
  box.half = bounds.upper / 2 - bounds.lower / 2;
  box.radius =
      kFitError * ((middle.max_abs() + box.half.max_abs()) + pose.translation().max_abs()) +
      kRoundingStretch * shape.rounding();
  return box;
}

PartBox sphere_of_part(const Shape& shape, const Pose& pose) {
  // About the centroid, where the bounding radius is measured.
  const Vec3& centroid = shape.mass().centroid;
  PartBox sphere;
  sphere.center = pose.apply(centroid);
  const double radius = shape.bounding_radius() * kMaxStretch;
  sphere.radius =
      radius + kFitError * ((centroid.max_abs() + radius) + pose.translation().max_abs());
  return sphere;
}

PartBox box_around(const PartBox& a, const PartBox& b) {
  PartBox best = box_along(Mat3::identity(), a, b);
  double least = surface(best.half);
  for (const PartBox* child : {&a, &b}) {
    const PartBox box = box_along(orthonormal(child->axes), a, b);
    if (!(surface(box.half) < least)) continue;
    best = box;
    least = surface(box.half);
  }
  return best;
}

PartBox sphere_around(const PartBox& a, const PartBox& b) {
  const Vec3 between = b.center - a.center;
  const double apart = norm(between);
  if (apart + b.radius <= a.radius) return a;
  if (apart + a.radius <= b.radius) return b;
  PartBox sphere;
  sphere.radius = ((apart + a.radius) + b.radius) / 2;
  sphere.center = a.center + between * ((sphere.radius - a.radius) / apart);
  sphere.radius += kFitError * ((a.center.max_abs() + b.center.max_abs()) + sphere.radius);
  return sphere;
}

PlacedBox::PlacedBox(const PartBox& box, const Pose& pose, const Vec3& origin)
    : center(multiply(pose.rotation(), box.center) + (pose.translation() - origin)),
      radius(box.radius * kMaxStretch),
      is_sphere(box.half == Vec3::zero()),
      is_halfspace(false),
      normal(Vec3::zero()),
      offset(0) {
  size = radius;
  if (is_sphere) {
    axes = half = Mat3::zero();
    return;
  }
  axes = compose(pose.rotation(), box.axes);
  for (int k = 0; k < 3; k++) half.col(k) = axes.col(k) * box.half[k];
  size += norm(box.half) * (1 + kAxisError);
}

PlacedBox PlacedBox::halfspace(const Shape& shape, const Pose& pose, const Vec3& origin) {
  PlacedBox box;
  box.normal = multiply(pose.rotation(), shape.sizes());
  box.offset = shape.plane_offset() + dot(box.normal, Vec3(pose.translation() - origin));
  box.radius = shape.rounding();
  box.size = INFINITY;
  box.is_halfspace = true;
  box.is_sphere = false;
  box.center = box.normal * box.offset;
  box.axes = box.half = Mat3::zero();
  return box;
}

double box_gap(const PlacedBox& a, const PlacedBox& b, double enough, Vec3* direction) {
  if (a.is_halfspace || b.is_halfspace) {
    const PlacedBox &plane = a.is_halfspace ? a : b, &box = a.is_halfspace ? b : a;
    if (direction) *direction = a.is_halfspace ? plane.normal : Vec3(-plane.normal);
    const double above = dot(plane.normal, box.center) - plane.offset;
    return lowered(lowered(above - box.reach(plane.normal)) - (box.radius + plane.radius));
  }
  const Vec3 offset = b.center - a.center;
  const double apart = norm(offset), radii = a.radius + b.radius;
  double best = -(a.size + b.size);
  if (direction) *direction = Vec3::unit_x();
  const auto along = [&](const Vec3& unit) {
    const double at = dot(unit, offset);
    const double gap = (std::fabs(at) - (a.reach(unit) + b.reach(unit))) - radii;
    if (gap <= best) return;
    best = gap;
    if (direction) *direction = at < 0 ? Vec3(-unit) : unit;
  };
  if (apart > 0) along(offset / apart);
  if (a.is_sphere && b.is_sphere) return best;
  for (const bool first : {true, false}) {
    if (best > enough) return best;
    const PlacedBox &box = first ? a : b, &other = first ? b : a;
    if (box.is_sphere) continue;
    Vec3 found;
    const double gap = gap_along_axes(box, other, offset, direction ? &found : nullptr);
    if (gap <= best) continue;
    best = gap;
    if (direction) *direction = found;
  }
  if (a.is_sphere || b.is_sphere) return best;
  for (int i = 0; i < 3 && best <= enough; i++) {
    for (int j = 0; j < 3 && best <= enough; j++) {
      const Vec3 across = cross(a.axes.col(i), b.axes.col(j));
      const double square = norm_sq(across);
      if (square > 1e-4) along(across / std::sqrt(square));  // others are near an axis
    }
  }
  return best;
}

}  // namespace glance::rooms::bound
