// Times of impact of meshes and compounds: between those of all pairs of their pieces with a larger
// and a smaller tolerance, each piece asked about by itself.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>
#include <span>
#include <vector>

#include "glance/generate.h"
#include "glance/impact.h"
#include "glance/rng.h"
#include "support/part_bodies.h"
#include "support/sample_share.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

/// A convex piece in the body's frame.
struct Piece {
  SubShape sub;
  Shape shape;
};

/// Parts of compounds here are hulls and spheres: these can be made again where they are.
Shape placed(const Shape& shape, const Pose& pose) {
  std::vector<Vec3> points;
  for (const Vec3& v : shape.vertices()) points.push_back(pose.apply(v));
  const Shape core = Shape::hull(points).value();
  return shape.rounding() > 0 ? core.rounded(shape.rounding()).value() : core;
}

std::vector<Piece> pieces_of(const Shape& body) {
  std::vector<Piece> pieces;
  const auto add_mesh = [&](const Shape& mesh, const Pose& pose, std::uint32_t part) {
    for (const std::uint32_t number : mesh.mesh_view().given) {
      const Shape triangle = mesh.sub_shape({SubShape::kNone, number}).value().shape;
      pieces.push_back(
          {{part, number}, part == SubShape::kNone ? triangle : placed(triangle, pose)});
    }
  };
  if (body.kind() == ShapeKind::mesh) {
    add_mesh(body, {}, SubShape::kNone);
  } else if (body.kind() == ShapeKind::compound) {
    std::uint32_t number = 0;
    for (const CompoundPart& part : body.leaf_parts()) {
      if (part.shape.kind() == ShapeKind::mesh) {
        add_mesh(part.shape, part.pose, number++);
      } else {
        pieces.push_back({{number++, SubShape::kNone}, placed(part.shape, part.pose)});
      }
    }
  } else {
    pieces.push_back({{}, body});
  }
  return pieces;
}

struct PartsFlight {
  Shape a;
  Motion motion_a;
  Shape b;
  Motion motion_b;

  Impact impact(double tolerance, double margin = 0) const {
    return time_of_impact({a, motion_a}, {b, motion_b},
                          {.absolute_tolerance = tolerance, .margin = margin});
  }
  /// The earliest of all pairs of pieces.
  Impact by_pieces(double tolerance, double margin = 0) const {
    Impact best;
    const std::vector<Piece> in_b = pieces_of(b);
    for (const Piece& p : pieces_of(a)) {
      for (const Piece& q : in_b) {
        Impact found = time_of_impact({p.shape, motion_a}, {q.shape, motion_b},
                                      {.absolute_tolerance = tolerance, .margin = margin});
        if (found.hit && (!best.hit || found.time < best.time)) best = found;
      }
    }
    return best;
  }
  /// Of the two pieces that the impact names.
  double distance_of(const Impact& impact) const {
    const auto piece = [](const Shape& body, const SubShape& sub) {
      return body.is_convex() ? CompoundPart{body, {}} : body.sub_shape(sub).value();
    };
    const auto place = [&](const Motion& m, const Pose& part) {
      const Pose p = m.at(impact.time);
      return Pose::make(compose(p.rotation(), part.rotation()), p.apply(part.translation()))
          .value();
    };
    const CompoundPart p = piece(a, impact.sub_a), q = piece(b, impact.sub_b);
    return distance({p.shape, place(motion_a, p.pose)}, {q.shape, place(motion_b, q.pose)})
        .distance;
  }
};

/// What is farther apart than four tolerances at the start.
bool starts_far(const PartsFlight& s, double tolerance, double margin) {
  const Impact coarse = s.by_pieces(4 * tolerance, margin);
  return !coarse.hit || coarse.time > 0;
}

/// A distance first falls to a tolerance after it has fallen to four times as much, and before it
/// has fallen to a quarter: and what is reported is between half the tolerance and all of it.
void expect_between(const PartsFlight& s, double tolerance, double margin, int& hits) {
  const Impact impact = s.impact(tolerance, margin);
  const Impact early = s.by_pieces(4 * tolerance, margin),
               late = s.by_pieces(tolerance / 4, margin);
  ASSERT_FALSE(impact.undecided);
  ASSERT_EQ(impact.tolerance, tolerance);
  if (late.hit) {
    ASSERT_TRUE(impact.hit) << "of a hit at " << late.time;
    ASSERT_LE(impact.time, late.time);
  }
  if (!impact.hit) return;
  hits++;
  ASSERT_TRUE(early.hit) << "at " << impact.time;
  ASSERT_GE(impact.time, early.time);
  ASSERT_LE(s.distance_of(impact), margin + tolerance * (1 + 1e-9));
}

Motion flight(Rng& rng, double away, double speed, double turns, const Vec3& centre) {
  const Vec3 from = rng.direction() * away;
  const Vec3 velocity = normalized(rng.in_box(1) - from) * speed;
  const Vec3 angular = rng.direction() * rng.uniform(0, 2 * kPi * turns);
  const Pose start = Pose::make(rng.rotation(), from).value();
  return Motion::with_velocity(start, velocity, angular, centre).value();
}

Shape random_body(Rng& rng) {
  switch (rng.below(5)) {
    case 0:
      return mesh_of(random_soup(static_cast<int>(10 + rng.below(8)), rng.bits(), 0.5).value());
    case 1: return box_mesh(Vec3(rng.uniform(0.1, 1), rng.uniform(0.1, 1), rng.uniform(0, 1)));
    case 2: return mesh_of(torus(5, 3, 1, 0.3).value());
    case 3: return mesh_of(random_terrain(3, 2, rng.bits(), 0.5).value());
    default: return Shape::box(Vec3(0.4, 0.3, 0.2)).value();
  }
}

TEST(PartImpact, MeshesMeetWhenTheirFirstTrianglesDo) {
  const int count = scaled_count(250);
  int hits = 0, asked = 0;
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    Rng rng(7000 + static_cast<std::uint64_t>(i));
    Shape a = random_body(rng), b = random_body(rng);
    if (a.is_convex() && b.is_convex()) a = box_mesh({1, 0.5, 0.25});
    const double turns = i % 3 == 0 ? 0 : i % 3 == 1 ? 0.5 : 4;
    const PartsFlight s{a, flight(rng, rng.uniform(0, 1), 0.5, turns, a.mass().centroid), b,
                        flight(rng, rng.uniform(3, 5), 2.5, turns, rng.in_box(0.5))};
    const double tolerance = i % 2 ? 1e-3 : 1e-6, margin = i % 5 == 0 ? 0.05 : 0;
    if (!starts_far(s, tolerance, margin)) continue;
    asked++;
    ASSERT_NO_FATAL_FAILURE(expect_between(s, tolerance, margin, hits));
  }
  expect_share(hits, asked);
}

TEST(PartImpact, CompoundsMeetWhenTheirFirstPartsDo) {
  const int count = scaled_count(200);
  int hits = 0, asked = 0;
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    Rng rng(9000 + static_cast<std::uint64_t>(i));
    const Shape a = random_compound(rng), b = i % 3 ? random_compound(rng) : random_body(rng);
    const double turns = i % 4 == 0 ? 0 : i % 4 == 1 ? 0.5 : 3;
    const PartsFlight s{a, flight(rng, rng.uniform(0, 1), 0.5, turns, rng.in_box(1)), b,
                        flight(rng, rng.uniform(3, 4), 2, turns, Vec3::zero())};
    if (!starts_far(s, 1e-5, 0)) continue;
    asked++;
    ASSERT_NO_FATAL_FAILURE(expect_between(s, 1e-5, 0, hits));
  }
  expect_share(hits, asked);
}

TEST(PartImpact, HalfSpaces) {
  const int count = scaled_count(200);
  int hits = 0, asked = 0;
  for (int i = 0; i < count; i++) {
    SCOPED_TRACE(i);
    Rng rng(5000 + static_cast<std::uint64_t>(i));
    const Shape floor = Shape::halfspace(rng.direction(), rng.uniform(-1, 1)).value();
    Shape body = random_body(rng);
    if (body.is_convex()) body = box_mesh({1, 0.5, 0.25});
    // Some tilt, too.
    const Motion tilt =
        Motion::with_velocity(Pose(), Vec3::zero(), i % 2 ? Vec3(rng.in_box(0.5)) : Vec3::zero())
            .value();
    const Vec3 above = floor.sizes() * (floor.plane_offset() + 3);
    const Pose start = Pose::make(rng.rotation(), above).value();
    const Vec3 way = -floor.sizes() * rng.uniform(1, 3.5) + rng.in_box(1);
    const Motion fall = Motion::with_velocity(start, way, rng.in_box(12)).value();
    const PartsFlight s =
        i % 3 ? PartsFlight{floor, tilt, body, fall} : PartsFlight{body, fall, floor, tilt};
    if (!starts_far(s, 1e-5, 0)) continue;
    asked++;
    ASSERT_NO_FATAL_FAILURE(expect_between(s, 1e-5, 0, hits));
  }
  expect_share(hits, asked);
}

/// A needle of a box through a plate of one layer of triangles: between two frames nobody sees it.
TEST(PartImpact, BulletThroughThinPlate) {
  const Shape plate = mesh_of(random_terrain(20, 20, 3, 0).value());
  const Shape bullet = box_mesh({0.01, 0.01, 0.02});
  const auto shot = [&](double x, double y) {
    return PartsFlight{plate, Motion::resting(Pose()), bullet,
                       Motion::with_velocity(at({x, y, 100}), {0, 0, -200}, {0, 0, 500}).value()};
  };
  const Impact hit = shot(0.31, -0.47).impact(1e-6);
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.time, (100 - 0.02) / 200, 1e-6 / 200);
  EXPECT_LE(hit.time, (100 - 0.02) / 200);
  EXPECT_NEAR(hit.normal.z(), 1, 1e-6);
  EXPECT_FALSE(hit.grazing);
  // The triangle below it, which is 0.1 wide.
  const Shape met = plate.sub_shape(hit.sub_a).value().shape;
  for (const Vec3& v : met.vertices()) EXPECT_LT(norm(v - Vec3(0.31, -0.47, 0)), 0.2);
  EXPECT_LT(hit.work.volume_tests, 1000u);
  EXPECT_FALSE(shot(1.03, 0).impact(1e-6).hit);  // beside it
}

/// A ball passes a small triangle within the tolerance, and hits a large one after that. (Which is
/// asked about first: its sphere reaches farther.)
TEST(PartImpact, AGrazeBeforeAHitDoesNotHideTheHit) {
  const Vec3 vertices[] = {{0, 0, 0},     {1, 0, 0},    {0, 1, 0},
                           {3, -20, -20}, {3, 20, -20}, {3, 0, 20}};
  const Triangle triangles[] = {{0, 1, 2}, {3, 4, 5}};
  const Shape both = Shape::mesh(vertices, triangles).value(),
              small = Shape::mesh(vertices, std::span(triangles).first(1)).value();
  const Shape ball = Shape::sphere(0.5).value();
  const Motion flies =
      Motion::with_velocity(at(-2, 0.2, 0.5000003), {7, 0, 0}, Vec3::zero()).value();
  const auto impact = [&](const Shape& mesh) {
    return time_of_impact({ball, flies}, {mesh, Motion::resting({})}, {.absolute_tolerance = 5e-6});
  };
  EXPECT_TRUE(impact(small).hit && impact(small).grazing);
  EXPECT_NEAR(impact(both).time, impact(small).time, 1e-5);  // not that of the contact, 0.64
  EXPECT_FALSE(impact(both).grazing);
}

/// Through the hole of a ring, which its box would not let pass; and against the ring.
TEST(PartImpact, ThroughTheHole) {
  const Shape ring = mesh_of(torus(24, 8, 1, 0.2).value(), {.solid = true});
  const Shape ball = Shape::sphere(0.5).value();
  const auto shot = [&](double x) {
    return time_of_impact(
        {ring, Motion::resting(Pose())},
        {ball, Motion::with_velocity(at({x, 0, 5}), {0, 0, -10}, Vec3::zero()).value()});
  };
  EXPECT_FALSE(shot(0).hit);
  EXPECT_FALSE(shot(0.2).hit);
  EXPECT_TRUE(shot(0.5).hit);
  EXPECT_TRUE(shot(1).hit);
  EXPECT_FALSE(shot(1.8).hit);
}

/// A propeller that turns a thousand times while something comes slowly.
TEST(PartImpact, ManyTurns) {
  const Shape blades = mesh_of(random_terrain(8, 1, 5, 0.02).value());
  const Shape ball = Shape::sphere(0.25).value();
  const double turns = 1000;
  const PartsFlight s{blades,
                      Motion::with_velocity(Pose(), Vec3::zero(), {0, 0, 2 * kPi * turns}).value(),
                      ball, Motion::with_velocity(at({3, 0, 0}), {-2, 0, 0}, Vec3::zero()).value()};
  const Impact impact = s.impact(1e-4);
  ASSERT_TRUE(impact.hit);
  ASSERT_FALSE(impact.undecided);
  // A corner of the square comes by four times a turn: within that the ball moves by 0.0005.
  EXPECT_NEAR(impact.time, (3 - 0.25 - std::sqrt(2)) / 2, 0.001);
  EXPECT_LE(s.distance_of(impact), 1e-4 * (1 + 1e-9));
}

TEST(PartImpact, StartsOverlapping) {
  const Shape surface = box_mesh({1, 1, 1}), solid = box_mesh({1, 1, 1}, true);
  const Shape ball = Shape::sphere(0.25).value();
  const Motion resting = Motion::resting(Pose());
  const Motion away = Motion::with_velocity(Pose(), {3, 0, 0}, Vec3::zero()).value();
  const Impact inside = time_of_impact({solid, resting}, {ball, away});
  EXPECT_TRUE(inside.hit && inside.starts_overlapping);
  EXPECT_EQ(inside.time, 0);
  // Within a surface there is room.
  const Impact within = time_of_impact({surface, resting}, {ball, away});
  EXPECT_TRUE(within.hit);
  EXPECT_FALSE(within.starts_overlapping);
  EXPECT_NEAR(within.time, 0.25, 1e-5);
  const Motion cut = Motion::with_velocity(at({1, 0, 0}), {3, 0, 0}, Vec3::zero()).value();
  const Impact across = time_of_impact({surface, resting}, {ball, cut});
  EXPECT_TRUE(across.hit && across.starts_overlapping);
  EXPECT_NE(across.sub_a.triangle, SubShape::kNone);
}

TEST(PartImpact, SeparatingBodiesDoNotHit) {
  const Shape box = box_mesh({1, 1, 1});
  const Motion resting = Motion::resting(Pose());
  const auto beside = [&](const Vec3& velocity) {
    return time_of_impact(
        {box, resting},
        {box, Motion::with_velocity(at({2 + 1e-7, 0, 0}), velocity, Vec3::zero()).value()},
        {.tolerance = 1e-6});
  };
  EXPECT_FALSE(beside({1, 0, 0}).hit);
  EXPECT_FALSE(beside({0, 1, 0}).hit);
  const Impact closer = beside({-1e-7, 0, 0});
  EXPECT_TRUE(closer.hit);
  EXPECT_GT(closer.time, 0.1);
  EXPECT_LT(closer.time, 1);
}

TEST(PartImpact, HasNoProof) {
  // (Of a box that is closed it has one: ConvexMeshes.ProofsAreChecked.)
  const Shape closed = box_mesh({1, 1, 1});
  const MeshView view = closed.mesh_view();
  const Shape box = Shape::mesh(view.vertices, view.triangles.first(11)).value();
  const Motion here = Motion::resting(Pose()), there = Motion::resting(at({3, 0, 0}));
  const Impact impact = time_of_impact({box, here}, {box, there}, {.proof = true});
  EXPECT_FALSE(impact.hit);
  EXPECT_TRUE(impact.proof.empty());
  const Result<void> verified = verify(impact, {box, here}, {box, there});
  ASSERT_FALSE(verified);
  EXPECT_NE(verified.error().message.find("mesh has no proof"), std::string::npos);
}

/// Whatever they do within the limits, they do not meet before that time: straight at each other,
/// a bay of one around the other, is the worst.
TEST(PartImpact, EarliestImpactIsNotLate) {
  const Shape ring = mesh_of(torus(16, 8, 1, 0.2).value());
  const Shape ball = Shape::sphere(0.5).value();
  for (int i = 0; i < scaled_count(50); i++) {
    Rng rng(300 + static_cast<std::uint64_t>(i));
    const MotionLimits limits{.linear = rng.in_box(2), .angular = rng.in_box(3)};
    const double until = earliest_impact({ring, Pose()}, {}, {ball, Pose()}, limits, 1).value();
    const Motion motion = Motion::with_velocity(Pose(), limits.linear, limits.angular).value();
    const Impact impact = time_of_impact({ring, Motion::resting(Pose())}, {ball, motion});
    EXPECT_GT(until, 0);
    EXPECT_LE(until, impact.time) << i;
  }
}

}  // namespace
}  // namespace glance::test
