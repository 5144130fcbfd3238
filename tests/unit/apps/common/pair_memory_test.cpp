// What is kept from line to line: recognised by its bits, and not without bounds.
#include "common/pair_memory.h"
#include "exact/cache_access.h"
#include "geom/shape_access.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace glance::app {
namespace {

TEST(Recent, ForgetsTheLeastRecentlyUsed) {
  Recent<int> recent(2, 1 << 20);
  recent.add("a", 1);
  recent.add("b", 2);
  ASSERT_TRUE(recent.find("a"));
  EXPECT_EQ(*recent.find("a"), 1);
  recent.add("c", 3);
  EXPECT_EQ(recent.size(), 2u);
  EXPECT_FALSE(recent.find("b"));
  EXPECT_TRUE(recent.find("a"));
  EXPECT_TRUE(recent.find("c"));
  *recent.find("a") = 7;
  recent.add("d", 4);
  EXPECT_EQ(*recent.find("a"), 7);
  EXPECT_FALSE(recent.find("c"));
}

TEST(Recent, CountsBytes) {
  Recent<int> recent(1000, 10000);
  for (int i = 0; i < 1000; i++) recent.add(std::to_string(i), i, 1000);
  EXPECT_GT(recent.size(), 7u);
  EXPECT_LT(recent.size(), 11u);
  // Keys count too, and the last one added always stays.
  recent.add(std::string(100000, 'x'), -1);
  EXPECT_EQ(recent.size(), 1u);
  EXPECT_EQ(*recent.find(std::string(100000, 'x')), -1);
  recent.add("y", -2);
  EXPECT_EQ(recent.size(), 1u);
  EXPECT_TRUE(recent.find("y"));
}

const std::vector<Vec3> kCorners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

TEST(PairMemory, TheSamePointsAreNotBuiltAgain) {
  PairMemory memory;
  const Shape first = memory.hull(kCorners).value();
  EXPECT_EQ(&geom::polytope_of(*memory.hull(kCorners)), &geom::polytope_of(first));
  const Shape box = memory.box({1, 1, 1}).value();
  EXPECT_EQ(&geom::polytope_of(*memory.box({1, 1, 1})), &geom::polytope_of(box));
  EXPECT_NE(&geom::polytope_of(*memory.box({1, 1, 2})), &geom::polytope_of(box));

  // By bits: a zero of the other sign is another shape, as is another order.
  std::vector<Vec3> other = kCorners;
  other[0].x() = -0.0;
  EXPECT_NE(&geom::polytope_of(*memory.hull(other)), &geom::polytope_of(first));
  std::swap(other[1], other[2]);
  EXPECT_EQ(memory.hull(other)->vertices()[1], kCorners[2]);
  // A box and a hull of one point with the same numbers are not the same.
  EXPECT_EQ(memory.hull(std::vector<Vec3>{{1, 1, 1}})->vertex_count(), 1u);
}

TEST(PairMemory, WhatIsRefusedStaysRefused) {
  PairMemory memory;
  for (int i = 0; i < 2; i++) {
    EXPECT_FALSE(memory.box({-1, 1, 1}));
    EXPECT_FALSE(memory.hull({}));
  }
}

TEST(PairMemory, ACacheForEachOrderedPairOfShapes) {
  PairMemory memory;
  const Shape a = memory.hull(kCorners).value(), b = memory.box({1, 1, 1}).value();
  EXPECT_TRUE(memory.cache(a, b).empty());
  exact::memory_of(memory.cache(a, b)).has_features = true;
  EXPECT_FALSE(memory.cache(a, b).empty());
  EXPECT_FALSE(memory.cache(Shape::hull(kCorners).value(), b).empty()) << "the same vertices";
  EXPECT_TRUE(memory.cache(b, a).empty());
  EXPECT_TRUE(memory.cache(a, a).empty());

  // Where one list of vertices ends and the other begins matters.
  const Vec3 p{0, 0, 0}, q{1, 0, 0}, r{2, 0, 0};
  const Shape point_p = Shape::hull({&p, 1}).value(), point_r = Shape::hull({&r, 1}).value();
  const Shape pq = Shape::hull(std::vector<Vec3>{p, q}).value();
  const Shape qr = Shape::hull(std::vector<Vec3>{q, r}).value();
  exact::memory_of(memory.cache(point_p, qr)).has_features = true;
  EXPECT_TRUE(memory.cache(pq, point_r).empty());
}

TEST(PairMemory, KindsAndSizesMatterToo) {
  PairMemory memory;
  const Shape box = Shape::box({1, 1, 1}).value();
  const std::vector<Shape> others{Shape::hull(box.vertices()).value(),  // the same vertices
                                  box.rounded(0.5).value(),
                                  box.rounded(0.25).value(),
                                  Shape::point({0, 0, 0}).value(),
                                  Shape::sphere(1).value(),
                                  Shape::sphere(2).value(),
                                  Shape::capsule(1, 2).value(),
                                  Shape::cylinder(1, 2).value(),
                                  Shape::cone(1, 2).value(),
                                  Shape::ellipsoid({1, 1, 2}).value(),
                                  Shape::halfspace({1, 0, 0}, 1).value(),
                                  Shape::halfspace({1, 0, 0}, 2).value()};
  for (const Shape& other : others) {
    EXPECT_TRUE(memory.cache(box, other).empty()) << to_string(other.kind());
    exact::memory_of(memory.cache(box, other)).has_features = true;
    EXPECT_FALSE(memory.cache(box, other).empty());
    EXPECT_TRUE(memory.cache(other, box).empty());
  }
}

TEST(PairMemory, IsBounded) {
  PairMemory memory;
  const Shape a = Shape::hull(kCorners).value();
  exact::memory_of(memory.cache(a, a)).has_features = true;
  for (int i = 0; i < 5000; i++) {
    const Vec3 p{1.0 * i, 0, 0};
    exact::memory_of(memory.cache(a, Shape::hull({&p, 1}).value())).has_features = true;
  }
  EXPECT_TRUE(memory.cache(a, a).empty()) << "forgotten";
}

}  // namespace
}  // namespace glance::app
