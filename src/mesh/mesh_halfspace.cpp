// Tested in tests/property/meshes_test.cpp (Meshes.AgainstEveryConvexKind).
#include "mesh/mesh_halfspace.h"

#include <array>

#include "base/work_limit.h"

namespace glance::rooms::mesh {

void search_halfspace(const MeshQuestion& question, LeafGoal& goal) {
  const bool mesh_first = question.a.mesh != nullptr;
  const MeshSide& mesh = mesh_first ? question.a : question.b;
  const MeshSide& plane = mesh_first ? question.b : question.a;
  QueryWork& work = goal.answer.work;
  const VolumeTree& tree = mesh.mesh->boxes();
  const TreeNode* nodes = tree.topology().nodes.data();
  const BoxVolume* boxes = tree.volumes<BoxVolume>().data();
  const TreeFrame& frame = tree.frame();

  // Heights above the plane of points in the tree's frame, in the unit of the shapes.
  const Vec3 normal = multiply(plane.pose.rotation(), plane.shape.sizes());
  const Vec3 direction = multiply_transposed(mesh.pose.rotation(), normal) * frame.unit;
  const Vec3 between = mesh.pose.translation() - plane.pose.translation();
  const Vec3 origin = multiply(mesh.pose.rotation(), frame.origin);
  const double offset = plane.shape.plane_offset();
  const double height = dot(normal, between + origin) - offset - plane.shape.rounding();
  // Each step is off by a few 2^-53 of its operands.
  const double slack = 0x1p-46 * (one_norm(between) + one_norm(frame.origin) + std::fabs(offset) +
                                  plane.shape.rounding() + 4 * frame.unit);
  // Half-spaces have normals of unit length up to rounding and rotations stretch little: a height
  // below zero, or above by this much less, is sure.
  const double shrink = 1 / (1 + 4 * rotation_error(plane.pose.rotation()) + 0x1p-46);
  // The goal's limit is in the unit of A's frame, which of a half-space is any.
  const double unit = question.unit;
  const auto lowest = [&](std::uint32_t node) {
    work.volume_tests++;
    spend_work(1);
    const BoxVolume& box = boxes[node];
    double low = height - slack;
    for (int k = 0; k < 3; k++) {
      low += direction[k] * box.center[k] - std::fabs(direction[k]) * box.half[k];
    }
    return low > 0 ? low * shrink / unit : 0;
  };
  struct Waiting {
    std::uint32_t node;
    double low;
  };
  // Nearer child first. One node waits per level, and trees are no deeper than the stack
  // (bound/tree_build).
  std::array<Waiting, 96> stack;
  int top = 0;
  stack[top++] = {0, lowest(0)};
  while (top > 0) {
    const Waiting now = stack[--top];
    if (now.low > goal.limit()) continue;
    const TreeNode& node = nodes[now.node];
    if (node.is_leaf()) {
      work.primitive_tests++;
      if (mesh_first ? goal.visit(node.child, 0) : goal.visit(0, node.child)) return;
      continue;
    }
    const Waiting first{node.child, lowest(node.child)},
        second{node.second(), lowest(node.second())};
    const bool swap = second.low < first.low;
    stack[top++] = swap ? first : second;
    stack[top++] = swap ? second : first;
  }
}

}  // namespace glance::rooms::mesh
