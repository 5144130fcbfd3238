// One question about two bodies of which at least one is a mesh and the other a mesh or convex:
// what the search through their trees shows its pairs of leaves to.
#pragma once

#include <vector>

#include "bound/mesh_body.h"
#include "convex/pair_frame.h"
#include "convex/pair_question.h"
#include "mesh/exact_triangles.h"
#include "mesh/patch_rules.h"
#include "mesh/tree_memory.h"

namespace glance::mesh {

/// One of the bodies.
struct MeshSide {
  const Shape& shape;
  const Pose& pose;
  const MeshBody* mesh;        ///< null: it is convex, and its own only part
  const std::uint32_t* items;  ///< of the tree that is searched
  TriangleBuffer& buffer;

  MeshSide(const Shape& shape_, const Pose& pose_, TriangleBuffer& buffer_)
      : shape(shape_),
        pose(pose_),
        mesh(shape_.is_convex() ? nullptr : &mesh_of(shape_)),
        items(mesh ? mesh->tree().topology().items.data() : nullptr),
        buffer(buffer_) {}

  std::uint32_t triangle(std::uint32_t item) const { return items[item]; }
  SubShape name(std::uint32_t item) const {
    return mesh ? SubShape{SubShape::kNone, mesh->mesh().given[triangle(item)]} : SubShape{};
  }
  /// The part as a convex shape, until the next call.
  const Shape& part(std::uint32_t item) const;
};

/// Is shown the leaves and nodes of a search with Goal::contact.
class ContactVisitor {
 public:
  virtual ~ContactVisitor() = default;
  /// True to stop.
  virtual bool meet(std::uint32_t item_a, std::uint32_t item_b) = 0;
  virtual bool rules_out(std::uint32_t node_a, std::uint32_t node_b) = 0;
};

class MeshPair {
 public:
  /// `contact`: whatever `contacts` makes of it.
  enum class Goal : std::uint8_t { touch, list, distance, contact };

  MeshPair(const PairQuestion& question, Goal goal);

  /// Goal::distance: looks for no more than a pair nearer than this, and stops at the first.
  void look_within(double limit);
  /// Searches from where the last search of this pair ended.
  void search();
  /// Makes a list belong to these two; if it was others', it is emptied.
  void claim(SeparationList& separation) const;
  double unit() const { return unit_; }
  /// Whether it looks for the shortest distance, and nothing less.
  bool seeks_nearest() const { return goal_ == Goal::distance && near_enough_ == 0; }
  /// Unit, in the frame of the pair: from A to B where they are nearest, as far as is known.
  Vec3 nearest_direction() const;
  /// Bounds the rounding error of a distance between triangles.
  double distance_error() const;
  bool are_triangles() const { return a.mesh && b.mesh; }

  // What a search shows its leaves to.

  double limit() const { return limit_; }
  bool visit(std::uint32_t item_a, std::uint32_t item_b);
  /// Whether flat patches tell that no two triangles below these nodes matter.
  bool rules_out(std::uint32_t node_a, std::uint32_t node_b);
  /// Of the two that were visited last: how far apart they are at least (0: not known), in the unit
  /// of A's tree.
  double bound() const { return bound_; }

  // What was found.

  /// Goal::touch: the verdict over all leaves, and the leaves that overlap or touch first.
  Verdict verdict = Verdict::apart;
  std::uint32_t item_a = 0, item_b = 0;
  bool found = false;  ///< item_a and item_b are set
  /// Goal::distance: the shortest so far. Of triangles their nearest points in the frame of
  /// PairFrame; of others the whole answer.
  double shortest = INFINITY;
  TriangleDistance nearest;
  Distance nearest_parts;
  double least_lower = INFINITY;  ///< of all parts that were measured: the distance is no less
  bool exact_nearest = false;     ///< of triangles, too: their gap is as small as rounding errors
  std::vector<TouchingParts>* list = nullptr;  ///< Goal::list
  ContactVisitor* contacts = nullptr;          ///< Goal::contact
  Work work;

  MeshSide a, b;
  const PairFrame frame;

  /// Where triangles are in the frame of the pair.
  TriangleCorners corners_a(std::uint32_t item) const;
  TriangleCorners corners_b(std::uint32_t item) const;
  /// From that frame to the world.
  Vec3 to_world(const Vec3& p) const;

 private:
  template <class Volume>
  void search_volumes();
  bool visit_touch(std::uint32_t i, std::uint32_t k);
  void visit_list(std::uint32_t i, std::uint32_t k);
  bool visit_distance(std::uint32_t i, std::uint32_t k);
  /// Two triangles without margin: rounded numbers, and integers where they leave it open.
  TriangleMeeting meeting(const TriangleCorners& p, const TriangleCorners& q, std::uint32_t i,
                          std::uint32_t k);
  /// Whether two triangles are apart, and no nearer than the nearest so far (up to rounding).
  bool is_told_apart(const TriangleCorners& p, const TriangleCorners& q);
  bool visit_triangles(std::uint32_t i, std::uint32_t k);
  bool uses_rules();
  bool can_only_touch(std::uint32_t i, std::uint32_t k);
  bool visit_parts(std::uint32_t i, std::uint32_t k);
  void set_nearest(std::uint32_t i, std::uint32_t k, Verdict pair, double length);

  const PairQuestion& question_;
  Goal goal_;
  double margin_;
  double unit_;       ///< of A's tree
  double limit_ = 0;  ///< in that unit
  double near_enough_ = 0;
  double bound_ = 0;
  std::optional<Vec3> direction_;  ///< see nearest_direction
  QueryOptions parts_;             ///< for questions about two parts
  /// So far, of triangles and of nodes; see kHardPairs.
  std::uint32_t hard_pairs_ = 0, visits_ = 0, nodes_ = 0;
  std::optional<PatchRules> rules_;
};

}  // namespace glance::mesh
