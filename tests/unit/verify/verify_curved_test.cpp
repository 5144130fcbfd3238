// True certificates of curved pairs and half-spaces pass, and each single thing altered makes
// them fail.
#include "verify/verify_curved.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <map>
#include <string>

#include "glance/query.h"
#include "glance/rng.h"
#include "glance/tolerance.h"
#include "support/all_kinds.h"
#include "support/cube.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::referee;

namespace {

constexpr const char* kNotSeparating = "the direction does not separate";
constexpr const char* kShallow = "the point does not show it";
constexpr const char* kHeights = "exact heights above the plane say";

struct CurvedScene {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  double margin = 0;

  Result<void> verify(const Certificate& c) const {
    return verify_curved(c, a, pose_a, b, pose_b, margin);
  }
  CurvedScene with_margin(double m) const { return {a, pose_a, b, pose_b, m}; }
  /// Both bodies moved the same way.
  CurvedScene moved(const Vec3& by) const {
    return {a, at(pose_a.translation() + by), b, at(pose_b.translation() + by), margin};
  }
};

/// Those made by hand name points in the world.
Certificate from_world(Certificate c, const CurvedScene& scene) {
  c.point -= scene.pose_a.translation();
  return c;
}

::testing::AssertionResult proves(const Certificate& c, const CurvedScene& scene) {
  const Result<void> result = scene.verify(c);
  if (result) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << result.error().message;
}

::testing::AssertionResult holds(const Certificate& c, const CurvedScene& scene) {
  return proves(from_world(c, scene), scene);
}

::testing::AssertionResult fails(const Certificate& c, const CurvedScene& scene,
                                 const std::string& reason) {
  const Result<void> result = scene.verify(from_world(c, scene));
  if (result) return ::testing::AssertionFailure() << "accepted";
  if (result.error().message.find(reason) != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "for another reason: " << result.error().message;
}

Certificate claim(Verdict verdict, const Vec3& direction, const Vec3& point) {
  Certificate c;
  c.verdict = verdict;
  c.direction = direction;
  c.point = point;
  return c;
}
Certificate apart(const Vec3& d) { return claim(Verdict::apart, d, Vec3::zero()); }
Certificate overlapping_at(const Vec3& x) { return claim(Verdict::overlapping, Vec3::zero(), x); }
Certificate with_vertex(Verdict verdict, std::uint32_t a, std::uint32_t b) {
  Certificate c = claim(verdict, Vec3::zero(), Vec3::zero());
  c.pair_count = 1;
  c.pairs[0] = {a, b};
  return c;
}

// --- Half-spaces, exact. ---

const Shape kBase = Shape::halfspace({0, 0, 1}, 0.5).value();
const Shape kRoof = Shape::halfspace({0, 0, -1}, -2).value();  // z >= 2

/// A cube with its bottom at this height above the floor.
CurvedScene cube_above(double height, double rounding = 0) {
  return {kBase, {}, kCube.rounded(rounding).value(), at({3, 4, 1.5 + height})};
}
CurvedScene mirrored(const CurvedScene& s) { return {s.b, s.pose_b, s.a, s.pose_a, s.margin}; }

void expect_only(Verdict truth, const CurvedScene& scene) {
  for (Verdict v : {Verdict::apart, Verdict::touching, Verdict::overlapping}) {
    for (bool swap : {false, true}) {
      const Certificate c = with_vertex(v, swap ? 1 : 0, swap ? 0 : 1);
      const CurvedScene& asked = swap ? mirrored(scene) : scene;
      if (v == truth) {
        EXPECT_TRUE(holds(c, asked)) << to_string(v);
      } else {
        EXPECT_TRUE(fails(c, asked, kHeights)) << to_string(v);
      }
    }
  }
}

TEST(VerifyHalfspace, FlatCores) {
  expect_only(Verdict::apart, cube_above(0x1p-50));
  expect_only(Verdict::touching, cube_above(0));
  expect_only(Verdict::overlapping, cube_above(-0x1p-50));
  expect_only(Verdict::overlapping, cube_above(-100));
  for (double r : {0.25, 3.0}) {
    expect_only(Verdict::apart, cube_above(r + 0x1p-40, r));
    expect_only(Verdict::touching, cube_above(r, r));
    expect_only(Verdict::overlapping, cube_above(r - 0x1p-40, r));
    expect_only(Verdict::touching, cube_above(r).with_margin(r));
    expect_only(Verdict::touching, cube_above(2 * r, r).with_margin(r));
    expect_only(Verdict::overlapping, cube_above(2 * r, r).with_margin(r * (1 + 0x1p-50)));
    expect_only(Verdict::apart, cube_above(2 * r, r).with_margin(r * (1 - 0x1p-50)));
  }
  expect_only(Verdict::touching, cube_above(0).with_margin(-1));
  expect_only(Verdict::touching, cube_above(0).with_margin(kNan));
  expect_only(Verdict::apart, cube_above(1).with_margin(kNan));
}

TEST(VerifyHalfspace, NamedVertex) {
  for (double height : {0.0, -0.5}) {
    const Verdict v = height == 0 ? Verdict::touching : Verdict::overlapping;
    const CurvedScene scene = cube_above(height);
    Certificate none = with_vertex(v, 0, 99);
    none.pair_count = 0;
    EXPECT_TRUE(holds(none, scene));
    EXPECT_TRUE(fails(with_vertex(v, 0, 7), scene, "vertex 7 of B does not show"));
    EXPECT_TRUE(fails(with_vertex(v, 7, 0), mirrored(scene), "vertex 7 of A does not show"));
    EXPECT_TRUE(fails(with_vertex(v, 0, 8), scene, "vertex 8 of B, which has 8 vertices"));
    EXPECT_TRUE(fails(with_vertex(v, 1, 0), scene, "vertex 1 of A, a half-space"));
    Certificate two = with_vertex(v, 0, 0);
    two.pair_count = 2;
    EXPECT_TRUE(fails(two, scene, "pair_count is 2"));
  }
  EXPECT_TRUE(holds(with_vertex(Verdict::apart, 0, 7), cube_above(1)));
  EXPECT_TRUE(fails(with_vertex(Verdict::apart, 0, 8), cube_above(1), "names vertex 8"));
}

TEST(VerifyHalfspace, TwoOfThem) {
  const auto only = [](Verdict truth, const CurvedScene& scene) {
    for (Verdict v : {Verdict::apart, Verdict::touching, Verdict::overlapping}) {
      const Result<void> result = scene.verify(claim(v, {0, 0, 1}, {0, 0, 0}));
      EXPECT_EQ(result.has_value(), v == truth) << to_string(v);
    }
  };
  const CurvedScene facing{kBase, {}, kRoof, {}};  // 1.5 apart
  only(Verdict::apart, facing);
  only(Verdict::apart, mirrored(facing));
  only(Verdict::apart, facing.with_margin(1.5 - 0x1p-40));
  only(Verdict::touching, facing.with_margin(1.5));
  only(Verdict::overlapping, facing.with_margin(1.5 + 0x1p-40));
  only(Verdict::touching, {kBase.rounded(0.5).value(), {}, kRoof.rounded(1).value(), {}});
  only(Verdict::overlapping, {kBase, {}, kRoof, at({0, 0, -1.75})});
  only(Verdict::overlapping, {kBase, {}, kBase, at({0, 0, 100})});
  // The least tilt makes them meet somewhere.
  Mat3 tilted = Mat3::identity();
  tilted(0, 2) = 0x1p-60;
  only(Verdict::overlapping, {kBase, {}, kRoof, Pose::make(tilted, {0, 0, 0}).value()});
}

// --- Curved cores. ---

const Shape kCylinder = Shape::cylinder(1, 2).value();
const Shape kCone = Shape::cone(1.5, 2).value();  // its side: normal (0.8, 0, 0.3) * 1 / 0.854..
const Shape kEllipsoid = Shape::ellipsoid({1, 2, 3}).value();

/// Pairs along x that are `gap` apart there, and the x where A ends.
struct AlongX {
  CurvedScene scene;
  double end;
};
std::vector<AlongX> along_x(double gap) {
  std::vector<AlongX> pairs;
  const auto add = [&](const Shape& a, double reach_a, const Shape& b, double reach_b, double z) {
    pairs.push_back({{a, {}, b, at({reach_a + reach_b + gap, 0, z})}, reach_a});
    pairs.push_back({pairs.back().scene.moved({8, -16, 4}), reach_a + 8});
  };
  add(kCylinder, 1, kCylinder, 1, 0.5);
  add(kCylinder, 1, kEllipsoid, 1, 0.5);
  add(kEllipsoid, 1, kEllipsoid, 1, 0);
  add(kCone, 1.5, kCylinder, 1, -1);
  add(kCylinder.rounded(0.5).value(), 1.5, kCone.rounded(0.25).value(), 1.75, 1);
  add(kEllipsoid, 1, kCube, 1, 0.5);
  add(kCylinder, 1, Shape::sphere(0.5).value(), 0.5, 1);
  add(Shape::capsule(0.5, 1).value(), 0.5, kEllipsoid, 1, 0.25);
  add(kCylinder, 1, Shape::point({0, 0, 0}).value(), 0, 1);
  add(Shape::halfspace({1, 0, 0}, 1).value(), 1, kCylinder, 1, 7);
  add(Shape::halfspace({1, 0, 0}, 1)->rounded(0.5).value(), 1.5, kEllipsoid, 1, 7);
  add(kCone, 1.5, Shape::halfspace({-1, 0, 0}, 0)->rounded(0.5).value(), 0.5, 7);
  return pairs;
}
bool has_plane(const CurvedScene& s) {
  return s.a.kind() == ShapeKind::halfspace || s.b.kind() == ShapeKind::halfspace;
}
/// A point on the line where A and B of those pairs are nearest.
Vec3 between(const AlongX& pair, double x) {
  const Shape& a = pair.scene.a;
  const bool by_b = a.kind() == ShapeKind::cylinder || a.kind() == ShapeKind::halfspace;
  Vec3 p = (by_b ? pair.scene.pose_b : pair.scene.pose_a).translation();
  const ShapeKind rim = (by_b ? pair.scene.b : a).kind();
  if (rim == ShapeKind::cone) p.z() -= 2;
  if (a.kind() == ShapeKind::capsule) p.z() = pair.scene.pose_b.translation().z();
  p.x() = x;
  return p;
}

TEST(VerifyCurved, Apart) {
  for (const AlongX& pair : along_x(0.125)) {
    const CurvedScene& scene = pair.scene;
    SCOPED_TRACE(describe(scene.a) + " and " + describe(scene.b));
    for (const Vec3& d : std::initializer_list<Vec3>{
             {1, 0, 0}, {1e-300, 0, 0}, {1e300, 0, 0}, {5e-324, 0, 0}, {1, 0.01, -0.01}}) {
      EXPECT_TRUE(holds(apart(d), scene)) << d;
    }
    EXPECT_TRUE(holds(apart({1, 0, 0}), scene.with_margin(0.125 - 0x1p-50)));
    EXPECT_TRUE(fails(apart({1, 0, 0}), scene.with_margin(0.125), kNotSeparating));
    EXPECT_TRUE(holds(apart({1, 0, 0}), scene.with_margin(-1)));
    EXPECT_TRUE(holds(apart({1, 0, 0}), scene.with_margin(kNan)));
    EXPECT_TRUE(fails(apart({1, 0, 0}), scene.with_margin(kInfinity), "infinite margin"));
    const Vec3 middle = between(pair, pair.end + 0.0625);
    EXPECT_TRUE(fails(claim(Verdict::touching, {1, 0, 0}, middle), scene, kShallow));
    EXPECT_TRUE(fails(overlapping_at(middle), scene, kShallow));
    EXPECT_TRUE(fails(overlapping_at(middle), scene.with_margin(0.125), kShallow));
    EXPECT_TRUE(holds(overlapping_at(middle), scene.with_margin(0.125 + 0x1p-50)));
    EXPECT_TRUE(holds(claim(Verdict::touching, {1, 0, 0}, middle), scene.with_margin(0.125)));
    if (has_plane(scene)) {  // its own normal counts
      EXPECT_TRUE(holds(apart({kNan, 0, 0}), scene));
      continue;
    }
    EXPECT_TRUE(fails(apart({-1, 0, 0}), scene, kNotSeparating));
    EXPECT_TRUE(fails(apart({1, 1, 0}), scene, kNotSeparating));
    EXPECT_TRUE(fails(apart({0, 0, 0}), scene, "the direction is zero"));
    EXPECT_TRUE(fails(apart({kNan, 0, 0}), scene, "the direction is not finite"));
    EXPECT_TRUE(fails(apart({0, kInfinity, 0}), scene, "the direction is not finite"));
  }
}

TEST(VerifyCurved, Touching) {
  for (const AlongX& pair : along_x(0)) {
    const CurvedScene& scene = pair.scene;
    SCOPED_TRACE(describe(scene.a) + " and " + describe(scene.b));
    const Vec3 x = between(pair, pair.end);
    const Certificate good = claim(Verdict::touching, {1, 0, 0}, x);
    EXPECT_TRUE(holds(good, scene));
    EXPECT_TRUE(fails(good, scene.with_margin(1e-6), kNotSeparating));
    EXPECT_TRUE(fails(apart({1, 0, 0}), scene, kNotSeparating));
    EXPECT_TRUE(fails(overlapping_at(x), scene, kShallow));
    EXPECT_TRUE(holds(overlapping_at(x), scene.with_margin(0x1p-50)));
    Certificate c = good;
    c.point.z() += 5;
    if (scene.b.kind() != ShapeKind::halfspace) {
      EXPECT_TRUE(fails(c, scene, kShallow));
    }
    c.point.z() = kNan;
    EXPECT_TRUE(fails(c, scene, "the point is not finite"));
    if (has_plane(scene)) continue;
    c = good;
    c.direction = {1, 1e-3, 1e-3};
    EXPECT_TRUE(fails(c, scene, kNotSeparating));
    c.direction = Vec3::zero();
    EXPECT_TRUE(fails(c, scene, "the direction is zero"));
  }
}

TEST(VerifyCurved, Overlapping) {
  for (const AlongX& pair : along_x(-0.125)) {
    const CurvedScene& scene = pair.scene;
    SCOPED_TRACE(describe(scene.a) + " and " + describe(scene.b));
    const Vec3 x = between(pair, pair.end - 0.0625);
    EXPECT_TRUE(fails(overlapping_at(x + Vec3(0, 60, 0)), scene, kShallow));
    EXPECT_TRUE(fails(overlapping_at({kInfinity, 0, 0}), scene, "the point is not finite"));
    EXPECT_TRUE(fails(apart({1, 0, 0}), scene, kNotSeparating));
    EXPECT_TRUE(fails(claim(Verdict::touching, {1, 0, 0}, x), scene, kNotSeparating));
    if (scene.b.kind() == ShapeKind::point) {
      // The point of A where B is shows it; one beside that only if it is deep enough.
      EXPECT_TRUE(holds(overlapping_at(scene.pose_b.translation()), scene));
      EXPECT_TRUE(holds(overlapping_at(between(pair, pair.end - 0.25)), scene));
      EXPECT_TRUE(fails(overlapping_at(between(pair, pair.end)), scene, kShallow));
    } else {
      EXPECT_TRUE(holds(overlapping_at(x), scene));
      EXPECT_TRUE(holds(overlapping_at(x), scene.with_margin(1)));
      EXPECT_TRUE(holds(overlapping_at(x), scene.with_margin(kInfinity)));
    }
  }
}

TEST(VerifyCurved, Form) {
  const CurvedScene scene{kCylinder, {}, kCone, {}};
  EXPECT_TRUE(fails({}, scene, "an undecided certificate proves nothing"));
  EXPECT_TRUE(
      fails(claim(static_cast<Verdict>(4), {1, 0, 0}, {0, 0, 0}), scene, "unknown verdict 4"));
}

// --- How good the measurements are. ---

/// A point whose distance is known, as the centre of a ball that only just reaches the body, and
/// the ball a trifle larger and smaller.
TEST(VerifyCurved, DistanceOfPoints) {
  Rng rng(3);
  for (const Shape& a : all_bounded_kinds()) {
    if (a.has_flat_core() && a.rounding() > 0) continue;
    for (int i = 0; i < scaled_count(20); i++) {
      const Vec3 x = rng.in_box(2.5);
      const Pose pose = Pose::make(rng.rotation(), rng.in_box(0.5)).value();
      const Shape centre = Shape::point({0, 0, 0}).value();
      const Distance d = distance({a, pose}, {centre, at(x)});
      if (d.distance < 1e-3) continue;
      SCOPED_TRACE(describe(a));
      // (A cylinder takes part, so that the pair is curved: for flat ones a needle in the ball.)
      const Shape tip = Shape::ellipsoid({1e-9, 1e-9, 1e-9}).value();
      const auto ball = [&](double r) {
        return CurvedScene{a, pose, tip.rounded(r).value(), at(x)};
      };
      EXPECT_TRUE(holds(overlapping_at(x), ball(d.upper + 1e-8)));
      EXPECT_TRUE(fails(overlapping_at(x), ball(d.lower - 1e-8), kShallow));
    }
  }
}

/// Whether a local point is in the core, up to some 1e-15.
double core_measure(const Shape& shape, const Vec3& p) {
  const Vec3 s = shape.sizes();
  const double rho = std::hypot(p.x(), p.y());
  if (shape.kind() == ShapeKind::ellipsoid) {
    return norm({p.x() / s.x(), p.y() / s.y(), p.z() / s.z()}) - 1;
  }
  if (shape.kind() == ShapeKind::cylinder) {
    return std::max(rho / s.x(), std::fabs(p.z()) / s.z()) - 1;
  }
  return std::max(-p.z() / s.z() - 1, rho / s.x() - (s.z() - p.z()) / (2 * s.z()));
}

/// A point of A proves that points as near as it is deep are in A, and no others.
TEST(VerifyCurved, DepthOfPoints) {
  Rng rng(4);
  int granted = 0, inside = 0, tight = 0;
  const int count = scaled_count(600);
  for (int i = 0; i < count; i++) {
    const Shape a = i % 3 == 0   ? Shape::cylinder(1, rng.uniform(0.1, 2)).value()
                    : i % 3 == 1 ? Shape::cone(1, rng.uniform(0.1, 2)).value()
                                 : Shape::ellipsoid({1, rng.uniform(0.1, 2), 0.5}).value();
    const Vec3 x = rng.in_box(0.7);
    if (core_measure(a, x) > 0) continue;
    const Pose pose = Pose::make(rng.rotation(), {0, 0, 0}).value();
    // How far from x a point must be refused in every direction, by halving.
    double low = 0, high = 2;
    const CurvedScene here{a, pose, Shape::point({0, 0, 0}).value(), {}};
    const auto shows = [&](double r) {
      CurvedScene scene = here;
      scene.pose_b = at(pose.apply(x) + Vec3(0, 0, r));
      return scene.verify(from_world(overlapping_at(pose.apply(x)), scene)).has_value();
    };
    inside++;
    if (!shows(0)) continue;
    granted++;
    for (int step = 0; step < 40; step++) {
      const double r = 0.5 * (low + high);
      (shows(r) ? low : high) = r;
    }
    double nearest_out = 10;
    for (int j = 0; j < 300; j++) {
      const Vec3 u = rng.direction();
      ASSERT_LT(core_measure(a, x + u * (low * (1 - 1e-9))), 0) << describe(a) << i;
      // By halving again: where the ray leaves the body.
      double in = 0, out = 5;
      for (int step = 0; step < 30; step++) {
        const double r = 0.5 * (in + out);
        (core_measure(a, x + u * r) < 0 ? in : out) = r;
      }
      nearest_out = std::min(nearest_out, out);
    }
    tight += nearest_out < low * 1.1 + 1e-3;
  }
  EXPECT_EQ(granted, inside);
  if (count >= 300) {
    EXPECT_GT(inside, count / 10);
    EXPECT_GT(tight, inside * 3 / 4);
  }
}

/// Poses that stretch and shrink as much as Pose::make takes.
TEST(VerifyCurved, StretchedPoses) {
  for (double bend : {4.9e-7, -4.9e-7}) {
    const double radius = 1 + bend;  // of a body of radius 1, in the world
    const Pose pose = Pose::make(Mat3(Mat3::identity() * (1 + bend)), {0, 0, 0}).value();
    for (const Shape& a : {kCylinder, Shape::ellipsoid({1, 1, 1}).value()}) {
      const auto point_at = [&](double x) {
        return CurvedScene{a, pose, Shape::point({0, 0, 0}).value(), at({x, 0, 0})};
      };
      const Vec3 in(radius - 1e-9, 0, 0), out(radius + 1e-9, 0, 0), x(1, 0, 0);
      EXPECT_TRUE(holds(overlapping_at(in), point_at(in.x())));
      EXPECT_TRUE(fails(overlapping_at(out), point_at(out.x()), kShallow));
      EXPECT_TRUE(fails(apart(x), point_at(in.x()), kNotSeparating));
      EXPECT_TRUE(holds(apart(x), point_at(out.x())));
      // From the centre, which is as deep as the radius or a little less.
      EXPECT_TRUE(holds(overlapping_at({0, 0, 0}), point_at(radius - 4e-6)));
      EXPECT_TRUE(fails(overlapping_at({0, 0, 0}), point_at(out.x()), kShallow));
      // From outside.
      const Shape far = Shape::sphere(1).value();
      const auto ball_at = [&](double c) { return CurvedScene{a, pose, far, at({c, 0, 0})}; };
      EXPECT_TRUE(holds(overlapping_at({1 + in.x(), 0, 0}), ball_at(1 + in.x())));
      EXPECT_TRUE(fails(overlapping_at({1 + out.x(), 0, 0}), ball_at(1 + out.x()), kShallow));
    }
  }
}

// --- The library's answers. ---

/// Random pairs of curved kinds and every kind, three in ten brought to contact. `wanted` gets
/// each answer.
template <class Wanted>
void for_library_answers(std::uint64_t seed, int count, const Wanted& wanted) {
  Rng rng(seed);
  const std::vector<Shape> shapes = all_kinds();
  for (int i = 0; i < count; i++) {
    const auto any = [&] { return shapes[rng.below(static_cast<std::uint32_t>(shapes.size()))]; };
    const Shape a = any(), b = any();
    if (a.has_flat_core() && b.has_flat_core()) continue;
    const double spread = rng.chance(0.5) ? 0.5 : 1.2;
    CurvedScene scene{a, Pose::make(rng.rotation(), rng.in_box(spread)).value(), b,
                      Pose::make(rng.rotation(), rng.in_box(spread)).value()};
    QueryOptions options;
    if (rng.chance(0.5)) scene.margin = options.margin = rng.uniform(0, 0.5);
    if (rng.chance(0.3)) {
      const Distance d = distance({a, scene.pose_a}, {b, scene.pose_b});
      if (!std::isfinite(d.depth)) continue;
      const Vec3 shift = d.normal * (d.distance - d.depth - scene.margin);
      scene.pose_b =
          Pose::make(scene.pose_b.rotation(), scene.pose_b.translation() - shift).value();
    }
    wanted(collide({a, scene.pose_a}, {b, scene.pose_b}, options).certificate, scene);
    wanted(distance({a, scene.pose_a}, {b, scene.pose_b}, options).certificate, scene);
  }
}

/// Sizes and roundings beside the line, which does not tell those of curved bodies.
std::string line(const CurvedScene& s) {
  return fmt::format("{} ({}) and {} ({}), margin {}: {}", describe(s.a), s.a.rounding(),
                     describe(s.b), s.b.rounding(), s.margin,
                     dump_query({s.a, s.pose_a}, {s.b, s.pose_b}));
}

TEST(VerifyCurvedLibrary, ApartAndTouching) {
  std::map<Verdict, int> passed;
  const int count = scaled_count(2500);
  for_library_answers(5, count, [&](const Certificate& c, const CurvedScene& scene) {
    if (c.verdict == Verdict::overlapping || c.verdict == Verdict::undecided) return;
    ASSERT_TRUE(proves(c, scene)) << line(scene);
    passed[c.verdict]++;
    Certificate other = c;
    other.verdict = Verdict::overlapping;
    if (c.verdict == Verdict::apart) {
      ASSERT_FALSE(scene.verify(other)) << line(scene);
    }
  });
  if (count < 500) return;  // too few to be a sample
  EXPECT_GT(passed[Verdict::apart], count / 4);
  EXPECT_GT(passed[Verdict::touching], count / 10);
}

TEST(VerifyCurvedLibrary, OverlappingHalfspaces) {
  int passed = 0;
  const int count = scaled_count(2500);
  for_library_answers(6, count, [&](const Certificate& c, const CurvedScene& scene) {
    if (c.verdict != Verdict::overlapping || !has_plane(scene)) return;
    ASSERT_TRUE(proves(c, scene)) << line(scene);
    passed++;
    Certificate other = c;
    other.verdict = Verdict::apart;
    ASSERT_FALSE(scene.verify(other)) << line(scene);
  });
  if (count < 500) return;  // too few to be a sample
  EXPECT_GT(passed, count / 40);
}

TEST(VerifyCurvedLibrary, OverlappingCurved) {
  int passed = 0;
  const int count = scaled_count(2500);
  for_library_answers(7, count, [&](const Certificate& c, const CurvedScene& scene) {
    if (c.verdict != Verdict::overlapping || has_plane(scene)) return;
    EXPECT_TRUE(proves(c, scene)) << line(scene);
    passed++;
    Certificate other = c;
    other.verdict = Verdict::apart;
    EXPECT_FALSE(scene.verify(other)) << line(scene);
  });
  if (count < 500) return;  // too few to be a sample
  EXPECT_GT(passed, count / 4);
}

}  // namespace
}  // namespace glance::test
