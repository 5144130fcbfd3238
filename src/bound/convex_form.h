// Bodies that are convex, whatever they were made as: convex kinds, and meshes that are exactly the
// surface of their hull (geom/convex_surface).
#pragma once

#include <optional>

#include "bound/mesh_body.h"

namespace glance::rooms::bound {

/// A body as a convex one.
struct ConvexForm {
  const Shape* shape;          ///< of a convex kind: the body itself, or the hull of the mesh
  const MeshBody* mesh;        ///< null: the body itself
  const ConvexSurface* where;  ///< of the mesh
  /// Points inside belong to it: false for a mesh that is not solid. Then the body is the surface
  /// of `shape` alone. What keeps shapes apart keeps surfaces apart, at the same distance; and
  /// shapes that touch have only points of their surfaces in common. But of two that overlap, one
  /// may be inside the other, where surfaces do not meet.
  bool filled;
};

/// Nothing if the body is not convex.
std::optional<ConvexForm> convex_form(const Shape& shape);

/// Two bodies that the solvers for convex bodies can answer for, at least one of them a mesh.
struct ConvexForms {
  ConvexForm a, b;

  /// Whether the body and its shape are alike for any question: an overlap of the shapes is one of
  /// the bodies. (Whatever reaches into a half-space does so with its surface.)
  bool are_filled() const {
    const auto is_plane = [](const ConvexForm& form) {
      return form.shape->kind() == ShapeKind::halfspace;
    };
    return (a.filled && b.filled) || is_plane(a) || is_plane(b);
  }
};

/// Nothing if both are of convex kinds, or one is not convex.
std::optional<ConvexForms> convex_forms(const Shape& a, const Shape& b);
/// The same for questions that can do without: nothing, too, if a mesh would have to find that out
/// in a frame under a budget that has no time for it (bound/mesh_parts.h).
std::optional<ConvexForms> convex_forms_unless_refused(const Shape& a, const Shape& b);

}  // namespace glance::rooms::bound
