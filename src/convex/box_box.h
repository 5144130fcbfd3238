// Two boxes by their separating axes (Gottschalk, Lin, Manocha 1996): the facets of A - B have as
// normals the face normals of either and the cross products of their edges, 15 up to sign. (Here
// boxes are bodies, with features and the errors of the pair's frame. Boxes as bounding volumes,
// for which a lower bound is enough, are in bound/volume_pair.h and bound/part_volume.h.)
#pragma once

#include "convex/pair_frame.h"

namespace glance::rooms::convex {

/// A unit direction along which two boxes are apart, among those 15; zero if there is none, or only
/// in contact that doubles cannot tell from a gap.
Vec3 separating_axis(const PairFrame& frame, const Vec3& half_a, const Vec3& half_b);

/// The depth of two boxes that overlap: sets depth, bounds, normal, points and features. False
/// if edges or faces are so nearly parallel that doubles cannot tell which axis is the shallowest,
/// or where on it the boxes meet.
bool try_box_depth(const PairFrame& frame, const Vec3& half_a, const Vec3& half_b, Distance& d);

}  // namespace glance::rooms::convex
