// What pairs of meshes remember: which numbers are valid, and what is forgotten. (That answers do
// not depend on it: tests/property/mesh_lists_test.cpp.)
#include "mesh/tree_memory.h"

#include <gtest/gtest.h>

#include "bound/mesh_body.h"
#include "exact/cache_access.h"
#include "glance/generate.h"
#include "mesh/mesh_query.h"
#include "support/shorthand.h"

namespace glance::test {
using namespace rooms::mesh;

namespace {

TEST(TreeMemory, KnowsHowLargeTreesAre) {
  const TreeSize ball = tree_size(Shape::sphere(1).value());
  EXPECT_EQ(ball.id, bound::kConvexTree);
  EXPECT_EQ(ball.nodes, 1u);
  EXPECT_EQ(ball.items, 1u);
  const TriangleSoup soup = torus(8, 6, 1, 0.25).value();
  const Shape ring = Shape::mesh(soup.vertices, soup.triangles).value();
  const TreeSize size = tree_size(ring);
  EXPECT_EQ(size.items, 96u);
  EXPECT_EQ(size.nodes, 191u) << "two children each";
  EXPECT_EQ(size.id, mesh_of(ring).tree().topology().id);
  EXPECT_NE(size.id, bound::kConvexTree);
}

/// Numbers from a file may be any.
TEST(TreeMemory, RefusesNodesAndItemsThatTreesDoNotHave) {
  const TreeSize a{1, 7, 4}, b{2, 3, 2};
  SeparationList list;
  EXPECT_TRUE(list.fits(a, b)) << "empty";
  list.entries = {{{0, 0}, 1}, {{6, 2}, 1}};
  EXPECT_TRUE(list.fits(a, b));
  EXPECT_FALSE(list.fits(b, a));
  for (const NodePair& bad : {NodePair{7, 0}, NodePair{0, 3}, NodePair{0xffffffff, 0xffffffff}}) {
    list.entries.push_back({bad, 1});
    EXPECT_FALSE(list.fits(a, b)) << bad.a << ", " << bad.b;
    list.entries.pop_back();
  }
  // The last leaves are named by their items, of which there are fewer than nodes.
  list.last = {4, 0};
  EXPECT_TRUE(list.fits(a, b)) << "there is no last one";
  list.has_last = true;
  EXPECT_FALSE(list.fits(a, b));
  list.last = {3, 2};
  EXPECT_FALSE(list.fits(a, b));
  list.last = {3, 1};
  EXPECT_TRUE(list.fits(a, b));
}

TEST(TreeMemory, ForgetsAllButTheRoomItHas) {
  TreeMemory memory;
  memory.list.entries.resize(100);
  memory.list.tree_a = 3;
  memory.list.settled = 5;
  memory.list.has_last = memory.list.lost = memory.list.is_unchecked = true;
  memory.list.travel = 2;
  memory.settled.shape_a = 1;
  memory.inside.touching = true;
  memory.inside.point = Vec3(1, 2, 3);
  memory.parts.resize(3);
  EXPECT_FALSE(memory == TreeMemory());
  const TreeMemory copy = memory;
  EXPECT_TRUE(copy == memory);
  memory.clear();
  EXPECT_TRUE(memory == TreeMemory());
  EXPECT_GE(memory.list.entries.capacity(), 100u);
  EXPECT_EQ(copy.parts.size(), 3u);
}

/// The list of a stored world may name anything. (Parts of compounds are asked for all that touches
/// without another question before it: the list was not checked then, and nodes that do not exist
/// were read.)
TEST(TreeMemory, ListsOfStoredWorldsAreCheckedBeforeAllThatTouchesIsListed) {
  const TriangleSoup soup = torus(8, 6, 1, 0.25).value();
  const Shape ring = Shape::mesh(soup.vertices, soup.triangles).value();
  const Pose here, beside = at(2.25, 0, 0.125);
  PairCache cache;
  SeparationList& list = trees_of(cache).make().list;
  list.tree_a = list.tree_b = tree_size(ring).id;
  list.entries = {{{1u << 30, 1u << 30}, 1}};
  list.is_unchecked = true;
  const QueryOptions options;
  std::vector<TouchingParts> found, expected;
  QueryWork work;
  mesh_touching_parts({ring, here, ring, beside, cache, options}, found, work);
  EXPECT_FALSE(list.is_unchecked);
  (void)touching_parts({ring, here}, {ring, beside}, expected);
  EXPECT_EQ(found.size(), expected.size());
  EXPECT_GT(found.size(), 0u);
}

/// A workspace is room, not memory: a copy has its own, and it makes no difference.
TEST(TreeMemory, CopiesHaveWorkspacesOfTheirOwn) {
  const TriangleSoup soup = torus(8, 6, 1, 0.25).value();
  const Shape ring = Shape::mesh(soup.vertices, soup.triangles).value();
  PairCache cache;
  const Pose beside = at(2.75, 0, 0.125);
  const Distance first = distance({ring, {}}, {ring, beside}, QueryOptions{}.with(cache));
  PairCache copy = cache;
  EXPECT_TRUE(copy == cache);
  const Distance again = distance({ring, {}}, {ring, beside}, QueryOptions{}.with(copy));
  EXPECT_EQ(again.distance, first.distance);
  EXPECT_GT(first.distance, 0);
}

}  // namespace
}  // namespace glance::test
