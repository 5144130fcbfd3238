// True certificates pass, and each single thing altered makes them fail.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>

#include "exact/oracle.h"
#include "glance/certificate.h"
#include "glance/rng.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace exact;

namespace {

using Pairs = std::vector<VertexPair>;

std::uint32_t index_of(const Shape& shape, const Vec3& local) {
  const auto vertices = shape.vertices();
  const auto found = std::find(vertices.begin(), vertices.end(), local);
  EXPECT_NE(found, vertices.end()) << "no vertex at " << local;
  return static_cast<std::uint32_t>(found - vertices.begin());
}

/// Two bodies; pairs are named by local coordinates.
struct Scene {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;

  Scene(const Shape& a_, const Pose& pose_a_, const Shape& b_, const Pose& pose_b_)
      : a(a_), pose_a(pose_a_), b(b_), pose_b(pose_b_) {}
  Scene(const std::vector<Vec3>& a_, const std::vector<Vec3>& b_, const Pose& pose = {})
      : a(hull(a_)), pose_a(pose), b(hull(b_)), pose_b(pose) {}

  VertexPair pair(const Vec3& in_a, const Vec3& in_b) const {
    return {index_of(a, in_a), index_of(b, in_b)};
  }
  Result<void> verify(const Certificate& c) const {
    return glance::verify(c, a, pose_a, b, pose_b);
  }
  Verdict verdict() const { return oracle_collide(a, pose_a, b, pose_b).verdict; }
};

::testing::AssertionResult accepted(const Certificate& c, const Scene& scene) {
  const Result<void> result = scene.verify(c);
  if (result) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << result.error().message;
}

::testing::AssertionResult refused(const Certificate& c, const Scene& scene,
                                   const std::string& reason) {
  const Result<void> result = scene.verify(c);
  if (result) return ::testing::AssertionFailure() << "accepted";
  if (result.error().message.find(reason) != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "for another reason: " << result.error().message;
}

Certificate certificate(Verdict verdict, const Pairs& plane, const Pairs& around,
                        int axis = Certificate::kNoAxis) {
  Certificate c;
  c.verdict = verdict;
  c.plane_count = static_cast<std::uint8_t>(plane.size());
  c.pair_count = static_cast<std::uint8_t>(around.size());
  c.axis = static_cast<std::uint8_t>(axis);
  std::copy(plane.begin(), plane.end(), c.plane.begin());
  std::copy(around.begin(), around.end(), c.pairs.begin());
  return c;
}

Certificate apart_along(const Vec3& direction) {
  Certificate c = certificate(Verdict::apart, {}, {});
  c.direction = direction;
  return c;
}
Certificate apart_by(const Pairs& plane) { return certificate(Verdict::apart, plane, {}); }
Certificate touching(const Pairs& around, const Pairs& plane, int axis = 0) {
  return certificate(Verdict::touching, plane, around, axis);
}
Certificate overlapping(const Pairs& around) {
  return certificate(Verdict::overlapping, {}, around);
}

/// No rotation, and some that are nothing but rounding. A pose that both bodies share
/// changes no verdict and no certificate.
std::vector<Pose> common_poses() {
  Rng rng(1);
  std::vector<Pose> poses(1);
  for (int i = 0; i < 20; i++) {
    poses.push_back(Pose::make(rng.rotation(), rng.in_box(i < 10 ? 1 : 1e6)).value());
  }
  return poses;
}

constexpr const char* kWeak = "the direction does not separate";
constexpr const char* kPlane = "the named plane does not separate";
constexpr const char* kZero = "the normal of the named plane is zero";
constexpr const char* kNotOn = "the origin is not in the hull of the";
constexpr const char* kNotIn = "the origin is not inside the hull of the";

// --- Apart, by a direction. ---

TEST(VerifyApart, ByDirection) {
  const Scene scene(kCube, {}, kCube, at({3, 0.5, 0}));
  for (const Vec3& d : std::initializer_list<Vec3>{
           {1, 0, 0}, {1e-300, 0, 0}, {1e300, 0, 0}, {5e-324, 0, 0}, {1, 0.1, -0.1}}) {
    EXPECT_TRUE(accepted(apart_along(d), scene)) << d;
    EXPECT_TRUE(refused(apart_along(-d), scene, kWeak)) << d;
  }
  EXPECT_TRUE(refused(apart_along({0, 1, 0}), scene, kWeak));
  EXPECT_TRUE(refused(apart_along({1, 1, 0}), scene, kWeak));  // misses by a little
}

TEST(VerifyApart, DirectionMustSeparateStrictly) {
  const Certificate c = apart_along({1, 0, 0});
  EXPECT_TRUE(accepted(c, {kCube, {}, kCube, at({std::nextafter(2.0, 3), 0, 0})}));
  EXPECT_TRUE(refused(c, {kCube, {}, kCube, at({2, 0, 0})}, kWeak));
  EXPECT_TRUE(refused(c, {kCube, {}, kCube, at({std::nextafter(2.0, 1), 0, 0})}, kWeak));
}

TEST(VerifyApart, DirectionMustBeOne) {
  const Scene scene(kCube, {}, kCube, at({3, 0, 0}));
  EXPECT_TRUE(refused(apart_along({0, 0, 0}), scene, "the direction is zero"));
  EXPECT_TRUE(refused(apart_along({0, -0.0, 0}), scene, "the direction is zero"));
  EXPECT_TRUE(refused(apart_along({1, kNan, 0}), scene, "the direction is not finite"));
  EXPECT_TRUE(refused(apart_along({kInfinity, 0, 0}), scene, "the direction is not finite"));
}

TEST(VerifyApart, TheErrorNamesTheVertices) {
  const Scene scene({{0, 0, 0}, {1, 0, 0}, {5, 0, 0.5}, {0, 1, 0}, {0, 0, 1}},
                    {{9, 0, 0}, {9, 1, 0}, {9, 0, 1}, {4, 0, 0}});
  EXPECT_TRUE(refused(apart_along({1, 0, 0}), scene,
                      "the direction does not separate: vertex 2 of A is not below vertex 3 of B"));
}

/// The definition is in the doubles of the matrix as given, and a product of two of them
/// has more digits than one.
TEST(VerifyApart, MatricesAreTakenAsGiven) {
  const Mat3 stretched = Mat3::identity() * (1 + 1e-7);
  const Certificate c = apart_along({1, 0, 0});
  EXPECT_TRUE(accepted(c, {kCube, {}, kCube, Pose::make(stretched, {2 + 1.5e-7, 0, 0}).value()}));
  EXPECT_TRUE(
      refused(c, {kCube, {}, kCube, Pose::make(stretched, {2 + 0.5e-7, 0, 0}).value()}, kWeak));
  const Shape needle = hull({{0, 1e-90, 0}, {0, 1e-90, 0.5}});
  for (double shear : {5e-324, 0.0, -5e-324}) {
    Mat3 sheared = Mat3::identity();
    sheared(0, 1) = shear;
    const Scene scene(kCube, {}, needle, Pose::make(sheared, {1, 0, 0}).value());
    if (shear > 0) {
      EXPECT_TRUE(accepted(c, scene));
    } else {
      EXPECT_TRUE(refused(c, scene, kWeak));
    }
  }
}

TEST(VerifyApart, SmallestAndLargestBodies) {
  for (double size : {1e-60, 1e59}) {
    const Shape box = Shape::box(Vec3::constant(size)).value();
    EXPECT_TRUE(accepted(apart_along({1, 0, 0}), {box, {}, box, at({3 * size, 0, 0})}));
    EXPECT_TRUE(refused(apart_along({1, 0, 0}), {box, {}, box, at({2 * size, 0, 0})}, kWeak));
  }
  const Shape huge = Shape::box(Vec3::constant(1e30)).value();
  const Shape tiny = Shape::box(Vec3::constant(1e-30)).value();
  const Certificate c = apart_along({1, 0, 0});
  EXPECT_TRUE(accepted(c, {huge, {}, tiny, at({std::nextafter(1e30, 2e30), 0, 0})}));
  EXPECT_TRUE(refused(c, {huge, {}, tiny, at({1e30, 0, 0})}, kWeak));
}

// --- Apart, by a plane. Each gap is 1e-17, or none, or an overlap as small. ---

/// Also with the pairs in the opposite order, and the bodies exchanged: signs must not
/// matter.
void expect_plane(const Scene& scene, const Pairs& plane, bool good) {
  const Pairs reversed(plane.rbegin(), plane.rend());
  Pairs exchanged;
  for (const VertexPair& p : plane) exchanged.push_back({p.b, p.a});
  const Scene other(scene.b, scene.pose_b, scene.a, scene.pose_a);
  for (const auto& [s, pairs] :
       {std::pair{&scene, plane}, {&scene, reversed}, {&other, exchanged}}) {
    if (good) {
      EXPECT_TRUE(accepted(apart_by(pairs), *s));
    } else {
      EXPECT_TRUE(refused(apart_by(pairs), *s, kPlane));
    }
  }
}

TEST(VerifyApart, ByTheFaceOfOneBody) {
  int too_narrow = 0;
  for (const Pose& pose : common_poses()) {
    for (double gap : {1e-17, 0.0, -1e-17}) {
      const Vec3 tip(0, 0, gap);
      const Scene scene({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, {0, 0, -1}},
                        {tip, {1, 0, 1}, {0, 1, 1}, {-1, -1, 1}}, pose);
      const Pairs plane{scene.pair({-1, -1, 0}, tip), scene.pair({1, -1, 0}, tip),
                        scene.pair({0, 1, 0}, tip)};
      expect_plane(scene, plane, gap > 0);
      // Another face of A, which is no answer.
      Pairs wrong = plane;
      wrong[2] = scene.pair({0, 0, -1}, tip);
      EXPECT_TRUE(refused(apart_by(wrong), scene, kPlane));
      // What planes are named for: the direction has been rounded across the gap.
      const Vec3 rounded = oracle_collide(scene.a, pose, scene.b, pose).normal;
      if (gap > 0 && !scene.verify(apart_along(rounded))) too_narrow++;
    }
  }
  EXPECT_GT(too_narrow, 10);
}

TEST(VerifyApart, ByAnEdgeOfEach) {
  for (const Pose& pose : common_poses()) {
    for (double gap : {1e-17, 0.0, -1e-17}) {
      const Scene scene({{-1, 0, 0}, {1, 0, 0}, {0, 1, -1}, {0, -1, -1}},
                        {{0, -1, gap}, {0, 1, gap}, {1, 0, 1}, {-1, 0, 1}}, pose);
      const Pairs plane{scene.pair({-1, 0, 0}, {0, -1, gap}), scene.pair({1, 0, 0}, {0, -1, gap}),
                        scene.pair({-1, 0, 0}, {0, 1, gap})};
      expect_plane(scene, plane, gap > 0);
    }
  }
}

TEST(VerifyApart, ByAnEdgeAndAVertex) {
  for (const Pose& pose : common_poses()) {
    for (double gap : {1e-17, -1e-17}) {
      const Vec3 tip(0.25, gap, 2 * gap);  // A is behind and B in front of y + 2 z = 0
      const Scene scene({{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                        {tip, {1, 1, 1}, {-1, 3, 0}, {0, -1, 1}}, pose);
      expect_plane(scene, {scene.pair({-1, 0, 0}, tip), scene.pair({1, 0, 0}, tip)}, gap > 0);
      EXPECT_TRUE(refused(apart_by({scene.pair({-1, 0, 0}, tip), scene.pair({0, -1, 0}, tip)}),
                          scene, kPlane));
    }
    // No gap, no normal: the origin is on the line of the two pairs.
    const Scene scene({{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                      {{0.25, 0, 0}, {1, 1, 1}, {-1, 3, 0}, {0, -1, 1}}, pose);
    EXPECT_TRUE(refused(
        apart_by({scene.pair({-1, 0, 0}, {0.25, 0, 0}), scene.pair({1, 0, 0}, {0.25, 0, 0})}),
        scene, kZero));
  }
}

TEST(VerifyApart, ByAVertexOfEach) {
  for (const Pose& pose : common_poses()) {
    for (double gap : {1e-17, 0.0, -1e-17}) {
      const Vec3 tip(gap, 2 * gap, 3 * gap);  // about x + 2 y + 3 z = 0
      const Scene scene({{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {1, 1, -2}},
                        {tip, {1, 0, 0}, {0, 1, 0}, {-1, -1, 2}}, pose);
      const VertexPair tips = scene.pair({0, 0, 0}, tip);
      if (gap == 0) {
        EXPECT_TRUE(refused(apart_by({tips}), scene, kZero));
      } else {
        expect_plane(scene, {tips}, gap > 0);
      }
      EXPECT_TRUE(refused(apart_by({scene.pair({-1, 0, 0}, {0, 1, 0})}), scene, kPlane));
    }
  }
}

TEST(VerifyApart, ZeroNormals) {
  const Scene scene(kCube, {}, kCube, at({3, 0, 0}));
  const VertexPair p = scene.pair({1, 1, 1}, {-1, 1, 1}), q = scene.pair({1, 1, -1}, {-1, 1, 1}),
                   r = scene.pair({1, 1, 1}, {-1, 1, -1});
  EXPECT_TRUE(refused(apart_by({p, p}), scene, kZero));
  EXPECT_TRUE(refused(apart_by({p, q, q}), scene, kZero));
  EXPECT_TRUE(refused(apart_by({p, p, q}), scene, kZero));
  EXPECT_TRUE(refused(apart_by({p, q, r}), scene, kZero));  // parallel edges
}

TEST(VerifyApart, FlatBodies) {
  for (const Pose& pose : common_poses()) {
    const Scene points(std::vector<Vec3>{{1, 2, 3}}, {{1, 2, 3 + 1e-12}}, pose);
    EXPECT_TRUE(accepted(apart_by({{0, 0}}), points));
    const Scene segments({{-1, 0, 0}, {1, 0, 0}}, {{0, -1, 1e-200}, {0, 1, 1e-200}}, pose);
    EXPECT_TRUE(accepted(apart_by({{0, 0}, {1, 0}, {0, 1}}), segments));
    const Scene off_plane({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {{1, 1, 1e-300}}, pose);
    EXPECT_TRUE(accepted(apart_by({{0, 0}, {1, 0}, {2, 0}}), off_plane));
    const Scene on_plane({{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}, {{1, 1, 0}}, pose);
    EXPECT_TRUE(refused(apart_by({{0, 0}, {1, 0}, {2, 0}}), on_plane, kPlane));
  }
}

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

const Vec3 kOrigin(0, 0, 0);

/// B is a point, so that A - B is A as seen from there.
Scene around_point(const std::vector<Vec3>& a, const Vec3& b, const Pose& pose = {}) {
  return Scene(a, std::vector<Vec3>{b}, pose);
}

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

// --- Form. ---

TEST(VerifyForm, Counts) {
  const Scene far(kCube, {}, kCube, at({3, 0, 0}));
  const Scene face(kCube, {}, kCube, at({2, 0, 0}));
  const Scene deep = around_point({{-1, -1, -1}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}}, kOrigin);
  const Certificate good_apart = apart_along({1, 0, 0});
  const VertexPair p = face.pair({1, 1, 1}, {-1, 1, 1}), q = face.pair({1, 1, 1}, {-1, -1, 1}),
                   r = face.pair({1, 1, 1}, {-1, 1, -1});
  const Certificate good_touching = touching({p}, {p, q, r});
  const Certificate good_overlapping = overlapping({{0, 0}, {1, 0}, {2, 0}, {3, 0}});
  ASSERT_TRUE(accepted(good_apart, far));
  ASSERT_TRUE(accepted(good_touching, face));
  ASSERT_TRUE(accepted(good_overlapping, deep));
  const auto expect = [](const Certificate& good, const Scene& scene,
                         std::initializer_list<int> planes, std::initializer_list<int> pairs) {
    for (int count : planes) {
      Certificate c = good;
      c.plane_count = static_cast<std::uint8_t>(count);
      EXPECT_TRUE(refused(c, scene, "plane_count is " + std::to_string(count)));
    }
    for (int count : pairs) {
      Certificate c = good;
      c.pair_count = static_cast<std::uint8_t>(count);
      EXPECT_TRUE(refused(c, scene, "pair_count is " + std::to_string(count)));
    }
  };
  expect(good_apart, far, {4, 255}, {1, 2, 6, 7, 255});
  expect(good_touching, face, {0, 4, 255}, {0, 5, 6, 7, 255});
  expect(good_overlapping, deep, {1, 2, 3, 4, 255}, {0, 1, 2, 3, 7, 255});
}

TEST(VerifyForm, VerdictAndAxis) {
  const Scene far(kCube, {}, kCube, at({3, 0, 0}));
  Certificate c = apart_along({1, 0, 0});
  for (int axis : {4, 255}) {
    c.axis = static_cast<std::uint8_t>(axis);
    EXPECT_TRUE(refused(c, far, "there is no axis " + std::to_string(axis)));
  }
  c.axis = 2;
  EXPECT_TRUE(accepted(c, far));
  EXPECT_TRUE(refused({}, far, "an undecided certificate proves nothing"));
  c.verdict = Verdict::undecided;
  EXPECT_TRUE(refused(c, far, "an undecided certificate proves nothing"));
  for (int unknown : {4, 255}) {
    c.verdict = static_cast<Verdict>(unknown);
    EXPECT_TRUE(refused(c, far, "unknown verdict " + std::to_string(unknown)));
  }
}

TEST(VerifyForm, Indices) {
  const Scene face(kCube, {}, kCube, at({2, 0, 0}));
  const VertexPair p = face.pair({1, 1, 1}, {-1, 1, 1}), q = face.pair({1, 1, 1}, {-1, -1, 1}),
                   r = face.pair({1, 1, 1}, {-1, 1, -1});
  const Certificate good = touching({p, q, r}, {p, q, r});
  ASSERT_TRUE(accepted(good, face));
  for (std::uint32_t wrong : {8u, UINT32_MAX}) {
    for (int i = 0; i < 3; i++) {
      const std::string at_i = std::to_string(i), which = std::to_string(wrong);
      Certificate c = good;
      c.plane[i].a = wrong;
      EXPECT_TRUE(refused(c, face, "plane pair " + at_i + " names vertex " + which + " of A"));
      c = good;
      c.plane[i].b = wrong;
      EXPECT_TRUE(refused(c, face, "plane pair " + at_i + " names vertex " + which + " of B"));
      c = good;
      c.pairs[i].a = wrong;
      EXPECT_TRUE(refused(c, face, "pair " + at_i + " names vertex " + which + " of A"));
      c = good;
      c.pairs[i].b = wrong;
      EXPECT_TRUE(refused(c, face, "pair " + at_i + " names vertex " + which + " of B"));
    }
    // What the counts leave out is not looked at.
    Certificate c = good;
    c.pairs[3] = c.pairs[5] = {wrong, wrong};
    c.direction = Vec3(kNan, 0, 0);
    EXPECT_TRUE(accepted(c, face));
  }
  // The bodies have numbers of their own.
  const Scene point = around_point({{-1, -1, -1}, {3, 0, 0}, {0, 3, 0}, {0, 0, 3}}, kOrigin);
  EXPECT_TRUE(refused(overlapping({{0, 0}, {1, 0}, {2, 0}, {3, 1}}), point,
                      "pair 3 names vertex 1 of B, which has 1 vertices"));
}

// --- Against the oracle. ---

TEST(VerifyAgainstOracle, RandomHulls) {
  Rng rng(11);
  int clear_gaps = 0, overlaps = 0, claims = 0, granted = 0;
  const int count = scaled_count(1500);
  for (int i = 0; i < count; i++) {
    const auto ball = [&] {
      std::vector<Vec3> points(4 + rng.below(9));
      for (Vec3& p : points) p = rng.direction();
      return hull(points);
    };
    const Shape a = ball(), b = ball();
    const Scene scene(a, Pose::make(rng.rotation(), rng.in_box(1)).value(), b,
                      Pose::make(rng.rotation(), rng.in_box(1)).value());
    const Distance exact = oracle_distance(scene.a, scene.pose_a, scene.b, scene.pose_b);
    const Vec3 normal = oracle_collide(scene.a, scene.pose_a, scene.b, scene.pose_b).normal;
    if (exact.verdict == Verdict::apart && exact.distance > 1e-9) {
      clear_gaps++;
      ASSERT_TRUE(accepted(apart_along(exact.normal), scene)) << i;
      ASSERT_TRUE(accepted(apart_along(normal), scene)) << i;
      ASSERT_TRUE(refused(apart_along(-normal), scene, kWeak)) << i;
    }
    if (exact.verdict != Verdict::apart) {
      ASSERT_TRUE(refused(apart_along(rng.direction()), scene, kWeak)) << i;
    }
    if (exact.verdict == Verdict::overlapping) overlaps++;
    for (int j = 0; j < 10; j++) {
      Pairs pairs(4 + rng.below(3));
      for (VertexPair& p : pairs) {
        p = {rng.below(static_cast<std::uint32_t>(a.vertex_count())),
             rng.below(static_cast<std::uint32_t>(b.vertex_count()))};
      }
      const bool holds = scene.verify(overlapping(pairs)).has_value();
      if (exact.verdict != Verdict::overlapping) {
        ASSERT_FALSE(holds) << i;
      } else {
        claims++;
        granted += holds;
      }
    }
  }
  if (count < 100) return;  // too few to be a sample
  EXPECT_GT(clear_gaps, count * 3 / 10);
  EXPECT_GT(overlaps, count * 3 / 10);
  EXPECT_GT(granted, claims / 20);
}

/// Certificates at random for tiny lattice bodies, which touch in every way: none that
/// passes contradicts the oracle, and each kind passes often.
TEST(VerifyAgainstOracle, NoFalseProofs) {
  Rng rng(12);
  std::map<std::string, int> passed;
  std::map<Verdict, int> verdicts;
  const int count = scaled_count(1500);
  for (int i = 0; i < count; i++) {
    const auto lattice = [&] {
      std::vector<Vec3> points(1 + rng.below(7));
      const std::uint32_t dimension = 1 + rng.below(6);  // mostly solids
      for (Vec3& p : points) {
        p = Vec3(rng.below(3), dimension > 1 ? rng.below(3) : 0, dimension > 2 ? rng.below(3) : 0);
      }
      return hull(points);
    };
    const Shape a = lattice(), b = lattice();
    const Pose pose = rng.chance(0.5) ? Pose() : Pose::make(rng.rotation(), rng.in_box(1)).value();
    const Scene scene(a, pose, b, pose);
    const Verdict truth = scene.verdict();
    verdicts[truth]++;
    const auto any_pairs = [&](std::uint32_t least, std::uint32_t most) {
      Pairs pairs(least + rng.below(most - least + 1));
      for (VertexPair& p : pairs) {
        p = {rng.below(static_cast<std::uint32_t>(a.vertex_count())),
             rng.below(static_cast<std::uint32_t>(b.vertex_count()))};
      }
      return pairs;
    };
    for (int j = 0; j < 100; j++) {
      Certificate c = overlapping(any_pairs(4, 6));
      if (j % 2 == 0) c = touching(any_pairs(1, 4), any_pairs(1, 3), j / 2 % 3);
      if (j % 10 == 1) c = apart_by(any_pairs(1, 3));
      if (j % 10 == 3) c = apart_along(rng.direction());
      if (!scene.verify(c)) continue;
      ASSERT_EQ(c.verdict, truth) << i << ": " << to_string(c.verdict);
      passed[std::string(to_string(truth)) + std::to_string(c.plane_count)]++;
    }
  }
  if (count < 1000) return;  // too few to be a sample
  for (Verdict v : {Verdict::apart, Verdict::touching, Verdict::overlapping}) {
    EXPECT_GT(verdicts[v], count / 10) << to_string(v);
  }
  for (const char* kind : {"apart0", "apart1", "apart2", "apart3", "touching1", "touching2",
                           "touching3", "overlapping0"}) {
    EXPECT_GT(passed[kind], count / 20) << kind;
  }
}

}  // namespace
}  // namespace glance::test
