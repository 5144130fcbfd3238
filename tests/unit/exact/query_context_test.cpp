// A check that fails while a question is answered prints the question.
#include "exact/query_context.h"

#include <gtest/gtest.h>

#include <csignal>

namespace glance::test {
using namespace rooms::exact;

namespace {

TEST(QueryContextDeathTest, AFailedCheckSaysHowToReplayTheQuestion) {
  const Shape a = Shape::hull(std::vector<Vec3>{{0.1, -0.0, 0}, {2, 0, 0}}).value();
  const Shape b = Shape::hull(std::vector<Vec3>{{5e-324, -1.5, 1e22}}).value();
  const Pose pose_b = Pose::make(Quat(0, 0, 0, 1), {-0.0, 0.25, 3}).value();
  const Pose pose_a;
  const QueryContext context(a, pose_a, b, pose_b);
  const std::string line =
      R"({"a":{"hull":[[0.1,-0.0,0],[2,0,0]]},)"
      R"("pose_a":{"translation":[0,0,0],"rotation":[[1,0,0],[0,1,0],[0,0,1]]},)"
      R"("b":{"hull":[[5e-324,-1.5,1e+22]]},)"
      R"("pose_b":{"translation":[-0.0,0.25,3],"rotation":[[-1,0,0],[0,-1,0],[0,0,1]]}})";
  EXPECT_EQ(dump_query({a, pose_a}, {b, pose_b}), line);
  EXPECT_EQ(context.describe(), "replay with: echo '" + line + "' | glance pairs -");
  EXPECT_EXIT(GLANCE_CHECK(a.vertex_count() == 9), testing::KilledBySignal(SIGABRT),
              "internal check failed: a.vertex_count.*\n.*\n *replay with: echo '.\"a\":");
}

/// Triangles keep the numbers that they were given by: ones without area stand for those dropped.
TEST(DumpQuery, MeshesAndCompounds) {
  const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0.1}};
  const Triangle faces[] = {{1, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1, 3}};
  const Shape mesh = Shape::mesh(corners, faces).value();
  const CompoundPart parts[] = {{Shape::sphere(0.5).value(), Pose::make(Vec3(1, 2, 3)).value()},
                                {mesh, Pose()}};
  const Shape compound = Shape::compound(parts).value();
  const std::string mesh_text = R"({"mesh":{"vertices":[[0,0,0],[1,0,0],[0,1,0],[0,0,0.1]],)"
                                R"("triangles":[[0,0,0],[0,1,2],[0,0,0],[)";
  const std::string text = dump_query({mesh, Pose()}, {compound, Pose()});
  EXPECT_TRUE(text.starts_with(R"({"a":)" + mesh_text)) << text;
  const std::string pose = R"("rotation":[[1,0,0],[0,1,0],[0,0,1]]})";
  EXPECT_NE(text.find(R"("b":{"compound":[{"shape":{"sphere":0.5},"pose":{"translation":[1,2,3],)" +
                      pose + R"(},{"shape":)" + mesh_text),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace glance::test
