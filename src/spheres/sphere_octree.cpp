// O'Sullivan-Dingliana section 3.3.1: the smallest cube around the body, divided in eight again and
// again. A cell that holds some of the surface becomes a sphere around the cuboid that what it
// holds of the body fits in. Cells without surface are either empty, or hidden on all sides by
// others: both are left out.
// Tested in tests/unit/spheres/sphere_tree_test.cpp (SphereTree.CellsOfACube).
#include <algorithm>
#include <array>
#include <utility>

#include "spheres/sphere_pieces.h"
#include "spheres/sphere_tree_data.h"

namespace glance::rooms::spheres {
namespace {

/// Cells and cuboids smaller than this (length over unit) are not divided.
constexpr double kSmallestCell = 1e-9;

struct Cell {
  Vec3 lower = Vec3::zero();
  double side = 0;
  SpherePieces pieces;
  Aabb held;  ///< around the part of the body in it

  Vec3 corner(int i) const { return lower + side * Vec3(i & 1, i >> 1 & 1, i >> 2 & 1); }
};

class OctreeBuilder {
 public:
  OctreeBuilder(const SphereSurface& surface, const SphereField& field)
      : surface_(surface), field_(field) {
    for (const SurfacePart& part : surface.parts) widened_ |= part.pad() > 0;
  }

  SphereTreeData build(int levels) {
    data_.builder = SphereBuilder::octree;
    data_.covers_inside = true;
    Cell root;
    const Aabb& box = surface_.bounds;
    root.side = (box.upper - box.lower).max_component();
    root.lower = (box.lower + box.upper) / 2 - Vec3::constant(root.side / 2);
    root.pieces = SpherePieces::all(surface_);
    measure(root);
    std::vector<Cell> level, below;
    data_.nodes.push_back(node_of(root));
    level.push_back(std::move(root));
    std::uint32_t first = 0;
    for (int i = 1; i < levels && !level.empty(); i++) {
      const auto behind = static_cast<std::uint32_t>(data_.nodes.size());
      below.clear();
      std::uint32_t parent = first;
      for (Cell& cell : level) {
        std::vector<Cell> children = divide(cell);
        SphereNode& node = data_.nodes[parent];
        node.child = children.empty() ? 0 : static_cast<std::uint32_t>(data_.nodes.size());
        node.children = static_cast<std::uint32_t>(children.size());
        for (Cell& child : children) {
          SphereNode added = node_of(child);
          added.parent = parent;
          added.level = static_cast<std::uint32_t>(i);
          data_.nodes.push_back(added);
          below.push_back(std::move(child));
        }
        cell = {};
        parent++;
      }
      if (!below.empty()) data_.levels = i + 1;
      level.swap(below);
      first = behind;
    }
    return std::move(data_);
  }

 private:
  /// The octants that hold some of the surface; none if they are no tighter.
  std::vector<Cell> divide(Cell& cell) {
    for (;;) {
      if (cell.side < kSmallestCell || norm(cell.held.upper - cell.held.lower) < kSmallestCell) {
        return {};
      }
      std::vector<Cell> octants = octants_of(cell);
      if (octants.size() != 1) return octants;
      // A single one that holds the same is no new sphere: look closer.
      const Vec3 before = cell.held.upper - cell.held.lower;
      const Vec3 after = octants[0].held.upper - octants[0].held.lower;
      if (norm(after) < 0.999 * norm(before)) return octants;
      Cell inner = std::move(octants[0]);
      cell = std::move(inner);
    }
  }

  std::vector<Cell> octants_of(const Cell& cell) {
    std::array<Cell, 8> parts;
    for (int i = 0; i < 8; i++) {
      parts[static_cast<std::size_t>(i)].side = cell.side / 2;
      parts[static_cast<std::size_t>(i)].lower =
          cell.lower + cell.side / 2 * Vec3(i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    const Vec3 middle = cell.lower + Vec3::constant(cell.side / 2);
    std::array<SpherePieces, 2> x;
    cell.pieces.split(surface_, Vec3::unit_x(), middle.x(), widened_, x[0], x[1]);
    for (int i = 0; i < 2; i++) {
      std::array<SpherePieces, 2> y;
      x[i].split(surface_, Vec3::unit_y(), middle.y(), widened_, y[0], y[1]);
      for (int k = 0; k < 2; k++) {
        y[k].split(surface_, Vec3::unit_z(), middle.z(), widened_, parts[i + 2 * k].pieces,
                   parts[i + 2 * k + 4].pieces);
      }
    }
    std::vector<Cell> kept;
    for (Cell& part : parts) {
      if (part.pieces.empty()) {
        // Wholly inside or wholly outside.
        if (field_.inside(part.lower + Vec3::constant(part.side / 2))) data_.covers_inside = false;
      } else if (is_hidden(part)) {
        data_.covers_inside = false;
      } else if (measure(part)) {
        kept.push_back(std::move(part));
      }
    }
    return kept;
  }

  /// Whether the cell lies within one convex part, whose triangles are near it but not its surface.
  bool is_hidden(const Cell& cell) const {
    const std::uint32_t part = surface_.triangles[cell.pieces.pieces()[0].triangle].part;
    if (surface_.parts[part].pad() == 0) return false;
    for (const SpherePieces::Piece& piece : cell.pieces.pieces()) {
      if (surface_.triangles[piece.triangle].part != part) return false;
    }
    for (int i = 0; i < 8; i++) {
      if (field_.signed_distance_to(cell.corner(i), part) >= 0) return false;
    }
    return true;
  }

  /// False if it holds nothing after all: pads reach the box around the cell, not the cell.
  bool measure(Cell& cell) const {
    const Vec3 far = cell.corner(7);
    for (const SpherePieces::Piece& piece : cell.pieces.pieces()) {
      const double pad = surface_.parts[surface_.triangles[piece.triangle].part].pad();
      Aabb box;
      for (const Vec3& p : cell.pieces.corners(piece)) box.add(p);
      if (pad > 0) {
        box.lower = (box.lower - Vec3::constant(pad)).max(cell.lower);
        box.upper = (box.upper + Vec3::constant(pad)).min(far);
        if (!at_most(box.lower, box.upper)) continue;
      }
      cell.held.add(box.lower);
      cell.held.add(box.upper);
    }
    if (cell.held.empty()) return false;
    for (int i = 0; i < 8; i++) {
      const Vec3 corner = cell.corner(i);
      if (!cell.held.contains(corner) && field_.inside(corner)) cell.held.add(corner);
    }
    return true;
  }

  SphereNode node_of(const Cell& cell) const {
    const Vec3 diagonal = cell.held.upper - cell.held.lower;
    return make_node(surface_, field_, {cell.held.lower + diagonal / 2, norm(diagonal) / 2});
  }

  const SphereSurface& surface_;
  const SphereField& field_;
  bool widened_ = false;
  SphereTreeData data_;
};

}  // namespace

SphereTreeData build_octree(const SphereSurface& surface, const SphereField& field, int levels) {
  return OctreeBuilder(surface, field).build(levels);
}

}  // namespace glance::rooms::spheres
