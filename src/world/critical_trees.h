// The sphere-trees of bodies: those that World::prepare has built, and for other meshes and
// compounds those that grow step by step in what is left of frames. A body without either has the
// sphere around it. A tree belongs to a shape before its scale, whatever that is.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "glance/sphere_tree.h"
#include "glance/world.h"
#include "rooms.h"
#include "spheres/growing_tree.h"

namespace glance::rooms::world {

class Bodies;

/// The nodes of a body's tree, and what their lengths are multiplied by. None of half-spaces, and
/// of bodies that bend.
struct BodySpheres {
  std::span<const SphereNode> nodes;
  double scale = 1;
  bool covers_inside = true;
  bool is_own = false;    ///< not of a tree: the sphere around this body
  bool can_grow = false;  ///< its tree is not complete

  explicit operator bool() const { return !nodes.empty(); }
  Vec3 center(std::uint32_t number) const { return nodes[number].center * scale; }
  double radius(std::uint32_t number) const { return nodes[number].radius * scale; }
  /// Of one body whose shape is the same. (Where its own sphere is in memory may have changed; and
  /// a tree that has grown is the same, since numbers of nodes stay what they are.)
  bool is_same(const BodySpheres& other) const {
    if (is_own || other.is_own) return is_own == other.is_own;
    return nodes.data() == other.nodes.data() && scale == other.scale;
  }
};

class CriticalTrees {
 public:
  /// Trees with other options are gone; true if the options are other ones.
  bool use(const SphereTreeOptions& options);

  /// Builds the tree of a body's shape, unless it is there. One that grows is replaced.
  void prepare(const Bodies& bodies, std::uint32_t body);
  /// Begins a tree of a body's shape with its root, unless there is one or it has none that grows.
  void begin(const Bodies& bodies, std::uint32_t body);
  /// One step of the tree that a body's shape has begun: the units that it took, 0 if it is
  /// complete.
  std::uint32_t grow(const Bodies& bodies, std::uint32_t body);
  /// Whether any grew since the last call: nodes that `of` gave are more now.
  bool take_growth() { return std::exchange(has_grown_, false); }
  /// Of a body as it is, in no time: its tree, or the sphere around it, for which there is room in
  /// `sphere`.
  BodySpheres of(const Bodies& bodies, std::uint32_t body, SphereNode& sphere) const;

  /// The shape is changed part by part: a tree a frame would cost too much.
  void note_deformed(BodyId id) { deformed_.insert(id); }
  bool is_deformed(BodyId id) const { return deformed_.contains(id); }
  /// Whether a body has a tree that was built.
  bool has(const Bodies& bodies, std::uint32_t body) const;
  /// Of a tree that was begun: its steps so far.
  std::optional<std::uint32_t> steps(const Bodies& bodies, std::uint32_t body) const;
  /// For restoring: begins it and repeats its steps. False if it cannot have made so many.
  bool repeat(const Bodies& bodies, std::uint32_t body, std::uint32_t steps);
  const SphereTreeOptions& options() const { return options_; }

  /// Whether most of them are of shapes that no body has any more.
  bool are_too_many(const Bodies& bodies) const;
  /// Drops those, but for trees whose nodes are `remembered`.
  void drop_unused(const Bodies& bodies, const std::unordered_set<const SphereNode*>& remembered);
  std::size_t bytes() const;

 private:
  struct ShapeTree {
    Shape shape;  ///< so that no other takes its place
    SphereTree tree;
  };

  bool has_none(const Bodies& bodies, std::uint32_t body) const;

  // By the identity of the shape.
  std::unordered_map<const void*, ShapeTree> trees_;
  std::unordered_map<const void*, GrowingTree> growing_;
  bool has_grown_ = false;
  SphereTreeOptions options_;
  std::set<BodyId> deformed_;
};

}  // namespace glance::rooms::world
