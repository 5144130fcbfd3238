// Shapes made by rule: for examples, tests, benchmarks and scenes.
//
// All are centred at the origin unless said otherwise. Lengths are in the
// caller's unit, angles in radians. Where a shape has polygons of four or more
// corners, its coordinates are chosen so that those polygons are planar in
// exact arithmetic, and stay one face: circles have at most 8192 sides, and radii are
// rounded to 26 bits (by less than 1.5e-8 of themselves).
#pragma once

#include <cstdint>
#include <span>

#include "glance/shape.h"

namespace glance {

/// I-COLLIDE section 5.3: random points on a sphere, stretched from oblong to
/// fat. Has `faces` triangles (even, at least 4). `stretch` are the half axes of
/// the ellipsoid on which the vertices lie.
Result<Shape> random_polytope(std::uint64_t seed, int faces, const Vec3& stretch = {1, 1, 1});

/// A regular n-gon (circumradius `radius`) along z from -half_height to +half_height.
Result<Shape> prism(int sides, double radius, double half_height);

/// A regular n-gon at z = -half_height and an apex at z = +half_height.
Result<Shape> cone(int sides, double radius, double half_height);

/// An icosahedron whose triangles are split `subdivisions` times and pushed onto
/// the sphere: 20 * 4^subdivisions faces; at most 8 subdivisions.
Result<Shape> icosphere(int subdivisions, double radius);

enum class Platonic { tetrahedron, cube, octahedron, dodecahedron, icosahedron };

/// Circumradius `radius`. The dodecahedron is regular, and of that radius, to 1e-5
/// only: so its pentagons can be exactly planar in doubles.
Result<Shape> platonic(Platonic solid, double radius);

struct ProfilePoint {
  double radius = 0, z = 0;
};

/// A profile turned about the z axis in `sides` steps; the body is the hull of
/// all the points. Radii must not be negative.
Result<Shape> revolve(std::span<const ProfilePoint> profile, int sides);

}  // namespace glance
