// Certificates of bodies apart, and their form: true ones pass, and each single thing altered makes
// them fail. (verify_touching_test.cpp has those of bodies that meet.)
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
#include "support/cube.h"
#include "support/shorthand.h"
#include "support/test_scale.h"
#include "unit/verify/certificate_scene.h"

namespace glance::test {
using namespace rooms::exact;

namespace {

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
