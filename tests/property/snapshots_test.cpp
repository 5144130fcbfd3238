// A world that is stored and restored in the middle of anything goes on with the same bits as one
// that was not, on any number of threads: after frames with budgets of all sizes, whatever was
// asked, with bodies of every kind, and whatever was changed since the last frame. And meshes come
// back whatever they are of.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "geom/stored_shape.h"
#include "glance/generate.h"
#include "glance/world.h"
#include "support/all_kinds.h"
#include "support/compounds.h"
#include "support/job_executors.h"
#include "support/part_bodies.h"
#include "support/test_scale.h"
#include "support/world_life.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

using Bytes = std::vector<std::byte>;

struct Counts {
  int copies = 0, frames = 0, budgeted = 0, interrupted = 0, undecided = 0, touching = 0, pairs = 0;
};

/// Does the same to a world and to copies of it, which are made from its bytes at any time.
class StoredLife {
 public:
  StoredLife(std::uint64_t seed, Counts& counts) : rng_(seed), counts_(counts) {
    const BroadMethod broad = rng_.chance(0.2)   ? BroadMethod::space_time
                              : rng_.chance(0.2) ? BroadMethod::brute_force
                              : seed % 4 == 0    ? BroadMethod::grid
                              : seed % 4 == 1    ? BroadMethod::sweep_and_prune
                                                 : BroadMethod::automatic;
    world_ = World::make({.broad = broad,
                          .delta = rng_.chance(0.3) ? 0.1 : 0,
                          .margin = rng_.chance(0.2) ? 0.05 : 0,
                          .max_list_entries = rng_.chance(0.3) ? 300 : kMaxWorldListEntries,
                          .tuning = {.sort = static_cast<SortMethod>(rng_.below(4))}})
                 .value();
    trees_ = {SphereBuilder::octree, 2 + static_cast<int>(rng_.below(3))};
#ifndef GLANCE_SANITIZED
    if (rng_.chance(0.1)) trees_ = {SphereBuilder::fitted, 3};
#endif
    steady_ = random_question();
  }

  void run(int steps) {
    for (std::uint32_t n = 5 + rng_.below(5); n > 0; n--) come();
    for (int step = 0; step < steps; step++) {
      SCOPED_TRACE(testing::Message() << "step " << step << ", copied at " << copied_at_);
      if (!copy_ || rng_.chance(0.15)) copy(step);
      for (std::uint32_t n = rng_.below(3); n > 0; n--) change();
      if (rng_.chance(0.1)) copy(step);
      if (rng_.chance(0.8)) detect();
      if (testing::Test::HasFatalFailure()) return;
      ASSERT_TRUE(world_.save() == copy_->save());
    }
  }

 private:
  void copy(int step) {
    const Bytes bytes = world_.save();
    Result<World> copy = World::restore(bytes);
    ASSERT_TRUE(copy) << copy.error().message;
    ASSERT_TRUE(copy->save() == bytes);
    copy_ = *std::move(copy);
    ASSERT_TRUE(copy_->set_executor(executors_[rng_.below(4)]));  // which changes nothing
    copied_at_ = step;
    counts_.copies++;
  }

  /// In both; the copy has its say on whether that is an error, too.
  template <class Do>
  void both(Do act) {
    const auto done = act(world_);
    if (!copy_) return;
    const auto of_copy = act(*copy_);
    ASSERT_EQ(done.has_value(), of_copy.has_value());
  }

  /// A new one each time: a restored world shares no shapes with the caller.
  Shape new_shape() {
    if (rng_.chance(0.1)) return degenerate_shape();
    switch (rng_.below(8)) {
      case 0: return random_polytope(rng_.bits(), 4 + 2 * static_cast<int>(rng_.below(20))).value();
      case 1:
        return rng_.chance(0.5)
                   ? box_mesh({rng_.uniform(0.2, 1), 0.5, 0.3}, rng_.chance(0.5))
                   : mesh_of(torus(9, 5, 0.8, 0.25).value(), {.solid = rng_.chance(0.5)});
      case 2: {
        const auto kind = static_cast<VolumeKind>(rng_.below(7));
        const double tiles = rng_.chance(0.3) ? 3 : 1;
        return mesh_of(bumpy_sphere(80, rng_.bits()).value(),
                       {.solid = rng_.chance(0.5), .volume = kind, .tiles = tiles});
      }
      case 3: return random_compound(rng_);
      case 4: return mesh_of(random_soup(20, rng_.bits(), 0.4).value());
      case 5:
        if (rng_.chance(0.3)) return Shape::halfspace(rng_.direction(), -1.5).value();
        [[fallthrough]];
      default: {
        constexpr ShapeKind kKinds[] = {
            ShapeKind::segment,   ShapeKind::box,      ShapeKind::sphere,
            ShapeKind::capsule,   ShapeKind::cylinder, ShapeKind::cone,
            ShapeKind::ellipsoid, ShapeKind::triangle, ShapeKind::point};
        return random_part(kKinds[rng_.below(9)], 1, rng_.chance(0.5), rng_);
      }
    }
  }

  /// Of which no more is left than a flat thing, a segment or a point.
  Shape degenerate_shape() {
    const auto length = [&] { return rng_.chance(0.5) ? 0 : rng_.uniform(0.2, 1); };
    const auto make = [&, r = length(), h = length()]() -> Result<Shape> {
      switch (rng_.below(7)) {
        case 0: return Shape::sphere(0);
        case 1: return Shape::capsule(r, 0);
        case 2: return Shape::cylinder(r, h);
        case 3: return Shape::cone(r, h);
        case 4: return Shape::ellipsoid({r, h, 0});
        case 5: return Shape::box({0, r, h});
        default: return Shape::segment({r, h, 0}, {r, h, 0});
      }
    };
    const Shape shape = make().value();
    return rng_.chance(0.2) ? shape.rounded(0.2).value() : shape;
  }

  Pose anywhere() { return Pose::make(rng_.rotation(), rng_.in_box(1.2)).value(); }
  Pose near(const Pose& pose) {
    const Vec3 turn = rng_.direction() * rng_.uniform(0, 0.1);
    return Pose::make(compose(rotation_matrix(Quat::from_rotation_vector(turn)), pose.rotation()),
                      pose.translation() * 0.98 + rng_.direction() * rng_.uniform(0, 0.05))
        .value();
  }

  BodyId any() {
    const std::vector<BodyId> ids(world_.bodies().begin(), world_.bodies().end());
    return ids[rng_.below(static_cast<std::uint32_t>(ids.size()))];
  }

  void come() {
    BodyOptions body{.shape = new_shape(), .pose = anywhere()};
    if (rng_.chance(0.2)) body.scale = rng_.uniform(0.5, 1.5);
    body.is_static = rng_.chance(0.1);
    body.boxes = static_cast<BoxKind>(rng_.below(3));
    body.fast = rng_.chance(0.15);
    both([&](World& world) { return world.add(body); });
    if (!rng_.chance(0.2)) return;
    body.pose = anywhere();  // another of the same shape
    both([&](World& world) { return world.add(body); });
  }

  void move_some() {
    std::vector<BodyId> ids;
    std::vector<Pose> poses;
    const double part = rng_.chance(0.5) ? 0.2 : 0.8;
    for (const BodyId id : world_.bodies()) {
      if (!rng_.chance(part)) continue;
      ids.push_back(id);
      poses.push_back(rng_.chance(0.1) ? anywhere() : near(world_.body(id)->pose));
    }
    both([&](World& world) { return world.set_poses(ids, poses); });
  }

  /// Vertices of a mesh, or parts of a compound, a little elsewhere.
  void bend(BodyId id) {
    const Shape shape = world_.body(id)->shape;
    if (shape.kind() == ShapeKind::mesh) {
      const MeshView mesh = shape.mesh_view();
      std::vector<Vec3> vertices(mesh.vertices.begin(), mesh.vertices.end());
      for (Vec3& v : vertices) v += rng_.in_box(0.02);
      if (rng_.chance(0.2)) vertices[0] = vertices[vertices.size() / 2];  // they meet
      both([&](World& world) { return world.set_vertices(id, vertices); });
    } else if (shape.kind() == ShapeKind::compound) {
      const std::uint32_t leaf[] = {
          rng_.below(static_cast<std::uint32_t>(shape.leaf_parts().size()))};
      const Pose pose[] = {near(shape.leaf_parts()[leaf[0]].pose)};
      both([&](World& world) { return world.set_part_poses(id, leaf, pose); });
    }
  }

  void change() {
    if (world_.body_count() < 4 || world_.body_count() > 14) {
      if (world_.body_count() < 4) return come();
      return both([&, id = any()](World& world) { return world.remove(id); });
    }
    const BodyId id = any(), other = any();
    switch (rng_.below(20)) {
      case 0: both([&](World& world) { return world.remove(id); }); break;
      case 1: come(); break;
      case 2: {
        const double scale = rng_.chance(0.3) ? 1 : rng_.uniform(0.5, 1.5);
        both([&](World& world) { return world.set_scale(id, scale); });
        break;
      }
      case 3: {
        const Shape shape = new_shape();
        both([&](World& world) { return world.set_shape(id, shape); });
        break;
      }
      case 4:
      case 5: bend(id); break;
      case 6: {
        const bool is_static = rng_.chance(0.3);
        both([&](World& world) { return world.set_static(id, is_static); });
        break;
      }
      case 7: {
        const bool fast = rng_.chance(0.5);
        both([&](World& world) { return world.set_fast(id, fast); });
        break;
      }
      case 8: {
        const Pose pose = anywhere();
        both([&](World& world) { return world.place(id, pose); });
        break;
      }
      case 9: {
        const bool active = rng_.chance(0.6);
        both([&](World& world) {
          return active ? world.activate(id, other) : world.deactivate(id, other);
        });
        break;
      }
      case 10:
        if (!rng_.chance(0.3)) break;
        world_.prepare(trees_);
        copy_->prepare(trees_);
        break;
      case 11: {
        const std::uint32_t group = 1 + rng_.below(3),
                            mask = rng_.chance(0.5) ? ~0u : rng_.below(4);
        both([&](World& world) { return world.set_filter(id, group, mask); });
        break;
      }
      case 12:
        if (!rng_.chance(0.3)) break;
        all_pairs(rng_.chance(0.8));
        break;
      case 13: {
        const double most = rng_.chance(0.3) ? 0 : std::pow(10, rng_.uniform(-6, 1));
        both([&](World& world) { return world.set_max_acceleration(id, most); });
        break;
      }
      default: move_some();
    }
  }

  void all_pairs(bool active) {
    for (World* world : {&world_, &*copy_}) {
      if (active) {
        world->activate_all();
      } else {
        world->deactivate_all();
      }
    }
  }

  DetectOptions random_question() {
    DetectOptions options;
    options.question = static_cast<Question>(rng_.below(3));
    options.report_all = rng_.chance(0.5);
    options.between_frames = rng_.chance(0.2) ? BetweenFrames::off : BetweenFrames::toi;
    options.query.depth = rng_.chance(0.1);
    if (rng_.chance(0.2)) options.query.tuning.list.policy = static_cast<ListPolicy>(rng_.below(4));
    if (rng_.chance(0.2)) options.query.max_volume_tests = 20 + rng_.below(100);
    return options;
  }

  void detect() {
    if (rng_.chance(0.15)) steady_ = random_question();
    BudgetOptions critical;
    // From nothing at all to more than is needed.
    const double units = std::pow(10, rng_.uniform(0, 5.7));
    if (!rng_.chance(0.1)) critical.budget = Budget::for_work(static_cast<std::uint64_t>(units));
    critical.schedule = static_cast<Schedule>(rng_.below(4));
    critical.undecided = rng_.chance(0.7) ? Undecided::touch : Undecided::apart;
    critical.trees = trees_;
    const bool budgeted = rng_.chance(0.8);
    const auto frame = [&](World& world) {
      return budgeted ? world.detect(critical, steady_) : world.detect(steady_);
    };
    const FrameReport report = frame(world_);
    counts_.frames++;
    counts_.budgeted += budgeted && report.budget.asked > 0;
    counts_.interrupted += report.budget.interrupted;
    counts_.undecided += report.budget.undecided > 0;
    counts_.touching += static_cast<int>(report.counters.touching);
    counts_.pairs += static_cast<int>(report.counters.overlapping);
    ASSERT_TRUE(digest(report) == digest(frame(*copy_)));
  }

  Rng rng_;
  Counts& counts_;
  ThreadsExecutor threads_{3};
  DisorderedExecutor backward_, shuffled_{11};
  std::array<Executor*, 4> executors_ = {nullptr, &threads_, &backward_, &shuffled_};
  World world_;
  std::optional<World> copy_;
  int copied_at_ = 0;
  SphereTreeOptions trees_;
  DetectOptions steady_;
};

TEST(SnapshotProperty, GoesOnWithTheSameBitsFromTheMiddleOfAnything) {
  Counts counts;
  const int lives = scaled_count(300);
  for (const int seed : random_cases(lives)) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    StoredLife(static_cast<std::uint64_t>(seed), counts).run(40);
    if (testing::Test::HasFatalFailure()) return;
  }
  std::printf(
      "%d copies, %d frames, %d with a budget, of these %d interrupted, %d with undecided "
      "pairs; %d of %d pairs touch\n",
      counts.copies, counts.frames, counts.budgeted, counts.interrupted, counts.undecided,
      counts.touching, counts.pairs);
  if (!are_many(lives)) return;
  const auto part = [](int some, int all) { return some / static_cast<double>(all); };
  EXPECT_GT(part(counts.interrupted, counts.budgeted), 0.3);
  EXPECT_LT(part(counts.interrupted, counts.budgeted), 0.7);
  EXPECT_GT(part(counts.undecided, counts.budgeted), 0.3);
  EXPECT_GT(part(counts.touching, counts.pairs), 0.3);
  EXPECT_LT(part(counts.touching, counts.pairs), 0.7);
}

// --- meshes ------------------------------------------------------------------

/// A band of one side, its triangles turned at random: they cannot all agree on what is outside.
TriangleSoup moebius_strip(Rng& rng) {
  TriangleSoup soup;
  const std::uint32_t count = 5 + rng.below(8);
  for (std::uint32_t i = 0; i < count; i++) {
    const double angle = 2 * std::numbers::pi * i / count;
    const Vec3 out(std::cos(angle), std::sin(angle), 0);
    const Vec3 across = out * std::cos(angle / 2) + Vec3(0, 0, std::sin(angle / 2));
    for (const double side : {-0.3, 0.3}) soup.vertices.push_back(out + side * across);
  }
  for (std::uint32_t i = 0; i < count; i++) {
    const std::uint32_t a = 2 * i, b = a + 1;
    const bool last = i + 1 == count;
    const std::uint32_t c = last ? 1 : a + 2, d = last ? 0 : b + 2;
    soup.triangles.push_back({a, b, c});
    soup.triangles.push_back({b, d, c});
  }
  for (Triangle& t : soup.triangles) {
    if (rng.chance(0.5)) std::swap(t[0], t[1]);
  }
  return soup;
}

/// Triangles of a few vertices, of which many are shared, equal, in a line, or in one place; on a
/// lattice, of all sizes down to tiny ones, with zeros of both signs.
TriangleSoup random_heap(Rng& rng) {
  if (rng.chance(0.4)) return moebius_strip(rng);
  TriangleSoup soup;
  const std::uint32_t vertices = 3 + rng.below(12), style = rng.below(5);
  for (std::uint32_t i = 0; i < vertices; i++) {
    Vec3 p = rng.in_box(1);
    for (int k = 0; k < 3; k++) {
      if (style == 1) p[k] = static_cast<double>(rng.below(3)) - 1;
      if (style == 2) p[k] *= std::pow(10.0, rng.uniform(-12, 0));
      if (style == 4) p[k] = rng.chance(0.5) ? std::copysign(0.0, p[k]) : std::ldexp(p[k], -200);
    }
    if (style == 3 && i > 0 && rng.chance(0.4)) p = soup.vertices[rng.below(i)];
    soup.vertices.push_back(p);
  }
  for (std::uint32_t n = 1 + rng.below(20); n > 0; n--) {
    soup.triangles.push_back({rng.below(vertices), rng.below(vertices), rng.below(vertices)});
  }
  return soup;
}

Bytes stored(const Shape& shape) {
  ShapeStore store;
  store.add(shape);
  return {store.bytes().begin(), store.bytes().end()};
}

void expect_comes_back(const Shape& shape) {
  const Bytes bytes = stored(shape);
  ByteReader in(bytes);
  const Result<Shape> back = get_shape(in, {});
  ASSERT_TRUE(back) << back.error().message;
  ASSERT_EQ(in.left(), 0u);
  ASSERT_TRUE(stored(*back) == bytes);
  ASSERT_TRUE(back->validate()) << back->validate().error().message;
  const MeshView a = shape.mesh_view(), b = back->mesh_view();
  ASSERT_TRUE(std::ranges::equal(a.vertices, b.vertices));
  ASSERT_TRUE(std::ranges::equal(a.triangles, b.triangles));
  ASSERT_TRUE(std::ranges::equal(a.given, b.given));
}

/// 11 of 59,486 were once refused: "a mesh that was not cleaned".
TEST(SnapshotProperty, MeshesOfAnyTrianglesComeBack) {
  const int count = scaled_count(60'000);
  int meshes = 0, cleaned = 0, moved = 0, with_one_side = 0;
  for (const int seed : random_cases(count)) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Rng rng(static_cast<std::uint64_t>(seed));
    const TriangleSoup soup = random_heap(rng);
    MeshReport report;
    const MeshOptions options{.volume = static_cast<VolumeKind>(rng.below(7)),
                              .tiles = rng.chance(0.1) ? 4.0 : 1.0,
                              .threads = 1};
    const Result<Shape> shape = Shape::mesh(soup.vertices, soup.triangles, options, &report);
    if (!shape) continue;
    meshes++;
    cleaned += report.duplicate_triangles + report.degenerate_triangles > 0;
    with_one_side += report.misoriented_edges > 0;
    ASSERT_NO_FATAL_FAILURE(expect_comes_back(*shape));
    if (!rng.chance(0.2)) continue;
    std::vector<Vec3> vertices(shape->mesh_view().vertices.begin(),
                               shape->mesh_view().vertices.end());
    for (Vec3& v : vertices) v += rng.in_box(0.3);
    const std::size_t some = rng.below(static_cast<std::uint32_t>(vertices.size()));
    if (rng.chance(0.5)) vertices[0] = vertices[some];
    const Result<Shape> deformed = shape->with_vertices(vertices);
    if (!deformed) continue;
    moved++;
    ASSERT_NO_FATAL_FAILURE(expect_comes_back(*deformed));
    ASSERT_NO_FATAL_FAILURE(expect_comes_back(deformed->scaled(0.5).value()));
  }
  std::printf("%d meshes, %d cleaned, %d with triangles that do not agree, %d moved\n", meshes,
              cleaned, with_one_side, moved);
  if (!are_many(count)) return;
  EXPECT_GT(meshes, 0.8 * count);
  EXPECT_GT(cleaned, 0.3 * meshes);
  EXPECT_GT(with_one_side, 0.3 * meshes);
  EXPECT_GT(moved, 0.05 * meshes);
}

}  // namespace
}  // namespace glance::test
