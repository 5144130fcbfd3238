// A table of starts for climbing must never lead outside of the body, and should lead near
// the extreme vertex: else climbing takes longer than without it.
#include "geom/support_table.h"
#include "geom/shape_access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "geom/polytope.h"
#include "geom/support.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "support/hill_climb.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

/// Axes, diagonals of squares and of the cube, and the borders between cells of the table.
std::vector<Vec3> special_directions() {
  std::vector<Vec3> directions;
  for (int x = -2; x <= 2; x++) {
    for (int y = -2; y <= 2; y++) {
      for (int z = -2; z <= 2; z++) {
        if (x != 0 || y != 0 || z != 0) directions.push_back(Vec3(x, y, z));
      }
    }
  }
  const std::size_t count = directions.size();
  for (std::size_t i = 0; i < count; i++) {  // a hair off each of them
    for (int axis = 0; axis < 3; axis++) {
      for (const double by : {1e-17, -1e-17, 1e-300, -0.0}) {
        Vec3 d = directions[i];
        d[axis] = d[axis] == 0 ? by : d[axis] * (1 + 8 * by);
        directions.push_back(d);
      }
      Vec3 up = directions[i], down = directions[i];
      up[axis] = std::nextafter(up[axis], 9.0);
      down[axis] = std::nextafter(down[axis], -9.0);
      if (std::fabs(up[axis]) > 1e-300) directions.push_back(up);
      if (std::fabs(down[axis]) > 1e-300) directions.push_back(down);
    }
  }
  return directions;
}

std::vector<Shape> bodies_with_tables() {
  const ProfilePoint spindle[] = {{0, -2}, {1, 0}, {0.3, 1}, {0, 3}};
  return {Shape::hull(std::vector<Vec3>{{1, 2, 3}}).value(),
          Shape::hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}).value(),
          Shape::box({1, 1, 1}).value(),
          random_polytope(1, 2 * 40 - 4).value(),  // the last small one
          random_polytope(2, 2 * 41 - 4).value(),  // the first with a table
          random_polytope(3, 2 * 500 - 4).value(),
          random_polytope(4, 2 * 300 - 4, {1, 1, 1e-6}).value(),
          prism(200, 1, 1).value(),
          pyramid(1000, 1, 2).value(),
          revolve(spindle, 300).value(),
          icosphere(4, 1).value()};
}

double highest(const Polytope& body, const Vec3& d) {
  return dot(d, body.vertex(hill_climb(body, d)));
}

TEST(SupportTable, StartsAreVertices) {
  Rng rng(1);
  std::vector<Vec3> directions = special_directions();
  for (int i = 0; i < 2000; i++) directions.push_back(rng.direction());
  for (const Shape& shape : bodies_with_tables()) {
    const Polytope& body = geom::polytope_of(shape);
    for (const Vec3& d : directions) {
      for (const double length : {1e-200, 1e-150, 1.0, 1e150, 1e300}) {
        ASSERT_LT(body.start_vertex(d * length), shape.vertex_count()) << d << " times " << length;
      }
    }
  }
}

/// The length of a direction says nothing about where it leads.
TEST(SupportTable, LengthDoesNotMatter) {
  Rng rng(2);
  const Shape shape = random_polytope(5, 996).value();
  for (int i = 0; i < 5000; i++) {
    const Vec3 d = rng.direction();
    const std::uint32_t start = geom::polytope_of(shape).start_vertex(d);
    for (const double length : {0x1p-600, 0x1p-30, 0x1p30, 0x1p600}) {
      ASSERT_EQ(geom::polytope_of(shape).start_vertex(d * length), start) << d;
    }
  }
}

TEST(SupportTable, StartsAreNearTheExtremeVertex) {
  std::vector<Vec3> directions = special_directions();
  Rng rng(3);
  for (int i = 0; i < 2000; i++) directions.push_back(rng.direction());
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const Shape shape = random_polytope(seed, 2 * 500 - 4).value();
    const Polytope& body = geom::polytope_of(shape);
    ASSERT_EQ(shape.vertex_count(), 500u);
    double lowest = 1, sum = 0;
    for (const Vec3& d : directions) {
      const double part = dot(d, body.vertex(body.start_vertex(d))) / highest(body, d);
      lowest = std::min(lowest, part);
      sum += part;
    }
    EXPECT_GE(lowest, 0.8);
    EXPECT_GE(sum / static_cast<double>(directions.size()), 0.97);
  }
}

/// A body with a spike along each of the six axes: the cells around an axis have its spike.
TEST(SupportTable, EachSideOfTheCubeHasItsOwnCells) {
  std::vector<Vec3> points;
  Rng rng(4);
  for (int i = 0; i < 300; i++) points.push_back(rng.direction());
  for (int axis = 0; axis < 3; axis++) {
    points.push_back(Vec3::unit(axis) * 1.125);
    points.push_back(-Vec3::unit(axis) * 1.125);
  }
  const Shape shape = Shape::hull(points).value();
  ASSERT_FALSE(geom::polytope_of(shape).is_small());
  for (int axis = 0; axis < 3; axis++) {
    for (const double sign : {-1.0, 1.0}) {
      const Vec3 d = Vec3::unit(axis) * sign;
      EXPECT_EQ(shape.vertices()[geom::polytope_of(shape).start_vertex(d)], Vec3(1.125 * d));
    }
  }
}

/// From the table, climbing ends where it ends from anywhere, and sooner.
TEST(SupportTable, SavesSteps) {
  const Shape shape = icosphere(4, 1).value();
  const Polytope& body = geom::polytope_of(shape);
  Rng rng(5);
  std::uint32_t from_table = 0, from_first = 0;
  for (int i = 0; i < 500; i++) {
    const Vec3 d = rng.direction();
    std::uint32_t v = body.start_vertex(d), w = 0;
    ASSERT_TRUE(climb(body, d, v, from_table));
    ASSERT_TRUE(climb(body, d, w, from_first));
    ASSERT_NEAR(dot(d, body.vertex(v)), dot(d, body.vertex(w)), 1e-15);
  }
  EXPECT_LT(5 * from_table, from_first);
}

}  // namespace
}  // namespace glance::test
