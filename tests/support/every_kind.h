// Shapes of every kind, plain, rounded and degenerate: for whatever must not lose one.
#pragma once

#include <vector>

#include "glance/generate.h"

namespace glance::test {

inline std::vector<Shape> plain_shapes_of_every_kind() {
  const double third = 1.0 / 3;
  std::vector<Shape> shapes{
      Shape::point({0.1, -0.2, third}).value(),
      Shape::point({-0.0, 0.0, -0.0}).value(),
      Shape::segment({0.1, 0.2, 0.3}, {-1, third, 2}).value(),
      Shape::segment({1, 2, 3}, {1, 2, 3}).value(),  // a point is left
      Shape::triangle({0, 0, 0.1}, {1, 0, -0.0}, {third, 1, 0}).value(),
      Shape::triangle({third, 1, 0}, {1, 0, -0.0}, {0, 0, 0.1}).value(),
      Shape::triangle({0, 0, 0}, {1, 1, 1}, {2, 2, 2}).value(),  // a segment
      Shape::triangle({1, 1, 1}, {2, 2, 2}, {0, 0, 0}).value(),
      Shape::triangle({1, 1, 1}, {1, 1, 1}, {1, 1, 1}).value(),  // a point
      Shape::box({0.1, 0.2, third}).value(),
      Shape::box({1, 0, 2}).value(),  // a rectangle
      Shape::box({1, -0.0, 2}).value(),
      Shape::box({0, 0, third}).value(),  // a segment
      Shape::box({0, 0, 0}).value(),
      Shape::hull(std::vector<Vec3>{{0, 0, 0.1}, {1, 0, 0}, {0, 1, 0}, {third, 0, 1}}).value(),
      Shape::hull(std::vector<Vec3>{{1, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).value(),
      random_polytope(3, 20).value(),
      Shape::sphere(third).value(),
      Shape::capsule(0.1, third).value(),
      Shape::cylinder(0.1, third).value(),
      Shape::cone(0.7, 1e-3).value(),
      Shape::ellipsoid({0.1, third, 2}).value(),
      Shape::sphere(0).value(),              // a point
      Shape::capsule(0.1, 0).value(),        // a sphere
      Shape::capsule(0, third).value(),      // a segment
      Shape::cylinder(third, -0.0).value(),  // a disc
      Shape::cone(0.7, 0).value(),
      Shape::cone(0, third).value(),               // a segment
      Shape::ellipsoid({0.1, 0, third}).value(),   // flat
      Shape::ellipsoid({0, -0.0, third}).value(),  // a segment
      Shape::ellipsoid({0, 0, 0}).value(),
      Shape::halfspace({0, 0, 1}, third).value(),
      Shape::halfspace({1, 2, 3}, -0.1).value(),
      Shape::halfspace({-1e-200, -0.0, 1e-201}, -0.0).value()};
  return shapes;
}

/// Those, and each of them rounded, and scaled.
inline std::vector<Shape> shapes_of_every_kind() {
  std::vector<Shape> shapes = plain_shapes_of_every_kind();
  for (const Shape& shape : plain_shapes_of_every_kind()) {
    shapes.push_back(shape.rounded(0.1).value());
    shapes.push_back(shape.rounded(0.1).value().rounded(0.2).value());
    shapes.push_back(shape.scaled(0.3).value());
    shapes.push_back(shape.rounded(1.0 / 3).value().scaled(7.1).value());
  }
  return shapes;
}

}  // namespace glance::test
