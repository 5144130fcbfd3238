#include "glance/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "base/error_code.h"
#include "glance/rng.h"

namespace glance {
namespace {

/// With more, neighbouring corners of a polygon would be so nearly in line that the
/// rounding below bends some of them inward.
constexpr int kMaxSides = 8192;

/// Rounded to a few significant bits. The product of two numbers of 26 bits is a
/// double without error, and shapes made of such products have faces that are
/// planar exactly. 26 bits change a length by less than 1.5e-8 of itself.
double coarse(double x, int bits = 26) {
  int exponent;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::round(std::ldexp(fraction, bits)), exponent - bits);
}

/// Corner k of a regular polygon on the unit circle, coarse.
std::array<double, 2> corner(int k, int sides) {
  const double angle = 2 * std::numbers::pi * k / sides;
  return {coarse(std::cos(angle)), coarse(std::sin(angle))};
}

Result<void> check_positive(const char* name, double value) {
  if (value > 0 && std::isfinite(value)) return {};
  return fail(base::code_of(value),
              fmt::format("{} must be positive and finite, not {}", name, value));
}

Result<void> check_sides(int sides) {
  if (sides >= 3 && sides <= kMaxSides) return {};
  return fail(fmt::format("sides must be from 3 to {}, not {}", kMaxSides, sides));
}

Result<void> all(std::initializer_list<Result<void>> checks) {
  for (const Result<void>& check : checks) {
    if (!check) return check;
  }
  return {};
}

constexpr double kGolden = std::numbers::phi;

std::vector<Vec3> icosahedron_points() {
  std::vector<Vec3> points;
  for (double s : {-1.0, 1.0}) {
    for (double t : {-kGolden, kGolden}) {
      points.insert(points.end(), {{0, s, t}, {s, t, 0}, {t, 0, s}});
    }
  }
  return points;
}

/// A pyritohedron: twelve pentagons that are planar for every h. With h = 1/golden
/// it is the regular dodecahedron. h has 18 bits and 1 - h^2 has 36, which leaves 17
/// for an exact scale.
constexpr int kScaleBits = 17;
std::vector<Vec3> dodecahedron_points() {
  const double h = coarse(1 / kGolden, 18), a = 1 + h, b = 1 - h * h;
  std::vector<Vec3> points;
  for (int i = 0; i < 8; i++)
    points.push_back({i & 1 ? 1. : -1., i & 2 ? 1. : -1., i & 4 ? 1. : -1.});
  for (double s : {-a, a}) {
    for (double t : {-b, b}) points.insert(points.end(), {{0, s, t}, {s, t, 0}, {t, 0, s}});
  }
  return points;
}

/// Scales to a circumradius; by a factor of few bits, if asked to.
Result<Shape> hull_with_radius(std::vector<Vec3> points, double radius, int bits = 53) {
  const double factor = coarse(radius / norm(points[0]), bits);
  for (Vec3& p : points) p *= factor;
  return Shape::hull(points);
}

}  // namespace

Result<Shape> random_polytope(std::uint64_t seed, int faces, const Vec3& stretch) {
  if (faces < 4 || faces % 2 != 0) {
    return fail(
        fmt::format("a random polytope has an even number of faces, at least 4, not {}", faces));
  }
  for (int i = 0; i < 3; i++) {
    if (auto ok = check_positive("stretch", stretch[i]); !ok) return fail(ok.error());
  }
  // Points in general position on a sphere are all extreme, and the hull's faces
  // are triangles: faces = 2 * vertices - 4.
  Rng rng(seed);
  std::vector<Vec3> points(static_cast<std::size_t>(faces) / 2 + 2);
  for (Vec3& p : points) p = rng.direction().times(stretch);
  return Shape::hull(points);
}

Result<Shape> prism(int sides, double radius, double half_height) {
  if (auto ok = all({check_sides(sides), check_positive("radius", radius),
                     check_positive("half height", half_height)});
      !ok) {
    return fail(ok.error());
  }
  const ProfilePoint profile[] = {{radius, -half_height}, {radius, half_height}};
  return revolve(profile, sides);
}

Result<Shape> pyramid(int sides, double radius, double half_height) {
  if (auto ok = all({check_sides(sides), check_positive("radius", radius),
                     check_positive("half height", half_height)});
      !ok) {
    return fail(ok.error());
  }
  const ProfilePoint profile[] = {{radius, -half_height}, {0, half_height}};
  return revolve(profile, sides);
}

Result<Shape> revolve(std::span<const ProfilePoint> profile, int sides) {
  if (auto ok = check_sides(sides); !ok) return fail(ok.error());
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < profile.size(); i++) {
    if (!(profile[i].radius >= 0)) {
      return fail(
          fmt::format("radius of profile point {} must not be negative: {}", i, profile[i].radius));
    }
    const double radius = coarse(profile[i].radius);
    for (int k = 0; k < (radius > 0 ? sides : 1); k++) {
      const auto [x, y] = corner(k, sides);
      points.push_back({radius * x, radius * y, profile[i].z});
    }
  }
  return Shape::hull(points);
}

Result<Shape> icosphere(int subdivisions, double radius) {
  if (subdivisions < 0 || subdivisions > 8) {
    return fail(fmt::format("subdivisions must be from 0 to 8, not {}", subdivisions));
  }
  if (auto ok = check_positive("radius", radius); !ok) return fail(ok.error());
  std::vector<Vec3> points = icosahedron_points();
  const Result<Shape> seed = Shape::hull(points);
  if (!seed) return seed;
  points.assign(seed->vertices().begin(), seed->vertices().end());
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::uint32_t f = 0; f < seed->face_count(); f++) {
    const auto loop = seed->face_vertices(f);
    triangles.push_back({loop[0], loop[1], loop[2]});
  }
  for (int level = 0; level < subdivisions; level++) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [place, added] = middles.try_emplace(std::minmax(a, b), 0);
      if (added) {
        place->second = static_cast<std::uint32_t>(points.size());
        points.push_back((points[a] + points[b]) / 2);
      }
      return place->second;
    };
    std::vector<std::array<std::uint32_t, 3>> finer;
    for (const auto& [a, b, c] : triangles) {
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    triangles = std::move(finer);
    for (Vec3& p : points) p = normalized(p);
  }
  for (Vec3& p : points) p = normalized(p) * radius;
  return Shape::hull(points);
}

Result<Shape> platonic(Platonic solid, double radius) {
  if (auto ok = check_positive("radius", radius); !ok) return fail(ok.error());
  switch (solid) {
    case Platonic::tetrahedron:
      return hull_with_radius({{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, radius);
    case Platonic::cube: return Shape::box(Vec3::constant(radius / std::sqrt(3.0)));
    case Platonic::octahedron:
      return hull_with_radius({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                              radius);
    case Platonic::dodecahedron: return hull_with_radius(dodecahedron_points(), radius, kScaleBits);
    case Platonic::icosahedron: return hull_with_radius(icosahedron_points(), radius);
  }
  return fail("no such Platonic solid");
}

}  // namespace glance
