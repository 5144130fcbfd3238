// Projectiles through plates: they fly as specified, start again behind the last plate, and a
// seed is a scene. Plates are hit and missed about equally: slow frames show it, fast ones hide it.
#include "scenes/bullets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace glance::scenes {
namespace {

std::vector<Pose> copy(std::span<const Pose> poses) { return {poses.begin(), poses.end()}; }

bool is_placed(const Bullets& scene, std::size_t body) {
  return std::ranges::binary_search(scene.placed(), body);
}

TEST(Bullets, PlatesComeFirstAndProjectilesAreFast) {
  const Bullets scene = Bullets::make({.plates = 5, .projectiles = 17}).value();
  ASSERT_EQ(scene.body_count(), 22u);
  std::set<ShapeKind> kinds;
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    const Shape& shape = scene.shape_of(i);
    EXPECT_EQ(scene.is_plate(i), i < 5);
    EXPECT_EQ(scene.is_fast(i), i >= 5);
    EXPECT_EQ(scene.is_static(i), i == 0 || i == 2 || i == 4);
    if (scene.is_plate(i)) {
      EXPECT_EQ(shape.kind(), ShapeKind::box);
      EXPECT_EQ(shape.bounds().upper.x() - shape.bounds().lower.x(), 0.05);
    } else {
      kinds.insert(shape.kind());
      EXPECT_NEAR(shape.bounding_radius(), 0.5, 1e-12) << "one body length across";
    }
  }
  EXPECT_EQ(kinds, (std::set{ShapeKind::sphere, ShapeKind::capsule, ShapeKind::hull}));
}

TEST(Bullets, PlatesDoNotReachEachOther) {
  for (std::uint64_t seed = 0; seed < 20; seed++) {
    Bullets scene = Bullets::make({.plates = 6, .projectiles = 0, .seed = seed}).value();
    for (int frame = 0; frame < 400; frame += 40) {
      for (std::size_t i = 1; i < 6; i++) {
        EXPECT_GT(distance({scene.shape_of(i - 1), scene.poses()[i - 1]},
                           {scene.shape_of(i), scene.poses()[i]})
                      .distance,
                  1)
            << "seed " << seed;
      }
      for (int k = 0; k < 40; k++) scene.step();
    }
  }
}

TEST(Bullets, AFrameMovesAndTurnsByWhatWasAsked) {
  for (const double speed : {0.1, 3.0, 100.0}) {
    Bullets scene = Bullets::make({.projectiles = 40, .speed = speed, .spin = 75}).value();
    std::size_t flown = 0, jumped = 0;
    for (int frame = 0; frame < 30; frame++) {
      const std::vector<Pose> before = copy(scene.poses());
      scene.step();
      EXPECT_TRUE(std::ranges::is_sorted(scene.placed()));
      for (std::size_t i = 0; i < scene.body_count(); i++) {
        const Vec3 centroid = scene.shape_of(i).mass().centroid;
        const Vec3 from = before[i].apply(centroid), to = scene.poses()[i].apply(centroid);
        const Mat3 turn = compose(scene.poses()[i].rotation(), before[i].rotation().transpose());
        const double degrees = norm(rotation_vector(turn)) * 180 / std::numbers::pi;
        if (scene.is_plate(i)) {
          EXPECT_NEAR(norm(to - from), 0, 1e-12);
          EXPECT_NEAR(degrees, scene.is_static(i) ? 0 : 1, 1e-9);
        } else if (is_placed(scene, i)) {
          jumped++;
          EXPECT_GT(from.x(), scene.half_length()) << "it was through";
          EXPECT_LE(to.x(), -scene.half_length());
          EXPECT_GT(to.x() + scene.velocity(i).x(), -scene.half_length()) << "next time it is in";
        } else {
          flown++;
          EXPECT_NEAR(norm(to - from), speed, 1e-9);
          EXPECT_NEAR(degrees, 75, 1e-6);
        }
      }
    }
    EXPECT_GT(flown, 400u);
    if (speed > 1) {
      EXPECT_GT(jumped, 20u);
    }
  }
}

/// Whether a centroid that crosses the plane of a plate does so within the plate; nothing if it
/// does not cross it on this way.
std::optional<bool> crosses(const Bullets& scene, std::size_t plate, const Vec3& from,
                            const Vec3& to) {
  const Pose& pose = scene.poses()[plate];
  const auto seen = [&](const Vec3& p) {
    return multiply_transposed(pose.rotation(), Vec3(p - pose.translation()));
  };
  const Vec3 a = seen(from), b = seen(to);
  if ((a.x() < 0) == (b.x() < 0)) return std::nullopt;
  const Vec3 at = a + (b - a) * (a.x() / (a.x() - b.x()));
  const Vec3& half = scene.shape_of(plate).bounds().upper;
  return std::fabs(at.y()) < half.y() && std::fabs(at.z()) < half.z();
}

TEST(Bullets, AboutAsManyPlatesAreHitAsMissedAtEverySpeed) {
  for (const double speed : {0.2, 10.0, 100.0}) {
    Bullets scene = Bullets::make({.speed = speed}).value();
    std::size_t hit = 0, missed = 0, seen = 0;
    for (int frame = 0; frame < 300; frame++) {
      const std::vector<Pose> before = copy(scene.poses());
      scene.step();
      for (std::size_t i = 0; i < scene.body_count(); i++) {
        if (scene.is_plate(i) || is_placed(scene, i)) continue;
        const Vec3 from = before[i].apply(scene.shape_of(i).mass().centroid);
        for (std::size_t plate = 0; scene.is_plate(plate); plate++) {
          const std::optional<bool> crossed = crosses(scene, plate, from, scene.center(i));
          if (!crossed) continue;
          (*crossed ? hit : missed)++;
          if (!*crossed) continue;
          const Collision now = collide({scene.shape_of(plate), scene.poses()[plate]},
                                        {scene.shape_of(i), scene.poses()[i]});
          const Collision then =
              collide({scene.shape_of(plate), before[plate]}, {scene.shape_of(i), before[i]});
          seen += now.verdict != Verdict::apart || then.verdict != Verdict::apart ? 1 : 0;
        }
      }
    }
    EXPECT_GT(hit, 100u);
    EXPECT_GT(hit, 3 * (hit + missed) / 10) << speed;
    EXPECT_LT(hit, 7 * (hit + missed) / 10) << speed;
    // Slow ones show in some frame, fast ones hardly ever.
    if (speed < 1) {
      EXPECT_EQ(seen, hit);
    }
    if (speed > 1) {
      EXPECT_LT(seen, hit / 4) << speed;
    }
  }
}

TEST(Bullets, ASeedIsAScene) {
  Bullets one = Bullets::make({.seed = 5}).value();
  Bullets same = Bullets::make({.seed = 5}).value();
  Bullets other = Bullets::make({.seed = 6}).value();
  for (int frame = 0; frame < 40; frame++) {
    EXPECT_TRUE(std::ranges::equal(one.poses(), same.poses()));
    EXPECT_TRUE(std::ranges::equal(one.placed(), same.placed()));
    EXPECT_FALSE(std::ranges::equal(one.poses(), other.poses()));
    for (Bullets* scene : {&one, &same, &other}) scene->step();
  }
}

TEST(Bullets, RefusesWhatMakesNoSense) {
  const auto error_of = [](const BulletsSettings& settings) {
    const Result<Bullets> scene = Bullets::make(settings);
    return scene ? std::string("(none)") : scene.error().message;
  };
  EXPECT_EQ(error_of({}), "(none)");
  EXPECT_EQ(error_of({.plates = 0, .projectiles = 0}), "(none)");
  for (const double bad : {-1.0, 0.0, 0.09, 101.0, std::nan("")}) {
    EXPECT_TRUE(
        error_of({.speed = bad}).starts_with("speed (body lengths per frame) must be from"));
  }
  for (const double bad : {-1.0, 181.0, std::nan("")}) {
    EXPECT_TRUE(error_of({.spin = bad}).starts_with("spin (degrees per frame) must be from"));
  }
  for (const double bad : {-1.0, 0.0, 2.0, std::nan("")}) {
    EXPECT_TRUE(error_of({.thickness = bad}).starts_with("thickness (body lengths) must be from"));
  }
}

}  // namespace
}  // namespace glance::scenes
