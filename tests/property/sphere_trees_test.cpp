// Spheres of every level cover the surface of 50 bodies of every kind, whoever placed them; what
// they say of themselves holds; and fitted ones leave less outside of the body.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "glance/generate.h"
#include "glance/query.h"
#include "glance/rng.h"
#include "glance/sphere_tree.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

constexpr int kModels = 50;

Shape mesh_of_soup(const Result<TriangleSoup>& soup, bool solid) {
  return Shape::mesh(soup->vertices, soup->triangles, {.solid = solid}).value();
}

VoxelModel voxel_model(Rng& rng) {
  VoxelModel v;
  for (auto& n : v.size) n = 6 + rng.below(6);
  v.origin = rng.in_box(3);
  v.cell = rng.uniform(0.05, 0.2);
  const Vec3 bump = rng.in_box(0.5);
  for (std::uint32_t z = 0; z < v.size[2]; z++) {
    for (std::uint32_t y = 0; y < v.size[1]; y++) {
      for (std::uint32_t x = 0; x < v.size[0]; x++) {
        const Vec3 p(2 * (x + 0.5) / v.size[0] - 1, 2 * (y + 0.5) / v.size[1] - 1,
                     2 * (z + 0.5) / v.size[2] - 1);
        v.cells.push_back(norm(p) < 1 && norm(p - bump) > 0.4);
      }
    }
  }
  return v;
}

struct Model {
  Shape shape;
  std::optional<VoxelModel> voxels;
};

/// Ten kinds in turn, so that a few of them are a fair sample.
Model make_model(int index) {
  Rng rng(random_seed(index + 1));
  const auto length = [&] { return rng.uniform(0.3, 1); };
  const std::uint64_t seed = random_seed(index);
  switch (index % 10) {
    case 0: return {mesh_of_soup(bumpy_sphere(500 + 100 * index / 10, seed), true), {}};
    case 1:
      return {random_polytope(seed, 20 + 2 * index, {length(), length(), length()}).value(), {}};
    case 2: return {mesh_of_soup(torus(24, 12, 1, rng.uniform(0.1, 0.4)), true), {}};
    case 3: {
      const VoxelModel v = voxel_model(rng);
      return {voxel_mesh(v).value(), v};
    }
    case 4: {
      if (index == 4) return {Shape::sphere(length()).value(), {}};
      if (index == 14) return {Shape::capsule(length(), length()).value(), {}};
      if (index == 24) return {Shape::cylinder(length(), length()).value(), {}};
      if (index == 34) return {Shape::cone(length(), length()).value(), {}};
      return {Shape::ellipsoid({length(), length(), length()}).value(), {}};
    }
    case 5: {
      std::vector<CompoundPart> parts;
      for (int i = 0; i < 3; i++) {
        const Shape part = i == 0   ? Shape::box({length(), length(), length()}).value()
                           : i == 1 ? Shape::capsule(length() / 2, length()).value()
                                    : mesh_of_soup(torus(12, 8, 0.6, 0.2), true);
        parts.push_back({part, Pose::make(rng.rotation(), Vec3(rng.in_box(1))).value()});
      }
      return {Shape::compound(parts).value(), {}};
    }
    case 6: return {mesh_of_soup(random_soup(60 + index, seed, 0.3), false), {}};
    case 7: {
      const Vec3 half(length(), length(), length());
      return {Shape::box(half)->rounded(length() / 3).value(), {}};
    }
    case 8: return {Shape::cylinder(length(), length())->rounded(length() / 3).value(), {}};
    default: break;
  }
  if (index == 9) return {Shape::segment(rng.in_box(1), rng.in_box(1))->rounded(0.2).value(), {}};
  if (index == 19) return {mesh_of_soup(random_terrain(8, 8, seed, 0.3), false), {}};
  return {Shape::box({length(), length(), length()}).value(), {}};
}

Vec3 on_triangle(const Vec3& a, const Vec3& b, const Vec3& c, Rng& rng) {
  double s = rng.uniform(), t = rng.uniform();
  if (s + t > 1) {
    s = 1 - s;
    t = 1 - t;
  }
  return a + s * (b - a) + t * (c - a);
}

/// A point of the true surface, by formulas of each kind.
Vec3 on_surface(const Shape& shape, Rng& rng) {
  const double r = shape.rounding();
  const Vec3 s = shape.sizes(), d = rng.direction();
  switch (shape.kind()) {
    case ShapeKind::compound: {
      const auto leaves = shape.leaf_parts();
      const CompoundPart& leaf = leaves[rng.below(static_cast<std::uint32_t>(leaves.size()))];
      return leaf.pose.apply(on_surface(leaf.shape, rng));
    }
    case ShapeKind::mesh: {
      const MeshView m = shape.mesh_view();
      const Triangle& t = m.triangles[rng.below(static_cast<std::uint32_t>(m.triangles.size()))];
      return on_triangle(m.vertices[t[0]], m.vertices[t[1]], m.vertices[t[2]], rng);
    }
    case ShapeKind::ellipsoid: {
      const Vec3 normal = normalized(Vec3(d.x() / s.x(), d.y() / s.y(), d.z() / s.z()));
      return d.times(s) + r * normal;
    }
    case ShapeKind::cylinder:
    case ShapeKind::cone: {
      const bool cone = shape.kind() == ShapeKind::cone;
      const Vec3 out = normalized(Vec3(d.x(), d.y(), 0));
      const double up = rng.uniform();
      const std::uint32_t which = rng.below(3);
      if (which == 0) {  // the side
        const Vec3 normal = cone ? normalized(2 * s.z() * out + Vec3(0, 0, s.x())) : out;
        return (cone ? 1 - up : 1) * s.x() * out + Vec3(0, 0, (2 * up - 1) * s.z()) + r * normal;
      }
      if (which == 1) {  // an end
        const double z = cone || d.z() < 0 ? -1 : 1;
        return up * s.x() * out + Vec3(0, 0, z * (s.z() + r));
      }
      const double z = cone ? -1 : d.z() < 0 ? -1 : 1;  // a rim
      return s.x() * out + Vec3(0, 0, z * s.z()) + r * Vec3(d.x(), d.y(), z * std::fabs(d.z()));
    }
    default: break;
  }
  if (shape.face_count() > 2 && rng.chance(0.5)) {
    const std::uint32_t f = rng.below(static_cast<std::uint32_t>(shape.face_count()));
    const auto loop = shape.face_vertices(f);
    const std::uint32_t i = 2 + rng.below(static_cast<std::uint32_t>(loop.size()) - 2);
    const auto v = shape.vertices();
    return on_triangle(v[loop[0]], v[loop[i - 1]], v[loop[i]], rng) + r * shape.face_normal(f);
  }
  if (shape.edge_count() == 1 && rng.chance(0.5)) {
    const Vec3 a = shape.vertices()[0], b = shape.vertices()[1];
    return a + rng.uniform() * (b - a) + r * normalized(cross(b - a, d));
  }
  Vec3 best = shape.vertices()[0];
  for (const Vec3& v : shape.vertices()) {
    if (dot(v, d) > dot(best, d)) best = v;
  }
  return best + r * d;
}

SphereTree make_tree(const Model& model, SphereBuilder builder) {
  const SphereTreeOptions options{builder, 4};
  return (model.voxels ? SphereTree::make(*model.voxels, options)
                       : SphereTree::make(model.shape, options))
      .value();
}

bool covered(const std::vector<SphereNode>& spheres, const Vec3& p) {
  return std::ranges::any_of(
      spheres, [&](const SphereNode& s) { return norm_sq(p - s.center) <= s.radius * s.radius; });
}

double distance_to(const Shape& shape, const Vec3& p) {
  const Distance d = distance({*Shape::point(p), {}}, {shape, {}}, {.depth = false});
  return d.verdict == Verdict::apart ? d.distance : 0;
}

/// What spheres hold outside of the body (length^3), by `samples` points.
double excess(const std::vector<SphereNode>& spheres, const Shape& shape, int samples) {
  Aabb box;
  for (const SphereNode& s : spheres) {
    box.add(s.center - Vec3::constant(s.radius));
    box.add(s.center + Vec3::constant(s.radius));
  }
  Rng rng(random_seed(99));
  int outside = 0;
  for (int i = 0; i < samples; i++) {
    Vec3 p;
    for (int k = 0; k < 3; k++) p[k] = rng.uniform(box.lower[k], box.upper[k]);
    if (covered(spheres, p) && distance_to(shape, p) > 0) outside++;
  }
  const Vec3 size = box.upper - box.lower;
  return size.x() * size.y() * size.z() * outside / samples;
}

/// No sphere says of itself what is not so.
void expect_sound(const SphereTree& tree, const Shape& shape, int spheres, Rng& rng) {
  const double slack = 1e-9 * shape.extent();
  for (int i = 0; i < spheres; i++) {
    const SphereNode& s = tree.nodes()[rng.below(static_cast<std::uint32_t>(tree.nodes().size()))];
    EXPECT_LE(distance_to(shape, s.center), s.reach + slack);
    EXPECT_LE(distance_to(shape, s.center + s.radius * rng.direction()), s.overhang + slack);
    const Vec3 inner = s.center + s.depth * rng.direction();
    if (s.depth > 0) {
      EXPECT_LE(distance_to(shape, inner), slack);
    }
  }
}

TEST(SphereTrees, CoverTheSurfaceAtEveryLevel) {
  const int models = scaled_count(kModels), samples = scaled_count(1'000'000) / models;
  int uncovered = 0;
  for (int index = 0; index < models; index++) {
    const Model model = make_model(index);
    for (const SphereBuilder builder : {SphereBuilder::octree, SphereBuilder::fitted}) {
      const SphereTree tree = make_tree(model, builder);
      SCOPED_TRACE("model " + std::to_string(index) + " " + std::string(to_string(builder)));
      EXPECT_TRUE(tree.validate()) << tree.validate().error().message;
      std::vector<std::vector<SphereNode>> levels;
      for (int l = 0; l < tree.levels(); l++) levels.push_back(tree.level(l));
      Rng rng(random_seed(index));
      int missed = 0;
      for (int i = 0; i < samples; i++) {
        const Vec3 p = on_surface(model.shape, rng);
        for (const auto& spheres : levels) missed += !covered(spheres, p);
      }
      EXPECT_EQ(missed, 0);
      uncovered += missed;
      expect_sound(tree, model.shape, 60, rng);
    }
  }
  EXPECT_EQ(uncovered, 0);
}

TEST(SphereTrees, FittedLeaveLessOutside) {
  const int models = scaled_count(kModels);
  double sum = 0;
  int good = 0;
  for (int index = 0; index < models; index++) {
    const Model model = make_model(index);
    double outside[2];
    std::size_t count[2];
    for (const SphereBuilder builder : {SphereBuilder::octree, SphereBuilder::fitted}) {
      const SphereTree tree = make_tree(model, builder);
      const auto leaves = tree.level(tree.levels() - 1);
      outside[static_cast<int>(builder)] = excess(leaves, model.shape, 4000);
      count[static_cast<int>(builder)] = leaves.size();
    }
    EXPECT_LE(count[1], count[0]);
    const double ratio = outside[1] / outside[0];
    std::printf("model %2d %-9s %4zu %4zu spheres, excess %.4f %.4f, ratio %.2f\n", index,
                std::string(to_string(model.shape.kind())).c_str(), count[0], count[1], outside[0],
                outside[1], ratio);
    sum += ratio;
    good += ratio <= 0.6;
  }
  std::printf("mean ratio %.3f, at most 0.6 for %d of %d\n", sum / models, good, models);
  EXPECT_LE(sum / models, 0.6);
  EXPECT_GT(2 * good, models);
}

}  // namespace
}  // namespace glance::test
