// Walks down the hierarchies of two bodies at once, from the volumes around all to pairs of parts
// (I-COLLIDE section 3.4). A body that is no compound is one part. See docs/design/compounds.md.
//
// Volumes are compared with the axes of the world, seen from A's translation. Two things stand
// between them and the parts: rounding, and that a part's place in the world is a product of poses
// in doubles (Shape::compound). `slack` bounds both.
#pragma once

#include <limits>

#include "bound/compound_body.h"
#include "convex/pair_question.h"
#include "mesh/tree_memory.h"

namespace glance::compound {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// One of the two bodies, as a tree.
class PlacedParts {
 public:
  PlacedParts(const Shape& shape, const Pose& pose, const Vec3& origin, PartVolume volume);

  bool is_halfspace() const { return shape_.kind() == ShapeKind::halfspace; }
  std::uint32_t node_count() const {
    return compound_ ? static_cast<std::uint32_t>(compound_->nodes().size()) : 1;
  }
  bool is_leaf(std::uint32_t node) const {
    return !compound_ || compound_->nodes()[node].is_leaf();
  }
  std::uint32_t child(std::uint32_t node) const { return compound_->nodes()[node].child; }
  PlacedBox box(std::uint32_t node) const;

  /// Of a leaf node.
  const Shape& part_shape(std::uint32_t node) const;
  Pose part_pose(std::uint32_t node) const;
  /// What an answer about that part calls `inner`, as a part of this body.
  SubShape sub_shape(std::uint32_t node, const SubShape& inner) const;

  /// The convex hull of a node, if it has one, and its pose.
  const Shape* hull(std::uint32_t node) const;
  Pose hull_pose(std::uint32_t node) const { return is_leaf(node) ? part_pose(node) : pose_; }

  /// The farthest point along the unit vector d (axes of the world) of all parts, seen from the
  /// origin, and how far along it is. Not for half-spaces.
  double support(const Vec3& d, Vec3& point) const;

  /// What bounds rounding errors: the largest coordinates that occur.
  double reach() const { return reach_; }
  /// Bounds how far a part may be from where the volumes take it to be, besides rounding: products
  /// of two bad rotations are made good (compose).
  double skew() const { return skew_; }
  /// Tells one form of a body from others.
  std::uint64_t id() const;

 private:
  const Shape& shape_;
  const Pose& pose_;
  Vec3 origin_;
  const CompoundBody* compound_;
  PartBox own_;  ///< of a body that is no compound
  double reach_ = 0, skew_ = 0;
};

/// Two leaf parts and their places in the world: a question for query.h.
struct PartQuestion {
  const Shape& a;
  Pose pose_a;
  const Shape& b;
  Pose pose_b;
  PairCache& cache;

  bool is_convex() const { return a.is_convex() && b.is_convex(); }
};

class PartWalk {
 public:
  explicit PartWalk(const PairQuestion& question);
  /// Puts the memory in order for the next question.
  ~PartWalk();
  PartWalk(const PartWalk&) = delete;
  PartWalk& operator=(const PartWalk&) = delete;

  const PlacedParts& a() const { return a_; }
  const PlacedParts& b() const { return b_; }
  double slack() const { return slack_; }
  /// For questions about two parts: those of the whole, with a workspace.
  const QueryOptions& options() const { return options_; }
  bool has_halfspace() const { return a_.is_halfspace() || b_.is_halfspace(); }

  /// Refers to the memory until the next one is asked for.
  PartQuestion part(NodePair pair);
  /// A lower bound of the signed distance, from the volumes around all. `direction`: along which.
  double root_gap(Vec3* direction = nullptr) const;
  /// An upper bound of the distance.
  double root_span() const;
  /// A lower bound of the signed distance of all parts: how far B is beyond A along a unit vector.
  double gap_along(const Vec3& direction) const;

  /// The pair of parts that decided last time, if it is known.
  const NodePair* last() const;
  void set_last(NodePair pair);

  /// Adds what a part's question has cost.
  void add(const QueryWork& work, const PartQuestion& part);
  /// Whether the search between two parts was ended early (QueryOptions::max_volume_tests).
  bool interrupted() const { return work_.interrupted; }
  /// Makes the work of the deciding part that of the whole question.
  void finish(QueryWork& work);

  /// Calls visitor.meet(pair) for pairs of leaf nodes until that says true (then it says so too);
  /// leaves out those whose volumes show a gap beyond visitor.limit(), and says visitor.skip(gap).
  /// Nearer ones first. The pair `last` comes first if it is known. `exact`: the gaps themselves
  /// are of use to the visitor, not only whether they are beyond the limit.
  template <typename Visitor>
  bool run(Visitor& visitor, bool exact) {
    if (last()) {
      seed_ = *last();
      has_seed_ = true;
      if (visitor.meet(seed_)) return true;
    }
    const PlacedBox box_a = a_.box(0), box_b = b_.box(0);
    work_.volume_updates += 2;
    const double gap = test({0, 0}, box_a, box_b, visitor.limit(), exact);
    if (gap > visitor.limit()) {
      visitor.skip(gap);
      return false;
    }
    return descend(visitor, exact, {0, 0}, box_a, box_b);
  }

 private:
  /// A lower bound of the signed distance of two nodes, slack included.
  double test(NodePair pair, const PlacedBox& box_a, const PlacedBox& box_b, double limit,
              bool exact);
  double hull_gap(NodePair pair, double limit, bool exact);
  PairCache& memory(NodePair pair);

  template <typename Visitor>
  bool descend(Visitor& visitor, bool exact, NodePair pair, const PlacedBox& box_a,
               const PlacedBox& box_b) {
    const bool leaf_a = a_.is_leaf(pair.a), leaf_b = b_.is_leaf(pair.b);
    if (leaf_a && leaf_b) return !(has_seed_ && pair == seed_) && visitor.meet(pair);
    // The larger one first, so that both come to be of like size.
    const bool split_a = leaf_b || (!leaf_a && box_a.size >= box_b.size);
    const PlacedParts& parts = split_a ? a_ : b_;
    const std::uint32_t child = parts.child(split_a ? pair.a : pair.b);
    const PlacedBox boxes[2] = {parts.box(child), parts.box(child + 1)};
    work_.volume_updates += 2;
    NodePair pairs[2];
    double gaps[2];
    for (std::uint32_t i = 0; i < 2; i++) {
      pairs[i] = split_a ? NodePair{child + i, pair.b} : NodePair{pair.a, child + i};
      gaps[i] = split_a ? test(pairs[i], boxes[i], box_b, visitor.limit(), exact)
                        : test(pairs[i], box_a, boxes[i], visitor.limit(), exact);
    }
    const int first = gaps[1] < gaps[0] ? 1 : 0;
    for (const int i : {first, 1 - first}) {
      if (gaps[i] > visitor.limit()) {
        visitor.skip(gaps[i]);
      } else if (descend(visitor, exact, pairs[i], split_a ? boxes[i] : box_a,
                         split_a ? box_b : boxes[i])) {
        return true;
      }
    }
    return false;
  }

  QueryOptions options_;
  Vec3 origin_;
  PlacedParts a_, b_;
  double slack_;
  TreeMemory& memory_;
  std::size_t sorted_;  ///< so many memories were there before
  PairCache spare_;     ///< for those that find no room
  NodePair seed_;
  bool has_seed_ = false;
  QueryWork work_;
};

}  // namespace glance::compound
