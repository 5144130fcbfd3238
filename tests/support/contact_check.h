// What holds for every contact.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "glance/contact.h"
#include "glance/rng.h"
#include "support/shorthand.h"

namespace glance::test {

inline Pose at(const Vec3& t, const Vec3& turn) { return turned(turn, t); }

inline const Shape kUnitCube = Shape::box({0.5, 0.5, 0.5}).value();
inline const Shape kTable = Shape::box({2, 2, 0.5}).value();

struct PosedPair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;

  Contacts contacts(const QueryOptions& options = {}) const {
    return glance::contacts({a, pose_a}, {b, pose_b}, options);
  }
  Distance distance() const { return glance::distance({a, pose_a}, {b, pose_b}); }
  PosedPair swapped() const { return {b, pose_b, a, pose_a}; }
};

inline std::vector<std::uint64_t> ids(const Contacts& c) {
  std::vector<std::uint64_t> result;
  for (const ContactPoint& p : c.span()) result.push_back(p.id);
  return result;
}

/// Signed distance of a world point from a body.
inline double height_over(const Shape& s, const Pose& pose, const Vec3& world) {
  const Distance d = distance({s, pose}, {Shape::point(Vec3::zero()).value(), at(world)});
  return d.distance - d.depth;
}

/// `loose`: how far points may be off the surface.
inline void check_contacts(const PosedPair& pair, const Contacts& c, double margin = 0,
                           double loose = 1e-9) {
  ASSERT_GE(c.count, 0);
  ASSERT_LE(c.count, Contacts::kMaxPoints);
  const Distance d = pair.distance();
  if (c.count == 0) {
    EXPECT_EQ(c.normal, Vec3(0, 0, 0));
    EXPECT_GE(d.distance, margin);
    return;
  }
  EXPECT_NEAR(norm(c.normal), 1, 1e-12);
  const bool curved = !pair.a.has_flat_core() || !pair.b.has_flat_core();
  const double identity = curved ? 1e-5 : 1e-12;  // the root of the accuracy; contact.h
  double deepest = -1e300;
  std::uint64_t last = 0;
  for (const ContactPoint& p : c.span()) {
    EXPECT_GT(p.id, last);  // in order, so all different, and none 0
    last = p.id;
    EXPECT_NEAR(norm(Vec3(p.point_a - p.point_b - p.depth * c.normal)), 0, identity);
    EXPECT_GE(p.depth, -margin - 1e-9);
    EXPECT_LE(p.depth, d.depth - d.distance + 1e-9);
    EXPECT_NEAR(height_over(pair.a, pair.pose_a, p.point_a), 0, loose);
    EXPECT_NEAR(height_over(pair.b, pair.pose_b, p.point_b), 0, loose);
    deepest = std::max(deepest, p.depth);
  }
  const double extent = std::min(pair.a.extent(), pair.b.extent());
  EXPECT_GE(deepest, d.depth - d.distance - 2 * kContactSnap * extent);
}

/// Poses of a body that trembles where it lies: by 1e-4 of a length, and of a radian.
inline Pose tremble(Rng& rng, const Vec3& t, const Vec3& turn) {
  const Vec3 shift = rng.in_box(1e-4);
  const Quat shake = Quat::from_rotation_vector(rng.direction() * rng.uniform(0, 1e-4));
  return Pose::make(multiply(shake, Quat::from_rotation_vector(turn)), t + shift).value();
}

/// The upper body at rest on the lower one, which is on the origin: over 1,000 frames the same
/// ids.
inline void expect_same_ids(const Shape& lower, const Shape& upper, const Vec3& t, const Vec3& turn,
                            int count, const QueryOptions& options = {}) {
  Rng rng(7);
  std::vector<std::uint64_t> first, first_swapped;
  PairCache cache;
  for (int frame = 0; frame < 1000; frame++) {
    const Pose under = tremble(rng, Vec3::zero(), Vec3::zero());
    const Pose over = tremble(rng, t, turn);
    const Contacts c = contacts({lower, under}, {upper, over}, options.with(cache));
    const Contacts swapped = contacts({upper, over}, {lower, under}, options);
    if (frame == 0) {
      first = ids(c);
      first_swapped = ids(swapped);
      ASSERT_EQ(c.count, count);
    }
    ASSERT_EQ(ids(c), first) << frame;
    ASSERT_EQ(ids(swapped), first_swapped) << frame;
    ASSERT_GT(c.normal.z(), 0.99);
  }
}

}  // namespace glance::test
