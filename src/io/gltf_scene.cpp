// Tested in tests/unit/io/gltf_test.cpp (Gltf.NodesPlaceMeshes).
#include "io/gltf_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

/// How far from 1 the length of a rotation's quaternion may be (dimensionless). Quaternions are
/// written with few digits; they are normalised here.
constexpr double kUnitSlack = 1e-3;

/// Where a node is, seen from its parent or from the scene.
struct Placement {
  Mat3 linear = Mat3::identity();
  Vec3 translation;
};

Placement product(const Placement& a, const Placement& b) {
  return {a.linear * b.linear, a.linear * b.translation + a.translation};
}

Mat3 rotation(double x, double y, double z, double w) {
  return {1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
          2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
          2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y)};
}

Result<Placement> placement(const tinygltf::Node& node, std::size_t number) {
  Placement place;
  if (const std::vector<double>& m = node.matrix; m.size() == 16) {  // column by column
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
      return damaged(
          fmt::format("the last row of the matrix of nodes[{}] is {} {} {} {}, not "
                      "0 0 0 1",
                      number, m[3], m[7], m[11], m[15]));
    }
    place.linear = Mat3::from_columns({m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]});
    place.translation = {m[12], m[13], m[14]};
    return place;
  }
  if (const std::vector<double>& q = node.rotation; q.size() == 4) {
    const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
    if (!(std::fabs(length - 1) <= kUnitSlack)) {
      return damaged(fmt::format("the rotation of nodes[{}] is a quaternion of length {}, not 1",
                                 number, length));
    }
    place.linear = rotation(q[0] / length, q[1] / length, q[2] / length, q[3] / length);
  }
  if (const std::vector<double>& s = node.scale; s.size() == 3) {
    place.linear = place.linear * Mat3::diagonal({s[0], s[1], s[2]});
  }
  if (const std::vector<double>& t = node.translation; t.size() == 3)
    place.translation = {t[0], t[1], t[2]};
  return place;
}

/// Whether nodes and their children are trees: then a walk from any node ends, and meets none
/// twice.
Result<std::vector<bool>> find_children(const std::vector<tinygltf::Node>& nodes) {
  std::vector<bool> is_child(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); i++) {
    for (const int child : nodes[i].children) {
      const auto c = static_cast<std::size_t>(child);
      if (c >= nodes.size())
        return damaged(fmt::format("nodes[{}] has the child nodes[{}] of {}", i, c, nodes.size()));
      if (is_child[c]) return damaged(fmt::format("nodes[{}] has two parents", c));
      is_child[c] = true;
    }
  }
  // Each node has one parent at most, so what cannot be reached from above is a ring.
  std::vector<std::size_t> open;
  std::size_t reached = 0;
  for (std::size_t i = 0; i < nodes.size(); i++) {
    if (!is_child[i]) open.push_back(i);
  }
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    reached++;
    for (const int child : nodes[at].children) open.push_back(static_cast<std::size_t>(child));
  }
  if (reached < nodes.size()) {
    return damaged(fmt::format("{} nodes are their own ancestors", nodes.size() - reached));
  }
  return is_child;
}

/// The nodes from which the walk begins.
Result<std::vector<std::size_t>> find_roots(const tinygltf::Model& model) {
  const Result<std::vector<bool>> is_child = find_children(model.nodes);
  if (!is_child) return fail(is_child.error());
  std::vector<std::size_t> roots;
  if (model.scenes.empty()) {
    if (model.defaultScene >= 0) {
      return damaged(fmt::format("the file shows scenes[{}] of none", model.defaultScene));
    }
    for (std::size_t i = 0; i < model.nodes.size(); i++) {
      if (!(*is_child)[i]) roots.push_back(i);
    }
    return roots;
  }
  const auto scene = static_cast<std::size_t>(std::max(model.defaultScene, 0));
  if (scene >= model.scenes.size()) {
    return damaged(fmt::format("the file shows scenes[{}] of {}", scene, model.scenes.size()));
  }
  std::vector<bool> is_root(model.nodes.size());
  for (const int root : model.scenes[scene].nodes) {
    const auto r = static_cast<std::size_t>(root);
    if (r >= model.nodes.size()) {
      return damaged(fmt::format("scenes[{}] shows nodes[{}] of {}", scene, r, model.nodes.size()));
    }
    if ((*is_child)[r] || is_root[r]) {
      return damaged(fmt::format("scenes[{}] shows nodes[{}], which {}", scene, r,
                                 is_root[r] ? "it showed before" : "is the child of another"));
    }
    is_root[r] = true;
    roots.push_back(r);
  }
  return roots;
}

}  // namespace

Result<std::vector<PlacedMesh>> placed_meshes(const tinygltf::Model& model) {
  std::vector<PlacedMesh> placed;
  if (model.nodes.empty() && model.scenes.empty()) {
    for (std::size_t i = 0; i < model.meshes.size(); i++)
      placed.push_back({i, nullptr, Mat3::identity(), {}});
    return placed;
  }
  const Result<std::vector<std::size_t>> roots = find_roots(model);
  if (!roots) return fail(roots.error());
  struct Open {
    std::size_t node;
    Placement parent;
  };
  std::vector<Open> open;  // the last one is next
  for (auto root = roots->rbegin(); root != roots->rend(); ++root) open.push_back({*root, {}});
  while (!open.empty()) {
    const Open at = open.back();
    open.pop_back();
    const tinygltf::Node& node = model.nodes[at.node];
    const Result<Placement> own = placement(node, at.node);
    if (!own) return fail(own.error());
    const Placement place = product(at.parent, *own);
    if (node.mesh >= 0) {
      const auto mesh = static_cast<std::size_t>(node.mesh);
      if (mesh >= model.meshes.size()) {
        return damaged(
            fmt::format("nodes[{}] shows meshes[{}] of {}", at.node, mesh, model.meshes.size()));
      }
      placed.push_back({mesh, &node, place.linear, place.translation});
    }
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child)
      open.push_back({static_cast<std::size_t>(*child), place});
  }
  return placed;
}

}  // namespace glance::rooms::io
