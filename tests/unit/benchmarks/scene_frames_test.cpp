#include "benchmarks/multibody/scene_frames.h"

#include <gtest/gtest.h>

#include "benchmarks/common/ours.h"
#include "glance/query.h"

namespace glance::bench {
namespace {

const scenes::MultibodySettings kDense{.bodies = 40, .density = 20, .shapes = 8};

TEST(SceneFrames, TouchingPairsAreThoseOfAllPairs) {
  const SceneFrames recorded = record_frames(kDense, 3);
  ASSERT_EQ(recorded.frames(), 3u);
  std::size_t touching = 0;
  for (std::size_t frame = 0; frame < 3; frame++) {
    const auto placements = recorded.frames(frame, 1);
    const WorldScene& scene = recorded.scene;
    std::vector<WorldPair> expected;
    for (std::uint32_t i = 0; i < scene.bodies(); i++) {
      for (std::uint32_t j = i + 1; j < scene.bodies(); j++) {
        const Collision c =
            collide({to_shape(scene.hulls[scene.hull_of[i]]), to_pose(placements[i])},
                    {to_shape(scene.hulls[scene.hull_of[j]]), to_pose(placements[j])});
        if (c.verdict != Verdict::apart) expected.push_back({i, j});
      }
    }
    EXPECT_EQ(recorded.touching[frame], expected) << "frame " << frame;
    touching += expected.size();
  }
  EXPECT_GT(touching, 10u);
  EXPECT_GE(recorded.tight_pairs, static_cast<double>(touching) / 3);
  EXPECT_EQ(recorded.oracle_frames, 1u);
  EXPECT_GT(recorded.oracle_pairs, 0u);
  EXPECT_EQ(recorded.oracle_disagrees, 0u);
}

TEST(SceneFrames, BodiesStayWithinReachAndHullsHoldTheirOrigin) {
  const SceneFrames recorded = record_frames(kDense, 60);
  const WorldScene& scene = recorded.scene;
  for (const Hull& hull : scene.hulls) {  // ODE's geoms and FCL's boxes count on it
    const Shape shape = to_shape(hull);
    for (std::uint32_t face = 0; face < shape.face_count(); face++) {
      EXPECT_GT(dot(shape.face_normal(face), shape.vertices()[shape.face_vertices(face)[0]]), 0);
    }
  }
  for (std::size_t frame = 0; frame < recorded.frames(); frame++) {
    const auto placements = recorded.frames(frame, 1);
    for (std::size_t i = 0; i < scene.bodies(); i++) {
      for (const auto& v : scene.hulls[scene.hull_of[i]].vertices) {
        const Vec3 at = to_pose(placements[i]).apply(Vec3(v[0], v[1], v[2]));
        ASSERT_LT(at.abs().max_component(), scene.reach);
      }
    }
  }
}

TEST(SceneFrames, ImpossibleSceneIsAnError) {
  EXPECT_THROW(record_frames({.bodies = 10, .density = 0}, 1), std::runtime_error);
}

}  // namespace
}  // namespace glance::bench
