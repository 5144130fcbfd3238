#include "glance/research/perception.h"

#include <gtest/gtest.h>

#include <cmath>

namespace glance::test {
namespace {

TEST(Perception, CameraProjects) {
  const ViewCamera camera{
      .position = Vec3(0, 0, 10), .field_of_view = 90, .width = 800, .height = 600};
  const auto middle = camera.project(Vec3::zero());
  ASSERT_TRUE(middle);
  EXPECT_NEAR((*middle)[0], 400, 1e-9);
  EXPECT_NEAR((*middle)[1], 300, 1e-9);
  // At depth 10 the upper edge is 10 above the middle.
  const auto up = camera.project(Vec3(0, 10, 0));
  EXPECT_NEAR((*up)[1], 0, 1e-9);
  const auto right = camera.project(Vec3(5, 0, 0));
  EXPECT_NEAR((*right)[0], 550, 1e-9);
  EXPECT_NEAR(camera.pixels_per_length(Vec3::zero()), 30, 1e-9);
  EXPECT_FALSE(camera.project(Vec3(0, 0, 10)));
  EXPECT_FALSE(camera.project(Vec3(0, 0, 11)));
  EXPECT_EQ(camera.pixels_per_length(Vec3(0, 0, 11)), 0);
}

/// Figure 3: rises with the gap, falls with eccentricity.
TEST(Perception, NoticesLargeGapsNearTheGaze) {
  const PerceptionModel model;
  EXPECT_EQ(model.noticed(0, 0), 0);
  EXPECT_NEAR(model.noticed(0, model.threshold), 0.5, 1e-12);
  EXPECT_NEAR(model.noticed(model.doubling, 2 * model.threshold), 0.5, 1e-12);
  for (double e = 0; e < 600; e += 20) {
    double before = 0;
    for (double gap = 0.5; gap < 64; gap *= 2) {
      const double now = model.noticed(e, gap);
      EXPECT_GE(now, before);
      EXPECT_LE(now, 1);
      if (gap < 16) {
        EXPECT_LT(model.noticed(e + 20, gap), now);
      }
      before = now;
    }
  }
}

TEST(Perception, OutOfViewIsOfNoImportance) {
  Viewpoint view;
  EXPECT_GT(view.importance(view.see(Vec3::zero(), 0.5)), 0.9);
  EXPECT_EQ(view.importance(view.see(Vec3(0, 0, 20), 0.5)), 0);   // behind
  EXPECT_EQ(view.importance(view.see(Vec3(0, 100, 0), 0.5)), 0);  // above the screen
  const SeenCollision seen = view.see(Vec3(1, 0, 0), 0.5);
  view.gaze = {640 + seen.eccentricity, 360};
  EXPECT_NEAR(view.see(Vec3(1, 0, 0), 0.5).eccentricity, 0, 1e-9);
}

}  // namespace
}  // namespace glance::test
