// Bodies of all kinds for tests of boxes: solid, flat, thin, with many vertices and few, of
// all sizes, near their origin and far from it.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "glance/generate.h"
#include "glance/rng.h"
#include "glance/tolerance.h"

namespace glance::test {

struct NamedShape {
  std::string name;
  Shape shape;
};

/// One of each kind, about the origin and about as large as 1.
inline std::vector<NamedShape> odd_bodies() {
  std::vector<NamedShape> bodies;
  const auto add = [&](const char* name, const Result<Shape>& shape) {
    bodies.push_back({name, shape.value()});
  };
  const auto hull = [](const std::vector<Vec3>& points) { return Shape::hull(points); };
  add("point", hull({{0.1, 0.2, 0.3}}));
  add("segment", hull({{-1, 0.5, 0.25}, {1, -0.5, 0.125}}));
  add("triangle", hull({{1, 0, 0}, {-0.5, 0.75, 0.25}, {-0.5, -1, 0.5}}));
  add("square", Shape::box({1, 1, 0}));
  const ProfilePoint rim[] = {{1, 0}};
  add("polygon", revolve(rim, 60));
  add("tetrahedron", random_polytope(1, 4));
  add("cube", Shape::box({1, 1, 1}));
  add("brick", Shape::box({1, 0.5, 0.25}));
  add("needle", random_polytope(2, 20, {1, 1e-7, 1e-7}));
  add("plate", random_polytope(3, 30, {1, 0.8, 1e-9}));
  add("rod", Shape::box({1e-12, 1, 1e-12}));
  add("hull of 20", random_polytope(4, 36));
  add("hull of 40", random_polytope(5, 76));
  add("hull of 41", random_polytope(6, 78));
  add("hull of 200", random_polytope(7, 396));
  add("oblong hull of 100", random_polytope(8, 196, {1, 0.1, 0.2}));
  add("needle of 100", random_polytope(9, 196, {1, 1e-6, 1e-5}));
  add("sphere", icosphere(3, 1));
  add("drum", prism(150, 1, 0.5));
  add("cone", pyramid(150, 1, 1));  // its apex is crowded
  return bodies;
}

/// The same body elsewhere in its own frame, its coordinates rounded.
inline Result<Shape> shifted(const Shape& shape, const Vec3& by) {
  std::vector<Vec3> points;
  for (const Vec3& v : shape.vertices()) points.push_back(v + by);
  return Shape::hull(points);
}

/// As far from a rotation as Pose::make takes: longer, shorter or sheared.
inline Mat3 barely_rotation(Rng& rng) {
  for (;;) {
    Mat3 bent = Mat3::identity();
    switch (rng.below(3)) {
      case 0: bent *= 1 + 4.9e-7; break;
      case 1: bent *= 1 - 4.9e-7; break;
      default:
        for (int i = 0; i < 9; i++) bent(i / 3, i % 3) += rng.uniform(-7e-7, 7e-7);
    }
    const Mat3 rotation = compose(bent, rotation_matrix(rng.rotation()));
    if (const double e = rotation_error(rotation); e > 5e-7 && e <= kRotationTolerance) {
      return rotation;
    }
  }
}

}  // namespace glance::test
