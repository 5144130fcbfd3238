// Tested in tests/unit/world/damaged_snapshot_test.cpp (DamagedSnapshot).
#include "world/answer_check.h"

#include <algorithm>
#include <array>

namespace glance::rooms::world {
namespace {

/// Numbers of vertices, edges and faces: see FeatureId.
std::array<std::size_t, 3> feature_counts(const Shape& shape) {
  switch (shape.kind()) {
    case ShapeKind::cylinder: return {0, 2, 3};
    case ShapeKind::cone: return {1, 1, 2};
    case ShapeKind::ellipsoid:
    case ShapeKind::halfspace: return {0, 0, 1};
    case ShapeKind::mesh:
    case ShapeKind::compound: return {0, 0, 0};
    default: return {shape.vertex_count(), shape.edge_count(), shape.face_count()};
  }
}

bool has_feature(const Shape& shape, FeatureId feature) {
  return feature.index < feature_counts(shape)[static_cast<std::size_t>(feature.kind)] ||
         feature == FeatureId{} || feature.is_none();
}

/// The convex body that an answer names features of: a part of one that is not convex. Where the
/// whole of that is named there are no features: a point stands for it. Nothing if there is no such
/// part.
std::optional<Shape> named_shape(const Shape& body, const SubShape& sub) {
  const Result<CompoundPart> part = body.sub_shape(sub);
  if (!part) return std::nullopt;
  return part->shape.is_convex() ? part->shape : Shape::point(Vec3::zero()).value();
}

}  // namespace

bool is_about(const PairReport& answer, PairKey key, const Bodies& bodies) {
  const std::uint32_t i = first_of(key), j = second_of(key);
  const std::optional<Shape> named_a = named_shape(bodies.shape(i), answer.sub_a);
  const std::optional<Shape> named_b = named_shape(bodies.shape(j), answer.sub_b);
  if (!named_a || !named_b) return false;
  const Shape &a = *named_a, &b = *named_b;
  const auto count = [](const Shape& s) { return std::max<std::size_t>(s.vertex_count(), 1); };
  const auto has_pair = [&](VertexPair pair) { return pair.a < count(a) && pair.b < count(b); };
  return answer.a == bodies.id[i] && answer.b == bodies.id[j] && has_feature(a, answer.feature_a) &&
         has_feature(b, answer.feature_b) &&
         std::ranges::all_of(answer.certificate.plane_pairs(), has_pair) &&
         std::ranges::all_of(answer.certificate.hull_pairs(), has_pair);
}

bool is_about(const ContactPoint& point, PairKey key, const Bodies& bodies) {
  const std::optional<Shape> a = named_shape(bodies.shape(first_of(key)), point.sub_a);
  const std::optional<Shape> b = named_shape(bodies.shape(second_of(key)), point.sub_b);
  return a && b && has_feature(*a, point.feature_a) && has_feature(*b, point.feature_b);
}

}  // namespace glance::rooms::world
