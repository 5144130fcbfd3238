// Bodies that rest on each other, fit into each other, or all but do: faces in one plane, and gaps
// of a few last digits. Solids against what their cells say, surfaces against brute force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "glance/generate.h"
#include "glance/hash.h"
#include "glance/query.h"
#include "support/cell_bodies.h"
#include "support/mesh_reference.h"
#include "support/shorthand.h"
#include "support/test_scale.h"

namespace glance::test {
namespace {

/// Two bodies turned alike; B is moved by whole, half or odd parts of a cell, and a little more.
struct FlushCase {
  Cells cells_a, cells_b;
  Pose a, b;
  int parts_a = 1, parts_b = 1;

  explicit FlushCase(std::uint64_t seed) {
    Rng rng(seed);
    cells_a = make_cells(static_cast<int>(rng.below(8)), rng);
    cells_b = make_cells(static_cast<int>(rng.below(8)), rng);
    parts_a = 1 + static_cast<int>(rng.below(3));
    parts_b = rng.chance(0.5) ? parts_a : 1 + static_cast<int>(rng.below(4));
    const bool is_turned = rng.chance(0.3);
    const Mat3 turn =
        is_turned ? Pose::make(rng.rotation(), Vec3(0, 0, 0))->rotation() : Mat3(Mat3::identity());
    Vec3 offset;
    for (int k = 0; k < 3; k++) offset[k] = static_cast<int>(rng.below(5)) - 2;
    const double part = rng.chance(0.6) ? 0 : rng.chance(0.5) ? 0.5 : 0.3;
    offset[static_cast<int>(rng.below(3))] += part;
    // Out of each other along an axis, until they no more than touch.
    const int axis = static_cast<int>(rng.below(3));
    offset[axis] = std::floor(offset[axis]);
    const int steps = rng.chance(0.3) ? 0 : 8;
    for (int i = 0; i < steps; i++) {
      if (CellPair(cells_a, cells_b, Mat3::identity(), offset).verdict != Verdict::overlapping)
        break;
      offset[axis] += 1;
    }
    if (rng.chance(0.4)) {
      const double by = rng.chance(0.3) ? 0 : std::pow(10, rng.uniform(-15, -9));
      const double sign = rng.chance(0.5) ? 1 : -1;
      // (By the last digit of a number that is one; of zero, by that of 1.)
      const double step = by > 0 ? by : offset[axis] == 0 ? 0x1p-52 : 0;
      offset[axis] =
          step > 0 ? offset[axis] + sign * step : std::nextafter(offset[axis], sign * INFINITY);
    }
    a = *Pose::make(turn, Vec3(0, 0, 0));
    b = *Pose::make(turn, Vec3(turn * offset));
  }

  Verdict truth() const {
    return CellPair(cells_a, cells_b, a.rotation(), b.translation()).verdict;
  }
};

/// Number `index` of a sample in which each verdict, as `truth_of` tells it, is a third. The last
/// of the verdicts that are tried is taken whatever it is.
template <class Truth>
FlushCase flush_case(int index, Truth truth_of) {
  constexpr Verdict kWanted[] = {Verdict::apart, Verdict::touching, Verdict::overlapping};
  for (std::uint64_t attempt = 0;; attempt++) {
    const FlushCase c(Hash().add(static_cast<std::uint64_t>(index)).add(attempt).value());
    if (attempt == 50 || truth_of(c) == kWanted[index % 3]) return c;
  }
}

struct VerdictCounts {
  int apart = 0, touching = 0, overlapping = 0;

  void add(Verdict v) {
    (v == Verdict::apart ? apart : v == Verdict::touching ? touching : overlapping)++;
  }
};

/// Every question about a pair, with and without a cache, in one place and then another.
void check_answers(const Shape& a, const Shape& b, const Pose& pose_a, const Pose& pose_b,
                   Verdict truth, PairCache& cache) {
  const std::string_view expected = to_string(truth);
  ASSERT_EQ(to_string(collide({a, pose_a}, {b, pose_b}).verdict), expected);
  ASSERT_EQ(to_string(collide({b, pose_b}, {a, pose_a}).verdict), expected);
  for (int i = 0; i < 2; i++) {
    ASSERT_EQ(to_string(collide({a, pose_a}, {b, pose_b}, {.cache = &cache}).verdict), expected)
        << "again " << i;
    const Distance d = distance({a, pose_a}, {b, pose_b}, {.cache = &cache, .depth = false});
    ASSERT_EQ(to_string(d.verdict), expected) << "again " << i;
  }
  ASSERT_EQ(to_string(distance({a, pose_a}, {b, pose_b}, {.depth = false}).verdict), expected);
  ASSERT_EQ(nearer_than({a, pose_a}, {b, pose_b}, 1e-3)->nearer || truth == Verdict::apart, true);
}

TEST(Flush, SolidsAreWhatTheirCellsAre) {
  const int count = std::max(60, scaled_count(1000));
  VerdictCounts counts;
  for (const int n : random_cases(count)) {
    const FlushCase c = flush_case(n, [](const FlushCase& f) { return f.truth(); });
    const Verdict truth = c.truth();
    counts.add(truth);
    SCOPED_TRACE(testing::Message() << n << "\n"
                                    << dump_query({make_cell_shape(c.cells_a, 1, true), c.a},
                                                  {make_cell_shape(c.cells_b, 1, true), c.b}));
    const Shape a = make_cell_shape(c.cells_a, c.parts_a, true);
    const Shape b = make_cell_shape(c.cells_b, c.parts_b, true);
    PairCache cache;
    ASSERT_NO_FATAL_FAILURE(check_answers(a, b, c.a, c.b, truth, cache));
    // And a cell farther on, with the same cache.
    const Pose moved =
        *Pose::make(c.b.rotation(), Vec3(c.b.translation() + c.b.rotation() * Vec3(0, 0, 1)));
    const CellPair farther(c.cells_a, c.cells_b, c.a.rotation(), moved.translation());
    ASSERT_EQ(to_string(collide({a, c.a}, {b, moved}, {.cache = &cache}).verdict),
              to_string(farther.verdict));
  }
  std::printf("  %d pairs: %d apart, %d touching, %d overlapping\n", count, counts.apart,
              counts.touching, counts.overlapping);
  EXPECT_GE(counts.apart, count * 3 / 10);
  EXPECT_GE(counts.touching, count * 3 / 10);
  EXPECT_GE(counts.overlapping, count * 3 / 10);
}

TEST(Flush, SurfacesAreWhatTheirTrianglesAre) {
  const int count = std::max(30, scaled_count(300));
  VerdictCounts counts;
  for (const int n : random_cases(count)) {
    const auto surface_truth = [](const FlushCase& f) {
      if (f.truth() == Verdict::apart) return Verdict::apart;  // quickly
      const PlainMesh plain_a(make_cell_shape(f.cells_a, f.parts_a, false).mesh_view());
      const PlainMesh plain_b(make_cell_shape(f.cells_b, f.parts_b, false).mesh_view());
      return MeshReference(plain_a, f.a, plain_b, f.b).verdict();
    };
    const FlushCase c = flush_case(100'000 + n, surface_truth);
    const Shape a = make_cell_shape(c.cells_a, c.parts_a, false);
    const Shape b = make_cell_shape(c.cells_b, c.parts_b, false);
    const PlainMesh plain_a(a.mesh_view()), plain_b(b.mesh_view());
    MeshReference truth(plain_a, c.a, plain_b, c.b);
    counts.add(truth.verdict());
    SCOPED_TRACE(testing::Message() << n);
    PairCache cache;
    ASSERT_NO_FATAL_FAILURE(check_answers(a, b, c.a, c.b, truth.verdict(), cache));
    const std::vector<TouchingParts> parts = touching_list({a, c.a}, {b, c.b});
    ASSERT_EQ(parts.size(), truth.meeting().size());
    for (std::size_t i = 0; i < parts.size(); i++) {
      const MeetingTriangles& m = truth.meeting()[i];
      ASSERT_EQ(parts[i].a.triangle, m.a);
      ASSERT_EQ(parts[i].b.triangle, m.b);
      ASSERT_EQ(to_string(parts[i].verdict), to_string(m.verdict));
    }
  }
  std::printf("  %d pairs: %d apart, %d touching, %d overlapping\n", count, counts.apart,
              counts.touching, counts.overlapping);
  EXPECT_GE(counts.apart, count * 3 / 10);
  EXPECT_GE(counts.touching, count * 3 / 10);
  EXPECT_GE(counts.overlapping, count * 3 / 10);
}

/// Parts thinner than a millionth of a triangle that overlap: a box whose edge is let into the
/// other by 2^-40 of its size, along a common side. (Points at depths from 1/8 to 2^-20 of a
/// triangle were looked at, and the answer was touching.)
TEST(Flush, AThinOverlapOfSolidsIsOne) {
  for (const int parts : {1, 2, 4}) {
    const Shape box = make_cell_shape({{0, 0, 0}}, parts, true);
    for (const int bits : {10, 30, 40, 50, 52}) {
      const double by = std::ldexp(1, -bits);
      for (int axis = 0; axis < 3; axis++) {
        Vec3 t = Vec3::zero();
        t[axis] = 1 - by;
        EXPECT_EQ(collide({box, {}}, {box, *Pose::make(t)}).verdict, Verdict::overlapping) << bits;
        t[axis] = 1;
        EXPECT_EQ(collide({box, {}}, {box, *Pose::make(t)}).verdict, Verdict::touching) << bits;
      }
    }
    EXPECT_EQ(collide({box, {}}, {box, {}}).verdict, Verdict::overlapping);  // one and the same
  }
}

/// A tetrahedron whose edges are diagonals of the sides of a cube: only the insides of its faces
/// are inside the cube.
TEST(Flush, AnInscribedTetrahedronIsInside) {
  const std::vector<Vec3> corners{{0, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 1, 1}};
  const std::vector<Triangle> faces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Shape inner = *Shape::mesh(corners, faces, {.solid = true});
  for (const int parts : {1, 2, 3}) {
    const Shape cube = make_cell_shape({{0, 0, 0}}, parts, true);
    EXPECT_EQ(collide({cube, {}}, {inner, {}}).verdict, Verdict::overlapping);
    EXPECT_EQ(collide({inner, {}}, {cube, {}}).verdict, Verdict::overlapping);
    const Pose beside = *Pose::make(Vec3(1, 0, 0));
    EXPECT_EQ(collide({cube, {}}, {inner, beside}).verdict, Verdict::touching);
  }
}

/// Boxes that rest on each other take work in proportion to their edges, not to their faces: two of
/// 12,288 triangles took 2 s as surfaces and 6 s as solids.
TEST(Flush, LargeFacesTakeLittleWork) {
  for (const bool solid : {false, true}) {
    const Shape small = make_cell_shape({{0, 0, 0}}, 16, solid);
    const Shape large = make_cell_shape({{0, 0, 0}}, 32, solid);
    const Pose above = *Pose::make(Vec3(0, 0, 1)), aside = *Pose::make(Vec3(0.5, 0.25, 1));
    for (const Pose& pose : {above, aside}) {
      const Collision few = collide({small, {}}, {small, pose}),
                      many = collide({large, {}}, {large, pose});
      EXPECT_EQ(few.verdict, Verdict::touching);
      EXPECT_EQ(many.verdict, Verdict::touching);
      EXPECT_LE(many.work.volume_tests, 5000u);
      EXPECT_LE(many.work.volume_tests, 3 * few.work.volume_tests);
      EXPECT_LE(many.work.primitive_tests, 100u);
      PairCache cache;
      collide({large, {}}, {large, pose}, {.cache = &cache});
      EXPECT_LE(collide({large, {}}, {large, pose}, {.cache = &cache}).work.volume_tests, 4u);
    }
  }
}

/// n x n unit squares of two triangles in the plane z = 0.
Shape grid(int n) {
  TriangleSoup soup;
  const auto number = [n](int i, int k) { return static_cast<std::uint32_t>(i * (n + 1) + k); };
  for (int i = 0; i <= n; i++) {
    for (int k = 0; k <= n; k++) soup.vertices.emplace_back(i, k, 0);
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      soup.triangles.push_back({number(i, k), number(i + 1, k), number(i + 1, k + 1)});
      soup.triangles.push_back({number(i, k), number(i + 1, k + 1), number(i, k + 1)});
    }
  }
  return Shape::mesh(soup.vertices, soup.triangles, {.threads = 1}).value();
}

/// Asks both questions of each two bodies twice: with nothing known, and at rest.
void check_work(const Shape& a, const Shape& b, const Pose& pose, Verdict verdict,
                std::uint32_t volumes, std::uint32_t primitives) {
  PairCache of_collide, of_distance;
  for (int i = 0; i < 2; i++) {
    const Collision c = collide({a, {}}, {b, pose}, {.cache = &of_collide});
    const Distance d = distance({a, {}}, {b, pose}, {.cache = &of_distance});
    EXPECT_EQ(c.verdict, verdict);
    EXPECT_EQ(d.verdict, verdict);
    EXPECT_LE(c.work.volume_tests, volumes);
    EXPECT_LE(d.work.volume_tests, volumes);
    EXPECT_LE(c.work.primitive_tests, primitives);
    EXPECT_LE(d.work.primitive_tests, primitives);
    if (verdict == Verdict::apart) {
      EXPECT_EQ(d.distance, 1);
    }
  }
}

/// One cell apart, where every triangle is as near as the next: 3,200 triangles took 1.56 s, and
/// 9,800 took 68 ms.
TEST(Flush, ParallelGridsTakeLittleWork) {
  const Pose above = *Pose::make(Vec3(0, 0, 1));
  // (Of small ones all triangles that are near are looked at; of large ones, flat patches.)
  check_work(grid(40), grid(40), above, Verdict::apart, 200'000, 60'000);
  check_work(grid(70), grid(70), above, Verdict::apart, 10'000, 10);
}

/// 80,000 triangles in one plane took 18 to 20 s.
TEST(Flush, CoplanarGridsTakeLittleWork) {
  check_work(grid(200), grid(200), *Pose::make(Vec3(0.375, 0.25, 0)), Verdict::touching, 150, 20);
}

/// Cubes of 49,152 triangles, one on the other: 7.9 s as surfaces, 24.8 s as solids.
TEST(Flush, LargeSurfacesTakeLittleWork) {
  const Shape cube = make_cell_shape({{0, 0, 0}}, 64, false);
  check_work(cube, cube, *Pose::make(Vec3(0, 0, 1)), Verdict::touching, 6000, 30);
}

TEST(Flush, LargeSolidsTakeLittleWork) {
  const Shape cube = make_cell_shape({{0, 0, 0}}, 64, true);
  check_work(cube, cube, *Pose::make(Vec3(0, 0, 1)), Verdict::touching, 6000, 30);
}

}  // namespace
}  // namespace glance::test
