// What is measured once of a body that is curved or rounded.
#pragma once

#include "glance/shape.h"
#include "rooms.h"

namespace glance::rooms::geom {

struct ShapeForm {
  Vec3 sizes = Vec3::zero();  ///< see Shape::sizes
  double offset = 0;          ///< of a half-space
  MassProperties mass;
  Aabb bounds;
  double bounding_radius = 0;  ///< about mass.centroid
  double extent = 0;
};

/// A cylinder, cone, ellipsoid or half-space, rounded.
ShapeForm curved_form(ShapeKind kind, const Vec3& sizes, double offset, double rounding);

/// A polytope, rounded.
ShapeForm rounded_form(const Polytope& core, ShapeKind kind, double rounding);

}  // namespace glance::rooms::geom
