#include "scenes/shape_mix.h"

namespace glance::scenes {
namespace {

/// Of rounded bodies; the rest of the bounding radius is the core.
constexpr double kRounding = 0.25;

/// A size, compared with others of the same body.
double proportion(Rng& rng) { return rng.uniform(0.3, 1); }

Vec3 proportions(Rng& rng) {
  const double x = proportion(rng), y = proportion(rng), z = proportion(rng);
  return {x, y, z};
}

Result<Shape> make_round(Result<Shape> (*make)(double, double), Rng& rng) {
  const double radius = proportion(rng), half_length = proportion(rng);
  return make(radius, half_length);
}

Result<Shape> make_triangle(Rng& rng) {
  const Vec3 p = rng.direction(), q = rng.direction(), r = rng.direction();
  return Shape::triangle(p, q, r);
}

Result<Shape> make_segment(Rng& rng) {
  const Vec3 p = rng.direction(), q = rng.direction();
  return Shape::segment(p, q);
}

/// As large as a ball of this radius that holds it.
Result<Shape> sized(const Result<Shape>& shape, double radius) {
  if (!shape || !(shape->bounding_radius() > 0)) return shape;
  return shape->scaled(radius / shape->bounding_radius());
}

Result<Shape> sized_and_rounded(const Result<Shape>& shape) {
  const Result<Shape> core = sized(shape, 1 - kRounding);
  return core ? core->rounded(kRounding) : core;
}

}  // namespace

Result<Shape> mixed_shape(std::size_t sort, Rng& rng, int faces) {
  switch (sort % kMixedSorts) {
    case 0: return Shape::sphere(1);
    case 1: return sized(Shape::box(proportions(rng)), 1);
    case 2: return sized(make_round(Shape::capsule, rng), 1);
    case 3: return sized(make_round(Shape::cylinder, rng), 1);
    case 4: return sized(make_round(Shape::cone, rng), 1);
    case 5: return sized(Shape::ellipsoid(proportions(rng)), 1);
    case 6: return random_polytope(rng.bits(), faces);
    case 7: return sized_and_rounded(Shape::box(proportions(rng)));
    case 8: return sized(make_triangle(rng), 1);
    case 9: return sized(make_segment(rng), 1);
    case 10: return Shape::point(rng.in_box(1));
    case 11: return sized_and_rounded(random_polytope(rng.bits(), faces));
    case 12: return sized_and_rounded(make_round(Shape::cylinder, rng));
    default: return sized_and_rounded(make_triangle(rng));
  }
}

std::array<Shape, 6> make_walls(double half_side) {
  // The normal of a half-space points out of it, so into the cube.
  const auto wall = [&](double x, double y, double z) {
    return Shape::halfspace({x, y, z}, -half_side).value();
  };
  return {wall(1, 0, 0),  wall(0, 1, 0),  wall(0, 0, 1),
          wall(-1, 0, 0), wall(0, -1, 0), wall(0, 0, -1)};
}

}  // namespace glance::scenes
