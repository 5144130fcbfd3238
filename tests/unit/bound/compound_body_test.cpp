#include "bound/compound_body.h"

#include <gtest/gtest.h>

#include "glance/tolerance.h"
#include "support/compounds.h"
#include "support/test_scale.h"

namespace glance {
using namespace rooms::bound;

namespace {

using test::kPartVolumes;
using test::random_compound;

Pose at(double x, double y, double z) { return Pose::make(Vec3(x, y, z)).value(); }
Shape cube() { return Shape::box({0.5, 0.5, 0.5}).value(); }

Result<Shape> compound(std::vector<CompoundPart> parts, PartVolume volume = PartVolume::obb) {
  return Shape::compound(parts, volume);
}

void expect_fails(const Result<Shape>& shape, const std::string& word) {
  ASSERT_FALSE(shape);
  EXPECT_NE(shape.error().message.find(word), std::string::npos) << shape.error().message;
}

TEST(Compound, BadInputIsRefused) {
  expect_fails(compound({}), "at least one");
  expect_fails(compound({{cube(), {}}, {Shape::halfspace({0, 0, 1}, 0).value(), {}}}), "part 1");
  expect_fails(compound({{cube().scaled(0x1p150).value(), at(kMaxCoordinate, 0, 0)}}), "beyond");
  const Shape two = compound({{cube(), at(kMaxCoordinate / 2, 0, 0)}}).value();
  expect_fails(compound({{two, at(kMaxCoordinate * 0.75, 0, 0)}}), "part 0");

  Shape deep = cube();
  for (int i = 0; i < kMaxCompoundLevels; i++) deep = compound({{deep, at(0, 0, 0.1)}}).value();
  EXPECT_EQ(compound_of(deep).levels(), kMaxCompoundLevels);
  EXPECT_TRUE(deep.validate());
  expect_fails(compound({{deep, {}}}), "levels");

  expect_fails(cube().with_part_poses({}, {}), "compound");
  expect_fails(cube().rounded(-1), "negative");
  expect_fails(two.rounded(0.1), "cannot be rounded");
  const std::vector<std::uint32_t> none{1};
  expect_fails(two.with_part_poses(none, std::vector<Pose>{Pose{}}), "no part 1");
  expect_fails(two.with_part_poses(std::vector<std::uint32_t>{0}, {}), "poses");
  expect_fails(two.scaled(1e60), "part 0");
  expect_fails(two.scaled(-1), "scale");
}

TEST(Compound, LeavesAreNumberedDepthFirst) {
  const Shape inner =
      compound({{cube(), at(1, 0, 0)}, {Shape::sphere(2).value(), at(0, 1, 0)}}).value();
  const Pose turned = Pose::make(Quat(0, 0, 0, 1), Vec3(10, 0, 0)).value();
  const Shape outer = compound({{inner, turned}, {cube(), {}}, {inner, {}}}).value();
  const auto leaves = outer.leaf_parts();
  ASSERT_EQ(leaves.size(), 5u);
  EXPECT_EQ(leaves[0].pose.translation(), Vec3(9, 0, 0));
  EXPECT_EQ(leaves[1].pose.translation(), Vec3(10, -1, 0));
  EXPECT_EQ(leaves[1].shape.kind(), ShapeKind::sphere);
  EXPECT_EQ(leaves[2].pose, Pose{});
  EXPECT_EQ(leaves[3].pose.translation(), Vec3(1, 0, 0));
  EXPECT_EQ(outer.sub_shape({1, SubShape::kNone})->pose.translation(), Vec3(10, -1, 0));
  EXPECT_FALSE(outer.sub_shape({5, SubShape::kNone}));
  EXPECT_EQ(compound_of(outer).nodes().size(), 9u);
  EXPECT_TRUE(outer.validate());
}

TEST(Compound, MassIsTheSumOfItsParts) {
  // Two halves of a box, nested and turned, are the box.
  const Shape half = Shape::box({0.5, 1, 1.5}).value();
  const Shape whole = Shape::box({1, 1, 1.5}).value();
  const Shape inner = compound({{half, at(-0.5, 0, 0)}}).value();
  const Pose around = Pose::make(Quat(0, 0, 0, 1), Vec3::zero()).value();
  const Shape both = compound({{inner, around}, {half, at(-0.5, 0, 0)}}).value();
  EXPECT_NEAR(both.mass().volume, whole.mass().volume, 1e-12);
  EXPECT_NEAR(norm(both.mass().centroid), 0, 1e-12);
  EXPECT_NEAR((both.mass().inertia - whole.mass().inertia).max_abs(), 0, 1e-11);
  EXPECT_NEAR(both.bounding_radius(), whole.bounding_radius(), 1e-9);
  EXPECT_NEAR(both.extent(), 3, 1e-9);
  EXPECT_NEAR(norm(both.bounds().upper - whole.bounds().upper), 0, 1e-9);
  // Of what has no volume the mean.
  const Shape points =
      compound({{Shape::point({1, 0, 0}).value(), {}}, {Shape::point({0, 0, 0}).value(), {}}})
          .value();
  EXPECT_EQ(points.mass().volume, 0);
  EXPECT_EQ(points.mass().centroid, Vec3(0.5, 0, 0));
}

TEST(Compound, EveryNodeHoldsItsParts) {
  for (const PartVolume volume : kPartVolumes) {
    for (int i = 0; i < test::scaled_count(60); i++) {
      Rng rng(static_cast<std::uint64_t>(i));
      const double size = std::pow(10, rng.uniform(-20, 20));
      const Shape shape = random_compound(volume, 3, size, rng);
      const auto good = shape.validate();
      ASSERT_TRUE(good) << i << ": " << good.error().message;
      EXPECT_GT(shape.bytes(), 0u);
      const Shape scaled = shape.scaled(0.3).value();
      ASSERT_TRUE(scaled.validate()) << i;
      EXPECT_NEAR(scaled.extent(), 0.3 * shape.extent(), 1e-9 * size);
      EXPECT_EQ(compound_of(scaled).id(), compound_of(shape).id());
    }
  }
}

TEST(Compound, OnlyWhatMovedIsFitted) {
  // A hand: palm, and five fingers of three joints.
  const Shape joint = Shape::capsule(0.1, 0.2).value();
  std::vector<CompoundPart> hand{{Shape::box({1, 0.2, 1}).value(), {}}};
  for (int f = 0; f < 5; f++) {
    const Shape finger =
        compound({{joint, at(0, 0, 0)}, {joint, at(0, 0, 0.5)}, {joint, at(0, 0, 1)}}).value();
    hand.push_back({finger, at(0.4 * (f - 2), 0, 1.3)});
  }
  for (const PartVolume volume : kPartVolumes) {
    const Shape open = compound(hand, volume).value();
    EXPECT_EQ(compound_of(open).fitted_nodes(), 31u);
    Shape moving = open;
    for (int frame = 1; frame <= 20; frame++) {
      // The last joint of the second finger bends.
      const double angle = 0.05 * frame;
      const Pose bent =
          Pose::make(Quat::from_rotation_vector({angle, 0, 0}), Vec3(-0.4, 0, 2.3)).value();
      const std::vector<std::uint32_t> leaf{6};
      moving = moving.with_part_poses(leaf, std::vector<Pose>{bent}).value();
      const CompoundBody& body = compound_of(moving);
      std::size_t above = 0;
      for (std::uint32_t n = body.node_of(6); n != PartNode::kNone; n = body.nodes()[n].parent)
        above++;
      EXPECT_EQ(body.fitted_nodes(), above);
      EXPECT_LE(above, 7u);
      ASSERT_TRUE(moving.validate()) << moving.validate().error().message;
      EXPECT_EQ(body.id(), compound_of(open).id());
      EXPECT_EQ(moving.leaf_parts()[6].pose, bent);
      EXPECT_EQ(moving.leaf_parts()[5].pose, open.leaf_parts()[5].pose);
      EXPECT_EQ(moving.leaf_parts()[6].shape.identity(), joint.identity());  // shared
      // The volumes are those of a compound made in this pose.
      auto whole =
          std::vector<CompoundPart>(moving.leaf_parts().begin(), moving.leaf_parts().end());
      const Shape built = compound(whole, volume).value();
      EXPECT_EQ(built.bounds().lower, moving.bounds().lower);
      EXPECT_EQ(built.bounds().upper, moving.bounds().upper);
      EXPECT_NEAR(built.bounding_radius(), moving.bounding_radius(), 1e-12);
    }
  }
}

TEST(Compound, MovesInPlaceOrNotAtAll) {
  CompoundBody body = **CompoundBody::make(
      std::vector<CompoundPart>{{cube(), {}}, {cube(), at(3, 0, 0)}}, PartVolume::obb);
  const std::vector<std::uint32_t> second{1}, beyond{0, 2};
  ASSERT_TRUE(body.move_parts(second, std::vector<Pose>{at(5, 0, 0)}));
  EXPECT_NEAR(body.form().bounds.upper.x(), 5.5, 1e-12);
  EXPECT_EQ(body.fitted_nodes(), 2u);
  EXPECT_FALSE(body.move_parts(beyond, std::vector<Pose>{at(9, 0, 0), at(9, 0, 0)}));
  EXPECT_EQ(body.leaf_parts()[0].pose, Pose{});
  EXPECT_TRUE(body.validate());
}

TEST(Compound, IsRestoredBitForBit) {
  Rng rng(5);
  for (const PartVolume volume : kPartVolumes) {
    const Shape shape = random_compound(volume, 4, 1, rng);
    const CompoundBody& body = compound_of(shape);
    std::vector<PartLink> links;
    for (const PartNode& node : body.nodes()) links.push_back({node.child, node.leaf});
    const Shape again =
        CompoundBody::restore(body.leaf_parts(), links, volume, body.levels()).value();
    EXPECT_EQ(compound_of(again).id(), body.id());
    for (std::size_t i = 0; i < links.size(); i++) {
      EXPECT_EQ(compound_of(again).nodes()[i].box.half, body.nodes()[i].box.half);
      EXPECT_EQ(compound_of(again).nodes()[i].parent, body.nodes()[i].parent);
    }
    EXPECT_EQ(again.bounding_radius(), shape.bounding_radius());
    // Any forged number is refused.
    for (std::size_t i = 0; i < links.size(); i++) {
      for (std::uint32_t forged : {0u, 1u, 3u, UINT32_MAX - 1, UINT32_MAX}) {
        auto bad = links;
        (forged % 2 ? bad[i].child : bad[i].leaf) = forged;
        if (bad[i].child == links[i].child && bad[i].leaf == links[i].leaf) continue;
        const auto made = CompoundBody::restore(body.leaf_parts(), bad, volume, 1);
        EXPECT_FALSE(made) << i << " " << forged;
      }
    }
  }
}

TEST(Compound, ProductsOfPosesStayRotations) {
  Rng rng(9);
  Mat3 r = rotation_matrix(Quat(rng.rotation())) * (1 + 4.9e-7);
  const Pose bad = Pose::make(r, Vec3(1, 2, 3)).value();
  Pose product = bad;
  for (int i = 0; i < 1000; i++) {
    product = compose(bad, product);
    ASSERT_LE(rotation_error(product.rotation()), kRotationTolerance);
  }
  EXPECT_EQ(compose(bad, Pose{}), bad);
  EXPECT_EQ(compose(Pose{}, bad), bad);
  EXPECT_EQ(compose(at(1, 0, 0), at(0, 2, 0)), at(1, 2, 0));
}

}  // namespace
}  // namespace glance
