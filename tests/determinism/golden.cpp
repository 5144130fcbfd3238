// Prints hashes of many results. Built several times, at different optimisation levels
// and for different machines: all must print the same.
//
// The first hash comes from arithmetic alone and is the same on every machine, and so is the
// second, of a world whose answers are fed back into its motion, so that any change of order
// shows; the third also uses the system's sine and cosine, the last its powers.
#include <cmath>
#include <cstdio>

#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "geom/support.h"
#include "glance/glance.h"
#include "glance/hash.h"
#include "glance/rng.h"
#include "support/hill_climb.h"

namespace {

using namespace glance;
using namespace glance::rooms::geom;

void add(Hash& hash, const Shape& shape) {
  for (const Vec3& v : shape.vertices()) hash.add(v);
  for (std::uint32_t f = 0; f < shape.face_count(); f++) {
    hash.add(shape.face_normal(f));
    for (std::uint32_t v : shape.face_vertices(f)) hash.add(std::uint64_t{v});
  }
  hash.add(shape.mass().volume).add(shape.mass().centroid).add(shape.bounding_radius());
}

void add(Hash& hash, const Distance& d) {
  // (0 where no depth was computed.)
  const double depth = std::isnan(d.depth) ? 0 : d.depth;
  hash.add(to_string(d.verdict)).add(d.distance).add(depth).add(d.normal);
  hash.add(d.point_a).add(d.point_b).add(to_string(d.feature_a)).add(to_string(d.feature_b));
}

std::uint64_t arithmetic() {
  Hash hash;
  Rng rng(2024);
  for (int i = 0; i < 300; i++) {
    const Shape a = random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(20))).value();
    const Shape b = random_polytope(rng.bits(), 4 + 2 * static_cast<int>(rng.below(20)),
                                    {1, rng.uniform(0.1, 1), rng.uniform(0.1, 1)})
                        .value();
    const Pose pa = Pose::make(rng.rotation(), rng.in_box(0.5)).value();
    const Pose pb = Pose::make(rng.rotation(), rng.in_box(1.5)).value();
    add(hash, a);
    add(hash, distance({a, pa}, {b, pb}));
    add(hash, distance({a, pa}, {b, pb}, {.depth = false, .tuning = {.method = QueryMethod::lp}}));
    hash.add(std::uint64_t{test::hill_climb(geom::polytope_of(a), rng.direction())});
  }
  return hash.value();
}

std::uint64_t many_bodies() {
  Hash hash;
  Rng rng(11);
  World world;
  std::vector<Vec3> places;
  for (int i = 0; i < 60; i++) {
    const Shape shape = random_polytope(rng.bits(), 20, {1, 0.6, rng.uniform(0.2, 1)}).value();
    world.add({.shape = shape, .is_static = i % 7 == 0}).value();
    places.push_back(rng.in_box(3));
  }
  const std::vector<BodyId> ids(world.bodies().begin(), world.bodies().end());
  for (int frame = 0; frame < 30; frame++) {
    for (std::size_t i = 0; i < ids.size(); i++) {
      places[i] += rng.in_box(0.1);
      if (frame % 3 != 1) (void)world.set_pose(ids[i], rng.rotation(), places[i]);
    }
    if (frame == 15) world = World::restore(world.save()).value();
    const FrameReport report = world.detect({.question = Question::distance, .report_all = true});
    for (const PairReport& pair : report.pairs) {
      hash.add(std::uint64_t{pair.a.index}).add(std::uint64_t{pair.b.index});
      add(hash, pair);
      if (pair.touches()) places[pair.a.index] -= pair.point_a * 0.01;
    }
    for (const std::uint64_t swaps : report.counters.swaps) hash.add(swaps);
    hash.add(std::uint64_t{report.begun.size()}).add(std::uint64_t{report.ended.size()});
  }
  return hash.value();
}

std::uint64_t with_trigonometry() {
  Hash hash;
  Rng rng(7);
  for (int sides = 3; sides < 40; sides++) {
    const Shape turned = prism(sides, 1, 0.5).value(), pointed = pyramid(sides, 1, 2).value();
    add(hash, turned);
    const Pose start = Pose::make(rng.rotation(), rng.in_box(1)).value();
    const Pose end = Pose::make(rng.rotation(), rng.in_box(1)).value();
    const Motion motion = Motion::between(start, end, turned.mass().centroid).value();
    add(hash, distance({turned, motion.at(0.3)}, {pointed, motion.at(rng.uniform())}));
    const Pose away = Pose::make(rng.rotation(), rng.direction() * 4).value();
    const Motion other = Motion::between(away, start).value();
    const Impact impact = time_of_impact({turned, motion}, {pointed, other});
    hash.add(impact.time).add(impact.point.x()).add(impact.normal.x());
    hash.add(std::uint64_t{impact.work.gaps});
  }
  return hash.value();
}

/// Meshes in motion, with lists: answers, and the numbers of tests that led to them.
std::uint64_t meshes() {
  Hash hash;
  const TriangleSoup soup = *random_soup(200, 3, 1.0);
  for (const VolumeKind kind : {VolumeKind::sphere, VolumeKind::aabb, VolumeKind::obb,
                                VolumeKind::kdop14, VolumeKind::kdop18, VolumeKind::kdop26}) {
    const Shape mesh = *Shape::mesh(soup.vertices, soup.triangles, {.volume = kind, .threads = 1});
    Rng rng(11);
    PairCache cache;
    Vec3 place(3, 0, 0);
    Quat turn = rng.rotation();
    for (int i = 0; i < 60; i++) {
      place += rng.in_box(0.1) - Vec3(0.03, 0, 0);
      const Quat step(1, rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1), rng.uniform(-0.1, 0.1));
      turn = multiply(step, turn);
      const Pose pose = *Pose::make(rotation_matrix(turn), place);
      const Distance d = distance({mesh, {}}, {mesh, pose}, {.cache = &cache, .depth = false});
      hash.add(static_cast<std::uint64_t>(d.verdict)).add(d.distance).add(d.point_a).add(d.point_b);
      hash.add(std::uint64_t{d.work.volume_tests}).add(std::uint64_t{d.work.primitive_tests});
    }
  }
  return hash.value();
}

/// Frames that end after so many units of work: what was found out by then.
std::uint64_t budgets() {
  Hash hash;
  Rng rng(13);
  World world;
  const TriangleSoup soup = *bumpy_sphere(300, 5);
  std::vector<Shape> shapes = {*Shape::mesh(soup.vertices, soup.triangles, {.threads = 1})};
  for (int i = 0; i < 3; i++) shapes.push_back(random_polytope(rng.bits(), 20).value());
  std::vector<Quat> turns;
  for (int i = 0; i < 30; i++) {
    world.add({.shape = shapes[static_cast<std::size_t>(i) % shapes.size()]}).value();
    turns.push_back(rng.rotation());
  }
  const SphereTreeOptions trees{.levels = 3};
  world.prepare(trees);
  for (int frame = 0; frame < 60; frame++) {
    std::vector<Pose> poses;
    for (Quat& turn : turns) {
      const Quat step(1, rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05), 0.02);
      turn = multiply(step, turn);
      poses.push_back(*Pose::make(rotation_matrix(turn), rng.in_box(2)));
    }
    (void)world.set_poses(poses);
    BudgetOptions options{.budget = Budget::for_work(std::uint64_t{100} << frame % 8),
                          .schedule = static_cast<Schedule>(frame / 8 % 4)};
    options.trees = trees;
    const FrameReport report = world.detect(options, {.report_all = true});
    hash.add(report.budget.units).add(std::uint64_t{report.budget.undecided});
    for (const PairReport& pair : report.pairs) {
      hash.add(static_cast<std::uint64_t>(pair.verdict)).add(pair.lower).add(pair.upper);
    }
  }
  return hash.value();
}

}  // namespace

int main() {
  for (const std::uint64_t hash :
       {arithmetic(), many_bodies(), with_trigonometry(), meshes(), budgets()}) {
    std::printf("%016llx\n", static_cast<unsigned long long>(hash));
  }
}
