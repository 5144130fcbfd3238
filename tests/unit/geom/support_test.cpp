#include "geom/support.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "glance/generate.h"
#include "math/predicates.h"

namespace glance::test {
namespace {

void expect_extreme(const Polytope& body, const Vec3& direction, std::uint32_t start) {
  const std::uint32_t found = hill_climb(body, direction, start);
  for (const Vec3& v : body.vertices()) {
    ASSERT_LE(compare_along(direction, v, body.vertex(found)), 0);
  }
}

TEST(HillClimb, OnBodiesWithVeryManyNeighbors) {
  const ProfilePoint spindle[] = {{0, -2}, {1, 0}, {0.3, 1}, {0, 3}};
  Rng rng(1);
  for (const Shape& shape : {cone(1000, 1, 2).value(), cone(37, 5, 0.1).value(),
                             revolve(spindle, 300).value(), prism(500, 1, 1).value()}) {
    const Polytope& body = shape.polytope();
    int crowded = 0;
    for (std::uint32_t v = 0; v < body.topology().vertex_count(); v++) {
      crowded += body.has_many_neighbors(v);
    }
    const bool has_apex = shape.vertex_count() != 2 * 500;
    EXPECT_EQ(crowded > 0, has_apex);
    for (int i = 0; i < 300; i++) {
      Vec3 direction = rng.direction();
      if (i % 3 == 1) direction.z() *= 1e-9;
      if (i % 3 == 2) direction = body.plane(rng.below(body.topology().face_count())).normal;
      ASSERT_NO_FATAL_FAILURE(
          expect_extreme(body, direction, rng.below(body.topology().vertex_count())));
    }
  }
}

TEST(HillClimb, ExactTiesEnd) {
  const Shape box = Shape::box({1, 1, 1}).value();
  for (std::uint32_t start = 0; start < 8; start++) {
    for (int axis = 0; axis < 3; axis++) {
      expect_extreme(box.polytope(), Vec3::Unit(axis), start);
      expect_extreme(box.polytope(), -Vec3::Unit(axis), start);
    }
    EXPECT_EQ(hill_climb(box.polytope(), Vec3::Zero(), start), start);
  }
}

TEST(HillClimb, FlatBodies) {
  EXPECT_EQ(hill_climb(Shape::hull(std::vector<Vec3>{{1, 1, 1}})->polytope(), {1, 0, 0}), 0u);
  const Shape segment = Shape::hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}).value();
  for (std::uint32_t start : {0u, 1u}) {
    expect_extreme(segment.polytope(), {1, 0, 0}, start);
    expect_extreme(segment.polytope(), {-1, 5, 0}, start);
  }
}

/// A direction that tells two vertices apart only below rounding.
TEST(HillClimb, DecidesBelowRounding) {
  const Shape box = Shape::box({1, 1, 1}).value();
  const Vec3 direction{1, 0x1p-60, 0x1p-120};
  const std::uint32_t found = hill_climb(box.polytope(), direction, 0);
  EXPECT_EQ(box.vertices()[found], Vec3(1, 1, 1));
}

}  // namespace
}  // namespace glance::test
