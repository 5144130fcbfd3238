#include "scenes/ivri_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace glance::scenes {
namespace {

constexpr double kRadius = 1;

/// Revolved, then moved along its axis and scaled to the library's size. Both are done to the
/// profile: faces stay planar, which moved vertices would not leave them.
Result<Shape> revolve_to_size(std::vector<ProfilePoint> profile, int sides) {
  const Result<Shape> raw = revolve(profile, sides);
  if (!raw) return raw;
  const double middle = raw->mass().centroid.z(), factor = kRadius / raw->bounding_radius();
  for (ProfilePoint& p : profile) p = {p.radius * factor, (p.z - middle) * factor};
  return revolve(profile, sides);
}

/// Rings at equal distances in latitude, none at the poles.
Result<Shape> ringed_sphere(int rings, int sides) {
  std::vector<ProfilePoint> profile;
  for (int i = 0; i < rings; i++) {
    const double latitude = std::numbers::pi * ((i + 0.5) / rings - 0.5);
    profile.push_back({kRadius * std::cos(latitude), kRadius * std::sin(latitude)});
  }
  return revolve_to_size(std::move(profile), sides);
}

Result<Shape> revolved(Rng& rng, int points, int sides) {
  return revolve_to_size(random_convex_profile(rng, points), sides);
}

Result<Shape> pyramid(int sides) { return revolve_to_size({{0.9, -0.6}, {0, 0.6}}, sides); }

Result<Shape> upright_prism(int sides) { return revolve_to_size({{0.8, -0.6}, {0.8, 0.6}}, sides); }

Result<Shape> brick() {
  const Vec3 sides(0.75, 0.5, 0.35);
  return Shape::box(sides * (kRadius / norm(sides)));
}

}  // namespace

std::vector<ProfilePoint> random_convex_profile(Rng& rng, int points) {
  // Steep outward first, straight up in the middle, steep inward last: whatever the lengths, that
  // is convex. One segment in each part of the range of slopes, well apart from its neighbours.
  constexpr double kSteepest = 75 * std::numbers::pi / 180, kLeastRadius = 0.2;
  std::vector<ProfilePoint> profile{{0, 0}};
  double least = 0;
  for (int i = 0; i + 1 < points; i++) {
    const double place = (i + rng.uniform(0.2, 0.8)) / (points - 1);
    const double slope = kSteepest * (1 - 2 * place), length = rng.uniform(0.5, 1.5);
    profile.push_back({profile.back().radius + length * std::sin(slope),
                       profile.back().z + length * std::cos(slope)});
    least = std::min(least, profile.back().radius);
  }
  const double outward = kLeastRadius * rng.uniform(1, 3) - least;
  for (ProfilePoint& p : profile) p.radius += outward;
  return profile;
}

Result<std::vector<LibraryObject>> ivri_objects(std::uint64_t seed) {
  Rng rng(seed);
  std::vector<LibraryObject> objects;
  Result<void> made;
  const auto add = [&](std::string name, const Result<Shape>& shape) {
    if (shape) {
      objects.push_back({std::move(name), *shape});
    } else if (made) {
      made = fail(fmt::format("{}: {}", name, shape.error().message));
    }
  };
  const auto add_revolved = [&](int points, int sides) {
    add(fmt::format("revolved {} x {}", points, sides), revolved(rng, points, sides));
  };
  add("tetrahedron", platonic(Platonic::tetrahedron, kRadius));
  add("pyramid", pyramid(4));
  add("octahedron", platonic(Platonic::octahedron, kRadius));
  add("box", brick());
  add("prism of 5", upright_prism(5));
  add("icosahedron", platonic(Platonic::icosahedron, kRadius));
  add("prism of 8", upright_prism(8));
  add("dodecahedron", platonic(Platonic::dodecahedron, kRadius));
  add_revolved(3, 8);
  add_revolved(4, 8);
  add("icosphere of 42", icosphere(1, kRadius));
  add_revolved(5, 10);
  add_revolved(6, 11);
  add_revolved(7, 12);
  add_revolved(8, 13);
  add_revolved(8, 16);
  add("icosphere of 162", icosphere(2, kRadius));
  add_revolved(12, 16);
  add_revolved(14, 16);
  add("sphere of 264", ringed_sphere(12, 22));
  if (!made) return fail(made.error());
  return objects;
}

}  // namespace glance::scenes
