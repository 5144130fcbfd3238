// Questions that only bodies with parts make interesting: which parts touch, where a point is.
// Tested in tests/unit/compound/compound_query_test.cpp (CompoundQuery.PointsAreLocatedInTheUnion).
#include "compound/sub_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "compound/compound_query.h"
#include "compound/family.h"
#include "glance/tolerance.h"
#include "mesh/mesh_query.h"

namespace glance::rooms::compound {

void convex_touching_parts(const PairQuestion& question, std::vector<TouchingParts>& found,
                           QueryWork& work) {
  QueryOptions options = question.options;
  options.depth = false;
  const Distance d = distance({question.a, question.pose_a}, {question.b, question.pose_b},
                              options.with(question.cache));
  work = d.work;
  if (d.verdict == Verdict::touching || d.verdict == Verdict::overlapping) {
    // A convex body is its only part, so it has no number; one common point stands for what is
    // shared.
    found.push_back({{}, {}, d.verdict, true, d.point_a, d.point_a});
  }
}

}  // namespace glance::rooms::compound

namespace glance {
using namespace rooms::compound;

QueryWork touching_parts(PlacedShape a, PlacedShape b, std::vector<TouchingParts>& found,
                         const QueryOptions& options) {
  found.clear();
  QueryOptions asked = options;
  // Only what really touches is listed, whatever margin the verdict has.
  asked.margin = 0;
  PairCache own;
  if (!options.cache) {
    asked.cache = &own;
    asked.tuning.list.policy = ListPolicy::top_down;  // there is no use for a list
  }
  PairCache& cache = *asked.cache;
  asked.cache = nullptr;  // parts have others
  const PairQuestion question{a.shape, a.pose, b.shape, b.pose, cache, asked};
  QueryWork work;
  switch (family_of(a.shape, b.shape)) {
    case Family::compound: compound_touching_parts(question, found, work); break;
    case Family::mesh: mesh_touching_parts(question, found, work); break;
    case Family::convex: convex_touching_parts(question, found, work);
  }
  // The order in which a search comes to pairs depends on its memory; the answer must not.
  std::sort(found.begin(), found.end(), [](const TouchingParts& x, const TouchingParts& y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  });
  // Triangles that are covered by several tiles are met once per tile.
  const auto same = [](const TouchingParts& x, const TouchingParts& y) {
    return x.a == y.a && x.b == y.b;
  };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  return work;
}

Result<Verdict> locate(PlacedShape placed, const Vec3& point) {
  const Shape& shape = placed.shape;
  const Pose& pose = placed.pose;
  if (shape.kind() == ShapeKind::mesh || shape.kind() == ShapeKind::compound) {
    if (!is_finite(point) || !(point.max_abs() <= kMaxCoordinate)) {
      return fail(
          ErrorCode::out_of_range,
          fmt::format("a point to locate must be finite and at most {:.3g}, not ({}, {}, {})",
                      kMaxCoordinate, point.x(), point.y(), point.z()));
    }
    return shape.kind() == ShapeKind::mesh ? mesh_locate(shape, pose, point)
                                           : compound_locate(shape, pose, point);
  }
  // For a convex body a point is another convex body, so `collide` tells.
  const Result<Shape> at = Shape::point(Vec3::zero());
  const Result<Pose> there = Pose::make(point);
  if (!there) return fail(there.error());
  return collide(placed, {*at, *there}).verdict;
}

}  // namespace glance
