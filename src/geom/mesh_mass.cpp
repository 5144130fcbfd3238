// What is measured of a mesh: sizes, and the mass of a solid one.
// Tested in tests/unit/geom/tri_mesh_test.cpp (TriMesh.HasTheMassOfTheBodyItEncloses).
#include <algorithm>

#include "geom/tri_mesh.h"

namespace glance::rooms::geom {
namespace {

/// Integrals over the signed tetrahedra between a point and each triangle: what is enclosed,
/// each point as often as the surface winds around it.
struct EnclosedMoments {
  double volume = 0;
  Vec3 first = Vec3::zero();   ///< integral of x
  Mat3 second = Mat3::zero();  ///< integral of x x^T, the upper half
};

Vec3 middle_of(const Aabb& box) { return box.lower + (box.upper - box.lower) / 2; }

/// About `origin`, which is best amid the mesh: then few digits cancel.
EnclosedMoments enclosed_moments(const TriMesh& mesh, const Vec3& origin) {
  EnclosedMoments m;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - origin, b = mesh.vertices[t[1]] - origin,
               c = mesh.vertices[t[2]] - origin;
    const double volume = triple(a, b, c) / 6;
    const Vec3 sum = a + b + c;
    m.volume += volume;
    m.first += volume / 4 * sum;
    for (int i = 0; i < 3; i++) {
      for (int j = i; j < 3; j++) {
        m.second(i, j) += volume / 20 * (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] + sum[i] * sum[j]);
      }
    }
  }
  return m;
}

/// Below this, digits of a measure or of its moments are lost (as of polytopes, geom/mass).
bool underflows(double measure, double extent) {
  return !(measure * std::min(1.0, extent) > 0x1p-1000);
}

/// Volume, centroid, inertia. Surfaces that are inside out enclose the same body. False, and
/// nothing is set, if the volume is too small for its digits.
bool measure_solid(MassProperties& mass, const TriMesh& mesh, const Aabb& box) {
  const Vec3 origin = middle_of(box);
  const EnclosedMoments m = enclosed_moments(mesh, origin);
  const double sign = m.volume < 0 ? -1 : 1;
  if (underflows(sign * m.volume, (box.upper - box.lower).max_component())) return false;
  const Vec3 centroid = m.first / m.volume;
  const auto covariance = [&](int i, int j) {
    return sign * (m.second(std::min(i, j), std::max(i, j)) - m.volume * centroid[i] * centroid[j]);
  };
  const double trace = covariance(0, 0) + covariance(1, 1) + covariance(2, 2);
  mass.volume = sign * m.volume;
  mass.centroid = origin + centroid;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) mass.inertia(i, j) = (i == j ? trace : 0) - covariance(i, j);
  }
  // Pieces that wind the other way around may put it anywhere.
  if (box.contains(mass.centroid) && is_finite(mass.inertia)) return true;
  mass = {};
  return false;
}

/// The centroid of the area, or false if that is too small for its digits.
bool measure_area(MassProperties& mass, const TriMesh& mesh, const Aabb& box) {
  const Vec3 origin = middle_of(box);
  double area = 0;
  Vec3 first = Vec3::zero();
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = mesh.vertices[t[0]] - origin, b = mesh.vertices[t[1]] - origin,
               c = mesh.vertices[t[2]] - origin;
    const double piece = norm(cross(b - a, c - a));
    area += piece;
    first += piece / 3 * (a + b + c);
  }
  if (underflows(area, (box.upper - box.lower).max_component())) return false;
  mass.centroid = (origin + first / area).max(box.lower).min(box.upper);
  return is_finite(mass.centroid);
}

}  // namespace

double TriMesh::signed_volume() const {
  Aabb box;
  for (const Vec3& v : vertices) box.add(v);
  const Vec3 origin = middle_of(box);
  double sum = 0;
  for (const Triangle& t : triangles) {
    sum += triple(vertices[t[0]] - origin, vertices[t[1]] - origin, vertices[t[2]] - origin);
  }
  return sum / 6;
}

ShapeForm TriMesh::measure() const {
  ShapeForm form;
  for (const Vec3& v : vertices) form.bounds.add(v);
  form.extent = (form.bounds.upper - form.bounds.lower).max_component();
  if (!(solid && measure_solid(form.mass, *this, form.bounds)) &&
      !measure_area(form.mass, *this, form.bounds)) {
    form.mass.centroid = middle_of(form.bounds);
  }
  for (const Vec3& v : vertices) {
    form.bounding_radius = std::max(form.bounding_radius, norm(v - form.mass.centroid));
  }
  form.bounding_radius *= 1 + 0x1p-50;  // above the roundings of the difference and the norm
  return form;
}

}  // namespace glance::rooms::geom
