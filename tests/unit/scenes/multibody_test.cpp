// The scene by itself: nothing gets lost, gets out or speeds up, and a seed is a scene.
#include "scenes/multibody.h"
#include "geom/shape_access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace glance::scenes {
namespace {

std::vector<double> sorted_speeds(const Multibody& scene) {
  std::vector<double> speeds;
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    speeds.push_back(norm_sq(scene.velocity(i)));
  }
  std::ranges::sort(speeds);
  return speeds;
}

/// All pairs of near bodies, as if they touched.
std::vector<NumberedPair> near_pairs(const Multibody& scene, double distance) {
  std::vector<NumberedPair> pairs;
  for (std::uint32_t i = 0; i < scene.body_count(); i++) {
    for (std::uint32_t j = i + 1; j < scene.body_count(); j++) {
      if (norm(scene.center(i) - scene.center(j)) < distance) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(Multibody, BodiesFillTheDensity) {
  for (const double density : {0.01, 1.0, 30.0}) {
    const Multibody scene = Multibody::make({.bodies = 70, .density = density}).value();
    double volume = 0;
    for (std::size_t i = 0; i < scene.body_count(); i++) volume += scene.shape_of(i).mass().volume;
    EXPECT_NEAR(volume / std::pow(2 * scene.half_side(), 3), density / 100, 1e-12 * density);
  }
}

TEST(Multibody, ShapesAreAsAskedAndShared) {
  const Multibody few = Multibody::make({.bodies = 20, .faces = 56, .shapes = 6}).value();
  EXPECT_EQ(few.shapes().size(), 6u);
  for (std::size_t i = 0; i < 20; i++) {
    EXPECT_EQ(few.shape_of(i).face_count(), 56u);
    EXPECT_EQ(&geom::polytope_of(few.shape_of(i)),
              &geom::polytope_of(few.shapes()[few.shape_number(i)]));
  }
  EXPECT_NE(few.shape_of(0).vertices()[0], few.shape_of(1).vertices()[0]);
  EXPECT_EQ(Multibody::make({.bodies = 3, .shapes = 6})->shapes().size(), 3u);
  const Shape box = Shape::box({1, 2, 3}).value();
  const Multibody boxes = Multibody::make({.bodies = 5, .model = box}).value();
  EXPECT_EQ(boxes.shapes().size(), 1u);
  EXPECT_EQ(&geom::polytope_of(boxes.shape_of(4)), &geom::polytope_of(box));
}

TEST(Multibody, SizesAreSpread) {
  const Multibody scene =
      Multibody::make({.bodies = 400, .faces = 8, .shapes = 400, .size_spread = 100}).value();
  double smallest = 1e9, largest = 0;
  int small = 0;
  for (std::size_t i = 0; i < 400; i++) {
    const double radius = scene.shape_of(i).bounding_radius();
    smallest = std::min(smallest, radius);
    largest = std::max(largest, radius);
    small += radius < 1;
  }
  EXPECT_GT(largest / smallest, 60);
  EXPECT_LT(largest / smallest, 160);  // shapes differ, too
  EXPECT_GT(small, 120);
  EXPECT_LT(small, 280);
  // A model has as many sizes as there may be shapes.
  const Shape ball = Shape::sphere(1).value();
  const Multibody balls =
      Multibody::make({.bodies = 50, .shapes = 10, .size_spread = 4, .model = ball}).value();
  EXPECT_EQ(balls.shapes().size(), 10u);
  for (const double wrong : {0.5, 1e7, std::nan("")}) {
    EXPECT_FALSE(Multibody::make({.size_spread = wrong}));
  }
}

TEST(Multibody, SpeedsSurviveWallsAndExchanges) {
  Multibody scene = Multibody::make({.bodies = 60, .translation = 40, .density = 5}).value();
  const std::vector<double> speeds = sorted_speeds(scene);
  std::size_t exchanges = 0, bounces = 0;
  for (int frame = 0; frame < 200; frame++) {
    const std::vector<NumberedPair> pairs = near_pairs(scene, 2);
    exchanges += pairs.size();
    scene.respond(pairs);
    std::vector<Vec3> before;
    for (std::size_t i = 0; i < 60; i++) before.push_back(scene.velocity(i));
    scene.step();
    for (std::size_t i = 0; i < 60; i++) {
      bounces += before[i] != scene.velocity(i) ? 1 : 0;
      EXPECT_LE(scene.center(i).abs().max_component(), scene.half_side());
    }
    ASSERT_EQ(sorted_speeds(scene), speeds) << "frame " << frame;
  }
  EXPECT_GT(exchanges, 100u);
  EXPECT_GT(bounces, 100u);
}

TEST(Multibody, OnlyApproachingBodiesExchange) {
  const Multibody start = Multibody::make({.bodies = 40}).value();
  int approaching = 0;
  for (const NumberedPair& pair : near_pairs(start, 1e9)) {
    Multibody scene = start;  // after an exchange, many others would not approach
    const Vec3 u = scene.velocity(pair.first), v = scene.velocity(pair.second);
    const Vec3 apart = scene.center(pair.second) - scene.center(pair.first);
    const bool exchange = dot(Vec3(v - u), apart) < 0;
    scene.respond({&pair, 1});
    EXPECT_EQ(scene.velocity(pair.first), exchange ? v : u);
    EXPECT_EQ(scene.velocity(pair.second), exchange ? u : v);
    approaching += exchange ? 1 : 0;
  }
  EXPECT_GT(approaching, 780 * 3 / 10);
  EXPECT_LT(approaching, 780 * 7 / 10);
}

TEST(Multibody, AFrameMovesAndTurnsByWhatWasAsked) {
  for (const Path path : {Path::straight, Path::random}) {
    Multibody scene =
        Multibody::make({.bodies = 30, .rotation = 25, .translation = 3, .path = path}).value();
    for (int frame = 0; frame < 5; frame++) {
      const std::vector<Pose> before(scene.poses().begin(), scene.poses().end());
      scene.step();
      int away_from_walls = 0;
      for (std::size_t i = 0; i < before.size(); i++) {
        const Shape& shape = scene.shape_of(i);
        const Mat3 turn = compose(scene.poses()[i].rotation(), before[i].rotation().transpose());
        EXPECT_NEAR(norm(rotation_vector(turn)), 25 * std::numbers::pi / 180, 1e-12);
        const Vec3 centroid = shape.mass().centroid;
        const Vec3 step = scene.poses()[i].apply(centroid) - before[i].apply(centroid);
        if (scene.center(i).abs().max_component() > 0.9 * scene.half_side()) continue;
        EXPECT_NEAR(norm(step), 0.03 * shape.bounding_radius(), 1e-12);
        away_from_walls++;
      }
      EXPECT_GT(away_from_walls, 10);
    }
  }
}

TEST(Multibody, RandomPathsTurnAsideAndStraightOnesDoNot) {
  for (const Path path : {Path::straight, Path::random}) {
    Multibody scene = Multibody::make({.bodies = 1, .density = 0.001, .path = path}).value();
    scene.step();
    const Vec3 velocity = scene.velocity(0);
    scene.step();
    EXPECT_EQ(scene.velocity(0) == velocity, path == Path::straight);
  }
}

TEST(Multibody, ASeedIsAScene) {
  for (const Path path : {Path::straight, Path::random}) {
    Multibody one = Multibody::make({.bodies = 30, .seed = 5, .path = path}).value();
    Multibody same = Multibody::make({.bodies = 30, .seed = 5, .path = path}).value();
    Multibody other = Multibody::make({.bodies = 30, .seed = 6, .path = path}).value();
    for (int frame = 0; frame < 10; frame++) {
      EXPECT_TRUE(std::ranges::equal(one.poses(), same.poses()));
      EXPECT_FALSE(one.poses()[0] == other.poses()[0]);
      for (Multibody* scene : {&one, &same, &other}) scene->step();
    }
  }
}

TEST(Multibody, StaysRightForLong) {
  Multibody scene = Multibody::make({.bodies = 2, .faces = 4, .density = 50}).value();
  for (int frame = 0; frame < 20000; frame++) scene.step();
  for (const Pose& pose : scene.poses()) EXPECT_LT(rotation_error(pose.rotation()), 1e-14);
}

TEST(Multibody, TheMixHasEveryKindAndWalls) {
  Multibody scene = Multibody::make({.bodies = 56, .mix = ShapesMix::all}).value();
  ASSERT_EQ(scene.body_count(), 62u);
  ASSERT_EQ(scene.poses().size(), 62u);
  std::array<int, kConvexKinds> count = {}, rounded = {};
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    const Shape& shape = scene.shape_of(i);
    const auto kind = static_cast<std::size_t>(shape.kind());
    count[kind]++;
    const bool is_round = shape.kind() == ShapeKind::sphere || shape.kind() == ShapeKind::capsule;
    if (shape.rounding() > 0 && !is_round) rounded[kind]++;
    EXPECT_EQ(scene.is_static(i), i >= 56);
    EXPECT_EQ(scene.is_static(i), shape.kind() == ShapeKind::halfspace);
    if (scene.is_static(i)) continue;
    EXPECT_LE(shape.bounding_radius(), 1.25);  // polytopes have corners at 1 from the origin
    EXPECT_GE(shape.bounding_radius(), shape.kind() == ShapeKind::point ? 0 : 0.9);
  }
  for (const int n : count) EXPECT_GE(n, 4);
  for (const ShapeKind kind :
       {ShapeKind::box, ShapeKind::hull, ShapeKind::cylinder, ShapeKind::triangle}) {
    EXPECT_GE(rounded[static_cast<std::size_t>(kind)], 4) << to_string(kind);
  }
  // Everyone moves but the walls, which have the cube between them and do not respond.
  const std::vector<Pose> before(scene.poses().begin(), scene.poses().end());
  const NumberedPair at_wall{0, 60};
  const Vec3 velocity = scene.velocity(0);
  scene.respond({&at_wall, 1});
  EXPECT_EQ(scene.velocity(0), velocity);
  scene.step();
  for (std::size_t i = 0; i < scene.body_count(); i++) {
    EXPECT_EQ(scene.poses()[i] == before[i], scene.is_static(i)) << i;
    if (!scene.is_static(i)) continue;
    const double depth =
        dot(scene.shape_of(i).sizes(), Vec3::zero()) - scene.shape_of(i).plane_offset();
    EXPECT_EQ(depth, scene.half_side()) << "the middle is that far outside";
  }
}

TEST(Multibody, RefusesWhatMakesNoSense) {
  const auto error_of = [](const MultibodySettings& settings) {
    const Result<Multibody> scene = Multibody::make(settings);
    return scene ? std::string("(none)") : scene.error().message;
  };
  EXPECT_EQ(error_of({.bodies = 1}), "(none)");
  for (const double bad : {-1.0, 0.0, 101.0, std::nan("")}) {
    EXPECT_TRUE(error_of({.density = bad}).starts_with("density (% of the volume) must be from"));
  }
  for (const double bad : {-1.0, 361.0, std::nan("")}) {
    EXPECT_TRUE(error_of({.rotation = bad}).starts_with("rotation (degrees per frame) must be"));
  }
  EXPECT_TRUE(error_of({.translation = -1}).starts_with("translation (% of the radius) must be"));
  EXPECT_TRUE(error_of({.shapes = 0}).starts_with("at least one shape"));
  EXPECT_NE(error_of({.faces = 7}).find("even"), std::string::npos);
  EXPECT_NE(error_of({.faces = 2}).find("even"), std::string::npos);
  EXPECT_TRUE(error_of({.faces = UINT32_MAX}).starts_with("a polytope has at most"));
  const Shape flat = Shape::box({1, 1, 0}).value();
  EXPECT_TRUE(error_of({.model = flat}).starts_with("the bodies have no volume"));
  const Shape ball = Shape::sphere(1).value();
  EXPECT_EQ(error_of({.bodies = 1, .model = ball}), "(none)");
  EXPECT_TRUE(error_of({.model = ball, .mix = ShapesMix::all}).starts_with("a model and a mix"));
  EXPECT_EQ(error_of({.bodies = 1, .mix = ShapesMix::all}), "(none)");
}

}  // namespace
}  // namespace glance::scenes
