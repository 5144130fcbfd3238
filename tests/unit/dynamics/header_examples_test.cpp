// The examples at the heads of public headers, as they stand there (tests/apps/examples_test.py
// compares them). A Result that one of them drops is an error of the compiler.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "glance/glance.h"

namespace glance::test {
namespace {

template <class... T>
void use(const T&...) {}

int complain(const std::string&) { return 1; }

const Vec3 kCorners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const Triangle kTriangles[] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

/// glance/result.h
int example_of_result(std::span<const Vec3> points) {
  const Result<Shape> rock = Shape::hull(points);
  if (!rock) return complain(rock.error().message);  // says what was wrong, with its number
  use(*rock);
  return 0;
}

/// glance/budget.h
void example_of_budget(World& world) {
  world.detect(Budget::for_seconds(0.004));  // as much as fits into four milliseconds
  world.detect(Budget::for_work(20000));     // this many units, the same bits each time
}

/// glance/callback.h
std::size_t example_of_callback(World& world, bool (*same_team)(BodyId, BodyId)) {
  world.set_pair_filter([&](BodyId a, BodyId b) { return !same_team(a, b); });
  const std::size_t touching = world.detect().touching.size();
  world.set_pair_filter(nullptr);
  return touching;
}

/// glance/budget_frame.h
void example_of_budget_frame(World& world, const Viewpoint& view) {
  const FrameReport frame = world.detect({.budget = Budget::for_seconds(0.004),
                                          .schedule = Schedule::priority_queues,
                                          .tuning = {.view = view}});
  use(frame.budget.undecided, frame.budget.inaccuracy);
}

/// glance/world.h
int example_of_world(const Result<Shape>& shape, const Pose& pose, std::span<const Pose> poses) {
  World world;
  const BodyId rock = world.add({.shape = *shape, .pose = pose}).value();
  world.set_poses(poses).value();  // one pose per body; throws if a pose is bad
  for (const PairReport& pair : world.detect().touching) use(pair.a, pair.b, pair.verdict);
  return world.contains(rock) ? 0 : 1;
}

/// glance/frame_contacts.h
std::size_t example_of_frame_contacts(World& world, std::span<const Pose> poses,
                                      std::span<const RigidBody> bodies,
                                      std::span<RigidState> states) {
  ResponseSolver solver;
  FrameContacts found;
  world.set_poses(poses).value();
  FrameReport frame = world.detect(Budget::for_seconds(0.004), {.question = Question::contacts});
  response_contacts(world, frame, found);
  solver.solve(bodies, states, found.contacts).value();  // bodies by BodyId::index
  solver.push_apart(bodies, states, found.exact()).value();
  return found.exact_contacts;
}

/// glance/impact.h
bool example_of_impact(const Result<Shape>& bullet, const Result<Motion>& flight,
                       const Result<Shape>& plate, const Motion& resting) {
  const Impact impact = time_of_impact({*bullet, *flight}, {*plate, resting});
  return impact.hit;
}

/// glance/convexity.h
bool example_of_convexity(const Shape& mesh) {
  const Convexity link = convexity(mesh).value();
  return link.exactly_convex || link.ratio() > 0.99;
}

/// glance/mesh.h
bool example_of_mesh(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  MeshReport report;
  const Result<Shape> bunny = Shape::mesh(vertices, triangles, {.solid = true}, &report);
  return bunny && report.closed;
}

/// glance/recording.h
std::size_t example_of_recording(std::span<const Shape> shapes,
                                 std::span<const std::uint32_t> shape_of,
                                 std::span<const Pose> poses,
                                 std::span<const NumberedPair> touching) {
  std::ostringstream file;
  RecordingWriter writer = RecordingWriter::start(file, shapes, shape_of).value();
  writer.add_frame(poses, touching).value();  // once per frame
  writer.finish().value();                    // without it, the file counts as truncated
  return file.str().size();
}

/// A job system of a host.
struct {
  int thread_count() const { return 2; }
  template <class Job>
  void for_each(std::size_t jobs, const Job& job) const {
    for (std::size_t i = jobs; i > 0; i--) job(i - 1);
  }
} engine;

/// glance/executor.h
std::size_t example_of_executor(const Shape& shape) {
  class Jobs final : public Executor {
   public:
    int workers() const override { return engine.thread_count(); }
    void run(std::size_t tasks, const Task& task) override {
      engine.for_each(tasks, [&](std::size_t number) { task(number); });  // waits for all of them
    }
  };
  Jobs jobs;
  World world = World::make({.executor = &jobs}).value();
  for (int i = 0; i < 20; i++) (void)world.add({.shape = shape});
  return world.detect().touching.size();
}

/// glance/sphere_tree.h
std::size_t example_of_sphere_tree(const Result<Shape>& shape) {
  const Result<SphereTree> tree = SphereTree::make(*shape, {.levels = 4});
  std::size_t count = 0;
  for (const SphereNode& node : tree->level(2)) count += node.level <= 2 ? 1 : 0;
  return count;
}

TEST(HeaderExamples, Compile) {
  EXPECT_EQ(example_of_result(kCorners), 0);
  EXPECT_EQ(example_of_result({}), 1);
  const Result<Shape> rock = Shape::hull(kCorners);
  const Pose here;
  World world;
  ASSERT_TRUE(world.add({.shape = *rock, .is_static = true}));
  ASSERT_TRUE(world.add({.shape = *rock}));
  EXPECT_EQ(example_of_callback(world, [](BodyId, BodyId) { return true; }), 0u);
  EXPECT_EQ(example_of_callback(world, [](BodyId, BodyId) { return false; }), 1u);
  example_of_budget(world);
  example_of_budget_frame(world, {});
  EXPECT_EQ(example_of_world(rock, here, {&here, 1}), 0);
  const std::vector<Pose> both(2);
  const std::vector<RigidBody> bodies = {RigidBody::fixed().value(),
                                         RigidBody::make(rock->mass(), 1).value()};
  std::vector<RigidState> states = {state_at(bodies[0], here), state_at(bodies[1], here)};
  EXPECT_GT(example_of_frame_contacts(world, both, bodies, states), 0u);
  const Result<Motion> flight = Motion::between(Pose::make({-2, 0, 0}).value(), here);
  EXPECT_TRUE(example_of_impact(rock, flight, rock, Motion::resting(here)));
  EXPECT_TRUE(example_of_mesh(kCorners, kTriangles));
  EXPECT_TRUE(example_of_convexity(Shape::mesh(kCorners, kTriangles).value()));
  const std::uint32_t shape_of[] = {0};
  EXPECT_GT(example_of_recording({&*rock, 1}, shape_of, {&here, 1}, {}), 100u);
  EXPECT_GT(example_of_sphere_tree(rock), 1u);
  EXPECT_EQ(example_of_executor(*rock), 190u);
}

}  // namespace
}  // namespace glance::test
