// Random compounds, and what is true of them by looking at all pairs of their parts.
#pragma once

#include <algorithm>
#include <vector>

#include "glance/query.h"
#include "glance/rng.h"
#include "support/shorthand.h"

namespace glance::test {

inline constexpr PartVolume kPartVolumes[] = {PartVolume::obb, PartVolume::hull,
                                              PartVolume::sphere};

/// A body of a convex kind, about `size` large.
inline Shape random_part(ShapeKind kind, double size, bool round, Rng& rng) {
  const auto length = [&] { return size * rng.uniform(0.2, 1); };
  const auto made = [&]() -> Result<Shape> {
    switch (kind) {
      case ShapeKind::point: return Shape::point(rng.in_box(size));
      case ShapeKind::segment: return Shape::segment(rng.in_box(size), rng.in_box(size));
      case ShapeKind::triangle:
        return Shape::triangle(rng.in_box(size), rng.in_box(size), rng.in_box(size));
      case ShapeKind::box: return Shape::box({length(), length(), length()});
      case ShapeKind::sphere: return Shape::sphere(length());
      case ShapeKind::capsule: return Shape::capsule(length() / 2, length());
      case ShapeKind::cylinder: return Shape::cylinder(length(), length());
      case ShapeKind::cone: return Shape::cone(length(), length());
      case ShapeKind::ellipsoid: return Shape::ellipsoid({length(), length(), length()});
      case ShapeKind::halfspace: return Shape::halfspace(rng.direction(), rng.uniform(-size, size));
      default: break;
    }
    std::vector<Vec3> points(4 + rng.below(20));
    for (Vec3& p : points) p = rng.in_box(size);
    return Shape::hull(points);
  };
  const Shape body = made().value();
  return round ? body.rounded(size * rng.uniform(0.05, 0.2)).value() : body;
}

inline Shape random_part(double size, Rng& rng, int kinds = kConvexKinds - 1) {
  const auto kind = static_cast<ShapeKind>(rng.below(static_cast<std::uint32_t>(kinds)));
  const bool round = rng.below(3) == 0;
  return random_part(kind, size, round, rng);
}

/// Two to five parts of any bounded convex kind about `size` large, or such compounds.
inline Shape random_compound(PartVolume volume, int levels, double size, Rng& rng) {
  std::vector<CompoundPart> parts;
  const int count = 2 + static_cast<int>(rng.below(4));
  for (int i = 0; i < count; i++) {
    const Pose pose = Pose::make(rng.rotation(), Vec3(rng.in_box(size))).value();
    if (levels > 1 && rng.below(2) == 0) {
      parts.push_back({random_compound(volume, levels - 1, size / 2, rng), pose});
    } else {
      parts.push_back({random_part(size / 2, rng), pose});
    }
  }
  return Shape::compound(parts, volume).value();
}

/// The surface of a random polytope as a mesh, or the solid within.
inline Shape random_mesh(double size, bool solid, Rng& rng) {
  const Shape hull = random_part(ShapeKind::hull, size, false, rng);
  std::vector<Triangle> triangles;
  for (std::uint32_t f = 0; f < hull.face_count(); f++) {
    const auto loop = hull.face_vertices(f);
    for (std::size_t i = 2; i < loop.size(); i++)
      triangles.push_back({loop[0], loop[i - 1], loop[i]});
  }
  return Shape::mesh(hull.vertices(), triangles, {.solid = solid}).value();
}

/// The parts of a compound in the world; any other body is its only part.
inline std::vector<CompoundPart> parts_in_world(const Shape& shape, const Pose& pose) {
  if (shape.kind() != ShapeKind::compound) return {{shape, pose}};
  std::vector<CompoundPart> parts;
  for (const CompoundPart& leaf : shape.leaf_parts()) {
    parts.push_back({leaf.shape, compose(pose, leaf.pose)});
  }
  return parts;
}

struct BruteForce {
  Verdict verdict = Verdict::apart;
  double distance = std::numeric_limits<double>::infinity();
  double deepest = 0;  ///< what any two parts have to be moved by, at least
  std::vector<TouchingParts> touching;
};

inline BruteForce brute_force(const Shape& a, const Pose& pose_a, const Shape& b,
                              const Pose& pose_b, double margin = 0) {
  BruteForce found;
  const auto parts_a = parts_in_world(a, pose_a), parts_b = parts_in_world(b, pose_b);
  const auto number = [](const Shape& shape, std::size_t i) {
    return shape.kind() == ShapeKind::compound ? static_cast<std::uint32_t>(i) : SubShape::kNone;
  };
  for (std::size_t i = 0; i < parts_a.size(); i++) {
    for (std::size_t j = 0; j < parts_b.size(); j++) {
      const auto& [x, at_x] = parts_a[i];
      const auto& [y, at_y] = parts_b[j];
      QueryOptions options;
      const Distance d = distance({x, at_x}, {y, at_y}, options);
      options.margin = margin;
      const Verdict verdict =
          margin > 0 ? collide({x, at_x}, {y, at_y}, options).verdict : d.verdict;
      if (verdict == Verdict::overlapping ||
          (verdict == Verdict::touching && found.verdict == Verdict::apart)) {
        found.verdict = verdict;
      }
      found.distance = std::min(found.distance, d.distance);
      found.deepest = std::max(found.deepest, -d.upper);
      for (TouchingParts t : touching_list({x, at_x}, {y, at_y})) {
        t.a.part = number(a, i);
        t.b.part = number(b, j);
        found.touching.push_back(t);
      }
    }
  }
  std::ranges::sort(found.touching, [](const TouchingParts& x, const TouchingParts& y) {
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  });
  return found;
}

}  // namespace glance::test
