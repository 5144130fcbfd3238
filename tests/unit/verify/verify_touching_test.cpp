// Certificates of bodies that touch or overlap: true ones pass, and each single thing altered makes
// them fail.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "support/cube.h"
#include "unit/verify/certificate_scene.h"

namespace glance::test {
namespace {

// --- Touching. ---

/// The certificate holds for the gap 0 and for no other: the pairs then miss the origin.
void expect_touching(const std::function<Scene(double gap, const Pose& pose)>& make,
                     const std::function<Certificate(const Scene&, double gap)>& certify) {
  for (const Pose& pose : common_poses()) {
    const Scene exact = make(0, pose), gap = make(0x1p-60, pose), deep = make(-0x1p-60, pose);
    EXPECT_EQ(exact.verdict(), Verdict::touching);
    EXPECT_TRUE(accepted(certify(exact, 0), exact));
    EXPECT_TRUE(refused(certify(gap, 0x1p-60), gap, kNotOn));
    EXPECT_EQ(deep.verdict(), Verdict::overlapping);
    EXPECT_TRUE(refused(certify(deep, -0x1p-60), deep, kNotOn));
  }
}

TEST(VerifyTouching, FaceOnFace) {
  const Scene scene(kCube, {}, kCube, at({2, 0.5, 0.25}));
  // In the plane x = 0, at (y, z) = (-0.5, -0.25), (1.5, -0.25), (-0.5, 1.75).
  const VertexPair p = scene.pair({1, 1, 1}, {-1, 1, 1}), q = scene.pair({1, 1, 1}, {-1, -1, 1}),
                   r = scene.pair({1, 1, 1}, {-1, 1, -1}), s = scene.pair({1, -1, -1}, {-1, 1, 1});
  EXPECT_TRUE(accepted(touching({p, q, r}, {p, q, r}), scene));
  EXPECT_TRUE(accepted(touching({q, r, p}, {r, q, p}), scene));
  EXPECT_TRUE(accepted(touching({s, p, q, r}, {s, q, r}), scene));
  EXPECT_TRUE(accepted(touching({p, q, r, r}, {p, q, r}), scene));  // a point twice
  EXPECT_TRUE(accepted(touching({p, p, q, r}, {p, q, r}), scene));
  EXPECT_TRUE(refused(touching({p, q}, {p, q, r}), scene, kNotOn));
  EXPECT_TRUE(refused(touching({p, q, q}, {p, q, r}), scene, kNotOn));
  EXPECT_TRUE(refused(touching({s, p, q}, {p, q, r}), scene, kNotOn));
  EXPECT_TRUE(refused(touching({p}, {p, q, r}), scene, kNotOn));
  EXPECT_TRUE(refused(touching({p, q, r}, {p, q, q}), scene, kZero));
  // Another face of A - B, and a plane across it.
  const VertexPair back = scene.pair({-1, 1, 1}, {-1, 1, 1});
  EXPECT_TRUE(refused(touching({p, q, r}, {p, q, back}), scene, kPlane));
  EXPECT_TRUE(refused(touching({p, q, r, back}, {p, r, back}), scene, kPlane));
  // The same claim where there is a gap, or an overlap.
  const Certificate c = touching({p, q, r}, {p, q, r});
  EXPECT_TRUE(refused(c, {kCube, {}, kCube, at({std::nextafter(2.0, 3), 0.5, 0.25})}, kNotOn));
  EXPECT_TRUE(refused(c, {kCube, {}, kCube, at({std::nextafter(2.0, 1), 0.5, 0.25})}, kNotOn));
  EXPECT_TRUE(refused(c, {kCube, {}, kCube, at({3, 0.5, 0.25})}, kNotOn));
  EXPECT_TRUE(refused(c, {kCube, {}, kCube, at({1, 0.5, 0.25})}, kNotOn));
}

/// What holds the plane's half of the proof: four points around the origin are to be had
/// in every overlap.
TEST(VerifyTouching, OverlapHasNoPlane) {
  const Scene scene(kCube, {}, kCube, at({1.5, 0.5, 0.25}));
  const VertexPair p = scene.pair({1, 1, 1}, {-1, 1, 1}), q = scene.pair({1, 1, 1}, {-1, -1, 1}),
                   r = scene.pair({1, 1, 1}, {-1, 1, -1});
  const Pairs around{p, q, r, scene.pair({-1, 1, 1}, {-1, 1, 1})};
  ASSERT_TRUE(accepted(overlapping(around), scene));
  EXPECT_TRUE(refused(touching(around, {p, q, r}), scene, kPlane));
  for (int axis = 0; axis < 3; axis++) {
    EXPECT_TRUE(refused(touching(around, {p}, axis), scene, kPlane));
  }
}

TEST(VerifyTouching, EdgeOnEdge) {
  const auto make = [](double gap, const Pose& pose) {
    return Scene({{-1, 0, 0}, {1, 0, 0}, {0, 1, -1}, {0, -1, -1}},
                 {{0, -1, gap}, {0, 1, gap}, {1, 0, 1}, {-1, 0, 1}}, pose);
  };
  const auto pairs = [](const Scene& s, double gap) {
    return Pairs{s.pair({-1, 0, 0}, {0, -1, gap}), s.pair({1, 0, 0}, {0, 1, gap}),
                 s.pair({1, 0, 0}, {0, -1, gap}), s.pair({-1, 0, 0}, {0, 1, gap})};
  };
  expect_touching(make, [&](const Scene& s, double gap) {
    const Pairs p = pairs(s, gap);
    return touching(p, {p[0], p[1], p[2]});
  });
  expect_touching(make, [&](const Scene& s, double gap) {  // two of them suffice
    const Pairs p = pairs(s, gap);
    return touching({p[0], p[1]}, {p[0], p[1], p[2]});
  });
  const Scene scene = make(0, {});
  const Pairs p = pairs(scene, 0);
  EXPECT_TRUE(refused(touching({p[0], p[2]}, {p[0], p[1], p[2]}), scene, kNotOn));
  EXPECT_TRUE(refused(touching({p[0]}, {p[0], p[1], p[2]}), scene, kNotOn));
}

TEST(VerifyTouching, VertexOnFaceEdgeAndVertex) {
  const auto make = [](double gap, const Pose& pose) {
    return Scene({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, -1}},
                 {{0, 0, gap}, {1, 0, 1}, {0, 1, 1}, {-1, -1, 1}}, pose);
  };
  expect_touching(make, [](const Scene& s, double gap) {
    const Pairs p{s.pair({-1, -1, 0}, {0, 0, gap}), s.pair({1, -1, 0}, {0, 0, gap}),
                  s.pair({0, 1, 0}, {0, 0, gap})};
    return touching(p, p);
  });
  const auto on_edge = [](double gap, const Pose& pose) {
    return Scene({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, -1}},
                 {{0.5, -1, gap}, {1, 0, 1}, {0, 1, 1}, {-1, -1, 1}}, pose);
  };
  expect_touching(on_edge, [](const Scene& s, double gap) {
    const Vec3 tip(0.5, -1, gap);
    const Pairs p{s.pair({-1, -1, 0}, tip), s.pair({1, -1, 0}, tip)};
    return touching(p, {p[0], p[1], s.pair({0, 1, 0}, tip)});
  });
  const auto on_vertex = [](double gap, const Pose& pose) {
    return Scene({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, -1}},
                 {{0, 1, gap}, {1, 0, 1}, {0, 0.5, 1}, {-1, -1, 1}}, pose);
  };
  expect_touching(on_vertex, [](const Scene& s, double gap) {
    const Vec3 tip(0, 1, gap);
    return touching({s.pair({0, 1, 0}, tip)},
                    {s.pair({-1, -1, 0}, tip), s.pair({1, -1, 0}, tip), s.pair({0, 1, 0}, tip)});
  });
}

/// Each body under a pose of its own: a quarter turn, which takes x to y, has no rounding.
TEST(VerifyTouching, QuarterTurn) {
  const Mat3 quarter(0, -1, 0, 1, 0, 0, 0, 0, 1);
  const Shape a = hull({{0, 0, 0}, {3, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const Shape b = hull({{0, 0, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 1, 1}});
  for (double height : {3.0, std::nextafter(3.0, 4), std::nextafter(3.0, 2)}) {
    const Scene scene(a, Pose::make(quarter, {5, 0, 0}).value(), b, at({5, height, 0}));
    const VertexPair tips = scene.pair({3, 0, 0}, {0, 0, 0});
    const Certificate c = touching({tips}, {tips}, 1);
    if (height == 3) {
      EXPECT_TRUE(accepted(c, scene));
    } else {
      EXPECT_TRUE(refused(c, scene, kNotOn));
    }
  }
}

TEST(VerifyTouching, TwoPointsInOnePlace) {
  for (const Pose& pose : common_poses()) {
    const Scene same(std::vector<Vec3>{{1, 2, 3}}, {{1, 2, 3}}, pose);
    for (int axis = 0; axis < 3; axis++) {
      EXPECT_TRUE(accepted(touching({{0, 0}}, {{0, 0}}, axis), same));
      EXPECT_TRUE(accepted(touching({{0, 0}, {0, 0}, {0, 0}, {0, 0}}, {{0, 0}}, axis), same));
    }
    EXPECT_TRUE(refused(touching({{0, 0}}, {{0, 0}, {0, 0}}), same, kZero));
    EXPECT_TRUE(refused(touching({{0, 0}}, {{0, 0}, {0, 0}, {0, 0}}), same, kZero));
    const Scene near(std::vector<Vec3>{{1, 2, 3}}, {{1, 2, 3 + 1e-15}}, pose);
    EXPECT_TRUE(refused(touching({{0, 0}}, {{0, 0}}), near, kNotOn));
  }
}

TEST(VerifyTouching, OnOneLine) {
  for (const Pose& pose : common_poses()) {
    const Scene scene({{-1, 0, 0}, {1, 0, 0}}, {{0.5, 0, 0}, {3, 0, 0}}, pose);
    const Pairs line{{0, 0}, {1, 0}};
    const bool upright = pose == Pose();
    for (int axis = 0; axis < 3; axis++) {
      if (upright && axis == 0) {
        EXPECT_TRUE(refused(touching(line, line, axis), scene, kZero));
      } else {
        EXPECT_TRUE(accepted(touching(line, line, axis), scene));
      }
      EXPECT_TRUE(accepted(touching({{0, 1}, {0, 0}, {0, 1}, {1, 0}}, {{1, 1}, {0, 0}}, 1), scene));
    }
    EXPECT_TRUE(refused(touching({{0, 0}, {0, 1}}, line, 1), scene, kNotOn));
    EXPECT_TRUE(refused(touching({{0, 0}, {0, 1}, {1, 1}}, line, 1), scene, kNotOn));
    EXPECT_TRUE(refused(touching(line, {{0, 0}, {0, 0}}, 1), scene, kZero));
    EXPECT_TRUE(refused(touching(line, {{0, 0}, {1, 0}, {0, 1}}, 1), scene, kZero));
    const Scene end({{-1, 0, 0}, {1, 0, 0}}, {{1, 0, 0}, {3, 0, 0}}, pose);
    EXPECT_TRUE(accepted(touching({{1, 0}}, line, 1), end));
    EXPECT_TRUE(accepted(touching({{0, 1}, {1, 0}}, line, 2), end));
  }
}

/// The coordinate axis has to be the one that is named.
TEST(VerifyTouching, TheAxisCounts) {
  const Scene scene({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 0, 0}, {0, 0, 2}});
  const Pairs around{scene.pair({-1, -1, 0}, {0, 0, 0}), scene.pair({1, 1, 0}, {0, 0, 0})};
  EXPECT_TRUE(accepted(touching(around, {around[0]}, 2), scene));
  EXPECT_TRUE(refused(touching(around, {around[0]}, 0), scene, kPlane));
  EXPECT_TRUE(refused(touching(around, {around[0]}, 1), scene, kPlane));
  // u = (2, 0, 0): with y it makes the plane z = 0, with z a plane across the square.
  const Pairs side{scene.pair({-1, -1, 0}, {0, 0, 0}), scene.pair({1, -1, 0}, {0, 0, 0})};
  EXPECT_TRUE(accepted(touching(around, side, 1), scene));
  EXPECT_TRUE(refused(touching(around, side, 2), scene, kPlane));
  EXPECT_TRUE(refused(touching(around, side, 0), scene, kZero));
}

TEST(VerifyTouching, PolygonsInOnePlane) {
  for (const Pose& pose : common_poses()) {
    const Scene scene({{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}},
                      {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}}, pose);
    const Vec3 tip(1, 1, 0);
    const VertexPair p = scene.pair({0, 0, 0}, tip), q = scene.pair({2, 0, 0}, tip),
                     r = scene.pair({2, 2, 0}, tip), s = scene.pair({0, 2, 0}, tip);
    EXPECT_TRUE(accepted(touching({p, q, r, s}, {p, q, r}), scene));
    EXPECT_TRUE(accepted(touching({p, r}, {p, q, r}), scene));
    EXPECT_TRUE(accepted(touching({p, q, r}, {p, q, r}), scene));  // on an edge of the hull
    const VertexPair far = scene.pair({0, 2, 0}, {5, 1, 0});
    EXPECT_TRUE(accepted(touching({far, q, r}, {p, q, r}), scene));
    EXPECT_TRUE(refused(touching({p, q}, {p, q, r}), scene, kNotOn));
    EXPECT_TRUE(
        refused(touching({p, q, scene.pair({0, 0, 0}, {1, 5, 0})}, {p, q, r}), scene, kNotOn));
  }
}

// --- Overlapping. ---

Pairs all_but(const Shape& a, std::uint32_t left_out = UINT32_MAX) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < a.vertex_count(); i++) {
    if (i != left_out) pairs.push_back({i, 0});
  }
  return pairs;
}

TEST(VerifyOverlapping, FourPairs) {
  const std::vector<Vec3> corner{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
  const std::vector<Vec3> inside{{1, 1, 1}, {0x1p-80, 1, 1}, {0x1p-80, 0x1p-80, 0x1p-80}};
  const std::vector<Vec3> outside{{0, 1, 1},         // on a face
                                  {0, 0, 1},         // on an edge
                                  {0, 0, 4},         // at a vertex
                                  {1, 1, 2},         // on the slanted face
                                  {-0x1p-80, 1, 1},  // just outside
                                  {3, 3, 3}};
  for (const Pose& pose : common_poses()) {
    for (const Vec3& b : inside) {
      const Scene scene = around_point(corner, b, pose);
      EXPECT_TRUE(accepted(overlapping(all_but(scene.a)), scene)) << b;
      Pairs twice = all_but(scene.a);
      twice.push_back(twice[2]);
      EXPECT_TRUE(accepted(overlapping(twice), scene));
      for (std::uint32_t i = 0; i < 4; i++) {  // one vertex wrong: flat
        Pairs wrong = all_but(scene.a);
        wrong[i] = wrong[(i + 1) % 4];
        EXPECT_TRUE(refused(overlapping(wrong), scene, kNotIn));
      }
    }
    for (const Vec3& b : outside) {
      const Scene scene = around_point(corner, b, pose);
      EXPECT_TRUE(refused(overlapping(all_but(scene.a)), scene, kNotIn)) << b;
    }
  }
}

TEST(VerifyOverlapping, FiveAndSixPairs) {
  const std::vector<Vec3> bipyramid{{1, 0, 0}, {-1, 1, 0}, {-1, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  const std::vector<Vec3> octahedron{{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                     {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
  for (const Pose& pose : common_poses()) {
    for (const auto& a : {bipyramid, octahedron}) {
      const Scene scene = around_point(a, kOrigin, pose);
      EXPECT_TRUE(accepted(overlapping(all_but(scene.a)), scene));
      for (std::uint32_t i = 0; i < a.size(); i++) {  // each is needed
        EXPECT_TRUE(refused(overlapping(all_but(scene.a, i)), scene, kNotIn));
      }
      EXPECT_TRUE(
          refused(overlapping(all_but(scene.a)), around_point(a, (a[0] + a[3]) / 2, pose), kNotIn));
    }
  }
}

TEST(VerifyOverlapping, FlatHulls) {
  for (const Pose& pose : common_poses()) {
    // The hull of the pairs is flat although the bodies overlap, and the origin in it.
    const Scene scene = around_point(
        {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}, kOrigin, pose);
    EXPECT_TRUE(refused(overlapping({{0, 0}, {1, 0}, {2, 0}, {3, 0}}), scene, kNotIn));
    EXPECT_TRUE(refused(overlapping({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 0}}), scene, kNotIn));
    EXPECT_TRUE(refused(overlapping({{0, 0}, {1, 0}, {0, 0}, {1, 0}}), scene, "on one line"));
    EXPECT_TRUE(refused(overlapping({{4, 0}, {4, 0}, {4, 0}, {4, 0}}), scene, "on one line"));
    // A vertex of A is B: that pair is the origin itself.
    const Scene at_vertex =
        around_point({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, kOrigin, pose);
    EXPECT_TRUE(refused(overlapping({{0, 0}, {0, 0}, {0, 0}, {0, 0}}), at_vertex, "on one line"));
  }
}

TEST(VerifyOverlapping, CrossingPolygonAndSegment) {
  for (const Pose& pose : common_poses()) {
    for (double depth : {1.0, 0x1p-60, 0.0}) {
      const Scene scene({{1, 1, -depth}, {1, 1, 1}}, {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, pose);
      const Certificate c = overlapping({{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}});
      if (depth > 0) {
        EXPECT_TRUE(accepted(c, scene));
      } else {
        EXPECT_TRUE(refused(c, scene, kNotIn));
      }
    }
  }
}

TEST(VerifyOverlapping, TurnedCubes) {
  Rng rng(7);
  int found = 0;
  for (int i = 0; i < 20; i++) {
    const Scene scene(kCube, Pose::make(rng.rotation(), rng.in_box(0.1)).value(), kCube,
                      Pose::make(rng.rotation(), rng.in_box(0.1)).value());
    const Scene far(scene.a, scene.pose_a, scene.b,
                    Pose::make(scene.pose_b.rotation(), {4, 0, 0}).value());
    for (int j = 0; j < 20; j++) {
      Pairs pairs(6);
      for (VertexPair& p : pairs) p = {rng.below(8), rng.below(8)};
      if (scene.verify(overlapping(pairs))) found++;
      EXPECT_TRUE(refused(overlapping(pairs), far, kNotIn));
    }
  }
  EXPECT_GT(found, 100);
}

}  // namespace
}  // namespace glance::test
