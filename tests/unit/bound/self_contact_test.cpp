// Whether a surface meets itself, against all pairs of its triangles in integers.
#include "bound/self_contact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numbers>

#include "bound/covered_once.h"
#include "bound/mesh_body.h"
#include "glance/rng.h"
#include "math/exact.h"
#include "support/sample_share.h"

namespace glance::test {
using namespace rooms::bound;
namespace {

/// A point with integer coordinates (x, y, z) / w, w > 0, or a vector.
struct Place3 {
  Int128 x = 0, y = 0, z = 0, w = 1;

  Place3(Int128 x_, Int128 y_, Int128 z_, Int128 w_ = 1) : x(x_), y(y_), z(z_), w(w_) {}
  explicit Place3(const Vec3& v)
      : x(static_cast<long>(v.x())), y(static_cast<long>(v.y())), z(static_cast<long>(v.z())) {}
  /// w times the way here from a point with whole coordinates.
  Place3 operator-(const Place3& o) const { return {x - w * o.x, y - w * o.y, z - w * o.z}; }
};

Int128 inner(const Place3& u, const Place3& v) { return u.x * v.x + u.y * v.y + u.z * v.z; }
Place3 outer(const Place3& u, const Place3& v) {
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}
bool is_zero(const Place3& v) { return v.x == 0 && v.y == 0 && v.z == 0; }
bool differ_in_sign(Int128 p, Int128 q) { return (p < 0 && q > 0) || (p > 0 && q < 0); }

/// Between two points with whole coordinates, which are `from` and `to` high: where it is zero.
Place3 crossing(const Place3& u, Int128 from, const Place3& v, Int128 to) {
  const Int128 p = from < 0 ? -to : to, q = from < 0 ? -from : from;  // p < 0 < q
  return {u.x * -p + v.x * q, u.y * -p + v.y * q, u.z * -p + v.z * q, q - p};
}

using Corners3 = std::vector<Place3>;

bool lies_in(const Corners3& t, const Place3& p) {
  const Place3 n = outer(t[1] - t[0], t[2] - t[0]);
  if (inner(n, p - t[0]) != 0) return false;
  for (std::size_t i = 0; i < 3; i++) {
    if (inner(n, outer(t[(i + 1) % 3] - t[i], p - t[i])) < 0) return false;
  }
  return true;
}

/// Adds all corners of what the edges of p have in common with q.
void add_extremes(const Corners3& p, const Corners3& q, Corners3& found) {
  const auto take = [&](const Place3& x) {
    if (lies_in(q, x)) found.push_back(x);
  };
  const Place3 n = outer(q[1] - q[0], q[2] - q[0]);
  for (std::size_t i = 0; i < 3; i++) {
    const Place3 &u = p[i], &v = p[(i + 1) % 3];
    take(u);
    const Int128 from = inner(n, u - q[0]), to = inner(n, v - q[0]);
    if (differ_in_sign(from, to)) take(crossing(u, from, v, to));
    if (from != 0 || to != 0) continue;
    for (std::size_t k = 0; k < 3; k++) {  // in one plane: where edges cross
      const Place3 side = outer(n, q[(k + 1) % 3] - q[k]);
      const Int128 here = inner(side, u - q[k]), there = inner(side, v - q[k]);
      if (differ_in_sign(here, there)) take(crossing(u, here, v, there));
    }
  }
}

bool lies_between(const Place3& u, const Place3& v, const Place3& p) {
  return is_zero(outer(v - u, p - u)) && inner(v - u, p - u) >= 0 && inner(u - v, p - v) >= 0;
}

/// Two triangles: whether all corners of what they have in common are on what they share.
bool meet_elsewhere(const TriMesh& mesh, std::size_t s, std::size_t t) {
  Corners3 p, q, shared, found;
  for (const std::uint32_t v : mesh.triangles[s]) p.emplace_back(mesh.vertices[v]);
  for (const std::uint32_t v : mesh.triangles[t]) q.emplace_back(mesh.vertices[v]);
  for (const std::uint32_t v : mesh.triangles[s]) {
    if (std::ranges::find(mesh.triangles[t], v) != mesh.triangles[t].end()) {
      shared.emplace_back(mesh.vertices[v]);
    }
  }
  add_extremes(p, q, found);
  add_extremes(q, p, found);
  for (const Place3& x : found) {
    const bool known = shared.size() == 3   ? false
                       : shared.size() == 2 ? lies_between(shared[0], shared[1], x)
                       : shared.size() == 1 ? is_zero(x - shared[0])
                                            : false;
    if (!known) return true;
  }
  return false;
}

bool meets_by_pairs(const TriMesh& mesh) {
  for (std::size_t s = 0; s < mesh.triangles.size(); s++) {
    for (std::size_t t = s + 1; t < mesh.triangles.size(); t++) {
      if (meet_elsewhere(mesh, s, t)) return true;
    }
  }
  return false;
}

struct Surface {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;

  const MeshBody& body() {
    shape = Shape::mesh(vertices, triangles).value();
    return bound::mesh_of(*shape);
  }
  std::optional<Shape> shape;
};

/// The surface of the cube from 0 to 4 n, each side in n x n squares of two triangles.
Surface cube_surface(int n) {
  Surface cube;
  std::map<std::array<int, 3>, std::uint32_t> numbers;
  for (int axis = 0; axis < 3; axis++) {
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < n * n; i++) {
        const auto corner = [&](int di, int dk) {
          std::array<int, 3> p{};
          p[static_cast<std::size_t>(axis)] = side * 4 * n;
          p[static_cast<std::size_t>(axis + 1) % 3] = 4 * (i / n + di);
          p[static_cast<std::size_t>(axis + 2) % 3] = 4 * (i % n + dk);
          const auto added = numbers.emplace(p, static_cast<std::uint32_t>(cube.vertices.size()));
          if (added.second) cube.vertices.emplace_back(p[0], p[1], p[2]);
          return added.first->second;
        };
        const std::uint32_t a = corner(0, 0), b = corner(side, 1 - side), c = corner(1, 1),
                            d = corner(1 - side, side);
        cube.triangles.insert(cube.triangles.end(), {{a, b, c}, {a, c, d}});
      }
    }
  }
  return cube;
}

/// Cubes with some vertices moved within their side, off it, or onto others: flat patches that are
/// convex, that are not, that are folded; fans that go round and that do not.
TEST(SelfContact, AgreesWithAllPairs) {
  int hits = 0, once = 0, fans = 0;
  const int count = scaled_count(400);
  for (const int i : random_cases(count)) {
    Rng rng(static_cast<std::uint64_t>(i));
    const int n = 2 + i / 2 % 3;
    Surface surface = cube_surface(n);
    for (int moves = 1 + static_cast<int>(rng.below(6)); moves > 0; moves--) {
      Vec3& v = surface.vertices[rng.below(static_cast<std::uint32_t>(surface.vertices.size()))];
      const double reach = rng.below(2) == 0 ? 3 : 5;
      const bool any = rng.below(3) == 0;
      for (int k = 0; k < 3; k++) {
        if (!any && (v[k] == 0 || v[k] == 4 * n)) continue;
        v[k] += std::round(rng.uniform(-reach, reach));
      }
    }
    if (i % 2 == 1) {  // so that nothing is along an axis
      for (Vec3& v : surface.vertices) {
        v = {v.x() + 2 * v.y() + 2 * v.z(), 2 * v.x() + v.y() - 2 * v.z(),
             2 * v.x() - 2 * v.y() + v.z()};
      }
    }
    const MeshBody& body = surface.body();
    const bool expected = meets_by_pairs(body.mesh());
    ASSERT_EQ(body.is_simple(), !expected) << i;
    hits += expected;
    const CoveredOnce parts = CoveredOnce::of(body.mesh(), body.flat().patches);
    once += static_cast<int>(std::ranges::count(parts.patches, 1));
    fans += static_cast<int>(std::ranges::count(parts.vertices, 1));
  }
  expect_share(hits, count);
  EXPECT_GT(once, count / 2);
  EXPECT_GT(fans, count);
}

/// A fan around a vertex that goes round twice is flat, and its border turns one way.
TEST(SelfContact, FindsAFanThatGoesRoundTwice) {
  for (const int rounds : {1, 2}) {
    Surface fan;
    fan.vertices.emplace_back(0, 0, 0);
    for (int i = 0; i < 5; i++) {
      const double angle = rounds * i * 2 * std::numbers::pi / 5;
      fan.vertices.emplace_back(std::cos(angle), std::sin(angle), 0);
    }
    for (std::uint32_t i = 0; i < 5; i++) fan.triangles.push_back({0, 1 + i, 1 + (i + 1) % 5});
    const MeshBody& body = fan.body();
    ASSERT_EQ(body.flat().patches.patches.size(), 1u);
    EXPECT_EQ(body.is_simple(), rounds == 1);
    const CoveredOnce once = CoveredOnce::of(body.mesh(), body.flat().patches);
    EXPECT_EQ(once.patches[0], rounds == 1);
    EXPECT_EQ(once.vertices[0], rounds == 1);
    EXPECT_EQ(once.vertices[1], 0);  // at the border
  }
}

/// All sides of a cube are known to cover no point twice, and all vertices but those of its edges.
TEST(SelfContact, TakesSidesOfACubeAsAWhole) {
  Surface cube = cube_surface(4);
  const MeshBody& body = cube.body();
  EXPECT_TRUE(body.is_simple());
  const CoveredOnce once = CoveredOnce::of(body.mesh(), body.flat().patches);
  EXPECT_EQ(std::ranges::count(once.patches, 1), 6);
  EXPECT_EQ(std::ranges::count(once.vertices, 1), 6 * 3 * 3);
}

}  // namespace
}  // namespace glance::test
