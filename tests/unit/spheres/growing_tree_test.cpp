// Trees that grow are right after every step: their leaves cover the surface, what a sphere says of
// itself holds, and no step is long.
#include "spheres/growing_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "glance/generate.h"
#include "glance/query.h"
#include "glance/rng.h"
#include "spheres/sphere_hits.h"
#include "support/every_kind.h"
#include "support/mesh_zoo.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::spheres;

namespace {

constexpr int kLevels = 4;

struct Grown {
  std::string name;
  Shape shape;
};

Shape grown_mesh(const TriangleSoup& soup, bool solid) {
  return Shape::mesh(soup.vertices, soup.triangles, {.solid = solid}).value();
}

/// Of every kind that is bounded, in two rows, the second one turned.
Shape compound_of_every_kind(const std::vector<Shape>& kinds, Rng& rng) {
  std::vector<CompoundPart> parts;
  for (const Shape& kind : kinds) {
    if (kind.kind() == ShapeKind::halfspace) continue;
    const Pose pose = Pose::make(rng.rotation(), rng.in_box(4)).value();
    parts.push_back({kind, parts.size() % 2 ? pose : at(rng.uniform(-4, 4))});
  }
  return Shape::compound(parts).value();
}

std::vector<Grown> grown_bodies() {
  Rng rng(7);
  std::vector<Grown> bodies;
  for (int i = 0; i < kMeshCount; i++) {
    const auto name = static_cast<MeshName>(i);
    const MeshModel model = make_mesh_model(name, 5);
    bodies.push_back({std::string(to_string(name)),
                      Shape::mesh(model.vertices, model.outward(), {.solid = false}).value()});
  }
  bodies.push_back({"every kind", compound_of_every_kind(plain_shapes_of_every_kind(), rng)});
  bodies.push_back({"rounded and scaled", compound_of_every_kind(shapes_of_every_kind(), rng)});
  const Shape pair =
      Shape::compound(std::vector<CompoundPart>{{grown_mesh(*bumpy_sphere(200, 3), true), at(1)},
                                                {Shape::box({1, 2, 0.1}).value(), at(-1, 3)}})
          .value();
  std::vector<CompoundPart> nested;
  for (int i = 0; i < 20; i++) {
    nested.push_back({pair, Pose::make(rng.rotation(), rng.in_box(8)).value()});
  }
  bodies.push_back({"nested", Shape::compound(nested).value()});
  bodies.push_back({"scaled", Shape::compound(nested)->scaled(0.3).value()});
  // Far parts that nearly cancel each other's poses.
  std::vector<CompoundPart> far;
  const Shape remote = Shape::segment(Vec3(1e7, 0, 0), Vec3(1e7 + 1, 0, 0)).value();
  for (int i = 0; i < 9; i++) far.push_back({remote, at(-1e7 + i)});
  bodies.push_back({"far parts", Shape::compound(far).value()});
  bodies.push_back({"one part", Shape::compound(std::vector<CompoundPart>{{pair, {}}}).value()});
  bodies.push_back(
      {"in one place",
       Shape::compound(std::vector<CompoundPart>(50, {Shape::sphere(1).value(), at(2)})).value()});
  bodies.push_back({"rock", grown_mesh(*bumpy_sphere(3000, 2), false)});
  return bodies;
}

/// A point of the body's surface: a corner, or one between corners; of curved ones any point.
Vec3 some_surface_point(const Shape& shape, Rng& rng) {
  if (shape.kind() == ShapeKind::compound) {
    const auto leaves = shape.leaf_parts();
    const CompoundPart& leaf = leaves[rng.below(static_cast<std::uint32_t>(leaves.size()))];
    return leaf.pose.apply(some_surface_point(leaf.shape, rng));
  }
  if (shape.kind() == ShapeKind::mesh) {
    const MeshView m = shape.mesh_view();
    const Triangle& t = m.triangles[rng.below(static_cast<std::uint32_t>(m.triangles.size()))];
    if (rng.chance(0.3)) return m.vertices[t[rng.below(3)]];
    double s = rng.uniform(), u = rng.uniform();
    if (s + u > 1) s = 1 - s, u = 1 - u;
    const Vec3 &a = m.vertices[t[0]], &b = m.vertices[t[1]], &c = m.vertices[t[2]];
    return a + s * (b - a) + u * (c - a);
  }
  const Vec3 d = rng.direction();
  const Vec3 sizes = shape.sizes();
  const double r = shape.rounding();
  if (shape.kind() == ShapeKind::ellipsoid) return d.times(sizes);
  if (!shape.has_flat_core()) {  // the rim of a cylinder or a cone
    const double flat = std::hypot(d.x(), d.y());
    return Vec3(sizes.x() * d.x() / flat, sizes.x() * d.y() / flat, -sizes.z());
  }
  const auto v = shape.vertices();
  return v[rng.below(static_cast<std::uint32_t>(v.size()))] + r * d;
}

double gap_to(const Shape& shape, const Vec3& p) {
  const Distance d = distance({*Shape::point(p), {}}, {shape, {}}, {.depth = false});
  return d.verdict == Verdict::apart ? d.distance : 0;
}

bool is_in(const SphereNode& s, const Vec3& p, double slack) {
  return norm(Vec3(p - s.center)) <= s.radius + slack;
}

/// By what test points are off, which are placed with rounding.
double placing_slack(const Shape& shape) {
  double largest = one_norm(shape.mass().centroid) + shape.bounding_radius();
  for (const CompoundPart& part : shape.leaf_parts()) {
    largest = std::max(largest, one_norm(part.pose.translation()));
  }
  return 0x1p-48 * largest;
}

void expect_covered(const GrowingTree& tree, std::span<const Vec3> points, double slack) {
  for (const Vec3& p : points) {
    const bool covered = std::ranges::any_of(tree.nodes(), [&](const SphereNode& node) {
      return node.is_leaf() && is_in(node, p, slack);
    });
    ASSERT_TRUE(covered) << "step " << tree.steps() << ", " << tree.nodes().size() << " nodes";
  }
}

/// Of a node that came with the last step.
void expect_true(const GrowingTree& tree, std::size_t number, const Shape& shape, Rng& rng) {
  const SphereNode& node = tree.nodes()[number];
  const double slack = 1e-9 * shape.extent() + placing_slack(shape);
  ASSERT_LE(gap_to(shape, node.center), node.reach + slack);
  ASSERT_LE(gap_to(shape, node.center + node.radius * rng.direction()), node.overhang + slack);
  if (node.depth > 0) {
    ASSERT_EQ(node.reach, 0);
    ASSERT_LE(gap_to(shape, node.center + node.depth * rng.direction()), slack);
  }
  if (number == 0) return;
  const SphereNode& parent = tree.nodes()[node.parent];
  ASSERT_LT(node.parent, number);
  ASSERT_EQ(node.level, parent.level + 1);
  ASSERT_GE(number, parent.child);
  ASSERT_LT(number, parent.child + parent.children);
}

/// Not of convex bodies. Those of solids leave a hollow in which another body could hide.
TEST(GrowingTree, IsOfMeshesAndCompounds) {
  const TriangleSoup soup = *bumpy_sphere(100, 2);
  EXPECT_TRUE(GrowingTree::can_grow(grown_mesh(soup, false)));
  EXPECT_TRUE(GrowingTree::can_grow(grown_mesh(soup, true)));
  EXPECT_TRUE(GrowingTree(grown_mesh(soup, false), kLevels).covers_inside());
  EXPECT_FALSE(GrowingTree(grown_mesh(soup, true), kLevels).covers_inside());
  for (const Shape& shape : plain_shapes_of_every_kind()) {
    EXPECT_FALSE(GrowingTree::can_grow(shape));
  }
}

TEST(GrowingTree, IsRightAfterEveryStep) {
  int with_depth = 0;
  for (const auto& [name, shape] : grown_bodies()) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(GrowingTree::can_grow(shape));
    Rng rng(3);
    std::vector<Vec3> points(300);
    for (Vec3& p : points) p = some_surface_point(shape, rng);
    GrowingTree tree(shape, kLevels);
    const SphereNode* const first = tree.nodes().data();
    const double slack = placing_slack(shape);
    ASSERT_EQ(tree.nodes().size(), 1u);
    expect_covered(tree, points, slack);
    std::size_t known = 0;
    while (!tree.is_complete()) {
      ASSERT_LT(tree.steps(), 10'000u);
      const std::uint32_t units = tree.step();
      ASSERT_GT(units, 0u);
      ASSERT_LE(units, GrowingTree::kMostUnits + 8);
      if (tree.nodes().size() == known) continue;
      ASSERT_EQ(tree.nodes().data(), first) << "searches refer to them";
      expect_covered(tree, points, slack);
      for (; known < tree.nodes().size(); known++) {
        if (known % 8 < 2) expect_true(tree, known, shape, rng);
        with_depth += tree.nodes()[known].depth > 0;
      }
      if (HasFatalFailure()) return;
    }
    const std::size_t pieces = shape.kind() == ShapeKind::mesh ? shape.mesh_view().triangles.size()
                                                               : shape.leaf_parts().size();
    EXPECT_LE(tree.nodes().size(), 2 * std::min<std::size_t>(pieces, 256) - 1);
    EXPECT_EQ(tree.nodes().size() == 1, pieces == 1 || name == "in one place");
  }
  EXPECT_GT(with_depth, 20) << "parts prove that bodies overlap";
}

/// The same after as many steps; with one level it is the root, with more levels there are more.
TEST(GrowingTree, IsTheSameAfterTheSameNumberOfSteps) {
  const Shape rock = grown_mesh(*bumpy_sphere(2000, 9), false);
  GrowingTree tree(rock, kLevels), other(rock, kLevels);
  for (int i = 0; !tree.is_complete(); i++) {
    EXPECT_EQ(tree.step(), other.step());
    ASSERT_EQ(tree.nodes().size(), other.nodes().size());
    const SphereNode &x = tree.nodes().back(), &y = other.nodes().back();
    ASSERT_TRUE(x.center == y.center && x.radius == y.radius && x.reach == y.reach);
  }
  EXPECT_TRUE(other.is_complete());
  EXPECT_TRUE(GrowingTree(rock, 1).is_complete());
  std::size_t last = 1;
  for (const int levels : {2, 3, 4, 5}) {
    GrowingTree larger(rock, levels);
    while (!larger.is_complete()) larger.step();
    EXPECT_GT(larger.nodes().size(), last);
    last = larger.nodes().size();
  }
}

/// A search goes on through trees that grow under it, and ends as it should.
TEST(GrowingTree, SearchesGoOnWhileItGrows) {
  const Shape a = grown_mesh(*bumpy_sphere(900, 1), false);
  const Shape b = grown_mesh(*torus(24, 12, 1, 0.3), false);
  Rng rng(11);
  int apart = 0, cases = 0;
  for (; cases < 300; cases++) {
    const Pose pose = Pose::make(rng.rotation(), rng.direction() * rng.uniform(2, 4)).value();
    const Distance truth = distance({a, {}}, {b, pose}, {.depth = false});
    const double gap = truth.verdict == Verdict::apart ? truth.distance : 0;
    GrowingTree tree_a(a, kLevels), tree_b(b, kLevels);
    for (GrowingTree* tree : {&tree_a, &tree_b}) {
      for (std::uint32_t n = 12 + rng.below(8); n > 0 && !tree->is_complete(); n--) tree->step();
    }
    SphereHits hits;
    hits.begin(tree_a.nodes(), 1, {}, tree_b.nodes(), 1, pose);
    while (hits.state() == SphereHits::State::open) {
      hits.step();
      for (GrowingTree* tree : {&tree_a, &tree_b}) {
        if (rng.chance(0.1) && !tree->is_complete()) tree->step();
      }
      hits.move_trees(tree_a.nodes(), tree_b.nodes());
      ASSERT_LE(gap, hits.upper() + 1e-9);
    }
    apart += hits.state() == SphereHits::State::apart;
    if (hits.state() == SphereHits::State::apart) {
      ASSERT_LE(hits.lower(), gap + 1e-9);
    }
    ASSERT_NE(hits.state(), SphereHits::State::overlap) << "surfaces have no inside";
  }
  EXPECT_GE(apart, 3 * cases / 10);
  EXPECT_LE(apart, 7 * cases / 10);
}

/// To begin a tree of a large mesh takes no longer than a step. (Said, not asserted: times depend
/// on what else the machine does.)
TEST(GrowingTree, BeginsAtOnce) {
  using Clock = std::chrono::steady_clock;
  const Shape rock = grown_mesh(*bumpy_sphere(20'000, 9), false);
  const auto begun = Clock::now();
  GrowingTree tree(rock, kLevels);
  double longest = 0, sum = 0;
  const double made = std::chrono::duration<double>(Clock::now() - begun).count();
  while (!tree.is_complete()) {
    const auto from = Clock::now();
    ASSERT_LE(tree.step(), GrowingTree::kMostUnits + 8);
    const double took = std::chrono::duration<double>(Clock::now() - from).count();
    longest = std::max(longest, took);
    sum += took;
  }
  std::printf(
      "%zu triangles: made in %.1f us, %u steps of %.1f us, the longest %.1f us, %zu nodes\n",
      rock.mesh_view().triangles.size(), 1e6 * made, tree.steps(), 1e6 * sum / tree.steps(),
      1e6 * longest, tree.nodes().size());
  EXPECT_GT(tree.nodes().size(), 255u);
}

}  // namespace
}  // namespace glance::test
