#include "geom/tri_mesh.h"

#include <fmt/format.h>

#include <algorithm>

#include "glance/tolerance.h"
#include "math/predicates.h"

namespace glance {

Result<TriMesh> TriMesh::make(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                              bool solid, MeshReport& report) {
  TriMesh mesh;
  mesh.solid = solid;
  report = {};
  report.vertices = vertices.size();
  report.triangles = triangles.size();
  mesh.vertices.assign(vertices.begin(), vertices.end());
  for (std::size_t i = 0; i < triangles.size(); i++) {
    const Triangle& t = triangles[i];
    for (const std::uint32_t v : t) {
      if (v >= vertices.size()) {
        return fail(fmt::format("triangle {} names vertex {} of {}", i, v, vertices.size()));
      }
    }
    if (collinear(vertices[t[0]], vertices[t[1]], vertices[t[2]])) {
      report.degenerate_triangles++;
      continue;
    }
    mesh.triangles.push_back(t);
    mesh.given.push_back(static_cast<std::uint32_t>(i));
  }
  if (mesh.triangles.empty()) return fail("no triangle is left");
  return mesh;
}

Result<TriMesh> TriMesh::with_vertices(std::span<const Vec3> moved) const {
  TriMesh mesh = *this;
  mesh.vertices.assign(moved.begin(), moved.end());
  return mesh;
}

std::size_t TriMesh::bytes() const {
  return vertices.capacity() * sizeof(Vec3) + triangles.capacity() * sizeof(Triangle) +
         given.capacity() * sizeof(std::uint32_t);
}

ShapeForm TriMesh::measure() const {
  ShapeForm form;
  for (const Vec3& v : vertices) form.bounds.add(v);
  form.mass.centroid = (form.bounds.lower + form.bounds.upper) / 2;
  for (const Vec3& v : vertices) {
    form.bounding_radius = std::max(form.bounding_radius, norm(v - form.mass.centroid));
  }
  form.bounding_radius *= 1 + 0x1p-48;
  form.extent = (form.bounds.upper - form.bounds.lower).maxCoeff();
  return form;
}

}  // namespace glance
