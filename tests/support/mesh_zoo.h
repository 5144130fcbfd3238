// Twenty small meshes (1 to 200 triangles) that are hard to answer questions about, and poses of
// two of them that make it harder.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "glance/rng.h"
#include "glance/shape.h"

namespace glance::test {

enum class MeshName {
  one_triangle,
  soup,            ///< triangles here and there, through each other
  slivers,         ///< of aspect 1e-3 .. 1e-8
  height_field,    ///< open
  flat_grid,       ///< open; all triangles in one plane, integer corners
  box,             ///< closed; integer corners, as flat_grid, divided_box, l_shape and hollow have
  divided_box,     ///< closed; each side of 18 triangles
  torus,           ///< closed
  bumpy_sphere,    ///< closed
  l_shape,         ///< closed
  hollow,          ///< closed; a box with a cavity
  star,            ///< closed; long spikes
  needle_box,      ///< closed; 1e-8 as thick as long
  huge,            ///< closed; 1e40
  tiny,            ///< closed; 1e-40
  remote,          ///< closed; a million sizes from its origin
  dirty_box,       ///< closed once cleaned: with degenerate and duplicate triangles, a lost vertex
  crossing_boxes,  ///< closed; two boxes through each other, in part wound around twice
  turned_box,      ///< closed once turned: some triangles face the wrong way
  moebius_strip,   ///< open, one-sided
};
inline constexpr int kMeshCount = 20;

std::string_view to_string(MeshName name);

/// A mesh as it is given to the library.
struct MeshModel {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  /// The same triangles facing outside, where those do not.
  std::vector<Triangle> turned;
  bool closed = false;         ///< may be made solid
  bool integer = false;        ///< all coordinates are integers times the scale
  double size = 0;             ///< longest side of its box
  Vec3 centre = Vec3::zero();  ///< of its box

  const std::vector<Triangle>& outward() const { return turned.empty() ? triangles : turned; }
};

/// The same in every run for the same arguments. `scale` (a power of two keeps integers what they
/// are) multiplies all coordinates.
MeshModel make_mesh_model(MeshName name, std::uint64_t seed, double scale = 1);

enum class Placing {
  near,     ///< at random, about half of them meet
  lattice,  ///< quarter turns and whole steps: faces in one plane, edges on edges, same vertices
  inside,   ///< centre near a corner or centre of the other
  apart,    ///< at random, a size or more away
  skewed,   ///< as `near`, by rotations rounded to floats: not quite rotations
};
inline constexpr Placing kPlacings[] = {Placing::near, Placing::lattice, Placing::inside,
                                        Placing::apart, Placing::skewed};

std::string_view to_string(Placing placing);

struct TwoPoses {
  Pose a, b;
};

TwoPoses place(const MeshModel& a, const MeshModel& b, Placing placing, Rng& rng);

/// The pose moved by `by`.
Pose moved(const Pose& pose, const Vec3& by);
/// Turned by an angle (radians) about a point of the body's own, and moved, in random directions.
Pose stepped(const Pose& pose, const Vec3& pivot, double angle, double length, Rng& rng);

}  // namespace glance::test
