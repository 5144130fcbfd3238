// What programs switch on: each code, and a call or two that fails with it. (But for `internal`, by
// which validate() reports a bug in the library, and `no_file`: tests/unit/io/mesh_file_test.cpp.)
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

#include "glance/glance.h"

namespace glance::test {
namespace {

template <class T>
ErrorCode code_of_failure(const Result<T>& result) {
  EXPECT_FALSE(result);
  return result ? ErrorCode::internal : result.error().code;
}

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
const Shape kCube = Shape::box({1, 1, 1}).value();
const Shape kPlane = Shape::halfspace(Vec3::unit_z(), 0).value();

TEST(ErrorCodes, InvalidArgument) {
  constexpr ErrorCode kWanted = ErrorCode::invalid_argument;
  EXPECT_EQ(code_of_failure(World().add({.shape = kCube, .scale = -1})), kWanted);
  EXPECT_EQ(code_of_failure(Dynamics().step(0)), kWanted);
  EXPECT_EQ(code_of_failure(nearer_than({kCube, {}}, {kCube, {}}, -1)), kWanted);
}

TEST(ErrorCodes, NotFinite) {
  constexpr ErrorCode kWanted = ErrorCode::not_finite;
  EXPECT_EQ(code_of_failure(World().add({.shape = kCube, .scale = kNoNumber})), kWanted);
  EXPECT_EQ(code_of_failure(Dynamics().step(kNoNumber)), kWanted);
  EXPECT_EQ(code_of_failure(Dynamics().add({.shape = kCube, .mass = kNoNumber})), kWanted);
  EXPECT_EQ(code_of_failure(Dynamics::make({.sleep_after = kNoNumber})), kWanted);
  EXPECT_EQ(code_of_failure(Pose::make(Quat(kNoNumber, 0, 0, 0), Vec3::zero())), kWanted);
  EXPECT_EQ(code_of_failure(back_up({}, {}, kNoNumber)), kWanted);
}

TEST(ErrorCodes, OutOfRange) {
  EXPECT_EQ(code_of_failure(Pose::make(Vec3(1e61, 0, 0))), ErrorCode::out_of_range);
}

TEST(ErrorCodes, BadGeometry) {
  constexpr ErrorCode kWanted = ErrorCode::bad_geometry;
  EXPECT_EQ(code_of_failure(Pose::make(Quat(2, 0, 0, 0), Vec3::zero())), kWanted);
  VoxelModel empty{.size = {1, 1, 1}, .cells = {0}};
  EXPECT_EQ(code_of_failure(SphereTree::make(empty)), kWanted);
  Mat3 crooked = Mat3::identity();
  crooked(0, 1) = 0.5;
  EXPECT_EQ(code_of_failure(RigidBody::make(1, crooked)), kWanted);
  EXPECT_EQ(code_of_failure(RigidBody::make(1, Mat3::zero())), kWanted);
}

TEST(ErrorCodes, BadIndex) {
  constexpr ErrorCode kWanted = ErrorCode::bad_index;
  EXPECT_EQ(code_of_failure(kCube.sub_shape({.part = 5})), kWanted);
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  EXPECT_EQ(code_of_failure(Shape::from_faces(
                corners, std::vector<std::vector<std::uint32_t>>{{0, 1, 3}, {0, 2, 1}})),
            kWanted);
  const SphereTree tree = SphereTree::make(kCube, {.levels = 2}).value();
  EXPECT_EQ(code_of_failure(sphere_fit(tree, kCube, 9)), kWanted);
  ResponseSolver solver;
  std::vector<RigidState> states(2);
  const std::vector<RigidBody> bodies(2, RigidBody::make(1, Mat3::identity()).value());
  const ResponseContact beyond{.a = 0, .b = 7, .normal = Vec3::unit_z()};
  EXPECT_EQ(code_of_failure(solver.solve(bodies, states, {&beyond, 1})), kWanted);
}

TEST(ErrorCodes, UnknownBody) {
  World world;
  const BodyId id = world.add({.shape = kCube}).value();
  ASSERT_TRUE(world.remove(id));
  EXPECT_EQ(code_of_failure(world.set_pose(id, Pose())), ErrorCode::unknown_body);
  EXPECT_EQ(code_of_failure(Dynamics().wake(id)), ErrorCode::unknown_body);
}

TEST(ErrorCodes, Duplicate) {
  constexpr ErrorCode kWanted = ErrorCode::duplicate;
  World world;
  const BodyId id = world.add({.shape = kCube}).value();
  const std::array ids{id, id};
  EXPECT_EQ(code_of_failure(world.set_poses(ids, std::vector<Pose>(2))), kWanted);
  EXPECT_EQ(code_of_failure(world.deactivate(id, id)), kWanted);
  ResponseSolver solver;
  std::vector<RigidState> states(2);
  const std::vector<RigidBody> bodies(2, RigidBody::make(1, Mat3::identity()).value());
  const ResponseContact with_itself{.a = 1, .b = 1, .normal = Vec3::unit_z()};
  EXPECT_EQ(code_of_failure(solver.solve(bodies, states, {&with_itself, 1})), kWanted);
}

TEST(ErrorCodes, Unsupported) {
  constexpr ErrorCode kWanted = ErrorCode::unsupported;
  EXPECT_EQ(code_of_failure(SphereTree::make(kPlane)), kWanted);
  EXPECT_EQ(code_of_failure(Dynamics().add({.shape = kPlane})), kWanted);
  EXPECT_EQ(code_of_failure(kCube.with_vertices({})), kWanted);
}

TEST(ErrorCodes, BadData) {
  constexpr ErrorCode kWanted = ErrorCode::bad_data;
  EXPECT_EQ(code_of_failure(World::restore({})), kWanted);
  EXPECT_EQ(code_of_failure(PairCache::from_bytes({})), kWanted);
  std::vector<std::byte> newer = World().save();
  newer[4] = std::byte{99};  // the version
  EXPECT_EQ(code_of_failure(World::restore(newer)), kWanted);
}

TEST(ErrorCodes, NotProved) {
  Certificate certificate =
      collide({kCube, {}}, {kCube, Pose::make({3, 0, 0}).value()}).certificate;
  EXPECT_TRUE(verify(certificate, {kCube, {}}, {kCube, Pose::make({3, 0, 0}).value()}));
  EXPECT_EQ(code_of_failure(verify(certificate, {kCube, {}}, {kCube, {}})), ErrorCode::not_proved);
}

}  // namespace
}  // namespace glance::test
