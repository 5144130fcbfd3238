// Meshes that are exactly the surface of a convex body, and such that just fail to be.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "glance/rng.h"
#include "glance/shape.h"

namespace glance::test {

/// The faces of a hull, each as a fan. `splits`: how often each triangle is then divided in four at
/// the middles of its edges; of vertices with small whole numbers these are exact.
inline TriangleSoup soup_of_hull(const Shape& hull, int splits = 0) {
  TriangleSoup soup;
  soup.vertices.assign(hull.vertices().begin(), hull.vertices().end());
  for (std::uint32_t f = 0; f < hull.face_count(); f++) {
    const auto loop = hull.face_vertices(f);
    for (std::size_t i = 2; i < loop.size(); i++) {
      soup.triangles.push_back({loop[0], loop[i - 1], loop[i]});
    }
  }
  for (int split = 0; split < splits; split++) {
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t u, std::uint32_t v) {
      const std::array<std::uint32_t, 2> ends{std::min(u, v), std::max(u, v)};
      const auto [at, added] =
          middles.try_emplace(ends, static_cast<std::uint32_t>(soup.vertices.size()));
      if (added) soup.vertices.push_back((soup.vertices[u] + soup.vertices[v]) / 2);
      return at->second;
    };
    std::vector<Triangle> divided;
    for (const auto& [p, q, r] : soup.triangles) {
      const std::uint32_t pq = middle(p, q), qr = middle(q, r), rp = middle(r, p);
      for (const Triangle& t :
           {Triangle{p, pq, rp}, Triangle{pq, q, qr}, Triangle{rp, qr, r}, Triangle{pq, qr, rp}}) {
        divided.push_back(t);
      }
    }
    soup.triangles = divided;
  }
  return soup;
}

/// The hull of points on a grid: with large faces, and vertices that can be divided exactly.
inline Shape grid_hull(Rng& rng, int points, int reach) {
  for (;;) {
    std::vector<Vec3> cloud;
    for (int i = 0; i < points; i++) {
      const auto whole = [&] {
        return 16. *
               (static_cast<double>(rng.below(static_cast<std::uint64_t>(2 * reach + 1))) - reach);
      };
      const double x = whole(), y = whole(), z = whole();
      cloud.push_back(Vec3(x, y, z) / 16);
    }
    Shape hull = Shape::hull(cloud).value();
    if (hull.dimension() == 3) return hull;
  }
}

/// The hull of points on a sphere: triangles all around.
inline Shape round_hull(Rng& rng, int points, double radius) {
  std::vector<Vec3> cloud;
  for (int i = 0; i < points; i++) {
    Vec3 p;
    do {
      p = Vec3(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
    } while (!(norm(p) > 0.1 && norm(p) < 1));
    cloud.push_back(p * (radius / norm(p)));
  }
  return Shape::hull(cloud).value();
}

/// A prism over a polygon of many corners: two large faces, and corners of the sides.
inline Shape prism_hull(int sides, double radius, double half_length) {
  std::vector<Vec3> cloud;
  for (int i = 0; i < sides; i++) {
    const double angle = 2 * 3.14159265358979 * i / sides;
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    cloud.push_back({x, y, half_length});
    cloud.push_back({x, y, -half_length});
  }
  return Shape::hull(cloud).value();
}

}  // namespace glance::test
