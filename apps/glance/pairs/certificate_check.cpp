#include "pairs/certificate_check.h"

#include <fmt/format.h>

#include <vector>

namespace glance::app {
namespace {

/// A convex body in the world.
struct Placed {
  Shape shape;
  Pose pose;
};

/// Convex bodies that hold all of a body.
Result<void> add_covers(const Shape& shape, const Pose& pose, std::vector<Placed>& covers) {
  if (shape.kind() == ShapeKind::mesh) {
    const Result<Shape> hull = Shape::hull(shape.mesh_view().vertices);
    if (!hull) return fail(hull.error());
    covers.push_back({*hull, pose});
  } else if (shape.kind() == ShapeKind::compound) {
    for (const CompoundPart& part : shape.leaf_parts()) {
      if (auto ok = add_covers(part.shape, compose(pose, part.pose), covers); !ok) return ok;
    }
  } else {
    covers.push_back({shape, pose});
  }
  return {};
}

Result<void> check_apart(const Pair& pair, const Certificate& certificate) {
  std::vector<Placed> all_a, all_b;
  if (auto ok = add_covers(pair.a, pair.pose_a, all_a); !ok) return ok;
  if (auto ok = add_covers(pair.b, pair.pose_b, all_b); !ok) return ok;
  for (const Placed& a : all_a) {
    for (const Placed& b : all_b) {
      if (auto ok = verify(certificate, {a.shape, a.pose}, {b.shape, b.pose}, pair.margin); !ok) {
        return ok;
      }
    }
  }
  return {};
}

Result<Placed> named_part(const Shape& shape, const Pose& pose, const SubShape& sub) {
  if (shape.is_convex()) return Placed{shape, pose};
  const Result<CompoundPart> part = shape.sub_shape(sub);
  if (!part) return fail(part.error());
  return Placed{part->shape, compose(pose, part->pose)};
}

Result<void> check_contact(const Pair& pair, const Distance& answer) {
  const Result<Placed> a = named_part(pair.a, pair.pose_a, answer.sub_a);
  if (!a) return fail(a.error());
  const Result<Placed> b = named_part(pair.b, pair.pose_b, answer.sub_b);
  if (!b) return fail(b.error());
  return verify(answer.certificate, {a->shape, a->pose}, {b->shape, b->pose}, pair.margin);
}

}  // namespace

std::optional<Result<void>> check_certificate(const Pair& pair, const Distance& answer) {
  const Certificate& certificate = answer.certificate;
  const bool convex = pair.a.is_convex() && pair.b.is_convex();
  if (!convex && certificate.verdict == Verdict::undecided) return std::nullopt;
  if (certificate.verdict != answer.verdict) {
    return fail(fmt::format("the answer is {}, its certificate says {}", to_string(answer.verdict),
                            to_string(certificate.verdict)));
  }
  if (convex) return verify(certificate, {pair.a, pair.pose_a}, {pair.b, pair.pose_b}, pair.margin);
  return answer.verdict == Verdict::apart ? check_apart(pair, certificate)
                                          : check_contact(pair, answer);
}

}  // namespace glance::app
