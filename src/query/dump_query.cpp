// Writes a question down so that it can be asked again.
//
// A shape is written as what its maker takes. A hull's vertices give the same shape again, down to
// the numbers of its edges and faces, since those follow from the vertices (geom/topology). A
// mesh's triangles stand where they were given, so that they get the same numbers: in place of
// those that were dropped there are ones without area, which are dropped again.
// Tested in tests/unit/exact/query_context_test.cpp (DumpQuery.MeshesAndCompounds).
#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "glance/query.h"

namespace glance {
namespace {

/// The shortest decimal that reads back to the same double.
std::string to_json(double x) {
  // In JSON a -0 is a whole number, and those have no negative zero.
  return x == 0 && std::signbit(x) ? "-0.0" : fmt::format("{}", x);
}

std::string to_json(const Vec3& v) {
  return fmt::format("[{},{},{}]", to_json(v.x()), to_json(v.y()), to_json(v.z()));
}

std::string to_json(std::span<const Vec3> points) {
  std::string list;
  for (const Vec3& p : points) {
    if (!list.empty()) list += ',';
    list += to_json(p);
  }
  return fmt::format("[{}]", list);
}

std::string to_json(double radius, double half_length) {
  return fmt::format(R"({{"radius":{},"half_length":{}}})", to_json(radius), to_json(half_length));
}

/// The vertices, and the last one again until there are so many: of a triangle or a segment of
/// which corners coincide, or lie between others, fewer are left.
std::string corners_json(const Shape& shape, std::size_t count) {
  std::vector<Vec3> corners(shape.vertices().begin(), shape.vertices().end());
  while (corners.size() < count) corners.push_back(corners.back());
  return to_json(corners);
}

std::string mesh_json(const Shape& shape) {
  const MeshView mesh = shape.mesh_view();
  std::string triangles;
  std::uint32_t number = 0;
  const auto add = [&](const Triangle& t) {
    triangles += fmt::format("{}[{},{},{}]", triangles.empty() ? "" : ",", t[0], t[1], t[2]);
    number++;
  };
  for (std::size_t i = 0; i < mesh.triangles.size(); i++) {
    while (number < mesh.given[i]) add({0, 0, 0});
    add(mesh.triangles[i]);
  }
  return fmt::format(R"({{"vertices":{},"triangles":[{}],"solid":{}}})", to_json(mesh.vertices),
                     triangles, mesh.solid);
}

std::string to_json(const Shape& shape);
std::string to_json(const Pose& pose);

/// The leaves, whatever compounds they were parts of: they are what is asked about.
std::string parts_json(const Shape& shape) {
  std::string parts;
  for (const CompoundPart& part : shape.leaf_parts()) {
    parts += fmt::format(R"({}{{"shape":{},"pose":{}}})", parts.empty() ? "" : ",",
                         to_json(part.shape), to_json(part.pose));
  }
  return fmt::format("[{}]", parts);
}

/// The value under the key that is the shape's kind.
std::string core_json(const Shape& shape) {
  const Vec3 sizes = shape.sizes();
  switch (shape.kind()) {
    case ShapeKind::point: return to_json(shape.vertices()[0]);
    case ShapeKind::segment: return corners_json(shape, 2);
    case ShapeKind::triangle: return corners_json(shape, 3);
    // The first corner is the lowest. It has the signs of zeros, which sizes() may not have.
    case ShapeKind::box: return to_json(Vec3(-shape.vertices()[0]));
    case ShapeKind::hull: return to_json(shape.vertices());
    case ShapeKind::sphere: return to_json(shape.rounding());
    case ShapeKind::capsule: return to_json(shape.rounding(), sizes.z());
    case ShapeKind::cylinder:
    case ShapeKind::cone: return to_json(sizes.x(), sizes.z());
    case ShapeKind::ellipsoid: return to_json(sizes);
    case ShapeKind::mesh: return mesh_json(shape);
    case ShapeKind::compound: return parts_json(shape);
    case ShapeKind::halfspace: break;
  }
  return fmt::format(R"({{"normal":{},"offset":{}}})", to_json(sizes),
                     to_json(shape.plane_offset()));
}

std::string to_json(const Shape& shape) {
  const ShapeKind kind = shape.kind();
  std::string text = fmt::format(R"("{}":{})", to_string(kind), core_json(shape));
  const bool radius = kind == ShapeKind::sphere || kind == ShapeKind::capsule;
  if (shape.rounding() != 0 && !radius) {
    text += fmt::format(R"(,"rounding":{})", to_json(shape.rounding()));
  }
  return "{" + text + "}";
}

std::string to_json(const Pose& pose) {
  const auto row = [&](int i) { return to_json(pose.rotation().row(i)); };
  return fmt::format(R"({{"translation":{},"rotation":[{},{},{}]}})", to_json(pose.translation()),
                     row(0), row(1), row(2));
}

}  // namespace

std::string dump_query(PlacedShape a, PlacedShape b) {
  return fmt::format(R"({{"a":{},"pose_a":{},"b":{},"pose_b":{}}})", to_json(a.shape),
                     to_json(a.pose), to_json(b.shape), to_json(b.pose));
}

}  // namespace glance
