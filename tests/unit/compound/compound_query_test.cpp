#include "compound/compound_query.h"

#include <gtest/gtest.h>

#include "glance/contact.h"
#include "glance/derivative.h"
#include "mesh/tree_memory.h"
#include "support/compounds.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance {
using namespace rooms::compound;

namespace {

using test::at;
using test::brute_force;
using test::BruteForce;
using test::kPartVolumes;
using test::random_compound;

/// B so placed that it meets A about every other time.
Pose random_place(const Shape& a, const Pose& pose_a, const Shape& b, Rng& rng) {
  if (b.kind() == ShapeKind::halfspace) {
    return Pose::make(rng.rotation(), pose_a.translation() + Vec3(rng.in_box(a.extent()))).value();
  }
  const double far = (a.bounding_radius() + b.bounding_radius()) * rng.uniform(0, 0.6);
  const Pose turned = Pose::make(rng.rotation(), Vec3::zero()).value();
  const Vec3 centre = pose_a.apply(a.mass().centroid) + rng.direction() * far;
  return Pose::make(turned.rotation(), Vec3(centre - turned.apply(b.mass().centroid))).value();
}

void expect_same_pairs(const std::vector<TouchingParts>& found,
                       const std::vector<TouchingParts>& true_ones) {
  ASSERT_EQ(found.size(), true_ones.size());
  for (std::size_t i = 0; i < found.size(); i++) {
    EXPECT_EQ(found[i].a, true_ones[i].a);
    EXPECT_EQ(found[i].b, true_ones[i].b);
    EXPECT_EQ(found[i].verdict, true_ones[i].verdict);
  }
}

/// The answer of `distance` against all pairs of parts.
void check_distance(const Distance& d, const BruteForce& truth, const Shape& a, const Pose& pose_a,
                    const Shape& b, const Pose& pose_b) {
  const double extent_b =
      b.kind() == ShapeKind::halfspace ? norm(pose_b.translation()) : b.extent();
  const double accuracy = 4e-10 * (a.extent() + extent_b + truth.distance);
  ASSERT_EQ(d.verdict, truth.verdict);
  ASSERT_NEAR(d.distance, truth.distance, accuracy);
  ASSERT_LE(d.lower, d.distance - d.depth);
  ASSERT_GE(d.upper, truth.distance - truth.deepest - accuracy);
  // (The normal of a curved pair may be off by the root of the accuracy, and its points by that
  // much.)
  const Vec3 between = d.point_b - d.point_a;
  ASSERT_NEAR(dot(between, d.normal), d.distance - d.depth, 10 * accuracy);
  ASSERT_NEAR(norm(between - d.normal * (d.distance - d.depth)), 0, 1e-4 * (a.extent() + extent_b));
  const auto sub_a = a.sub_shape(d.sub_a), sub_b = b.sub_shape(d.sub_b);
  ASSERT_TRUE(sub_a && sub_b);
  const Distance of_parts = distance({sub_a->shape, compose(pose_a, sub_a->pose)},
                                     {sub_b->shape, compose(pose_b, sub_b->pose)});
  ASSERT_EQ(of_parts.verdict, d.verdict);
  if (truth.verdict == Verdict::apart) {
    ASSERT_NEAR(of_parts.distance, truth.distance, accuracy);
    if (d.certificate.verdict == Verdict::apart) {
      for (const CompoundPart& x : test::parts_in_world(a, pose_a)) {
        for (const CompoundPart& y : test::parts_in_world(b, pose_b)) {
          ASSERT_TRUE(verify(d.certificate, {x.shape, x.pose}, {y.shape, y.pose}));
        }
      }
    }
  }
  if (truth.verdict != Verdict::overlapping) return;
  ASSERT_GE(d.depth, truth.deepest - accuracy);
  ASSERT_LE(d.upper, -truth.deepest + accuracy);
  const Vec3 out = d.normal * (d.depth + accuracy);
  const Pose moved = Pose::make(pose_b.rotation(), pose_b.translation() + out).value();
  ASSERT_NE(brute_force(a, pose_a, b, moved).verdict, Verdict::overlapping);
}

class Compounds : public testing::TestWithParam<PartVolume> {};

TEST_P(Compounds, EveryAnswerIsThatOfAllPairsOfParts) {
  const int count = test::scaled_count(300);
  int met = 0;
  for (int i = 0; i < count; i++) {
    Rng rng(1000 + static_cast<std::uint64_t>(i));
    const Shape a = random_compound(GetParam(), 3, 1, rng);
    // Another compound, or a body of any convex kind.
    const bool both = rng.below(3) > 0;
    const Shape b = both ? random_compound(kPartVolumes[rng.below(3)], 2, 0.7, rng)
                         : test::random_part(0.8, rng, kConvexKinds);
    const double far = rng.below(4) == 0 ? 1e4 : 1;
    const Pose pose_a = Pose::make(rng.rotation(), Vec3(rng.in_box(far))).value();
    const Pose pose_b = random_place(a, pose_a, b, rng);
    SCOPED_TRACE(i);
    const BruteForce truth = brute_force(a, pose_a, b, pose_b);
    met += truth.verdict != Verdict::apart;

    PairCache cache;
    for (int again = 0; again < 2; again++) {  // the second time from the cache
      const Collision c = collide({a, pose_a}, {b, pose_b}, {.cache = &cache});
      ASSERT_EQ(c.verdict, truth.verdict);
      if (c.verdict == Verdict::apart && c.certificate.verdict == Verdict::apart) {
        for (const CompoundPart& x : test::parts_in_world(a, pose_a)) {
          for (const CompoundPart& y : test::parts_in_world(b, pose_b)) {
            ASSERT_TRUE(verify(c.certificate, {x.shape, x.pose}, {y.shape, y.pose}));
          }
        }
      }
      const Distance d = distance({a, pose_a}, {b, pose_b}, {.cache = &cache});
      ASSERT_NO_FATAL_FAILURE(check_distance(d, truth, a, pose_a, b, pose_b));
      std::vector<TouchingParts> touching;
      touching_parts({a, pose_a}, {b, pose_b}, touching, {.cache = &cache});
      ASSERT_NO_FATAL_FAILURE(expect_same_pairs(touching, truth.touching));

      for (const double part : {0.0, 0.9, 1.1, 3.0}) {
        const double limit = part * truth.distance;
        const Nearness n = *nearer_than({a, pose_a}, {b, pose_b}, limit, {.cache = &cache});
        ASSERT_EQ(n.nearer, truth.verdict == Verdict::overlapping || limit > truth.distance);
        ASSERT_TRUE(n.proved);
        ASSERT_LE(n.lower, d.upper);
        ASSERT_GE(n.upper, d.lower);
      }
      QueryOptions options;
      options.margin = 0.1;
      ASSERT_EQ(collide({a, pose_a}, {b, pose_b}, options.with(cache)).verdict,
                brute_force(a, pose_a, b, pose_b, options.margin).verdict);
      const Distance near = distance({a, pose_a}, {b, pose_b}, options.with(cache));
      ASSERT_EQ(near.verdict, brute_force(a, pose_a, b, pose_b, options.margin).verdict);
      ASSERT_NEAR(near.distance, d.distance, 1e-9);
      options.depth = false;
      options.margin = 0;
      const Distance shallow = distance({a, pose_a}, {b, pose_b}, options.with(cache));
      ASSERT_EQ(shallow.verdict, truth.verdict);
      ASSERT_LE(shallow.lower, d.upper);
      ASSERT_GE(shallow.upper, d.lower);
    }
    // And the other way round.
    ASSERT_EQ(collide({b, pose_b}, {a, pose_a}).verdict, truth.verdict);
    ASSERT_NO_FATAL_FAILURE(check_distance(distance({b, pose_b}, {a, pose_a}),
                                           brute_force(b, pose_b, a, pose_a), b, pose_b, a, pose_a))
        << "the other way round";
  }
  if (test::are_many(count)) {
    EXPECT_GT(met, count * 3 / 10);
    EXPECT_LT(met, count * 7 / 10);
  }
}

TEST_P(Compounds, TouchingIsExact) {
  // Two walls of unit cubes, with one cube missing: they fit together like teeth.
  const Shape cube = Shape::box({0.5, 0.5, 0.5}).value();
  std::vector<CompoundPart> wall;
  for (int i = 0; i < 8; i++) wall.push_back({cube, at(2 * i, 0, 0)});
  for (int i = 0; i < 15; i++) wall.push_back({cube, at(i, 0, -1)});
  const Shape a = Shape::compound(wall, GetParam()).value();
  const Pose up = Pose::make(Quat(0, 1, 0, 0), Vec3(1, 0, 0)).value();  // upside down, in the gaps
  Collision c = collide({a, {}}, {a, up});
  EXPECT_EQ(c.verdict, Verdict::touching);
  const double tiny = 0x1p-40;
  const auto moved = [&](double x, double z) {
    return Pose::make(up.rotation(), Vec3(1 + x, 0, z)).value();
  };
  EXPECT_EQ(collide({a, {}}, {a, moved(tiny, 0)}).verdict, Verdict::overlapping);
  EXPECT_EQ(collide({a, {}}, {a, moved(0, tiny)}).verdict, Verdict::touching);
  EXPECT_EQ(collide({a, {}}, {a, moved(0, -tiny)}).verdict, Verdict::overlapping);
  EXPECT_EQ(distance({a, {}}, {a, up}).verdict, Verdict::touching);
  EXPECT_EQ(distance({a, {}}, {a, moved(0, 1 + tiny)}).distance, tiny);
  EXPECT_EQ(test::touching_list({a, {}}, {a, up}).size(),
            brute_force(a, {}, a, up).touching.size());
}

TEST_P(Compounds, ManyPartsCostFewTests) {
  std::vector<CompoundPart> row;
  for (int i = 0; i < 256; i++) row.push_back({Shape::sphere(0.4).value(), at(i, 0, 0)});
  const Shape a = Shape::compound(row, GetParam()).value();
  const Pose over =
      Pose::make(Quat(std::sqrt(0.5), 0, 0, std::sqrt(0.5)), Vec3(100, -100, 1)).value();
  PairCache cache;
  const Distance d = distance({a, {}}, {a, over}, {.cache = &cache});
  EXPECT_NEAR(d.distance, 0.2, 1e-12);
  EXPECT_EQ(d.sub_a.part, 100u);
  EXPECT_EQ(d.sub_b.part, 100u);
  EXPECT_LT(d.work.volume_tests, 400u);
  EXPECT_LT(d.work.primitive_tests, 10u);
  const Distance again = distance({a, {}}, {a, over}, {.cache = &cache});
  EXPECT_LE(again.work.primitive_tests, d.work.primitive_tests);
  EXPECT_LT(again.work.primitive_tests, 5u);
}

INSTANTIATE_TEST_SUITE_P(Volumes, Compounds, testing::ValuesIn(kPartVolumes),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

TEST(CompoundQuery, OnePartIsThatPart) {
  for (int kind = 0; kind + 1 < kConvexKinds; kind++) {
    Rng rng(7);
    const Shape body = test::random_part(static_cast<ShapeKind>(kind), 1, false, rng);
    const Shape box = Shape::box({0.5, 0.4, 0.3}).value();
    const Shape one = Shape::compound(std::vector<CompoundPart>{{body, {}}}).value();
    for (const double z : {0.1, 1.0, 5.0}) {
      const Distance d = distance({one, {}}, {box, at(0.1, 0.2, z)}),
                     p = distance({body, {}}, {box, at(0.1, 0.2, z)});
      EXPECT_EQ(d.verdict, p.verdict);
      EXPECT_EQ(d.distance, p.distance);
      EXPECT_NEAR(d.depth, p.depth, 1e-9);
      EXPECT_EQ(d.sub_a, (SubShape{0, SubShape::kNone}));
      EXPECT_EQ(d.sub_b, SubShape{});
    }
  }
}

TEST(CompoundQuery, ARememberedPairFollowsAMovingHand) {
  // A palm and three fingers of two joints each, opening and closing beside a row of pegs.
  const Shape joint = Shape::capsule(0.1, 0.3).value();
  const auto finger = [&](double bend) {
    const Pose tip = Pose::make(Quat::from_rotation_vector({bend, 0, 0}), Vec3(0, 0, 0.7)).value();
    return std::vector<CompoundPart>{{joint, {}}, {joint, tip}};
  };
  std::vector<CompoundPart> hand{{Shape::box({0.6, 0.2, 0.4}).value(), at(0, 0, -0.8)}};
  for (int f = 0; f < 3; f++)
    hand.push_back({Shape::compound(finger(0)).value(), at(0.5 * (f - 1), 0, 0)});
  Shape a = Shape::compound(hand).value();
  std::vector<CompoundPart> pegs;
  for (int i = 0; i < 9; i++)
    pegs.push_back({Shape::cylinder(0.1, 0.5).value(), at(0.3 * i - 1.2, -0.435, 0.6)});
  const Shape b = Shape::compound(pegs, PartVolume::sphere).value();
  PairCache cache, other;
  int met = 0;
  const int frames = test::scaled_count(400);
  for (int i = 0; i < frames; i++) {
    const double phase = 6.0 * i / frames;
    std::vector<std::uint32_t> leaves;
    std::vector<Pose> poses;
    for (std::uint32_t f = 0; f < 3; f++) {
      const Pose root = at(0.5 * (f - 1.0), 0, 0);
      leaves.push_back(2 + 2 * f);
      poses.push_back(compose(root, finger(std::sin(phase + f))[1].pose));
    }
    a = a.with_part_poses(leaves, poses).value();
    const Pose pose_b = at(0.2 * std::sin(3 * phase), 0, 0);
    const BruteForce truth = brute_force(a, {}, b, pose_b);
    met += truth.verdict != Verdict::apart;
    ASSERT_EQ(collide({a, {}}, {b, pose_b}, {.cache = &cache}).verdict, truth.verdict) << i;
    ASSERT_NO_FATAL_FAILURE(
        check_distance(distance({a, {}}, {b, pose_b}, {.cache = &cache}), truth, a, {}, b, pose_b))
        << i;
    // A memory of another pair is dropped, or does no harm.
    ASSERT_EQ(collide({b, pose_b}, {a, {}}, {.cache = &other}).verdict, truth.verdict) << i;
    ASSERT_NE(collide({a, {}}, {hand[0].shape, {}}, {.cache = &other}).verdict, Verdict::undecided)
        << i;
  }
  if (test::are_many(frames)) {
    EXPECT_GT(met, frames * 2 / 10);
    EXPECT_LT(met, frames * 8 / 10);
  }
  EXPECT_GT(cache.list_bytes(), 0u);
}

TEST_P(Compounds, MeshesAreParts) {
  const int count = test::scaled_count(150);
  int met = 0;
  for (int i = 0; i < count; i++) {
    Rng rng(500 + static_cast<std::uint64_t>(i));
    const auto mixed = [&] {
      std::vector<CompoundPart> parts;
      for (int k = 0; k < 4; k++) {
        const Pose pose = Pose::make(rng.rotation(), Vec3(rng.in_box(1))).value();
        const bool mesh = rng.below(2) == 0, solid = rng.below(2) == 0;
        parts.push_back(
            {mesh ? test::random_mesh(0.5, solid, rng) : test::random_part(0.5, rng), pose});
      }
      return Shape::compound(parts, GetParam()).value();
    };
    const Shape a = mixed(),
                b = rng.below(2) == 0 ? mixed() : test::random_mesh(0.7, i % 2 == 0, rng);
    ASSERT_TRUE(a.validate()) << a.validate().error().message;
    const Pose pose_a = Pose::make(rng.rotation(), Vec3(rng.in_box(1))).value();
    const Pose pose_b = random_place(a, pose_a, b, rng);
    SCOPED_TRACE(i);
    const BruteForce truth = brute_force(a, pose_a, b, pose_b);
    met += truth.verdict != Verdict::apart;
    PairCache cache;
    for (int again = 0; again < 2; again++) {
      ASSERT_EQ(collide({a, pose_a}, {b, pose_b}, {.cache = &cache}).verdict, truth.verdict);
      const Distance d = distance({a, pose_a}, {b, pose_b}, {.cache = &cache});
      ASSERT_EQ(d.verdict, truth.verdict);
      ASSERT_NEAR(d.distance, truth.distance, 1e-9);
      ASSERT_GE(d.depth, truth.deepest - 1e-9);
      std::vector<TouchingParts> touching;
      touching_parts({a, pose_a}, {b, pose_b}, touching, {.cache = &cache});
      ASSERT_NO_FATAL_FAILURE(expect_same_pairs(touching, truth.touching));
      ASSERT_EQ(
          nearer_than({a, pose_a}, {b, pose_b}, 1.1 * truth.distance, {.cache = &cache})->nearer,
          truth.verdict != Verdict::touching);
      ASSERT_FALSE(
          nearer_than({a, pose_a}, {b, pose_b}, 0.9 * truth.distance, {.cache = &cache})->nearer &&
          truth.verdict != Verdict::overlapping);
    }
    const Vec3 point = pose_a.apply(rng.in_box(1));
    Verdict inside = Verdict::apart;
    for (const CompoundPart& part : test::parts_in_world(a, pose_a)) {
      if (*locate({part.shape, part.pose}, point) == Verdict::overlapping)
        inside = Verdict::overlapping;
    }
    ASSERT_EQ(*locate({a, pose_a}, point), inside);
  }
  if (test::are_many(count)) {
    EXPECT_GT(met, count * 3 / 10);
    EXPECT_LT(met, count * 7 / 10);
  }
}

TEST(CompoundQuery, ContactsAreThoseOfParts) {
  // A table of four legs on a floor of two slabs, pressed in by 0.01.
  std::vector<CompoundPart> table{{Shape::box({1, 1, 0.1}).value(), at(0, 0, 1)}};
  for (const double x : {-0.9, 0.9}) {
    for (const double y : {-0.9, 0.9}) {
      table.push_back({Shape::capsule(0.1, 0.4).value(), at(x, y, 0.5)});
    }
  }
  const Shape slab = Shape::box({5, 5, 0.5}).value();
  const Shape a =
      Shape::compound(std::vector<CompoundPart>{{slab, at(-5, 0, -0.5)}, {slab, at(5, 0, -0.5)}})
          .value();
  const Shape b = Shape::compound(table).value();
  PairCache cache;
  const Contacts c = contacts({a, {}}, {b, at(0, 0, -0.01)}, {.cache = &cache});
  EXPECT_EQ(c.verdict, Verdict::overlapping);
  EXPECT_NEAR(norm(c.normal - Vec3(0, 0, 1)), 0, 1e-9);
  ASSERT_EQ(c.count, 4);
  for (const ContactPoint& p : c.span()) {
    EXPECT_NEAR(p.depth, 0.01, 1e-9);
    EXPECT_NEAR(norm(p.point_a - p.point_b - c.normal * p.depth), 0, 1e-12);
    EXPECT_GE(p.sub_b.part, 1u);
    EXPECT_EQ(p.sub_a.part, p.point_a.x() < 0 ? 0u : 1u);
    EXPECT_NEAR(std::fabs(p.point_a.x()), 0.9, 1e-9);
  }
  // Pressed in a little deeper, the same points meet under the same ids.
  const Contacts again = contacts({a, {}}, {b, at(0, 0, -0.011)}, {.cache = &cache});
  ASSERT_EQ(again.count, 4);
  for (int i = 0; i < 4; i++) EXPECT_EQ(again.points[i].id, c.points[i].id);
  // A gap within the margin.
  QueryOptions options;
  options.margin = 0.05;
  const Contacts near = contacts({a, {}}, {b, at(0, 0, 0.01)}, options.with(cache));
  ASSERT_EQ(near.count, 4);
  for (const ContactPoint& p : near.span()) EXPECT_NEAR(p.depth, -0.01, 1e-9);
  EXPECT_EQ(contacts({a, {}}, {b, at(0, 0, 0.1)}, options.with(cache)).count, 0);
  // How the distance changes.
  const Pose high = at(0.001, 0.002, 0.5);
  const Distance d = distance({a, {}}, {b, high});
  const DistanceDerivative change = derivative(d, {a, {}}, {b, high});
  EXPECT_NEAR(norm(change.translation_b - Vec3(0, 0, 1)), 0, 1e-9);
  EXPECT_NEAR(norm(change.translation_a - Vec3(0, 0, -1)), 0, 1e-9);
}

/// A solid mesh, from -1 to 1.
Shape cube_mesh() {
  const Shape cube = Shape::box({1, 1, 1}).value();
  std::vector<Triangle> triangles;
  for (std::uint32_t f = 0; f < 6; f++) {
    const auto loop = cube.face_vertices(f);
    triangles.push_back({loop[0], loop[1], loop[2]});
    triangles.push_back({loop[0], loop[2], loop[3]});
  }
  return Shape::mesh(cube.vertices(), triangles, {.solid = true}).value();
}

TEST(CompoundQuery, InsideOfASolidPartTheWholeIsNamed) {
  const Shape mesh = cube_mesh(), ball = Shape::sphere(0.25).value();
  const Shape two =
      Shape::compound(std::vector<CompoundPart>{{ball, at(9, 0, 0)}, {mesh, at(0, 5, 0)}}).value();
  const SubShape whole_part{1, SubShape::kNone};
  const Collision c = collide({two, {}}, {ball, at(0, 5, 0)});
  const Distance d = distance({two, {}}, {ball, at(0, 5, 0)});
  EXPECT_EQ(c.verdict, Verdict::overlapping);
  EXPECT_EQ(d.verdict, Verdict::overlapping);
  EXPECT_EQ(c.sub_a, whole_part);
  EXPECT_EQ(d.sub_a, whole_part);
  EXPECT_EQ(d.sub_b, SubShape{});
  const CompoundPart named = two.sub_shape(d.sub_a).value();
  EXPECT_EQ(named.shape.kind(), ShapeKind::mesh);
  EXPECT_EQ(named.shape.mesh_view().triangles.size(), 12u);
  EXPECT_EQ(named.pose.translation(), Vec3(0, 5, 0));
  EXPECT_EQ(collide({named.shape, named.pose}, {ball, at(0, 5, 0)}).verdict, Verdict::overlapping);
  // Of a mesh by itself.
  EXPECT_EQ(collide({mesh, {}}, {ball, {}}).sub_a, SubShape{});
  EXPECT_EQ(mesh.sub_shape({})->shape.kind(), ShapeKind::mesh);
  EXPECT_EQ(two.sub_shape({})->shape.kind(), ShapeKind::compound);
  EXPECT_EQ(two.sub_shape({1, 11})->shape.kind(), ShapeKind::triangle);
  // Those that are not there.
  constexpr std::uint32_t kNone = SubShape::kNone;
  EXPECT_FALSE(two.sub_shape({2, kNone}));
  EXPECT_FALSE(two.sub_shape({kNone, 0}));
  EXPECT_FALSE(two.sub_shape({0, 0}));
  EXPECT_FALSE(two.sub_shape({1, 12}));
  EXPECT_FALSE(mesh.sub_shape({0, 0}));
  EXPECT_FALSE(ball.sub_shape({0, kNone}));
}

TEST(CompoundQuery, ContactsOfMeshes) {
  const Shape mesh = cube_mesh();
  const Shape small = Shape::box({0.5, 0.5, 0.5}).value();
  const Contacts c = contacts({mesh, {}}, {small, at(0.1, 0.2, 1.49)});
  EXPECT_EQ(c.verdict, Verdict::overlapping);
  EXPECT_NEAR(norm(c.normal - Vec3(0, 0, 1)), 0, 1e-9);
  EXPECT_EQ(c.count, 4);
  for (const ContactPoint& p : c.span()) {
    EXPECT_NEAR(p.depth, 0.01, 1e-9);
    EXPECT_NE(p.sub_a.triangle, SubShape::kNone);
    EXPECT_NEAR(p.point_a.z(), 1, 1e-9);
  }
  // Inside: the way out; of a mesh that is convex as of its hull.
  EXPECT_EQ(contacts({mesh, {}}, {small, at(0, 0, 0)}).count, 4);
  std::vector<Vec3> dented(mesh.mesh_view().vertices.begin(), mesh.mesh_view().vertices.end());
  dented[0] *= 0.9;
  const Shape odd = mesh.with_vertices(dented).value();
  EXPECT_EQ(contacts({odd, {}}, {small.scaled(0.5).value(), at(0, 0, 0)}).count, 1);
  EXPECT_EQ(contacts({mesh, {}}, {small, at(0, 0, 2)}).count, 0);
}

TEST(CompoundQuery, SkewedRotationsStayConservative) {
  // Rotations as bad as they may be, nested and in the world: their product is brought back.
  Rng rng(3);
  const auto skewed = [&](const Vec3& t) {
    Mat3 r = rotation_matrix(Quat(rng.rotation()));
    return Pose::make(Mat3(r * (1 + 4.9e-7)), t).value();
  };
  int met = 0;
  const int count = test::scaled_count(150);
  for (int i = 0; i < count; i++) {
    std::vector<CompoundPart> inner, outer;
    for (int k = 0; k < 4; k++)
      inner.push_back({Shape::box({0.5, 0.3, 0.2}).value(), skewed(rng.in_box(1))});
    outer.push_back({Shape::compound(inner).value(), skewed(rng.in_box(1))});
    outer.push_back({Shape::sphere(0.5).value(), skewed(rng.in_box(1))});
    const Shape a = Shape::compound(outer).value();
    const Pose pose_a = skewed(rng.in_box(10)),
               pose_b = skewed(pose_a.translation() + 2.2 * rng.direction());
    const BruteForce truth = brute_force(a, pose_a, a, pose_b);
    met += truth.verdict != Verdict::apart;
    EXPECT_EQ(collide({a, pose_a}, {a, pose_b}).verdict, truth.verdict);
    EXPECT_NEAR(distance({a, pose_a}, {a, pose_b}).distance, truth.distance, 1e-9);
  }
  if (test::are_many(count)) {
    EXPECT_GT(met, 0.3 * count);
    EXPECT_LT(met, 0.7 * count);
  }
}

TEST(CompoundQuery, PointsAreLocatedInTheUnion) {
  const Shape cube = Shape::box({1, 1, 1}).value();
  const Shape two =
      Shape::compound(std::vector<CompoundPart>{{cube, at(-1, 0, 0)}, {cube, at(1, 0.5, 0)}})
          .value();
  const Pose pose = at(10, 0, 0);
  EXPECT_EQ(*locate({two, pose}, {9, 0, 0}), Verdict::overlapping);
  EXPECT_EQ(*locate({two, pose}, {11, 1.2, 0}), Verdict::overlapping);
  EXPECT_EQ(*locate({two, pose}, {9, 1.2, 0}), Verdict::apart);
  EXPECT_EQ(*locate({two, pose}, {12, 0, 0}), Verdict::touching);
  EXPECT_EQ(*locate({two, pose}, {10, 0, 0}), Verdict::touching);  // where the parts meet
  EXPECT_FALSE(locate({two, pose}, {std::nan(""), 0, 0}));
}

}  // namespace
}  // namespace glance
