#include <algorithm>

#include "geom/shape_access.h"
#include "geom/voronoi_regions.h"

#include <gtest/gtest.h>

#include "exact/oracle.h"
#include "glance/generate.h"
#include "glance/rng.h"

namespace glance::test {
using namespace rooms::exact;

namespace {

std::vector<Shape> bodies_with_regions() {
  const ProfilePoint spindle[] = {{0, -2}, {1, 0}, {0.3, 1}, {0, 3}};
  return {Shape::box({1, 2, 3}).value(),
          random_polytope(1, 40, {1, 0.5, 2}).value(),
          platonic(Platonic::dodecahedron, 1).value(),
          prism(300, 1, 1).value(),
          pyramid(300, 1, 1).value(),
          revolve(spindle, 64).value(),
          Shape::hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 1, 0}}).value(),
          prism(50, 1, 1e-3).value()};
}

/// Walking from any feature to the neighbour behind a violated plane ends in a region,
/// and that region's feature is as near as any.
TEST(VoronoiRegions, WalkFindsTheNearestFeature) {
  Rng rng(1);
  for (const Shape& shape : bodies_with_regions()) {
    const Polytope& body = geom::polytope_of(shape);
    for (int i = 0; i < 300; i++) {
      const Vec3 p = body.mass().centroid + rng.direction() * rng.uniform(1, 3) * body.extent();
      bool inside = body.dimension() == 3;
      for (std::uint32_t f = 0; f < body.topology().face_count(); f++) {
        inside &= body.plane(f).height(p) < 0;
      }
      if (inside) continue;
      FeatureId feature{FeatureKind::vertex, rng.below(body.topology().vertex_count())};
      int steps = 0;
      for (auto plane = find_violated(body, feature, p); plane && steps < 3000;
           plane = find_violated(body, feature, p)) {
        // From behind a face the walk would enter the interior; start elsewhere.
        if (plane->inside) {
          feature = {FeatureKind::vertex, rng.below(body.topology().vertex_count())};
        } else {
          feature = plane->neighbor;
        }
        steps++;
      }
      ASSERT_LT(steps, 3000);
      const Shape point = Shape::hull(std::vector<Vec3>{p}).value();
      const double nearest = oracle_distance(shape, {}, point, {}).distance;
      double here = 0;
      switch (feature.kind) {
        case FeatureKind::vertex: here = norm(p - body.vertex(feature.index)); break;
        case FeatureKind::edge: {
          const auto& [v, w] = body.topology().edge(feature.index).vertex;
          const Vec3 along = normalized(body.vertex(w) - body.vertex(v));
          here = norm(cross(along, p - body.vertex(v)));
          break;
        }
        default: here = body.plane(feature.index).height(p);
      }
      ASSERT_NEAR(here, nearest, 1e-12 * body.extent()) << to_string(feature);
    }
  }
}

/// The wedge search at large faces and vertices agrees with a test of all planes.
TEST(VoronoiRegions, SearchAgreesWithScan) {
  Rng rng(2);
  for (const Shape& shape : {prism(200, 1, 1).value(), pyramid(200, 1, 1).value()}) {
    const Polytope& body = geom::polytope_of(shape);
    std::vector<FeatureId> crowded;
    for (std::uint32_t f = 0; f < body.topology().face_count(); f++) {
      if (body.topology().face_edges(f).size() > 20) crowded.push_back({FeatureKind::face, f});
    }
    for (std::uint32_t v = 0; v < body.topology().vertex_count(); v++) {
      if (body.topology().vertex_edges(v).size() > 20) crowded.push_back({FeatureKind::vertex, v});
    }
    ASSERT_EQ(crowded.size(), 2u);
    int violated = 0, all = 0;
    for (FeatureId feature : crowded) {
      for (int i = 0; i < 2000; i++) {
        const Vec3 p = Vec3(0, 0, rng.chance(0.5) ? 2 : -2) + rng.in_box(1.5);
        double lowest = 1;
        for (std::uint32_t k = 0; k < region_plane_count(body, feature); k++) {
          lowest = std::min(lowest, region_plane(body, feature, k).plane.height(p));
        }
        if (std::fabs(lowest) < 1e-12) continue;
        const auto found = find_violated(body, feature, p);
        ASSERT_EQ(found.has_value(), lowest < 0);
        if (found) {
          ASSERT_LT(found->plane.height(p), 0);
        }
        violated += found.has_value();
        all++;
      }
    }
    EXPECT_GT(violated, 0.3 * all);
    EXPECT_LT(violated, 0.95 * all);
  }
}

/// Regression: a point on the line of the first edge of a large face, far outside, fell
/// between the tests of a wedge search.
TEST(VoronoiRegions, OnTheLineOfTheFirstEdge) {
  std::vector<Vec3> points{{0, 0, 1}};
  for (int i = -8; i <= 8; i++) {
    for (double z : {0.0, 1.0}) points.push_back({double(i), double(i * i), z});
  }
  const Shape shape = Shape::hull(points).value();
  const Polytope& body = geom::polytope_of(shape);
  for (std::uint32_t f = 0; f < shape.face_count(); f++) {
    if (body.plane(f).normal.z() < 0.5) continue;
    const auto loop = shape.face_vertices(f);
    ASSERT_EQ(loop.size(), 17u);
    for (double t : {-3.0, 5.0}) {  // behind and past the edge, on its line
      const Vec3 p = shape.vertices()[loop[0]] +
                     t * (shape.vertices()[loop[1]] - shape.vertices()[loop[0]]) + Vec3(0, 0, 1);
      EXPECT_TRUE(find_violated(body, {FeatureKind::face, f}, p));
    }
  }
  const Shape pointed = pyramid(100, 1, 1).value();
  for (std::uint32_t v = 0; v < pointed.vertex_count(); v++) {
    const auto ring = geom::polytope_of(pointed).topology().vertex_edges(v);
    if (ring.size() < 50) continue;
    // Straight below the apex along the normals of its faces: inside, not above.
    for (std::uint32_t i = 0; i < ring.size(); i++) {
      const std::uint32_t face = geom::polytope_of(pointed).topology().face_after(v, i);
      const Vec3 p = pointed.vertices()[v] - pointed.face_normal(face);
      EXPECT_TRUE(find_violated(geom::polytope_of(pointed), {FeatureKind::vertex, v}, p));
    }
  }
}

/// The interior cells cover the inside: each point is in the cell of the face through
/// which the ray from the centroid leaves, and a walk finds that cell.
/// Regression: the side planes of an edge as short as the smallest double were turned by
/// underflow.
TEST(VoronoiRegions, ShortestEdge) {
  const Shape body =
      Shape::hull(std::vector<Vec3>{
                      {3, 3, 0}, {-2, 0, 0}, {0, 0, 0}, {0, 2, 0}, {0, 0, 1}, {-2, -0x1p-1074, 0}})
          .value();
  EXPECT_EQ(body.vertex_count(), 6u);
  const Result<void> valid = body.validate();
  EXPECT_TRUE(valid) << valid.error().message;
}

TEST(InteriorCells, WalkFindsTheCell) {
  Rng rng(3);
  for (const Shape& shape : bodies_with_regions()) {
    const Polytope& body = geom::polytope_of(shape);
    if (body.dimension() < 3) continue;
    for (int i = 0; i < 300; i++) {
      const Vec3 direction = rng.direction();
      double reach = std::numeric_limits<double>::infinity();
      std::uint32_t expected = 0;
      for (std::uint32_t f = 0; f < body.topology().face_count(); f++) {
        const double speed = dot(body.plane(f).normal, direction);
        const double t = -body.plane(f).height(body.mass().centroid) / speed;
        if (speed > 0 && t < reach) {
          reach = t;
          expected = f;
        }
      }
      const Vec3 p = body.mass().centroid + direction * reach * rng.uniform(0.1, 0.9);
      std::uint32_t face = rng.below(body.topology().face_count());
      std::uint32_t steps = 0;
      for (auto plane = find_violated_interior(body, face, p);
           plane && steps <= body.topology().face_count();
           plane = find_violated_interior(body, face, p)) {
        face = plane->neighbor.index;
        steps++;
      }
      ASSERT_EQ(face, expected);
    }
  }
}

TEST(VoronoiRegions, NamesAndCounts) {
  const Shape shape = Shape::box({1, 1, 1}).value();
  const Polytope& box = geom::polytope_of(shape);
  EXPECT_EQ(region_plane_count(box, {FeatureKind::vertex, 0}), 3u);
  EXPECT_EQ(region_plane_count(box, {FeatureKind::edge, 0}), 4u);
  EXPECT_EQ(region_plane_count(box, {FeatureKind::face, 0}), 5u);
}

}  // namespace
}  // namespace glance::test
