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
#include <vector>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

/// I-COLLIDE section 5.3: random points on a sphere, stretched from oblong to
/// fat. Has `faces` triangles (even, at least 4). `stretch` are the half axes of
/// the ellipsoid on which the vertices lie.
GLANCE_API Result<Shape> random_polytope(std::uint64_t seed, int faces,
                                         const Vec3& stretch = {1, 1, 1});

/// A regular n-gon (circumradius `radius`) along z from -half_height to +half_height.
GLANCE_API Result<Shape> prism(int sides, double radius, double half_height);

/// A regular n-gon at z = -half_height and an apex at z = +half_height.
GLANCE_API Result<Shape> pyramid(int sides, double radius, double half_height);

/// An icosahedron whose triangles are split `subdivisions` times and pushed onto
/// the sphere: 20 * 4^subdivisions faces; at most 8 subdivisions.
GLANCE_API Result<Shape> icosphere(int subdivisions, double radius);

enum class Platonic { tetrahedron, cube, octahedron, dodecahedron, icosahedron };

/// Circumradius `radius`. The dodecahedron is regular, and of that radius, to 1e-5
/// only: so its pentagons can be exactly planar in doubles.
GLANCE_API Result<Shape> platonic(Platonic solid, double radius);

struct ProfilePoint {
  double radius = 0, z = 0;
};

/// A profile turned about the z axis in `sides` steps; the body is the hull of
/// all the points. Radii must not be negative.
GLANCE_API Result<Shape> revolve(std::span<const ProfilePoint> profile, int sides);

// Meshes, as Shape::mesh takes them. The same arguments give the same bits.

/// A closed surface with bumps and dents of all sizes, about as irregular as a scanned animal:
/// every ray from the origin meets it once. It has 20 n^2 triangles with n = sqrt(triangles / 20)
/// rounded: 500 for 500, 69,620 for 70,000, 200,000 for 200,000; from 20 to 20 million. Meshes
/// of the same seed are the same body, more or less finely. `roughness` (0 to 2): about how
/// much the logarithm of the radius varies; 0 gives a sphere of radius 1.
GLANCE_API Result<TriangleSoup> bumpy_sphere(int triangles, std::uint64_t seed,
                                             double roughness = 0.3);

/// Around the z axis: a circle of radius `minor` in `across` steps, turned at distance `major` in
/// `around` steps (both 3 to 8192). 2 * around * across triangles; closed.
GLANCE_API Result<TriangleSoup> torus(int around, int across, double major, double minor);

/// Triangles (1 to 20 million) that share nothing: their middles evenly spread over the cube from
/// -1 to 1, their corners over cubes of half side `size` about those.
GLANCE_API Result<TriangleSoup> random_soup(int triangles, std::uint64_t seed, double size);

/// An open surface over the square from -1 to 1 in x and y, in nx * ny rectangles (each number 1
/// to 8192) of two triangles. Heights along z vary by about `height`.
GLANCE_API Result<TriangleSoup> random_terrain(int nx, int ny, std::uint64_t seed, double height);

}  // namespace glance
