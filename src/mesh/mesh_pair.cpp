// Tested in tests/property/meshes_test.cpp (MeshPairs.AgreeWithBruteForce).
#include "mesh/mesh_pair.h"

#include <algorithm>

#include "base/work_limit.h"
#include "exact/oracle.h"
#include "glance/hash.h"
#include "mesh/separation_list.h"

namespace glance::mesh {
namespace {

/// Bounds the error of a distance between triangles as computed, in units of PairFrame::error:
/// that of six coordinates, and of some twenty operations on them.
constexpr double kTriangleDistanceError = 16;

TreeFrame frame_of(const MeshSide& side) {
  if (side.mesh) return side.mesh->tree().frame();
  if (side.shape.kind() == ShapeKind::halfspace) return {};
  return TreeFrame::around(side.shape.bounds());
}

/// What the volumes of a convex body depend on; `whole`: and all else, for searches that remember
/// which of its pairs were looked at.
std::uint64_t convex_id(const Shape& shape, bool whole, double precision) {
  Hash hash;
  hash.add(shape.bounds().lower).add(shape.bounds().upper);
  if (!whole) return hash.value();
  hash.add(static_cast<std::uint64_t>(shape.kind())).add(shape.sizes()).add(shape.rounding());
  hash.add(precision);
  for (const Vec3& v : shape.vertices()) hash.add(v);
  return hash.value();
}

/// Flat patches are asked about once so many pairs of triangles took exact arithmetic, or so many
/// triangles or nodes were looked at for a distance: few searches come to that, and the others need
/// not find patches.
constexpr std::uint32_t kHardPairs = 8, kManyPairs = 256, kManyNodes = 4096;

}  // namespace

const Shape& MeshSide::part(std::uint32_t item) const {
  if (!mesh) return shape;
  const std::uint32_t t = triangle(item);
  const TriMesh& m = mesh->mesh();
  return buffer.set(m.corner(t, 0), m.corner(t, 1), m.corner(t, 2));
}

MeshPair::MeshPair(const PairQuestion& question, Goal goal)
    : a(question.a, question.pose_a, question.cache.trees.make().triangle_a),
      b(question.b, question.pose_b, question.cache.trees.make().triangle_b),
      frame(question.a, question.pose_a, question.b, question.pose_b),
      question_(question),
      goal_(goal),
      margin_(question.options.margin > 0 ? std::min(question.options.margin, kMaxCoordinate) : 0),
      unit_(frame_of(a).unit),
      parts_(question.options) {
  parts_.depth = false;
  parts_.certify = true;
  if (goal == Goal::distance) parts_.margin = 0;
  limit_ = goal == Goal::distance ? INFINITY : margin_ / unit_;
}

TriangleCorners MeshPair::corners_a(std::uint32_t item) const {
  const TriMesh& m = a.mesh->mesh();
  const Triangle& t = m.triangles[a.triangle(item)];
  return {frame.a.from_centroid(m.vertices[t[0]]), frame.a.from_centroid(m.vertices[t[1]]),
          frame.a.from_centroid(m.vertices[t[2]])};
}

TriangleCorners MeshPair::corners_b(std::uint32_t item) const {
  const TriMesh& m = b.mesh->mesh();
  const Triangle& t = m.triangles[b.triangle(item)];
  return {frame.b.from_centroid(m.vertices[t[0]]) + frame.offset,
          frame.b.from_centroid(m.vertices[t[1]]) + frame.offset,
          frame.b.from_centroid(m.vertices[t[2]]) + frame.offset};
}

Vec3 MeshPair::to_world(const Vec3& p) const {
  return p + (multiply(a.pose.rotation(), frame.a.centroid()) + a.pose.translation());
}

void MeshPair::claim(SeparationList& separation) const {
  const TreeSize size_a = tree_size(a.shape), size_b = tree_size(b.shape);
  if (separation.tree_a == size_a.id && separation.tree_b == size_b.id) {
    if (!separation.is_unchecked || separation.fits(size_a, size_b)) {
      separation.is_unchecked = false;
      return;
    }
  }
  separation.clear();
  separation.tree_a = size_a.id;
  separation.tree_b = size_b.id;
}

void MeshPair::search() {
  const VolumeKind kind = (a.mesh ? a.mesh : b.mesh)->tree().kind();
  with_volume(kind, [&]<class Volume>(std::type_identity<Volume>) { search_volumes<Volume>(); });
}

template <class Volume>
void MeshPair::search_volumes() {
  constexpr VolumeKind kKind = kind_of<Volume>();
  SeparationList& separation = question_.cache.trees.make().list;
  const bool in_steps = question_.options.max_volume_tests != UINT32_MAX;
  const SearchFor what = goal_ == Goal::touch      ? SearchFor::hit
                         : goal_ == Goal::distance ? SearchFor::nearest
                                                   : SearchFor::all_hits;
  const auto run = [&](const TreeView<Volume>& view_a, const TreeView<Volume>& view_b) {
    const Placement place(view_a.frame, a.pose, view_b.frame, b.pose);
    thread_local SearchRoom room;
    ListSearch<Volume, MeshPair> search(view_a, view_b, place, a.pose, b.pose, *this, separation,
                                        room, question_.options.list);
    if (goal_ == Goal::touch || seeks_nearest()) {
      search.stop_after(question_.options.max_volume_tests);
    }
    search.run(what, are_triangles() || in_steps);
    work.interrupted = search.interrupted();
    work.volume_tests += search.counts().volume_tests;
    work.volume_updates += search.counts().volume_tests;
    work.primitive_tests += search.counts().primitive_tests;
    work.list_entries = static_cast<std::uint32_t>(separation.entries.size());
  };
  if (!a.mesh) {
    const LeafTree<Volume> leaf(a.shape.bounds());
    run(leaf.view(convex_id(a.shape, in_steps, parts_.precision)),
        b.mesh->tree(kKind).template view<Volume>());
  } else if (!b.mesh) {
    const LeafTree<Volume> leaf(b.shape.bounds());
    run(a.mesh->tree(kKind).template view<Volume>(),
        leaf.view(convex_id(b.shape, in_steps, parts_.precision)));
  } else {
    run(a.mesh->tree(kKind).template view<Volume>(), b.mesh->tree(kKind).template view<Volume>());
  }
}

bool MeshPair::visit(std::uint32_t i, std::uint32_t k) {
  spend_work(30);
  bound_ = 0;
  switch (goal_) {
    case Goal::touch: return visit_touch(i, k);
    case Goal::list: visit_list(i, k); return false;
    case Goal::contact: return contacts->meet(i, k);
    case Goal::distance: break;
  }
  return visit_distance(i, k);
}

TriangleMeeting MeshPair::meeting(const TriangleCorners& p, const TriangleCorners& q,
                                  std::uint32_t i, std::uint32_t k) {
  double apart = 0;
  const Verdict quick = triangle_verdict(p, q, frame.error, limit_ * unit_, apart);
  bound_ = apart / unit_;
  if (quick != Verdict::undecided) return {quick, false};
  hard_pairs_++;
  work.exact = true;
  const auto local = [](const MeshSide& side, std::uint32_t item) -> TriangleCorners {
    const TriMesh& m = side.mesh->mesh();
    const std::uint32_t t = side.triangle(item);
    return {m.corner(t, 0), m.corner(t, 1), m.corner(t, 2)};
  };
  return exact_meeting(a.pose, local(a, i), b.pose, local(b, k));
}

bool MeshPair::uses_rules() {
  if (!rules_) {
    if (hard_pairs_ < kHardPairs && visits_ < kManyPairs && nodes_ < kManyNodes) return false;
    rules_.emplace(*a.mesh, *b.mesh, frame);
  }
  return rules_->any();
}

/// Bodies that touch: whether two triangles are of patches that cannot overlap.
bool MeshPair::can_only_touch(std::uint32_t i, std::uint32_t k) {
  if (verdict != Verdict::touching || !uses_rules()) return false;
  const FlatPatches &in_a = rules_->flat_a().patches, &in_b = rules_->flat_b().patches;
  return rules_->relation(in_a.of_triangle[a.triangle(i)], in_b.of_triangle[b.triangle(k)])
      .no_overlap;
}

bool MeshPair::rules_out(std::uint32_t node_a, std::uint32_t node_b) {
  bound_ = 0;
  if (goal_ == Goal::contact) return contacts->rules_out(node_a, node_b);
  if (!are_triangles() || margin_ > 0) return false;
  if (goal_ == Goal::distance) nodes_++;
  if (!uses_rules()) return false;
  const std::uint32_t patch_a = rules_->patch_a(node_a), patch_b = rules_->patch_b(node_b);
  if (patch_a == FlatParts::kMixed || patch_b == FlatParts::kMixed) return false;
  if (goal_ == Goal::distance && verdict == Verdict::apart) {
    if (!direction_) return false;
    // See is_told_apart.
    const double gap = rules_->gap_along(*direction_, patch_a, patch_b);
    if (!(gap > shortest - frame.error)) return false;
    bound_ = (gap - 4 * frame.error) / unit_;
    return true;
  }
  const PatchRelation& relation = rules_->relation(patch_a, patch_b);
  // Of bodies that touch, only an overlap is still of interest.
  return relation.apart ||
         (relation.no_overlap && verdict == Verdict::touching && goal_ != Goal::list);
}

bool MeshPair::visit_touch(std::uint32_t i, std::uint32_t k) {
  const Verdict pair = are_triangles() && margin_ == 0
                           ? meeting(corners_a(i), corners_b(k), i, k).verdict
                           : collide(a.part(i), a.pose, b.part(k), b.pose, parts_).verdict;
  if (rank(pair) > rank(verdict)) {  // the one that decides is remembered
    verdict = pair;
    found = true;
    item_a = i;
    item_b = k;
  }
  return pair == Verdict::overlapping;
}

void MeshPair::visit_list(std::uint32_t i, std::uint32_t k) {
  TouchingParts pair{a.name(i), b.name(k)};
  if (are_triangles()) {
    const TriangleCorners p = corners_a(i), q = corners_b(k);
    const TriangleMeeting met = meeting(p, q, i, k);
    pair.verdict = met.verdict;
    if (pair.verdict == Verdict::apart) return;
    const auto [from, to] = triangle_segment(p, q, frame.error);
    pair.from = to_world(from);
    pair.to = to_world(to);
    if (pair.verdict == Verdict::touching) {
      const TriangleDistance t = triangle_distance(p, q);
      pair.whole = met.coplanar;
      if (pair.whole) pair.from = pair.to = to_world(t.point_a);
    }
  } else {
    const Distance d = glance::distance(a.part(i), a.pose, b.part(k), b.pose, parts_);
    pair.verdict = d.verdict;
    if (d.verdict == Verdict::apart || d.verdict == Verdict::undecided) return;
    pair.whole = true;
    pair.from = pair.to = d.point_a;
  }
  list->push_back(pair);
}

void MeshPair::set_nearest(std::uint32_t i, std::uint32_t k, Verdict pair, double length) {
  found = true;
  item_a = i;
  item_b = k;
  verdict = pair;
  shortest = length;
  // A pair that is as far apart need not be looked at again; once they touch, only one that
  // overlaps.
  limit_ = length / unit_ * (1 - 0x1p-50);
}

bool MeshPair::visit_distance(std::uint32_t i, std::uint32_t k) {
  return are_triangles() ? visit_triangles(i, k) : visit_parts(i, k);
}

bool MeshPair::visit_parts(std::uint32_t i, std::uint32_t k) {
  const Distance d = glance::distance(a.part(i), a.pose, b.part(k), b.pose, parts_);
  least_lower = std::min(least_lower, d.lower);
  const bool meets = d.verdict != Verdict::apart;
  if (meets ? verdict != Verdict::apart && d.verdict != Verdict::overlapping
            : !(d.distance < shortest)) {
    return false;
  }
  set_nearest(i, k, d.verdict, meets ? 0 : d.distance);
  nearest_parts = d;
  return d.verdict == Verdict::overlapping || d.upper < near_enough_;
}

void MeshPair::look_within(double limit) {
  near_enough_ = limit;
  shortest = limit * (1 + 0x1p-40) + distance_error();
  limit_ = shortest / unit_;
}

/// Cheap, and enough for nine of ten: most that are looked at share the nearest vertices or edges
/// with the nearest two, and are just as far apart.
bool MeshPair::is_told_apart(const TriangleCorners& p, const TriangleCorners& q) {
  if (direction_) {
    const auto height = [&](const Vec3& x) { return dot(*direction_, x); };
    const double gap = std::min({height(q[0]), height(q[1]), height(q[2])}) -
                       std::max({height(p[0]), height(p[1]), height(p[2])});
    // Heights are off by an error each; in all that is much less than distance_error.
    if (gap > shortest - frame.error) {
      bound_ = (gap - 4 * frame.error) / unit_;
      return true;
    }
  }
  const double between = gap_between_middles(p, q) - distance_error();
  if (!(between > limit_ * unit_)) return false;
  bound_ = between / unit_;
  return true;
}

bool MeshPair::visit_triangles(std::uint32_t i, std::uint32_t k) {
  visits_++;
  const TriangleCorners p = corners_a(i), q = corners_b(k);
  if (is_told_apart(p, q) || can_only_touch(i, k)) return false;
  const Verdict pair = meeting(p, q, i, k).verdict;
  if (pair != Verdict::apart) {
    if (verdict != Verdict::apart && pair == Verdict::touching) return false;
    nearest = triangle_distance(p, q);
    set_nearest(i, k, pair, 0);
    direction_.reset();
    return pair == Verdict::overlapping;
  }
  if (shortest == 0 || bound_ > limit_) return false;
  const TriangleDistance t = triangle_distance(p, q);
  double length = std::sqrt(t.distance_sq);
  bound_ = std::max(length - distance_error(), 0.0) / unit_;
  if (!(length < shortest)) return false;
  exact_nearest = length <= distance_error();
  if (exact_nearest) {  // a gap that rounding may have made, or closed
    nearest_parts = exact_distance(a.part(i), a.pose, b.part(k), b.pose, false);
    length = nearest_parts.distance;
  }
  nearest = t;
  set_nearest(i, k, Verdict::apart, length);
  direction_.reset();
  if (!exact_nearest) direction_ = (t.point_b - t.point_a) / length;
  return length + distance_error() < near_enough_;
}

Vec3 MeshPair::nearest_direction() const {
  if (direction_) return *direction_;
  const double away = norm(frame.offset);
  return away > 0 ? Vec3(frame.offset / away) : Vec3(Vec3::unit_x());
}

double MeshPair::distance_error() const { return kTriangleDistanceError * frame.error; }

}  // namespace glance::mesh
