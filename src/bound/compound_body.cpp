#include "bound/compound_body.h"

#include <fmt/format.h>

#include <algorithm>

#include "geom/shape_access.h"
#include "glance/hash.h"
#include "glance/tolerance.h"

namespace glance::rooms::bound {
namespace {

void add_box(Aabb& box, const Aabb& other) {
  box.add(other.lower);
  box.add(other.upper);
}

}  // namespace

Result<std::shared_ptr<CompoundBody>> CompoundBody::make(std::span<const CompoundPart> parts,
                                                         PartVolume volume) {
  if (parts.empty()) return fail(ErrorCode::bad_geometry, "a compound needs at least one part");
  const std::shared_ptr<CompoundBody> body(new CompoundBody);
  body->volume_ = volume;
  std::vector<Item> items;
  for (std::size_t i = 0; i < parts.size(); i++) {
    const CompoundPart& part = parts[i];
    if (part.shape.kind() == ShapeKind::halfspace) {
      return fail(
          ErrorCode::unsupported,
          fmt::format("part {} is a half-space, which has no bounds: make it a body of its own",
                      i));
    }
    const auto first = static_cast<std::uint32_t>(body->leaves_.size());
    const bool nested = part.shape.kind() == ShapeKind::compound;
    if (nested) {
      body->levels_ = std::max(body->levels_, compound_of(part.shape).levels_ + 1);
      for (const CompoundPart& leaf : part.shape.leaf_parts()) {
        // The product of the poses defines where the leaf is (docs/design/compounds.md): so nested
        // compounds cost no more than flat ones.
        body->leaves_.push_back({leaf.shape, compose(part.pose, leaf.pose)});
      }
    } else {
      body->leaves_.push_back(part);
    }
    Aabb box;
    for (std::size_t k = first; k < body->leaves_.size(); k++) {
      // Here, where the number of the leaf is known: poses of nested parts may leave the range only
      // once they are multiplied.
      if (auto good = check_leaf(body->leaves_[k], k); !good) return fail(good.error());
      body->leaf_bounds_.push_back(bounds_of_part(body->leaves_[k].shape, body->leaves_[k].pose));
      add_box(box, body->leaf_bounds_.back());
    }
    items.push_back(
        {nested ? &compound_of(part.shape) : nullptr, first, box.lower / 2 + box.upper / 2});
  }
  if (body->levels_ > kMaxCompoundLevels) {
    return fail(ErrorCode::out_of_range,
                fmt::format("compounds nested {} deep: at most {} levels are allowed",
                            body->levels_, kMaxCompoundLevels));
  }
  body->nodes_.reserve(2 * body->leaves_.size());
  body->nodes_.emplace_back();
  // The tree first, then volumes from the leaves up, then mass and bounds: each needs what comes
  // before.
  body->build(0, items);
  body->finish_tree();
  body->measure();
  if (auto good = check_range(body->form_.bounds); !good) return fail(good.error());
  return body;
}

std::uint32_t CompoundBody::add_children(std::uint32_t node) {
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].child = child;
  // Both children side by side, behind all nodes so far: so children always stand behind their
  // parents.
  nodes_.resize(nodes_.size() + 2);
  nodes_[child].parent = nodes_[child + 1].parent = node;
  return child;
}

void CompoundBody::build(std::uint32_t node, std::span<Item> items) {
  if (items.size() == 1) {
    // A nested compound keeps its own tree: what its user put together stays together.
    if (items[0].compound) return copy_tree(*items[0].compound, 0, node, items[0].first_leaf);
    nodes_[node].leaf = items[0].first_leaf;
    return;
  }
  Aabb middles;
  for (const Item& item : items) middles.add(item.middle);
  const int axis = (middles.upper - middles.lower).max_axis();
  // Ties by number, so that the tree does not depend on the algorithm of nth_element.
  const std::size_t half = items.size() / 2;
  std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(half), items.end(),
                   [axis](const Item& x, const Item& y) {
                     return x.middle[axis] != y.middle[axis] ? x.middle[axis] < y.middle[axis]
                                                             : x.first_leaf < y.first_leaf;
                   });
  const std::uint32_t child = add_children(node);
  build(child, items.first(half));
  build(child + 1, items.subspan(half));
}

void CompoundBody::copy_tree(const CompoundBody& from, std::uint32_t source, std::uint32_t node,
                             std::uint32_t first_leaf) {
  const PartNode& original = from.nodes_[source];
  if (original.is_leaf()) {
    nodes_[node].leaf = first_leaf + original.leaf;
    return;
  }
  const std::uint32_t child = add_children(node);
  copy_tree(from, original.child, child, first_leaf);
  copy_tree(from, original.child + 1, child + 1, first_leaf);
}

/// What follows from the form of the tree, and all volumes.
void CompoundBody::finish_tree() {
  leaf_nodes_.resize(leaves_.size());
  dirty_.assign(nodes_.size(), 0);
  if (volume_ == PartVolume::hull) hulls_.resize(nodes_.size());
  Hash hash;
  hash.add(static_cast<std::uint64_t>(volume_)).add(static_cast<std::uint64_t>(nodes_.size()));
  for (std::uint32_t i = 0; i < nodes_.size(); i++) {
    const PartNode& node = nodes_[i];
    // Only what survives moving parts: memories of a pair belong to the form of the tree, wherever
    // the parts are.
    hash.add(std::uint64_t{node.child} << 32 | node.leaf);
    if (!node.is_leaf()) continue;
    leaf_nodes_[node.leaf] = i;
    const Shape& shape = leaves_[node.leaf].shape;
    hash.add(static_cast<std::uint64_t>(shape.kind()));
    hash.add(static_cast<std::uint64_t>(shape.vertex_count() + shape.mesh_view().triangles.size()));
  }
  id_ = hash.value();
  for (std::size_t i = nodes_.size(); i-- > 0;) fit(static_cast<std::uint32_t>(i));
  fitted_ = nodes_.size();
}

/// The volume of one node, from its part or from the volumes of its children, which are right
/// already. With hulls both a box and a hull are kept: the box is the first, cheap test.
void CompoundBody::fit(std::uint32_t number) {
  PartNode& node = nodes_[number];
  const bool sphere = volume_ == PartVolume::sphere;
  if (node.is_leaf()) {
    const CompoundPart& leaf = leaves_[node.leaf];
    node.box = sphere ? sphere_of_part(leaf.shape, leaf.pose) : box_of_part(leaf.shape, leaf.pose);
  } else {
    const PartBox &a = nodes_[node.child].box, &b = nodes_[node.child + 1].box;
    node.box = sphere ? sphere_around(a, b) : box_around(a, b);
  }
  if (volume_ == PartVolume::hull) fit_hull(number);
}

namespace {

/// The points whose hull, rounded, holds a part: vertices, or corners of the box of what is curved.
double add_hull_points(const Shape& shape, const Pose& pose, std::vector<Vec3>& points) {
  if (shape.has_flat_core()) {
    for (const Vec3& v : shape.vertices()) points.push_back(pose.apply(v));
    return shape.rounding();
  }
  const Aabb& box = shape.bounds();
  const double more = kRoundingStretch * shape.rounding();
  for (int i = 0; i < 8; i++) {
    Vec3 corner;
    for (int k = 0; k < 3; k++) corner[k] = i >> k & 1 ? box.upper[k] + more : box.lower[k] - more;
    points.push_back(pose.apply(corner));
  }
  return 0;
}

}  // namespace

void CompoundBody::fit_hull(std::uint32_t number) {
  const PartNode& node = nodes_[number];
  std::optional<Shape>& hull = hulls_[number];
  if (node.is_leaf()) {  // in its own frame: lasts however it moves
    if (hull) return;
    const Shape& shape = leaves_[node.leaf].shape;
    if (shape.is_convex()) {
      hull = shape;
    } else if (auto made = Shape::hull(shape.mesh_view().vertices)) {
      hull = *made;
    }
    return;
  }
  hull.reset();
  std::vector<Vec3> points;
  double rounding = 0;
  for (const std::uint32_t child : {node.child, node.child + 1}) {
    // A part too small or too large for a hull: then none above it has one, and boxes have to do.
    if (!hulls_[child]) return;
    const PartNode& below = nodes_[child];
    const Pose pose = below.is_leaf() ? leaves_[below.leaf].pose : Pose{};
    rounding = std::max(rounding, add_hull_points(*hulls_[child], pose, points));
  }
  auto made = Shape::hull(points);
  if (made && rounding > 0) made = made->rounded(rounding);
  if (made) hull = *made;
}

void CompoundBody::measure() {
  form_ = {};
  skew_ = 0;
  MassProperties& mass = form_.mass;
  Vec3 weighted = Vec3::zero(), mean = Vec3::zero();
  for (std::size_t i = 0; i < leaves_.size(); i++) {
    const CompoundPart& leaf = leaves_[i];
    add_box(form_.bounds, leaf_bounds_[i]);
    skew_ = std::max(skew_, rotation_error(leaf.pose.rotation()));
    const Vec3 at = leaf.pose.apply(leaf.shape.mass().centroid);
    const double volume = std::max(leaf.shape.mass().volume, 0.0);
    mass.volume += volume;
    weighted += at * volume;
    mean += at / static_cast<double>(leaves_.size());
  }
  // Surfaces have no volume; a quotient of what has underflowed would be anything.
  mass.centroid = mass.volume >= 0x1p-1000 ? Vec3(weighted / mass.volume) : mean;
  // Rounding of a mean must not lead out of the box that holds everything.
  mass.centroid = mass.centroid.max(form_.bounds.lower).min(form_.bounds.upper);
  double reach = 0;
  for (std::size_t i = 0; i < leaves_.size(); i++) {
    const CompoundPart& leaf = leaves_[i];
    const MassProperties& own = leaf.shape.mass();
    const Vec3 from = leaf.pose.apply(own.centroid) - mass.centroid;
    const Mat3& r = leaf.pose.rotation();
    // Turned into the frame of the compound and moved to its centroid (Huygens-Steiner).
    if (own.volume > 0) {
      mass.inertia += compose(compose(r, own.inertia), r.transpose()) +
                      own.volume * (norm_sq(from) * Mat3::identity() - outer_product(from, from));
    }
    // The farthest corner of its box, or the far side of its sphere.
    const Aabb& box = leaf_bounds_[i];
    const Vec3 corner = (box.upper - mass.centroid).abs().max((box.lower - mass.centroid).abs());
    const double by_sphere = norm(from) + leaf.shape.bounding_radius() * kMaxStretch;
    form_.bounding_radius = std::max(form_.bounding_radius, std::min(norm(corner), by_sphere));
    const Vec3 out = box.upper.abs().max(box.lower.abs());
    reach = std::max(reach, norm(out));
  }
  form_.bounding_radius += kPartError * (form_.bounding_radius + reach);
  form_.extent = (form_.bounds.upper - form_.bounds.lower).max_component();
  reach_ = reach * (1 + kPartError);
}

Result<void> CompoundBody::move_parts(std::span<const std::uint32_t> leaves,
                                      std::span<const Pose> poses) {
  if (leaves.size() != poses.size()) {
    return fail(ErrorCode::bad_index,
                fmt::format("{} parts are to be moved, but there are {} poses", leaves.size(),
                            poses.size()));
  }
  Aabb moved;
  for (std::size_t i = 0; i < leaves.size(); i++) {
    // All poses are checked before the first is set: a refused call changes nothing.
    if (leaves[i] >= leaves_.size()) {
      return fail(ErrorCode::bad_index,
                  fmt::format("the compound has no part {}: it has {}", leaves[i], leaves_.size()));
    }
    const CompoundPart& leaf = leaves_[leaves[i]];
    if (auto good = check_leaf({leaf.shape, poses[i]}, leaves[i]); !good) return good;
    add_box(moved, bounds_of_part(leaf.shape, poses[i]));
  }
  fitted_ = 0;
  if (leaves.empty()) return {};
  const double most = std::max(moved.lower.max_abs(), moved.upper.max_abs());
  if (!(most <= kMaxCoordinate)) return check_range(moved);
  for (std::size_t i = 0; i < leaves.size(); i++) {
    CompoundPart& leaf = leaves_[leaves[i]];
    leaf.pose = poses[i];
    leaf_bounds_[leaves[i]] = bounds_of_part(leaf.shape, leaf.pose);
    // Up to the first node that is marked already: above it all are.
    for (std::uint32_t n = leaf_nodes_[leaves[i]]; n != PartNode::kNone && !dirty_[n];
         n = nodes_[n].parent) {
      dirty_[n] = 1;
    }
  }
  // Children stand behind their parents: each node once, those below it first.
  for (std::size_t n = nodes_.size(); n-- > 0;) {
    if (!dirty_[n]) continue;
    dirty_[n] = 0;
    fit(static_cast<std::uint32_t>(n));
    fitted_++;
  }
  measure();
  return {};
}

Result<Shape> CompoundBody::scaled(double factor) const {
  const auto body = std::make_shared<CompoundBody>(*this);
  for (std::size_t i = 0; i < leaves_.size(); i++) {
    auto shape = leaves_[i].shape.scaled(factor);
    if (!shape)
      return fail(shape.error().code, fmt::format("part {}: {}", i, shape.error().message));
    auto pose = Pose::make(leaves_[i].pose.rotation(), leaves_[i].pose.translation() * factor);
    if (!pose) return fail(pose.error().code, fmt::format("part {}: {}", i, pose.error().message));
    body->leaves_[i] = {*shape, *pose};
    body->leaf_bounds_[i] = bounds_of_part(*shape, *pose);
  }
  // Hulls of leaves would be kept otherwise (see fit_hull), in the old size.
  body->hulls_.clear();
  body->finish_tree();
  body->measure();
  if (auto good = check_range(body->form_.bounds); !good) return fail(good.error());
  return shape_of(ShapeKind::compound, body);
}

}  // namespace glance::rooms::bound

namespace glance {
using namespace rooms::bound;

Result<Shape> Shape::compound(std::span<const CompoundPart> parts, PartVolume volume) {
  auto body = CompoundBody::make(parts, volume);
  if (!body) return fail(body.error());
  return shape_of(ShapeKind::compound, *std::move(body));
}

Result<Shape> Shape::with_part_poses(std::span<const std::uint32_t> leaves,
                                     std::span<const Pose> poses) const {
  if (kind_ != ShapeKind::compound)
    return fail(ErrorCode::unsupported, "only a compound has parts that can be moved");
  const auto body = std::make_shared<CompoundBody>(compound_of(*this));
  if (auto good = body->move_parts(leaves, poses); !good) return fail(good.error());
  return shape_of(ShapeKind::compound, body);
}

}  // namespace glance
