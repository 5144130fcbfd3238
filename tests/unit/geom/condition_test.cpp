// Known values, and what the numbers promise: that a direction which rises little along all
// edges of a vertex rises little anywhere, and that a point near all sides of a face is near
// the face.
#include "geom/condition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "geom/shape_access.h"
#include "geom/support.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "support/hill_climb.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

/// Conditions are rounded up: slightly above the real value, never below.
void expect_condition(double found, double expected) {
  EXPECT_GE(found, expected);
  EXPECT_LE(found, expected * (1 + 1e-6));
}

void expect_vertices(const Shape& shape, double expected) {
  for (std::uint32_t v = 0; v < shape.vertex_count(); v++) {
    expect_condition(compute_vertex_condition(geom::polytope_of(shape), v), expected);
    EXPECT_EQ(geom::polytope_of(shape).vertex_condition(v),
              compute_vertex_condition(geom::polytope_of(shape), v));
  }
}

void expect_faces(const Shape& shape, double expected) {
  for (std::uint32_t f = 0; f < shape.face_count(); f++) {
    expect_condition(compute_face_condition(geom::polytope_of(shape), f), expected);
    EXPECT_EQ(geom::polytope_of(shape).face_condition(f),
              compute_face_condition(geom::polytope_of(shape), f));
  }
}

TEST(VertexCondition, KnownValues) {
  expect_vertices(Shape::box({1, 1, 1}).value(), std::sqrt(3.0));
  expect_vertices(Shape::box({1e-50, 1e-50, 1e-50}).value(), std::sqrt(3.0));
  expect_vertices(Shape::box({3, 4, 1e9}).value(), std::sqrt(3.0));  // angles count, not lengths
  // From the edge to the axis of a regular tetrahedron: cos^2 = 2/3; of an octahedron: 1/2.
  expect_vertices(platonic(Platonic::tetrahedron, 1).value(), std::sqrt(1.5) * (1 - 1e-15));
  expect_vertices(platonic(Platonic::octahedron, 1).value(), std::sqrt(2.0) * (1 - 1e-15));
  expect_vertices(Shape::box({1, 1, 0}).value(), std::sqrt(2.0) * (1 - 1e-15));
  expect_vertices(hull({{0, 0, 0}, {1, 2, 3}}), 1);
  expect_vertices(hull({{1, 2, 3}}), 1);
}

TEST(FaceCondition, KnownValues) {
  expect_faces(Shape::box({1, 1, 1}).value(), std::sqrt(2.0) * (1 - 1e-15));
  expect_faces(Shape::box({1, 5, 0}).value(), std::sqrt(2.0) * (1 - 1e-15));
  expect_faces(platonic(Platonic::tetrahedron, 1).value(), 2 * (1 - 1e-15));
  expect_faces(platonic(Platonic::icosahedron, 1).value(), 2 * (1 - 1e-15));
  // Right triangle with its sharpest corner of atan(1/2).
  const double sharp = 1 / std::sin(std::atan(0.5) / 2);
  expect_faces(hull({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}), sharp * (1 - 1e-15));
}

TEST(Condition, OfThinCornersIsHuge) {
  // A needle's tip is harmless (its edges point the same way); a blade's is not.
  const Shape blade = hull({{0, 0, 0}, {1, 0, 0}, {-1, 1e-9, 0}, {0, 0, 1e-9}, {0, 0, -1e-9}});
  double most = 0;
  for (std::uint32_t v = 0; v < blade.vertex_count(); v++) {
    most = std::max(most, geom::polytope_of(blade).vertex_condition(v));
  }
  EXPECT_GT(most, 1e6);
  const Shape triangle = hull({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-9, 0}});
  EXPECT_GT(geom::polytope_of(triangle).face_condition(0), 1e8);
  EXPECT_GT(geom::polytope_of(triangle).vertex_condition(2), 1e8);
  // So thin that cosines are nothing but rounding.
  const Shape line = hull({{0, 0, 0}, {1, 0, 0}, {0.5, 1e-17, 0}});
  EXPECT_TRUE(std::isinf(geom::polytope_of(line).face_condition(0)));
  EXPECT_TRUE(std::isinf(geom::polytope_of(line).vertex_condition(2)));
}

/// With e the largest d.(w - v) / |w - v| over the neighbours w of v, no point m of the body
/// has d.(m - v) > e * condition * |m - v|. In most uses e is as small as a rounding error;
/// the promise does not depend on its size.
void expect_vertex_promise(const Polytope& body, std::uint32_t v, const Vec3& d, double& most) {
  double e = 0;
  for (const std::uint32_t w : body.topology().vertex_neighbors(v)) {
    const Vec3 along = body.vertex(w) - body.vertex(v);
    e = std::max(e, dot(d, along) / norm(along));
  }
  for (const Vec3& m : body.vertices()) {
    const Vec3 reach = m - body.vertex(v);
    const double rise = dot(d, reach), rounding = 1e-15 * norm(reach);
    ASSERT_LE(rise, e * body.vertex_condition(v) * norm(reach) * (1 + 1e-9) + rounding);
    if (e > 1e-6) most = std::max(most, rise / (e * norm(reach)) / body.vertex_condition(v));
  }
}

TEST(VertexCondition, KeepsItsPromise) {
  Rng rng(1);
  for (int k = 0; k < 60; k++) {
    const Vec3 stretch{1, rng.uniform(0.01, 1), rng.uniform(0.001, 1)};
    const Shape shape = random_polytope(static_cast<std::uint64_t>(k), 4 + 4 * k, stretch).value();
    const Polytope& body = geom::polytope_of(shape);
    double most = 0;
    for (int i = 0; i < 200; i++) {
      const Vec3 d = rng.direction();
      const std::uint32_t v = hill_climb(body, d);
      for (const double tilt : {1e-9, 1e-3, 0.1, 1.0, 3.0}) {
        ASSERT_NO_FATAL_FAILURE(
            expect_vertex_promise(body, v, Vec3(d + rng.direction() * tilt), most));
      }
    }
  }
}

/// The promise has no room to spare where it is known to be sharp: into a cube's corner, along
/// its diagonal.
TEST(VertexCondition, IsSharpForACube) {
  const Shape box = Shape::box({1, 1, 1}).value();
  for (std::uint32_t v = 0; v < 8; v++) {
    double most = 0;
    expect_vertex_promise(geom::polytope_of(box), v, Vec3(-box.vertices()[v]), most);
    EXPECT_NEAR(most, 1, 1e-6);
  }
}

/// Distance of a point in the plane of a face from that face.
double distance_to_face(const Polytope& body, std::uint32_t face, const Vec3& x) {
  const auto loop = body.topology().face_vertices(face);
  bool inside = true;
  double nearest = INFINITY;
  for (std::size_t i = 0; i < loop.size(); i++) {
    const Vec3 from = body.vertex(loop[i]);
    const Vec3 along = body.vertex(loop[(i + 1) % loop.size()]) - from;
    const double t = std::clamp(dot(x - from, along) / norm_sq(along), 0.0, 1.0);
    nearest = std::min(nearest, norm(Vec3(x - from - along * t)));
    inside &= triple(body.plane(face).normal, along, x - from) >= 0;
  }
  return inside ? 0 : nearest;
}

TEST(FaceCondition, KeepsItsPromise) {
  Rng rng(2);
  for (int k = 0; k < 60; k++) {
    std::vector<Vec3> points;
    const double thin = rng.uniform(0.02, 1);
    for (int i = 0; i < 3 + k % 9; i++) {
      const double angle = rng.uniform(0, 6.28);
      points.push_back({std::cos(angle), thin * std::sin(angle), 0});
    }
    const Shape shape = hull(points);
    const Polytope& body = geom::polytope_of(shape);
    ASSERT_EQ(shape.dimension(), 2);
    for (int i = 0; i < 500; i++) {
      const Vec3 x{rng.uniform(-2, 2), rng.uniform(-2, 2), 0};
      for (std::uint32_t face = 0; face < 2; face++) {
        const auto loop = body.topology().face_vertices(face);
        double e = 0;  // how far x is beyond the side that it is furthest beyond
        for (std::size_t j = 0; j < loop.size(); j++) {
          const Vec3 from = body.vertex(loop[j]);
          const Vec3 along = body.vertex(loop[(j + 1) % loop.size()]) - from;
          e = std::max(e, -triple(body.plane(face).normal, along, x - from) / norm(along));
        }
        ASSERT_LE(distance_to_face(body, face, x), e * body.face_condition(face) * (1 + 1e-9));
      }
    }
  }
  // Sharp beyond a square's corner.
  const Shape square = Shape::box({1, 1, 0}).value();
  EXPECT_NEAR(distance_to_face(geom::polytope_of(square), 0, {3, 3, 0}),
              2 * geom::polytope_of(square).face_condition(0), 1e-6);
}

}  // namespace
}  // namespace glance::test
