#include "glance/sphere_tree.h"

#include <gtest/gtest.h>

#include <cstring>

#include "glance/generate.h"

namespace glance {
namespace {

VoxelModel block(std::uint32_t side) {
  return {{side, side, side}, std::vector<std::uint8_t>(side * side * side, 1), {1, 2, 3}, 0.5};
}

TEST(SphereTree, SphereIsItsOwn) {
  const auto tree = SphereTree::make(*Shape::sphere(2));
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->nodes().size(), 1u);
  EXPECT_NEAR(tree->nodes()[0].radius, 2, 1e-12);
  EXPECT_NEAR(tree->nodes()[0].overhang, 0, 1e-11);
  EXPECT_TRUE(tree->covers_inside());
}

TEST(SphereTree, CellsOfACube) {
  // Halves of a cube: the paper's radius, a sqrt(3) / 2; and 64 cells less the 8 inside.
  const auto tree = SphereTree::make(*Shape::box({1, 1, 1}), {SphereBuilder::octree, 3});
  ASSERT_TRUE(tree);
  EXPECT_TRUE(tree->validate()) << tree->validate().error().message;
  EXPECT_EQ(tree->levels(), 3);
  EXPECT_EQ(tree->level(0).size(), 1u);
  EXPECT_EQ(tree->level(1).size(), 8u);
  EXPECT_EQ(tree->level(2).size(), 56u);
  for (const SphereNode& node : tree->nodes()) {
    EXPECT_NEAR(node.radius, std::sqrt(3) / (1 << node.level), 1e-12);
  }
  EXPECT_FALSE(tree->covers_inside());
}

TEST(SphereTree, BlocksOfVoxels) {
  const auto tree = SphereTree::make(block(4), {SphereBuilder::octree, 6});
  ASSERT_TRUE(tree);
  EXPECT_TRUE(tree->validate());
  EXPECT_EQ(tree->levels(), 3);  // single cubes are no further divided
  EXPECT_EQ(tree->level(2).size(), 56u);
  EXPECT_FALSE(tree->covers_inside());
  EXPECT_NEAR(tree->nodes().back().radius, 0.25 * std::sqrt(3), 1e-12);
  const auto whole = SphereTree::make(block(2), {SphereBuilder::octree, 4});
  EXPECT_TRUE(whole->covers_inside());
  const auto mesh = voxel_mesh(block(4));
  ASSERT_TRUE(mesh);
  EXPECT_TRUE(mesh->mesh_view().solid);
  EXPECT_NEAR(mesh->mass().volume, 8, 1e-12);
}

TEST(SphereTree, CubesThatTouchAlongAnEdgeAreASolid) {
  const VoxelModel two{{2, 2, 1}, {1, 0, 0, 1}, {0, 0, 0}, 1};
  const auto mesh = voxel_mesh(two);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_NEAR(mesh->mass().volume, 2, 1e-12);
}

TEST(SphereTree, FittedHasNoMoreSpheres) {
  const Shape brick = *Shape::box({1, 0.5, 0.25});
  const auto octree = SphereTree::make(brick, {SphereBuilder::octree, 3});
  const auto fitted = SphereTree::make(brick, {SphereBuilder::fitted, 3});
  ASSERT_TRUE(octree && fitted);
  EXPECT_TRUE(fitted->validate());
  for (int l = 0; l < fitted->levels(); l++) {
    EXPECT_LE(fitted->level(l).size(), octree->level(l).size());
  }
  // The same bits again.
  const auto again = SphereTree::make(brick, {SphereBuilder::fitted, 3});
  ASSERT_EQ(again->nodes().size(), fitted->nodes().size());
  for (std::size_t i = 0; i < again->nodes().size(); i++) {
    EXPECT_EQ(again->nodes()[i].center, fitted->nodes()[i].center);
    EXPECT_EQ(again->nodes()[i].radius, fitted->nodes()[i].radius);
  }
}

TEST(SphereTree, BadInput) {
  const Shape cube = *Shape::box({1, 1, 1});
  for (const int levels : {-1, 0, kMaxSphereLevels + 1}) {
    const auto tree = SphereTree::make(cube, {.levels = levels});
    ASSERT_FALSE(tree);
    EXPECT_NE(tree.error().message.find(std::to_string(levels)), std::string::npos);
  }
  EXPECT_FALSE(SphereTree::make(*Shape::halfspace({0, 0, 1}, 0)));
  VoxelModel bad = block(2);
  bad.cells.pop_back();
  EXPECT_FALSE(SphereTree::make(bad));
  EXPECT_FALSE(voxel_mesh(bad));
  bad = block(2);
  bad.cells.assign(8, 0);
  EXPECT_FALSE(SphereTree::make(bad));
  bad = block(2);
  bad.cell = 0;
  EXPECT_FALSE(SphereTree::make(bad));
  bad = block(2);
  bad.size[1] = 0;
  EXPECT_FALSE(SphereTree::make(bad));
  const auto tree = SphereTree::make(cube, {SphereBuilder::octree, 2});
  EXPECT_FALSE(sphere_fit(*tree, cube, 2));
}

}  // namespace
}  // namespace glance
