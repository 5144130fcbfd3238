// Generated shapes, for examples, tests, benchmarks and scenes.
//
// All are centred at the origin unless said otherwise. Lengths are in the caller's unit, angles in
// radians. Where a shape has polygons with four or more corners, its coordinates are chosen so that
// these are planar in exact arithmetic and stay single faces: circles have at most 8192 sides, and
// radii are rounded to 26 bits (a relative change below 1.5e-8).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

/// Makes the random polytopes of I-COLLIDE section 5.3: the hull of random points on a sphere,
/// stretched to anything from oblong to compact. Has `faces` triangles (even, at least 4).
/// `stretch` gives the semi-axes of the ellipsoid on which the vertices lie.
GLANCE_API Result<Shape> random_polytope(std::uint64_t seed, int faces,
                                         const Vec3& stretch = {1, 1, 1});

/// Makes a prism: a regular polygon (circumradius `radius`) from z = -half_height to z =
/// half_height.
GLANCE_API Result<Shape> prism(int sides, double radius, double half_height);

/// Makes a pyramid: a regular polygon at z = -half_height and an apex at z = half_height.
GLANCE_API Result<Shape> pyramid(int sides, double radius, double half_height);

/// Makes an icosahedron whose triangles are split `subdivisions` times (at most 8) and pushed onto
/// the sphere: 20 * 4^subdivisions faces.
GLANCE_API Result<Shape> icosphere(int subdivisions, double radius);

/// The Platonic solids.
enum class Platonic { tetrahedron, cube, octahedron, dodecahedron, icosahedron };

/// Makes a Platonic solid with this circumradius. The dodecahedron is regular, and has that radius,
/// only to 1e-5, so that its pentagons can be exactly planar in doubles.
GLANCE_API Result<Shape> platonic(Platonic solid, double radius);

/// A point of a profile: its distance from the z axis, and its height.
struct ProfilePoint {
  double radius = 0, z = 0;  ///< lengths; radius >= 0
};

/// Turns a profile about the z axis in `sides` steps; the body is the hull of all the points. Fails
/// if a radius is negative.
GLANCE_API Result<Shape> revolve(std::span<const ProfilePoint> profile, int sides);

// Meshes, as input for Shape::mesh. The same arguments give the same bits.

/// Makes a closed surface with bumps and dents of all sizes, about as irregular as a scanned
/// animal; every ray from the origin meets it once. It has 20 n^2 triangles with n = sqrt(triangles
/// / 20) rounded: 500 for 500, 69,620 for 70,000, 200,000 for 200,000. `triangles` is from 20 to 20
/// million. Meshes with the same seed are the same body at different resolutions. `roughness` (0 to
/// 2) is about how much the logarithm of the radius varies; 0 gives a sphere of radius 1.
GLANCE_API Result<TriangleSoup> bumpy_sphere(int triangles, std::uint64_t seed,
                                             double roughness = 0.3);

/// Makes a torus around the z axis: a circle of radius `minor` in `across` steps, turned at
/// distance `major` in `around` steps (both 3 to 8192). It has 2 * around * across triangles and is
/// closed.
GLANCE_API Result<TriangleSoup> torus(int around, int across, double major, double minor);

/// Makes triangles (1 to 20 million) that share no vertices: their centres are evenly distributed
/// in the cube from -1 to 1, and their corners in cubes of half side `size` around these.
GLANCE_API Result<TriangleSoup> random_soup(int triangles, std::uint64_t seed, double size);

/// Makes an open surface over the square from -1 to 1 in x and y: nx * ny rectangles (each number 1
/// to 8192) of two triangles. Heights along z vary by about `height`.
GLANCE_API Result<TriangleSoup> random_terrain(int nx, int ny, std::uint64_t seed, double height);

}  // namespace glance
