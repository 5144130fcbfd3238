// The points of contacts: which there are, where they lie, and that they last.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <vector>

#include "glance/contact.h"
#include "glance/generate.h"
#include "glance/rng.h"

namespace glance::test {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

Pose at(const Vec3& t, const Vec3& turn = Vec3::Zero()) {
  return Pose::make(Quat::from_rotation_vector(turn), t).value();
}
Shape box(double x, double y, double z) { return Shape::box({x, y, z}).value(); }

struct Pair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;

  Contacts contacts(const QueryOptions& options = {}) const {
    return glance::contacts(a, pose_a, b, pose_b, options);
  }
};

std::vector<std::uint64_t> ids(const Contacts& c) {
  std::vector<std::uint64_t> result;
  for (const ContactPoint& p : c.span()) result.push_back(p.id);
  return result;
}

/// How far a world point is from the surface of a body with flat core, or a lower bound.
double off_surface(const Shape& s, const Pose& pose, const Vec3& world) {
  const Distance d = distance(s, pose, Shape::point(Vec3::Zero()).value(), at(world));
  return std::fabs(d.distance - d.depth);
}

/// What holds for every contact. `loose`: how far points may be from the surface.
void check(const Pair& pair, const Contacts& c, double margin = 0, double loose = 1e-9) {
  ASSERT_GE(c.count, 0);
  ASSERT_LE(c.count, Contacts::kMaxPoints);
  const Distance d = distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  if (c.count == 0) return;
  EXPECT_NEAR(norm(c.normal), 1, 1e-12);
  double deepest = -1e300;
  std::uint64_t last = 0;
  for (const ContactPoint& p : c.span()) {
    EXPECT_GT(p.id, last);  // in order, so all different, and none 0
    last = p.id;
    EXPECT_NEAR(norm(Vec3(p.point_a - p.point_b - p.depth * c.normal)), 0, 1e-12);
    EXPECT_GE(p.depth, -margin - 1e-9);
    EXPECT_LE(p.depth, d.depth - d.distance + 1e-9);
    EXPECT_LE(off_surface(pair.a, pair.pose_a, p.point_a), loose);
    EXPECT_LE(off_surface(pair.b, pair.pose_b, p.point_b), loose);
    deepest = std::max(deepest, p.depth);
  }
  const double extent = std::min(pair.a.extent(), pair.b.extent());
  EXPECT_GE(deepest, d.depth - d.distance - 2 * kContactSnap * extent);
}

/// Poses of a body that trembles where it lies: by 1e-4 of a length, and of a radian.
Pose tremble(Rng& rng, const Vec3& t, const Vec3& turn) {
  const Vec3 shift = rng.in_box(1e-4);
  const Quat shake = Quat::from_rotation_vector(rng.in_box(1e-4 / std::sqrt(3.0)));
  return Pose::make(multiply(shake, Quat::from_rotation_vector(turn)), t + shift).value();
}

/// The upper body at rest on the lower one: over many frames the same ids.
void expect_same_ids(const Shape& lower, const Shape& upper, const Vec3& t, const Vec3& turn,
                     const QueryOptions& options = {}, int count = 4) {
  Rng rng(7);
  std::vector<std::uint64_t> first;
  PairCache cache;
  for (int frame = 0; frame < 1000; frame++) {
    const Pose under = tremble(rng, Vec3::Zero(), Vec3::Zero());
    const Pose over = tremble(rng, t, turn);
    const Contacts c = contacts(lower, under, upper, over, cache, options);
    ASSERT_EQ(c.count, count) << frame;
    if (frame == 0) first = ids(c);
    ASSERT_EQ(ids(c), first) << frame;
    ASSERT_GT(c.normal.z(), 0.99);
    const Contacts swapped = contacts(upper, over, lower, under, options);
    ASSERT_EQ(swapped.count, count) << frame;
  }
}

TEST(ContactsAtRest, SmallerOnLarger) {
  expect_same_ids(box(2, 2, 0.5), box(0.5, 0.5, 0.5), {0.3, 0.2, 0.999}, {0, 0, 0});
}
TEST(ContactsAtRest, LargerOnSmaller) {
  expect_same_ids(box(0.5, 0.5, 0.5), box(2, 2, 0.5), {0.3, 0.2, 0.999}, {0, 0, 0});
}
TEST(ContactsAtRest, Turned) {
  expect_same_ids(box(2, 2, 0.5), box(0.5, 0.5, 0.5), {0.3, 0.2, 0.999}, {0, 0, 30 * kDegree});
}
TEST(ContactsAtRest, OfEqualSizeTurned) {
  for (const double angle : {1.0, 10.0, 30.0, 45.0, 90.0}) {
    SCOPED_TRACE(angle);
    expect_same_ids(box(0.5, 0.5, 0.5), box(0.5, 0.5, 0.5), {0, 0, 0.998}, {0, 0, angle * kDegree});
  }
}
TEST(ContactsAtRest, Overhanging) {
  expect_same_ids(box(0.5, 0.5, 0.5), box(0.5, 0.5, 0.5), {0.6, 0.3, 0.999}, {0, 0, 0});
  expect_same_ids(box(0.5, 0.5, 0.5), box(0.5, 0.5, 0.5), {0.6, 0, 0.999}, {0, 0, 0});
  expect_same_ids(box(1, 1, 0.5), box(0.5, 0.5, 0.5), {1, 0.3, 0.999}, {0, 0, 30 * kDegree});
}
TEST(ContactsAtRest, AlignedAndOfEqualSize) {
  expect_same_ids(box(0.5, 0.5, 0.5), box(0.5, 0.5, 0.5), {0, 0, 0.999}, {0, 0, 0});
  expect_same_ids(box(0.5, 1, 0.5), box(0.5, 0.5, 0.5), {0, 0, 0.999}, {0, 0, 0});
  expect_same_ids(box(0.5, 1, 0.5), box(1, 0.5, 0.5), {0, 0, 0.999}, {0, 0, 0});
}
TEST(ContactsAtRest, PrismOnBox) {
  expect_same_ids(box(2, 2, 0.5), prism(8, 0.5, 0.5).value(), {0, 0, 0.998}, {0, 0, 0});
  expect_same_ids(box(2, 2, 0.5), prism(64, 0.5, 0.5).value(), {0, 0, 0.998}, {0, 0, 0.1});
  expect_same_ids(prism(200, 0.5, 0.5).value(), box(2, 2, 0.5), {0, 0, 0.998}, {0, 0, 0.1});
}

}  // namespace
}  // namespace glance::test
