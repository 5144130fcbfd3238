// Hulls of hard point sets: valid, nothing lost, and hill-climbing on them finds what
// a scan over all input points finds, exactly. 100,000 sets in a full run.
#include <gtest/gtest.h>

#include "geom/polytope.h"
#include "geom/support.h"
#include "glance/hash.h"
#include "math/predicates.h"
#include "support/hill_climb.h"
#include "support/point_sets.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::geom;

namespace {

constexpr int kSetsInAll = 100000;

/// Exactly: no input point is in front of any face. (Flat hulls are checked through
/// their support function alone.)
void expect_nothing_outside(const Polytope& body, const std::vector<Vec3>& points) {
  for (std::uint32_t f = 0; body.dimension() == 3 && f < body.topology().face_count(); f++) {
    const auto loop = body.topology().face_vertices(f);
    for (const Vec3& p : points) {
      ASSERT_LE(orientation(body.vertex(loop[0]), body.vertex(loop[1]), body.vertex(loop[2]), p),
                0);
    }
  }
}

Vec3 make_direction(const Polytope& body, const std::vector<Vec3>& points, Rng& rng) {
  const auto any_point = [&] {
    return points[rng.below(static_cast<std::uint32_t>(points.size()))];
  };
  switch (rng.below(4)) {
    case 0: return Vec3::unit(rng.below(3)) * (rng.chance(0.5) ? 1 : -1);
    case 1:
      if (body.topology().face_count() > 0) {
        return body.plane(rng.below(body.topology().face_count())).normal;
      }
      return rng.direction();
    case 2: return any_point() - any_point();
    default: return rng.direction();
  }
}

void expect_climb_equals_scan(const Polytope& body, const std::vector<Vec3>& points, Rng& rng) {
  for (int k = 0; k < 8; k++) {
    const Vec3 direction = make_direction(body, points, rng);
    const std::uint32_t start = rng.below(body.topology().vertex_count());
    const Vec3 climbed = body.vertex(hill_climb(body, direction, start));
    for (const Vec3& p : points) ASSERT_LE(compare_along(direction, p, climbed), 0);
  }
}

class Hulls : public testing::TestWithParam<PointSet> {};

TEST_P(Hulls, AreValidAndCompleteAndClimbable) {
  const int count = scaled_count(kSetsInAll / static_cast<int>(std::size(kPointSets)));
  int dimensions[4] = {};
  for (const int i : random_cases(count)) {
    Rng rng(Hash().add(std::uint64_t(GetParam())).add(std::uint64_t(i)).value());
    const std::vector<Vec3> points = make_points(GetParam(), rng);
    SCOPED_TRACE(testing::Message() << to_string(GetParam()) << " set " << i);
    const auto body = Polytope::hull(points);
    ASSERT_TRUE(body) << body.error().message;
    const Result<void> valid = (*body)->validate();
    ASSERT_TRUE(valid) << valid.error().message;
    dimensions[(*body)->dimension()]++;
    ASSERT_NO_FATAL_FAILURE(expect_nothing_outside(**body, points));
    ASSERT_NO_FATAL_FAILURE(expect_climb_equals_scan(**body, points, rng));
  }
  // The sample is what it claims to be.
  if (count < 100) return;
  if (GetParam() == PointSet::flat) {
    EXPECT_EQ(dimensions[3], 0);
    for (int d = 0; d < 3; d++) EXPECT_GT(dimensions[d], count / 10) << d;
  } else {
    EXPECT_GT(dimensions[3], count / 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Property, Hulls, testing::ValuesIn(kPointSets),
                         [](const auto& set) { return to_string(set.param); });

}  // namespace
}  // namespace glance::test
