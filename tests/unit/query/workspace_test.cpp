#include "glance/workspace.h"

#include <gtest/gtest.h>

#include <cmath>

#include "glance/query.h"
#include "support/all_kinds.h"
#include "support/shorthand.h"

namespace glance::test {
namespace {

Pose placed(double x, double turn) {
  return turned(turn * Vec3(0.3, 0.6, 0.7), Vec3(x, 0.1 * turn, 0.2));
}

/// Some triangles of a box.
Shape some_mesh() {
  return Shape::mesh(Shape::box({1, 1, 1})->vertices(),
                     std::vector<Triangle>{{0, 1, 2}, {1, 2, 3}, {4, 5, 6}})
      .value();
}

/// Buffers of one pair, which another pair finds in the workspace, change no bit of its answer.
TEST(Workspace, AnswersDoNotDependOnEarlierUses) {
  std::vector<Shape> shapes = all_bounded_kinds();
  shapes.push_back(some_mesh());
  Workspace workspace;
  int asked = 0;
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      const Pose at_a = placed(0, 0.3), at_b = placed(0.4 * (asked % 5), 0.7);
      for (const bool depth : {false, true}) {
        const Distance with =
            distance({a, at_a}, {b, at_b}, {.depth = depth, .workspace = &workspace});
        const Distance without = distance({a, at_a}, {b, at_b}, {.depth = depth});
        EXPECT_EQ(with.verdict, without.verdict);
        EXPECT_EQ(with.distance, without.distance);
        EXPECT_TRUE(with.depth == without.depth ||
                    (!depth && std::isnan(with.depth) && std::isnan(without.depth)));
        EXPECT_EQ(with.lower, without.lower);
        EXPECT_EQ(with.upper, without.upper);
        EXPECT_EQ(with.point_a, without.point_a);
        EXPECT_EQ(with.normal, without.normal);
      }
      asked++;
    }
  }
}

/// A cache's own buffers are no memory: neither copied nor compared.
TEST(Workspace, IsNotRememberedByACache) {
  const Shape shape = some_mesh();
  PairCache own, lent;
  Workspace workspace;
  const Pose here = placed(0, 0.3), there = placed(3, 0.7);
  (void)distance({shape, here}, {shape, there}, {.cache = &own});
  (void)distance({shape, here}, {shape, there}, {.cache = &lent, .workspace = &workspace});
  EXPECT_EQ(own, lent);
  const PairCache copy = own;
  EXPECT_EQ(copy, own);
}

}  // namespace
}  // namespace glance::test
