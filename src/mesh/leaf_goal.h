// The interface between a search and its purpose. The search through two trees knows only volumes;
// it shows pairs of leaves to a goal, which knows what is asked. Each goal is a class of its own:
// touch_goal.h (do they touch? which triangles do?), distance_goal.h (how far apart are they?), and
// those of mesh/solid_contact and mesh/flat_in_solid.
#pragma once

#include "base/work_limit.h"
#include "mesh/mesh_question.h"

namespace glance::rooms::mesh {

/// What a search has found.
struct MeshAnswer {
  Verdict verdict = Verdict::apart;      ///< over all leaves that were examined
  bool found = false;                    ///< item_a and item_b are set
  std::uint32_t item_a = 0, item_b = 0;  ///< the leaves that overlap, that touched first, or that
                                         ///< are nearest
  QueryWork work;
};

class LeafGoal {
 public:
  /// `limit` is that of limit(), in the unit of the shapes.
  LeafGoal(const MeshQuestion& question, SearchFor what_, double limit)
      : what(what_), q_(question), limit_(limit / question.unit) {}
  virtual ~LeafGoal() = default;
  LeafGoal(const LeafGoal&) = delete;
  LeafGoal& operator=(const LeafGoal&) = delete;

  /// Pairs that are farther apart than this are of no interest. In the unit of A's tree.
  double limit() const { return limit_; }
  /// Examines two leaves. Returns true to stop the search.
  bool visit(std::uint32_t item_a, std::uint32_t item_b) {
    spend_work(30);
    bound_ = 0;
    return look_at(item_a, item_b);
  }
  /// Whether no two leaves below these nodes matter, whatever their volumes say.
  bool rules_out(std::uint32_t node_a, std::uint32_t node_b) {
    bound_ = 0;
    return leaves_out(node_a, node_b);
  }
  /// A lower bound on the distance of the two leaves or nodes that were last visited or ruled out
  /// (0: not known), in the unit of A's tree. The list keeps it, so that they need not be tested
  /// again soon.
  double bound() const { return bound_; }
  /// Whether the goal needs the shortest distance itself.
  virtual bool seeks_nearest() const { return false; }

  const SearchFor what;
  MeshAnswer answer;

 protected:
  const MeshQuestion& q_;
  double limit_;
  double bound_ = 0;

 private:
  virtual bool look_at(std::uint32_t item_a, std::uint32_t item_b) = 0;
  virtual bool leaves_out(std::uint32_t node_a, std::uint32_t node_b) = 0;
};

}  // namespace glance::rooms::mesh
