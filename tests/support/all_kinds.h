// Bodies of every kind that a shape can be, plain and rounded.
#pragma once

#include <string>
#include <vector>

#include "glance/generate.h"
#include "glance/shape.h"

namespace glance::test {

/// About as large as 1, two or more of each kind but the half-space.
inline std::vector<Shape> all_bounded_kinds() {
  const std::vector<Result<Shape>> plain = {
      Shape::point({0.1, 0.2, 0.3}),
      Shape::segment({-1, 0.5, 0.25}, {1, -0.5, 0.125}),
      Shape::segment({0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}),  // a point is left
      Shape::triangle({1, 0, 0}, {-0.5, 0.75, 0.25}, {-0.5, -1, 0.5}),
      Shape::triangle({1, 0, 0}, {0, 0, 1}, {0, 0, 1}),  // a segment is left
      Shape::box({1, 0.5, 0.25}),
      Shape::box({1, 0, 0.5}),
      random_polytope(4, 36),
      random_polytope(7, 396),
      Shape::sphere(0.8),
      Shape::capsule(0.3, 0.9),
      Shape::capsule(0.9, 1e-3),
      Shape::cylinder(0.7, 0.9),
      Shape::cylinder(1, 1e-6),
      Shape::cylinder(1e-6, 1),
      Shape::cone(0.7, 0.9),
      Shape::cone(1, 1e-3),
      Shape::cone(1e-3, 1),
      Shape::ellipsoid({1, 0.7, 0.3}),
      Shape::ellipsoid({1, 1e-6, 1e-3}),
      Shape::ellipsoid({0.5, 0.5, 0.5}),
  };
  std::vector<Shape> shapes;
  for (const Result<Shape>& shape : plain) {
    shapes.push_back(shape.value());
    shapes.push_back(shape->rounded(0.2).value());
  }
  shapes.push_back(Shape::cylinder(0.3, 0.4)->rounded(1e-9).value());
  return shapes;
}

inline std::vector<Shape> all_kinds() {
  std::vector<Shape> shapes = all_bounded_kinds();
  shapes.push_back(Shape::halfspace({0, 0, 1}, -0.5).value());
  shapes.push_back(Shape::halfspace({0.3, -0.5, 0.7}, 0.1).value());
  shapes.push_back(Shape::halfspace({1, 1, 1}, -3)->rounded(0.25).value());
  return shapes;
}

/// "cylinder (0.7, 0.7, 0.9) rounded by 0.2".
inline std::string describe(const Shape& shape) {
  const Vec3 s = shape.sizes();
  return std::string(to_string(shape.kind())) + " (" + std::to_string(s.x()) + ", " +
         std::to_string(s.y()) + ", " + std::to_string(s.z()) + ") rounded by " +
         std::to_string(shape.rounding());
}

}  // namespace glance::test
