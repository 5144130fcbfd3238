#include "geom/support.h"
#include "geom/shape_access.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "glance/generate.h"
#include "glance/rng.h"
#include "math/predicates.h"
#include "support/hill_climb.h"
#include "unit/math/rational.h"

namespace glance::test {
using namespace rooms::geom;

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
  for (const Shape& shape : {pyramid(1000, 1, 2).value(), pyramid(37, 5, 0.1).value(),
                             revolve(spindle, 300).value(), prism(500, 1, 1).value()}) {
    const Polytope& body = geom::polytope_of(shape);
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
      expect_extreme(geom::polytope_of(box), Vec3::unit(axis), start);
      expect_extreme(geom::polytope_of(box), -Vec3::unit(axis), start);
    }
    EXPECT_EQ(hill_climb(geom::polytope_of(box), Vec3::zero(), start), start);
  }
}

TEST(HillClimb, FlatBodies) {
  EXPECT_EQ(hill_climb(geom::polytope_of(*Shape::hull(std::vector<Vec3>{{1, 1, 1}})), {1, 0, 0}),
            0u);
  const Shape segment = Shape::hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}).value();
  for (std::uint32_t start : {0u, 1u}) {
    expect_extreme(geom::polytope_of(segment), {1, 0, 0}, start);
    expect_extreme(geom::polytope_of(segment), {-1, 5, 0}, start);
  }
}

/// A direction that tells two vertices apart only below rounding.
TEST(HillClimb, DecidesBelowRounding) {
  const Shape box = Shape::box({1, 1, 1}).value();
  const Vec3 direction{1, 0x1p-60, 0x1p-120};
  const std::uint32_t found = hill_climb(geom::polytope_of(box), direction, 0);
  EXPECT_EQ(box.vertices()[found], Vec3(1, 1, 1));
}

/// climb in doubles: that no vertex rises above the one found by more than geom/support.h
/// says, measured in fractions.
struct ClimbSeen {
  int ended = 0, bounded = 0, not_highest = 0;
};

void expect_nearly_extreme(const Polytope& body, const Vec3& direction, std::uint32_t start,
                           ClimbSeen& seen) {
  std::uint32_t found = start, steps = 0;
  const bool ended = climb(body, direction, found, steps);
  ASSERT_LT(found, body.topology().vertex_count());
  ASSERT_LE(steps, body.topology().vertex_count());
  if (!ended) return;
  seen.ended++;
  const double condition = body.vertex_condition(found);
  ASSERT_GE(condition, 1);
  seen.bounded += std::isfinite(condition);
  for (const Vec3& m : body.vertices()) {
    if (compare_along(direction, m, body.vertex(found)) <= 0) continue;
    seen.not_highest++;
    if (!std::isfinite(condition)) continue;
    const Triple<Rational> d = triple_of<Rational>(direction);
    const Rational rise = dot(d, triple_of<Rational>(m) - triple_of<Rational>(body.vertex(found)));
    const double bound =
        4 * 0x1p-53 * condition * norm(direction) * norm(Vec3(m - body.vertex(found)));
    ASSERT_LE(rise, rational(bound)) << direction;
  }
}

std::vector<Shape> bodies_to_climb() {
  return {random_polytope(1, 2 * 12 - 4).value(),
          random_polytope(2, 2 * 40 - 4).value(),
          random_polytope(3, 2 * 41 - 4).value(),
          random_polytope(4, 2 * 400 - 4).value(),
          random_polytope(5, 2 * 100 - 4, {1, 1, 1e-7}).value(),
          random_polytope(6, 2 * 100 - 4, {1, 1e-5, 1e-5}).value(),
          random_polytope(7, 2 * 30 - 4, {1, 1, 1e-12}).value(),
          prism(5, 1, 1).value(),
          prism(200, 1, 1e-3).value(),
          pyramid(37, 5, 0.1).value(),
          pyramid(500, 1, 2).value(),
          Shape::box({1, 2, 3}).value(),
          Shape::box({1, 2, 0}).value(),
          Shape::hull(std::vector<Vec3>{{1, 1, 1}}).value(),
          Shape::hull(std::vector<Vec3>{{1, 1, 1}, {2, 0, 1}}).value()};
}

TEST(Climb, EndsWithinItsBound) {
  Rng rng(2);
  ClimbSeen seen;
  int count = 0;
  for (const Shape& shape : bodies_to_climb()) {
    const Polytope& body = geom::polytope_of(shape);
    const Topology& topology = body.topology();
    for (int i = 0; i < 400; i++, count++) {
      Vec3 direction = rng.direction();
      // Along normals of faces and across edges all vertices of the feature are level, and
      // only rounding tells them apart.
      if (i % 4 == 1 && topology.face_count() > 0) {
        direction = body.plane(rng.below(topology.face_count())).normal;
      } else if (i % 4 == 2 && topology.edge_count() > 0) {
        const auto& ends = topology.edge(rng.below(topology.edge_count())).vertex;
        direction = cross(direction, body.vertex(ends[1]) - body.vertex(ends[0]));
      } else if (i % 4 == 3) {
        direction *= rng.chance(0.5) ? 1e-100 : 1e100;
      }
      ASSERT_NO_FATAL_FAILURE(
          expect_nearly_extreme(body, direction, rng.below(topology.vertex_count()), seen));
    }
  }
  EXPECT_GE(seen.ended, count * 99 / 100);
  EXPECT_GE(seen.bounded, count * 9 / 10);
  EXPECT_GT(seen.not_highest, 0);  // or the bound was never needed
}

TEST(Climb, CountsTheVerticesPassed) {
  const Shape box = Shape::box({1, 1, 1}).value();
  for (std::uint32_t start = 0; start < 8; start++) {
    std::uint32_t vertex = start, steps = 5;
    ASSERT_TRUE(climb(geom::polytope_of(box), {1, 2, 3}, vertex, steps));
    EXPECT_EQ(box.vertices()[vertex], Vec3(1, 1, 1));
    const Vec3 from = box.vertices()[start];
    const int flips = (from.x() < 0) + (from.y() < 0) + (from.z() < 0);
    EXPECT_EQ(steps, 5u + static_cast<std::uint32_t>(flips));
  }
}

/// Small bodies and those with the neighbours' positions beside each other take two ways.
TEST(SteepestNeighbor, IsThatOfAPlainLoop) {
  Rng rng(3);
  int small = 0, large = 0, none = 0;
  for (const Shape& shape : bodies_to_climb()) {
    const Polytope& body = geom::polytope_of(shape);
    EXPECT_EQ(body.is_small(), shape.vertex_count() <= 40);
    (body.is_small() ? small : large)++;
    for (int i = 0; i < 500; i++) {
      const std::uint32_t v = rng.below(body.topology().vertex_count());
      const Vec3 direction = i % 5 == 0 ? Vec3(Vec3::unit(i / 5 % 3)) : rng.direction();
      const double least = i % 3 == 0 ? 0 : i % 3 == 1 ? 0.05 : -0.05;
      const auto neighbors = body.topology().vertex_neighbors(v);
      std::size_t expected = neighbors.size();
      double best = least;
      for (std::size_t k = 0; k < neighbors.size(); k++) {
        const double rise = dot(direction, Vec3(body.vertex(neighbors[k]) - body.vertex(v)));
        if (rise <= best) continue;
        best = rise;
        expected = k;
      }
      none += expected == neighbors.size();
      ASSERT_EQ(steepest_neighbor(body, direction, v, least), expected);
    }
  }
  EXPECT_GT(small, 5);
  EXPECT_GT(large, 5);
  EXPECT_GT(none, 100);
}

}  // namespace
}  // namespace glance::test
