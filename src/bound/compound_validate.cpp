// Checks of a compound's tree; see Shape::validate.
// Tested in tests/unit/bound/compound_body_test.cpp (Compound.EveryNodeHoldsItsParts).
#include <fmt/format.h>

#include <algorithm>

#include "bound/compound_body.h"
#include "geom/curved_support.h"
#include "geom/polytope.h"
#include "geom/shape_access.h"

namespace glance::rooms::bound {
namespace {

/// Rounding of the points looked at, as a part of the compound's reach. A volume that is too small
/// is so by more.
constexpr double kCheckError = 0x1p-44;

/// Points of a part in its own frame: vertices, or the farthest ones in 26 directions.
std::vector<Vec3> points_of(const Shape& shape) {
  const auto vertices =
      shape.kind() == ShapeKind::mesh ? shape.mesh_view().vertices : shape.vertices();
  std::vector<Vec3> points(vertices.begin(), vertices.end());
  if (!points.empty()) return points;
  for (int i = 0; i < 27; i++) {
    const int x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
    const Vec3 d(x, y, z);
    if (d != Vec3::zero()) points.push_back(curved_support(shape.kind(), shape.sizes(), d));
  }
  return points;
}

/// Whether a ball is within a volume, up to `error`. Along the volume's axes: boxes have others at
/// right angles to within rounding, or are those of the one part whose ball this is.
bool holds(const PartBox& box, const Vec3& p, double rounding, double error) {
  const Vec3 from = p - box.center;
  if (box.half == Vec3::zero()) return norm(from) + rounding <= box.radius + error;
  const Vec3 along = multiply(inverse(box.axes), from).abs() + Vec3::constant(rounding);
  return at_most(along, (box.half + Vec3::constant(box.radius + error)) * (1 + 1e-5));
}

bool holds(const Shape& hull, const Vec3& p, double rounding, double error) {
  for (std::uint32_t f = 0; hull.has_flat_core() && f < hull.face_count(); f++) {
    const double height = polytope_of(hull).plane(f).height(p);
    if (!(height + rounding <= hull.rounding() + error)) return false;
  }
  return true;
}

}  // namespace

Result<void> CompoundBody::validate() const {
  if (auto good = validate_tree(); !good) return good;
  const double error = kCheckError * reach_;
  for (std::uint32_t i = 0; i < leaves_.size(); i++) {
    const CompoundPart& leaf = leaves_[i];
    if (auto good = leaf.shape.validate(); !good) {
      return fail(ErrorCode::internal, fmt::format("part {}: {}", i, good.error().message));
    }
    const double rounding = leaf.shape.rounding();
    for (const Vec3& local : points_of(leaf.shape)) {
      const Vec3 p = leaf.pose.apply(local);
      if (!(norm(Vec3(p - form_.mass.centroid)) + rounding <= form_.bounding_radius + error)) {
        return fail(ErrorCode::internal,
                    fmt::format("part {} is not within the bounding sphere", i));
      }
      for (int k = 0; k < 3; k++) {
        if (p[k] - rounding < form_.bounds.lower[k] - error ||
            p[k] + rounding > form_.bounds.upper[k] + error) {
          return fail(ErrorCode::internal, fmt::format("part {} is not within the bounds", i));
        }
      }
      for (std::uint32_t n = leaf_nodes_[i]; n != PartNode::kNone; n = nodes_[n].parent) {
        const Shape* around = nodes_[n].is_leaf() ? nullptr : hull(n);
        if (holds(nodes_[n].box, p, rounding, error) &&
            (!around || holds(*around, p, rounding, error))) {
          continue;
        }
        return fail(ErrorCode::internal,
                    fmt::format("part {} is not within the volume of node {}", i, n));
      }
    }
  }
  return {};
}

Result<void> CompoundBody::validate_tree() const {
  std::vector<int> reached(leaves_.size());
  if (nodes_.size() != 2 * leaves_.size() - 1) {
    return fail(ErrorCode::internal,
                fmt::format("{} nodes for {} parts", nodes_.size(), leaves_.size()));
  }
  for (std::uint32_t n = 0; n < nodes_.size(); n++) {
    const PartNode& node = nodes_[n];
    if (node.is_leaf()) {
      if (node.leaf >= leaves_.size() || leaf_nodes_[node.leaf] != n) {
        return fail(ErrorCode::internal, fmt::format("node {} has no part of its own", n));
      }
      reached[node.leaf]++;
    } else if (node.child <= n || node.child + 1 >= nodes_.size() ||
               nodes_[node.child].parent != n || nodes_[node.child + 1].parent != n) {
      return fail(ErrorCode::internal,
                  fmt::format("node {} does not stand before its children", n));
    }
  }
  if (!std::ranges::all_of(reached, [](int count) { return count == 1; })) {
    return fail(ErrorCode::internal, "a part is not reached, or is reached twice");
  }
  return {};
}

}  // namespace glance::rooms::bound
