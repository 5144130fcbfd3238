// Bodies of every convex kind, of comparable size.
#pragma once

#include <array>
#include <cstddef>

#include "glance/glance.h"

namespace glance::scenes {

/// How many sorts of bodies mixed_shape makes before they repeat.
inline constexpr std::size_t kMixedSorts = 14;

/// A body of the given sort (modulo kMixedSorts), with random proportions and a bounding radius
/// of about 1 (a point has none): spheres, boxes, capsules, cylinders, cones, ellipsoids,
/// polytopes of so many faces; a rounded box; triangles, segments, points; a rounded polytope,
/// cylinder and triangle. Those up to the rounded box are solid.
Result<Shape> mixed_shape(std::size_t sort, Rng& rng, int faces);

/// Six half-spaces around the cube from -half_side to half_side.
std::array<Shape, 6> make_walls(double half_side);

}  // namespace glance::scenes
