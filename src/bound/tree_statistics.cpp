// Tested in tests/unit/bound/volume_tree_test.cpp (VolumeTree.LevelsCoverTheMesh).
#include "glance/volume_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "bound/mesh_body.h"
#include "geom/shape_access.h"

namespace glance {
using namespace rooms::bound;

namespace {

Result<const MeshBody*> mesh_body_of(const Shape& shape) {
  if (shape.kind() == ShapeKind::mesh) return &mesh_of(shape);
  return fail(ErrorCode::unsupported,
              fmt::format("a {} has no tree of volumes: only a mesh has", to_string(shape.kind())));
}

double radius(const SphereVolume& v) { return v.radius; }
double radius(const BoxVolume& v) { return norm(Vec3(v.half[0], v.half[1], v.half[2])); }
double radius(const OrientedBox& v) { return norm(Vec3(v.half[0], v.half[1], v.half[2])); }
template <int k>
double radius(const Kdop<k>& v) {
  return norm(Vec3(v.upper[0] - v.lower[0], v.upper[1] - v.lower[1], v.upper[2] - v.lower[2])) / 2;
}

/// The eight corners of a box, and its six sides.
VolumeOutline box_outline(const Vec3& center, const Mat3& half_axes) {
  VolumeOutline outline;
  for (int i = 0; i < 8; i++) {
    Vec3 p = center;
    for (int k = 0; k < 3; k++) p += (i >> k & 1 ? 1.0 : -1.0) * half_axes.col(k);
    outline.vertices.push_back(p);
  }
  outline.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  // Axes that are left-handed turn the sides inside out.
  if (triple(half_axes.col(0), half_axes.col(1), half_axes.col(2)) < 0) {
    for (auto& face : outline.faces) std::reverse(face.begin(), face.end());
  }
  return outline;
}

VolumeOutline outline_of(const BoxVolume& v) {
  const Vec3 half(v.half[0], v.half[1], v.half[2]);
  return box_outline({v.center[0], v.center[1], v.center[2]}, Mat3::diagonal(half));
}

VolumeOutline outline_of(const OrientedBox& v) {
  Mat3 axes;
  for (int i = 0; i < 3; i++) axes.col(i) = v.axis(i) * double{v.half[i]};
  return box_outline({v.center[0], v.center[1], v.center[2]}, axes);
}

VolumeOutline outline_of(const SphereVolume& v) {
  return sphere_outline({v.center[0], v.center[1], v.center[2]}, v.radius);
}

/// The corners of a k-DOP are the points that three of its planes have in common and no other cuts
/// off; their hull is its outline.
template <int k>
VolumeOutline outline_of(const Kdop<k>& v) {
  struct Plane {
    Vec3 normal;
    double offset;
  };
  std::vector<Plane> planes;
  for (int i = 0; i < Kdop<k>::kSlabs; i++) {
    const auto direction = dop_direction<k>(i);
    const Vec3 d(direction[0], direction[1], direction[2]);
    planes.push_back({d, v.upper[i]});
    planes.push_back({-d, -double{v.lower[i]}});
  }
  constexpr double kOn = 1e-6;  // of the tree's unit: good enough for a picture
  std::vector<Vec3> corners;
  for (std::size_t p = 0; p < planes.size(); p++) {
    for (std::size_t q = 0; q < p; q++) {
      for (std::size_t r = 0; r < q; r++) {
        const Vec3 qr = cross(planes[q].normal, planes[r].normal);
        const double determinant = dot(planes[p].normal, qr);
        if (std::fabs(determinant) < 0.5) continue;  // directions are whole numbers
        const Vec3 corner =
            (planes[p].offset * qr + planes[q].offset * cross(planes[r].normal, planes[p].normal) +
             planes[r].offset * cross(planes[p].normal, planes[q].normal)) /
            determinant;
        const bool inside = std::ranges::all_of(planes, [&](const Plane& plane) {
          return dot(plane.normal, corner) <= plane.offset + kOn;
        });
        if (inside) corners.push_back(corner);
      }
    }
  }
  VolumeOutline outline;
  const Result<Shape> hull = Shape::hull(corners);
  if (!hull) return outline;
  outline.vertices.assign(hull->vertices().begin(), hull->vertices().end());
  for (std::uint32_t f = 0; f < hull->face_count(); f++) {
    const auto face = hull->face_vertices(f);
    outline.faces.emplace_back(face.begin(), face.end());
  }
  return outline;
}

double triangle_area(const TriMesh& mesh) {
  double sum = 0;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); t++) {
    const Vec3& p = mesh.corner(t, 0);
    sum += norm(cross(mesh.corner(t, 1) - p, mesh.corner(t, 2) - p)) / 2;
  }
  return sum;
}

}  // namespace

Result<TreeStatistics> tree_statistics(const Shape& mesh) {
  const auto body = mesh_body_of(mesh);
  if (!body) return fail(body.error());
  const VolumeTree& tree = (*body)->tree();
  const auto& nodes = tree.topology().nodes;
  const double unit = tree.frame().unit;
  TreeStatistics s;
  s.volume = tree.kind();
  s.triangles = (*body)->mesh().triangles.size();
  s.leaves = tree.topology().items.size();
  s.nodes = nodes.size();
  s.levels = tree.topology().levels;
  s.bytes = tree.bytes();
  s.mesh_bytes = (*body)->mesh().bytes();
  s.build_seconds = (*body)->build_seconds();
  tree.visit([&](const auto& volumes) {
    double leaf_area = 0, all = 0, smallest = INFINITY;
    for (std::size_t i = 0; i < nodes.size(); i++) {
      const double surface = area(volumes[i]);
      all += surface;
      if (!nodes[i].is_leaf()) continue;
      leaf_area += surface;
      smallest = std::min(smallest, radius(volumes[i]));
    }
    s.leaf_excess = leaf_area * unit * unit / (2 * triangle_area((*body)->mesh()));
    s.area_ratio = all / area(volumes[0]);
    s.smallest_leaf = smallest * unit;
  });
  return s;
}

Result<void> validate_tree(const Shape& mesh) {
  const auto body = mesh_body_of(mesh);
  if (!body) return fail(body.error());
  return (*body)->validate();
}

VolumeOutline sphere_outline(const Vec3& center, double r) {
  constexpr std::uint32_t kAround = 12, kRings = 5;
  VolumeOutline outline;
  outline.vertices.push_back(center - Vec3(0, 0, r));
  for (std::uint32_t i = 1; i <= kRings; i++) {
    const double up = std::numbers::pi * (double(i) / (kRings + 1) - 0.5);
    for (std::uint32_t k = 0; k < kAround; k++) {
      const double angle = 2 * std::numbers::pi * k / kAround;
      outline.vertices.push_back(center + r * Vec3(std::cos(up) * std::cos(angle),
                                                   std::cos(up) * std::sin(angle), std::sin(up)));
    }
  }
  outline.vertices.push_back(center + Vec3(0, 0, r));
  const auto at = [](std::uint32_t ring, std::uint32_t k) {
    return 1 + ring * kAround + k % kAround;
  };
  for (std::uint32_t k = 0; k < kAround; k++) {
    outline.faces.push_back({0, at(0, k + 1), at(0, k)});
    for (std::uint32_t i = 0; i + 1 < kRings; i++) {
      outline.faces.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)});
    }
    outline.faces.push_back({at(kRings - 1, k), at(kRings - 1, k + 1), 1 + kRings * kAround});
  }
  return outline;
}

Result<std::vector<VolumeOutline>> tree_level(const Shape& mesh, int level) {
  const auto body = mesh_body_of(mesh);
  if (!body) return fail(body.error());
  const VolumeTree& tree = (*body)->tree();
  const auto& nodes = tree.topology().nodes;
  if (level < 0 || level >= tree.topology().levels) {
    return fail(ErrorCode::bad_index, fmt::format("the tree has levels 0 to {}, not {}",
                                                  tree.topology().levels - 1, level));
  }
  std::vector<std::uint32_t> now{0}, below;
  for (int i = 0; i < level; i++) {
    below.clear();
    for (const std::uint32_t n : now) {
      if (nodes[n].is_leaf()) {
        below.push_back(n);
      } else {
        below.insert(below.end(), {nodes[n].child, nodes[n].second()});
      }
    }
    now.swap(below);
  }
  std::vector<VolumeOutline> outlines;
  tree.visit([&](const auto& volumes) {
    for (const std::uint32_t n : now) {
      outlines.push_back(outline_of(volumes[n]));
      for (Vec3& p : outlines.back().vertices) p = p * tree.frame().unit + tree.frame().origin;
    }
  });
  return outlines;
}

}  // namespace glance
