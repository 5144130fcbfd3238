#include <algorithm>

#include "bound/box_pyramid.h"

#include <gtest/gtest.h>

#include "bound/mesh_body.h"
#include "glance/generate.h"
#include "glance/rng.h"

namespace glance::test {
using namespace rooms::bound;

namespace {

/// Of one box of a block.
struct Box {
  Vec3 low, high;

  Box(const BoxBlock& block, std::uint32_t i) {
    for (std::size_t k = 0; k < 3; k++) {
      low[static_cast<int>(k)] = block.low[k][i];
      high[static_cast<int>(k)] = block.high[k][i];
    }
  }

  bool holds(const Vec3& p, double error) const {
    return at_most(low - Vec3::constant(error), p) && at_most(p, high + Vec3::constant(error));
  }
};

Shape bumpy_mesh(int triangles) {
  const TriangleSoup soup = bumpy_sphere(triangles, 3).value();
  return Shape::mesh(soup.vertices, soup.triangles).value();
}

/// Every box holds its triangle, every box of the level above the four below it, and boxes that
/// are not there are near nothing. For counts that do and do not fill blocks.
TEST(BoxPyramid, HoldsWhatIsBelow) {
  Rng rng(1);
  for (const int triangles : {20, 64, 80, 256, 500, 1280}) {
    const Shape shape = bumpy_mesh(triangles);
    const MeshBody& body = bound::mesh_of(shape);
    const auto& items = body.tree().topology().items;
    const Pose pose = Pose::make(rng.rotation(), Vec3::zero()).value();
    const BoxFrame frame{rng.in_box(1), 0.5, pose.rotation(), rng.in_box(3)};
    BoxPyramid pyramid;
    pyramid.build(body.mesh(), items, frame);
    // Coordinates of up to 8 in floats.
    const double error = 8 * 0x1p-21;
    double widest = 0;
    for (std::uint32_t i = 0; i < items.size(); i++) {
      const Box box(pyramid.block(0, i / 4), i % 4);
      widest = std::max(widest, (box.high - box.low).max_component());
      Vec3 low = Vec3::constant(INFINITY), high = -low;
      for (int k = 0; k < 3; k++) {
        const Vec3 p =
            multiply(frame.matrix, (body.mesh().corner(items[i], k) - frame.origin) / frame.unit) +
            frame.shift;
        ASSERT_TRUE(box.holds(p, error)) << triangles << " " << i;
        low = low.min(p);
        high = high.max(p);
      }
      ASSERT_LE((box.low - low).abs().max_component(), error);  // and no larger
      ASSERT_LE((box.high - high).abs().max_component(), error);
    }
    EXPECT_GT(widest, 0.05);
    std::size_t count = items.size();
    for (int level = 0; level < pyramid.top(); level++) {
      for (std::uint32_t i = 0; i < (count + 3) / 4; i++) {
        const Box above(pyramid.block(level + 1, i / 4), i % 4);
        for (std::uint32_t k = 0; k < 4; k++) {
          const Box below(pyramid.block(level, i), k);
          if (4 * i + k < count) {
            ASSERT_TRUE(above.holds(below.low, 0) && above.holds(below.high, 0));
          } else {
            ASSERT_GT(below.low.min_component(), 1e17);
            ASSERT_LT(below.high.max_component(), -1e17);
          }
        }
      }
      count = (count + 3) / 4;
    }
    EXPECT_LE(count, 4u);  // the top is one block
    EXPECT_GT(4 * count, 4u);
  }
}

/// Nothing of a larger mesh is left when a smaller one takes its place.
TEST(BoxPyramid, CanBeBuiltAgain) {
  const Shape large = bumpy_mesh(1280), small = bumpy_mesh(80);
  const BoxFrame frame{Vec3::zero(), 1, Mat3::identity(), Vec3::zero()};
  BoxPyramid used, fresh;
  const auto build = [&](BoxPyramid& pyramid, const Shape& shape) {
    const MeshBody& body = bound::mesh_of(shape);
    pyramid.build(body.mesh(), body.tree().topology().items, frame);
  };
  build(used, large);
  build(used, small);
  build(fresh, small);
  ASSERT_EQ(used.top(), fresh.top());
  std::size_t blocks = 20;
  for (int level = 0; level <= fresh.top(); level++, blocks = (blocks + 3) / 4) {
    for (std::uint32_t i = 0; i < blocks; i++) {
      EXPECT_EQ(used.block(level, i).low, fresh.block(level, i).low);
      EXPECT_EQ(used.block(level, i).high, fresh.block(level, i).high);
    }
  }
}

}  // namespace
}  // namespace glance::test
