// Meshes and compounds in a world, among convex bodies: the world says of each pair what a question
// about the two says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "glance/world.h"
#include "support/all_kinds.h"
#include "support/part_bodies.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

struct Crowd {
  std::vector<Shape> shapes;
  std::vector<double> scales;
  std::vector<Pose> poses;
  std::vector<BodyId> ids;
  Rng rng{42};

  /// Bodies of every kind, and a floor.
  Crowd(World& world, double width) {
    std::vector<Shape> kinds = shapes_with_parts();
    for (const Shape& s : {Shape::box({0.5, 0.4, 0.3}).value(), Shape::sphere(0.5).value(),
                           Shape::cylinder(0.4, 0.5).value(), random_polytope(5, 24).value()}) {
      kinds.push_back(s);
    }
    for (int i = 0; i < 20; i++) {
      const double scale = i % 4 == 3 ? 0.75 : 1;
      add(world, {.shape = kinds[static_cast<std::size_t>(i) % kinds.size()],
                  .pose = Pose::make(rng.rotation(), rng.in_box(width)).value(),
                  .scale = scale,
                  .is_static = i % 7 == 5});
    }
    add(world, {.shape = Shape::halfspace({0, 0, 1}, -width + 0.5).value(), .is_static = true});
  }

  void add(World& world, const BodyOptions& body) {
    ids.push_back(world.add(body).value());
    shapes.push_back(body.scale == 1 ? body.shape : body.shape.scaled(body.scale).value());
    poses.push_back(body.pose);
  }
  /// All but the static ones go a little way.
  void move(World& world) {
    for (std::size_t i = 0; i + 1 < ids.size(); i++) {
      if (i % 7 == 5 || i % 3 == 2) continue;
      const Mat3 turn = rotation_matrix(Quat::from_rotation_vector(rng.in_box(0.1)));
      poses[i] =
          Pose::make(compose(turn, poses[i].rotation()), poses[i].translation() + rng.in_box(0.1))
              .value();
      ASSERT_TRUE(world.set_pose(ids[i], poses[i]));
    }
  }
};

bool touches(Verdict v) { return v == Verdict::touching || v == Verdict::overlapping; }

/// The sub-shape of a body that an answer names.
void expect_names(const Shape& shape, const SubShape& sub, bool named) {
  if (shape.is_convex()) {
    EXPECT_EQ(sub, SubShape{});
  } else if (named) {
    EXPECT_NE(sub, SubShape{});
    EXPECT_TRUE(shape.sub_shape(sub));
  }
}

TEST(WorldOfParts, AgreesWithQuestionsAboutPairs) {
  for (const Question question : {Question::collide, Question::distance}) {
    World world;
    Crowd crowd(world, 1.8);
    int touching = 0, asked = 0;
    for (int frame = 0; frame < 8; frame++) {
      const FrameReport report = world.detect({.question = question, .report_all = true});
      auto next = report.pairs.begin();
      for (std::size_t i = 0; i < crowd.ids.size(); i++) {
        for (std::size_t j = i + 1; j < crowd.ids.size(); j++) {
          if ((i % 7 == 5 || i + 1 == crowd.ids.size()) &&
              (j % 7 == 5 || j + 1 == crowd.ids.size())) {
            continue;
          }
          const Shape &a = crowd.shapes[i], &b = crowd.shapes[j];
          const Distance d = distance({a, crowd.poses[i]}, {b, crowd.poses[j]}, {.depth = false});
          const bool listed =
              next != report.pairs.end() && next->a == crowd.ids[i] && next->b == crowd.ids[j];
          ASSERT_TRUE(listed || d.verdict == Verdict::apart) << i << " " << j;
          if (!listed) continue;
          ASSERT_EQ(next->verdict, d.verdict) << i << " " << j;
          asked++;
          touching += touches(d.verdict);
          expect_names(a, next->sub_a, question == Question::distance || next->touches());
          expect_names(b, next->sub_b, question == Question::distance || next->touches());
          if (question == Question::distance) {
            ASSERT_NEAR(next->distance, d.distance, 1e-9) << i << " " << j;
          }
          ++next;
        }
      }
      EXPECT_EQ(next, report.pairs.end());
      EXPECT_GT(report.counters.volume_tests, 0u);
      EXPECT_GT(report.counters.primitive_tests, 0u);
      ASSERT_NO_FATAL_FAILURE(crowd.move(world));
    }
    EXPECT_GT(touching, 0.2 * asked);
    EXPECT_LT(touching, 0.8 * asked);
  }
}

/// The pieces named of bodies that touch do so themselves, unless one is inside a solid.
TEST(WorldOfParts, NamesThePartsThatTouch) {
  World world;
  const Shape ring = mesh_of(torus(12, 6, 1, 0.2).value());
  const Shape iron = angle_iron();
  const auto add = [&](const Shape& shape, const Vec3& t) {
    return world.add({.shape = shape, .pose = Pose::make(t).value()}).value();
  };
  add(iron, {0, 0, 0});
  add(ring, {-1.5, 0, 0});                         // around the foot of the L
  add(Shape::sphere(0.2).value(), {0.8, 0, 1.5});  // on its arm
  add(iron, {0, 0.3, 0.1});
  for (const Question question : {Question::collide, Question::distance}) {
    const FrameReport report = world.detect({.question = question});
    EXPECT_GE(report.touching.size(), 3u);
    for (const PairReport& pair : report.touching) {
      const BodyOptions a = world.body(pair.a).value(), b = world.body(pair.b).value();
      const auto piece = [](const BodyOptions& body, const SubShape& sub) {
        CompoundPart part = body.shape.sub_shape(sub).value();
        part.pose = Pose::make(compose(body.pose.rotation(), part.pose.rotation()),
                               body.pose.apply(part.pose.translation()))
                        .value();
        return part;
      };
      const CompoundPart p = piece(a, pair.sub_a), q = piece(b, pair.sub_b);
      EXPECT_TRUE(touches(collide({p.shape, p.pose}, {q.shape, q.pose}).verdict));
    }
    EXPECT_EQ(report.touching[1].sub_a.part, 1u);  // the arm
    EXPECT_EQ(report.touching[1].sub_b, SubShape{});
  }
}

void expect_same(const FrameReport& x, const FrameReport& y) {
  ASSERT_EQ(x.pairs.size(), y.pairs.size());
  std::size_t named_alike = 0;
  for (std::size_t i = 0; i < x.pairs.size(); i++) {
    const PairReport &p = x.pairs[i], &q = y.pairs[i];
    EXPECT_EQ(p.a, q.a);
    EXPECT_EQ(p.b, q.b);
    EXPECT_EQ(p.verdict, q.verdict);
    EXPECT_EQ(std::isnan(p.distance), std::isnan(q.distance));
    if (!std::isnan(p.distance)) {
      EXPECT_NEAR(p.distance, q.distance, 1e-9);  // (some are curved)
    }
    named_alike += p.sub_a == q.sub_a && p.sub_b == q.sub_b;
  }
  // (Of parts that overlap, any may be named.)
  EXPECT_GT(2 * named_alike, x.pairs.size());
  EXPECT_EQ(x.counters.tested, y.counters.tested);
  EXPECT_EQ(x.counters.at_rest, y.counters.at_rest);
  EXPECT_EQ(x.begun.size(), y.begun.size());
  EXPECT_EQ(x.ended.size(), y.ended.size());
}

TEST(WorldOfParts, GoesOnAfterRestoring) {
  for (const Question question : {Question::collide, Question::distance}) {
    World world = World::make({.delta = 0.1, .max_list_entries = 4000}).value();
    Crowd crowd(world, 2.5);
    const DetectOptions options{.question = question, .report_all = true};
    for (int frame = 0; frame < 5; frame++) {
      world.detect(options);
      ASSERT_NO_FATAL_FAILURE(crowd.move(world));
    }
    const std::vector<std::byte> bytes = world.save();
    World again = World::restore(bytes).value();
    EXPECT_EQ(again.save(), bytes);
    EXPECT_EQ(again.options(), world.options());
    for (std::size_t i = 0; i < crowd.ids.size(); i++) {
      const Shape x = world.body(crowd.ids[i])->shape, y = again.body(crowd.ids[i])->shape;
      EXPECT_EQ(x.kind(), y.kind());
      EXPECT_EQ(x.mesh_view().volume, y.mesh_view().volume);
      EXPECT_EQ(x.mesh_view().solid, y.mesh_view().solid);
      EXPECT_TRUE(std::ranges::equal(x.mesh_view().vertices, y.mesh_view().vertices));
      EXPECT_TRUE(std::ranges::equal(x.mesh_view().triangles, y.mesh_view().triangles));
      EXPECT_TRUE(std::ranges::equal(x.mesh_view().given, y.mesh_view().given));
      EXPECT_EQ(x.leaf_parts().size(), y.leaf_parts().size());
    }
    Crowd other = crowd;
    for (int frame = 0; frame < 3; frame++) {
      SCOPED_TRACE(frame);
      ASSERT_NO_FATAL_FAILURE(expect_same(world.detect(options), again.detect(options)));
      ASSERT_NO_FATAL_FAILURE(crowd.move(world));
      ASSERT_NO_FATAL_FAILURE(other.move(again));
    }
  }
}

TEST(WorldOfParts, ListsAreCapped) {
  std::vector<std::vector<Verdict>> verdicts;
  std::vector<std::size_t> kept, bytes;
  for (const std::uint32_t most : {kMaxWorldListEntries, 500u, 0u}) {
    World world = World::make({.max_list_entries = most}).value();
    Crowd crowd(world, 2);
    verdicts.emplace_back();
    std::size_t entries = 0;
    for (int frame = 0; frame < 5; frame++) {
      const FrameReport report = world.detect({.question = Question::distance, .report_all = true});
      entries = std::max(entries, report.counters.list_entries);
      for (const PairReport& pair : report.pairs) verdicts.back().push_back(pair.verdict);
      ASSERT_NO_FATAL_FAILURE(crowd.move(world));
    }
    kept.push_back(entries);
    bytes.push_back(world.bytes());
  }
  EXPECT_EQ(verdicts[1], verdicts[0]);
  EXPECT_EQ(verdicts[2], verdicts[0]);
  EXPECT_GT(kept[0], 500u);
  EXPECT_LE(kept[1], 500u);
  EXPECT_EQ(kept[2], 0u);
  EXPECT_GT(bytes[0], bytes[1]);
  EXPECT_GT(bytes[1], bytes[2]);
}

TEST(WorldOfParts, PartsAndVerticesMove) {
  World world;
  const Shape iron = angle_iron();
  const BodyId robot = world.add({.shape = iron, .scale = 2}).value();
  const BodyId ball =
      world.add({.shape = Shape::sphere(0.5).value(), .pose = Pose::make(Vec3(1.6, 0, 5)).value()})
          .value();
  const Shape cloth = mesh_of(random_terrain(4, 4, 2, 0).value());
  const BodyId sheet =
      world.add({.shape = cloth, .pose = Pose::make(Vec3(1.6, 0, 6)).value()}).value();
  EXPECT_EQ(world.detect().touching.size(), 0u);
  // The arm goes up, to 2 * (1.6 + 0.8).
  const std::uint32_t arm[] = {1};
  const Pose up[] = {Pose::make(Vec3(0.8, 0, 1.6)).value()};
  ASSERT_TRUE(world.set_part_poses(robot, arm, up));
  {
    const FrameReport report = world.detect();
    ASSERT_EQ(report.touching.size(), 1u);
    EXPECT_EQ(report.touching[0].sub_a.part, 1u);
    EXPECT_EQ(report.touching[0].b, ball);
  }
  // The sheet hangs down onto the ball.
  std::vector<Vec3> vertices(cloth.mesh_view().vertices.begin(), cloth.mesh_view().vertices.end());
  for (Vec3& v : vertices) v.z() -= 0.6 * (1 - v.x() * v.x());
  ASSERT_TRUE(world.set_vertices(sheet, vertices));
  EXPECT_EQ(world.detect().touching.size(), 2u);
  // Nothing of what is refused is done.
  EXPECT_FALSE(world.set_part_poses(ball, arm, up));
  const std::uint32_t none[] = {2};
  EXPECT_FALSE(world.set_part_poses(robot, none, up));
  EXPECT_FALSE(world.set_vertices(robot, vertices));
  EXPECT_FALSE(world.set_vertices(sheet, std::span(vertices).first(3)));
  EXPECT_FALSE(world.set_part_poses(BodyId{}, arm, up));
  EXPECT_EQ(world.detect().touching.size(), 2u);
  const World again = World::restore(world.save()).value();
  EXPECT_EQ(again.body(robot)->shape.leaf_parts()[1].pose, up[0]);
}

TEST(WorldOfParts, FastBodiesMeetTriangles) {
  World world;
  const Shape plate = mesh_of(random_terrain(6, 6, 2, 0).value());
  const BodyId still = world.add({.shape = plate, .is_static = true}).value();
  const BodyId bullet = world
                            .add({.shape = Shape::sphere(0.01).value(),
                                  .pose = Pose::make(Vec3(0.4, 0.3, 4)).value(),
                                  .fast = true})
                            .value();
  EXPECT_TRUE(world.detect().swept_contacts.empty());
  ASSERT_TRUE(world.set_pose(bullet, Pose::make(Vec3(0.4, 0.3, -4)).value()));
  const FrameReport report = world.detect();
  ASSERT_EQ(report.swept_contacts.size(), 1u);
  const SweptContact& hit = report.swept_contacts[0];
  EXPECT_EQ(hit.a, still);
  EXPECT_NEAR(hit.time, 3.99 / 8, 1e-6);
  const Shape triangle = plate.sub_shape(hit.sub_a).value().shape;
  EXPECT_LT(distance({triangle, Pose()}, {Shape::point({0.4, 0.3, 0}).value(), Pose()}).distance,
            1e-6);
}

}  // namespace
}  // namespace glance::test
