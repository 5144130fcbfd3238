// Tested in tests/unit/compound/compound_query_test.cpp (Compounds.ManyPartsCostFewTests).
#include "compound/part_walk.h"

#include <algorithm>

#include "base/work_limit.h"
#include "exact/cache_access.h"
#include "geom/curved_support.h"
#include "geom/polytope.h"
#include "glance/hash.h"
#include "glance/tolerance.h"
#include "mesh/mesh_workspace.h"

namespace glance::rooms::compound {
namespace {

/// Bounds all rounding errors between a part and its volume, as a fraction of the largest
/// coordinates: those of the product of poses (7 operations), of the volume's center and half
/// lengths (10), and of a gap (20).
constexpr double kPlacingError = 0x1p-46;

/// A product of poses that `compose` has corrected is off by half of its error, at most 4
/// kRotationTolerance per entry: less than 3 times that of any length.
constexpr double kSkewError = 12 * kRotationTolerance;

/// Both bodies are compared by the same kind of volume: that of the compound, of A if both are.
PartVolume volume_of(const PairQuestion& q) {
  return compound_of(q.a.kind() == ShapeKind::compound ? q.a : q.b).volume();
}

/// The farthest point of a part along d, in its own frame, without its rounding.
Vec3 farthest(const Shape& shape, const Vec3& d) {
  if (!shape.has_flat_core() && shape.is_convex())
    return curved_support(shape.kind(), shape.sizes(), d);
  const auto points = shape.is_convex() ? shape.vertices() : shape.mesh_view().vertices;
  const Vec3* best = points.data();
  double most = -kUnbounded;
  for (const Vec3& p : points) {
    if (const double along = dot(d, p); along > most) {
      most = along;
      best = &p;
    }
  }
  return *best;
}

bool is_before(const PartMemory& x, const PartMemory& y) {
  return x.part_a != y.part_a ? x.part_a < y.part_a : x.part_b < y.part_b;
}

}  // namespace

PlacedParts::PlacedParts(const Shape& shape, const Pose& pose, const Vec3& origin,
                         PartVolume volume)
    : shape_(shape),
      pose_(pose),
      origin_(origin),
      compound_(shape.kind() == ShapeKind::compound ? &compound_of(shape) : nullptr) {
  reach_ = pose.translation().max_abs();
  if (compound_) {
    reach_ += compound_->reach();
    // See compose: an entry of the square of a product is off by at most 3 times the one and once
    // the other, unless it has been made good.
    const double error = 3.01 * rotation_error(pose.rotation()) + compound_->skew() + 0x1p-48;
    if (error > kRotationTolerance) skew_ = kSkewError * compound_->reach();
  } else if (is_halfspace()) {
    reach_ += std::fabs(shape.plane_offset()) + shape.rounding();
  } else {
    own_ = volume == PartVolume::sphere ? sphere_of_part(shape, {}) : box_of_part(shape, {});
    reach_ += shape.mass().centroid.max_abs() + shape.bounding_radius();
  }
}

PlacedBox PlacedParts::box(std::uint32_t node) const {
  if (compound_) return {compound_->nodes()[node].box, pose_, origin_};
  return is_halfspace() ? PlacedBox::halfspace(shape_, pose_, origin_)
                        : PlacedBox(own_, pose_, origin_);
}

const Shape& PlacedParts::part_shape(std::uint32_t node) const {
  return compound_ ? compound_->leaf_parts()[compound_->nodes()[node].leaf].shape : shape_;
}

Pose PlacedParts::part_pose(std::uint32_t node) const {
  if (!compound_) return pose_;
  return compose(pose_, compound_->leaf_parts()[compound_->nodes()[node].leaf].pose);
}

SubShape PlacedParts::sub_shape(std::uint32_t node, const SubShape& inner) const {
  return {compound_ ? compound_->nodes()[node].leaf : SubShape::kNone, inner.triangle};
}

const Shape* PlacedParts::hull(std::uint32_t node) const {
  if (compound_) return compound_->hull(node);
  return shape_.is_convex() ? &shape_ : nullptr;
}

/// Best child first, leaving out volumes that do not reach as far as a point that is already known:
/// few of the parts are looked at.
double PlacedParts::support(const Vec3& d, Vec3& point) const {
  double most = -kUnbounded;
  const auto look = [&](const auto& self, std::uint32_t node) -> void {
    spend_work(5);
    if (!is_leaf(node)) {
      const PlacedBox boxes[2] = {box(child(node)), box(child(node) + 1)};
      double reach[2];
      for (int i = 0; i < 2; i++) {
        reach[i] = dot(d, boxes[i].center) + boxes[i].reach(d) + boxes[i].radius;
      }
      // A part may be farther than its volume says by the slack; the caller allows for that.
      const int first = reach[1] > reach[0] ? 1 : 0;
      for (const int i : {first, 1 - first}) {
        if (reach[i] > most) self(self, child(node) + static_cast<std::uint32_t>(i));
      }
      return;
    }
    const Shape& shape = part_shape(node);
    const Pose pose = part_pose(node);
    const Vec3 local = farthest(shape, multiply_transposed(pose.rotation(), d));
    const Vec3 at =
        multiply(pose.rotation(), local) + (pose.translation() - origin_) + d * shape.rounding();
    if (const double along = dot(d, at); along > most) {
      most = along;
      point = at;
    }
  };
  look(look, 0);
  return most;
}

/// For telling whether a memory is that of this pair. A memory holds only hints, so two bodies with
/// the same id cost time, never a wrong answer.
std::uint64_t PlacedParts::id() const {
  if (compound_) return compound_->id();
  const auto size = shape_.vertex_count() + shape_.mesh_view().triangles.size();
  return Hash()
      .add(static_cast<std::uint64_t>(shape_.kind()))
      .add(static_cast<std::uint64_t>(size))
      .value();
}

PartWalk::PartWalk(const PairQuestion& question)
    : options_(question.options),
      origin_(question.pose_a.translation()),
      a_(question.a, question.pose_a, origin_, volume_of(question)),
      b_(question.b, question.pose_b, origin_, volume_of(question)),
      slack_(kPlacingError * (a_.reach() + b_.reach()) + (a_.skew() + b_.skew())),
      memory_(trees_of(question.cache).make()) {
  options_.workspace = &workspace_of(question);
  SeparationList& list = memory_.list;
  if (list.tree_a != a_.id() || list.tree_b != b_.id()) {  // of another pair
    list = {};
    list.tree_a = a_.id();
    list.tree_b = b_.id();
    memory_.parts.clear();
  }
  // Full of pairs that may be far apart by now: starting again costs less than finding out which
  // are still of use.
  if (memory_.parts.size() >= kMaxPartMemories) memory_.parts.clear();
  sorted_ = memory_.parts.size();
}

PartWalk::~PartWalk() {
  if (memory_.parts.size() > sorted_) std::ranges::sort(memory_.parts, is_before);
}

/// The remembered pair may come from a file or an earlier form of the bodies, so it counts only if
/// both nodes exist and are leaves.
const NodePair* PartWalk::last() const {
  const SeparationList& list = memory_.list;
  const bool good = list.has_last && list.last.a < a_.node_count() &&
                    list.last.b < b_.node_count() && a_.is_leaf(list.last.a) &&
                    b_.is_leaf(list.last.b);
  return good ? &list.last : nullptr;
}

void PartWalk::set_last(NodePair pair) {
  memory_.list.has_last = true;
  memory_.list.last = pair;
}

PairCache& PartWalk::memory(NodePair pair) {
  // Memories from earlier questions are sorted, so that a pair is found by bisection.
  const auto end = memory_.parts.begin() + static_cast<std::ptrdiff_t>(sorted_);
  const auto at = std::partition_point(memory_.parts.begin(), end, [&](const PartMemory& m) {
    return m.part_a != pair.a ? m.part_a < pair.a : m.part_b < pair.b;
  });
  if (at != end && at->part_a == pair.a && at->part_b == pair.b) return at->cache;
  if (memory_.parts.size() >= kMaxPartMemories) {
    spare_ = {};
    return spare_;
  }
  // No pair is met twice in one walk, so the new memories need not be searched.
  memory_.parts.push_back({pair.a, pair.b, {}});
  return memory_.parts.back().cache;
}

PartQuestion PartWalk::part(NodePair pair) {
  return {a_.part_shape(pair.a), a_.part_pose(pair.a), b_.part_shape(pair.b), b_.part_pose(pair.b),
          memory(pair)};
}

double PartWalk::root_gap(Vec3* direction) const {
  return box_gap(a_.box(0), b_.box(0), kUnbounded, direction) - slack_;
}

double PartWalk::root_span() const {
  const PlacedBox a = a_.box(0), b = b_.box(0);
  if (a.is_halfspace || b.is_halfspace) {
    const PlacedBox &plane = a.is_halfspace ? a : b, &box = a.is_halfspace ? b : a;
    const double above = dot(plane.normal, box.center) - plane.offset;
    return std::max((above + box.size) * (1 + 1e-5), 0.0) + slack_;
  }
  return norm(Vec3(b.center - a.center)) + (a.size + b.size) + slack_;
}

double PartWalk::gap_along(const Vec3& direction) const {
  if (a_.is_halfspace() || b_.is_halfspace()) return -kUnbounded;
  Vec3 point;
  return -(b_.support(-direction, point) + a_.support(direction, point)) - slack_;
}

double PartWalk::test(NodePair pair, const PlacedBox& box_a, const PlacedBox& box_b, double limit,
                      bool exact) {
  // For a pair of leaves the parts themselves are asked next, so hulls are tried only above them.
  work_.volume_tests++;
  spend_work(10);
  const double gap = box_gap(box_a, box_b, limit + slack_) - slack_;
  if (gap > limit || (a_.is_leaf(pair.a) && b_.is_leaf(pair.b))) return gap;
  return std::max(gap, hull_gap(pair, limit, exact));
}

double PartWalk::hull_gap(NodePair pair, double limit, bool exact) {
  // Only if volumes are hulls can both nodes have one.
  const Shape *hull_a = a_.hull(pair.a), *hull_b = b_.hull(pair.b);
  if (!hull_a || !hull_b || !(limit < kUnbounded || exact)) return -kUnbounded;
  QueryOptions options;
  options.depth = false;
  options.workspace = options_.workspace;
  const Pose pose_a = a_.hull_pose(pair.a), pose_b = b_.hull_pose(pair.b);
  // As in the paper: the hulls are convex bodies, tracked by their closest features.
  if (exact) {
    const Distance d = distance({*hull_a, pose_a}, {*hull_b, pose_b}, options.with(memory(pair)));
    work_ += d.work;
    return d.lower - slack_;
  }
  // As a margin the limit makes it a question of yes or no, which costs less than a distance; the
  // gap that is returned is then just beyond the limit.
  options.margin = limit + slack_;
  const Collision c = collide({*hull_a, pose_a}, {*hull_b, pose_b}, options.with(memory(pair)));
  work_ += c.work;
  return c.verdict == Verdict::apart ? std::nextafter(limit, kUnbounded) : -kUnbounded;
}

void PartWalk::finish(QueryWork& work) {
  work_.method = work.method;
  work_.from_cache = work.from_cache;
  work = work_;
}

void PartWalk::add(const QueryWork& w, const PartQuestion& part) {
  work_ += w;
  work_.interrupted |= w.interrupted;
  if (part.is_convex()) work_.primitive_tests++;  // a mesh has counted its own
}

}  // namespace glance::rooms::compound
