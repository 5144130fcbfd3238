#include "geom/mass.h"

#include <algorithm>

#include "math/predicates.h"

namespace glance::rooms::geom {
namespace {

/// Integrals over tetrahedra that fan out from a vertex of the body. None of their
/// volumes is negative then, so the centroid is an average and cannot leave the body;
/// and working relative to that vertex keeps the digits of a body far from its origin.
struct Moments {
  double volume = 0;
  Vec3 first = Vec3::zero();   ///< integral of x
  Mat3 second = Mat3::zero();  ///< integral of x x^T
};

/// Adds the tetrahedron (0, a, b, c).
void add_tetrahedron(Moments& m, double volume, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 sum = a + b + c;
  m.volume += volume;
  m.first += volume / 4 * sum;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      m.second(i, j) += volume / 20 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + sum[i] * sum[j]);
    }
  }
}

/// For a centroid whose digits underflow has eaten.
Vec3 lost() { return Vec3::constant(std::numeric_limits<double>::quiet_NaN()); }

/// Whether the volume (or area), or its product with the body's size, which is that of the
/// first moments, is so small that digits are lost.
bool underflows(double measure, std::span<const Vec3> vertices) {
  Aabb box;
  for (const Vec3& v : vertices) box.add(v);
  return !(measure * std::min(1.0, (box.upper - box.lower).max_component()) > 0x1p-1000);
}

Vec3 solid(MassProperties& mass, const Topology& t, std::span<const Vec3> v) {
  const Vec3 origin = v[0];
  Moments m;
  for (std::uint32_t f = 0; f < t.face_count(); f++) {
    const auto loop = t.face_vertices(f);
    for (std::size_t i = 1; i + 1 < loop.size(); i++) {
      const Vec3 &a = v[loop[0]], &b = v[loop[i]], &c = v[loop[i + 1]];
      if (a == origin) continue;  // loops start at their smallest vertex
      add_tetrahedron(m, sixfold_volume(origin, a, b, c) / 6, a - origin, b - origin, c - origin);
    }
  }
  if (underflows(m.volume, v)) return lost();
  const Vec3 centroid = m.first / m.volume;
  mass.volume = m.volume;
  const auto covariance = [&](int i, int j) {
    return m.second(i, j) - m.volume * centroid[i] * centroid[j];
  };
  const double trace = covariance(0, 0) + covariance(1, 1) + covariance(2, 2);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) mass.inertia(i, j) = (i == j ? trace : 0) - covariance(i, j);
  }
  return origin + centroid;
}

Vec3 polygon(const Topology& t, std::span<const Vec3> v) {
  double area = 0;
  Vec3 first = Vec3::zero();
  const auto loop = t.face_vertices(0);
  for (std::size_t i = 1; i + 1 < loop.size(); i++) {
    const Vec3 a = v[loop[i]] - v[loop[0]], b = v[loop[i + 1]] - v[loop[0]];
    const double piece = norm(cross(a, b));
    area += piece;
    first += piece / 3 * (a + b);
  }
  return underflows(area, v) ? lost() : Vec3(v[loop[0]] + first / area);
}

}  // namespace

MassProperties mass_properties(const Topology& topology, std::span<const Vec3> vertices) {
  MassProperties mass;
  switch (topology.dimension()) {
    case 3: mass.centroid = solid(mass, topology, vertices); break;
    case 2: mass.centroid = polygon(topology, vertices); break;
    case 1: mass.centroid = vertices[0] + (vertices[1] - vertices[0]) / 2; break;
    default: mass.centroid = vertices[0];
  }
  Aabb box;
  for (const Vec3& v : vertices) box.add(v);
  if (!box.contains(mass.centroid)) {  // lost: the mean of the vertices will do
    Vec3 mean = Vec3::zero();
    for (const Vec3& v : vertices) mean += (v - vertices[0]) / static_cast<double>(vertices.size());
    mass.centroid = (vertices[0] + mean).max(box.lower).min(box.upper);
  }
  return mass;
}

}  // namespace glance::rooms::geom
