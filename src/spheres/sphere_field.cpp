// Tested in tests/property/sphere_trees_test.cpp (SphereTrees.CoverTheSurfaceAtEveryLevel).
#include "spheres/sphere_field.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "math/closest.h"

namespace glance::rooms::spheres {
namespace {

constexpr std::uint32_t kLeafTriangles = 4;

/// Rounding of distances in the unit frame, thin triangles included (length over unit).
constexpr double kFieldError = 1e-12;

/// Products of which a ray's crossing depends are off by less than this in the unit frame, where
/// lengths are below 8: six roundings of numbers below 512.
constexpr double kCrossingError = 1e-12;

/// Rays that are tried before a point counts as outside: one that passes an edge or a corner too
/// closely says nothing.
constexpr int kRays = 8;

double distance_sq_to_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 along = b - a, from = p - a;
  return norm_sq(from - nearest_on_segment(from, along) * along);
}

double distance_sq_to_box(const Vec3& p, const Aabb& box) {
  Vec3 off;
  for (int k = 0; k < 3; k++) {
    off[k] = std::max({box.lower[k] - p[k], p[k] - box.upper[k], 0.0});
  }
  return norm_sq(off);
}

double distance_sq_to_triangle(const Vec3& p, const SurfaceTriangle& t) {
  const Vec3 ab = t.b - t.a, ac = t.c - t.a, n = cross(ab, ac);
  const double n_sq = norm_sq(n);
  if (n_sq > 0) {
    const auto [at_a, at_b, at_c] = triangle_weights(n, t.a, t.b, t.c, p);
    if (at_a >= 0 && at_b >= 0 && at_c >= 0) {  // above the triangle
      const double height = dot(p - t.a, n);
      return height * height / n_sq;
    }
  }
  return std::min({distance_sq_to_segment(p, t.a, t.b), distance_sq_to_segment(p, t.b, t.c),
                   distance_sq_to_segment(p, t.c, t.a)});
}

/// Whether a ray from p meets the box.
bool meets_box(const Vec3& p, const Vec3& inverse, const Aabb& box) {
  double enter = 0, leave = INFINITY;
  for (int k = 0; k < 3; k++) {
    // Wider by a rounding or two.
    const double s = (box.lower[k] - 1e-14 - p[k]) * inverse[k];
    const double t = (box.upper[k] + 1e-14 - p[k]) * inverse[k];
    enter = std::max(enter, std::min(s, t));
    leave = std::min(leave, std::max(s, t));
  }
  return enter <= leave;
}

enum class Crossing { none, from_back, from_front, unclear };

Crossing cross_triangle(const Vec3& p, const Vec3& d, const SurfaceTriangle& triangle) {
  const Vec3 a = triangle.a - p, b = triangle.b - p, c = triangle.c - p;
  const double u = dot(d, cross(b, c)), v = dot(d, cross(c, a)), w = dot(d, cross(a, b));
  const auto some = [&](auto test) { return test(u) || test(v) || test(w); };
  // The line passes the triangle on clearly different sides of two edges.
  if (some([](double x) { return x > kCrossingError; }) &&
      some([](double x) { return x < -kCrossingError; })) {
    return Crossing::none;
  }
  const double height = dot(a, cross(triangle.b - triangle.a, triangle.c - triangle.a));
  if (some([](double x) { return std::fabs(x) <= kCrossingError; })) {
    // Far from the ray, or behind it?
    const double reach = std::max({norm_sq(a), norm_sq(b), norm_sq(c)});
    const double behind = std::max({dot(a, d), dot(b, d), dot(c, d)});
    return behind < -1e-9 * std::sqrt(reach) ? Crossing::none : Crossing::unclear;
  }
  if (std::fabs(height) <= kCrossingError) return Crossing::unclear;
  // u + v + w = d . n, and the line meets the plane at height / (d . n).
  if ((height > 0) != (u > 0)) return Crossing::none;
  return u > 0 ? Crossing::from_back : Crossing::from_front;
}

/// Directions that no axis, diagonal or other is near to.
Vec3 ray_direction(int number) {
  const double k = number;
  return normalized(Vec3(0.8147 - 0.231 * k, 0.3271 + 0.117 * k * k, 0.4793 - 0.0371 * k * k * k));
}

}  // namespace

SphereField::SphereField(const SphereSurface& surface) : surface_(surface) {
  order_.resize(surface.triangles.size());
  std::iota(order_.begin(), order_.end(), 0u);
  nodes_.reserve(surface.triangles.size());
  for (const SurfacePart& part : surface.parts) {
    roots_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    nodes_.emplace_back();
    build(roots_.back(), part.first, part.count);
  }
}

void SphereField::build(std::uint32_t node, std::uint32_t first, std::uint32_t count) {
  Aabb box, middles;
  const auto middle = [&](std::uint32_t t, int k) {
    const SurfaceTriangle& s = surface_.triangles[t];
    return (s.a[k] + s.b[k]) + s.c[k];
  };
  for (std::uint32_t i = first; i < first + count; i++) {
    const SurfaceTriangle& s = surface_.triangles[order_[i]];
    for (const Vec3* p : {&s.a, &s.b, &s.c}) box.add(*p);
    middles.add({middle(order_[i], 0), middle(order_[i], 1), middle(order_[i], 2)});
  }
  nodes_[node] = {box, first, count};
  if (count <= kLeafTriangles) return;
  const int axis = (middles.upper - middles.lower).max_axis();
  const std::uint32_t half = count / 2;
  const auto begin = order_.begin() + first;
  std::nth_element(begin, begin + half, begin + count, [&](std::uint32_t s, std::uint32_t t) {
    const double x = middle(s, axis), y = middle(t, axis);
    return x < y || (x == y && s < t);  // the same on every machine
  });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node] = {box, child, 0};
  build(child, first, half);
  build(child + 1, first + half, count - half);
}

double SphereField::distance(const Vec3& point, std::uint32_t root, double enough,
                             std::uint32_t* nearest) const {
  // Depth is at most 2 log2 of 2^28 triangles.
  std::array<std::pair<std::uint32_t, double>, 64> stack;
  int top = 0;
  double best = enough * enough;
  stack[top++] = {root, distance_sq_to_box(point, nodes_[root].box)};
  while (top > 0) {
    const auto [number, bound] = stack[--top];
    if (bound >= best) continue;
    const Node& node = nodes_[number];
    if (node.count > 0) {
      for (std::uint32_t i = node.first; i < node.first + node.count; i++) {
        const double d = distance_sq_to_triangle(point, surface_.triangles[order_[i]]);
        if (!(d < best)) continue;
        best = d;
        if (nearest) *nearest = order_[i];
      }
      continue;
    }
    std::pair near{node.first, distance_sq_to_box(point, nodes_[node.first].box)};
    std::pair far{node.first + 1, distance_sq_to_box(point, nodes_[node.first + 1].box)};
    if (far.second < near.second) std::swap(near, far);
    stack[top++] = far;
    stack[top++] = near;
  }
  return std::sqrt(best);
}

bool SphereField::winds_around(const Vec3& point, std::uint32_t root) const {
  std::array<std::uint32_t, 64> stack;
  for (int ray = 0; ray < kRays; ray++) {
    const Vec3 d = ray_direction(ray);
    const Vec3 inverse(1 / d.x(), 1 / d.y(), 1 / d.z());
    int top = 0, sum = 0;
    bool clear = true;
    stack[top++] = root;
    while (top > 0 && clear) {
      const Node& node = nodes_[stack[--top]];
      if (!meets_box(point, inverse, node.box)) continue;
      if (node.count == 0) {
        stack[top++] = node.first;
        stack[top++] = node.first + 1;
        continue;
      }
      for (std::uint32_t i = node.first; i < node.first + node.count && clear; i++) {
        switch (cross_triangle(point, d, surface_.triangles[order_[i]])) {
          case Crossing::none: break;
          case Crossing::from_back: sum++; break;
          case Crossing::from_front: sum--; break;
          case Crossing::unclear: clear = false;
        }
      }
    }
    if (clear) return sum != 0;
  }
  return false;
}

double SphereField::signed_distance_to(const Vec3& point, std::uint32_t part,
                                       Memory* memory) const {
  const SurfacePart& p = surface_.parts[part];
  Memory::Side* side = nullptr;
  double enough = INFINITY;
  if (memory) {
    memory->parts.resize(surface_.parts.size());
    side = &memory->parts[part];
    // No farther than the surface was, and the way from there.
    if (side->distance >= 0) {
      enough = (side->distance + norm(point - side->point)) * (1 + 1e-9) + kFieldError;
    }
  }
  const double d = distance(point, roots_[part], enough);
  bool inside = p.solid && d > kFieldError && nodes_[roots_[part]].box.contains(point);
  if (inside) {
    const bool same_side = side && norm(point - side->point) + kFieldError < side->distance;
    inside = same_side ? side->inside : winds_around(point, roots_[part]);
  }
  if (side) *side = {point, d, inside};
  // The body is at least what its triangles enclose, rounded (cores that are rounded are convex).
  return (inside ? -d : d) - p.rounding + kFieldError + surface_.error;
}

double SphereField::signed_distance(const Vec3& point, Memory* memory) const {
  double best = INFINITY;
  for (std::uint32_t part = 0; part < surface_.parts.size(); part++) {
    // Outside of the part's box it is no nearer than that.
    const double away = std::sqrt(distance_sq_to_box(point, nodes_[roots_[part]].box));
    if (away > 0 && away - surface_.parts[part].rounding >= best) continue;
    best = std::min(best, signed_distance_to(point, part, memory));
  }
  return best;
}

double SphereField::rough_distance(const Vec3& point) const {
  double best = INFINITY;
  for (std::uint32_t part = 0; part < surface_.parts.size(); part++) {
    const SurfacePart& p = surface_.parts[part];
    const double away = std::sqrt(distance_sq_to_box(point, nodes_[roots_[part]].box));
    if (away > 0 && away - p.rounding >= best) continue;
    std::uint32_t nearest = p.first;
    double d = distance(point, roots_[part], INFINITY, &nearest);
    const SurfaceTriangle& t = surface_.triangles[nearest];
    if (p.solid && dot(point - t.a, cross(t.b - t.a, t.c - t.a)) < 0) d = -d;
    best = std::min(best, d - p.rounding);
  }
  return best;
}

}  // namespace glance::rooms::spheres
