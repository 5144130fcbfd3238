// A hierarchy of parts (I-COLLIDE section 3.4): see Shape::compound.
#pragma once

#include <vector>

#include "geom/shape_body.h"

namespace glance {

class CompoundBody final : public ShapeBody {
 public:
  std::size_t bytes() const override;
  Result<void> validate() const override;
  Result<Shape> scaled(double factor) const override;
  std::span<const CompoundPart> leaf_parts() const override { return leaves_; }

 private:
  std::vector<CompoundPart> leaves_;
};

/// Of a shape of kind `compound`.
inline const CompoundBody& compound_of(const Shape& shape) {
  return static_cast<const CompoundBody&>(*shape.body());
}

}  // namespace glance
