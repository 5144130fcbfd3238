// Whether a mesh is the surface of its hull: of bodies of all kinds, and of meshes that fail by as
// little as possible.
#include "geom/convex_surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geom/hull_depth.h"
#include "support/convex_soup.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

using geom::ConvexSurface;
using geom::SurfaceFault;
using geom::TriMesh;

TriMesh tri_mesh(const TriangleSoup& soup, bool solid = false) {
  MeshReport report;
  return TriMesh::make(soup.vertices, soup.triangles, solid, report).value();
}

std::optional<ConvexSurface> surface_of(const TriMesh& mesh, SurfaceFault& fault) {
  return geom::find_convex_surface(mesh, fault, [&] { return Shape::hull(mesh.vertices).value(); });
}

ConvexityFault fault_of(const TriMesh& mesh) {
  SurfaceFault fault;
  const bool convex = surface_of(mesh, fault).has_value();
  EXPECT_EQ(convex, fault.fault == ConvexityFault::none);
  return fault.fault;
}

/// Raw triangles, as `make` would not leave them: misfits that only vertices moved later give.
TriMesh raw_mesh(const TriangleSoup& soup) {
  TriMesh mesh;
  mesh.vertices = soup.vertices;
  mesh.triangles = soup.triangles;
  for (std::uint32_t t = 0; t < soup.triangles.size(); t++) mesh.given.push_back(t);
  return mesh;
}

/// All triangles of a face are in its plane and cover it, and every place is on the feature.
void expect_good(const TriMesh& mesh, const ConvexSurface& surface, Rng& rng) {
  const Shape& hull = surface.hull;
  const double size = hull.extent();
  ASSERT_EQ(surface.first.size(), hull.face_count() + 1);
  ASSERT_EQ(surface.triangles.size(), mesh.triangles.size());
  const auto vertices = hull.vertices();
  for (std::uint32_t v = 0; v < vertices.size(); v++) {
    EXPECT_EQ(mesh.vertices[surface.vertex[v]], vertices[v]);
    const auto place = surface.place(mesh, {FeatureKind::vertex, v}, vertices[v]);
    EXPECT_EQ(mesh.corner(place.triangle, static_cast<int>(place.feature.index)), vertices[v]);
  }
  for (std::uint32_t f = 0; f < hull.face_count(); f++) {
    double area = 0, covered = 0;
    const auto loop = hull.face_vertices(f);
    for (std::size_t i = 2; i < loop.size(); i++) {
      area += norm(
          cross(vertices[loop[i - 1]] - vertices[loop[0]], vertices[loop[i]] - vertices[loop[0]]));
    }
    for (const std::uint32_t t : surface.triangles_of(f)) {
      const Vec3 normal =
          cross(mesh.corner(t, 1) - mesh.corner(t, 0), mesh.corner(t, 2) - mesh.corner(t, 0));
      EXPECT_GT(dot(normal, hull.face_normal(f)), 0);
      covered += norm(normal);
    }
    EXPECT_NEAR(covered, area, 1e-9 * size * size);
    Vec3 point = Vec3::zero();
    double sum = 0;
    for (const std::uint32_t v : loop) {
      const double weight = rng.uniform(0.01, 1);
      point += vertices[v] * weight;
      sum += weight;
    }
    point = point / sum;
    const auto place = surface.place(mesh, {FeatureKind::face, f}, point);
    const Shape named =
        Shape::triangle(mesh.corner(place.triangle, 0), mesh.corner(place.triangle, 1),
                        mesh.corner(place.triangle, 2))
            .value();
    EXPECT_EQ(place.feature, (FeatureId{FeatureKind::face, 0}));
    EXPECT_LE(distance(named, Shape::point(point).value()).distance, 1e-12 * size);
  }
  for (std::uint32_t e = 0; e < hull.edge_count(); e++) {
    const auto ends = hull.edge_vertices(e);
    const double s = rng.uniform(0.01, 0.99);
    const Vec3 point = vertices[ends[0]] + s * (vertices[ends[1]] - vertices[ends[0]]);
    const auto place = surface.place(mesh, {FeatureKind::edge, e}, point);
    const Shape named =
        Shape::triangle(mesh.corner(place.triangle, 0), mesh.corner(place.triangle, 1),
                        mesh.corner(place.triangle, 2))
            .value();
    ASSERT_EQ(place.feature.kind, FeatureKind::edge);
    const auto on = named.edge_vertices(place.feature.index);
    const Shape side = Shape::segment(named.vertices()[on[0]], named.vertices()[on[1]]).value();
    EXPECT_LE(distance(side, Shape::point(point).value()).distance, 1e-12 * size);
  }
}

TEST(ConvexSurface, OfConvexBodies) {
  Rng rng(random_seed(1));
  for (int i = 0; i < scaled_count(120); i++) {
    SCOPED_TRACE(i);
    const int kind = i % 4;
    const Shape hull = kind == 0   ? grid_hull(rng, 5 + i % 20, 1 + i % 4)
                       : kind == 1 ? round_hull(rng, 6 + i % 50, power_of_ten(rng, -3, 3))
                       : kind == 2 ? prism_hull(3 + i % 40, 1, power_of_ten(rng, -3, 2))
                                   : Shape::box({1, 2, rng.uniform(1e-9, 3)}).value();
    const TriMesh mesh = tri_mesh(soup_of_hull(hull, kind == 0 ? i % 3 : 0), i % 2 == 0);
    EXPECT_TRUE(may_be_convex(mesh));
    SurfaceFault fault;
    const std::optional<ConvexSurface> surface = surface_of(mesh, fault);
    ASSERT_TRUE(surface) << to_string(fault.fault) << " at triangle " << fault.triangle;
    EXPECT_EQ(surface->hull.vertex_count(), hull.vertex_count());
    ASSERT_NO_FATAL_FAILURE(expect_good(mesh, *surface, rng));
  }
}

/// A vertex of a divided box in the middle of a side, moved by one unit in the last place: in makes
/// a dent; out makes it one more corner of the hull.
TEST(ConvexSurface, OneUlpIsADent) {
  TriangleSoup soup = soup_of_hull(Shape::box({1, 1, 1}).value(), 2);
  const auto middle = std::ranges::find_if(soup.vertices, [](const Vec3& v) {
    return v.x() == 1 && std::fabs(v.y()) < 1 && std::fabs(v.z()) < 1;
  });
  ASSERT_NE(middle, soup.vertices.end());
  EXPECT_EQ(fault_of(tri_mesh(soup)), ConvexityFault::none);
  *middle = Vec3(std::nextafter(1., 0.), middle->y(), middle->z());
  EXPECT_EQ(fault_of(tri_mesh(soup)), ConvexityFault::concave);
  EXPECT_FALSE(may_be_convex(tri_mesh(soup)));
  *middle = Vec3(std::nextafter(1., 2.), middle->y(), middle->z());
  EXPECT_EQ(fault_of(tri_mesh(soup)), ConvexityFault::concave);  // its neighbours are left behind
  // A corner of hull triangles alone: whichever way, as long as edges stay convex.
  TriangleSoup tetrahedron = soup_of_hull(hull({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  tetrahedron.vertices[3] = Vec3(0, 0, std::nextafter(1., 0.));
  EXPECT_EQ(fault_of(tri_mesh(tetrahedron)), ConvexityFault::none);
}

TEST(ConvexSurface, SaysWhyNot) {
  const TriangleSoup box = soup_of_hull(Shape::box({1, 1, 1}).value());
  TriangleSoup open = box;
  open.triangles.pop_back();
  EXPECT_EQ(fault_of(tri_mesh(open)), ConvexityFault::open);

  TriangleSoup inside_out = box;
  for (Triangle& t : inside_out.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(fault_of(tri_mesh(inside_out)), ConvexityFault::inside_out);
  EXPECT_FALSE(may_be_convex(tri_mesh(inside_out)));

  TriangleSoup fin = box;  // a third triangle at an edge
  fin.vertices.push_back({5, 5, 5});
  fin.triangles.push_back({fin.triangles[0][0], fin.triangles[0][1], 8});
  EXPECT_EQ(fault_of(tri_mesh(fin)), ConvexityFault::branching);

  TriangleSoup two = box;  // two boxes: one inside the other, which is a hull all the same
  for (const Vec3& v : box.vertices) two.vertices.push_back(v / 2);
  for (const auto& [p, q, r] : box.triangles) two.triangles.push_back({p + 8, q + 8, r + 8});
  EXPECT_EQ(fault_of(tri_mesh(two)), ConvexityFault::overlapping);

  // A flat body: two triangles back to back.
  TriangleSoup flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  flat.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  EXPECT_EQ(fault_of(raw_mesh(flat)), ConvexityFault::folded);
}

/// The surface of a box twice, with vertices of their own: every edge is good.
TEST(ConvexSurface, CoversItsHullOnce) {
  const TriangleSoup box = soup_of_hull(Shape::box({1, 1, 1}).value());
  TriangleSoup twice = box;
  for (const Vec3& v : box.vertices) twice.vertices.push_back(v);
  for (const auto& [p, q, r] : box.triangles) twice.triangles.push_back({p + 8, q + 8, r + 8});
  EXPECT_EQ(fault_of(raw_mesh(twice)), ConvexityFault::overlapping);
}

/// A double pyramid around which a closed strip of triangles goes twice: connected, edges all
/// convex, one vertex at each tip; the others are there twice.
TEST(ConvexSurface, GoesRoundOnce) {
  for (const int turns : {1, 2, 3}) {
    constexpr int kSides = 5;
    TriangleSoup soup;
    soup.vertices = {{0, 0, 1}, {0, 0, -1}};
    const auto count = static_cast<std::uint32_t>(turns * kSides);
    for (std::uint32_t i = 0; i < count; i++) {
      const double angle = 2 * kPi * (i % kSides) / kSides;
      soup.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    }
    for (std::uint32_t i = 0; i < count; i++) {
      const std::uint32_t p = 2 + i, q = 2 + (i + 1) % count;
      soup.triangles.push_back({0, p, q});
      soup.triangles.push_back({1, q, p});
    }
    const TriMesh mesh = raw_mesh(soup);
    EXPECT_TRUE(may_be_convex(mesh));
    EXPECT_EQ(fault_of(mesh), turns == 1 ? ConvexityFault::none : ConvexityFault::overlapping);
  }
}

/// A torus: a tetrahedron covered twice, each face by triangles that go round its middle twice.
/// Every face has one patch with all of its corners, so that only counting around a corner tells.
TEST(ConvexSurface, CoversEveryFaceOnce) {
  const std::array<Vec3, 4> corners{Vec3(0, 0, 0), Vec3(3, 0, 0), Vec3(0, 3, 0), Vec3(0, 0, 3)};
  const std::array<Triangle, 4> faces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};
  // Two sheets change places along the ways from the middle of face 0 over corner 2 to that of face
  // 1, and from face 2 over corner 0 to face 3.
  const auto is_cut = [](std::uint32_t face, std::uint32_t corner) {
    return corner == (face < 2 ? 2u : 0u);
  };
  // Triangle 6 * face + 2 * k + sheet: the middle, corner k of the face, and the next.
  std::array<std::uint32_t, 72> place{};
  for (std::uint32_t i = 0; i < place.size(); i++) place[i] = i;
  const auto join = [&](std::uint32_t p, std::uint32_t q) {
    const std::uint32_t from = place[p], to = place[q];
    for (std::uint32_t& x : place) x = x == from ? to : x;
  };
  for (std::uint32_t f = 0; f < 4; f++) {
    for (std::uint32_t k = 0; k < 3; k++) {
      for (std::uint32_t sheet = 0; sheet < 2; sheet++) {
        const std::uint32_t t = 6 * f + 2 * k + sheet, next = (k + 1) % 3;
        const std::uint32_t beside =
            6 * f + 2 * next + (is_cut(f, faces[f][next]) ? 1 - sheet : sheet);
        join(3 * t, 3 * beside);          // the middle
        join(3 * t + 2, 3 * beside + 1);  // the corner between them
        for (std::uint32_t g = 0; g < 4; g++) {
          for (std::uint32_t m = 0; m < 3; m++) {  // across the side of the tetrahedron
            if (faces[g][m] != faces[f][next] || faces[g][(m + 1) % 3] != faces[f][k]) continue;
            const std::uint32_t across = 6 * g + 2 * m + sheet;
            join(3 * t + 1, 3 * across + 2);
            join(3 * t + 2, 3 * across + 1);
          }
        }
      }
    }
  }
  TriangleSoup soup;
  soup.vertices.resize(72);
  std::vector<std::uint32_t> used;
  for (std::uint32_t t = 0; t < 24; t++) {
    const std::uint32_t f = t / 6, k = t % 6 / 2;
    const Vec3 middle = (corners[faces[f][0]] + corners[faces[f][1]] + corners[faces[f][2]]) / 3;
    const std::array<Vec3, 3> at{middle, corners[faces[f][k]], corners[faces[f][(k + 1) % 3]]};
    Triangle triangle;
    for (std::uint32_t c = 0; c < 3; c++) {
      triangle[c] = place[3 * t + c];
      soup.vertices[triangle[c]] = at[c];
      used.push_back(triangle[c]);
    }
    soup.triangles.push_back(triangle);
  }
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  ASSERT_EQ(used.size(), 12u);  // four middles, and each corner twice: a torus of 36 edges
  for (const std::uint32_t v : used) soup.vertices.push_back(soup.vertices[v]);
  for (Triangle& t : soup.triangles) {
    for (std::uint32_t& v : t) {
      v = static_cast<std::uint32_t>(std::ranges::find(used, v) - used.begin());
    }
  }
  soup.vertices.erase(soup.vertices.begin(), soup.vertices.begin() + 72);
  EXPECT_TRUE(may_be_convex(raw_mesh(soup)));
  EXPECT_EQ(fault_of(raw_mesh(soup)), ConvexityFault::overlapping);
}

/// A square pyramid covered twice around its tip and the middle of its base.
TEST(ConvexSurface, GoesRoundOnceInsideAFace) {
  TriangleSoup soup;
  soup.vertices = {{0, 0, 1}, {0, 0, 0}};
  constexpr std::array<std::array<double, 2>, 4> kCorners{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
  for (std::uint32_t i = 0; i < 8; i++) {
    soup.vertices.push_back({kCorners[i % 4][0], kCorners[i % 4][1], 0});
  }
  for (std::uint32_t i = 0; i < 8; i++) {
    const std::uint32_t p = 2 + i, q = 2 + (i + 1) % 8;
    soup.triangles.push_back({0, p, q});
    soup.triangles.push_back({1, q, p});
  }
  EXPECT_EQ(fault_of(raw_mesh(soup)), ConvexityFault::overlapping);
}

TEST(HullDepth, IsThatOfTheDeepestPoint) {
  // An L: its inner edge is nearest to the plane across the step, in the middle of a triangle's
  // side. Depth there: the plane through (2, 1), (1, 2) is 1 / sqrt 2 from (1, 1).
  TriangleSoup step;
  const std::vector<Vec3> outline = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0},
                                     {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  for (const double z : {-9., 9.}) {
    for (const Vec3& v : outline) step.vertices.push_back({v.x(), v.y(), z});
  }
  for (std::uint32_t i = 0; i < 6; i++) {
    const std::uint32_t j = (i + 1) % 6;
    step.triangles.push_back({i, j, j + 6});
    step.triangles.push_back({i, j + 6, i + 6});
  }
  for (const Triangle& t :
       {Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 3, 4}, Triangle{0, 4, 5}}) {
    step.triangles.push_back({t[0], t[2], t[1]});
    step.triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
  }
  const TriMesh mesh = tri_mesh(step, true);
  const Shape hull = Shape::hull(mesh.vertices).value();
  EXPECT_NEAR(depth_in_hull(mesh, hull, 1e-9), std::sqrt(0.5), 1e-8);
  EXPECT_NEAR(depth_in_hull(tri_mesh(soup_of_hull(hull)), hull, 1e-9), 0, 1e-8);
}

/// No point of the surface is deeper, and some are nearly as deep.
TEST(HullDepth, AgreesWithSamples) {
  Rng rng(random_seed(2));
  for (int i = 0; i < scaled_count(60); i++) {
    SCOPED_TRACE(i);
    TriangleSoup soup;
    for (std::uint32_t t = 0; t < 12; t++) {
      for (int k = 0; k < 3; k++) {
        soup.vertices.push_back({rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)});
      }
      soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    const TriMesh mesh = tri_mesh(soup);
    const Shape hull = Shape::hull(mesh.vertices).value();
    const double depth = depth_in_hull(mesh, hull, 1e-6);
    double deepest = 0;
    for (int n = 0; n < 4000; n++) {
      const auto t = static_cast<std::uint32_t>(rng.below(mesh.triangles.size()));
      double u = rng.uniform(0, 1), v = rng.uniform(0, 1);
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3 p = mesh.corner(t, 0) + u * (mesh.corner(t, 1) - mesh.corner(t, 0)) +
                     v * (mesh.corner(t, 2) - mesh.corner(t, 0));
      double least = 9;
      for (std::uint32_t f = 0; f < hull.face_count(); f++) {
        least = std::min(least,
                         dot(hull.face_normal(f), hull.vertices()[hull.face_vertices(f)[0]] - p));
      }
      deepest = std::max(deepest, least);
    }
    EXPECT_GE(depth, deepest - 1.1e-6);
    EXPECT_LE(depth, deepest + 0.12);
  }
}

}  // namespace
}  // namespace glance::test
