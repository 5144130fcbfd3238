// Triangle meshes: their input, how it is cleaned, and what was found wrong with it.
//
// A mesh is a surface: the union of its triangles. If it is closed and marked `solid`, it is the
// body that the surface encloses, and everything inside it overlaps it.
//
//   MeshReport report;
//   const Result<Shape> bunny = Shape::mesh(vertices, triangles, {.solid = true}, &report);
//
// Any triangles will do (polygon soup): they need not be connected, consistently oriented or free
// of intersections. Nothing is repaired silently: the report says what was dropped or flipped.
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

/// The indices of three vertices, counter-clockwise seen from outside.
using Triangle = std::array<std::uint32_t, 3>;

/// Triangles and the vertices that they share: the input of a mesh (Shape::mesh).
struct TriangleSoup {
  /// Vertices in any order; equal ones are merged.
  std::vector<Vec3> vertices;
  /// Triangles as indices into the vertices.
  std::vector<Triangle> triangles;
};

/// The bounding volumes of the nodes of a mesh's tree.
enum class VolumeKind : std::uint8_t {
  automatic,  ///< the one that was measured to be fastest
  sphere,     ///< a sphere
  aabb,       ///< a box along the axes of the mesh's frame
  obb,        ///< a box along the principal axes of its triangles
  kdop14,     ///< bounded by pairs of parallel planes across 3 axes and 4 diagonals of a cube
  kdop18,     ///< across 3 axes and the 6 diagonals of a cube's faces
  kdop26,     ///< across all 13
};

/// Returns "auto", "sphere", "aabb", "obb", "kdop14", "kdop18", "kdop26".
GLANCE_API std::string_view to_string(VolumeKind kind);

/// How a set of triangles is split in two.
enum class TreeBuilder : std::uint8_t {
  sah,     ///< where surface area times number of triangles is least, among some planes across each
           ///< axis
  median,  ///< into equal numbers, across the longest axis
};

/// Returns "sah", "median".
GLANCE_API std::string_view to_string(TreeBuilder builder);

/// How a mesh is made.
struct MeshOptions {
  /// Whether the mesh is the body that its surface encloses. Shape::mesh then fails unless the
  /// surface is closed.
  bool solid = false;
  VolumeKind volume = VolumeKind::automatic;  ///< the bounding volumes of the tree
  TreeBuilder builder = TreeBuilder::sah;     ///< how the tree is built
  /// The average number of leaf volumes per triangle (1 to 64): large triangles are covered by
  /// more, small ones by fewer, so that all leaf volumes have about the same size (Quinlan 1994).
  /// For trees of spheres, which fit large triangles badly.
  double tiles = 1;
  /// Threads for building the tree; 0: one per core. The tree does not depend on it.
  int threads = 0;

  bool operator==(const MeshOptions&) const = default;
};

/// What was found in the input of a mesh, and what was done about it.
struct MeshReport {
  // As given.
  /// How many were given.
  std::size_t vertices = 0, triangles = 0;

  // Dropped. The remaining triangles keep their numbers from the input.
  std::size_t non_finite_vertices = 0;   ///< with a coordinate that is not finite
  std::size_t non_finite_triangles = 0;  ///< that use such a vertex
  std::size_t degenerate_triangles = 0;  ///< without area, in exact arithmetic
  std::size_t duplicate_triangles = 0;   ///< with the corners of an earlier triangle, in any order
  std::size_t unused_vertices = 0;       ///< that no remaining triangle uses

  // Merged: vertices at exactly the same place become one.
  /// How many became part of another.
  std::size_t merged_vertices = 0;

  // About the remaining mesh.
  std::size_t pieces = 0;              ///< parts that are connected through edges
  std::size_t boundary_edges = 0;      ///< edges of a single triangle
  std::size_t holes = 0;               ///< closed loops of boundary edges
  std::size_t non_manifold_edges = 0;  ///< edges of three triangles or more
  /// Triangles that were flipped so that neighbours agree on which side is outside.
  std::size_t turned_triangles = 0;
  /// Edges whose triangles cannot agree on it (as on a Moebius strip).
  std::size_t misoriented_edges = 0;
  /// Whether every edge is used equally often in both directions, so that the surface encloses
  /// something.
  bool closed = false;
  /// The enclosed volume of a closed surface (length^3). Negative if the surface is inside out,
  /// which is allowed.
  double volume = 0;

  /// Whether the input was used as it is: no triangle was dropped or flipped, and no vertex was
  /// bad.
  bool clean() const {
    return non_finite_vertices + degenerate_triangles + duplicate_triangles + turned_triangles == 0;
  }
  bool operator==(const MeshReport&) const = default;
};

/// Returns the report in words, one line per finding ("2 of 20 triangles have no area: dropped").
GLANCE_API std::string to_string(const MeshReport& report);

/// A mesh as it is stored. The views are valid as long as the shape.
struct MeshView {
  std::span<const Vec3> vertices;       ///< those in use, each place once
  std::span<const Triangle> triangles;  ///< indices into `vertices`, flipped as reported
  /// For each triangle its index in the input (what SubShape::triangle names); increasing.
  std::span<const std::uint32_t> given;
  bool solid = false;                         ///< see MeshOptions::solid
  VolumeKind volume = VolumeKind::automatic;  ///< the kind that was chosen; never `automatic`
};

}  // namespace glance
