// Small bodies that are not convex.
#pragma once

#include <vector>

#include "glance/generate.h"
#include "glance/rng.h"
#include "glance/shape.h"

namespace glance::test {

inline Shape mesh_of(const TriangleSoup& soup, const MeshOptions& options = {}) {
  return Shape::mesh(soup.vertices, soup.triangles, options).value();
}

/// A box as twelve triangles.
inline TriangleSoup box_soup(const Vec3& half) {
  TriangleSoup soup;
  for (int i = 0; i < 8; i++) {
    soup.vertices.push_back(
        {i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z()});
  }
  soup.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return soup;
}

inline Shape box_mesh(const Vec3& half, bool solid = false) {
  return mesh_of(box_soup(half), {.solid = solid});
}

/// Two boxes: an L.
inline Shape angle_iron() {
  const std::vector<CompoundPart> parts{
      {Shape::box({1, 0.2, 0.2}).value(), Pose()},
      {Shape::box({0.2, 0.2, 0.8}).value(), Pose::make(Vec3(0.8, 0, 0.6)).value()}};
  return Shape::compound(parts).value();
}

/// Spheres, capsules, boxes and meshes in random places, sometimes nested.
inline Shape random_compound(Rng& rng) {
  std::vector<CompoundPart> parts;
  const auto count = 2 + rng.below(5);
  for (std::uint32_t i = 0; i < count; i++) {
    const Pose pose = Pose::make(rng.rotation(), rng.in_box(1)).value();
    switch (rng.below(4)) {
      case 0: parts.push_back({Shape::sphere(rng.uniform(0.1, 0.4)).value(), pose}); break;
      case 1: parts.push_back({Shape::capsule(0.1, rng.uniform(0.2, 0.8)).value(), pose}); break;
      case 2: parts.push_back({box_mesh({0.5, 0.1, 0.3}), pose}); break;
      default: parts.push_back({Shape::box({0.2, 0.3, 0.1}).value(), pose});
    }
  }
  if (rng.chance(0.3)) {  // one level more
    const Shape inner = Shape::compound(parts).value();
    parts = {{inner, Pose::make(rng.rotation(), rng.in_box(0.3)).value()},
             {Shape::box({0.05, 0.05, 1}).value(), Pose()}};
  }
  return Shape::compound(parts).value();
}

/// Of about size 1: surfaces, solids, soup with triangles that are dropped, compounds, nested ones.
inline std::vector<Shape> shapes_with_parts() {
  Rng rng(11);
  TriangleSoup dropped = random_soup(12, 5, 0.4).value();
  dropped.triangles.insert(dropped.triangles.begin(), {{0, 0, 1}, {1, 1, 1}});
  dropped.triangles.push_back(dropped.triangles[4]);
  return {box_mesh({0.8, 0.4, 0.6}),
          box_mesh({0.5, 0.7, 0.3}, true),
          mesh_of(torus(9, 5, 0.8, 0.25).value(), {.solid = true, .volume = VolumeKind::obb}),
          mesh_of(bumpy_sphere(80, 3).value(), {.volume = VolumeKind::sphere, .tiles = 4}),
          mesh_of(dropped, {.volume = VolumeKind::kdop18, .builder = TreeBuilder::median}),
          mesh_of(random_terrain(4, 3, 2, 0.3).value()),
          angle_iron(),
          random_compound(rng),
          random_compound(rng)};
}

}  // namespace glance::test
