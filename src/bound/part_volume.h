// The volumes around the parts of a compound (I-COLLIDE section 3.4): boxes along any axes, and
// spheres, in one form. Every volume holds its parts in real arithmetic: rounding errors are added
// where it is made. (box_gap is not that of bound/volume_pair.h, whose boxes have one rotation
// between them and need no direction, nor convex/box_box, which is about bodies and their
// features.)
#pragma once

#include "glance/shape.h"
#include "rooms.h"

namespace glance::rooms::bound {

/// All points center + sum of x_i half_i axes_i with |x_i| <= 1, and all points within `radius` of
/// those. In the compound's frame.
struct PartBox {
  Vec3 center = Vec3::zero();
  Mat3 axes =
      Mat3::identity();      ///< columns; a leaf's are those of its pose, of unit length roughly
  Vec3 half = Vec3::zero();  ///< a sphere's are zero
  double radius = 0;
};

/// A part's rounding radius is the same in the world, however its pose stretches: the box around it
/// is wider by this part of it (two poses within kRotationTolerance).
inline constexpr double kRoundingStretch = 4e-6;

/// Bounds the roundings of a coordinate R v + t, as a part of the largest of those.
inline constexpr double kPartError = 0x1p-49;

/// The volume around a part (any kind but half-spaces) at its pose.
PartBox box_of_part(const Shape& shape, const Pose& pose);
PartBox sphere_of_part(const Shape& shape, const Pose& pose);
/// Along the axes of the compound's frame.
Aabb bounds_of_part(const Shape& shape, const Pose& pose);

/// Around two. A box has the axes of either or of the frame: those that make it smallest.
PartBox box_around(const PartBox& a, const PartBox& b);
PartBox sphere_around(const PartBox& a, const PartBox& b);

/// The volume of a body or of some of its parts, with the axes of the world, seen from a point
/// near both bodies of a question. Or a half-space: all x with normal . x <= offset.
struct PlacedBox {
  Vec3 center;
  Mat3 axes;       ///< columns, of unit length to within kAxisError
  Mat3 half;       ///< columns: axes times their half lengths
  double radius;   ///< of a half-space too
  double size;     ///< nothing of it is farther from the center
  bool is_sphere;  ///< `half` is zero
  bool is_halfspace;
  Vec3 normal;  ///< of a half-space, of unit length to within kAxisError
  double offset;

  PlacedBox(const PartBox& box, const Pose& pose, const Vec3& origin);
  static PlacedBox halfspace(const Shape& shape, const Pose& pose, const Vec3& origin);

  /// How far it reaches from its center along d, the radius not counted.
  double reach(const Vec3& d) const {
    return (std::fabs(dot(d, half.col(0))) + std::fabs(dot(d, half.col(1)))) +
           std::fabs(dot(d, half.col(2)));
  }

 private:
  PlacedBox() = default;
};

/// A lower bound of the signed distance (query.h) of whatever is in the two volumes, up to
/// rounding, which the caller allows for. Stops looking for a better one beyond `enough`.
/// `direction`, if not null, gets the one that it was found along, from A to B, of unit length
/// roughly.
double box_gap(const PlacedBox& a, const PlacedBox& b, double enough, Vec3* direction = nullptr);

}  // namespace glance::rooms::bound
