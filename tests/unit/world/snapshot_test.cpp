// A world that was stored and restored goes on with the same bits as the one that was not,
// wherever it was when it was stored.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "glance/world.h"
#include "support/all_kinds.h"
#include "support/odd_bodies.h"
#include "support/shorthand.h"
#include "support/test_scale.h"
#include "support/world_life.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

constexpr int kFrames = 50;

/// When, seen from a frame, the world is stored.
enum class Moment { empty, before_first, after_detect, with_changes };

void go_on_together(World& original, World& copy, WorldLife& life, const DetectOptions& options) {
  life.follow(copy);
  for (int frame = 0; frame < kFrames; frame++) {
    SCOPED_TRACE(testing::Message() << "frame " << frame << " after");
    ASSERT_TRUE(original.save() == copy.save());  // all of it, caches included
    ASSERT_TRUE(digest(original.detect(options)) == digest(copy.detect(options)));
    for (const auto& [id, member] : life.bodies()) {
      ASSERT_EQ(original.box(id)->lower, copy.box(id)->lower);
      ASSERT_EQ(original.box(id)->upper, copy.box(id)->upper);
    }
    life.step();
  }
}

void store_and_go_on(Life kind, std::uint64_t seed, const WorldOptions& world_options,
                     const DetectOptions& options, Moment moment, int frames_before) {
  World original = World::make(world_options).value();
  WorldLife life(kind, seed, 12);
  life.share_shapes = false;
  life.follow(original);
  if (moment != Moment::empty) life.begin();
  if (moment == Moment::after_detect || moment == Moment::with_changes) {
    for (int frame = 0; frame < frames_before; frame++) {
      original.detect(options);
      life.step();
    }
    if (moment == Moment::after_detect) original.detect(options);
  }
  const std::vector<std::byte> bytes = original.save();
  Result<World> copy = World::restore(bytes);
  ASSERT_TRUE(copy) << copy.error().message;
  EXPECT_TRUE(copy->save() == bytes);
  EXPECT_EQ(copy->options(), world_options);
  EXPECT_TRUE(std::ranges::equal(copy->bodies(), original.bodies()));
  if (moment == Moment::empty) {
    life.follow(*copy);
    life.begin();
    life.forget_followers();
    life.follow(original);
  }
  go_on_together(original, *copy, life, options);
}

TEST(Snapshot, GoesOnWithTheSameBitsFromEveryMoment) {
  const WorldOptions worlds[] = {
      {},
      {.broad = BroadMethod::brute_force, .tuning = {.box_method = BoxMethod::walls}},
      {.delta = 0.1, .tuning = {.sort = SortMethod::insertion}},
      {.tuning = {.sort = SortMethod::bubble, .box_method = BoxMethod::neighbors}},
      {.margin = 0.1, .tuning = {.sort = SortMethod::sweep}}};
  const DetectOptions questions[] = {
      {}, {Question::distance, true}, {Question::distance}, {Question::collide, true}};
  // All combinations, or where time is short each seventh of them.
  const std::uint64_t step = scaled_count(10) >= 10 ? 1 : 7;
  std::uint64_t seed = 0;
  for (const WorldOptions& world : worlds) {
    for (const DetectOptions& question : questions) {
      for (const Moment moment : {Moment::empty, Moment::before_first, Moment::after_detect,
                                  Moment::with_changes, Moment::with_changes}) {
        if (seed++ % step != 0) continue;
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", sort " << to_string(world.tuning.sort) << ", moment "
                     << static_cast<int>(moment));
        const Life kind = seed % 4 == 0   ? Life::blocks
                          : seed % 4 == 1 ? Life::kinds
                                          : Life::tumbling;
        ASSERT_NO_FATAL_FAILURE(
            store_and_go_on(kind, seed, world, question, moment, 1 + static_cast<int>(seed % 7)));
      }
    }
  }
}

/// Few bodies move, so that the broad phase has gone over to its lists.
TEST(Snapshot, GoesOnWhereMostBodiesRest) {
  for (std::uint64_t seed = 1; seed <= 6; seed++) {
    World original;
    WorldLife life(Life::tumbling, seed, 30);
    life.motion = 0.03;
    life.change = 0.02;
    life.share_shapes = false;
    life.follow(original);
    life.begin();
    for (int frame = 0; frame < 9 + static_cast<int>(seed); frame++) {
      original.detect();
      life.step();
    }
    if (seed % 2 == 0) life.motion = 0.5;  // and with that back again
    World copy = World::restore(original.save()).value();
    ASSERT_NO_FATAL_FAILURE(go_on_together(original, copy, life, {}));
  }
}

void expect_same_shape(const Shape& a, const Shape& b) {
  const Polytope &p = geom::polytope_of(a), &q = geom::polytope_of(b);
  ASSERT_TRUE(std::ranges::equal(p.vertices(), q.vertices()));
  ASSERT_EQ(a.edge_count(), b.edge_count());
  ASSERT_EQ(a.face_count(), b.face_count());
  for (std::uint32_t e = 0; e < a.edge_count(); e++) {
    ASSERT_EQ(a.edge_vertices(e), b.edge_vertices(e));
  }
  for (std::uint32_t f = 0; f < a.face_count(); f++) {
    ASSERT_TRUE(std::ranges::equal(a.face_vertices(f), b.face_vertices(f))) << f;
    ASSERT_EQ(a.face_normal(f), b.face_normal(f));
    ASSERT_EQ(p.plane(f).offset, q.plane(f).offset);
  }
  ASSERT_EQ(a.mass().volume, b.mass().volume);
  ASSERT_EQ(a.mass().centroid, b.mass().centroid);
  ASSERT_EQ(a.mass().inertia, b.mass().inertia);
  ASSERT_EQ(a.bounding_radius(), b.bounding_radius());
}

/// Shapes are stored by their vertices: features, numbers and all digits must come back.
TEST(Snapshot, ShapesComeBackWithTheSameFeatures) {
  Rng rng(1);
  World world;
  std::vector<Shape> shapes;
  std::vector<BodyId> ids;
  const auto add = [&](const Result<Shape>& shape, double scale = 1) {
    if (!shape) return;  // too thin for that size
    shapes.push_back(*shape);
    ids.push_back(world.add({.shape = *shape, .scale = scale}).value());
  };
  for (const NamedShape& body : odd_bodies()) {
    add(body.shape);
    add(body.shape, 0.3);
    add(body.shape.scaled(1.0 / 3));  // as a shape of its own
    add(body.shape.scaled(1e20));
    add(shifted(body.shape, {1, 20, 300}));
    // The same points in another order: vertices keep the order given.
    std::vector<Vec3> points(body.shape.vertices().begin(), body.shape.vertices().end());
    for (int i = 0; i < 3; i++) {
      for (std::size_t n = points.size(); n > 1; n--) {
        std::swap(points[n - 1], points[rng.below(static_cast<std::uint32_t>(n))]);
      }
      add(Shape::hull(points));
    }
  }
  for (int i = 0; i < 60; i++) {  // polygons of all kinds, with points inside
    std::vector<Vec3> points;
    for (std::uint32_t n = 1 + rng.below(12); n > 0; n--) {
      const double x = rng.below(5), y = rng.below(5);
      points.push_back({x, y, x - 2 * y});
    }
    add(Shape::hull(points));
  }
  add(platonic(Platonic::dodecahedron, 1));
  add(platonic(Platonic::octahedron, 0.7));
  const Result<World> back = World::restore(world.save());
  ASSERT_TRUE(back) << back.error().message;
  for (std::size_t i = 0; i < ids.size(); i++) {
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(expect_same_shape(shapes[i], back->body(ids[i])->shape));
  }
}

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

void expect_same_bits(const Vec3& a, const Vec3& b) {
  for (int k = 0; k < 3; k++) ASSERT_EQ(bits(a[k]), bits(b[k])) << a[k] << " " << b[k];
}

void expect_same_kind(const Shape& a, const Shape& b) {
  ASSERT_EQ(a.kind(), b.kind());
  ASSERT_EQ(bits(a.rounding()), bits(b.rounding()));
  ASSERT_EQ(bits(a.plane_offset()), bits(b.plane_offset()));
  ASSERT_NO_FATAL_FAILURE(expect_same_bits(a.sizes(), b.sizes()));
  ASSERT_NO_FATAL_FAILURE(expect_same_bits(a.bounds().lower, b.bounds().lower));
  ASSERT_NO_FATAL_FAILURE(expect_same_bits(a.bounds().upper, b.bounds().upper));
  ASSERT_EQ(a.vertex_count(), b.vertex_count());
  for (std::size_t i = 0; i < a.vertex_count(); i++) {
    ASSERT_NO_FATAL_FAILURE(expect_same_bits(a.vertices()[i], b.vertices()[i]));
  }
  ASSERT_NO_FATAL_FAILURE(expect_same_shape(a, b));
}

TEST(Snapshot, ShapesOfEveryKindComeBackWithTheSameBits) {
  Rng rng(2);
  World world;
  std::vector<Shape> shapes;
  std::vector<BodyId> ids;
  const auto add = [&](const Result<Shape>& shape, double scale = 1) {
    if (!shape) return;
    shapes.push_back(*shape);
    ids.push_back(world.add({.shape = *shape, .scale = scale}).value());
  };
  for (const Shape& shape : all_kinds()) {
    add(shape);
    add(shape, 0.3);
    for (const double factor : {1.0 / 3, 1e20, 1e-30}) add(shape.scaled(factor));
  }
  for (int i = 0; i < 1000; i++) {  // normals of all lengths, which are scaled
    const double length = i % 3 ? 1 : std::pow(10.0, rng.uniform(-200, 200));
    add(Shape::halfspace(rng.direction() * length, rng.uniform(-3, 3)));
  }
  add(Shape::box({0, 0, 0})->rounded(1));
  add(Shape::box({-0.0, 1, 2}));
  add(Shape::triangle({0, 0, 0}, {1, 0, 0}, {2, 0, 0}));
  add(Shape::segment({0, -0.0, 1}, {0, 0, -1}));
  const Result<World> back = World::restore(world.save());
  ASSERT_TRUE(back) << back.error().message;
  for (std::size_t i = 0; i < ids.size(); i++) {
    SCOPED_TRACE(describe(shapes[i]));
    ASSERT_NO_FATAL_FAILURE(expect_same_kind(shapes[i], back->body(ids[i])->shape));
  }
  EXPECT_TRUE(back->save() == world.save());
}

TEST(Snapshot, SharedShapesStayShared) {
  World world;
  const Shape shape = icosphere(3, 1).value();
  for (int i = 0; i < 50; i++) world.add({.shape = shape, .pose = at(5.0 * i)}).value();
  const std::vector<std::byte> bytes = world.save();
  EXPECT_LT(bytes.size(), 50 * shape.vertices().size_bytes());
  const World back = World::restore(bytes).value();
  EXPECT_EQ(&geom::polytope_of(back.body({0, 1})->shape),
            &geom::polytope_of(back.body({49, 1})->shape));
}

TEST(Snapshot, IdsGoOnAsTheyWould) {
  World world;
  const Shape cube = Shape::box({0.5, 0.5, 0.5}).value();
  std::vector<BodyId> ids;
  for (int i = 0; i < 5; i++) ids.push_back(world.add({.shape = cube}).value());
  world.detect();
  EXPECT_TRUE(world.remove(ids[1]));
  EXPECT_TRUE(world.remove(ids[3]));
  World pending = World::restore(world.save()).value();  // they are still to be said goodbye
  EXPECT_FALSE(pending.contains(ids[1]));
  EXPECT_EQ(pending.body_count(), 3u);
  EXPECT_EQ(pending.detect().ended.size(), 7u);  // all but the three among the others
  world.detect();
  World back = World::restore(world.save()).value();
  for (World* w : {&world, &back, &pending}) {
    EXPECT_FALSE(w->remove(ids[3]));
    EXPECT_EQ(w->add({.shape = cube}).value(), (BodyId{3, 3}));
    EXPECT_EQ(w->add({.shape = cube}).value(), (BodyId{1, 3}));
    EXPECT_EQ(w->add({.shape = cube}).value(), (BodyId{5, 1}));
  }
}

/// Answers of pairs at rest are kept; contacts do not begin again.
TEST(Snapshot, PairsAtRestStayAtRest) {
  World world;
  const Shape cube = Shape::box({0.5, 0.5, 0.5}).value();
  world.add({.shape = cube}).value();
  world.add({.shape = cube, .pose = at(0.75)}).value();
  world.detect();
  World back = World::restore(world.save()).value();
  const FrameReport report = back.detect();
  EXPECT_EQ(report.counters.at_rest, 1u);
  EXPECT_EQ(report.counters.tested, 0u);
  EXPECT_TRUE(report.begun.empty());
  EXPECT_EQ(report.touching.size(), 1u);
}

/// "A pair with flags that do not exist": of one that is undecided and taken to touch, and with
/// distances even of one that is not, but whose spheres show that it overlaps.
TEST(Snapshot, AfterAFrameWithABudget) {
  for (const Question question : {Question::collide, Question::distance}) {
    int open = 0;
    for (const std::uint64_t units : {0, 1, 5, 20, 100, 1000}) {
      SCOPED_TRACE(testing::Message() << to_string(question) << ", " << units << " units");
      World world;
      world.add({.shape = icosphere(1, 1).value()}).value();
      world.add({.shape = icosphere(1, 1).value(), .pose = at(0.5)}).value();
      world.add({.shape = icosphere(1, 1).value(), .pose = at(2.4)}).value();
      BudgetOptions critical{.budget = Budget::for_work(units)};
      critical.trees = {SphereBuilder::octree, 3};  // made sooner
      world.prepare(critical.trees);                // so that there are spheres to stop at
      const DetectOptions options{question};
      const FrameReport report = world.detect(critical, options);
      open += report.budget.interrupted;
      const std::vector<std::byte> bytes = world.save();
      Result<World> back = World::restore(bytes);
      ASSERT_TRUE(back) << back.error().message;
      EXPECT_TRUE(back->save() == bytes);
      for (int frame = 0; frame < 5; frame++) {  // it goes on where it was interrupted
        EXPECT_TRUE(digest(world.detect(critical, options)) ==
                    digest(back->detect(critical, options)));
      }
      EXPECT_TRUE(digest(world.detect(options)) == digest(back->detect(options)));
    }
    EXPECT_GT(open, 2);
    EXPECT_LT(open, 6);
  }
}

TEST(Snapshot, OfSavesOfSaves) {
  World world;
  WorldLife life(Life::tumbling, 3, 10);
  life.follow(world);
  life.begin();
  for (int i = 0; i < 5; i++) {
    world.detect();
    life.step();
  }
  const std::vector<std::byte> bytes = world.save();
  World back = World::restore(bytes).value();
  for (int i = 0; i < 3; i++) back = World::restore(back.save()).value();
  EXPECT_TRUE(back.save() == bytes);
}

}  // namespace
}  // namespace glance::test
