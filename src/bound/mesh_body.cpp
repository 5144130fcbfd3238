// Tested in tests/unit/bound/volume_tree_test.cpp (VolumeTree.FollowsItsVertices).
#include "bound/mesh_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <utility>
#include "base/stopwatch.h"
#include "base/work_limit.h"
#include "bound/self_contact.h"
#include "geom/shape_access.h"
#include "geom/tri_mesh.h"
#include "glance/tolerance.h"

namespace glance::rooms::bound {
namespace {

/// Patches of fewer triangles are not worth asking about: a pair of triangles takes as long.
constexpr std::uint32_t kLargePatch = 4;

FlatParts find_flat_parts(const TriMesh& mesh, const TreeTopology& tree) {
  FlatParts flat{FlatPatches::of(mesh), std::vector<std::uint32_t>(tree.nodes.size()), false};
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {  // children stand after their parents
    const TreeNode& node = tree.nodes[i];
    if (!node.is_leaf()) {
      const std::uint32_t first = flat.of_node[node.child], second = flat.of_node[node.second()];
      flat.of_node[i] = first == second ? first : FlatParts::kMixed;
      continue;
    }
    const std::uint32_t patch = flat.patches.of_triangle[tree.items[node.child]];
    const bool large = flat.patches.patches[patch].triangles >= kLargePatch;
    flat.of_node[i] = large ? patch : FlatParts::kMixed;
    flat.has_large |= large;
  }
  return flat;
}

/// Vertices are in one piece if triangles lead from one to the other.
std::vector<std::uint32_t> find_pieces(const TriMesh& mesh) {
  std::vector<std::uint32_t> leader(mesh.vertices.size());
  for (std::uint32_t i = 0; i < leader.size(); i++) leader[i] = i;
  const auto find = [&](std::uint32_t v) {
    while (leader[v] != v) v = leader[v] = leader[leader[v]];
    return v;
  };
  for (const Triangle& t : mesh.triangles) {
    for (int k = 1; k < 3; k++) {
      const std::uint32_t p = find(t[0]), q = find(t[static_cast<std::size_t>(k)]);
      leader[std::max(p, q)] = std::min(p, q);
    }
  }
  std::vector<std::uint32_t> firsts;
  for (std::uint32_t i = 0; i < leader.size(); i++) {
    if (leader[i] == i) firsts.push_back(i);
  }
  return firsts;
}

}  // namespace

MeshBody::MeshBody(TriMesh mesh, const MeshOptions& options)
    : mesh_(std::move(mesh)), options_(options) {
  options_.volume = chosen_volume(options.volume);
  form_ = mesh_.measure();
  may_be_convex_ = geom::may_be_convex(mesh_);
  piece_vertices_ = find_pieces(mesh_);
  Stopwatch watch;
  tree_ = VolumeTree(mesh_, options);
  build_seconds_ = watch.lap();
}

MeshBody::MeshBody(TriMesh mesh, const MeshBody& other, bool similar)
    : mesh_(std::move(mesh)),
      options_(other.options_),
      tree_(other.tree_),
      is_moved_(true),
      piece_vertices_(other.piece_vertices_) {
  if (similar) surface_ = other.surface_;
  form_ = mesh_.measure();
  may_be_convex_ = geom::may_be_convex(mesh_);
  tree_.refit(mesh_);
}

MeshBody::MeshBody(TriMesh mesh, const MeshOptions& options, VolumeTree fitted)
    : mesh_(std::move(mesh)),
      options_(options),
      tree_(std::move(fitted)),
      is_moved_(true),
      piece_vertices_(find_pieces(mesh_)) {
  form_ = mesh_.measure();
  may_be_convex_ = geom::may_be_convex(mesh_);
}

std::uint64_t MeshBody::next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

namespace {

/// Whether what is made counts as work.
constinit thread_local bool making_is_work = false;

/// On first need.
template <class Make>
void make_once(std::once_flag& made, Make make) {
  std::call_once(made, [&] {
    const PartWatch::Pause pause;
    std::optional<UncountedWork> uncounted;
    if (!making_is_work) uncounted.emplace();
    make();
  });
}

}  // namespace

const VolumeTree& MeshBody::tree(VolumeKind kind) const {
  if (kind == tree_.kind()) return tree_;
  PartWatch::pass(*this, tree_part(kind));
  OtherTree& other = others_[static_cast<std::size_t>(kind)];
  make_once(other.made, [&] { other.tree = VolumeTree(mesh_, tree_, kind); });
  return other.tree;
}

const Shape& MeshBody::hull() const {
  PartWatch::pass(*this, MeshPart::hull);
  make_once(hull_made_, [&] { hull_ = *Shape::hull(mesh_.vertices); });
  return *hull_;
}

const ConvexSurface* MeshBody::convex() const {
  if (!may_be_convex_) return nullptr;
  PartWatch::pass(*this, MeshPart::convex);
  make_once(convex_known_, [&] {
    SurfaceFault fault;
    convex_ = find_convex_surface(mesh_, fault, [&] { return hull(); });
  });
  return convex_ ? &*convex_ : nullptr;
}

const ConvexSurface* MeshBody::convex_unless_refused() const {
  const bool refused = may_be_convex_ && PartWatch::would_refuse(*this, MeshPart::convex);
  return refused ? nullptr : convex();
}

const FlatParts& MeshBody::flat() const {
  PartWatch::pass(*this, MeshPart::flat);
  Surface& surface = *surface_;
  make_once(surface.flat_made, [&] { surface.flat = find_flat_parts(mesh_, tree_.topology()); });
  return surface.flat;
}

bool MeshBody::is_simple() const {
  PartWatch::pass(*this, MeshPart::simple);
  Surface& surface = *surface_;
  make_once(surface.simple_known,
            [&] { surface.simple = !meets_itself(mesh_, flat().patches, boxes()); });
  return surface.simple;
}

const VolumeTree& MeshBody::boxes() const {
  if (!has_tiles()) return tree(VolumeKind::aabb);
  PartWatch::pass(*this, MeshPart::whole_boxes);
  OtherTree& plain = others_[0];
  make_once(plain.made, [&] {
    plain.tree = VolumeTree(mesh_, {.volume = VolumeKind::aabb, .builder = options_.builder});
  });
  return plain.tree;
}

void MeshBody::make(MeshPart part) const {
  const PartWatch::Pause pause;
  struct Counted {
    bool before = std::exchange(making_is_work, true);
    ~Counted() { making_is_work = before; }
  } counted;
  switch (part) {
    case MeshPart::flat: flat(); return;
    case MeshPart::simple: is_simple(); return;
    case MeshPart::hull: hull(); return;
    case MeshPart::convex: convex(); return;
    case MeshPart::whole_boxes: boxes(); return;
    default: break;
  }
  const int kind = static_cast<int>(part) - static_cast<int>(MeshPart::whole_boxes);
  tree(static_cast<VolumeKind>(kind));
}

std::size_t MeshBody::bytes() const { return sizeof(*this) + mesh_.bytes() + tree_.bytes(); }

Result<void> MeshBody::validate() const { return tree_.validate(mesh_); }

Result<Shape> MeshBody::scaled(double factor) const { return scaled(factor, false); }
Result<Shape> MeshBody::scaled_alike(double factor) const { return scaled(factor, true); }

Result<Shape> MeshBody::scaled(double factor, bool alike) const {
  std::vector<Vec3> moved(mesh_.vertices);
  int exponent = 0;
  bool exact = alike && std::frexp(factor, &exponent) == 0.5;
  for (Vec3& v : moved) {
    const Vec3 before = v;
    v *= factor;
    exact = exact && v / factor == before;
  }
  Result<TriMesh> mesh = mesh_.with_vertices(moved);
  if (!mesh) return fail(mesh.error());
  return shape_of(ShapeKind::mesh, std::make_shared<MeshBody>(*std::move(mesh), *this, exact));
}

MeshView MeshBody::mesh_view() const {
  return {mesh_.vertices, mesh_.triangles, mesh_.given, mesh_.solid, tree_.kind()};
}

}  // namespace glance::rooms::bound

namespace glance {
using namespace rooms::bound;

Result<Shape> Shape::mesh(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                          const MeshOptions& options, MeshReport* report) {
  if (!(options.tiles >= 1 && options.tiles <= kMaxTiles)) {
    return fail(fmt::format("tiles must be from 1 to {}, not {}", kMaxTiles, options.tiles));
  }
  if (static_cast<double>(triangles.size()) * options.tiles > static_cast<double>(kMaxTriangles)) {
    return fail(ErrorCode::out_of_range,
                fmt::format("{} triangles are too many: a mesh has at most {}", triangles.size(),
                            kMaxTriangles));
  }
  MeshReport own;
  Result<TriMesh> mesh = TriMesh::make(vertices, triangles, options.solid, report ? *report : own);
  if (!mesh) return fail(mesh.error());
  return shape_of(ShapeKind::mesh, std::make_shared<MeshBody>(*std::move(mesh), options));
}

Result<Shape> Shape::with_vertices(std::span<const Vec3> vertices) const {
  if (kind_ != ShapeKind::mesh)
    return fail(ErrorCode::unsupported, "only a mesh has vertices that can be moved");
  const MeshBody& body = mesh_of(*this);
  Result<TriMesh> mesh = body.mesh().with_vertices(vertices);
  if (!mesh) return fail(mesh.error());
  return shape_of(ShapeKind::mesh, std::make_shared<MeshBody>(*std::move(mesh), body));
}

}  // namespace glance
