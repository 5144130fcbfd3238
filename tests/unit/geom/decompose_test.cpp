// Convex decomposition: every point of the solid is in a part, in exact arithmetic.
#include <algorithm>
#include <array>

#include "glance/decompose.h"

#include <gtest/gtest.h>

#include "geom/polytope.h"
#include "glance/generate.h"
#include "glance/rng.h"
#include "math/predicates.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

Shape solid_of(const TriangleSoup& soup) {
  return Shape::mesh(soup.vertices, soup.triangles, {.solid = true}).value();
}

/// An outline in x and y (counter-clockwise), from z = 0 to 1, cut into these triangles.
TriangleSoup extruded(const std::vector<std::array<double, 2>>& outline,
                      const std::vector<Triangle>& triangles) {
  TriangleSoup soup;
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (const double z : {0.0, 1.0}) {
    for (const auto& [x, y] : outline) soup.vertices.push_back({x, y, z});
  }
  for (const auto& [a, b, c] : triangles) {
    soup.triangles.push_back({a, c, b});
    soup.triangles.push_back({a + n, b + n, c + n});
  }
  for (std::uint32_t i = 0; i < n; i++) {
    const std::uint32_t j = (i + 1) % n;
    soup.triangles.push_back({i, j, j + n});
    soup.triangles.push_back({i, j + n, i + n});
  }
  return soup;
}

TriangleSoup ell() {
  return extruded({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}},
                  {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}});
}

/// Exactly: on no plane's outer side.
bool contains(const Shape& part, const Vec3& p) {
  for (std::uint32_t f = 0; f < part.face_count(); f++) {
    const auto loop = part.face_vertices(f);
    const auto v = part.vertices();
    if (orientation(v[loop[0]], v[loop[1]], v[loop[2]], p) > 0) return false;
  }
  return true;
}

bool covered(const Decomposition& d, const Vec3& p) {
  return std::any_of(d.parts.begin(), d.parts.end(),
                     [&](const Shape& part) { return contains(part, p); });
}

/// By solid angles, in doubles: for points that are not very near to the surface.
double winding(const MeshView& mesh, const Vec3& p) {
  double sum = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - p, b = mesh.vertices[t[1]] - p,
               c = mesh.vertices[t[2]] - p;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += 2 * std::atan2(triple(a, b, c),
                          la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * M_PI);
}

/// Corners and points of triangles, and points inside.
void expect_covered(const Shape& solid, const Decomposition& d, int samples) {
  Rng rng(17);
  const MeshView mesh = solid.mesh_view();
  for (const Vec3& v : mesh.vertices) ASSERT_TRUE(covered(d, v));
  const int count = scaled_count(samples);
  for (int i = 0; i < count; i++) {
    const Triangle& t =
        mesh.triangles[rng.below(static_cast<std::uint32_t>(mesh.triangles.size()))];
    double a = rng.uniform(), b = rng.uniform();
    if (a + b > 1) a = 1 - a, b = 1 - b;
    const Vec3& first = mesh.vertices[t[0]];
    // Rounding puts the point up to 1e-15 beyond the surface: parts of which points were computed
    // have that room, others only if the point is one of their own.
    const Vec3 p = first + a * (mesh.vertices[t[1]] - first) + b * (mesh.vertices[t[2]] - first);
    const Vec3 inward = (solid.mass().centroid - p) * 1e-13;
    ASSERT_TRUE(covered(d, p) || covered(d, p + inward)) << p;
  }
  int inside = 0;
  const Vec3 low = solid.bounds().lower, size = solid.bounds().upper - low;
  for (int i = 0; i < count; i++) {
    const Vec3 p = low + Vec3(rng.uniform(), rng.uniform(), rng.uniform()).times(size);
    if (std::fabs(winding(mesh, p)) < 0.5) continue;
    inside++;
    ASSERT_TRUE(covered(d, p)) << p;
  }
  if (are_many(count)) {
    EXPECT_GT(inside, count / 10);
    EXPECT_LT(inside, count * 9 / 10);
  }
}

void expect_consistent(const Shape& solid, const Decomposition& d) {
  double volume = 0;
  for (const Shape& part : d.parts) {
    EXPECT_TRUE(part.is_convex());
    EXPECT_TRUE(part.validate());
    volume += part.mass().volume;
  }
  EXPECT_DOUBLE_EQ(d.parts_volume, volume);
  EXPECT_DOUBLE_EQ(d.solid_volume, solid.mass().volume);
  EXPECT_NEAR(d.excess, volume / solid.mass().volume - 1, 1e-12);
}

TEST(Decompose, AConvexSolidIsOnePart) {
  const Shape solid = solid_of(bumpy_sphere(180, 1, 0).value());
  const Decomposition d = decompose(solid).value();
  ASSERT_EQ(d.parts.size(), 1u);
  EXPECT_EQ(d.parts[0].vertex_count(), solid.mesh_view().vertices.size());
  EXPECT_LT(d.excess, 1e-12);
}

TEST(Decompose, AnLIsTwoBoxes) {
  const Shape solid = solid_of(ell());
  const Decomposition d = decompose(solid, {.max_excess = 1e-6, .planes = 2}).value();
  expect_consistent(solid, d);
  EXPECT_EQ(d.parts.size(), 2u);  // planes at thirds pass by the corner
  EXPECT_LT(d.excess, 1e-6);
  expect_covered(solid, d, 500);
  EXPECT_FALSE(covered(d, {2, 2, 0.5}));
}

TEST(Decompose, CoversARing) {
  const Shape solid = solid_of(torus(16, 12, 2, 0.5).value());
  const Decomposition d =
      decompose(solid, {.max_parts = 16, .max_excess = 0.1, .planes = 7}).value();
  expect_consistent(solid, d);
  EXPECT_LT(d.excess, 0.4);
  EXPECT_LE(d.parts.size(), 16u);
  expect_covered(solid, d, 500);
  EXPECT_FALSE(covered(d, {0, 0, 0}));
}

TEST(Decompose, CoversBumpySpheres) {
  for (std::uint64_t seed = 0; seed < 3; seed++) {
    const Shape solid = solid_of(bumpy_sphere(500, seed, 0.4).value());
    const double hull = Shape::hull(solid.mesh_view().vertices)->mass().volume;
    const Decomposition d =
        decompose(solid, {.max_parts = 12, .max_excess = 0.02, .planes = 5}).value();
    expect_consistent(solid, d);
    EXPECT_LE(d.parts.size(), 12u);
    EXPECT_LT(d.excess, 0.6 * (hull / solid.mass().volume - 1));
    expect_covered(solid, d, 500);
  }
}

TEST(Decompose, BoxesAmidTheSolidArePartsToo) {
  // With so many cuts some boxes have none of the surface: only their corners tell.
  const Shape solid = solid_of(bumpy_sphere(180, 3, 0.3).value());
  const Decomposition d = decompose(solid, {.max_parts = 60, .max_excess = 0, .planes = 3}).value();
  EXPECT_GT(d.parts.size(), 30u);
  expect_covered(solid, d, 1000);
}

TEST(Decompose, InsideOutAndFarFromTheOrigin) {
  TriangleSoup soup = torus(10, 8, 2, 0.5).value();
  for (Triangle& t : soup.triangles) std::swap(t[0], t[1]);
  for (Vec3& v : soup.vertices) v += Vec3(1e6, -3e5, 7e5);
  const Shape solid = solid_of(soup);
  const Decomposition d = decompose(solid, {.max_parts = 6, .planes = 5}).value();
  expect_consistent(solid, d);
  expect_covered(solid, d, 200);
}

TEST(Decompose, RefusesWhatItCannotDivide) {
  EXPECT_FALSE(decompose(*Shape::box({1, 1, 1})));
  const TriangleSoup soup = ell();
  EXPECT_EQ(decompose(*Shape::mesh(soup.vertices, soup.triangles)).error().message,
            "only a mesh that is solid can be decomposed");
  const Shape solid = solid_of(soup);
  EXPECT_FALSE(decompose(solid, {.max_parts = 0}));
  EXPECT_FALSE(decompose(solid, {.max_excess = -1}));
  EXPECT_FALSE(decompose(solid, {.max_excess = std::nan("")}));
  EXPECT_FALSE(decompose(solid, {.planes = 0}));
  EXPECT_EQ(decompose(solid, {.max_parts = 1})->parts.size(), 1u);
}

}  // namespace
}  // namespace glance::test
