// What a shape that is not convex holds: a mesh (bound/mesh_body) or a compound
// (bound/compound_body). These are in a later room than Shape, since they have trees of volumes.
#pragma once

#include <memory>

#include "geom/shape_form.h"

namespace glance::rooms::geom {

class ShapeBody {
 public:
  virtual ~ShapeBody() = default;

  /// Its mass, bounds and sizes.
  const ShapeForm& form() const { return form_; }

  virtual std::size_t bytes() const = 0;
  virtual Result<void> validate() const = 0;
  /// `factor` times as large about the origin.
  virtual Result<Shape> scaled(double factor) const = 0;

  /// See Shape.
  virtual MeshView mesh_view() const { return {}; }
  virtual std::span<const CompoundPart> leaf_parts() const { return {}; }

 protected:
  ShapeForm form_;
};

}  // namespace glance::rooms::geom
