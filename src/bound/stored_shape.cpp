// Each shape begins with its kind, a byte. Then
//
//   flat cores   rounding, number of vertices, the vertices
//   curved ones  rounding, sizes, plane offset
//   meshes       solid, volume, builder, tiles; numbers of vertices and of triangles, the vertices,
//                and of each triangle its corners and the number that it was given by; if vertices
//                were moved, which the highest bit of the builder says, the tree
//                (bound/tree_stored)
//   compounds    volume, levels; number of leaf parts, and of each its pose and the number of its
//                shape; number of nodes, and of each its child and its leaf
//
// Flat cores are hulls of their vertices again, with the same features, since topology numbers them
// by the vertices alone. Trees of meshes are rebuilt, unless vertices were moved: then they are
// those of the mesh before.
// Tested in tests/unit/world/snapshot_test.cpp (Snapshot.ShapesOfEveryKindComeBackWithTheSameBits).
#include "geom/stored_shape.h"

#include <algorithm>

#include "bound/compound_body.h"
#include "bound/mesh_body.h"
#include "geom/shape_access.h"
#include "glance/tolerance.h"

namespace glance::rooms::bound {
namespace {

/// In the byte of the builder: vertices were moved.
constexpr std::uint8_t kMoved = 0x80;

void put_mesh(const Shape& shape, ByteWriter& out) {
  const MeshView mesh = shape.mesh_view();
  const MeshBody& body = mesh_of(shape);
  const MeshOptions& options = body.options();
  out.put(mesh.solid);
  out.put(static_cast<std::uint8_t>(mesh.volume));
  out.put(static_cast<std::uint8_t>(static_cast<std::uint8_t>(options.builder) |
                                    (body.is_moved() ? kMoved : 0)));
  out.put(options.tiles);
  out.put(static_cast<std::uint32_t>(mesh.vertices.size()));
  out.put(static_cast<std::uint32_t>(mesh.triangles.size()));
  for (const Vec3& v : mesh.vertices) out.put(v);
  for (std::size_t i = 0; i < mesh.triangles.size(); i++) {
    for (const std::uint32_t v : mesh.triangles[i]) out.put(v);
    out.put(mesh.given[i]);
  }
  if (body.is_moved()) body.tree().put(out);
}

Result<Shape> get_mesh(ByteReader& in) {
  MeshOptions options;
  options.solid = in.get_bool();
  options.volume = in.get_enum(VolumeKind::kdop26);
  const auto builder = in.get<std::uint8_t>();
  const bool moved = (builder & kMoved) != 0;
  options.builder = static_cast<TreeBuilder>(builder & ~kMoved);
  options.tiles = in.get_double();
  const auto vertex_count = in.get<std::uint32_t>(), triangle_count = in.get<std::uint32_t>();
  if (options.volume == VolumeKind::automatic || options.builder > TreeBuilder::median ||
      !(options.tiles >= 1 && options.tiles <= kMaxTiles)) {
    return fail(ErrorCode::bad_data, "a mesh with a tree that does not exist");
  }
  if (!in.fits(vertex_count, 3 * sizeof(double)))
    return fail(ErrorCode::bad_data, "a mesh with too many vertices");
  TriMesh stored;
  stored.solid = options.solid;
  stored.vertices.resize(vertex_count);
  for (Vec3& v : stored.vertices) v = in.get_vec3();
  if (!in.fits(triangle_count, 4 * sizeof(std::uint32_t)) ||
      static_cast<double>(triangle_count) * options.tiles > static_cast<double>(kMaxTriangles)) {
    return fail(ErrorCode::bad_data, "a mesh with too many triangles");
  }
  stored.triangles.resize(triangle_count);
  stored.given.resize(triangle_count);
  for (std::size_t i = 0; i < triangle_count; i++) {
    for (std::uint32_t& v : stored.triangles[i]) v = in.get<std::uint32_t>();
    stored.given[i] = in.get<std::uint32_t>();
  }
  if (!in.ok()) return fail(ErrorCode::bad_data, "a mesh that ends too early");
  Result<TriMesh> mesh = TriMesh::restore(std::move(stored), moved);
  if (!mesh) return fail(mesh.error());
  if (!moved) {
    return shape_of(ShapeKind::mesh, std::make_shared<MeshBody>(*std::move(mesh), options));
  }
  Result<VolumeTree> tree = VolumeTree::restore(in, *mesh, options);
  if (!tree) return fail(tree.error());
  return shape_of(ShapeKind::mesh,
                  std::make_shared<MeshBody>(*std::move(mesh), options, *std::move(tree)));
}

Result<Shape> get_compound(ByteReader& in, std::span<const Shape> before) {
  const auto volume = in.get_enum(PartVolume::sphere);
  const auto levels = in.get<std::uint32_t>();
  const auto count = in.get<std::uint32_t>();
  if (!in.fits(count, 12 * sizeof(double)))
    return fail(ErrorCode::bad_data, "a compound of too many parts");
  std::vector<CompoundPart> leaves;
  leaves.reserve(count);
  for (std::uint32_t i = 0; i < count; i++) {
    const Result<Pose> pose = get_pose(in);
    const auto shape = in.get<std::uint32_t>();
    if (!in.ok() || !pose || shape >= before.size())
      return fail(ErrorCode::bad_data, "a compound of no such part");
    leaves.push_back({before[shape], *pose});
  }
  const auto nodes = in.get<std::uint32_t>();
  if (!in.fits(nodes, 2 * sizeof(std::uint32_t)))
    return fail(ErrorCode::bad_data, "a compound of too many levels");
  std::vector<PartLink> links(nodes);
  for (PartLink& link : links) {
    link.child = in.get<std::uint32_t>();
    link.leaf = in.get<std::uint32_t>();
  }
  if (levels > kMaxCompoundLevels)
    return fail(ErrorCode::bad_data, "a compound of too many levels");
  return CompoundBody::restore(leaves, links, volume, static_cast<int>(levels));
}

}  // namespace
}  // namespace glance::rooms::bound

namespace glance::rooms::geom {
using namespace rooms::bound;

void put_pose(const Pose& pose, ByteWriter& out) {
  for (int k = 0; k < 3; k++) out.put(pose.rotation().row(k));
  out.put(pose.translation());
}

Result<Pose> get_pose(ByteReader& in) {
  Mat3 rotation;
  for (int k = 0; k < 3; k++) rotation.set_row(k, in.get_vec3());
  const Vec3 translation = in.get_vec3();
  return Pose::make(rotation, translation);
}

std::uint32_t ShapeStore::add(const Shape& shape) {
  if (const auto known = numbers_.find(shape.identity()); known != numbers_.end()) {
    return known->second;
  }
  if (shape.kind() == ShapeKind::compound) {
    for (const CompoundPart& part : shape.leaf_parts()) add(part.shape);
  }
  put(shape);
  const std::uint32_t number = count();
  numbers_.emplace(shape.identity(), number);
  return number;
}

void ShapeStore::put(const Shape& shape) {
  out_.put(static_cast<std::uint8_t>(shape.kind()));
  if (shape.kind() == ShapeKind::mesh) return put_mesh(shape, out_);
  if (shape.kind() == ShapeKind::compound) {
    const CompoundBody& body = compound_of(shape);
    out_.put(static_cast<std::uint8_t>(body.volume()));
    out_.put(static_cast<std::uint32_t>(body.levels()));
    out_.put(static_cast<std::uint32_t>(body.leaf_parts().size()));
    for (const CompoundPart& leaf : body.leaf_parts()) {
      put_pose(leaf.pose, out_);
      out_.put(numbers_.at(leaf.shape.identity()));
    }
    out_.put(static_cast<std::uint32_t>(body.nodes().size()));
    for (const PartNode& node : body.nodes()) {
      out_.put(node.child);
      out_.put(node.leaf);
    }
    return;
  }
  out_.put(shape.rounding());
  if (shape.has_flat_core()) {
    out_.put(static_cast<std::uint32_t>(shape.vertex_count()));
    for (const Vec3& v : shape.vertices()) out_.put(v);
  } else {
    out_.put(shape.sizes());
    out_.put(shape.plane_offset());
  }
}

Result<Shape> get_shape(ByteReader& in, std::span<const Shape> before) {
  const auto number = in.get<std::uint8_t>();
  if (number >= kShapeKinds) return fail(ErrorCode::bad_data, "no such kind of shape");
  const auto kind = static_cast<ShapeKind>(number);
  if (kind == ShapeKind::mesh) return get_mesh(in);
  if (kind == ShapeKind::compound) return get_compound(in, before);
  const double rounding = in.get_double();
  std::vector<Vec3> vertices;
  Vec3 sizes = Vec3::zero();
  double offset = 0;
  if (kind < ShapeKind::cylinder) {
    const auto count = in.get<std::uint32_t>();
    if (!in.fits(count, 3 * sizeof(double)))
      return fail(ErrorCode::bad_data, "a shape has too many vertices");
    vertices.resize(count);
    for (Vec3& v : vertices) v = in.get_vec3();
  } else {
    sizes = in.get_vec3();
    offset = in.get_double();
  }
  if (!in.ok()) return fail(ErrorCode::bad_data, "a shape that ends too early");
  return restore_shape(kind, vertices, sizes, offset, rounding);
}

}  // namespace glance::rooms::geom
