#include "support/mesh_zoo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "support/shorthand.h"

namespace glance::test {
namespace {

using Index = std::uint32_t;

struct Builder {
  MeshModel model;

  Index vertex(const Vec3& v) {
    model.vertices.push_back(v);
    return static_cast<Index>(model.vertices.size() - 1);
  }
  void triangle(Index a, Index b, Index c) { model.triangles.push_back({a, b, c}); }
  void quad(Index a, Index b, Index c, Index d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }
  /// n * m cells between the corner and the ends of both sides, u x v outward.
  void patch(const Vec3& corner, const Vec3& u, const Vec3& v, int n, int m) {
    const Index first = static_cast<Index>(model.vertices.size());
    for (int j = 0; j <= m; j++) {
      for (int i = 0; i <= n; i++) vertex(corner + u * i / n + v * j / m);
    }
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < n; i++) {
        const Index at = first + static_cast<Index>(j * (n + 1) + i), up = at + Index(n) + 1;
        if ((i + j) % 2 == 0) {
          quad(at, at + 1, up + 1, up);
        } else {
          quad(at + 1, up + 1, up, at);
        }
      }
    }
  }
  /// With its corners not shared between sides: the library has to join them.
  void box(const Vec3& low, const Vec3& high, int n, bool inside_out = false) {
    const Vec3 s = high - low;
    const Vec3 x(s.x(), 0, 0), y(0, s.y(), 0), z(0, 0, s.z());
    const std::size_t first = model.triangles.size();
    patch(low, y, x, n, n);
    patch(low, x, z, n, n);
    patch(low, z, y, n, n);
    patch(high, -x, -y, n, n);
    patch(high, -z, -x, n, n);
    patch(high, -y, -z, n, n);
    if (!inside_out) return;
    for (std::size_t i = first; i < model.triangles.size(); i++) {
      std::swap(model.triangles[i][1], model.triangles[i][2]);
    }
  }
};

Builder icosahedron() {
  Builder b;
  const double g = (1 + std::sqrt(5.0)) / 2;
  for (const Vec3& v : std::array<Vec3, 12>{{{-1, g, 0},
                                             {1, g, 0},
                                             {-1, -g, 0},
                                             {1, -g, 0},
                                             {0, -1, g},
                                             {0, 1, g},
                                             {0, -1, -g},
                                             {0, 1, -g},
                                             {g, 0, -1},
                                             {g, 0, 1},
                                             {-g, 0, -1},
                                             {-g, 0, 1}}}) {
    b.vertex(normalized(v));
  }
  b.model.triangles = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                       {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                       {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                       {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  return b;
}

/// 80 triangles around the origin, at distances of 1 -+ bumps.
Builder bumpy(double bumps, Rng& rng) {
  const Builder coarse = icosahedron();
  Builder b;
  b.model.vertices = coarse.model.vertices;
  std::map<std::pair<Index, Index>, Index> middles;
  const auto middle = [&](Index i, Index j) {
    const auto [at, fresh] = middles.try_emplace(std::minmax(i, j), 0);
    if (fresh) at->second = b.vertex(normalized(b.model.vertices[i] + b.model.vertices[j]));
    return at->second;
  };
  for (const Triangle& t : coarse.model.triangles) {
    const Index p = middle(t[0], t[1]), q = middle(t[1], t[2]), r = middle(t[2], t[0]);
    b.triangle(t[0], p, r);
    b.triangle(t[1], q, p);
    b.triangle(t[2], r, q);
    b.triangle(p, q, r);
  }
  for (Vec3& v : b.model.vertices) v *= rng.uniform(1 - bumps, 1 + bumps);
  return b;
}

Builder torus(int around, int across) {
  Builder b;
  for (int i = 0; i < around; i++) {
    const double u = 2 * std::numbers::pi * i / around;
    for (int j = 0; j < across; j++) {
      const double v = 2 * std::numbers::pi * j / across, r = 0.7 + 0.3 * std::cos(v);
      b.vertex({r * std::cos(u), r * std::sin(u), 0.3 * std::sin(v)});
    }
  }
  const auto at = [&](int i, int j) {
    return static_cast<Index>(i % around * across + j % across);
  };
  for (int i = 0; i < around; i++) {
    for (int j = 0; j < across; j++) b.quad(at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
  }
  return b;
}

Builder star(Rng& rng) {
  const Builder core = icosahedron();
  Builder b;
  for (const Vec3& v : core.model.vertices) b.vertex(v * 0.4);
  for (const Triangle& t : core.model.triangles) {
    Vec3 out = Vec3::zero();
    for (const Index v : t) out += core.model.vertices[v];
    const Index tip = b.vertex(normalized(out) * rng.uniform(0.8, 1.2));
    b.triangle(t[0], t[1], tip);
    b.triangle(t[1], t[2], tip);
    b.triangle(t[2], t[0], tip);
  }
  return b;
}

/// The letter, 3 high and wide, 2 thick, in cells of the lattice: every side that no other cell
/// has.
Builder l_shape() {
  Builder b;
  const auto filled = [](int x, int y, int z) {
    return x >= 0 && y >= 0 && x < 3 && y < 3 && z >= 0 && z < 2 && (x == 0 || y == 0);
  };
  for (int x = 0; x < 3; x++) {
    for (int y = 0; y < 3; y++) {
      for (int z = 0; z < 2; z++) {
        if (!filled(x, y, z)) continue;
        const Vec3 low(x, y, z), high(x + 1, y + 1, z + 1);
        const Vec3 i = Vec3::unit_x(), j = Vec3::unit_y(), k = Vec3::unit_z();
        if (!filled(x, y, z - 1)) b.patch(low, j, i, 1, 1);
        if (!filled(x, y - 1, z)) b.patch(low, i, k, 1, 1);
        if (!filled(x - 1, y, z)) b.patch(low, k, j, 1, 1);
        if (!filled(x, y, z + 1)) b.patch(high, -i, -j, 1, 1);
        if (!filled(x, y + 1, z)) b.patch(high, -k, -i, 1, 1);
        if (!filled(x + 1, y, z)) b.patch(high, -j, -k, 1, 1);
      }
    }
  }
  return b;
}

Builder moebius_strip(int steps) {
  Builder b;
  for (int i = 0; i < steps; i++) {
    const double u = 2 * std::numbers::pi * i / steps;
    for (const double w : {-0.3, 0.3}) {
      const double r = 0.7 + w * std::cos(u / 2);
      b.vertex({r * std::cos(u), r * std::sin(u), w * std::sin(u / 2)});
    }
  }
  const auto at = [&](int i, int side) {
    return static_cast<Index>(2 * (i % steps) + (i >= steps ? 1 - side : side));
  };
  for (int i = 0; i < steps; i++) b.quad(at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 1));
  return b;
}

Builder loose_triangles(int count, bool thin, Rng& rng) {
  Builder b;
  for (int i = 0; i < count; i++) {
    const Vec3 at = rng.in_box(0.8), u = rng.direction() * rng.uniform(0.1, 0.6);
    const double aspect = thin ? std::pow(10, rng.uniform(-8, -3)) : 1;
    const Vec3 v = cross(u, rng.direction()) * aspect;
    const Index first = b.vertex(at);
    b.vertex(at + u);
    b.vertex(at + u * rng.uniform(-0.2, 1.2) + v);
    b.triangle(first, first + 1, first + 2);
  }
  return b;
}

/// Some of all that may be wrong with a file.
Builder dirty_box() {
  Builder b;
  b.box({-1, -1, -1}, {1, 1, 1}, 1);
  b.triangle(0, 0, 1);                                // two corners the same
  b.model.triangles.push_back(b.model.triangles[3]);  // twice
  const Triangle t = b.model.triangles[5];
  b.triangle(t[1], t[0], t[2]);  // twice, turned
  const Index middle = b.vertex({0, -1, -1}), lost = b.vertex({7, 7, 7});
  b.triangle(b.vertex({-1, -1, -1}), middle, b.vertex({1, -1, -1}));  // on a line
  (void)lost;
  const Index bad = b.vertex({std::numeric_limits<double>::quiet_NaN(), 0, 0});
  b.triangle(bad, 0, 1);
  std::rotate(b.model.triangles.begin(), b.model.triangles.begin() + 15, b.model.triangles.end());
  return b;
}

Builder turned_box(Rng& rng) {
  Builder b;
  b.box({-1, -1, -1}, {1, 1, 1}, 2);
  b.model.turned = b.model.triangles;
  for (std::size_t i = 0; i < b.model.triangles.size(); i++) {  // the greater number is right
    if (rng.chance(0.3)) std::swap(b.model.triangles[i][0], b.model.triangles[i][1]);
  }
  return b;
}

Builder make(MeshName name, Rng& rng) {
  Builder b;
  switch (name) {
    case MeshName::one_triangle: {
      b.vertex(rng.direction());
      b.vertex(rng.direction());
      b.vertex(rng.direction());
      b.triangle(0, 1, 2);
      return b;
    }
    case MeshName::soup: return loose_triangles(40, false, rng);
    case MeshName::slivers: return loose_triangles(60, true, rng);
    case MeshName::height_field:
      b.patch({-1, -1, 0}, {2, 0, 0}, {0, 2, 0}, 8, 8);
      for (Vec3& v : b.model.vertices) v.z() = rng.uniform(-0.15, 0.15);
      return b;
    case MeshName::flat_grid: b.patch({-3, -3, 0}, {6, 0, 0}, {0, 6, 0}, 6, 6); return b;
    case MeshName::box: b.box({-1, -1, -1}, {1, 1, 1}, 1); return b;
    case MeshName::divided_box: b.box({0, 0, 0}, {3, 3, 3}, 3); return b;
    case MeshName::torus:
    case MeshName::tiny: return torus(name == MeshName::torus ? 12 : 7, 6);
    case MeshName::bumpy_sphere:
    case MeshName::huge: return bumpy(0.2, rng);
    case MeshName::l_shape: return l_shape();
    case MeshName::hollow:
      b.box({-2, -2, -2}, {2, 2, 2}, 2);
      b.box({-1, -1, -1}, {1, 1, 1}, 1, true);
      return b;
    case MeshName::star: return star(rng);
    case MeshName::needle_box: b.box({-1e-8, -3e-8, -1}, {1e-8, 3e-8, 1}, 1); return b;
    case MeshName::remote:
      b = bumpy(0.1, rng);
      for (Vec3& v : b.model.vertices) v += Vec3(1e6, -2e6, 5e5);
      return b;
    case MeshName::dirty_box: return dirty_box();
    case MeshName::crossing_boxes:
      b.box({-2, -1, -1}, {1, 1, 1}, 1);
      b.box({0, -2, 0}, {2, 2, 2}, 1);
      return b;
    case MeshName::turned_box: return turned_box(rng);
    case MeshName::moebius_strip: return moebius_strip(16);
  }
  return b;
}

constexpr std::string_view kNames[] = {
    "one_triangle", "soup",        "slivers",        "height_field", "flat_grid",
    "box",          "divided_box", "torus",          "bumpy_sphere", "l_shape",
    "hollow",       "star",        "needle_box",     "huge",         "tiny",
    "remote",       "dirty_box",   "crossing_boxes", "turned_box",   "moebius_strip"};

/// One of the 24 rotations that map the lattice onto itself.
Mat3 quarter_turns(Rng& rng) {
  Mat3 m = Mat3::identity();
  for (std::uint32_t i = rng.below(4); i > 0; i--) {
    const int axis = static_cast<int>(rng.below(3));
    Mat3 turn = Mat3::zero();
    turn(axis, axis) = 1;
    turn((axis + 1) % 3, (axis + 2) % 3) = -1;
    turn((axis + 2) % 3, (axis + 1) % 3) = 1;
    m = turn * m;
  }
  return m;
}

Vec3 a_point(const MeshModel& m, Rng& rng) {
  for (;;) {
    const Triangle& t = m.triangles[rng.below(static_cast<Index>(m.triangles.size()))];
    double u = rng.uniform(), v = rng.uniform();
    if (u + v > 1) u = 1 - u, v = 1 - v;
    const Vec3 p = m.vertices[t[0]] * (1 - u - v) + m.vertices[t[1]] * u + m.vertices[t[2]] * v;
    if (is_finite(p)) return p;
  }
}

}  // namespace

std::string_view to_string(MeshName name) { return kNames[static_cast<int>(name)]; }

std::string_view to_string(Placing placing) {
  constexpr std::string_view kPlacingNames[] = {"near", "lattice", "inside", "apart", "skewed"};
  return kPlacingNames[static_cast<int>(placing)];
}

MeshModel make_mesh_model(MeshName name, std::uint64_t seed, double scale) {
  Rng rng(seed * kMeshCount + static_cast<std::uint64_t>(name));
  MeshModel model = make(name, rng).model;
  if (name == MeshName::huge) scale *= 0x1p133;   // 1e40
  if (name == MeshName::tiny) scale *= 0x1p-133;  // 1e-40
  Aabb box;
  for (Vec3& v : model.vertices) v *= scale;
  for (const Triangle& t : model.triangles) {
    for (const Index v : t) {
      if (is_finite(model.vertices[v])) box.add(model.vertices[v]);
    }
  }
  model.size = (box.upper - box.lower).max_component();
  model.centre = (box.lower + box.upper) / 2;
  switch (name) {
    case MeshName::one_triangle:
    case MeshName::soup:
    case MeshName::slivers:
    case MeshName::height_field:
    case MeshName::flat_grid:
    case MeshName::moebius_strip: break;
    default: model.closed = true;
  }
  switch (name) {
    case MeshName::flat_grid:
    case MeshName::box:
    case MeshName::divided_box:
    case MeshName::l_shape:
    case MeshName::hollow:
    case MeshName::dirty_box:
    case MeshName::crossing_boxes:
    case MeshName::turned_box: model.integer = true; break;
    default: break;
  }
  return model;
}

TwoPoses place(const MeshModel& a, const MeshModel& b, Placing placing, Rng& rng) {
  const double reach = std::max(a.size, b.size);
  if (placing == Placing::lattice) {
    // Steps of half a cell at times. The unit is what the coordinates are multiples of.
    const double unit = std::exp2(std::floor(std::log2(std::max(a.size, b.size) / 2))) / 2;
    const auto steps = [&](double most) -> Vec3 {
      const Vec3 v = rng.in_box(most);
      return Vec3(std::round(v.x()), std::round(v.y()), std::round(v.z())) * unit;
    };
    const Vec3 shift = steps(3);
    const double far = rng.chance(0.1) ? 0 : rng.uniform(1, 6);
    return {Pose::make(quarter_turns(rng), shift).value(),
            Pose::make(quarter_turns(rng), Vec3(shift + steps(far))).value()};
  }
  Mat3 turn_a = rotation_matrix(rng.rotation()), turn_b = rotation_matrix(rng.rotation());
  if (placing == Placing::skewed) {
    turn_a = single_precision(turn_a);
    turn_b = single_precision(turn_b);
  }
  const Vec3 place_a = rng.in_box(3 * reach);
  const Vec3 on_a = a_point(a, rng), middle_a = a.centre;
  Vec3 at = on_a, from_b = a_point(b, rng);
  Vec3 off = Vec3::zero();
  switch (placing) {
    case Placing::inside:
      at = middle_a + (on_a - middle_a) * (rng.chance(0.5) ? 0 : rng.uniform(0, 0.9));
      from_b = b.centre;
      break;
    case Placing::apart: off = rng.direction() * reach * rng.uniform(1, 8); break;
    default: {
      // Out of A, and with the near side of B ahead.
      const Vec3 out = on_a - middle_a;
      const double length = norm(out);
      const Vec3 way = length > 0 ? Vec3(out / length) : rng.direction();
      for (int i = 0; i < 2; i++) {
        const Vec3 other = a_point(b, rng);
        if (dot(multiply(turn_b, other - from_b), multiply(turn_a, way)) < 0) from_b = other;
      }
      off = way * (std::min(a.size, b.size) * rng.uniform(-0.1, 0.7));
    }
  }
  const Vec3 target = multiply(turn_a, at + off) + place_a;
  return {Pose::make(turn_a, place_a).value(),
          Pose::make(turn_b, Vec3(target - multiply(turn_b, from_b))).value()};
}

Pose moved(const Pose& pose, const Vec3& by) {
  return Pose::make(pose.rotation(), Vec3(pose.translation() + by)).value();
}

Pose stepped(const Pose& pose, const Vec3& pivot, double angle, double length, Rng& rng) {
  const Mat3 turn = rotation_matrix(Quat::from_rotation_vector(rng.direction() * angle));
  // Errors of some thousand products stay far below what a pose may have.
  const Mat3 turned = compose(turn, pose.rotation());
  const Vec3 to = pose.apply(pivot) + rng.direction() * length;
  return Pose::make(turned, Vec3(to - multiply(turned, pivot))).value();
}

}  // namespace glance::test
