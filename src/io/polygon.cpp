// Polygons cut into triangles, by ears: corners whose triangle holds no other corner. Every simple
// polygon has two of them (Meisters 1975). One that is not simple is cut somehow.
// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.CutsPolygonsWithDents).
#include <algorithm>
#include <cmath>

#include "glance/tolerance.h"
#include "io/mesh_readers.h"
#include "math/predicates.h"

namespace glance::rooms::io {
namespace {

/// A polygon seen along a coordinate axis, counter-clockwise.
class FlatPolygon {
 public:
  FlatPolygon(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners)
      : vertices_(vertices), left_(corners.begin(), corners.end()) {
    // Newell's normal: twice the area, seen along each axis.
    Vec3 area = Vec3::zero();
    for (std::size_t i = 1; i + 1 < corners.size(); i++) {
      const Vec3& first = vertices[corners[0]];
      area += cross(vertices[corners[i]] - first, vertices[corners[i + 1]] - first);
    }
    for (int k = 1; k < 3; k++) {
      if (std::fabs(area[k]) > std::fabs(area[axis_])) axis_ = k;
    }
    side_ = area[axis_] < 0 ? -1 : 1;
  }

  std::size_t size() const { return left_.size(); }
  std::uint32_t corner(std::size_t i) const { return left_[i % left_.size()]; }
  void remove(std::size_t i) { left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i)); }

  /// +1 where it turns left at corner i, 0 where it goes straight on.
  int turn(std::size_t i) const { return seen(corner(i + size() - 1), corner(i), corner(i + 1)); }

  bool has_dents() const {
    for (std::size_t i = 0; i < size(); i++) {
      if (turn(i) < 0) return true;
    }
    return false;
  }

  /// Whether the triangle at corner i may be cut off.
  bool is_ear(std::size_t i) const {
    if (turn(i) <= 0) return false;
    const std::uint32_t a = corner(i + size() - 1), b = corner(i), c = corner(i + 1);
    for (std::size_t k = 2; k + 1 < size(); k++) {
      const std::uint32_t p = corner(i + k);
      if (turn(i + k) > 0 || same(p, a) || same(p, b) || same(p, c)) continue;
      if (seen(a, b, p) >= 0 && seen(b, c, p) >= 0 && seen(c, a, p) >= 0) return false;
    }
    return true;
  }

 private:
  int seen(std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    return side_ * orientation_along(axis_, vertices_[a], vertices_[b], vertices_[c]);
  }
  bool same(std::uint32_t a, std::uint32_t b) const { return vertices_[a] == vertices_[b]; }

  std::span<const Vec3> vertices_;
  std::vector<std::uint32_t> left_;
  int axis_ = 0, side_ = 1;
};

void add_fan(MeshFile& data, const FlatPolygon& polygon) {
  for (std::size_t i = 1; i + 1 < polygon.size(); i++) {
    data.triangles.push_back({polygon.corner(0), polygon.corner(i), polygon.corner(i + 1)});
  }
}

}  // namespace

bool add_polygon(MeshFile& data, std::span<const std::uint32_t> corners) {
  if (corners.size() < 3) {
    data.skipped_faces++;
    return true;
  }
  if (corners.size() == 3) {
    data.triangles.push_back({corners[0], corners[1], corners[2]});
    return true;
  }
  FlatPolygon polygon(data.vertices, corners);
  const bool measurable = std::all_of(corners.begin(), corners.end(), [&](std::uint32_t v) {
    return data.vertices[v].max_abs() <= kMaxCoordinate && is_finite(data.vertices[v]);
  });
  if (measurable && polygon.has_dents()) {
    if (corners.size() > kMaxDentedCorners) return false;
    std::size_t at = 0, tried = 0;
    while (polygon.size() > 3 && tried < polygon.size()) {
      if (!polygon.is_ear(at)) {
        at = (at + 1) % polygon.size();
        tried++;
        continue;
      }
      data.triangles.push_back(
          {polygon.corner(at + polygon.size() - 1), polygon.corner(at), polygon.corner(at + 1)});
      polygon.remove(at);
      at %= polygon.size();
      tried = 0;
    }
  }
  add_fan(data, polygon);
  return true;
}

}  // namespace glance::rooms::io
