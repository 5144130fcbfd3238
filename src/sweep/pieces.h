// The convex pieces of a body that is not convex, and spheres around more and more of them: what
// the search for their time of impact walks over. Divided only as far as the search goes.
#pragma once

#include <optional>
#include <vector>

#include "glance/motion.h"
#include "glance/shape.h"

namespace glance {

class Pieces {
 public:
  /// Both must outlive it. A convex body is one piece.
  Pieces(const Shape& body, const Motion& motion);

  /// A sphere that holds some pieces.
  struct Node {
    Vec3 centre = Vec3::Zero();  ///< body frame
    double radius = 0;           ///< in the world: what a pose may stretch is in it
    Motion motion;               ///< of the centre
    double error = 0;            ///< how far that may be off
    std::uint32_t first = 0, count = 0;  ///< of the pieces
    std::uint32_t child = 0;             ///< the first of two; 0 while not divided

    bool is_piece() const { return count == 1; }
  };
  const Node& node(std::uint32_t n) const { return nodes_[n]; }
  /// The first of its two halves; the other follows it. Not of a piece. Makes references invalid.
  std::uint32_t divide(std::uint32_t n);

  /// One convex piece, and how it moves.
  struct Piece {
    Shape shape;
    Motion motion;
    double error = 0;  ///< how far that may be off
    SubShape sub;
  };
  Piece piece(const Node& node) const;

  bool is_halfspace() const { return body_.kind() == ShapeKind::halfspace; }
  /// Whether a piece has a curved core.
  bool is_curved() const;

 private:
  /// A part, and a triangle of it if it is a mesh.
  struct Item {
    std::uint32_t part, triangle;
  };
  const Shape& part_shape(std::uint32_t part) const {
    return parts_.empty() ? body_ : parts_[part].shape;
  }
  std::array<Vec3, 3> corners(const Item& item) const;
  Vec3 middle(const Item& item) const;
  double reach(const Item& item, const Vec3& from) const;
  Node make_node(std::uint32_t first, std::uint32_t count) const;

  const Shape& body_;
  const Motion& motion_;
  std::span<const CompoundPart> parts_;  ///< of a compound
  std::vector<Item> items_;
  std::vector<Node> nodes_;
};

}  // namespace glance
