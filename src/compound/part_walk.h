// Walks down the hierarchies of two bodies at once, from the volumes around the whole bodies to
// pairs of parts (I-COLLIDE section 3.4). A body that is not a compound counts as one part. See
// docs/design/compounds.md.
//
// Volumes are compared along the axes of the world, relative to A's translation. A volume may miss
// its part for two reasons: rounding, and that the pose of a part in the world is a product of
// poses in doubles (Shape::compound). `slack` bounds both together.
#pragma once

#include <limits>

#include "bound/compound_body.h"
#include "convex/pair_question.h"
#include "mesh/tree_memory.h"

namespace glance::rooms::compound {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// One of the two bodies, as a tree of volumes.
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
  /// The volume of a node, at the body's pose.
  PlacedBox box(std::uint32_t node) const;

  /// The part of a leaf node, and its pose in the world.
  const Shape& part_shape(std::uint32_t node) const;
  Pose part_pose(std::uint32_t node) const;
  /// The name, in this body, of what an answer about that part calls `inner`.
  SubShape sub_shape(std::uint32_t node, const SubShape& inner) const;

  /// The convex hull of a node, if it has one, and its pose.
  const Shape* hull(std::uint32_t node) const;
  Pose hull_pose(std::uint32_t node) const { return is_leaf(node) ? part_pose(node) : pose_; }

  /// The farthest point of all parts along the unit vector d (axes of the world), relative to the
  /// origin, and how far along d it is. Not for half-spaces.
  double support(const Vec3& d, Vec3& point) const;

  /// The largest coordinates that occur: rounding errors are proportional to them.
  double reach() const { return reach_; }
  /// Bounds how far a part may be from where its volume is placed, apart from rounding: products of
  /// two poor rotations are corrected (compose).
  double skew() const { return skew_; }
  /// Identifies the body and its current form.
  std::uint64_t id() const;

 private:
  const Shape& shape_;
  const Pose& pose_;
  Vec3 origin_;
  const CompoundBody* compound_;
  PartBox own_;  ///< the only volume of a body that is not a compound
  double reach_ = 0, skew_ = 0;
};

/// Two leaf parts and their poses in the world: a question for query.h.
struct PartQuestion {
  const Shape& a;
  Pose pose_a;
  const Shape& b;
  Pose pose_b;
  PairCache& cache;

  bool is_convex() const { return a.is_convex() && b.is_convex(); }
};

/// The walk for one question. What a pair of compounds remembers is one cache per pair of parts.
class PartWalk {
 public:
  explicit PartWalk(const PairQuestion& question);
  /// Sorts the memory for the next question.
  ~PartWalk();
  PartWalk(const PartWalk&) = delete;
  PartWalk& operator=(const PartWalk&) = delete;

  const PlacedParts& a() const { return a_; }
  const PlacedParts& b() const { return b_; }
  double slack() const { return slack_; }
  /// The options for questions about two parts: those of the whole question, with a workspace.
  const QueryOptions& options() const { return options_; }
  bool has_halfspace() const { return a_.is_halfspace() || b_.is_halfspace(); }

  /// The question about a pair of leaf nodes. It is valid until the next call.
  PartQuestion part(NodePair pair);
  /// A lower bound on the signed distance, from the volumes around the whole bodies. `direction`:
  /// along which direction it holds.
  double root_gap(Vec3* direction = nullptr) const;
  /// An upper bound on the distance.
  double root_span() const;
  /// A lower bound on the signed distance of all parts: how far B is beyond A along a unit vector.
  double gap_along(const Vec3& direction) const;

  /// The pair of parts that decided the last answer; null if it is not known.
  const NodePair* last() const;
  void set_last(NodePair pair);

  /// Adds the work of a question about two parts.
  void add(const QueryWork& work, const PartQuestion& part);
  /// Whether the search between some two parts was interrupted (QueryOptions::max_volume_tests).
  bool interrupted() const { return work_.interrupted; }
  /// Replaces the work of the deciding pair of parts by that of the whole question.
  void finish(QueryWork& work);

  /// Calls visitor.meet(pair) for pairs of leaf nodes, nearer ones first, until it returns true
  /// (then this returns true, too). Pairs whose volumes show a gap beyond visitor.limit() are left
  /// out; visitor.skip(gap) is called for these. The pair last() comes first: it often decides at
  /// once. `exact`: the visitor needs good bounds on the gaps, not only whether they are beyond the
  /// limit.
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
  /// A lower bound on the signed distance of two nodes, slack included.
  double test(NodePair pair, const PlacedBox& box_a, const PlacedBox& box_b, double limit,
              bool exact);
  /// The same from the convex hulls of the nodes, if they have any.
  double hull_gap(NodePair pair, double limit, bool exact);
  /// The cache of a pair of nodes.
  PairCache& memory(NodePair pair);

  template <typename Visitor>
  bool descend(Visitor& visitor, bool exact, NodePair pair, const PlacedBox& box_a,
               const PlacedBox& box_b) {
    const bool leaf_a = a_.is_leaf(pair.a), leaf_b = b_.is_leaf(pair.b);
    if (leaf_a && leaf_b) return !(has_seed_ && pair == seed_) && visitor.meet(pair);
    // Splits the larger one, so that both nodes stay of similar size.
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
  std::size_t sorted_;  ///< how many memories there were at the start
  PairCache spare_;     ///< for pairs beyond kMaxPartMemories
  NodePair seed_;
  bool has_seed_ = false;
  QueryWork work_;
};

}  // namespace glance::rooms::compound
