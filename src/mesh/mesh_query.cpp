// Tested in tests/property/meshes_test.cpp (MeshPairs.AgreeWithBruteForce).
#include "mesh/mesh_query.h"

#include <algorithm>

#include "convex/pair_query.h"
#include "exact/cache_access.h"
#include "mesh/convex_meshes.h"
#include "mesh/flat_search.h"
#include "mesh/mesh_halfspace.h"
#include "mesh/mesh_search.h"
#include "mesh/solid_overlap.h"

namespace glance::rooms::mesh {
namespace {

/// What is remembered once the distance between two meshes has been found.
SettledDistance settled(const MeshQuestion& q, const NodePair& nearest) {
  return {q.a.mesh->tree().shape_id(), q.b.mesh->tree().shape_id(), q.a.pose, q.b.pose, nearest};
}

/// Whether the last two leaves are known to be nearest, since neither body has moved.
bool is_settled(const MeshQuestion& q, const LeafGoal& goal, const TreeMemory& memory) {
  return q.are_triangles() && goal.seeks_nearest() &&
         memory.settled == settled(q, memory.list.last);
}

/// Answers without trees, where that is faster.
bool search_flat(const MeshQuestion&, TouchGoal&) { return false; }
bool search_flat(const MeshQuestion& q, DistanceGoal& goal) {
  // A flat search takes up to a millisecond and cannot be interrupted.
  const QueryOptions& options = q.asked.options;
  const bool flat =
      options.tuning.list.policy == ListPolicy::automatic && options.max_volume_tests == UINT32_MAX;
  if (!flat || !suits_flat_search(q, goal)) return false;
  flat_search(q, goal);
  return true;
}

/// The search itself. It starts with the two leaves that met or were closest last time: their
/// distance is the first bound, and if they still overlap there is nothing to search.
template <class Goal>
void search(const MeshQuestion& q, Goal& goal) {
  if (q.has_halfspace()) return search_halfspace(q, goal);
  // The list may be that of another pair, or come from a file: claim() empties or checks it first.
  TreeMemory& memory = trees_of(q.asked.cache).make();
  SeparationList& list = memory.list;
  MeshAnswer& answer = goal.answer;
  claim(q, list);
  if (list.has_last) {
    answer.work.primitive_tests++;
    if (goal.visit(list.last.a, list.last.b) || is_settled(q, goal, memory)) {
      answer.work.from_cache = true;
      answer.work.list_entries = static_cast<std::uint32_t>(list.entries.size());
      return;
    }
  }
  if (search_flat(q, goal)) {
    list.settled_for = SearchFor::nothing;  // the last pair is no longer that of the list
    answer.work.list_entries = static_cast<std::uint32_t>(list.entries.size());
  } else {
    search_trees(q, goal);
  }
  list.has_last = answer.found;
  list.last = {answer.item_a, answer.item_b};
  const bool is_known = q.are_triangles() && goal.seeks_nearest() && !answer.work.interrupted;
  if (is_known) memory.settled = settled(q, list.last);
}

/// As find_inside, but the result is remembered until a body moves.
std::optional<Vec3> find_inside_once(const MeshQuestion& q, bool touching) {
  if (!q.are_triangles()) return find_inside(q, touching);
  const TriMesh &a = q.a.mesh->mesh(), &b = q.b.mesh->mesh();
  // A surface has no inside, so it can contain nothing.
  if (!a.solid && !b.solid) return std::nullopt;
  SettledInside& known = trees_of(q.asked.cache).make().inside;
  SettledInside now{q.a.mesh->tree().shape_id(),
                    q.b.mesh->tree().shape_id(),
                    a.solid,
                    b.solid,
                    touching,
                    q.a.pose,
                    q.b.pose,
                    known.point};
  if (known == now) return known.point;
  now.point = find_inside(q, touching);
  known = now;
  return now.point;
}

/// Whether some parts touch, so that a vertex may lie on the other surface. (The verdict with a
/// margin does not tell that.)
bool touches(const MeshAnswer& answer, const PairQuestion& question) {
  return answer.verdict != Verdict::apart && !(question.options.margin > 0);
}

/// Whether the search ended before it found an answer.
bool is_left_open(const MeshAnswer& answer) {
  return answer.work.interrupted && answer.verdict != Verdict::overlapping;
}

/// Completes the answer about bodies that overlap.
void set_depth(const MeshQuestion& q, Distance& d) {
  d.distance = d.upper = d.lower = 0;
  if (d.verdict != Verdict::overlapping) return;
  d.normal = Vec3::zero();
  d.lower = -INFINITY;
  if (!q.asked.options.depth) return;
  // The depth of bodies that are not convex is only bounded (docs/design/mesh_pairs.md, "Depth").
  // The signed distance is minus the depth, so its bounds change places.
  const DepthBounds bounds = solid_depth(q);
  d.depth = bounds.upper;
  d.lower = -bounds.upper;
  d.upper = -bounds.lower;
  d.normal = bounds.normal;
}

}  // namespace

void mesh_collide(const PairQuestion& question, Collision& c) {
  const Verdict known = hulls_collide(question, c);
  if (known == Verdict::apart) return;
  const MeshQuestion q(question);
  TouchGoal goal(q, known);
  search(q, goal);
  const MeshAnswer& answer = goal.answer;
  // (The bounds of curved bodies that touch leave room for triangles that do not.)
  const bool is_known = known == Verdict::overlapping ||
                        (known == Verdict::touching && answer.verdict == Verdict::touching);
  const QueryWork of_hulls = c.work;
  c.work = answer.work;
  if (is_known) {
    c.work += of_hulls;
    c.work.method = of_hulls.method;
    c.work.interrupted = false;
  } else if (is_left_open(answer)) {
    c.verdict = Verdict::undecided;
    return;
  } else {
    c.verdict = answer.verdict;
  }
  bool found = answer.found && c.verdict == answer.verdict;
  // Nothing overlaps on the surface. A solid may still contain the other body.
  if (!is_known && c.verdict != Verdict::overlapping &&
      find_inside_once(q, touches(answer, question))) {
    c.verdict = Verdict::overlapping;
    found = false;
  }
  if (!found || c.verdict == Verdict::apart) return;
  c.sub_a = q.a.name(answer.item_a);
  c.sub_b = q.b.name(answer.item_b);
  if (!question.options.tuning.certify) return;
  // Two parts that meet prove that the bodies meet; that all others are apart has no short proof,
  // so `apart` has no certificate.
  const Collision parts = collide({q.a.part(answer.item_a), q.a.pose},
                                  {q.b.part(answer.item_b), q.b.pose}, question.options);
  c.normal = parts.normal;
  c.certificate = parts.certificate;
}

namespace {

/// Fills in the answer from the nearest points of the two closest triangles.
void set_nearest(const MeshQuestion& q, const NearestParts& nearest, Distance& d) {
  const double error = q.distance_error();
  d.verdict = Verdict::apart;
  d.distance = nearest.shortest;
  d.lower = std::max(nearest.shortest - error, 0.0);
  d.upper = nearest.shortest + error;
  d.point_a = q.frame.to_world(nearest.points.point_a);
  d.point_b = q.frame.to_world(nearest.points.point_b);
  d.normal = normalized(nearest.points.point_b - nearest.points.point_a);
  d.feature_a = nearest.points.feature_a;
  d.feature_b = nearest.points.feature_b;
}

/// The verdict with a margin: from the bounds, or else from the same search with the margin.
Verdict verdict_within(double margin, const PairQuestion& question, const Distance& d) {
  if (d.lower > margin) return Verdict::apart;
  if (d.upper < margin) return Verdict::overlapping;
  Collision c;
  mesh_collide(question, c);
  return c.verdict;
}

/// Completes an answer of hulls_distance about bodies that meet: names two triangles that do, with
/// their certificate. False if bodies that touch have none: the bounds of curved bodies leave room
/// for that.
bool name_meeting(const PairQuestion& question, Distance& d) {
  QueryOptions options = question.options;
  options.margin = 0;
  const PairQuestion asked{question.a,      question.pose_a, question.b,
                           question.pose_b, question.cache,  options};
  const MeshQuestion q(asked);
  TouchGoal goal(q, d.verdict);
  search(q, goal);
  const MeshAnswer& answer = goal.answer;
  const bool found = answer.found && answer.verdict == d.verdict;
  if (!found && d.verdict == Verdict::touching) return false;
  d.work += answer.work;
  d.certificate = {};
  d.feature_a = d.feature_b = {};
  if (!found) return true;  // one is inside the other
  const Distance parts = distance({q.a.part(answer.item_a), q.a.pose},
                                  {q.b.part(answer.item_b), q.b.pose}, {.depth = false});
  d.certificate = parts.certificate;
  d.feature_a = parts.feature_a;
  d.feature_b = parts.feature_b;
  if (d.depth == 0) {
    d.point_a = parts.point_a;
    d.point_b = parts.point_b;
  }
  d.sub_a = q.a.name(answer.item_a);
  d.sub_b = q.b.name(answer.item_b);
  return true;
}

/// The answer of a pair that the hulls decide. False if they do not.
bool distance_by_hulls(const PairQuestion& question, Distance& d) {
  const Verdict known = hulls_distance(question, d);
  if (known == Verdict::undecided) return false;
  return known == Verdict::apart || name_meeting(question, d);
}

/// The answer of all others. False if the search ended before it found one.
bool search_distance(const PairQuestion& question, Distance& d) {
  const MeshQuestion q(question);
  DistanceGoal goal(q);
  search(q, goal);
  const MeshAnswer& answer = goal.answer;
  const NearestParts& nearest = goal.nearest;
  if (is_left_open(answer)) {
    d.verdict = Verdict::undecided;
    d.lower = -INFINITY;  // one may be inside of the other
    d.upper = answer.found ? nearest.shortest + q.distance_error() : INFINITY;
    d.work = answer.work;
    return false;
  }
  std::optional<Vec3> inside;
  if (answer.verdict != Verdict::overlapping) {
    inside = find_inside_once(q, answer.verdict == Verdict::touching);
  }
  if (inside) {
    d.point_a = d.point_b = *inside;
  } else if (q.are_triangles() && !nearest.is_exact && answer.verdict == Verdict::apart) {
    set_nearest(q, nearest, d);
  } else if (q.are_triangles()) {
    d = distance({q.a.part(answer.item_a), q.a.pose}, {q.b.part(answer.item_b), q.b.pose},
                 {.depth = false});
    // Their gap is known to many digits; but others, which rounded numbers did not tell from it,
    // may be nearer by the error of those.
    d.lower = std::min(d.lower, std::max(nearest.shortest - q.distance_error(), 0.0));
  } else {
    d = nearest.parts;
    d.lower = std::min(d.lower, nearest.least_lower);
  }
  d.verdict = inside ? Verdict::overlapping : answer.verdict;
  if (d.verdict == Verdict::apart) d.certificate = {};  // about two parts, and not the whole
  d.work = answer.work;
  if (!inside) {
    d.sub_a = q.a.name(answer.item_a);
    d.sub_b = q.b.name(answer.item_b);
  }
  if (d.verdict != Verdict::apart) set_depth(q, d);
  return true;
}

}  // namespace

void mesh_distance(const PairQuestion& question, Distance& d) {
  if (!distance_by_hulls(question, d)) {
    d = {};
    if (!search_distance(question, d)) return;
  }
  if (question.options.margin > 0 && d.verdict != Verdict::overlapping) {
    d.verdict = verdict_within(question.options.margin, question, d);
    d.certificate = {};
  }
}

void mesh_nearer_than(const PairQuestion& question, double limit, Nearness& n) {
  if (hulls_nearer_than(question, limit, n)) return;
  const MeshQuestion q(question);
  DistanceGoal goal(q);
  // Only pairs within the limit are shown, and the first one that is near enough ends the search.
  goal.look_within(limit);
  search(q, goal);
  const MeshAnswer& answer = goal.answer;
  const NearestParts& nearest = goal.nearest;
  n.work = answer.work;
  if (answer.verdict == Verdict::overlapping ||
      find_inside_once(q, answer.verdict == Verdict::touching)) {
    n.nearer = n.proved = true;
    n.lower = -INFINITY;
    return;
  }
  if (!answer.found) {  // nothing within the limit, and a little more
    n.proved = true;
    n.lower = limit;
    n.upper = INFINITY;
    return;
  }
  const bool whole = !q.are_triangles() || nearest.is_exact;
  const double error = q.distance_error();
  n.lower = whole ? nearest.parts.lower : std::max(nearest.shortest - error, 0.0);
  n.upper = whole ? nearest.parts.upper : nearest.shortest + error;
  if (answer.verdict == Verdict::touching) n.lower = n.upper = 0;
  n.nearer = nearest.shortest < limit;
  n.proved = n.upper < limit || n.lower >= limit || answer.verdict == Verdict::touching;
  // Others may be nearer still: the search has stopped at the first that is near enough.
  if (n.nearer) n.lower = std::min(n.lower, 0.0);
}

/// All pairs are wanted, so there is nothing that could end the search early: neither the last pair
/// nor what is known of the inside.
void mesh_touching_parts(const PairQuestion& question, std::vector<TouchingParts>& found,
                         QueryWork& work) {
  const MeshQuestion q(question);
  ListGoal goal(q, found);
  if (q.has_halfspace()) {
    search_halfspace(q, goal);
  } else {
    // A list from a stored world may name nodes that do not exist. (Parts of compounds come here
    // without a question before this one, which would have checked it.)
    SeparationList& list = trees_of(q.asked.cache).make().list;
    if (list.is_unchecked) claim(q, list);
    search_trees(q, goal);
  }
  work = goal.answer.work;
}

Verdict mesh_locate(const Shape& mesh, const Pose& pose, const Vec3& point) {
  // The point is a body: where it touches the surface, its winding number is not defined, so that
  // is asked first.
  const Shape at = *Shape::point(point);
  PairCache cache;
  const QueryOptions options{.tuning = {.certify = false}};
  const Pose here;
  const PairQuestion question{mesh, pose, at, here, cache, options};
  const MeshQuestion q(question);
  TouchGoal goal(q);
  search_trees(q, goal);
  if (goal.answer.verdict != Verdict::apart) return Verdict::touching;
  return find_inside(q, false) ? Verdict::overlapping : Verdict::apart;
}

}  // namespace glance::rooms::mesh
