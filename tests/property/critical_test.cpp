// Frames under a budget: whatever is said when it ends is true, and without an end it is what the
// exact method says.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "glance/generate.h"
#include "glance/hash.h"
#include "glance/world.h"
#include "support/kind_zoo.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

/// Under sanitizers the fitted builder would take most of the time. (sphere_trees_test.cpp has it.)
#ifdef GLANCE_SANITIZED
constexpr SphereBuilder kBuilder = SphereBuilder::octree;
#else
constexpr SphereBuilder kBuilder = SphereBuilder::fitted;
#endif

constexpr Schedule kSchedules[] = {Schedule::priority_queues, Schedule::round_robin,
                                   Schedule::sequential, Schedule::sorted};

/// Shapes of every bounded kind, solids with room inside, surfaces and compounds; made once, so
/// that their sphere-trees are.
const std::vector<Shape>& shapes() {
  static const std::vector<Shape> made = [] {
    Rng rng(5);
    std::vector<Shape> list;
    for (const ShapeKind kind : kAllKinds) {
      if (kind == ShapeKind::halfspace) continue;
      list.push_back(make_body(kind, 1, 3, false, rng));
      list.push_back(make_body(kind, 1, 3, true, rng));
    }
    const TriangleSoup rock = *bumpy_sphere(200, 3), ring = *torus(12, 8, 0.8, 0.25);
    list.push_back(*Shape::mesh(rock.vertices, rock.triangles, {.solid = true}));
    list.push_back(*Shape::mesh(rock.vertices, rock.triangles));
    list.push_back(*Shape::mesh(ring.vertices, ring.triangles, {.solid = true}));
    list.push_back(*list[0].scaled(1));
    const Shape bar = *Shape::box({0.8, 0.15, 0.15});
    const Pose turned = *Pose::make(Quat::from_rotation_vector({0, 0, 1.5}), {0.3, 0, 0});
    const CompoundPart parts[] = {{bar, {}}, {bar, turned}};
    list.push_back(*Shape::compound(parts));
    return list;
  }();
  return made;
}

/// Bodies drifting through each other in a small room; some large, with others inside. The same
/// ones in every crowd, so that a world can be given another crowd's poses.
class Crowd {
 public:
  explicit Crowd(std::uint64_t seed) : rng_(seed) {
    for (std::size_t i = 0; i < bodies().size(); i++) {
      turn_.push_back(rng_.rotation());
      pose_.push_back(*Pose::make(turn_.back(), rng_.in_box(kRoom)));
    }
  }

  static World world() {
    World world;
    for (const BodyOptions& body : bodies()) EXPECT_TRUE(world.add(body));
    return world;
  }

  void step() {
    for (std::size_t i = 0; i < pose_.size(); i++) {
      if (rng_.chance(0.2)) continue;  // at rest
      turn_[i] = multiply(Quat::from_rotation_vector(rng_.in_box(0.1)), turn_[i]);
      const Vec3 to = pose_[i].translation() + rng_.in_box(0.15);
      pose_[i] = *Pose::make(turn_[i], Vec3(to * std::min(1.0, kRoom / to.abs().max_component())));
    }
  }
  std::span<const Pose> poses() const { return pose_; }

 private:
  static constexpr double kRoom = 1.8;

  static const std::vector<BodyOptions>& bodies() {
    static const std::vector<BodyOptions> made = [] {
      Rng rng(6);
      std::vector<BodyOptions> list;
      for (const Shape& shape : shapes()) {
        const double scale = rng.chance(0.15) ? rng.uniform(2, 4) : rng.uniform(0.3, 0.8);
        // Half of them have the tree of their shape as it was, and half one of their own.
        list.push_back(rng.chance(0.5) ? BodyOptions{.shape = shape, .scale = scale}
                                       : BodyOptions{.shape = *shape.scaled(scale)});
      }
      return list;
    }();
    return made;
  }

  Rng rng_;
  std::vector<Quat> turn_;
  std::vector<Pose> pose_;
};

std::uint64_t hash_of(const FrameReport& frame) {
  Hash hash;
  for (const PairReport& pair : frame.pairs) {
    hash.add(std::uint64_t{pair.a.index}).add(std::uint64_t{pair.b.index});
    hash.add(static_cast<std::uint64_t>(pair.verdict)).add(pair.lower).add(pair.upper);
    hash.add(pair.point_a);
  }
  return hash.add(frame.budget.units).value();
}

/// Every verdict is that of the exact method, and every distance if asked for.
TEST(Critical, WithoutAnEndIsExact) {
  const int crowds = std::max(8, scaled_count(60));
  std::size_t pairs = 0, touching = 0;
  World exact = Crowd::world(), critical = Crowd::world();
  for (const int n : random_cases(crowds)) {
    Crowd crowd(static_cast<std::uint64_t>(n));
    ASSERT_TRUE(exact.set_poses(crowd.poses()) && critical.set_poses(crowd.poses()));
    BudgetOptions options{.schedule = kSchedules[n % 4]};
    if (n % 5 != 0)
      options.budget = Budget::for_work(std::uint64_t{1} << 60);  // schedules are followed
    const int trees = 3 * n / crowds;                             // in turn, each made once
    options.trees = {.builder = trees == 1 ? SphereBuilder::octree : kBuilder, .levels = 4 - trees};
    if (n % 4 != 3) critical.prepare(options.trees);  // else but one sphere each, at first
    for (int frame = 0; frame < 8; frame++) {
      SCOPED_TRACE(testing::Message() << "crowd " << n << ", frame " << frame);
      const DetectOptions all{.question = n % 3 == 1 ? Question::distance : Question::collide,
                              .report_all = true};
      const FrameReport truth = exact.detect(all), found = critical.detect(options, all);
      ASSERT_EQ(truth.pairs.size(), found.pairs.size());
      EXPECT_FALSE(found.budget.interrupted);
      EXPECT_EQ(found.budget.undecided, 0u);
      for (std::size_t i = 0; i < truth.pairs.size(); i++) {
        ASSERT_EQ(truth.pairs[i].a, found.pairs[i].a);
        ASSERT_EQ(truth.pairs[i].b, found.pairs[i].b);
        ASSERT_EQ(to_string(truth.pairs[i].verdict), to_string(found.pairs[i].verdict))
            << truth.pairs[i].a.index << " " << truth.pairs[i].b.index << " "
            << to_string(critical.body(truth.pairs[i].a)->shape.kind()) << " "
            << to_string(critical.body(truth.pairs[i].b)->shape.kind());
        if (all.question == Question::distance) {
          ASSERT_NEAR(truth.pairs[i].distance, found.pairs[i].distance, 1e-9);
        }
      }
      ASSERT_EQ(truth.touching.size(), found.touching.size());
      ASSERT_EQ(truth.begun.size(), found.begun.size());
      ASSERT_EQ(truth.ended.size(), found.ended.size());
      pairs += truth.pairs.size();
      touching += truth.touching.size();
      crowd.step();
      ASSERT_TRUE(exact.set_poses(crowd.poses()) && critical.set_poses(crowd.poses()));
    }
  }
  std::printf("  %zu pairs, %.0f %% touch\n", pairs, 100. * double(touching) / double(pairs));
  EXPECT_GE(touching, pairs * 3 / 10);
  EXPECT_LE(touching, pairs * 7 / 10);
}

/// Nothing that touches is called apart, and the bounds hold the true gap.
TEST(Critical, InterruptedIsTrue) {
  // So many that were interrupted; as many others come with them.
  const int count = long_run() ? 1000000 : std::max(2000, scaled_count(100000));
  const auto wanted = static_cast<std::size_t>(count);
  std::size_t pairs = 0, open = 0, apart = 0;
  World exact = Crowd::world(), critical = Crowd::world();
  critical.prepare({.builder = kBuilder});
  for (int n = first_case(); open < wanted; n++) {
    Crowd crowd(1000 + static_cast<std::uint64_t>(n));
    ASSERT_TRUE(exact.set_poses(crowd.poses()) && critical.set_poses(crowd.poses()));
    Rng rng(static_cast<std::uint64_t>(n));
    for (int frame = 0; frame < 6; frame++) {
      BudgetOptions options{.schedule = kSchedules[rng.below(4)]};
      options.trees.builder = kBuilder;
      // (Octrees are looser, and take longer to decide as much.)
      const std::uint64_t least = kBuilder == SphereBuilder::fitted ? 10 : 40;
      options.budget = Budget::for_work(least << rng.below(9));
      if (rng.chance(0.3)) options.undecided = Undecided::apart;
      const Question question = rng.chance(0.3) ? Question::distance : Question::collide;
      const FrameReport truth = exact.detect({.question = Question::distance, .report_all = true});
      const FrameReport found =
          critical.detect(options, {.question = question, .report_all = true});
      ASSERT_EQ(truth.pairs.size(), found.pairs.size());
      std::size_t undecided = 0;
      for (std::size_t i = 0; i < truth.pairs.size(); i++) {
        const PairReport &t = truth.pairs[i], &f = found.pairs[i];
        SCOPED_TRACE(testing::Message() << "crowd " << n << ", frame " << frame << ", pair "
                                        << t.a.index << " " << t.b.index);
        const double gap = t.touches() ? 0 : t.distance, error = 1e-9 * (1 + gap);
        pairs++;
        if (f.verdict == Verdict::undecided) {
          undecided++;
          ASSERT_LE(f.lower, gap + error);
          ASSERT_GE(f.upper, gap - error);
        } else {
          ASSERT_EQ(to_string(f.verdict), to_string(t.verdict));
          if (f.verdict == Verdict::apart) {
            apart++;
            ASSERT_LE(f.lower, gap + error);
            ASSERT_GE(f.upper, gap - error);
          }
        }
      }
      open += undecided;
      ASSERT_EQ(undecided, found.budget.undecided);
      ASSERT_TRUE(undecided == 0 || found.budget.interrupted);
      ASSERT_LE(found.budget.units, options.budget.units() + 20000);
      crowd.step();
      ASSERT_TRUE(exact.set_poses(crowd.poses()) && critical.set_poses(crowd.poses()));
    }
  }
  std::printf("  %zu pairs, %.0f %% open, %.0f %% apart\n", pairs,
              100. * double(open) / double(pairs), 100. * double(apart) / double(pairs));
  EXPECT_GE(open, pairs * 3 / 10);
  EXPECT_LE(open, pairs * 7 / 10);
}

/// The more is spent, the narrower the bounds, of every pair; and a frame at rest goes on.
TEST(Critical, BoundsOnlyGetNarrower) {
  const int crowds = std::max(5, scaled_count(40));
  std::size_t left = 0;
  World world = Crowd::world();
  world.prepare({.builder = SphereBuilder::octree});  // made sooner
  for (const int n : random_cases(crowds)) {
    const Crowd crowd(5000 + static_cast<std::uint64_t>(n));
    ASSERT_TRUE(world.set_poses(crowd.poses()));
    std::vector<std::array<double, 2>> bounds;
    std::size_t open = SIZE_MAX;
    for (int frame = 0; frame < 400 && open > 0; frame++) {
      BudgetOptions options{.budget = Budget::for_work(300), .schedule = kSchedules[n % 4]};
      options.trees.builder = SphereBuilder::octree;
      const FrameReport found = world.detect(options, {.report_all = true});
      ASSERT_LE(found.budget.undecided, open);
      open = found.budget.undecided;
      for (std::size_t i = 0; i < found.pairs.size(); i++) {
        const double lower = found.pairs[i].lower, upper = found.pairs[i].upper;
        if (frame == 0) {
          bounds.push_back({lower, upper});
        } else {
          ASSERT_GE(lower, bounds[i][0]);
          ASSERT_LE(upper, bounds[i][1])
              << "crowd " << n << ", frame " << frame << ", pair " << found.pairs[i].a.index << " "
              << found.pairs[i].b.index << ", " << to_string(found.pairs[i].verdict);
          bounds[i] = {lower, upper};
        }
      }
    }
    // A question that takes more than the first try of a frame (10,000 units) waits for a larger
    // budget. These are rare: crowd 1000011 (GLANCE_TEST_SEED=1) has one.
    EXPECT_LE(open, 1u) << "crowd " << n << ": nearly all is found out in the end";
    BudgetOptions larger{.budget = Budget::for_work(2'000'000), .schedule = kSchedules[n % 4]};
    larger.trees.builder = SphereBuilder::octree;
    EXPECT_EQ(world.detect(larger, {.report_all = true}).budget.undecided, 0u) << "crowd " << n;
    left += open;
  }
  EXPECT_LE(left, std::size_t(crowds) / 10);
}

TEST(Critical, WorkIsTheSameEachTime) {
  std::vector<World> worlds;
  for (int run = 0; run < 2; run++) {
    worlds.push_back(Crowd::world());
    worlds.back().prepare({.builder = SphereBuilder::octree});
  }
  for (const int n : random_cases(6)) {
    std::vector<std::uint64_t> first;
    for (int run = 0; run < 2; run++) {
      Crowd crowd(7000 + static_cast<std::uint64_t>(n));
      World& world = worlds[static_cast<std::size_t>(run)];
      ASSERT_TRUE(world.set_poses(crowd.poses()));
      std::vector<std::uint64_t> seen;
      for (int frame = 0; frame < 6; frame++) {
        BudgetOptions options{.budget = Budget::for_work(500), .schedule = kSchedules[n % 4]};
        options.trees.builder = SphereBuilder::octree;
        seen.push_back(hash_of(world.detect(options, {.report_all = true})));
        crowd.step();
        ASSERT_TRUE(world.set_poses(crowd.poses()));
      }
      if (run == 0) first = seen;
      EXPECT_EQ(first, seen);
    }
  }
}

/// A body in the hollow that hidden spheres leave, of which it touches none, is found.
TEST(Critical, FindsWhatIsInside) {
  const TriangleSoup soup = *bumpy_sphere(2000, 3, 0.05);
  const Shape shell = *Shape::mesh(soup.vertices, soup.triangles, {.solid = true});
  const Shape grain = *Shape::sphere(0.02);
  const Vec3 place(0.01, 0.02, -0.01);
  World world;
  ASSERT_TRUE(world.add({.shape = shell}));
  ASSERT_TRUE(world.add({.shape = grain, .pose = *Pose::make(place)}));
  const SphereTreeOptions options{.builder = SphereBuilder::octree, .levels = 5};
  const SphereTree tree = *SphereTree::make(shell, options);
  for (const SphereNode& sphere : tree.level(4)) {
    ASSERT_GT(norm(Vec3(sphere.center - place)), sphere.radius + 0.02) << "no hollow there";
  }
  world.prepare(options);
  const FrameReport found = world.detect(BudgetOptions{.trees = options});
  ASSERT_EQ(found.touching.size(), 1u);
  EXPECT_EQ(found.touching[0].verdict, Verdict::overlapping);
}

}  // namespace
}  // namespace glance::test
