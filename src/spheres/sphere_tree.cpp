#include "glance/sphere_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "glance/rng.h"
#include "spheres/sphere_tree_data.h"
#include "spheres/sphere_voxels.h"

namespace glance::rooms::spheres {
namespace {

Result<void> check_options(const SphereTreeOptions& options) {
  if (options.levels >= 1 && options.levels <= kMaxSphereLevels) return {};
  return fail(
      fmt::format("a sphere-tree has 1 to {} levels, not {}", kMaxSphereLevels, options.levels));
}

}  // namespace

SphereNode make_node(const SphereSurface& surface, const SphereField& field, const UnitBall& ball) {
  SphereNode node;
  node.center = surface.from_unit(ball.center);
  // Twice: for what is covered, and for the center as it is rounded here.
  const double radius = (ball.radius + 2 * surface.error) * (1 + 0x1p-48);
  const double away = field.signed_distance(ball.center) + surface.error;
  node.radius = radius * surface.unit;
  node.reach = std::max(away, 0.0) * surface.unit;
  node.depth = std::max(-away, 0.0) * surface.unit;
  // The sphere reaches so far beyond the ball within the body, or beyond the body's nearest point.
  node.overhang = std::max(radius + away, 0.0) * surface.unit;
  return node;
}

std::vector<std::size_t> level_counts(const SphereTreeData& data) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(data.levels), 0);
  for (const SphereNode& node : data.nodes) {
    counts[node.level]++;
    if (!node.is_leaf()) continue;
    for (std::size_t l = node.level + 1; l < counts.size(); l++) counts[l]++;
  }
  return counts;
}

}  // namespace glance::rooms::spheres

namespace glance {
using namespace rooms::spheres;

std::string_view to_string(SphereBuilder builder) {
  return builder == SphereBuilder::octree ? "octree" : "fitted";
}

Result<SphereTree> SphereTree::make(const Shape& shape, const SphereTreeOptions& options) {
  if (const auto good = check_options(options); !good) return fail(good.error());
  const Result<SphereSurface> surface = sphere_surface(shape, options.levels);
  if (!surface) return fail(surface.error());
  const SphereField field(*surface);
  SphereTree tree;
  // The octree also tells how many spheres each level of a fitted tree may have: so both can be
  // compared.
  Data data = build_octree(*surface, field, options.levels);
  if (options.builder == SphereBuilder::fitted) {
    data = build_fitted(*surface, field, level_counts(data));
  }
  tree.data_ = std::make_shared<const Data>(std::move(data));
  return tree;
}

Result<SphereTree> SphereTree::make(const VoxelModel& voxels, const SphereTreeOptions& options) {
  if (const auto good = check_options(options); !good) return fail(good.error());
  if (const auto good = check_voxels(voxels); !good) return fail(good.error());
  const SphereSurface surface = sphere_surface(voxels);
  const SphereField field(surface);
  SphereTree tree;
  Data data = build_octree(voxels, surface, field, options.levels);
  if (options.builder == SphereBuilder::fitted) {
    data = build_fitted(surface, field, level_counts(data));
  }
  tree.data_ = std::make_shared<const Data>(std::move(data));
  return tree;
}

}  // namespace glance

namespace glance::rooms::spheres {

namespace {

/// Radius of a ball about the centre of mass that lies within the body, if that is fat enough for
/// rounding not to matter there; else 0.
double ball_within(const Shape& shape) {
  constexpr double kFat = 1e-3, kFar = 1e6;
  const Vec3& center = shape.mass().centroid;
  const double radius = shape.bounding_radius();
  if (!shape.is_convex() || norm(center) > kFar * radius) return 0;
  if (!shape.has_flat_core()) return 0.9 * shape.rounding();
  const double inner = polytope_of(shape).inner_radius();  // as rounded planes tell
  return inner > kFat * radius ? 0.9 * (inner + shape.rounding()) : 0;
}

}  // namespace

SphereNode sphere_around(const Shape& shape) {
  SphereNode root;
  root.center = shape.mass().centroid;
  root.radius = shape.bounding_radius() * (1 + 0x1p-48);
  root.depth = ball_within(shape);
  root.reach = root.depth > 0 ? 0 : root.radius;  // of a flat body the center may be beside it
  root.overhang = root.radius + root.reach - root.depth;
  return root;
}

}  // namespace glance::rooms::spheres

namespace glance {

std::span<const SphereNode> SphereTree::nodes() const { return data_->nodes; }
int SphereTree::levels() const { return data_->levels; }
bool SphereTree::covers_inside() const { return data_->covers_inside; }
SphereBuilder SphereTree::builder() const { return data_->builder; }
std::size_t SphereTree::bytes() const {
  return sizeof(Data) + data_->nodes.capacity() * sizeof(SphereNode);
}

std::vector<SphereNode> SphereTree::level(int level) const {
  std::vector<SphereNode> spheres;
  for (const SphereNode& node : data_->nodes) {
    const int at = static_cast<int>(node.level);
    if (at == level || (at < level && node.is_leaf())) spheres.push_back(node);
  }
  return spheres;
}

Result<void> SphereTree::validate() const {
  const auto& nodes = data_->nodes;
  if (nodes.empty()) return fail(ErrorCode::internal, "the tree has no root");
  std::uint32_t next = 1;  // the first node that is nobody's child yet
  std::uint32_t deepest = 0;
  for (std::uint32_t i = 0; i < nodes.size(); i++) {
    const SphereNode& n = nodes[i];
    const auto wrong = [&](std::string_view what) {
      return fail(ErrorCode::internal, fmt::format("node {} of {}: {}", i, nodes.size(), what));
    };
    deepest = std::max(deepest, n.level);
    if (!is_finite(n.center)) return wrong("its center is not finite");
    if (!(n.radius >= 0 && std::isfinite(n.radius))) return wrong("its radius is no length");
    if (!(n.reach >= 0 && n.depth >= 0 && n.reach * n.depth == 0)) return wrong("reach or depth");
    if (!(n.overhang >= 0 && n.overhang <= 2 * n.radius + n.reach)) return wrong("its overhang");
    if (i == 0 && (n.parent != 0 || n.level != 0)) return wrong("the root has a parent or a level");
    if (i > 0) {
      if (n.parent >= i) return wrong("it stands before its parent");
      const SphereNode& parent = nodes[n.parent];
      if (n.level != parent.level + 1) return wrong("its level is not the one below its parent's");
      if (n.level < nodes[i - 1].level) return wrong("it stands behind a deeper one");
      if (i < parent.child || i - parent.child >= parent.children) {
        return wrong("its parent does not know it");
      }
    }
    if (n.is_leaf()) {
      if (n.child != 0) return wrong("a leaf has a child");
    } else {
      if (n.child != next) return wrong("its children are not the next ones");
      next += n.children;
    }
  }
  if (next != nodes.size())
    return fail(ErrorCode::internal,
                fmt::format("{} of {} nodes are children", next, nodes.size()));
  if (static_cast<int>(deepest) + 1 != data_->levels) {
    return fail(ErrorCode::internal,
                fmt::format("{} levels said, {} there", data_->levels, deepest + 1));
  }
  return {};
}

Result<SphereFit> sphere_fit(const SphereTree& tree, const Shape& shape, int level, int samples,
                             std::uint64_t seed) {
  if (level < 0 || level >= tree.levels()) {
    return fail(ErrorCode::bad_index,
                fmt::format("the tree has levels 0 to {}, not {}", tree.levels() - 1, level));
  }
  const Result<SphereSurface> surface = sphere_surface(shape, tree.levels());
  if (!surface) return fail(surface.error());
  const SphereField field(*surface);
  SphereFit fit;
  std::vector<UnitBall> balls;
  Aabb box;
  for (const SphereNode& node : tree.level(level)) {
    balls.push_back({surface->to_unit(node.center), node.radius / surface->unit});
    box.add(balls.back().center - Vec3::constant(balls.back().radius));
    box.add(balls.back().center + Vec3::constant(balls.back().radius));
    fit.hausdorff = std::max(fit.hausdorff, node.overhang);
  }
  Rng rng(seed);
  int covered = 0, outside = 0;
  for (int i = 0; i < samples; i++) {
    Vec3 p;
    // Monte Carlo: points of the box around all spheres that are in some sphere, and of those the
    // ones outside of the body.
    for (int k = 0; k < 3; k++) p[k] = rng.uniform(box.lower[k], box.upper[k]);
    if (std::ranges::none_of(balls, [&](const UnitBall& ball) {
          return norm_sq(p - ball.center) <= ball.radius * ball.radius;
        })) {
      continue;
    }
    covered++;
    outside += !field.inside(p);
  }
  const Vec3 size = box.upper - box.lower;
  const double one = samples > 0 ? size.x() * size.y() * size.z() / samples : 0;
  const double cube = (surface->unit * surface->unit) * surface->unit;
  fit.volume = covered * one * cube;
  fit.excess = outside * one * cube;
  return fit;
}

}  // namespace glance
