// How convex is a mesh, and what would its convex hull change?
//
//   const Convexity link = convexity(mesh).value();
//   if (link.exactly_convex) ...             // answered by the solvers for convex bodies already
//   else if (link.ratio() > 0.99) ...        // Shape::hull(mesh.mesh_view().vertices) may do
//
// A mesh that is exactly the surface of its convex hull needs no replacing: questions about it, and
// about another such mesh or a convex body, are answered by the solvers for convex bodies, with the
// same verdicts and distances (docs/design/mesh_pairs.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

/// The first reason found why a mesh is not exactly the surface of its convex hull.
enum class ConvexityFault : std::uint8_t {
  none,        ///< it is
  open,        ///< an edge belongs to one triangle only
  branching,   ///< an edge belongs to three triangles or more, or two that face different sides
  inside_out,  ///< the triangles face inward
  concave,     ///< two neighbours meet at an edge that is bent inward, however little
  folded,      ///< two neighbours lie in one plane, one upon the other
  overlapping  ///< all edges are good, but it covers its hull more than once, or lies in pieces
};

/// Returns the reason in words: "an edge is bent inward".
GLANCE_API std::string_view to_string(ConvexityFault fault);

/// The answer of `convexity`.
struct Convexity {
  /// The mesh covers the surface of its convex hull exactly once and faces outward; decided in
  /// exact arithmetic. Such a mesh is answered as its hull.
  bool exactly_convex = false;
  /// Why it is not.
  ConvexityFault fault = ConvexityFault::none;
  /// A triangle where that shows: its number in the input. SubShape::kNone if there is no fault, or
  /// if it is not about one place.
  std::uint32_t triangle = SubShape::kNone;
  /// The volume that the surface encloses, and that of the hull (length^3). The first is 0 for a
  /// surface that is not closed, and counts a point as often as the surface winds around it.
  double volume = 0, hull_volume = 0;
  /// The largest distance of a point of the surface from the surface of the hull (length), up to a
  /// millionth of the mesh's extent: how deep the deepest dent is.
  double hull_distance = 0;
  /// The vertices and faces of the hull (of the mesh: MeshView).
  std::size_t hull_vertices = 0, hull_faces = 0;

  /// volume / hull_volume: 1 for a convex mesh. 0 if the hull is flat or the surface not closed.
  double ratio() const { return hull_volume > 0 ? volume / hull_volume : 0; }
};

/// Compares a mesh with its convex hull. Fails for a shape that is not a mesh. Computes the hull
/// (about a microsecond per vertex), and keeps it if the mesh is exactly convex.
GLANCE_API Result<Convexity> convexity(const Shape& mesh);

}  // namespace glance
