#include "benchmarks/edges/edge_cases.h"

#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "benchmarks/common/ours.h"
#include "glance/rng.h"

namespace glance::bench {
namespace {

Placement moved(double x, double y, double z) {
  Placement placement;
  placement.translation = {x, y, z};
  return placement;
}

/// The surface of the cube from -1 to 1, each face in n x n squares of two triangles: 12 n^2.
/// Vertices that faces share are given once.
MeshSoup cube(int n) {
  MeshSoup soup;
  std::map<std::array<double, 3>, std::uint32_t> numbers;
  const auto vertex = [&](const std::array<double, 3>& p) {
    const auto [at, is_new] = numbers.emplace(p, static_cast<std::uint32_t>(soup.vertices.size()));
    if (is_new) soup.vertices.push_back(p);
    return at->second;
  };
  const auto at = [n](int i) { return -1 + 2.0 * i / n; };
  for (int axis = 0; axis < 3; axis++) {
    for (const int side : {-1, 1}) {
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
          const auto corner = [&](int di, int dk) {
            std::array<double, 3> p;
            p[axis] = side;
            p[(axis + 1) % 3] = at(i + di);
            p[(axis + 2) % 3] = at(k + dk);
            return vertex(p);
          };
          const std::uint32_t a = corner(0, 0), b = corner(1, 0), c = corner(1, 1),
                              d = corner(0, 1);
          if (side > 0) {
            soup.triangles.insert(soup.triangles.end(), {{a, b, c}, {a, c, d}});
          } else {
            soup.triangles.insert(soup.triangles.end(), {{a, c, b}, {a, d, c}});
          }
        }
      }
    }
  }
  return soup;
}

/// n x n unit squares of two triangles in the plane z = 0: 2 n^2.
MeshSoup grid(int n) {
  MeshSoup soup;
  const auto number = [n](int i, int k) { return static_cast<std::uint32_t>(i * (n + 1) + k); };
  for (int i = 0; i <= n; i++) {
    for (int k = 0; k <= n; k++) soup.vertices.push_back({double(i), double(k), 0});
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) {
      soup.triangles.push_back({number(i, k), number(i + 1, k), number(i + 1, k + 1)});
      soup.triangles.push_back({number(i, k), number(i + 1, k + 1), number(i, k + 1)});
    }
  }
  return soup;
}

EdgeCase mesh_case(MeshSoup soup, bool solid, const Placement& pose_b, Verdict verdict) {
  EdgeCase result{.size = static_cast<int>(soup.triangles.size()),
                  .soup = std::move(soup),
                  .solid = solid,
                  .verdict = verdict};
  result.pair.poses_a = {Placement{}};
  result.pair.poses_b = {pose_b};
  return result;
}

using Points = std::vector<Vec3>;

Solid hull_of(const Points& points) { return to_solid(Shape::hull(points).value()); }

EdgeCase hull_case(const Points& a, const Points& b, const Placement& pose_b) {
  EdgeCase result{.unit = EdgeUnit::vertices, .size = static_cast<int>(a.size())};
  result.pair.a = hull_of(a);
  result.pair.b = hull_of(b);
  result.pair.poses_a = {Placement{}};
  result.pair.poses_b = {pose_b};
  return result;
}

/// On the unit sphere, all below `top`.
Points ball(int vertices, double top, Rng& rng) {
  Points points;
  while (static_cast<int>(points.size()) < vertices) {
    const Vec3 p = rng.direction();
    if (p.z() < top) points.push_back(p);
  }
  return points;
}

constexpr double kTop = 0.5;

/// A ball cut off at z = kTop: a tenth of its vertices are corners of that face.
Points cut_ball(int vertices, Rng& rng) {
  const int corners = vertices / 10;
  Points points = ball(vertices - corners, kTop - 0.01, rng);
  const double radius = std::sqrt(1 - kTop * kTop);
  for (int i = 0; i < corners; i++) {
    const double angle = 2 * std::numbers::pi * i / corners;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), kTop);
  }
  return points;
}

Points mirrored(Points points, const Vec3& signs) {
  for (Vec3& p : points) p = {p.x() * signs.x(), p.y() * signs.y(), p.z() * signs.z()};
  return points;
}

EdgeCase face_on_face(int vertices) {
  Rng rng(1);
  const Points points = cut_ball(vertices, rng);
  return hull_case(points, mirrored(points, {1, 1, -1}), moved(0.125, 0.0625, 2 * kTop));
}

EdgeCase vertex_on_face(int vertices) {
  Rng rng(2);
  const Points points = cut_ball(vertices, rng);
  Points other = ball(vertices - 1, 0.999, rng);
  other.emplace_back(0, 0, 1);
  return hull_case(points, mirrored(other, {1, 1, -1}), moved(0.125, 0.0625, 1 + kTop));
}

/// The highest vertices of a body and of its reflection in the origin.
EdgeCase vertex_on_vertex(int vertices) {
  Rng rng(3);
  const Points points = ball(vertices, 2, rng);
  Vec3 top = points[0];
  for (const Vec3& p : points) {
    if (p.z() > top.z()) top = p;
  }
  return hull_case(points, mirrored(points, {-1, -1, -1}),
                   moved(2 * top.x(), 2 * top.y(), 2 * top.z()));
}

template <class Make>
EdgeFamily family(const char* name, std::vector<int> sizes, bool quick, Make make) {
  EdgeFamily result{name, {}};
  if (quick) sizes.pop_back();
  for (const int size : sizes) result.cases.push_back(make(size));
  return result;
}

}  // namespace

std::vector<EdgeFamily> edge_families(bool quick) {
  const std::vector<int> squares{8, 16, 32, 64};       // 768 to 49,152 triangles
  const std::vector<int> cells{20, 40, 70, 100, 200};  // 800 to 80,000 triangles
  const std::vector<int> vertices{200, 2000, 20'000};
  const auto cubes = [](bool solid) {
    return [solid](int n) { return mesh_case(cube(n), solid, moved(0, 0, 2), Verdict::touching); };
  };
  return {
      family("flush cubes, surfaces", squares, quick, cubes(false)),
      family("flush cubes, solids", squares, quick, cubes(true)),
      family("coplanar grids", cells, quick,
             [](int n) {
               return mesh_case(grid(n), false, moved(0.375, 0.25, 0), Verdict::touching);
             }),
      family("parallel grids, a cell apart", cells, quick,
             [](int n) { return mesh_case(grid(n), false, moved(0, 0, 1), Verdict::apart); }),
      family("hulls, face on face", vertices, quick, face_on_face),
      family("hulls, vertex on face", vertices, quick, vertex_on_face),
      family("hulls, vertex on vertex", vertices, quick, vertex_on_vertex),
  };
}

}  // namespace glance::bench
