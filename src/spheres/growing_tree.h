// A sphere-tree of a mesh or a compound that grows in small steps, in what is left of frames under
// a budget (docs/design/sphere_trees.md). It begins as the sphere around the body and is right
// after every step: its leaves cover the surface. Those of a solid mesh leave a hollow in which
// another body could hide (covers_inside).
//
// In place of fitted spheres, which take up to seconds: the pieces of the body (triangles, convex
// parts) become balls, and a set of balls is halved again and again across its longest side. The
// number of balls that a step examines is limited, whatever the body is.
//
// Nodes are only added: a leaf gets children, and nothing else changes. So a search through the
// tree stays right while it grows (SphereHits).
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "glance/shape.h"
#include "glance/sphere_tree.h"
#include "rooms.h"

namespace glance::rooms::spheres {

class GrowingTree {
 public:
  /// Meshes and compounds. Not convex bodies: an exact answer about two of them takes less than
  /// their trees would.
  static bool can_grow(const Shape& shape) {
    return shape.kind() == ShapeKind::compound || shape.kind() == ShapeKind::mesh;
  }
  /// Whether all of the body is within the spheres: not the inside of a solid mesh.
  bool covers_inside() const {
    return shape_.kind() == ShapeKind::compound || !shape_.mesh_view().solid;
  }

  /// Of a shape that can grow, with about as many leaves as a built tree of so many levels has.
  GrowingTree(const Shape& shape, int levels);

  bool is_complete() const { return stage_ == Stage::complete; }
  /// Returns the work done, in units of a budget: at most about kMostUnits. Not to be called once
  /// the tree is complete.
  std::uint32_t step();
  /// So far. A tree of the same shape and levels is the same after as many.
  std::uint32_t steps() const { return steps_; }

  /// They stay where they are in memory while steps add to them.
  std::span<const SphereNode> nodes() const { return nodes_; }
  std::size_t bytes() const;

  static constexpr std::uint32_t kMostUnits = 1024;

 private:
  /// Holds a piece of the body. Lengths in the frame of the shape.
  struct Ball {
    Vec3 center = Vec3::zero();
    double radius = 0;
    double reach = 0;  ///< a point of the body is no farther from the center
    double depth = 0;  ///< a ball of this radius about the center lies within the body
  };
  /// What a node holds: balls from `first` on, with their centers in a box.
  struct Holding {
    std::uint32_t first = 0, count = 0;
    Aabb box = {};
  };
  enum class Stage : std::uint8_t {
    balls,      ///< pieces become balls
    partition,  ///< those of a node are put in order: below and above its middle
    boxes,      ///< around the centers of each half
    spheres,    ///< around all of each half
    release,    ///< the balls are not needed any more
    complete,
  };

  // Each goes on with its pass by so many units at most, about, and returns what it took.

  std::uint32_t make_balls(std::uint32_t most);
  std::uint32_t partition(std::uint32_t most);
  std::uint32_t measure_boxes(std::uint32_t most);
  std::uint32_t measure_spheres(std::uint32_t most);
  std::uint32_t release(std::uint32_t most);

  Ball around_triangle(std::uint32_t number) const;
  Ball around_part(std::uint32_t number) const;
  /// Goes on with the next node that can be divided, if any.
  void begin_division();
  void finish_division();
  /// Of the balls of the node that is being divided.
  std::uint32_t end() const { return holds_[node_].first + holds_[node_].count; }

  Shape shape_;
  Stage stage_ = Stage::balls;
  std::uint32_t pieces_ = 0;  ///< triangles, or parts: each of them is within one ball
  std::uint32_t steps_ = 0;
  std::size_t most_nodes_ = 1;
  std::vector<SphereNode> nodes_;
  std::vector<Holding> holds_;  ///< of each node
  std::deque<Ball> balls_;      ///< neither moved nor freed all at once, unlike a vector's
  std::uint32_t node_ = 0;      ///< that is being divided, or would be next
  std::uint32_t at_ = 0;        ///< where the present pass is

  // The division: balls before `split_` are below the middle, those from `high_` on above.
  int axis_ = 0;
  double middle_ = 0;
  std::uint32_t split_ = 0, high_ = 0;
  Holding halves_[2];
  SphereNode spheres_[2];
};

}  // namespace glance::rooms::spheres
