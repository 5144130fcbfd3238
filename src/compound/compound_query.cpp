#include "compound/compound_query.h"

#include <algorithm>

#include "compound/part_walk.h"
#include "compound/sub_parts.h"
#include "mesh/mesh_query.h"

namespace glance::rooms::compound {
namespace {

/// A margin that is negative or NaN counts as none.
double margin_of(const QueryOptions& options) {
  return options.margin > 0 ? std::min(options.margin, kMaxCoordinate) : 0;
}

/// Stops at two parts that overlap; keeps two that touch in the meantime.
struct FirstMeeting {
  PartWalk& walk;
  const PairQuestion& question;
  Collision& found;

  double limit() const { return margin_of(question.options); }
  void skip(double) {}

  bool meet(NodePair pair) {
    const PartQuestion part = walk.part(pair);
    const Collision c =
        collide({part.a, part.pose_a}, {part.b, part.pose_b}, walk.options().with(part.cache));
    walk.add(c.work, part);
    // Only an answer that outranks the last one changes the verdict.
    if (c.verdict == Verdict::apart || rank(c.verdict) <= rank(found.verdict)) return false;
    found = c;
    found.sub_a = walk.a().sub_shape(pair.a, c.sub_a);
    found.sub_b = walk.b().sub_shape(pair.b, c.sub_b);
    walk.set_last(pair);
    return c.verdict == Verdict::overlapping;
  }
};

/// Sets the direction of two bodies that are apart, if a direction is known that separates the
/// whole bodies.
void separate(const PartWalk& walk, const PairQuestion& question, Collision& c) {
  const double margin = margin_of(question.options);
  Vec3 direction;
  bool found = walk.root_gap(&direction) > margin;
  const Shape *hull_a = walk.a().hull(0), *hull_b = walk.b().hull(0);
  if (!found && hull_a && hull_b) {
    // The direction between the closest features of the two hulls, as in the paper.
    direction = collide({*hull_a, walk.a().hull_pose(0)}, {*hull_b, walk.b().hull_pose(0)}).normal;
    found = direction != Vec3::zero() && walk.gap_along(direction) > margin;
  }
  if (!found) return;
  c.normal = normalized(direction);
  c.certificate.verdict = Verdict::apart;
  c.certificate.direction = c.normal;
}

/// Stops at two parts that are proved to be nearer than the limit.
struct NearMeeting {
  PartWalk& walk;
  const PairQuestion& question;
  double wanted;
  Nearness& n;
  bool open = false;  ///< some two parts are not proved to be farther apart

  double limit() const { return wanted; }
  void skip(double gap) { n.lower = std::min(n.lower, gap); }

  bool meet(NodePair pair) {
    const PartQuestion part = walk.part(pair);
    const Nearness of_part = *nearer_than({part.a, part.pose_a}, {part.b, part.pose_b}, wanted,
                                          walk.options().with(part.cache));
    walk.add(of_part.work, part);
    n.lower = std::min(n.lower, of_part.lower);
    n.upper = std::min(n.upper, of_part.upper);
    if (of_part.nearer) {
      n.nearer = true;
      n.proved = of_part.proved;
      walk.set_last(pair);
    }
    open |= !of_part.proved;
    return of_part.nearer && of_part.proved;
  }
};

/// Finds all pairs of parts that meet; convex parts also if they are within the margin.
struct AllMeetings {
  PartWalk& walk;
  const PairQuestion& question;
  std::vector<TouchingParts>& found;

  double limit() const { return margin_of(question.options); }
  void skip(double) {}

  bool meet(NodePair pair) {
    const PartQuestion part = walk.part(pair);
    const std::size_t before = found.size();
    QueryWork work;
    QueryOptions options = walk.options();
    // Triangles of meshes are listed only if they really touch.
    if (!part.is_convex()) options.margin = 0;
    const PairQuestion asked{part.a, part.pose_a, part.b, part.pose_b, part.cache, options};
    if (part.is_convex()) {
      convex_touching_parts(asked, found, work);
    } else {
      mesh_touching_parts(asked, found, work);
    }
    walk.add(work, part);
    for (std::size_t i = before; i < found.size(); i++) {
      found[i].a = walk.a().sub_shape(pair.a, found[i].a);
      found[i].b = walk.b().sub_shape(pair.b, found[i].b);
    }
    return false;
  }
};

}  // namespace

void compound_collide(const PairQuestion& question, Collision& c) {
  PartWalk walk(question);
  c = {};
  c.verdict = Verdict::apart;
  FirstMeeting visitor{walk, question, c};
  walk.run(visitor, false);
  // An overlap that was found is certain, even if the search was interrupted elsewhere.
  if (walk.interrupted() && c.verdict != Verdict::overlapping) c.verdict = Verdict::undecided;
  if (c.verdict == Verdict::apart) separate(walk, question, c);
  walk.finish(c.work);
  c.work.interrupted = c.work.interrupted && c.verdict == Verdict::undecided;
}

void compound_nearer_than(const PairQuestion& question, double limit, Nearness& n) {
  PartWalk walk(question);
  n = {};
  n.lower = n.upper = std::numeric_limits<double>::infinity();
  NearMeeting visitor{walk, question, limit, n};
  const bool proved = walk.run(visitor, false);
  // The whole bodies may overlap more deeply than any two of their parts.
  if (proved || n.lower < 0) n.lower = std::min(n.lower, walk.root_gap());
  // Some two points are no farther apart than the far sides of both volumes.
  n.upper = std::min(n.upper, walk.root_span());
  if (!n.nearer) n.proved = !visitor.open;
  n.proved &= question.options.tuning.certify;
  walk.finish(n.work);
}

void compound_touching_parts(const PairQuestion& question, std::vector<TouchingParts>& found,
                             QueryWork& work) {
  PartWalk walk(question);
  // The visitor never stops the walk, so every pair of parts within the margin is met.
  AllMeetings visitor{walk, question, found};
  walk.run(visitor, false);
  walk.finish(work);
}

Verdict compound_locate(const Shape& compound, const Pose& pose, const Vec3& point) {
  Verdict verdict = Verdict::apart;
  for (const CompoundPart& leaf : compound.leaf_parts()) {
    const Verdict of_part = *locate({leaf.shape, compose(pose, leaf.pose)}, point);
    // The compound is the union of its parts: inside one is inside, and on the surface of one is so
    // unless another has the point inside.
    if (rank(of_part) > rank(verdict)) verdict = of_part;
    if (verdict == Verdict::overlapping) break;
  }
  return verdict;
}

}  // namespace glance::rooms::compound
