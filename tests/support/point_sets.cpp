#include "support/point_sets.h"

#include <cmath>

namespace glance::test {
namespace {

void turn(std::vector<Vec3>& points, Rng& rng) {
  const Mat3 r = rotation_matrix(rng.rotation());
  for (Vec3& p : points) p = multiply(r, p);
}

std::vector<Vec3> sphere(Rng& rng) {
  std::vector<Vec3> points(4 + rng.below(57));
  for (Vec3& p : points) p = rng.direction();
  return points;
}

std::vector<Vec3> ball(Rng& rng) {
  std::vector<Vec3> points(4 + rng.below(57));
  for (Vec3& p : points) p = rng.direction() * std::cbrt(rng.uniform());
  return points;
}

std::vector<Vec3> box_surface(Rng& rng) {
  const Vec3 half{rng.uniform(0.1, 2), rng.uniform(0.1, 2), rng.uniform(0.1, 2)};
  std::vector<Vec3> points;
  for (int i = 0; i < 8; i++) {
    points.push_back(half.times(Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1)));
  }
  const std::uint32_t more = rng.below(50);
  for (std::uint32_t k = 0; k < more; k++) {
    Vec3 p = rng.in_box(1).times(half);
    const std::uint32_t fixed = 1 + rng.below(2);  // on a face, or on an edge
    const std::uint32_t first = rng.below(3);
    for (std::uint32_t j = 0; j < fixed; j++) {
      const std::uint32_t axis = (first + j) % 3;
      p[axis] = rng.chance(0.5) ? half[axis] : -half[axis];
    }
    points.push_back(p);
  }
  return points;
}

std::vector<Vec3> near_coplanar(Rng& rng) {
  std::vector<Vec3> points(4 + rng.below(40));
  const double noise = rng.chance(0.5) ? 1e-16 : std::pow(10, rng.uniform(-16, -10));
  for (Vec3& p : points) {
    p = {rng.uniform(-1, 1), rng.uniform(-1, 1), 0};
    p.z() = noise * rng.uniform(-1, 1) + 0.3 * p.x() - 0.7 * p.y() + 0.1;
  }
  return points;
}

std::vector<Vec3> sliver(Rng& rng) {
  std::vector<Vec3> points(4 + rng.below(40));
  const double thin = std::pow(10, rng.uniform(-8, -4));
  const Vec3 stretch = rng.chance(0.5) ? Vec3(1, 1, thin) : Vec3(1, thin, thin);
  for (Vec3& p : points) p = rng.direction().times(stretch);
  if (rng.chance(0.7)) turn(points, rng);
  return points;
}

std::vector<Vec3> grid(Rng& rng) {
  std::vector<Vec3> points;
  const int nx = 2 + rng.below(3), ny = 2 + rng.below(3), nz = 1 + rng.below(4);
  const double keep = rng.uniform(0.4, 1);
  for (int i = 0; i < nx; i++) {
    for (int j = 0; j < ny; j++) {
      for (int k = 0; k < nz; k++) {
        if (rng.uniform() < keep) points.push_back(Vec3(i, j, k) * 0.1);
      }
    }
  }
  if (points.empty()) points.push_back({0.1, 0.2, 0.3});
  return points;
}

std::vector<Vec3> duplicates(Rng& rng) {
  std::vector<Vec3> distinct(1 + rng.below(12));
  for (Vec3& p : distinct) p = rng.in_box(1);
  std::vector<Vec3> points;
  for (std::uint32_t k = 0; k < 40; k++) {
    Vec3 p = distinct[rng.below(static_cast<std::uint32_t>(distinct.size()))];
    if (rng.chance(0.3)) p.x() = std::nextafter(p.x(), rng.uniform(-2, 2));
    points.push_back(p);
  }
  return points;
}

std::vector<Vec3> flat(Rng& rng) {
  // Small integers times two vectors of small integers: planar without rounding.
  const auto whole = [&](int n) { return static_cast<double>(rng.below(2 * n + 1)) - n; };
  const Vec3 u{whole(5), whole(5), whole(5)}, v{whole(5), whole(5), whole(5)};
  const Vec3 origin{whole(9), whole(9), whole(9)};
  const std::uint32_t dimension = rng.below(3);
  std::vector<Vec3> points(1 + rng.below(30));
  for (Vec3& p : points) {
    p = origin;
    if (dimension > 0) p += whole(8) * u;
    if (dimension > 1) p += whole(8) * v;
  }
  return points;
}

}  // namespace

std::string to_string(PointSet kind) {
  static const char* const kNames[] = {"sphere", "ball", "box_surface", "near_coplanar",
                                       "sliver", "grid", "duplicates",  "flat"};
  return kNames[static_cast<int>(kind)];
}

std::vector<Vec3> make_points(PointSet kind, Rng& rng) {
  std::vector<Vec3> points;
  switch (kind) {
    case PointSet::sphere: points = sphere(rng); break;
    case PointSet::ball: points = ball(rng); break;
    case PointSet::box_surface: points = box_surface(rng); break;
    case PointSet::near_coplanar: points = near_coplanar(rng); break;
    case PointSet::sliver: points = sliver(rng); break;
    case PointSet::grid: points = grid(rng); break;
    case PointSet::duplicates: points = duplicates(rng); break;
    case PointSet::flat: points = flat(rng); break;
  }
  if (kind == PointSet::flat) return points;  // a scale would round it out of its plane
  if (rng.chance(0.3)) {
    const Vec3 offset = rng.in_box(10);
    for (Vec3& p : points) p += offset;
  }
  const double scale = std::pow(10, rng.uniform(-9, 9));
  for (Vec3& p : points) p *= scale;
  return points;
}

}  // namespace glance::test
