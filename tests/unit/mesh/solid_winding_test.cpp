// Points inside of solids: by hand, and against the solid angle that the surface has, seen from the
// point.
#include "mesh/solid_winding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "glance/generate.h"
#include "support/real_vector.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
using namespace rooms::mesh;

namespace {

/// A cube from -half to half, fronts outward; inward if `turned`.
void add_cube(TriangleSoup& soup, double half, const Vec3& middle = Vec3::zero(),
              bool turned = false) {
  const auto first = static_cast<std::uint32_t>(soup.vertices.size());
  for (int i = 0; i < 8; i++) {
    soup.vertices.push_back(middle +
                            Vec3(i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half));
  }
  const std::array<std::array<std::uint32_t, 4>, 6> sides{
      {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}};
  for (const auto& [p, q, r, s] : sides) {
    for (Triangle t : {Triangle{p, q, r}, Triangle{p, r, s}}) {
      if (turned) std::swap(t[1], t[2]);
      soup.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
  }
}

Shape solid(const TriangleSoup& soup) {
  return Shape::mesh(soup.vertices, soup.triangles, {.solid = true}).value();
}

bool winds(const Shape& shape, const Pose& pose, const Vec3& point) {
  return winds_around(mesh_of(shape), pose, Vec3::zero(), at(point));
}

bool inside(const Shape& shape, const Pose& pose, const Vec3& point) {
  const Pose place = at(point);
  return is_inside(mesh_of(shape), pose, SamplePoint(place, Vec3::zero()));
}

/// The ray goes along x: through faces, their diagonals, edges and corners of what is ahead.
TEST(SolidWinding, OfACubeByHand) {
  TriangleSoup soup;
  add_cube(soup, 1);
  const Shape cube = solid(soup);
  for (const Vec3& point : {Vec3(0, 0, 0), Vec3(0, 0.5, 0.25), Vec3(-0.5, 0.5, -0.5),
                            Vec3(0.999999, 0.1, 0.2), Vec3(-0.999999, 0.1, 0.2)}) {
    EXPECT_TRUE(winds(cube, {}, point)) << point.x() << " " << point.y() << " " << point.z();
    EXPECT_TRUE(inside(cube, {}, point));
  }
  for (const double x : {-3.0, 3.0, -1.0000001, 1.0000001}) {
    for (const double y : {-1.0, 0.0, 0.5, 1.0, 2.0}) {
      for (const double z : {-1.0, 0.0, 0.5, 1.0}) {
        EXPECT_FALSE(winds(cube, {}, {x, y, z})) << x << " " << y << " " << z;
      }
    }
  }
  EXPECT_FALSE(winds(cube, {}, {0, 2, 0}));
  EXPECT_FALSE(winds(cube, {}, {0, 0, -1.0000001}));
}

/// Faces, edges and corners are not inside, a hair away from them is: in poses in which the numbers
/// of the world are exact, and the point in the mesh's own frame is not.
TEST(SolidWinding, TheSurfaceIsNotInside) {
  TriangleSoup soup;
  add_cube(soup, 1);
  const Shape cube = solid(soup);
  const Mat3 quarter(0, -1, 0, 1, 0, 0, 0, 0, 1);
  for (const Pose& pose : {Pose(), at(3, -5, 7), Pose::make(quarter, Vec3(0x1p30, 1, 2)).value()}) {
    for (int i = 0; i < 26; i++) {
      const int k = i < 13 ? i : i + 1;  // without the middle
      const Vec3 on(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
      EXPECT_FALSE(inside(cube, pose, pose.apply(on))) << k;
      EXPECT_TRUE(inside(cube, pose, pose.apply(on * (1 - 0x1p-20)))) << k;
      EXPECT_FALSE(inside(cube, pose, pose.apply(on * (1 + 0x1p-20)))) << k;
      EXPECT_TRUE(winds(cube, pose, pose.apply(on * (1 - 0x1p-20)))) << k;
      EXPECT_FALSE(winds(cube, pose, pose.apply(on * (1 + 0x1p-20)))) << k;
    }
  }
}

TEST(SolidWinding, OfCavitiesAndOfWhatOverlapsItself) {
  TriangleSoup hollow;
  add_cube(hollow, 2);
  add_cube(hollow, 1, {0, 0, 0}, true);
  const Shape shell = solid(hollow);
  EXPECT_FALSE(winds(shell, {}, {0, 0, 0})) << "once forth, once back";
  EXPECT_FALSE(winds(shell, {}, {0.5, 0.5, -0.5}));
  EXPECT_TRUE(winds(shell, {}, {-1.5, 0, 0}));
  EXPECT_TRUE(winds(shell, {}, {1.5, 1.5, 1.5}));
  EXPECT_FALSE(winds(shell, {}, {-2.5, 0, 0}));

  TriangleSoup twice;
  add_cube(twice, 1);
  add_cube(twice, 1, {1, 0.5, 0.25});
  const Shape both = solid(twice);
  EXPECT_TRUE(winds(both, {}, {0.5, 0.25, 0})) << "in both";
  EXPECT_TRUE(winds(both, {}, {-0.5, 0, 0}));
  EXPECT_TRUE(winds(both, {}, {1.5, 0.5, 0.25}));
  EXPECT_FALSE(winds(both, {}, {-0.5, 1.25, 0}));
}

/// The sum of the solid angles of all triangles (van Oosterom and Strackee 1983), in turns around
/// the point.
Real turns_around(const TriangleSoup& soup, const Pose& pose, const Vec3& point) {
  Real sum = 0;
  for (const Triangle& t : soup.triangles) {
    std::array<RealVec, 3> r;
    for (std::size_t i = 0; i < 3; i++) {
      r[i] = real(pose.rotation()) * real(soup.vertices[t[i]]) + real(pose.translation()) -
             real(point);
    }
    const Real p = r[0].norm(), q = r[1].norm(), s = r[2].norm();
    sum += std::atan2(r[0].dot(r[1].cross(r[2])),
                      p * q * s + r[0].dot(r[1]) * s + r[1].dot(r[2]) * p + r[2].dot(r[0]) * q);
  }
  return sum / (2 * std::numbers::pi_v<Real>);
}

TEST(SolidWinding, AgreesWithTheSolidAngle) {
  TriangleSoup chain = torus(24, 12, 1, 0.3).value();  // and a cube that is partly within
  add_cube(chain, 0.35, {1, 0, 0});
  const TriangleSoup bumpy = bumpy_sphere(500, 3, 1).value();
  int within = 0, checked = 0;
  for (const TriangleSoup& soup : {chain, bumpy}) {
    const Shape shape = solid(soup);
    Rng rng(random_seed(5));
    for (int n = 0; n < scaled_count(1500); n++) {
      const Pose pose = Pose::make(rng.rotation(), rng.in_box(n % 3 ? 1 : 1000)).value();
      const Vec3 point = pose.apply(rng.in_box(1.2).times({1, 1, n % 2 ? 0.3 : 1}));
      const Real turns = turns_around(soup, pose, point);
      const Real whole = std::round(turns);
      if (std::fabs(turns - whole) > 1e-6L) continue;  // all but on the surface
      ASSERT_EQ(winds(shape, pose, point), whole != 0) << n << ": " << turns << " turns";
      ASSERT_EQ(inside(shape, pose, point), whole != 0) << n;
      checked++;
      within += whole != 0;
    }
  }
  std::printf("  %d points: %d inside\n", checked, within);
  EXPECT_GT(checked, 0);
  if (!are_many(checked)) return;
  EXPECT_GT(within, checked * 3 / 10);
  EXPECT_LT(within, checked * 7 / 10);
}

}  // namespace
}  // namespace glance::test
