// Tested in tests/property/meshes_test.cpp (MeshPairs.AgreeWithBruteForce).
#include "mesh/mesh_query.h"

#include "convex/pair_query.h"
#include "mesh/flat_search.h"
#include "mesh/mesh_halfspace.h"
#include "mesh/mesh_pair.h"
#include "mesh/solid_overlap.h"

namespace glance::mesh {
namespace {

bool has_halfspace(const MeshPair& pair) {
  return pair.a.shape.kind() == ShapeKind::halfspace || pair.b.shape.kind() == ShapeKind::halfspace;
}

/// What is known once the distance between two meshes has been found.
SettledDistance settled(const MeshPair& pair, const NodePair& nearest) {
  return {pair.a.mesh->tree().shape_id(), pair.b.mesh->tree().shape_id(), pair.a.pose, pair.b.pose,
          nearest};
}

/// Whether the last two leaves are known to be nearest: neither body has moved.
bool is_settled(const MeshPair& pair, const TreeMemory& memory) {
  return pair.are_triangles() && pair.seeks_nearest() &&
         memory.settled == settled(pair, memory.list.last);
}

/// The search itself, after the two leaves that met or were closest last time: their distance is
/// the first bound, and if they still overlap there is nothing to search.
void search(MeshPair& pair, const PairQuestion& question) {
  if (has_halfspace(pair)) return search_halfspace(pair);
  TreeMemory& memory = question.cache.trees.make();
  SeparationList& list = memory.list;
  pair.claim(list);
  if (list.has_last) {
    pair.work.primitive_tests++;
    if (pair.visit(list.last.a, list.last.b) || is_settled(pair, memory)) {
      pair.work.from_cache = true;
      pair.work.list_entries = static_cast<std::uint32_t>(list.entries.size());
      return;
    }
  }
  // A flat search takes up to a millisecond, and cannot be divided.
  const bool flat = question.options.list.policy == ListPolicy::automatic &&
                    question.options.max_volume_tests == UINT32_MAX;
  if (flat && suits_flat_search(pair)) {
    flat_search(pair);
    list.settled_for = SearchFor::nothing;  // with another pair that was last
    pair.work.list_entries = static_cast<std::uint32_t>(list.entries.size());
  } else {
    pair.search();
  }
  list.has_last = pair.found;
  list.last = {pair.item_a, pair.item_b};
  const bool is_known = pair.are_triangles() && pair.seeks_nearest() && !pair.work.interrupted;
  if (is_known) memory.settled = settled(pair, list.last);
}

/// See find_inside; what was found is remembered until a body moves.
std::optional<Vec3> find_inside_once(const MeshPair& pair, const PairQuestion& question,
                                     bool touching) {
  if (!pair.are_triangles()) return find_inside(pair, touching);
  const TriMesh &a = pair.a.mesh->mesh(), &b = pair.b.mesh->mesh();
  if (!a.solid && !b.solid) return std::nullopt;
  SettledInside& known = question.cache.trees.make().inside;
  SettledInside now{pair.a.mesh->tree().shape_id(),
                    pair.b.mesh->tree().shape_id(),
                    a.solid,
                    b.solid,
                    touching,
                    pair.a.pose,
                    pair.b.pose,
                    known.point};
  if (known == now) return known.point;
  now.point = find_inside(pair, touching);
  known = now;
  return now.point;
}

/// Whether something touches, so that a vertex may be on the other's surface. (Within a margin
/// nothing does.)
bool touches(const MeshPair& pair, const PairQuestion& question) {
  return pair.verdict != Verdict::apart && !(question.options.margin > 0);
}

/// Whether the search was ended before it could tell.
bool is_left_open(const MeshPair& pair) {
  return pair.work.interrupted && pair.verdict != Verdict::overlapping;
}

/// Rest of the answer about bodies that overlap.
void set_depth(const PairQuestion& question, const MeshPair& pair, Distance& d) {
  d.distance = d.upper = d.lower = 0;
  if (d.verdict != Verdict::overlapping) return;
  d.normal = Vec3::zero();
  d.lower = -INFINITY;
  if (!question.options.depth) return;
  const DepthBounds bounds = solid_depth(pair);
  d.depth = bounds.upper;
  d.lower = -bounds.upper;
  d.upper = -bounds.lower;
  d.normal = bounds.normal;
}

}  // namespace

void mesh_collide(const PairQuestion& question, Collision& c) {
  MeshPair pair(question, MeshPair::Goal::touch);
  search(pair, question);
  c.verdict = pair.verdict;
  if (is_left_open(pair)) {
    c.verdict = Verdict::undecided;
    c.work = pair.work;
    return;
  }
  if (c.verdict != Verdict::overlapping &&
      find_inside_once(pair, question, touches(pair, question))) {
    c.verdict = Verdict::overlapping;
    pair.found = false;
  }
  c.work = pair.work;
  if (!pair.found || c.verdict == Verdict::apart) return;
  c.sub_a = pair.a.name(pair.item_a);
  c.sub_b = pair.b.name(pair.item_b);
  if (!question.options.certify) return;
  const Collision parts = collide(pair.a.part(pair.item_a), pair.a.pose, pair.b.part(pair.item_b),
                                  pair.b.pose, question.options);
  c.normal = parts.normal;
  c.certificate = parts.certificate;
}

namespace {

/// The answer about the two closest triangles, from their nearest points.
void set_nearest(const MeshPair& pair, Distance& d) {
  const double error = pair.distance_error();
  d.verdict = Verdict::apart;
  d.distance = pair.shortest;
  d.lower = std::max(pair.shortest - error, 0.0);
  d.upper = pair.shortest + error;
  d.point_a = pair.to_world(pair.nearest.point_a);
  d.point_b = pair.to_world(pair.nearest.point_b);
  d.normal = normalized(pair.nearest.point_b - pair.nearest.point_a);
  d.feature_a = pair.nearest.feature_a;
  d.feature_b = pair.nearest.feature_b;
}

/// The verdict with a margin: the bounds tell, or the same search with it.
Verdict verdict_within(double margin, const PairQuestion& question, const Distance& d) {
  if (d.lower > margin) return Verdict::apart;
  if (d.upper < margin) return Verdict::overlapping;
  Collision c;
  mesh_collide(question, c);
  return c.verdict;
}

}  // namespace

void mesh_distance(const PairQuestion& question, Distance& d) {
  MeshPair pair(question, MeshPair::Goal::distance);
  search(pair, question);
  if (is_left_open(pair)) {
    d.verdict = Verdict::undecided;
    d.lower = -INFINITY;  // one may be inside of the other
    d.upper = pair.found ? pair.shortest + pair.distance_error() : INFINITY;
    d.work = pair.work;
    return;
  }
  std::optional<Vec3> inside;
  if (pair.verdict != Verdict::overlapping) {
    inside = find_inside_once(pair, question, pair.verdict == Verdict::touching);
  }
  if (inside) {
    d.point_a = d.point_b = *inside;
  } else if (pair.are_triangles() && !pair.exact_nearest && pair.verdict == Verdict::apart) {
    set_nearest(pair, d);
  } else if (pair.are_triangles()) {
    d = distance(pair.a.part(pair.item_a), pair.a.pose, pair.b.part(pair.item_b), pair.b.pose,
                 {.depth = false});
    // Their gap is known to many digits; but others, which rounded numbers did not tell from it,
    // may be nearer by the error of those.
    d.lower = std::min(d.lower, std::max(pair.shortest - pair.distance_error(), 0.0));
  } else {
    d = pair.nearest_parts;
    d.lower = std::min(d.lower, pair.least_lower);
  }
  d.verdict = inside ? Verdict::overlapping : pair.verdict;
  if (d.verdict == Verdict::apart) d.certificate = {};  // about two parts, and not the whole
  d.work = pair.work;
  if (!inside) {
    d.sub_a = pair.a.name(pair.item_a);
    d.sub_b = pair.b.name(pair.item_b);
  }
  if (d.verdict != Verdict::apart) set_depth(question, pair, d);
  if (question.options.margin > 0 && d.verdict != Verdict::overlapping) {
    d.verdict = verdict_within(question.options.margin, question, d);
    d.certificate = {};
  }
}

void mesh_nearer_than(const PairQuestion& question, double limit, Nearness& n) {
  MeshPair pair(question, MeshPair::Goal::distance);
  pair.look_within(limit);
  search(pair, question);
  n.work = pair.work;
  if (pair.verdict == Verdict::overlapping ||
      find_inside_once(pair, question, pair.verdict == Verdict::touching)) {
    n.nearer = n.proved = true;
    n.lower = -INFINITY;
    return;
  }
  if (!pair.found) {  // nothing within the limit, and a little more
    n.proved = true;
    n.lower = limit;
    n.upper = INFINITY;
    return;
  }
  const bool whole = !pair.are_triangles() || pair.exact_nearest;
  const double error = pair.distance_error();
  n.lower = whole ? pair.nearest_parts.lower : std::max(pair.shortest - error, 0.0);
  n.upper = whole ? pair.nearest_parts.upper : pair.shortest + error;
  if (pair.verdict == Verdict::touching) n.lower = n.upper = 0;
  n.nearer = pair.shortest < limit;
  n.proved = n.upper < limit || n.lower >= limit || pair.verdict == Verdict::touching;
  // Others may be nearer still: the search has stopped at the first that is near enough.
  if (n.nearer) n.lower = std::min(n.lower, 0.0);
}

void mesh_touching_parts(const PairQuestion& question, std::vector<TouchingParts>& found,
                         Work& work) {
  MeshPair pair(question, MeshPair::Goal::list);
  pair.list = &found;
  if (has_halfspace(pair)) {
    search_halfspace(pair);
  } else {
    pair.search();
  }
  work = pair.work;
}

Verdict mesh_locate(const Shape& mesh, const Pose& pose, const Vec3& point) {
  const Shape at = *Shape::point(point);
  PairCache cache;
  const QueryOptions options{.certify = false};
  const Pose here;
  const PairQuestion question{mesh, pose, at, here, cache, options};
  MeshPair pair(question, MeshPair::Goal::touch);
  pair.search();
  if (pair.verdict != Verdict::apart) return Verdict::touching;
  return find_inside(pair, false) ? Verdict::overlapping : Verdict::apart;
}

}  // namespace glance::mesh
