// Meshes made by rule.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "glance/generate.h"
#include "glance/rng.h"
#include "glance/tolerance.h"

namespace glance::rooms::geom {
namespace {

/// Most triangles and steps of one generated mesh: a gigabyte or so.
constexpr int kMostTriangles = 20'000'000;
constexpr int kMostSteps = 8192;

Result<void> check_between(const char* name, int value, int low, int high) {
  if (value >= low && value <= high) return {};
  return fail(fmt::format("{} must be from {} to {}, not {}", name, low, high, value));
}

Result<void> check_length(const char* name, double value) {
  if (value >= kMinExtent && value <= kMaxCoordinate / 4) return {};
  return fail(ErrorCode::out_of_range,
              fmt::format("{} must be positive and within range, not {}", name, value));
}

/// A smooth random function of space: plane waves in random directions. Each octave has twice the
/// wave number of the one before and half of its amplitude.
class Waves {
 public:
  /// Waves of more than `finest` radians a unit are left out: too short for the mesh.
  Waves(std::uint64_t seed, double finest) {
    constexpr int kInOctave = 5;
    Rng rng(seed);
    double amplitude = std::sqrt(2.0 / kInOctave);  // the first octave varies by 1 or so
    for (double number = 3; number <= std::max(finest, 3.0); number *= 2, amplitude *= 0.5) {
      for (int i = 0; i < kInOctave; i++) {
        const Vec3 along = rng.direction() * (number * rng.uniform(0.8, 1.25));
        waves_.push_back({along, rng.uniform(0, 2 * std::numbers::pi), amplitude});
      }
    }
  }

  double operator()(const Vec3& p) const {
    double sum = 0;
    for (const Wave& wave : waves_)
      sum += wave.amplitude * std::sin(dot(wave.along, p) + wave.phase);
    return sum;
  }

 private:
  struct Wave {
    Vec3 along;
    double phase, amplitude;
  };
  std::vector<Wave> waves_;
};

/// The twelve corners of an icosahedron, with edges of length 2, and its faces.
struct Icosahedron {
  std::vector<Vec3> corners;
  std::vector<Triangle> faces;

  Icosahedron() {
    for (const double s : {-1.0, 1.0}) {
      for (const double t : {-std::numbers::phi, std::numbers::phi}) {
        corners.insert(corners.end(), {{0, s, t}, {s, t, 0}, {t, 0, s}});
      }
    }
    // Neighbours are 2 apart, all others 3.2 or more.
    const auto near = [&](std::uint32_t i, std::uint32_t j) {
      return norm_sq(corners[i] - corners[j]) < 5;
    };
    for (std::uint32_t i = 0; i < 12; i++) {
      for (std::uint32_t j = i + 1; j < 12; j++) {
        for (std::uint32_t k = j + 1; k < 12; k++) {
          if (!near(i, j) || !near(j, k) || !near(k, i)) continue;
          const bool outward = triple(corners[i], corners[j], corners[k]) > 0;
          faces.push_back(outward ? Triangle{i, j, k} : Triangle{i, k, j});
        }
      }
    }
  }
};

/// An icosahedron, each face in n^2 triangles. Places on edges and corners are shared by faces, so
/// a table tells which are there.
class SplitIcosahedron {
 public:
  explicit SplitIcosahedron(int n) : n_(static_cast<std::uint32_t>(n)) {
    const std::size_t of_face = std::size_t{n_} * n_;
    made.vertices.reserve(10 * of_face + 2);
    made.triangles.reserve(20 * of_face);
    made.vertices = solid_.corners;
    on_edge_.assign(std::size_t{12} * 12, 0);
    for (const Triangle& face : solid_.faces) split(face);
  }

  TriangleSoup made;  ///< on flat faces

 private:
  void split(const Triangle& face) {
    std::vector<std::uint32_t> row, next;
    for (std::uint32_t i = 0; i <= n_; i++) {  // row i is i steps from corner 0, of i + 1 places
      next.clear();
      for (std::uint32_t j = 0; j <= i; j++) next.push_back(place(face, n_ - i, i - j, j));
      for (std::uint32_t j = 0; j + 1 < next.size(); j++) {
        made.triangles.push_back({row[j], next[j], next[j + 1]});
        if (j + 1 < row.size()) made.triangles.push_back({row[j], next[j + 1], row[j + 1]});
      }
      row.swap(next);
    }
  }

  /// The vertex with these weights (of sum n) at the corners of a face.
  std::uint32_t place(const Triangle& face, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const std::array<std::uint32_t, 3> weight{a, b, c};
    for (int k = 0; k < 3; k++) {
      if (weight[k] == n_) return face[k];
      if (weight[k] != 0) continue;
      // On the edge between the other two.
      std::uint32_t p = face[(k + 1) % 3], q = face[(k + 2) % 3], steps = weight[(k + 2) % 3];
      if (steps == 0 || steps == n_) continue;
      if (p > q) std::swap(p, q), steps = n_ - steps;
      std::uint32_t& first = on_edge_[12 * p + q];
      if (first == 0) {
        first = static_cast<std::uint32_t>(made.vertices.size());
        for (std::uint32_t s = 1; s < n_; s++) {
          add(double(n_ - s) * solid_.corners[p] + double(s) * solid_.corners[q]);
        }
      }
      return first + steps - 1;
    }
    add(double(a) * solid_.corners[face[0]] + double(b) * solid_.corners[face[1]] +
        double(c) * solid_.corners[face[2]]);
    return static_cast<std::uint32_t>(made.vertices.size()) - 1;
  }

  void add(const Vec3& weighted) { made.vertices.push_back(weighted / double(n_)); }

  std::uint32_t n_;
  Icosahedron solid_;
  std::vector<std::uint32_t> on_edge_;  ///< first vertex within the edge from p to q; 0: not yet
};

}  // namespace
}  // namespace glance::rooms::geom

namespace glance {
using namespace rooms::geom;

Result<TriangleSoup> bumpy_sphere(int triangles, std::uint64_t seed, double roughness) {
  if (auto ok = check_between("triangles", triangles, 20, kMostTriangles); !ok) {
    return fail(ok.error());
  }
  if (!(roughness >= 0 && roughness <= 2)) {
    return fail(fmt::format("roughness must be from 0 to 2, not {}", roughness));
  }
  const int n = std::max(1, static_cast<int>(std::lround(std::sqrt(triangles / 20.0))));
  TriangleSoup made = SplitIcosahedron(n).made;
  const Waves bumps(seed, 1.5 * n);  // an edge is some 1.1 / n long: four or more to a wave
  for (Vec3& v : made.vertices) {
    const Vec3 direction = normalized(v);
    v = direction * std::exp(roughness * bumps(direction));
  }
  return made;
}

Result<TriangleSoup> torus(int around, int across, double major, double minor) {
  auto ok = check_between("steps around", around, 3, kMostSteps);
  if (ok) ok = check_between("steps across", across, 3, kMostSteps);
  if (ok) ok = check_length("major radius", major);
  if (ok) ok = check_length("minor radius", minor);
  if (!ok) return fail(ok.error());
  if (minor >= major) {
    return fail(
        fmt::format("the minor radius {} must be less than the major one {}", minor, major));
  }
  TriangleSoup made;
  const auto number = [&](int i, int j) {
    return static_cast<std::uint32_t>(i % around * across + j % across);
  };
  for (int i = 0; i < around; i++) {
    const double turn = 2 * std::numbers::pi * i / around;
    for (int j = 0; j < across; j++) {
      const double angle = 2 * std::numbers::pi * j / across;
      const double radius = major + minor * std::cos(angle);
      made.vertices.push_back(
          {radius * std::cos(turn), radius * std::sin(turn), minor * std::sin(angle)});
      const std::uint32_t a = number(i, j), b = number(i + 1, j), c = number(i + 1, j + 1),
                          d = number(i, j + 1);
      made.triangles.push_back({a, b, c});
      made.triangles.push_back({a, c, d});
    }
  }
  return made;
}

Result<TriangleSoup> random_soup(int triangles, std::uint64_t seed, double size) {
  auto ok = check_between("triangles", triangles, 1, kMostTriangles);
  if (ok) ok = check_length("size", size);
  if (!ok) return fail(ok.error());
  Rng rng(seed);
  TriangleSoup made;
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(triangles); i++) {
    const Vec3 middle = rng.in_box(1);
    for (int k = 0; k < 3; k++) made.vertices.push_back(middle + rng.in_box(size));
    made.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return made;
}

Result<TriangleSoup> random_terrain(int nx, int ny, std::uint64_t seed, double height) {
  auto ok = check_between("cells along x", nx, 1, kMostSteps);
  if (ok) ok = check_between("cells along y", ny, 1, kMostSteps);
  if (!ok) return fail(ok.error());
  if (!(height >= 0 && height <= kMaxCoordinate / 16)) {
    return fail(ErrorCode::out_of_range,
                fmt::format("height must not be negative, and within range, not {}", height));
  }
  if (2ll * nx * ny > kMostTriangles) {
    return fail(ErrorCode::out_of_range,
                fmt::format("{} times {} cells are too many: at most {} triangles are made", nx, ny,
                            kMostTriangles));
  }
  const Waves bumps(seed, std::min(nx, ny));
  TriangleSoup made;
  for (int j = 0; j <= ny; j++) {
    for (int i = 0; i <= nx; i++) {
      const double x = 2.0 * i / nx - 1, y = 2.0 * j / ny - 1;
      made.vertices.push_back({x, y, height * bumps({x, y, 0})});
      if (i == nx || j == ny) continue;
      const auto a = static_cast<std::uint32_t>(j * (nx + 1) + i), b = a + 1;
      const std::uint32_t c = b + static_cast<std::uint32_t>(nx) + 1, d = c - 1;
      made.triangles.push_back({a, b, c});
      made.triangles.push_back({a, c, d});
    }
  }
  return made;
}

}  // namespace glance
