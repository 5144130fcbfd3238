// Tested in tests/unit/bound/mesh_parts_test.cpp (MeshParts).
#include "world/part_needs.h"

#include "geom/shape_body.h"

namespace glance::rooms::world {
namespace {

bool is_mesh(const Shape& shape) { return shape.kind() == ShapeKind::mesh; }

void make_part(const MeshBody& mesh, MeshPart part, MadeParts& parts) {
  while (const std::optional<MeshPart> missing = parts.missing(mesh, part)) {
    // A part may be made from another one, which then comes first.
    mesh.make(*missing);
    parts.add(mesh, *missing);
  }
}

/// The meshes of a body, and those that it would have without its scale.
template <class F>
void for_each_size(const Bodies& bodies, std::uint32_t body, F&& f) {
  for_each_mesh(bodies.shape(body), f);
  if (bodies.scale(body) != 1) for_each_mesh(bodies.base_shape(body), f);
}

}  // namespace

const MeshBody* mesh_at(const Shape& shape, std::uint32_t leaf) {
  if (is_mesh(shape)) return leaf == 0 ? &mesh_of(shape) : nullptr;
  const std::span<const CompoundPart> parts = shape.leaf_parts();
  return leaf < parts.size() && is_mesh(parts[leaf].shape) ? &mesh_of(parts[leaf].shape) : nullptr;
}

std::optional<PartNeed> need_of(const Bodies& bodies, std::uint32_t a, std::uint32_t b,
                                const PartWatch::Missing& missing) {
  for (const std::uint32_t body : {a, b}) {
    const Shape& shape = bodies.shape(body);
    // Named by body and leaf, not by address: that can be stored, and still means the same mesh
    // after the next frame.
    const std::size_t leaves = is_mesh(shape) ? 1 : shape.leaf_parts().size();
    for (std::uint32_t leaf = 0; leaf < leaves; leaf++) {
      if (mesh_at(shape, leaf) == missing.mesh) return PartNeed{body, leaf, missing.part};
    }
  }
  return std::nullopt;
}

void make_all_parts(const Bodies& bodies, MadeParts& parts) {
  std::uint32_t kinds = 0;  // of volumes: two meshes are searched with those of one of them
  const auto each = [&](auto&& f) {
    for (std::uint32_t i = 0; i < bodies.capacity(); i++) {
      if (bodies.present(i)) for_each_mesh(bodies.shape(i), f);
    }
  };
  each([&](const MeshBody& mesh) { kinds |= 1u << static_cast<unsigned>(mesh.tree().kind()); });
  each([&](const MeshBody& mesh) {
    make_part(mesh, MeshPart::flat, parts);
    make_part(mesh, MeshPart::hull, parts);
    if (mesh.may_be_convex()) make_part(mesh, MeshPart::convex, parts);
    make_part(mesh, mesh.has_tiles() ? MeshPart::whole_boxes : MeshPart::aabb_tree, parts);
    // Only solids are asked what is inside of them, which depends on whether their surface meets
    // itself.
    if (mesh.mesh().solid) make_part(mesh, MeshPart::simple, parts);
    // Two meshes with different volumes are searched with those of the first: each mesh may need
    // all kinds that occur.
    for (unsigned kind = 1; kind < 7; kind++) {
      if (kinds >> kind & 1) make_part(mesh, tree_part(static_cast<VolumeKind>(kind)), parts);
    }
  });
}

void drop_unused_parts(const Bodies& bodies, MadeParts& parts) {
  // Not in every frame: it takes a pass over all bodies.
  if (!parts.are_many()) return;
  std::unordered_set<std::uint64_t> used;
  for (std::uint32_t i = 0; i < bodies.capacity(); i++) {
    if (!bodies.present(i)) continue;
    for_each_size(bodies, i, [&](const MeshBody& mesh) {
      used.insert({mesh.number_of(MeshPart::flat), mesh.number_of(MeshPart::hull)});
    });
  }
  parts.keep(used);
}

void put_parts(const Bodies& bodies, std::uint32_t body, const MadeParts& parts, ByteWriter& out) {
  for_each_size(bodies, body, [&](const MeshBody& mesh) {
    std::uint16_t bits = 0;
    for (int part = 0; part < kMeshParts; part++) {
      if (parts.has(mesh, static_cast<MeshPart>(part)))
        bits |= static_cast<std::uint16_t>(1 << part);
    }
    out.put(bits);
  });
}

bool get_parts(ByteReader& in, const Bodies& bodies, std::uint32_t body, MadeParts& parts) {
  // Parts are made again, not read: they follow from the mesh.
  bool good = true;
  for_each_size(bodies, body, [&](const MeshBody& mesh) {
    const auto bits = in.get<std::uint16_t>();
    good = good && in.ok() && bits < 1u << kMeshParts;
    for (int part = 0; good && part < kMeshParts; part++) {
      if ((bits >> part & 1) == 0) continue;
      mesh.make(static_cast<MeshPart>(part));
      parts.add(mesh, static_cast<MeshPart>(part));
    }
  });
  return good;
}

}  // namespace glance::rooms::world
