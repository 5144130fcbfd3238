// The box of a body holds all of it, in real arithmetic, whatever the body and the pose, and
// is hardly larger than it has to be; both ways to the extreme vertices lead to the same box.
#include "bound/body_box.h"

#include <gtest/gtest.h>

#include <array>
#include <numbers>

#include "geom/shape_access.h"
#include "glance/tolerance.h"
#include "support/exact_side.h"
#include "support/moving_box.h"
#include "support/odd_bodies.h"
#include "support/part_bodies.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::bound;

namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr ExtremeSearch kSearches[] = {ExtremeSearch::automatic, ExtremeSearch::neighbors,
                                       ExtremeSearch::walls};

FloatBox tight_box(const Shape& shape, const Pose& pose, ExtremeSearch search, double delta = 0) {
  std::size_t steps = 0;
  return MovingBox(shape, true).update(pose, search, delta, steps);
}

FloatBox fixed_box(const Shape& shape, const Pose& pose, double delta = 0) {
  std::size_t steps = 0;
  const FloatBox box = MovingBox(shape, false).update(pose, ExtremeSearch::automatic, delta, steps);
  EXPECT_EQ(steps, 0u);  // cheap to move
  return box;
}

double reach_of(const Shape& shape) {
  return shape.bounding_radius() + norm(shape.mass().centroid);
}

/// Holds the body, and is no looser than the float steps, what rounding does to coordinates
/// so far from the origin, and the slack of the search.
void expect_good_boxes(const Shape& shape, const Pose& pose) {
  ASSERT_TRUE(holds(fixed_box(shape, pose), shape, pose));
  const double reach = reach_of(shape);
  const double rounding = 0x1p-47 * (reach + pose.translation().abs().max_component());
  for (const ExtremeSearch search : kSearches) {
    SCOPED_TRACE(testing::Message() << "search " << static_cast<int>(search));
    const FloatBox box = tight_box(shape, pose, search);
    ASSERT_TRUE(holds(box, shape, pose));
    const bool in_floats =
        search == ExtremeSearch::automatic && geom::polytope_of(shape).float_points().count > 0;
    const double slack = in_floats ? 2e-6 * shape.bounding_radius() : 0x1p-28 * reach;
    ASSERT_LE(looseness(box, shape, pose), slack + rounding);
  }
}

TEST(BodyBox, HoldsBodiesOfEveryKindInEveryPose) {
  Rng rng(1);
  for (const NamedShape& body : odd_bodies()) {
    SCOPED_TRACE(body.name);
    for (int i = 0; i < scaled_count(30); i++) {
      const double far_off = i % 3 == 0 ? 0 : i % 3 == 1 ? 10 : 1e7;
      const Mat3 turn = i % 2 ? rotation_matrix(rng.rotation()) : barely_rotation(rng);
      const Pose pose = Pose::make(turn, rng.in_box(1) * far_off).value();
      ASSERT_NO_FATAL_FAILURE(expect_good_boxes(body.shape, pose)) << "pose " << i;
    }
    // All vertices tie: nothing turned.
    ASSERT_NO_FATAL_FAILURE(expect_good_boxes(body.shape, {}));
  }
}

TEST(BodyBox, HoldsBodiesOfEverySize) {
  Rng rng(2);
  for (const NamedShape& body : odd_bodies()) {
    for (const double size :
         {1e-58, 1e-50, 1e-45, 1e-38, 1e-20, 1e-18, 1e18, 1e19, 1e38, 1e50, 1e58}) {
      const Result<Shape> shape = body.shape.scaled(size);
      if (!shape) continue;  // too thin for that
      SCOPED_TRACE(testing::Message() << body.name << " times " << size);
      for (const double away : {0.0, 1.0, 1e3}) {
        const auto pose = Pose::make(rng.rotation(), rng.in_box(size) * away);
        if (!pose) continue;  // beyond all coordinates
        ASSERT_NO_FATAL_FAILURE(expect_good_boxes(*shape, *pose));
      }
      // Beside others of ordinary size, and at the end of the world.
      for (const double away : {1.0, 0x1p199}) {
        const Pose pose = Pose::make(rng.rotation(), rng.in_box(away)).value();
        ASSERT_TRUE(holds(fixed_box(*shape, pose), *shape, pose));
        for (const ExtremeSearch search : kSearches) {
          ASSERT_TRUE(holds(tight_box(*shape, pose, search), *shape, pose));
        }
      }
    }
  }
}

/// Far from the origin of its own frame, where turning moves it and coordinates have few
/// digits left for the shape.
TEST(BodyBox, HoldsBodiesFarFromTheirOrigin) {
  Rng rng(3);
  for (const NamedShape& body : odd_bodies()) {
    for (const double away : {10.0, 1e4, 1e9}) {
      const Result<Shape> shape = shifted(body.shape, rng.direction() * away);
      if (!shape) continue;
      SCOPED_TRACE(testing::Message() << body.name << " moved by " << away);
      for (int i = 0; i < scaled_count(8); i++) {
        const Mat3 turn = i % 2 ? rotation_matrix(rng.rotation()) : barely_rotation(rng);
        // In place of its own frame's origin, or so that the body itself is near the world's.
        const Vec3 back = i % 4 < 2 ? Vec3(-multiply(turn, shape->mass().centroid)) : Vec3(1, 2, 3);
        const Pose pose = Pose::make(turn, back).value();
        ASSERT_NO_FATAL_FAILURE(expect_good_boxes(*shape, pose));
      }
    }
  }
}

TEST(BodyBox, OfAPointIsThePointAndAStep) {
  const Vec3 p(0.1, -0.2, 0.3);
  const Shape point = Shape::hull(std::span(&p, 1)).value();
  for (const ExtremeSearch search : kSearches) {
    const FloatBox box = tight_box(point, {}, search);
    for (int k = 0; k < 3; k++) {
      EXPECT_LT(box.lower[k], p[k]);
      EXPECT_GT(box.upper[k], p[k]);
      EXPECT_LT(box.upper[k] - box.lower[k], 3e-7 * std::fabs(p[k]));
    }
  }
}

/// A cube in place: the sides are known, and each is at most two steps off.
TEST(BodyBox, OfACubeByHand) {
  const Shape cube = Shape::box({1, 2, 3}).value();
  const Pose there = Pose::make(Vec3(10, 20, 30)).value();
  for (const ExtremeSearch search : {ExtremeSearch::neighbors, ExtremeSearch::walls}) {
    const FloatBox box = tight_box(cube, there, search);
    for (int k = 0; k < 3; k++) {
      const float low = 10.0F * (k + 1) - (k + 1), high = 10.0F * (k + 1) + (k + 1);
      EXPECT_LT(box.lower[k], low);
      EXPECT_GT(box.upper[k], high);
      EXPECT_GE(box.lower[k], std::nextafter(std::nextafter(low, 0.0F), 0.0F));
      EXPECT_LE(box.upper[k], std::nextafter(std::nextafter(high, 99.0F), 99.0F));
    }
  }
  const double radius = std::sqrt(14.0);
  const FloatBox fixed = fixed_box(cube, there);
  for (int k = 0; k < 3; k++) {
    EXPECT_NEAR(fixed.lower[k], 10 * (k + 1) - radius, 1e-5 * radius);
    EXPECT_NEAR(fixed.upper[k], 10 * (k + 1) + radius, 1e-5 * radius);
  }
}

/// The cube follows the centroid and holds the body however it turns about it.
TEST(BodyBox, TheFixedCubeHoldsEveryTurn) {
  Rng rng(4);
  for (const NamedShape& body : odd_bodies()) {
    SCOPED_TRACE(body.name);
    const Vec3 centroid = body.shape.mass().centroid;
    const Vec3 center(3, -4, 5);
    const Pose upright = Pose::make(Vec3(center - centroid)).value();
    const FloatBox box = fixed_box(body.shape, upright);
    for (int i = 0; i < 20; i++) {
      const Mat3 turn = rotation_matrix(rng.rotation());
      const Pose pose = Pose::make(turn, center - multiply(turn, centroid)).value();
      // The pose's translation is rounded: a little of the centroid's way.
      const FloatBox wider{{box.lower[0] - 1e-5F, box.lower[1] - 1e-5F, box.lower[2] - 1e-5F},
                           {box.upper[0] + 1e-5F, box.upper[1] + 1e-5F, box.upper[2] + 1e-5F}};
      ASSERT_TRUE(holds(wider, body.shape, pose));
      for (int k = 0; k < 3; k++) {
        const FloatBox turned = fixed_box(body.shape, pose);
        ASSERT_NEAR(turned.lower[k], box.lower[k], 2e-6);
        ASSERT_NEAR(turned.upper[k], box.upper[k], 2e-6);
      }
    }
  }
}

/// A rod along an axis under a matrix that is just still a rotation: by that much longer than
/// its radius, and that is more than the steps of the floats.
TEST(BodyBox, TheFixedCubeHoldsWhatABadRotationStretches) {
  for (int axis = 0; axis < 3; axis++) {
    const Vec3 ends[] = {-Vec3::unit(axis), Vec3::unit(axis)};
    const Shape rod = Shape::hull(ends).value();
    for (const double stretch : {1 + 4.9e-7, 1 - 4.9e-7}) {
      for (const double turned : {1.0, -1.0}) {
        Mat3 rotation = Mat3::identity() * stretch;
        rotation(0, 0) *= turned;
        rotation(1, 1) *= turned;
        const Pose pose = Pose::make(rotation, Vec3(0, 0, 0)).value();
        EXPECT_TRUE(holds(fixed_box(rod, pose), rod, pose)) << axis << " " << stretch;
      }
    }
  }
}

TEST(BodyBox, DeltaWidensEverySide) {
  Rng rng(5);
  for (const NamedShape& body : odd_bodies()) {
    SCOPED_TRACE(body.name);
    for (const double delta : {1e-3, 0.5, 1e6}) {
      const Pose pose = Pose::make(rng.rotation(), rng.in_box(10)).value();
      for (const ExtremeSearch search : kSearches) {
        const FloatBox narrow = tight_box(body.shape, pose, search);
        const FloatBox wide = tight_box(body.shape, pose, search, delta);
        const FloatBox cube = fixed_box(body.shape, pose),
                       wide_cube = fixed_box(body.shape, pose, delta);
        for (int k = 0; k < 3; k++) {
          const double steps = 4e-7 * (20 + delta);
          ASSERT_NEAR(double{narrow.lower[k]} - double{wide.lower[k]}, delta, steps);
          ASSERT_NEAR(double{wide.upper[k]} - double{narrow.upper[k]}, delta, steps);
          ASSERT_NEAR(double{cube.lower[k]} - double{wide_cube.lower[k]}, delta, steps);
          ASSERT_NEAR(double{wide_cube.upper[k]} - double{cube.upper[k]}, delta, steps);
        }
        // By the whole of delta, not nearly: a body within delta is found.
        ASSERT_TRUE(holds(wide, body.shape, pose));
        for (int k = 0; k < 3; k++) {
          for (const double side : {-1.0, 1.0}) {
            Vec3 moved = pose.translation();
            moved[k] += side * delta;
            ASSERT_TRUE(holds(wide, body.shape, Pose::make(pose.rotation(), moved).value()));
            ASSERT_TRUE(holds(wide_cube, body.shape, Pose::make(pose.rotation(), moved).value()));
          }
        }
      }
    }
  }
}

/// A tumbling body, one box by each method, each from its own last vertices.
class Tumbling {
 public:
  explicit Tumbling(const Shape& shape, std::uint64_t seed)
      : shape_(&shape), rng_(seed), by_neighbors_(shape, true), by_walls_(shape, true) {}

  void step(double turn) {
    const Quat more = Quat::from_rotation_vector(rng_.direction() * turn);
    pose = Pose::make(compose(rotation_matrix(more), pose.rotation()), rng_.in_box(5)).value();
    neighbors = by_neighbors_.update(pose, ExtremeSearch::neighbors, 0, neighbor_steps);
    walls = by_walls_.update(pose, ExtremeSearch::walls, 0, wall_steps);
  }

  /// Whether some other vertex is, but for rounding, as extreme as the one that was found.
  bool ties() const {
    for (int side = 0; side < 6; side++) {
      const Vec3 up = pose.rotation().row(side / 2) * (side % 2 ? 1.0 : -1.0);
      const std::uint32_t top = by_neighbors_.extremes()[side];
      const double height = dot(up, shape_->vertices()[top]);
      for (std::uint32_t v = 0; v < shape_->vertex_count(); v++) {
        const double below = height - dot(up, shape_->vertices()[v]);
        if (v != top && below < 1e-12 * reach_of(*shape_)) return true;
      }
    }
    return false;
  }

  Pose pose;
  FloatBox neighbors, walls;
  std::size_t neighbor_steps = 0, wall_steps = 0;

 private:
  const Shape* shape_;
  Rng rng_;
  MovingBox by_neighbors_, by_walls_;
};

bool within_a_step(float x, float y) { return x == y || std::nextafter(x, y) == y; }

TEST(BodyBox, NeighborsAndWallsGiveTheSameBoxesAllTheWay) {
  std::uint64_t seed = 100;
  int differ = 0, all = 0;
  for (const NamedShape& body : odd_bodies()) {
    Tumbling tumbling(body.shape, seed++);
    for (int i = 0; i < scaled_count(400); i++, all++) {
      SCOPED_TRACE(testing::Message() << body.name << " step " << i);
      // Mostly coherent, sometimes turned altogether.
      tumbling.step(i % 50 == 49 ? 2 : (1 + i % 20) * kDegree);
      ASSERT_TRUE(i % 10 != 0 || holds(tumbling.walls, body.shape, tumbling.pose));
      ASSERT_TRUE(i % 10 != 0 || holds(tumbling.neighbors, body.shape, tumbling.pose));
      if (tumbling.neighbors == tumbling.walls) continue;
      differ++;
      ASSERT_TRUE(tumbling.ties());
      for (int k = 0; k < 3; k++) {
        ASSERT_TRUE(within_a_step(tumbling.neighbors.lower[k], tumbling.walls.lower[k]));
        ASSERT_TRUE(within_a_step(tumbling.neighbors.upper[k], tumbling.walls.upper[k]));
      }
    }
  }
  EXPECT_LE(differ, all / 100);
}

/// Upright boxes and prisms: whole faces tie.
TEST(BodyBox, NeighborsAndWallsAgreeToAStepWhereVerticesTie) {
  const Mat3 quarter(0, -1, 0, 1, 0, 0, 0, 0, 1);
  const Mat3 turns[] = {Mat3::identity(), quarter, quarter.transpose(), compose(quarter, quarter)};
  Rng rng(7);
  for (const NamedShape& body : odd_bodies()) {
    SCOPED_TRACE(body.name);
    MovingBox neighbors(body.shape, true), walls = neighbors;
    std::size_t steps = 0;
    for (int i = 0; i < 40; i++) {
      const Pose pose = Pose::make(turns[rng.below(4)], rng.in_box(3)).value();
      const FloatBox a = neighbors.update(pose, ExtremeSearch::neighbors, 0, steps);
      const FloatBox b = walls.update(pose, ExtremeSearch::walls, 0, steps);
      ASSERT_TRUE(holds(a, body.shape, pose));
      for (int k = 0; k < 3; k++) {
        ASSERT_TRUE(within_a_step(a.lower[k], b.lower[k]));
        ASSERT_TRUE(within_a_step(a.upper[k], b.upper[k]));
      }
    }
  }
}

/// Section 4.1: the vertices change little from frame to frame, and so does the work.
TEST(BodyBox, CoherenceKeepsTheSearchShort) {
  const Shape sphere = icosphere(4, 1).value();  // 2562 vertices
  Tumbling slow(sphere, 1), still(sphere, 1);
  slow.step(1);
  slow.neighbor_steps = slow.wall_steps = 0;
  constexpr int kFrames = 200;
  for (int i = 0; i < kFrames; i++) slow.step(1 * kDegree);
  // About two degrees from vertex to vertex: less than one a frame for each of six sides.
  EXPECT_LT(slow.neighbor_steps, 6u * kFrames);
  EXPECT_LT(slow.wall_steps, 8u * kFrames);
  EXPECT_GT(slow.neighbor_steps, kFrames / 10u);  // it did turn
  EXPECT_GT(slow.wall_steps, kFrames / 10u);

  MovingBox box(sphere, true);
  std::size_t first = 0, again = 0;
  const FloatBox once = box.update(slow.pose, ExtremeSearch::neighbors, 0, first);
  EXPECT_EQ(box.update(slow.pose, ExtremeSearch::neighbors, 0, again), once);
  EXPECT_GT(first, 6u);
  EXPECT_EQ(again, 0u);  // at rest: already there
}

/// Any start is as good: the box does not depend on what came before (but for ties).
TEST(BodyBox, TheStartDoesNotMatter) {
  Rng rng(8);
  for (const NamedShape& body : odd_bodies()) {
    SCOPED_TRACE(body.name);
    const auto count = static_cast<std::uint32_t>(body.shape.vertex_count());
    for (int i = 0; i < 20; i++) {
      const Pose pose = Pose::make(rng.rotation(), rng.in_box(3)).value();
      for (const ExtremeSearch search : {ExtremeSearch::neighbors, ExtremeSearch::walls}) {
        MovingBox elsewhere(body.shape, true);
        std::array<std::uint32_t, 6> start;
        for (std::uint32_t& v : start) v = rng.below(count);
        ASSERT_TRUE(elsewhere.set_extremes(start));
        EXPECT_EQ(elsewhere.extremes(), start);
        std::size_t steps = 0;
        const FloatBox box = elsewhere.update(pose, search, 0, steps);
        const FloatBox expected = tight_box(body.shape, pose, search);
        for (int k = 0; k < 3; k++) {
          ASSERT_TRUE(within_a_step(box.lower[k], expected.lower[k]));
          ASSERT_TRUE(within_a_step(box.upper[k], expected.upper[k]));
        }
      }
    }
  }
}

TEST(BodyBox, HoldsMeshesAndCompounds) {
  Rng rng(8);
  for (const Shape& shape : shapes_with_parts()) {
    std::vector<Vec3> points;
    const auto add = [&](const Shape& part, const Pose& pose) {
      for (const Vec3& v : part.vertices()) points.push_back(pose.apply(v));
      for (const Vec3& v : part.mesh_view().vertices) points.push_back(pose.apply(v));
    };
    add(shape, Pose());
    for (const CompoundPart& part : shape.leaf_parts()) add(part.shape, part.pose);
    for (int i = 0; i < 20; i++) {
      const Vec3 far = rng.in_box(i % 2 ? 1 : 1e6);
      const Pose pose = i == 0 ? Pose() : Pose::make(rng.rotation(), far).value();
      for (const bool tight : {false, true}) {
        std::size_t steps = 0;
        const FloatBox box =
            MovingBox(shape, tight).update(pose, ExtremeSearch::automatic, 0.125, steps);
        for (const Vec3& p : points) {
          const Vec3 q = pose.apply(p);
          for (int k = 0; k < 3; k++) {
            ASSERT_LE(box.lower[k] + 0.12, q[k]);
            ASSERT_GE(box.upper[k] - 0.12, q[k]);
          }
        }
        if (!tight || i > 0) continue;
        for (int k = 0; k < 3; k++) {  // and no larger than the local box
          EXPECT_NEAR(box.lower[k], shape.bounds().lower[k] - 0.125, 1e-6);
          EXPECT_NEAR(box.upper[k], shape.bounds().upper[k] + 0.125, 1e-6);
        }
      }
    }
  }
}

TEST(BodyBox, RefusesExtremesThatAreNotVertices) {
  const Shape cube = Shape::box({1, 1, 1}).value();
  MovingBox box(cube, true);
  ASSERT_TRUE(box.set_extremes({0, 1, 2, 3, 4, 7}));
  for (int i = 0; i < 6; i++) {
    std::array<std::uint32_t, 6> bad = {0, 1, 2, 3, 4, 5};
    bad[i] = 8;
    EXPECT_FALSE(box.set_extremes(bad));
    bad[i] = UINT32_MAX;
    EXPECT_FALSE(box.set_extremes(bad));
  }
  EXPECT_EQ(box.extremes(), (std::array<std::uint32_t, 6>{0, 1, 2, 3, 4, 7}));
}

TEST(BodyBox, TellsOblongBodies) {
  const auto oblong = [](const Result<Shape>& shape) { return is_oblong(*shape); };
  EXPECT_TRUE(oblong(Shape::box({5, 1, 1})));
  EXPECT_TRUE(oblong(Shape::box({1, 1, 0})));
  EXPECT_TRUE(oblong(random_polytope(2, 20, {1, 1e-7, 1e-7})));
  EXPECT_FALSE(oblong(icosphere(3, 1)));
  const Vec3 p(1, 2, 3);
  EXPECT_FALSE(oblong(Shape::hull(std::span(&p, 1))));  // one cube is as good as another
}

}  // namespace
}  // namespace glance::test
