// dump_query writes what `glance pairs` reads, and nothing is lost on the way.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

#include "glance/generate.h"
#include "pairs/pair_line.h"
#include "support/every_kind.h"
#include "support/pair_zoo.h"

namespace glance::app {
namespace {

template <class T>
bool same_bits(const T& x, const T& y) {
  return std::memcmp(x.data(), y.data(), sizeof(x)) == 0;
}

void expect_same(const Shape& x, const Shape& y) {
  EXPECT_EQ(x.kind(), y.kind());
  EXPECT_EQ(x.rounding(), y.rounding());
  EXPECT_TRUE(x.kind() == ShapeKind::box || same_bits(x.sizes(), y.sizes()));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(x.plane_offset()),
            std::bit_cast<std::uint64_t>(y.plane_offset()));
  ASSERT_EQ(x.vertex_count(), y.vertex_count());
  for (std::size_t i = 0; i < x.vertex_count(); i++) {
    EXPECT_TRUE(same_bits(x.vertices()[i], y.vertices()[i]))
        << i << ": " << x.vertices()[i] << " | " << y.vertices()[i];
  }
  // So that certificates, features and caches mean the same.
  ASSERT_EQ(x.face_count(), y.face_count());
  for (std::uint32_t f = 0; f < x.face_count(); f++) {
    EXPECT_TRUE(std::ranges::equal(x.face_vertices(f), y.face_vertices(f))) << "face " << f;
  }
}

void expect_same(const Pose& x, const Pose& y) {
  EXPECT_TRUE(same_bits(x.rotation(), y.rotation()));
  EXPECT_TRUE(same_bits(x.translation(), y.translation()));
}

void expect_survives(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const std::string line = dump_query({a, pose_a}, {b, pose_b});
  SCOPED_TRACE(line);
  EXPECT_EQ(line.find_first_of("\n'"), line.npos);
  const PairLine parsed = parse_pair_line(line);
  ASSERT_TRUE(parsed.pair) << parsed.pair.error().message;
  expect_same(a, parsed.pair->a);
  expect_same(pose_a, parsed.pair->pose_a);
  expect_same(b, parsed.pair->b);
  expect_same(pose_b, parsed.pair->pose_b);
  EXPECT_EQ(
      dump_query({parsed.pair->a, parsed.pair->pose_a}, {parsed.pair->b, parsed.pair->pose_b}),
      line);
}

TEST(DumpQuery, PairsOfEveryKindSurvive) {
  for (const test::PairClass kind : test::kPairClasses) {
    for (int i = 0; i < 100; i++) {
      SCOPED_TRACE(test::to_string(kind) + " " + std::to_string(i));
      const test::Pair pair = test::make_pair(kind, i);
      expect_survives(pair.a, pair.pose_a, pair.b, pair.pose_b);
    }
  }
}

TEST(DumpQuery, NumbersAtTheEndsOfTheRangeSurvive) {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min(), kHuge = 0x1p200;
  const Shape a = Shape::hull(std::vector<Vec3>{{kTiny, -kTiny, -0.0},
                                                {kHuge, 0.0, 1.0 / 3},
                                                {-kHuge, 9007199254740993.0, 1e15},
                                                {0x1p-1022, 123456789012345678.0, -1e16}})
                      .value();
  const Shape point = Shape::hull(std::vector<Vec3>{{-0.0, 0.0, -0.0}}).value();
  const Pose far = Pose::make(Vec3{-kHuge, -0.0, kTiny}).value();
  expect_survives(a, far, point, {});
  // A quarter turn, with negative zeros in its matrix.
  const Mat3 turn(-0.0, -1, 0.0, 1, -0.0, 0.0, -0.0, 0.0, 1);
  expect_survives(point, Pose::make(turn, {0.1, 0.2, 0.3}).value(), a, far);
}

TEST(DumpQuery, ShapesMadeByRuleSurvive) {
  for (const Shape& shape : {platonic(Platonic::dodecahedron, 1).value(), prism(7, 2, 0.1).value(),
                             pyramid(100, 1, 1).value(), icosphere(2, 3).value()}) {
    expect_survives(shape, {}, shape.scaled(1.0 / 3).value(), {});
  }
}

TEST(DumpQuery, EveryKindSurvives) {
  const std::vector<Shape> shapes = test::shapes_of_every_kind();
  for (std::size_t i = 0; i < shapes.size(); i++) {
    expect_survives(shapes[i], {}, shapes[(i + 1) % shapes.size()], Pose::make({1, 2, 3}).value());
  }
}

TEST(DumpQuery, IsReadable) {
  const Shape box = Shape::box({1, 2, 3}).value().rounded(0.5).value();
  const std::string line =
      dump_query({Shape::capsule(0.5, 2).value(), {}}, {box, Pose::make({0, 0, 7}).value()});
  EXPECT_NE(line.find(R"("a":{"capsule":{"radius":0.5,"half_length":2}})"), line.npos) << line;
  EXPECT_NE(line.find(R"("b":{"box":[1,2,3],"rounding":0.5})"), line.npos) << line;
}

}  // namespace
}  // namespace glance::app
