// The scenes for frames with a budget, and who looks at them: packed, corner, viewer, wave.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "glance/query.h"
#include "scenes/corner.h"
#include "scenes/packed.h"
#include "scenes/simulation.h"
#include "scenes/viewer.h"
#include "scenes/wave.h"

namespace glance::scenes {
namespace {

std::vector<Pose> poses_after(Scene& scene, int steps) {
  for (int i = 0; i < steps; i++) scene.step();
  return {scene.poses().begin(), scene.poses().end()};
}

std::string refusal(const PackedSettings& settings) {
  const Result<Packed> made = Packed::make(settings);
  return made ? "" : made.error().message;
}

std::string refusal(const CornerSettings& settings) {
  const Result<Corner> made = Corner::make(settings);
  return made ? "" : made.error().message;
}

/// The message names what is wrong, and the number.
template <class Settings>
void expect_refused(const Settings& settings, const std::string& words) {
  EXPECT_NE(refusal(settings).find(words), std::string::npos) << words << ": " << refusal(settings);
}

PackedSettings few_entities() {
  PackedSettings settings;
  settings.entities = 27;
  settings.shapes = 4;
  return settings;
}

CornerSettings few_in_the_corner() {
  CornerSettings settings;
  settings.bodies = 60;
  settings.triangles = 0;
  settings.period = 20;
  return settings;
}

TEST(Wave, GoesToAndFro) {
  for (const double turns : {-2.0, 0.0, 0.5, 7.0}) EXPECT_EQ(wave(turns), 0) << turns;
  EXPECT_EQ(wave(0.25), 1);
  EXPECT_EQ(wave(0.75), -1);
  EXPECT_EQ(there_and_back(3), 0);
  EXPECT_EQ(there_and_back(0.5), 1);
  constexpr double kStep = 1.0 / 1024;
  for (int i = -2048; i < 2048; i++) {
    const double t = i * kStep;
    EXPECT_LE(std::abs(wave(t)), 1);
    EXPECT_NEAR(wave(t), std::sin(2 * M_PI * t), 0.06);
    EXPECT_EQ(wave(t), wave(t + 1));
    EXPECT_EQ(there_and_back(t), there_and_back(-t));
    EXPECT_LE(std::abs(wave(t + kStep) - wave(t)), 8 * kStep);
    EXPECT_LE(std::abs(there_and_back(t + kStep) - there_and_back(t)), 3 * kStep);
  }
}

TEST(PackedScene, StaysInPlaceAndIsRepeatable) {
  Packed scene = Packed::make(few_entities()).value(), same = Packed::make(few_entities()).value();
  PackedSettings other = few_entities();
  other.seed = 2;
  Packed another = Packed::make(other).value();
  const std::vector<Pose> poses = poses_after(scene, 25);
  EXPECT_EQ(poses, poses_after(same, 25));
  EXPECT_NE(poses, poses_after(another, 25));
  ASSERT_EQ(poses.size(), 27u);
  for (std::size_t i = 0; i < poses.size(); i++) {
    const Vec3 center = poses[i].apply(scene.shape_of(i).mass().centroid);
    const Vec3 place(static_cast<double>(i % 3) - 1, static_cast<double>(i / 3 % 3) - 1,
                     static_cast<double>(i / 9) - 1);
    const Vec3 strayed = center - few_entities().spacing * place;
    EXPECT_LE(strayed.abs().max_component(), few_entities().jostle * (1 + 1e-9)) << i;
  }
}

TEST(PackedScene, SomeNeighboursTouchAndSomeDoNot) {
  Packed scene = Packed::make(few_entities()).value();
  std::size_t touching = 0, all = 0;
  for (int frame = 0; frame < 4; frame++) {
    const std::vector<Pose> poses = poses_after(scene, 10);
    for (std::size_t i = 0; i < 27; i++) {
      for (const std::size_t next : {std::size_t{1}, std::size_t{3}, std::size_t{9}}) {
        if (i / next % 3 == 2) continue;
        all++;
        touching +=
            collide({scene.shape_of(i), poses[i]}, {scene.shape_of(i + next), poses[i + next]})
                .verdict != Verdict::apart;
      }
    }
  }
  EXPECT_GT(touching, all * 3 / 10) << all;
  EXPECT_LT(touching, all * 7 / 10) << all;
}

TEST(PackedScene, RefusesWhatMakesNoSense) {
  expect_refused(PackedSettings{.entities = 0}, "entities must be from 1 to 1000000, not 0");
  expect_refused(PackedSettings{.shapes = 0}, "shapes");
  expect_refused(PackedSettings{.cells = 3}, "not 3");
  expect_refused(PackedSettings{.cells = 65}, "not 65");
  expect_refused(PackedSettings{.spacing = 0}, "spacing");
  expect_refused(PackedSettings{.jostle = -1}, "not -1");
  expect_refused(PackedSettings{.jostle = std::nan("")}, "jostle");
  expect_refused(PackedSettings{.turn = 181}, "not 181");
}

TEST(CornerScene, GathersAndSpreadsAgain) {
  Corner scene = Corner::make(few_in_the_corner()).value();
  ASSERT_EQ(scene.drifting(), 60u);
  ASSERT_EQ(scene.body_count(), 66u);  // and six walls
  SimulationSettings settings;
  settings.scene = scene_of<Corner>(few_in_the_corner());
  Simulation simulation = Simulation::make(settings).value();
  std::vector<std::size_t> touching;
  for (int frame = 0; frame <= 20; frame++) {
    if (frame > 0) scene.step();
    simulation.advance();
    touching.push_back(static_cast<std::size_t>(std::ranges::count_if(
        simulation.touching(), [](const NumberedPair& pair) { return pair.second < 60; })));
    EXPECT_EQ(scene.gathered(), there_and_back(frame / 20.0));
  }
  // In the heap each touches several others, before and after hardly any.
  EXPECT_GT(touching[10], 60u);
  EXPECT_LT(touching[0], 10u);
  EXPECT_LT(touching[20], 10u);
}

TEST(CornerScene, IsRepeatableAndHasMeshesIfAsked) {
  CornerSettings settings = few_in_the_corner();
  settings.triangles = 200;
  Corner scene = Corner::make(settings).value(), same = Corner::make(settings).value();
  EXPECT_EQ(scene.drifting(), 62u);
  for (const std::size_t mesh : {60u, 61u}) {
    EXPECT_EQ(scene.shape_of(mesh).kind(), ShapeKind::mesh);
    EXPECT_FALSE(scene.is_static(mesh));
  }
  EXPECT_TRUE(scene.is_static(62));
  const std::vector<Pose> poses = poses_after(scene, 7);
  EXPECT_EQ(poses, poses_after(same, 7));
  settings.seed = 2;
  Corner another = Corner::make(settings).value();
  EXPECT_NE(poses, poses_after(another, 7));
}

TEST(CornerScene, RefusesWhatMakesNoSense) {
  expect_refused(CornerSettings{.bodies = 0}, "bodies must be from 1 to 1000000, not 0");
  expect_refused(CornerSettings{.triangles = 19}, "not 19");
  expect_refused(CornerSettings{.period = 3}, "period (frames)");
  expect_refused(CornerSettings{.turn = -1}, "not -1");
}

TEST(Viewer, SeesAllBodies) {
  const Packed packed = Packed::make(few_entities()).value();
  const Corner corner = Corner::make(few_in_the_corner()).value();
  for (const Scene* scene :
       {static_cast<const Scene*>(&packed), static_cast<const Scene*>(&corner)}) {
    const ViewCamera camera = camera_before(*scene);
    double highest = camera.height, lowest = 0;
    for (std::size_t i = 0; i < scene->body_count(); i++) {
      if (scene->is_static(i)) continue;
      const Vec3 center = scene->poses()[i].apply(scene->shape_of(i).mass().centroid);
      const auto seen = camera.project(center);
      ASSERT_TRUE(seen) << i;
      EXPECT_GE(std::min((*seen)[0], (*seen)[1]), 0);
      EXPECT_LE((*seen)[0], camera.width);
      EXPECT_LE((*seen)[1], camera.height);
      highest = std::min(highest, (*seen)[1]);
      lowest = std::max(lowest, (*seen)[1]);
    }
    EXPECT_GT(lowest - highest, camera.height / 4) << "the scene fills the picture";
  }
}

TEST(Viewer, GazeRestsAndWanders) {
  const ViewCamera camera;
  WanderingGaze gaze(1), same(1), other(2);
  int rested = 0, places = 0, differ = 0;
  std::array<double, 2> last = {-1, -1};
  for (int frame = 0; frame < 600; frame++) {
    const std::array<double, 2> at = gaze.next(camera);
    EXPECT_EQ(at, same.next(camera));
    differ += at != other.next(camera);
    EXPECT_TRUE(at[0] >= 0 && at[0] <= camera.width && at[1] >= 0 && at[1] <= camera.height);
    if (at != last) {
      EXPECT_TRUE(places == 0 || (rested >= 6 && rested <= 15)) << rested;
      places++;
      rested = 0;
    }
    rested++;
    last = at;
  }
  EXPECT_GT(places, 600 / 15 - 1);
  EXPECT_GT(differ, 500);
}

}  // namespace
}  // namespace glance::scenes
