// Paths of small motions: the cache changes the work, never the answer; and the work of a
// step does not grow with the bodies.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "glance/generate.h"
#include "glance/query.h"
#include "glance/rng.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

Shape hull_of(Rng& rng, int vertices) {
  return random_polytope(rng.bits(), 2 * vertices - 4).value();  // it takes the number of faces
}

/// B tumbles and drifts about A, from well apart to overlapping and back.
struct Path {
  Rng rng;
  Shape a, b;
  Pose pose_a, pose_b;
  double turn, shift;

  Path(std::uint64_t seed, int vertices_a, int vertices_b, double turn_, double shift_)
      : rng(seed),
        a(hull_of(rng, vertices_a)),
        b(hull_of(rng, vertices_b)),
        pose_a(Pose::make(rng.rotation(), rng.in_box(1)).value()),
        pose_b(Pose::make(rng.rotation(), rng.direction() * 1.5).value()),
        turn(turn_),
        shift(shift_) {}

  void step() {
    const Mat3 turned = compose(rotation_matrix(Quat::from_rotation_vector(rng.direction() * turn)),
                                pose_b.rotation());
    Vec3 moved = pose_b.translation() + rng.direction() * shift;
    const Vec3 away = moved - pose_a.translation();
    if (norm(away) > 2.2) moved -= away * (shift / norm(away));
    if (norm(away) < 1.2) moved += away * (shift / norm(away));
    // Rotations drift a little from being one; as they do in real programs.
    pose_b = Pose::make(turned, moved).value();
  }
};

TEST(Paths, TheCacheNeverChangesAnAnswer) {
  const int paths = scaled_count(200);
  const int steps = 1000;
  long apart = 0, overlapping = 0, all = 0, from_cache = 0;
  for (const int i : random_cases(paths)) {
    Rng rng(1000 + i);
    const double turn = (i % 3 == 0 ? 1 : i % 3 == 1 ? 5 : 10) * kDegree;
    Path path(i, 4 + static_cast<int>(rng.below(57)), 4 + static_cast<int>(rng.below(57)), turn,
              rng.uniform(0.01, 0.1));
    PairCache for_distance, for_collide, for_both;
    for (int s = 0; s < steps; s++, path.step()) {
      SCOPED_TRACE(testing::Message() << "path " << i << " step " << s);
      const auto& [r, a, b, pa, pb, t, h] = path;
      const QueryOptions no_depth{.depth = false};
      const Distance cold = distance({a, pa}, {b, pb}, no_depth);
      const Distance warm = distance({a, pa}, {b, pb}, no_depth.with(for_distance));
      const Collision hit = collide({a, pa}, {b, pb}, {.cache = &for_collide});
      ASSERT_EQ(warm.verdict, cold.verdict);
      ASSERT_EQ(hit.verdict, cold.verdict);
      ASSERT_NEAR(warm.distance, cold.distance, 1e-14 * (2 + cold.distance));
      if (warm.feature_a == cold.feature_a && warm.feature_b == cold.feature_b &&
          cold.verdict == Verdict::apart && !warm.work.handed_over && !cold.work.handed_over) {
        // The same features give the same bits, whichever way they were found.
        ASSERT_EQ(warm.distance, cold.distance);
        ASSERT_EQ(warm.point_a, cold.point_a);
        ASSERT_EQ(warm.point_b, cold.point_b);
      }
      // One cache for all kinds of questions, after a trip through bytes.
      for_both = PairCache::from_bytes(for_both.to_bytes()).value();
      const bool nearer =
          nearer_than({a, pa}, {b, pb}, 0.25, no_depth.with(for_both)).value().nearer;
      ASSERT_EQ(nearer, cold.verdict != Verdict::apart || cold.distance < 0.25);
      ASSERT_EQ(s % 2 ? collide({a, pa}, {b, pb}, {.cache = &for_both}).verdict
                      : distance({a, pa}, {b, pb}, no_depth.with(for_both)).verdict,
                cold.verdict);
      if (s % 100 == 0) {
        ASSERT_EQ(collide({a, pa}, {b, pb}, {.tuning = {.method = QueryMethod::oracle}}).verdict,
                  cold.verdict);
        ASSERT_TRUE(verify(warm.certificate, {a, pa}, {b, pb}));
        ASSERT_TRUE(verify(hit.certificate, {a, pa}, {b, pb}));
      }
      apart += cold.verdict == Verdict::apart;
      overlapping += cold.verdict == Verdict::overlapping;
      from_cache += warm.work.from_cache;
      all++;
    }
  }
  std::printf("  %ld steps: %ld apart, %ld overlapping, %ld straight from the cache\n", all, apart,
              overlapping, from_cache);
  if (all >= 20000) {
    EXPECT_GT(static_cast<double>(overlapping), 0.3 * static_cast<double>(all));
    EXPECT_LT(static_cast<double>(overlapping), 0.7 * static_cast<double>(all));
  }
}

/// Average pairs of features looked at in a step, bodies a little apart.
double average_steps(int vertices, double degrees) {
  const int paths = scaled_count(8) + 1, steps = 400;
  double sum = 0;
  for (const int i : random_cases(paths)) {
    Rng rng(77 + i);
    const Shape a = hull_of(rng, vertices), b = hull_of(rng, vertices);
    Mat3 turned = rotation_matrix(rng.rotation());
    PairCache cache;
    for (int s = 0; s < steps; s++) {
      const Vec3 turn = rng.direction() * (degrees * kDegree);
      turned = compose(rotation_matrix(Quat::from_rotation_vector(turn)), turned);
      const Pose pose_b = Pose::make(turned, Vec3{2.2, 0, 0}).value();
      const Distance d = distance({a, {}}, {b, pose_b}, {.cache = &cache, .depth = false});
      if (s > 0) sum += d.work.feature_steps;
    }
  }
  return sum / (paths * (steps - 1));
}

TEST(Paths, WorkPerStepIsFlatInTheNumberOfVertices) {
  const int sizes[] = {20, 100, 500, 2000};
  double at_1[4], at_10[4];
  for (int i = 0; i < 4; i++) {
    at_1[i] = average_steps(sizes[i], 1);
    at_10[i] = average_steps(sizes[i], 10);
    std::printf("  %5d vertices: %.2f features a step at 1 degree, %.2f at 10\n", sizes[i], at_1[i],
                at_10[i]);
  }
  EXPECT_LT(at_1[1], 1.5 * at_1[0]);
  EXPECT_LT(at_1[2], 3 * at_1[0]);
  // Crossing features takes angle * sqrt(vertices) steps; the constant from the smallest.
  for (int i = 1; i < 4; i++) {
    EXPECT_LT(at_10[i] - 1, 1.5 * (at_10[0] - 1) * std::sqrt(sizes[i] / 20.) + 1) << sizes[i];
  }
}

}  // namespace
}  // namespace glance::test
