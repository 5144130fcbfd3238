// What pairs need of meshes and frames under a budget do not wait for (bound/mesh_parts.h): who
// lacks what, what World::prepare makes, and how it is stored.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "bound/mesh_body.h"
#include "world/bodies.h"

namespace glance::rooms::world {

/// A mesh is a body itself, or a leaf part of a compound.
struct PartNeed {
  std::uint32_t body = 0, leaf = 0;
  MeshPart part = MeshPart::flat;
};

/// The mesh of a leaf; null if there is none.
const MeshBody* mesh_at(const Shape& shape, std::uint32_t leaf);

/// Calls f with each mesh of a body.
template <class F>
void for_each_mesh(const Shape& shape, F&& f) {
  if (shape.kind() == ShapeKind::mesh) return f(mesh_of(shape));
  for (const CompoundPart& part : shape.leaf_parts()) {
    if (part.shape.kind() == ShapeKind::mesh) f(mesh_of(part.shape));
  }
}

/// Where that mesh is among two bodies.
std::optional<PartNeed> need_of(const Bodies& bodies, std::uint32_t a, std::uint32_t b,
                                const PartWatch::Missing& missing);

/// Makes whatever pairs of these bodies may need.
void make_all_parts(const Bodies& bodies, MadeParts& parts);
/// Forgets meshes that no body has any more, now and then.
void drop_unused_parts(const Bodies& bodies, MadeParts& parts);

/// What the meshes of a body have, with its scale and without: it may get that back.
void put_parts(const Bodies& bodies, std::uint32_t body, const MadeParts& parts, ByteWriter& out);
/// Makes it again. False if it cannot have been stored.
bool get_parts(ByteReader& in, const Bodies& bodies, std::uint32_t body, MadeParts& parts);

}  // namespace glance::rooms::world
