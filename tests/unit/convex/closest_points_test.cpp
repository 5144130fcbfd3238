// Each kind of feature pair, with points and normals worked out by hand.
#include "convex/closest_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "glance/generate.h"
#include "glance/rng.h"
#include "support/cube.h"
#include "support/features.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::convex;

namespace {

/// Both bodies' own coordinates are those of the world, and so are the points here.
struct TwoBodies {
  Shape a, b;
  Pose pose_a = {}, pose_b = {};

  /// In world coordinates, unlike those of the library.
  ClosestPoints closest(FeatureId feature_a, FeatureId feature_b) const {
    const PairFrame frame(a, pose_a, b, pose_b);
    EXPECT_TRUE(have_points(feature_a, feature_b));
    ClosestPoints c = closest_points(frame, feature_a, feature_b);
    const Vec3 origin = pose_a.apply(a.mass().centroid);
    c.point_a += origin;
    c.point_b += origin;
    return c;
  }

  void expect(FeatureId feature_a, FeatureId feature_b, const Vec3& point_a, const Vec3& point_b,
              const Vec3& normal) const {
    const ClosestPoints c = closest(feature_a, feature_b);
    EXPECT_LT(norm(Vec3(c.point_a - point_a)), 1e-14) << c.point_a;
    EXPECT_LT(norm(Vec3(c.point_b - point_b)), 1e-14) << c.point_b;
    EXPECT_LT(norm(Vec3(c.normal - normal)), 1e-14) << c.normal;
    EXPECT_LT(c.overshoot, 1e-13);
    // Bodies exchanged: points exchanged, and the normal turned round.
    const ClosestPoints s = TwoBodies{b, a, pose_b, pose_a}.closest(feature_b, feature_a);
    EXPECT_LT(norm(Vec3(s.point_a - point_b)), 1e-14) << s.point_a;
    EXPECT_LT(norm(Vec3(s.point_b - point_a)), 1e-14) << s.point_b;
    EXPECT_LT(norm(Vec3(s.normal + normal)), 1e-14) << s.normal;
    EXPECT_LT(s.overshoot, 1e-13);
    EXPECT_EQ(s.corner, (VertexPair{c.corner.b, c.corner.a}));
  }
};

constexpr FeatureId vertex(std::uint32_t i) { return {FeatureKind::vertex, i}; }
constexpr FeatureId kEdge{FeatureKind::edge, 0};

TEST(ClosestPoints, VertexVertex) {
  const TwoBodies scene{kCube, kCube, {}, at({3, 4, 4})};
  const double root = std::sqrt(9.0);
  scene.expect(vertex_towards(kCube, {1, 1, 1}), vertex_towards(kCube, {-1, -1, -1}), {1, 1, 1},
               {2, 3, 3}, Vec3(1, 2, 2) / root);
  // In one place nothing tells a direction.
  const TwoBodies same{hull({{1, 2, 3}}), hull({{1, 2, 3}})};
  EXPECT_EQ(same.closest(vertex(0), vertex(0)).normal, Vec3(0, 0, 0));
}

TEST(ClosestPoints, VertexEdge) {
  const Shape segment = hull({{-2, 0, 0}, {2, 0, 0}});
  // Beside the edge.
  TwoBodies{hull({{0.5, 3, 4}}), segment}.expect(vertex(0), kEdge, {0.5, 3, 4}, {0.5, 0, 0},
                                                 Vec3(0, -0.6, -0.8));
  // Beyond both ends: kept within the edge.
  TwoBodies{hull({{5, 0, 4}}), segment}.expect(vertex(0), kEdge, {5, 0, 4}, {2, 0, 0},
                                               Vec3(-0.6, 0, -0.8));
  TwoBodies{hull({{-5, 4, 0}}), segment}.expect(vertex(0), kEdge, {-5, 4, 0}, {-2, 0, 0},
                                                Vec3(0.6, -0.8, 0));
  // In line with the edge.
  TwoBodies{hull({{3, 0, 0}}), segment}.expect(vertex(0), kEdge, {3, 0, 0}, {2, 0, 0}, {-1, 0, 0});
  // On the edge there is no direction.
  EXPECT_EQ((TwoBodies{hull({{1, 0, 0}}), segment}.closest(vertex(0), kEdge).normal),
            Vec3(0, 0, 0));
}

TEST(ClosestPoints, EdgesThatCross) {
  const Shape x = hull({{-2, 0, 0}, {2, 0, 0}}), y = hull({{0.5, -3, 1}, {0.5, 1, 1}});
  TwoBodies{x, y}.expect(kEdge, kEdge, {0.5, 0, 0}, {0.5, 0, 1}, {0, 0, 1});
  // Not at right angles.
  const Shape skew = hull({{-1, -1, -2}, {2, 2, -2}});
  TwoBodies{x, skew}.expect(kEdge, kEdge, {0, 0, 0}, {0, 0, -2}, {0, 0, -1});
  // Nearly touching: the normal is that of both edges, which the points alone do not tell.
  const Shape near = hull({{0.25, -3, 1e-17}, {0.25, 1, 1e-17}});
  const ClosestPoints c = TwoBodies{x, near}.closest(kEdge, kEdge);
  EXPECT_NEAR(std::fabs(c.normal.z()), 1, 1e-15);
}

TEST(ClosestPoints, EdgesKeptWithinTheirEnds) {
  const Shape x = hull({{-2, 0, 0}, {2, 0, 0}});
  const auto distance = [&](const Shape& other) {
    const ClosestPoints c = TwoBodies{x, other}.closest(kEdge, kEdge);
    const ClosestPoints s = TwoBodies{other, x}.closest(kEdge, kEdge);
    const double length = norm(Vec3(c.point_b - c.point_a));
    EXPECT_NEAR(norm(Vec3(s.point_b - s.point_a)), length, 1e-14);
    EXPECT_LE(std::fabs(c.point_a.x()), 2);
    return length;
  };
  EXPECT_NEAR(distance(hull({{1, 3, 4}, {1, 5, 4}})), 5, 1e-14);   // its end, our inside
  EXPECT_NEAR(distance(hull({{5, -1, 4}, {5, 1, 4}})), 5, 1e-14);  // our end, its inside
  EXPECT_NEAR(distance(hull({{4, 1, 2}, {9, 1, 2}})), 3, 1e-14);   // both ends, parallel
  EXPECT_NEAR(distance(hull({{4, 1, 2}, {4, 9, 2}})), 3, 1e-14);   // both ends, across
  EXPECT_NEAR(distance(hull({{-1, 3, 4}, {1, 3, 4}})), 5, 1e-14);  // parallel, side by side
  EXPECT_NEAR(distance(hull({{1, 3, 4}, {7, 3, 4}})), 5, 1e-14);   // parallel, half of it
  EXPECT_NEAR(distance(hull({{3, 0, 0}, {7, 0, 0}})), 1, 1e-14);   // on one line
}

/// Edges in general position against a fine search.
TEST(ClosestPoints, EdgesAgainstBruteForce) {
  Rng rng(1);
  for (int i = 0; i < 200; i++) {
    const Shape e = hull({rng.in_box(1), rng.in_box(1)}), g = hull({rng.in_box(1), rng.in_box(1)});
    const ClosestPoints c = TwoBodies{e, g}.closest(kEdge, kEdge);
    const Vec3 u = e.vertices()[1] - e.vertices()[0], w = g.vertices()[1] - g.vertices()[0];
    double least = INFINITY;
    for (int k = 0; k <= 2000; k++) {  // along e; the nearest point of g is a projection
      const Vec3 p = e.vertices()[0] + u * (k / 2000.0);
      const double t = dot(p - g.vertices()[0], w) / norm_sq(w);
      least = std::min(least, norm(Vec3(p - g.vertices()[0] - w * std::clamp(t, 0.0, 1.0))));
    }
    const double found = norm(Vec3(c.point_b - c.point_a));
    ASSERT_LE(found, least + 1e-14);
    ASSERT_GE(found, least - 2e-3);
  }
}

TEST(ClosestPoints, VertexFace) {
  const FeatureId top = face_towards(kCube, {0, 0, 1});
  const Shape tip = hull({{0.5, -0.25, 3}, {1, 0, 5}, {0, 1, 5}, {-1, -1, 5}});
  const FeatureId lowest = vertex_towards(tip, {0, 0, -1});
  TwoBodies{kCube, tip}.expect(top, lowest, {0.5, -0.25, 1}, {0.5, -0.25, 3}, {0, 0, 1});
  // Behind the face: the normal is that of the face all the same.
  const TwoBodies sunk{kCube, tip, {}, at({0, 0, -2.5})};
  EXPECT_EQ(sunk.closest(top, lowest).normal, Vec3(0, 0, 1));
  // On the border still over it; beside it, not.
  const auto overshoot = [&](const Vec3& moved) {
    const TwoBodies scene{kCube, tip, {}, at(moved)};
    const double one = scene.closest(top, lowest).overshoot;
    const TwoBodies swapped{tip, kCube, at(moved), {}};
    EXPECT_EQ(std::isinf(swapped.closest(lowest, top).overshoot), std::isinf(one));
    return one;
  };
  EXPECT_LT(overshoot({0.5, 0, 0}), 1e-12);
  EXPECT_LT(overshoot({0.5, 1.25, 0}), 1e-12);
  EXPECT_LT(overshoot({0.4, 0.4, 0}), 1e-12);
  EXPECT_TRUE(std::isinf(overshoot({0.5 + 1e-9, 0, 0})));
  EXPECT_TRUE(std::isinf(overshoot({-1.5 - 1e-9, 0, 0})));
  EXPECT_TRUE(std::isinf(overshoot({0, 1.25 + 1e-9, 0})));
  EXPECT_TRUE(std::isinf(overshoot({5, 5, 0})));
}

/// A face with so many sides that the one in the way is searched.
TEST(ClosestPoints, FaceWithAHundredSides) {
  const Shape drum = prism(100, 1, 1).value();
  const FeatureId top = face_towards(drum, {0, 0, 1});
  ASSERT_EQ(drum.face_vertices(top.index).size(), 100u);
  const Shape point = hull({{0, 0, 2}});
  const double apothem = std::cos(std::numbers::pi / 100);
  Rng rng(2);
  for (int i = 0; i < 4000; i++) {
    const double angle = rng.uniform(0, 2 * std::numbers::pi);
    // Half-way along a side, the apothem is the limit; in general between it and 1.
    const bool outside = i % 2 == 0;
    const double radius = outside ? rng.uniform(1 + 1e-7, 3) : rng.uniform(0, apothem - 1e-7);
    const Vec3 beside{radius * std::cos(angle), radius * std::sin(angle), 0};
    const ClosestPoints c = TwoBodies{drum, point, {}, at(beside)}.closest(top, vertex(0));
    ASSERT_EQ(std::isinf(c.overshoot), outside) << beside;
    ASSERT_LT(norm(Vec3(c.normal - Vec3(0, 0, 1))), 1e-15);
    ASSERT_NEAR(c.point_a.z(), 1, 1e-14);
  }
  // Across the middle of each side, and at each corner.
  const auto loop = drum.face_vertices(top.index);
  for (std::size_t i = 0; i < loop.size(); i++) {
    const Vec3 from = drum.vertices()[loop[i]], to = drum.vertices()[loop[(i + 1) % 100]];
    const Vec3 middle = Vec3(from + to).times(Vec3(0.5, 0.5, 0));
    const Vec3 corner = from.times(Vec3(1, 1, 0));
    const auto overshoot = [&](const Vec3& p) {
      return TwoBodies{drum, point, {}, at(p)}.closest(top, vertex(0)).overshoot;
    };
    ASSERT_FALSE(std::isinf(overshoot(middle * (1 - 1e-9))));
    ASSERT_TRUE(std::isinf(overshoot(middle * (1 + 1e-9))));
    ASSERT_FALSE(std::isinf(overshoot(corner)));
    ASSERT_TRUE(std::isinf(overshoot(corner * (1 + 1e-9))));
  }
}

/// A matrix that shears a little turns the normal of a face another way than its edges.
TEST(ClosestPoints, NormalsUnderPoorRotations) {
  Mat3 sheared = Mat3::identity();
  sheared(2, 0) = 4e-7;
  const TwoBodies scene{kCube, hull({{0, 0, 3}}), Pose::make(sheared, {0, 0, 0}).value(), {}};
  const ClosestPoints c = scene.closest(face_towards(kCube, {0, 0, 1}), vertex(0));
  EXPECT_LT(norm(Vec3(c.normal - normalized(Vec3(-4e-7, 0, 1)))), 1e-15);
}

TEST(ClosestPoints, OnlyWhereTheWalkCanEnd) {
  const FeatureId v = vertex(0), face{FeatureKind::face, 0};
  for (const FeatureId f : {v, kEdge, face}) {
    EXPECT_TRUE(have_points(v, f));
    EXPECT_TRUE(have_points(f, v));
  }
  EXPECT_TRUE(have_points(kEdge, kEdge));
  EXPECT_FALSE(have_points(kEdge, face));
  EXPECT_FALSE(have_points(face, kEdge));
  EXPECT_FALSE(have_points(face, face));
}

}  // namespace
}  // namespace glance::test
