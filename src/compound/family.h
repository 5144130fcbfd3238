// Which family of queries answers for two bodies.
#pragma once

#include "glance/shape.h"
#include "rooms.h"

namespace glance::rooms::compound {

enum class Family : std::uint8_t {
  convex,    ///< both are: the solvers below
  mesh,      ///< a mesh among them, and no compound: mesh_query
  compound,  ///< at least one compound: compound_query
};

inline Family family_of(const Shape& a, const Shape& b) {
  const auto either = [&](ShapeKind kind) { return a.kind() == kind || b.kind() == kind; };
  if (either(ShapeKind::compound)) return Family::compound;
  return either(ShapeKind::mesh) ? Family::mesh : Family::convex;
}

}  // namespace glance::rooms::compound
