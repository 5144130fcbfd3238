#include "exact/exact_depth.h"

#include <gtest/gtest.h>

#include "exact/exact_pair.h"
#include "glance/query.h"

namespace glance::rooms::exact {
namespace {

/// Two hulls with several least translations, all of 0.5: whichever is found, the points lie along
/// the normal. (Case 6000503 of the coplanar points of property_exact had the normal of one of
/// them and the points of another.)
TEST(ExactDepth, PointsAndNormalBelongToTheSameTranslation) {
  const Shape a = Shape::hull(std::vector<Vec3>{{0.25, 0.75, 0.25},
                                                {0, 0.25, 0.25},
                                                {0.25, 0.25, 0.75},
                                                {0.5, 0.25, 0},
                                                {0.75, 0.25, 0},
                                                {0.25, 0, 0},
                                                {0.5, 0.75, 0.5},
                                                {0.25, 0.75, 0.75},
                                                {0.75, 0, 0.25},
                                                {0.5, 0, 0},
                                                {0, 0, 0.25},
                                                {0.75, 0, 0.75}})
                      .value();
  const Shape b = Shape::hull(std::vector<Vec3>{{0, 0.75, 0},
                                                {0.75, 0.75, 0.75},
                                                {0, 0, 0.25},
                                                {0, 0.5, 0.5},
                                                {0.5, 0.75, 0},
                                                {0.75, 0.25, 0.75},
                                                {0, 0.25, 0},
                                                {0, 0.25, 0.5},
                                                {0.25, 0, 0.5},
                                                {0.25, 0.75, 0.75},
                                                {0.75, 0.25, 0}})
                      .value();
  const Pose pose_a, pose_b = Pose::make(Quat(), {-0.25, -0.25, -0.25}).value();
  for (std::uint32_t i = 0; i < 12; i++) {
    for (std::uint32_t j = 0; j < 11; j++) {
      const VertexPair start{i, j};
      ExactPair pair(a, pose_a, b, pose_b, {&start, 1});
      Distance d;
      pair.distance(true, d);
      ASSERT_EQ(d.verdict, Verdict::overlapping);
      EXPECT_EQ(d.depth, 0.5);
      EXPECT_LE(norm(d.point_b - d.point_a + d.depth * d.normal), 1e-15)
          << "begun at vertices " << i << " and " << j;
    }
  }
}

}  // namespace
}  // namespace glance::rooms::exact
