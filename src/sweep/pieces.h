// The convex pieces of a body that is not convex, and spheres around more and more of them: what
// the search for their time of impact walks over. Parts of compounds are divided as far as the
// search goes; a mesh has its tree.
//
// Not the tree of bound/compound_body, whose levels are those that the user nested: these spheres
// halve the parts by where their middles are, and only where the search comes to. Another order of
// parts would find another of two impacts at the same time.
#pragma once

#include <vector>

#include "glance/motion.h"
#include "glance/shape.h"
#include "math/motion_access.h"
#include "rooms.h"

namespace glance::rooms::sweep {

class Pieces {
 public:
  /// Both must outlive it. A convex body is one piece.
  Pieces(const Shape& body, const Motion& motion);

  /// A sphere that holds some pieces: some parts, or some triangles of one.
  struct Node {
    Vec3 centre = Vec3::zero();  ///< body frame
    double radius = 0;           ///< in the world: what a pose may stretch is in it
    /// From the motion's centre to this one in the world: arm + t * drift, turned with the body.
    Vec3 arm = Vec3::zero(), drift = Vec3::zero();
    Vec3 foot = Vec3::zero();            ///< of the arm on the axis, which does not turn
    double swing = 0;                    ///< how far from the foot it can be at any time
    double bend = 0;                     ///< bounds the acceleration of turning
    std::uint32_t first = 0, count = 1;  ///< of the parts, in the order in which they are divided
    std::uint32_t tree_node = 0;         ///< of one part that is a mesh
    std::uint32_t child = 0;             ///< the first of two; 0 while not divided
    bool is_piece = true;
    /// All of one part that is a mesh and exactly the surface of its hull. It is no piece, so it
    /// can be divided; but beside another whole part the hull may stand for it.
    bool is_hull = false;
  };
  /// Whether it is all of one part, and convex.
  bool is_whole(const Node& node) const {
    return node.is_hull || (node.is_piece && shape_at(node.first).is_convex());
  }
  const Node& node(std::uint32_t n) const { return nodes_[n]; }

  /// Where the centre of a node is at a time, seen from the motion's centre, and how fast it moves
  /// about that.
  struct Place {
    Vec3 at, velocity;
  };
  Place place(const Node& node, double time) const;
  /// How the centre of a node moves, and how far that may be off.
  Motion motion_of(const Node& node) const { return part_motion(motion_, pose_of(node)); }
  double error_of(const Node& node) const { return part_error(motion_, pose_of(node)); }
  /// The first of its two halves; the other follows it. Not of a piece. Makes references invalid.
  std::uint32_t divide(std::uint32_t n);

  /// One convex piece, and how it moves.
  struct Piece {
    Shape shape;
    Motion motion;
    double error = 0;  ///< how far that may be off
    SubShape sub;
    const Pose* pose = nullptr;  ///< in the body, of a part of a compound, if without doubt
    /// The part whose hull this is; null if it is none.
    const Shape* mesh = nullptr;
  };
  /// Of a piece, or a hull.
  Piece piece(const Node& node) const;

  bool is_halfspace() const { return body_.kind() == ShapeKind::halfspace; }
  /// Whether a piece has a curved core.
  bool is_curved() const;

 private:
  struct Ball {
    Vec3 centre;
    double radius;
  };
  /// The part at a place of the order; of a body without parts itself.
  const Shape& shape_at(std::uint32_t place) const {
    return parts_.empty() ? body_ : parts_[order_[place]].shape;
  }
  /// (In the midst of the body, so within range.)
  static Pose pose_of(const Node& node) { return Pose::make(node.centre).value_or(Pose()); }
  void set_turning(Node& node) const;
  Ball part_ball(std::uint32_t place) const;
  Ball tree_ball(std::uint32_t place, std::uint32_t tree_node) const;
  Ball placed(std::uint32_t place, const Vec3& centre, double radius, double error) const;
  Node make_node(std::uint32_t first, std::uint32_t count, std::uint32_t tree_node) const;
  void sort_parts(std::uint32_t first, std::uint32_t count, std::uint32_t half);

  const Shape& body_;
  const Motion& motion_;
  std::span<const CompoundPart> parts_;  ///< of a compound
  std::vector<std::uint32_t> order_;     ///< their numbers
  std::vector<Node> nodes_;
  double speed_ = 0;          ///< angular
  Vec3 axis_ = Vec3::zero();  ///< unit
};

}  // namespace glance::rooms::sweep
