// A compound from what was stored of it; what it holds; what is refused.
// Tested in tests/unit/bound/compound_body_test.cpp (Compound.IsRestoredBitForBit).
#include <fmt/format.h>

#include <algorithm>

#include "bound/compound_body.h"
#include "geom/shape_access.h"
#include "glance/tolerance.h"

namespace glance::rooms::bound {
namespace {

/// Levels of the binary tree: each of the user's is divided at most as often as a number of parts
/// has bits.
constexpr int kMaxTreeLevels = 32 * kMaxCompoundLevels;

}  // namespace

Result<void> CompoundBody::check_range(const Aabb& box) {
  const double most = std::max(box.lower.max_abs(), box.upper.max_abs());
  if (!(most <= kMaxCoordinate)) {
    return fail(
        ErrorCode::bad_data,
        fmt::format("the compound reaches {:g} from its origin, beyond the largest coordinate {:g}",
                    most, kMaxCoordinate));
  }
  const double extent = (box.upper - box.lower).max_component();
  if (extent > 0 && extent < kMinExtent) {
    return fail(
        ErrorCode::bad_data,
        fmt::format("the compound is only {:g} long, at least {:g} is needed", extent, kMinExtent));
  }
  return {};
}

Result<void> CompoundBody::check_leaf(const CompoundPart& leaf, std::size_t number) {
  const double most = leaf.pose.translation().max_abs();
  if (most <= kMaxCoordinate) return {};
  return fail(
      ErrorCode::bad_data,
      fmt::format("part {} is {:g} from the compound's origin, beyond the largest coordinate {:g}",
                  number, most, kMaxCoordinate));
}

Result<Shape> CompoundBody::restore(std::span<const CompoundPart> leaves,
                                    std::span<const PartLink> links, PartVolume volume,
                                    int levels) {
  if (leaves.empty() || volume > PartVolume::sphere || levels < 1 || levels > kMaxCompoundLevels) {
    return fail(ErrorCode::bad_data,
                "a stored compound without parts, or with levels or volumes that do not exist");
  }
  const std::shared_ptr<CompoundBody> body(new CompoundBody);
  body->volume_ = volume;
  body->levels_ = levels;
  for (std::size_t i = 0; i < leaves.size(); i++) {
    const ShapeKind kind = leaves[i].shape.kind();
    if (kind == ShapeKind::halfspace || kind == ShapeKind::compound) {
      return fail(ErrorCode::bad_data,
                  fmt::format("part {} of a stored compound is a {}", i, to_string(kind)));
    }
    if (auto good = check_leaf(leaves[i], i); !good) return fail(good.error());
    body->leaves_.push_back(leaves[i]);
    body->leaf_bounds_.push_back(bounds_of_part(leaves[i].shape, leaves[i].pose));
  }
  if (auto good = body->link(links); !good) return fail(good.error());
  body->finish_tree();
  body->measure();
  if (auto good = check_range(body->form_.bounds); !good) return fail(good.error());
  return shape_of(ShapeKind::compound, body);
}

/// Children stand behind their parents, so that one pass finds each node's parent and level.
Result<void> CompoundBody::link(std::span<const PartLink> links) {
  const std::size_t count = 2 * leaves_.size() - 1;
  if (links.size() != count) {
    return fail(ErrorCode::bad_data, fmt::format("a stored compound with {} nodes for {} parts",
                                                 links.size(), leaves_.size()));
  }
  nodes_.resize(count);
  std::vector<int> level(count);
  std::vector<std::uint8_t> reached(leaves_.size());
  for (std::uint32_t i = 0; i < count; i++) {
    const auto [child, leaf] = links[i];
    nodes_[i].child = child;
    nodes_[i].leaf = leaf;
    if (i > 0 && nodes_[i].parent == PartNode::kNone) {
      return fail(ErrorCode::bad_data,
                  fmt::format("node {} of a stored compound has no parent", i));
    }
    if (child == PartNode::kNone) {
      if (leaf >= leaves_.size() || reached[leaf]++) {
        return fail(ErrorCode::bad_data,
                    fmt::format("node {} of a stored compound has no part of its own", i));
      }
      continue;
    }
    if (leaf != PartNode::kNone || child <= i || child >= count - 1 ||
        nodes_[child].parent != PartNode::kNone || nodes_[child + 1].parent != PartNode::kNone ||
        level[i] >= kMaxTreeLevels) {
      return fail(
          ErrorCode::bad_data,
          fmt::format("node {} of a stored compound has no children that it could have", i));
    }
    for (const std::uint32_t c : {child, child + 1}) {
      nodes_[c].parent = i;
      level[c] = level[i] + 1;
    }
  }
  return {};
}

std::size_t CompoundBody::bytes() const {
  std::vector<const void*> seen;
  std::size_t sum = sizeof(*this) + leaves_.capacity() * sizeof(CompoundPart) +
                    leaf_bounds_.capacity() * sizeof(Aabb) +
                    leaf_nodes_.capacity() * sizeof(std::uint32_t) +
                    nodes_.capacity() * sizeof(PartNode) + dirty_.capacity() +
                    hulls_.capacity() * sizeof(std::optional<Shape>);
  const auto add = [&](const Shape& shape) {  // each once
    const auto at = std::ranges::lower_bound(seen, shape.identity());
    if (at != seen.end() && *at == shape.identity()) return;
    seen.insert(at, shape.identity());
    sum += shape.bytes();
  };
  for (const CompoundPart& leaf : leaves_) add(leaf.shape);
  for (const auto& hull : hulls_) {
    if (hull) add(*hull);
  }
  return sum;
}

}  // namespace glance::rooms::bound
