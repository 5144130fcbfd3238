// Meshes that are exactly convex are answered as their hulls: with the answers of the search for
// triangles (another ListPolicy), and those of Shape::hull where they are solid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "glance/contact.h"
#include "glance/convexity.h"
#include "glance/impact.h"
#include "glance/world.h"
#include "support/convex_soup.h"
#include "support/cube.h"
#include "support/kind_check.h"
#include "support/sample_share.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

/// A convex body as its hull and as a mesh; or of another convex kind, then both are that.
struct ConvexSpecimen {
  Shape hull, mesh;

  bool is_mesh() const { return !mesh.is_convex(); }
  bool solid() const { return mesh.is_convex() || mesh.mesh_view().solid; }
};

Shape some_hull(Rng& rng, int kind) {
  switch (kind) {
    case 0: return Shape::box({1, 2, 3}).value();
    case 1: return grid_hull(rng, 5 + static_cast<int>(rng.below(12)), 2);
    case 2: return round_hull(rng, 6 + static_cast<int>(rng.below(30)), 2);
    case 3: return prism_hull(3 + static_cast<int>(rng.below(12)), 1, 1.5);
    default: return Shape::box({1, 2, 1e-4}).value();
  }
}

ConvexSpecimen make_convex_mesh(Rng& rng) {
  const int kind = static_cast<int>(rng.below(5));
  // (Of kind hull: boxes have formulas of their own.)
  const Shape hull = Shape::hull(some_hull(rng, kind).vertices()).value();
  const TriangleSoup soup = soup_of_hull(hull, kind < 2 ? static_cast<int>(rng.below(3)) : 0);
  return {hull, Shape::mesh(soup, {.solid = rng.chance(0.6)}).value()};
}

ConvexSpecimen make_any_convex(Rng& rng) {
  if (rng.chance(0.7)) return make_convex_mesh(rng);
  Shape shape = kCube;
  switch (rng.below(6)) {
    case 0: shape = Shape::sphere(1).value(); break;
    case 1: shape = Shape::capsule(0.5, 1).value(); break;
    case 2: shape = Shape::triangle({0, 0, 0}, {2, 0, 0}, {0, 3, 0}).value(); break;
    case 3: shape = Shape::segment({-1, -1, -1}, {1, 1, 1}).value(); break;
    case 4: shape = kCube.rounded(0.25).value(); break;
    default: break;
  }
  return {shape, shape};
}

struct ConvexCase {
  ConvexSpecimen a, b;
  Pose pose_a, pose_b;

  double size() const {
    return a.hull.extent() + b.hull.extent() + norm(pose_a.translation() - pose_b.translation());
  }
  bool solid() const { return a.solid() && b.solid(); }
  /// Another size may have cost it that, by the rounding of vertices in the middle of faces.
  bool is_convex() const {
    const auto still = [](const ConvexSpecimen& s) {
      return !s.is_mesh() || convexity(s.mesh)->exactly_convex;
    };
    return still(a) && still(b);
  }
  Distance hulls() const { return distance({a.hull, pose_a}, {b.hull, pose_b}); }
};

/// One in four on a grid, so that they touch; one in four small, so that it may be inside.
ConvexCase make_convex_case(int index) {
  Rng rng(static_cast<std::uint64_t>(index));
  ConvexCase c{make_convex_mesh(rng), make_any_convex(rng), {}, {}};
  const int way = index % 4;
  const auto direction = [&] {
    Vec3 d;
    do {
      d = {rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)};
    } while (!(norm(d) > 0.1));
    return d;
  };
  if (way == 0) {
    const auto whole = [&] { return static_cast<double>(rng.below(9)) - 4; };
    const double x = whole(), y = whole(), z = whole();
    c.pose_b = at(x, y, z);
  } else {
    if (way == 1) {
      const double scale = rng.uniform(0.05, 0.5);
      c.b = {c.b.hull.scaled(scale).value(), c.b.mesh.scaled(scale).value()};
    }
    const double reach = 0.75 * (c.a.hull.extent() + c.b.hull.extent());
    c.pose_a = turned(direction(), direction() * 3);
    c.pose_b = turned(direction(),
                      c.pose_a.translation() + normalized(direction()) * rng.uniform(0, reach));
  }
  if (rng.chance(0.5)) {
    std::swap(c.a, c.b);
    std::swap(c.pose_a, c.pose_b);
  }
  return c;
}

const QueryOptions kSearch{.tuning = {.list = {.policy = ListPolicy::deferred}}};

CompoundPart named_part(const Shape& body, const SubShape& sub, const Pose& pose) {
  const CompoundPart part = body.sub_shape(sub).value();
  return {part.shape, compose(pose, part.pose)};
}

/// Apart: by a direction that separates the hulls. Else about two triangles that meet so.
void expect_proved(const ConvexCase& c, Verdict verdict, const Certificate& certificate,
                   const SubShape& sub_a, const SubShape& sub_b, double margin = 0) {
  if (certificate.verdict == Verdict::undecided) return;
  ASSERT_EQ(certificate.verdict, verdict);
  const bool whole = verdict == Verdict::apart;
  const CompoundPart a =
      whole ? CompoundPart{c.a.hull, c.pose_a} : named_part(c.a.mesh, sub_a, c.pose_a);
  const CompoundPart b =
      whole ? CompoundPart{c.b.hull, c.pose_b} : named_part(c.b.mesh, sub_b, c.pose_b);
  const Result<void> proved = verify(certificate, a, b, margin);
  EXPECT_TRUE(proved) << proved.error().message;
}

double from_named(const Shape& body, const SubShape& sub, const Pose& pose, const Vec3& point) {
  return distance(named_part(body, sub, pose), CompoundPart{Shape::point(point).value(), {}})
      .distance;
}

TEST(ConvexMeshes, AgreeWithTheSearchAndWithHulls) {
  int hits = 0, touching = 0, inside = 0, by_search = 0, as_hulls = 0;
  const int count = scaled_count(3000);
  for (const int i : random_cases(count)) {
    SCOPED_TRACE(i);
    const ConvexCase c = make_convex_case(i);
    const PlacedShape a{c.a.mesh, c.pose_a}, b{c.b.mesh, c.pose_b};
    const bool convex = c.is_convex();
    if (i % 4 != 1) {
      ASSERT_TRUE(convex);
    }
    as_hulls += convex;
    const Distance hulls = c.hulls();
    const Collision fast = collide(a, b), slow = collide(a, b, kSearch);
    ASSERT_EQ(to_string(fast.verdict), to_string(slow.verdict));
    const bool hollow = hulls.verdict == Verdict::overlapping && !c.solid();
    if (!hollow) {
      ASSERT_EQ(to_string(fast.verdict), to_string(hulls.verdict));
    }
    ASSERT_NO_FATAL_FAILURE(
        expect_proved(c, fast.verdict, fast.certificate, fast.sub_a, fast.sub_b));
    if (fast.verdict == Verdict::apart && !hollow && convex) {
      EXPECT_EQ(fast.work.volume_tests, 0u);
    }
    hits += fast.verdict != Verdict::apart;
    touching += fast.verdict == Verdict::touching;
    inside += fast.verdict != Verdict::overlapping && hollow;
    by_search += hollow;

    const double error = 1e-11 * c.size();
    const Distance d = distance(a, b), searched = distance(a, b, kSearch);
    ASSERT_EQ(to_string(d.verdict), to_string(slow.verdict));
    ASSERT_NEAR(d.distance, searched.distance, error);
    ASSERT_NO_FATAL_FAILURE(expect_proved(c, d.verdict, d.certificate, d.sub_a, d.sub_b));
    if (d.verdict == Verdict::apart) {
      EXPECT_LE(from_named(c.a.mesh, d.sub_a, c.pose_a, d.point_a), error);
      EXPECT_LE(from_named(c.b.mesh, d.sub_b, c.pose_b, d.point_b), error);
      EXPECT_NEAR(
          distance(named_part(c.a.mesh, d.sub_a, c.pose_a), named_part(c.b.mesh, d.sub_b, c.pose_b))
              .distance,
          d.distance, error);
      EXPECT_EQ(d.sub_a.triangle == SubShape::kNone, !c.a.is_mesh());
      EXPECT_EQ(d.sub_b.triangle == SubShape::kNone, !c.b.is_mesh());
      EXPECT_LE(d.lower, d.distance);
      EXPECT_GE(d.upper, d.distance);
    } else if (d.verdict == Verdict::overlapping && c.solid() && convex) {
      ASSERT_NEAR(d.depth, hulls.depth, error);
      EXPECT_NEAR(d.upper, -d.depth, error);
      EXPECT_NEAR(norm(d.point_a - d.point_b - d.normal * d.depth), 0, error);
    }

    for (const double limit : {0.0, 0.5 * searched.distance, 0.99 * searched.distance,
                               1.01 * searched.distance + error, c.size()}) {
      const Nearness n = nearer_than(a, b, limit).value(),
                     m = nearer_than(a, b, limit, kSearch).value();
      ASSERT_EQ(n.nearer, m.nearer) << "limit " << limit;
      ASSERT_TRUE(n.proved || !m.proved);
    }
    for (const double margin : {0.3, 2.0}) {
      QueryOptions with = {.margin = margin}, without = kSearch;
      without.margin = margin;
      const Collision near = collide(a, b, with);
      ASSERT_EQ(to_string(near.verdict), to_string(collide(a, b, without).verdict));
      ASSERT_NO_FATAL_FAILURE(
          expect_proved(c, near.verdict, near.certificate, near.sub_a, near.sub_b, margin));
      ASSERT_EQ(to_string(distance(a, b, with).verdict), to_string(near.verdict));
    }
    if (too_many_failures()) return;
  }
  std::printf("  %d cases, %d meet, %d touch, %d inside of surfaces, %d left to the search\n",
              count, hits, touching, inside, by_search);
  expect_share(hits, count);
  if (!are_many(count)) return;
  EXPECT_GE(touching, count / 100);
  EXPECT_GE(inside, count / 100);
  EXPECT_GE(as_hulls, count * 3 / 4);
}

TEST(ConvexMeshes, HaveTheContactsOfTheirHulls) {
  int hits = 0;
  const int count = scaled_count(1200);
  for (const int i : random_cases(count)) {
    SCOPED_TRACE(i);
    const ConvexCase c = make_convex_case(i);
    const double margin = i % 3 == 0 ? 0.2 : 0;
    const Contacts mesh = contacts({c.a.mesh, c.pose_a}, {c.b.mesh, c.pose_b}, {.margin = margin});
    // (After the verdict, with its cache: points are not unique where faces are parallel.)
    PairCache cache;
    const QueryOptions asked{.cache = &cache, .margin = margin};
    collide({c.a.hull, c.pose_a}, {c.b.hull, c.pose_b}, asked);
    const Contacts hull = contacts({c.a.hull, c.pose_a}, {c.b.hull, c.pose_b}, asked);
    const bool hollow = c.hulls().verdict == Verdict::overlapping && !c.solid();
    hits += hull.count > 0;
    if (hollow || !c.is_convex()) continue;
    ASSERT_EQ(to_string(mesh.verdict), to_string(hull.verdict));
    ASSERT_EQ(mesh.count, hull.count);
    ASSERT_NO_FATAL_FAILURE(
        expect_proved(c, mesh.verdict, mesh.certificate, mesh.sub_a, mesh.sub_b, margin));
    for (int n = 0; n < mesh.count; n++) {
      const ContactPoint &p = mesh.points[static_cast<std::size_t>(n)],
                         &q = hull.points[static_cast<std::size_t>(n)];
      EXPECT_EQ(p.id, q.id);
      EXPECT_EQ(p.point_a, q.point_a);
      EXPECT_EQ(p.depth, q.depth);
      const double error = 1e-9 * c.size();
      EXPECT_LE(from_named(c.a.mesh, p.sub_a, c.pose_a, p.point_a), error);
      EXPECT_LE(from_named(c.b.mesh, p.sub_b, c.pose_b, p.point_b), error);
    }
    if (too_many_failures()) return;
  }
  expect_share(hits, count);
}

struct ConvexFlight {
  ConvexCase c;
  Motion motion_a, motion_b;
};

ConvexFlight make_convex_flight(int index) {
  Rng rng(static_cast<std::uint64_t>(index));
  ConvexFlight f{make_convex_case(index), {}, {}};
  const auto motion = [&](const Pose& pose) {
    const auto some = [&](double s) {
      const double x = rng.uniform(-s, s), y = rng.uniform(-s, s), z = rng.uniform(-s, s);
      return Vec3(x, y, z);
    };
    const Vec3 way = some(4);
    return Motion::with_velocity(pose, way, index % 3 == 0 ? Vec3(Vec3::zero()) : some(1)).value();
  };
  f.motion_a = motion(f.c.pose_a);
  f.motion_b = motion(f.c.pose_b);
  return f;
}

TEST(ConvexMeshes, MeetWhenTheirHullsDo) {
  int hits = 0;
  const int count = scaled_count(1500);
  for (const int i : random_cases(count)) {
    SCOPED_TRACE(i);
    const ConvexFlight f = make_convex_flight(i);
    const ConvexCase& c = f.c;
    const ImpactOptions options{.proof = true};
    const Impact mesh = time_of_impact({c.a.mesh, f.motion_a}, {c.b.mesh, f.motion_b}, options);
    const Impact hull = time_of_impact({c.a.hull, f.motion_a}, {c.b.hull, f.motion_b}, options);
    hits += mesh.hit;
    if (hull.starts_overlapping && !c.solid()) continue;  // MeetFromInside
    if (!c.is_convex()) continue;
    ASSERT_EQ(mesh.hit, hull.hit);
    ASSERT_EQ(mesh.time, hull.time);
    ASSERT_EQ(mesh.starts_overlapping, hull.starts_overlapping);
    ASSERT_EQ(mesh.grazing, hull.grazing);
    ASSERT_EQ(mesh.proof.size(), hull.proof.size());
    if (mesh.starts_overlapping || mesh.undecided) continue;
    const Result<void> proved = verify(mesh, {c.a.mesh, f.motion_a}, {c.b.mesh, f.motion_b});
    ASSERT_TRUE(proved || mesh.proof.empty()) << proved.error().message;
    if (!mesh.hit) continue;
    const double apart = distance(named_part(c.a.mesh, mesh.sub_a, f.motion_a.at(mesh.time)),
                                  named_part(c.b.mesh, mesh.sub_b, f.motion_b.at(mesh.time)))
                             .distance;
    EXPECT_NEAR(apart, mesh.distance, 1e-11 * c.size());
    if (too_many_failures()) return;
  }
  expect_share(hits, count);
}

/// A proof of hulls does not pass for one that ends later, and one without triangles not at all.
TEST(ConvexMeshes, ProofsAreChecked) {
  const Shape box = Shape::mesh(soup_of_hull(kCube)).value();
  const Motion here = Motion::resting(Pose()), there = Motion::between(at(4), at(0)).value();
  Impact impact = time_of_impact({box, here}, {box, there}, {.proof = true});
  ASSERT_TRUE(impact.hit);
  EXPECT_NEAR(impact.time, 0.5, 1e-6);
  EXPECT_TRUE(verify(impact, {box, here}, {box, there}));
  Impact late = impact;
  late.time = late.lower = late.upper = 0.6;
  late.proof.back().to = 0.6;
  EXPECT_FALSE(verify(late, {box, here}, {box, there}));
  Impact unnamed = impact;
  unnamed.sub_a = {};
  EXPECT_FALSE(verify(unnamed, {box, here}, {box, there}));
  Impact elsewhere = impact;  // a triangle of the far side
  for (const std::uint32_t t : box.mesh_view().given) {
    const Shape triangle = box.sub_shape({SubShape::kNone, t})->shape;
    if (std::ranges::all_of(triangle.vertices(), [](const Vec3& v) { return v.x() == -1; })) {
      elsewhere.sub_a.triangle = t;
    }
  }
  EXPECT_FALSE(verify(elsewhere, {box, here}, {box, there}));
}

/// Surfaces within surfaces: apart until they meet from inside.
TEST(ConvexMeshes, MeetFromInside) {
  for (const bool solid : {false, true}) {
    const Shape outer =
        Shape::mesh(soup_of_hull(Shape::box({4, 4, 4}).value(), 1), {.solid = solid}).value();
    const Shape inner = Shape::mesh(soup_of_hull(kCube, 1)).value();
    const Motion rest = Motion::resting(Pose()),
                 moves = Motion::between(at(0.25, 0.5, 0.125), at(4.25, 0.5, 0.125)).value();
    const Shape one =
        Shape::compound(std::vector<CompoundPart>{{outer, at(0, 0, 9)}, {outer, {}}}).value();
    for (const Shape& shell : {outer, one}) {
      const Impact impact = time_of_impact({shell, rest}, {inner, moves});
      ASSERT_TRUE(impact.hit);
      EXPECT_EQ(impact.starts_overlapping, solid);
      EXPECT_NEAR(impact.time, solid ? 0 : 2.75 / 4, 1e-5);
      EXPECT_EQ(collide({shell, {}}, {inner, moves.start()}).verdict,
                solid ? Verdict::overlapping : Verdict::apart);
    }
  }
}

/// Of compounds, part by part: as if the parts were hulls.
TEST(ConvexMeshes, AsPartsOfCompounds) {
  int hits = 0, meetings = 0;
  const int count = scaled_count(300);
  for (const int i : random_cases(count)) {
    SCOPED_TRACE(i);
    Rng rng(static_cast<std::uint64_t>(i) + 77);
    const auto make = [&](bool hulls, Rng from) {
      std::vector<CompoundPart> parts;
      for (int n = 0; n < 3; n++) {
        const Shape hull = some_hull(from, static_cast<int>(from.below(4)));
        const Pose pose = turned({0, 0, from.uniform(-1, 1)}, {5. * n, 0, from.uniform(-1, 1)});
        const bool solid = from.chance(0.5);
        parts.push_back(
            {hulls ? hull : Shape::mesh(soup_of_hull(hull), {.solid = solid}).value(), pose});
      }
      return Shape::compound(parts).value();
    };
    const Rng seed_a(rng.bits()), seed_b(rng.bits());
    const Shape a = make(false, seed_a), b = make(false, seed_b);
    const Shape hull_a = make(true, seed_a), hull_b = make(true, seed_b);
    const Vec3 offset(rng.uniform(-14, 14), rng.uniform(-7, 7), rng.uniform(-3, 3));
    const Pose pose = turned({rng.uniform(-1, 1), 0, rng.uniform(-1, 1)}, offset);
    const Collision fast = collide({a, {}}, {b, pose}), slow = collide({a, {}}, {b, pose}, kSearch);
    ASSERT_EQ(to_string(fast.verdict), to_string(slow.verdict));
    const Distance d = distance({a, {}}, {b, pose}), hulls = distance({hull_a, {}}, {hull_b, pose});
    ASSERT_EQ(to_string(d.verdict), to_string(fast.verdict));
    if (hulls.verdict == Verdict::apart) {
      ASSERT_EQ(d.verdict, Verdict::apart);
      EXPECT_NEAR(d.distance, hulls.distance, 1e-11 * 30);
      EXPECT_NE(d.sub_a.triangle, SubShape::kNone);
    }
    hits += fast.verdict != Verdict::apart;
    const Motion rest = Motion::resting(Pose()),
                 moves = Motion::with_velocity(pose, -offset, {0, 0.5, 0}).value();
    const Impact meet = time_of_impact({a, rest}, {b, moves});
    const Impact of_hulls = time_of_impact({hull_a, rest}, {hull_b, moves});
    if (of_hulls.starts_overlapping) continue;
    ASSERT_EQ(meet.hit, of_hulls.hit);
    EXPECT_NEAR(meet.time, of_hulls.time, 1e-5);  // tolerances are 1e-6 of 30
    if (!meet.hit) continue;
    meetings++;
    EXPECT_NE(meet.sub_a.triangle, SubShape::kNone);
    const CompoundPart p = a.sub_shape(meet.sub_a).value(), q = b.sub_shape(meet.sub_b).value();
    EXPECT_NEAR(distance({p.shape, compose(rest.at(meet.time), p.pose)},
                         {q.shape, compose(moves.at(meet.time), q.pose)})
                    .distance,
                meet.distance, 1e-10);
    if (too_many_failures()) return;
  }
  std::printf("  %d compounds, %d meet, %d on their way\n", count, hits, meetings);
  expect_share(hits, count);
  if (are_many(count)) {
    EXPECT_GE(meetings, count / 4);
  }
}

/// A mesh that loses its convexity under way, and gets it back; from a cache and without.
TEST(ConvexMeshes, FollowTheirVertices) {
  const Shape start = Shape::mesh(soup_of_hull(kCube, 2), {.solid = true}).value();
  std::vector<Vec3> vertices(start.mesh_view().vertices.begin(), start.mesh_view().vertices.end());
  const auto tip = std::ranges::find(vertices, Vec3(0, 0, 1));
  ASSERT_NE(tip, vertices.end());
  const Shape needle = Shape::segment({0, 0, 0}, {0, 0, 5}).value();
  PairCache cache;
  for (const double z : {1.0, 0.5, std::nextafter(1., 0.), 1.0, 0.75, 1.0}) {
    SCOPED_TRACE(z);
    *tip = Vec3(0, 0, z);
    const Shape moved = start.with_vertices(vertices).value();
    EXPECT_EQ(convexity(moved)->exactly_convex, z == 1);
    const Distance d = distance({moved, {}}, {needle, at(0, 0, 1.5)}, {.cache = &cache});
    EXPECT_EQ(d.verdict, Verdict::apart);
    EXPECT_DOUBLE_EQ(d.distance, distance({moved, {}}, {needle, at(0, 0, 1.5)}, kSearch).distance);
    if (z == 1) {
      EXPECT_DOUBLE_EQ(d.distance, 0.5);
    }
    EXPECT_EQ(collide({moved, {}}, {needle, at(0, 0, z)}, {.cache = &cache}).verdict,
              Verdict::touching);
    EXPECT_EQ(collide({moved, {}}, {needle, at(0, 0, 1)}).verdict,
              z == 1 ? Verdict::touching : Verdict::apart);
  }
}

/// A world of convex meshes answers as one of their hulls, goes on the same after it was stored,
/// and under a budget, too.
TEST(ConvexMeshes, InWorlds) {
  World meshes, hulls;
  Rng rng(9);
  std::vector<BodyId> ids, hull_ids;
  for (int i = 0; i < 40; i++) {
    const Shape hull = round_hull(rng, 12, 1);
    const Shape mesh = Shape::mesh(soup_of_hull(hull), {.solid = true}).value();
    const Pose pose = at(rng.uniform(-4, 4), rng.uniform(-4, 4), rng.uniform(-2, 2));
    ids.push_back(meshes.add({.shape = mesh, .pose = pose}).value());
    hull_ids.push_back(hulls.add({.shape = hull, .pose = pose}).value());
  }
  const DetectOptions options{
      .question = Question::distance, .report_all = true, .query = {.depth = true}};
  for (int frame = 0; frame < 6; frame++) {
    SCOPED_TRACE(frame);
    World copy = World::restore(meshes.save()).value();
    const FrameReport is = meshes.detect(options), as_hulls = hulls.detect(options);
    const FrameReport again = copy.detect(options);
    ASSERT_EQ(is.pairs.size(), as_hulls.pairs.size());
    ASSERT_EQ(is.pairs.size(), again.pairs.size());
    for (std::size_t n = 0; n < is.pairs.size(); n++) {
      EXPECT_EQ(is.pairs[n].verdict, as_hulls.pairs[n].verdict);
      EXPECT_EQ(is.pairs[n].verdict, again.pairs[n].verdict);
      EXPECT_EQ(is.pairs[n].distance, again.pairs[n].distance);
      EXPECT_EQ(is.pairs[n].sub_a, again.pairs[n].sub_a);
      EXPECT_NEAR(is.pairs[n].distance, as_hulls.pairs[n].distance, 1e-11);
      EXPECT_NEAR(is.pairs[n].depth, as_hulls.pairs[n].depth, 1e-11);
    }
    EXPECT_TRUE(copy.save() == meshes.save());
    for (std::size_t i = 0; i < ids.size(); i++) {
      const Vec3 to(rng.uniform(-4, 4), rng.uniform(-4, 4), rng.uniform(-2, 2));
      const Vec3 from = meshes.pose(ids[i])->translation();
      const Pose pose = at(from + (to - from) * 0.1);
      ASSERT_TRUE(meshes.set_pose(ids[i], pose));
      ASSERT_TRUE(hulls.set_pose(hull_ids[i], pose));
    }
  }
}

}  // namespace
}  // namespace glance::test
