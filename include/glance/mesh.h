// Triangle meshes: what they are made from, how they are cleaned, and what was found wrong.
//
// A mesh is a surface: the union of its triangles. If it is closed and marked `solid`, it is
// the body that the surface encloses, and whatever lies inside counts as overlapping.
//
//   MeshReport report;
//   const Result<Shape> bunny = Shape::mesh(vertices, triangles, {.solid = true}, &report);
//
// Any triangles will do (polygon soup): they need not be connected, oriented or free of
// intersections. Nothing is repaired silently: the report says what was dropped or turned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glance/export.h"
#include "glance/math.h"

namespace glance {

/// Three vertices by their numbers, counter-clockwise seen from outside.
using Triangle = std::array<std::uint32_t, 3>;

/// Triangles and the vertices that they share: what a mesh is made from (Shape::mesh).
struct TriangleSoup {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

/// What the nodes of a mesh's tree are enclosed in.
enum class VolumeKind : std::uint8_t {
  automatic,  ///< whichever was measured to be fastest
  sphere,
  aabb,    ///< a box along the mesh's own axes
  obb,     ///< a box along the axes of its triangles' covariance
  kdop14,  ///< between parallel planes: 3 axes and 4 diagonals of a cube
  kdop18,  ///< 3 axes and 6 diagonals of its faces
  kdop26,  ///< all 13
};

/// "auto", "sphere", "aabb", "obb", "kdop14", "kdop18", "kdop26".
GLANCE_API std::string_view to_string(VolumeKind kind);

/// How a set of triangles is divided in two.
enum class TreeBuilder : std::uint8_t {
  sah,     ///< where surface area times number is least, out of some planes along each axis
  median,  ///< equal numbers, across the longest axis
};

/// "sah", "median".
GLANCE_API std::string_view to_string(TreeBuilder builder);

struct MeshOptions {
  /// The mesh is the body that its surface encloses. Refused unless the surface is closed.
  bool solid = false;
  VolumeKind volume = VolumeKind::automatic;
  TreeBuilder builder = TreeBuilder::sah;
  /// Leaf volumes a triangle, about (1 to 64): large triangles are covered by more, small ones
  /// by fewer, so that all are of the same size (Quinlan 1994). For sphere-trees, which fit
  /// badly otherwise.
  double tiles = 1;
  /// For building the tree; 0: as many as there are cores. The tree does not depend on it.
  int threads = 0;

  bool operator==(const MeshOptions&) const = default;
};

/// What was found in the input of a mesh, and what was done about it.
struct MeshReport {
  // As given.
  std::size_t vertices = 0, triangles = 0;

  // Dropped. Triangles that are left keep the numbers that they were given by.
  std::size_t non_finite_vertices = 0;   ///< with a coordinate that is not a finite number
  std::size_t non_finite_triangles = 0;  ///< that use such a vertex
  std::size_t degenerate_triangles = 0;  ///< without area, in exact arithmetic
  std::size_t duplicate_triangles = 0;   ///< with the corners of an earlier one, in any order
  std::size_t unused_vertices = 0;       ///< that no triangle left over uses

  // Joined: vertices at exactly the same place are one.
  std::size_t merged_vertices = 0;

  // Of what is left.
  std::size_t pieces = 0;              ///< connected through edges
  std::size_t boundary_edges = 0;      ///< of one triangle
  std::size_t holes = 0;               ///< closed loops of those
  std::size_t non_manifold_edges = 0;  ///< of three triangles or more
  /// Triangles that were turned so that neighbours agree on which side is outside.
  std::size_t turned_triangles = 0;
  /// Edges whose triangles cannot agree on that (as on a Moebius strip).
  std::size_t misoriented_edges = 0;
  /// Every edge is used equally often in both directions: the surface encloses something.
  bool closed = false;
  /// Enclosed, at closed surfaces (length^3; negative: it is inside out, which is allowed).
  double volume = 0;

  /// Whether the input was taken as it is.
  bool clean() const {
    return non_finite_vertices + degenerate_triangles + duplicate_triangles + turned_triangles == 0;
  }
  bool operator==(const MeshReport&) const = default;
};

/// In words, a line for each thing found ("2 of 20 triangles have no area: dropped").
GLANCE_API std::string to_string(const MeshReport& report);

/// A mesh as it is kept: views that last as long as the shape.
struct MeshView {
  std::span<const Vec3> vertices;       ///< those used, each place once
  std::span<const Triangle> triangles;  ///< into `vertices`, turned as reported
  /// By which number each triangle was given (what SubShape::triangle says): increasing.
  std::span<const std::uint32_t> given;
  bool solid = false;
  VolumeKind volume = VolumeKind::automatic;  ///< never `automatic`: what was chosen
};

}  // namespace glance
