// Convex decomposition: space is cut into boxes by planes across the axes, and each part is the
// hull of what the solid has in one box. docs/design/decomposition.md says why all is covered.
#include "glance/decompose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "geom/hull.h"
#include "geom/polytope.h"
#include "geom/shape_access.h"
#include "glance/rng.h"
#include "math/predicates.h"

namespace glance::rooms::geom {
namespace {

/// A triangle of the surface, or a piece of one.
using Corners = std::array<Vec3, 3>;

/// How often the surface of a solid winds around a point: crossings of a ray along a coordinate
/// axis, exactly. Nothing if the point is on the surface, or if all three rays meet an edge.
std::optional<int> winding_number(const MeshView& mesh, const Vec3& p) {
  for (int axis = 0; axis < 3; axis++) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    int winding = 0;
    bool decided = true;
    for (std::size_t t = 0; t < mesh.triangles.size() && decided; t++) {
      const Triangle& corners = mesh.triangles[t];
      const Vec3 &a = mesh.vertices[corners[0]], &b = mesh.vertices[corners[1]],
                 &c = mesh.vertices[corners[2]];
      if (std::max({a[u], b[u], c[u]}) < p[u] || std::min({a[u], b[u], c[u]}) > p[u] ||
          std::max({a[v], b[v], c[v]}) < p[v] || std::min({a[v], b[v], c[v]}) > p[v] ||
          std::max({a[axis], b[axis], c[axis]}) < p[axis]) {
        continue;
      }
      const int ab = orientation_along(axis, a, b, p), bc = orientation_along(axis, b, c, p),
                ca = orientation_along(axis, c, a, p);
      if ((ab < 0 || bc < 0 || ca < 0) && (ab > 0 || bc > 0 || ca > 0)) continue;  // beside it
      if (ab == 0 || bc == 0 || ca == 0) {
        decided = false;
        break;
      }
      const int side = orientation(a, b, c, p);
      if (side == 0) return std::nullopt;
      // Seen along the axis the triangle turns by `ab`; it is ahead if p is behind the plane.
      if (side != ab) winding += ab;
    }
    if (decided) return winding;
  }
  return std::nullopt;
}

/// What triangles have at x[axis] >= at (or <= at), in triangles.
void clip(std::span<const Corners> triangles, int axis, double at, bool upper,
          std::vector<Corners>& out) {
  out.clear();
  const auto kept = [&](const Vec3& p) { return upper ? p[axis] >= at : p[axis] <= at; };
  for (const Corners& t : triangles) {
    std::array<Vec3, 4> polygon;
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; i++) {
      const Vec3 &a = t[i], &b = t[(i + 1) % 3];
      if (kept(a)) polygon[count++] = a;
      if (kept(a) == kept(b)) continue;
      Vec3 p = a + (at - a[axis]) / (b[axis] - a[axis]) * (b - a);
      p[axis] = at;
      polygon[count++] = p;
    }
    for (std::size_t i = 1; i + 1 < count; i++) {
      out.push_back({polygon[0], polygon[i], polygon[i + 1]});
    }
  }
}

/// Of the hull of some points, each of which may be there several times.
double hull_volume(std::vector<Vec3> points) {
  const auto key = [](const Vec3& p) { return std::array{p.x(), p.y(), p.z()}; };
  std::ranges::sort(points, {}, key);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 4) return 0;
  double sum = 0;  // six times the volume
  for (const HullTriangle& t : convex_hull(points).triangles) {
    sum += triple(points[t.vertex[0]] - points[0], points[t.vertex[1]] - points[0],
                  points[t.vertex[2]] - points[0]);
  }
  return sum / 6;
}

struct Cut {
  int axis = -1;
  double at = 0;
  double gain = 0;  ///< volume that the halves' hulls have less than the whole one, about
};

/// What the solid has in one box.
struct Part {
  Aabb cell;
  std::vector<Corners> triangles;  ///< its surface there, to within the error that Cutter allows
  std::array<bool, 8> inside{};    ///< which corners of the box are inside the solid
  bool was_cut = false;
  std::optional<Shape> shape;
  std::optional<Cut> best;  ///< once looked for

  Vec3 cell_corner(std::size_t i) const {
    return {i & 1 ? cell.upper.x() : cell.lower.x(), i & 2 ? cell.upper.y() : cell.lower.y(),
            i & 4 ? cell.upper.z() : cell.lower.z()};
  }
  std::vector<Vec3> points() const {
    std::vector<Vec3> all;
    all.reserve(3 * triangles.size() + 8);
    for (const Corners& t : triangles) all.insert(all.end(), t.begin(), t.end());
    for (std::size_t i = 0; i < 8; i++) {
      if (inside[i]) all.push_back(cell_corner(i));
    }
    return all;
  }
  double volume() const { return shape->mass().volume; }
  /// The part whose cut is worth most comes first. Some cuts pay only after others: the first one
  /// through a ring leaves two hulls as large as one. So size counts, too, a little.
  double priority() const {
    constexpr double kHope = 0.02;
    return best->axis < 0 ? -1 : std::max(0.0, best->gain) + kHope * volume();
  }
};

class Cutter {
 public:
  Cutter(const Shape& solid, const DecomposeOptions& options)
      : mesh_(solid.mesh_view()), options_(options) {
    const Aabb& box = solid.bounds();
    // A point that a cut computes is off by less than 8 roundings of the largest coordinate, and
    // no triangle is cut more often than there are parts.
    error_ = options.max_parts * 0x1p-49 * std::max(box.lower.max_abs(), box.upper.max_abs());
  }

  Result<std::vector<Part>> run(const Aabb& box, double solid_volume) {
    std::vector<Part> parts(1);
    parts[0].cell = box;
    for (const Triangle& t : mesh_.triangles) {
      parts[0].triangles.push_back(
          {mesh_.vertices[t[0]], mesh_.vertices[t[1]], mesh_.vertices[t[2]]});
    }
    if (Result<void> made = finish(parts[0]); !made) return fail(made.error());
    double volume = parts[0].volume();
    while (parts.size() < static_cast<std::size_t>(options_.max_parts) &&
           volume - solid_volume > options_.max_excess * solid_volume) {
      for (Part& part : parts) {
        if (!part.best) part.best = best_cut(part);
      }
      const auto worst = std::max_element(
          parts.begin(), parts.end(),
          [](const Part& a, const Part& b) { return a.priority() < b.priority(); });
      if (worst->best->axis < 0) break;
      const Part whole = std::move(*worst);
      parts.erase(worst);
      const auto& [axis, at, _] = *whole.best;
      const std::array<bool, 4> inside = corners_inside(whole, axis, at);
      for (const bool upper : {false, true}) {
        Part half = half_of(whole, axis, at, inside, upper);
        // A little beyond the plane, so that what is off by error_ is not lost.
        clip(whole.triangles, axis, upper ? at - error_ : at + error_, upper, half.triangles);
        if (half.points().empty()) continue;
        if (Result<void> made = finish(half); !made) return fail(made.error());
        parts.push_back(std::move(half));
      }
      volume = 0;
      for (const Part& part : parts) volume += part.volume();
    }
    return parts;
  }

 private:
  /// Which of a cut's four corners are inside the solid, or may be: the plane's with the edges of
  /// the box, the lower ones along the other two axes first.
  std::array<bool, 4> corners_inside(const Part& whole, int axis, double at) const {
    std::array<bool, 4> inside{};
    for (std::size_t i = 0; i < 4; i++) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      Vec3 p;
      p[axis] = at;
      p[u] = (i & 1 ? whole.cell.upper : whole.cell.lower)[u];
      p[v] = (i & 2 ? whole.cell.upper : whole.cell.lower)[v];
      if (is_clearly_outside(*whole.shape, p)) continue;  // and so of the solid's part in it
      const std::optional<int> winding = winding_number(mesh_, p);
      inside[i] = !winding || *winding != 0;
    }
    return inside;
  }

  static bool is_clearly_outside(const Shape& hull, const Vec3& p) {
    if (!hull.bounds().contains(p)) return true;
    const double slack = 1e-9 * hull.extent();  // far above the rounding of a plane
    for (std::uint32_t f = 0; f < hull.face_count(); f++) {
      if (polytope_of(hull).plane(f).height(p) > slack) return true;
    }
    return false;
  }

  /// The box and its corners; without triangles.
  static Part half_of(const Part& whole, int axis, double at, const std::array<bool, 4>& inside,
                      bool upper) {
    Part half;
    half.cell = whole.cell;
    (upper ? half.cell.lower : half.cell.upper)[axis] = at;
    half.was_cut = true;
    for (std::size_t i = 0; i < 8; i++) {
      const std::size_t u = i >> (axis + 1) % 3 & 1, v = i >> (axis + 2) % 3 & 1;
      const bool is_old = (i >> axis & 1) == static_cast<std::size_t>(upper);
      half.inside[i] = is_old ? whole.inside[i] : inside[u + 2 * v];
    }
    return half;
  }

  /// Its hull, large enough for all errors.
  Result<void> finish(Part& part) {
    const std::vector<Vec3> points = part.points();
    Result<Shape> hull = Shape::hull(points);
    if (!hull) return fail(hull.error());
    if (part.was_cut) hull = grown(*hull, points);
    if (!hull) return fail(hull.error());
    part.shape = *hull;
    return {};
  }

  /// A hull that holds every point within error_ (along each axis) of this one.
  Result<Shape> grown(const Shape& hull, std::span<const Vec3> points) const {
    // Scaled about the centroid by 1 + x, a body holds all within x times the radius of the ball
    // that fits into it there. Twice what is needed: roundings are far below the other half.
    const double inner = hull.dimension() == 3 ? polytope_of(hull).inner_radius() : 0;
    const double factor = 4 * error_ / inner;
    std::vector<Vec3> moved;
    if (inner > 0 && factor < 1e-6) {
      const Vec3 centre = hull.mass().centroid;
      for (const Vec3& v : hull.vertices()) moved.push_back(v + factor * (v - centre));
    } else {  // flat: a cube about each point
      for (const Vec3& p : points) {
        for (int i = 0; i < 8; i++) {
          moved.push_back(p + 2 * error_ * Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
        }
      }
    }
    return Shape::hull(moved);
  }

  /// Tries planes at equal distances along each axis, on some of the triangles.
  Cut best_cut(const Part& part) {
    if (part.triangles.empty()) return {};  // a box within the solid: convex
    constexpr std::size_t kMostSamples = 600;
    sample_.triangles.clear();
    Rng rng(part.triangles.size());
    const double share = kMostSamples / static_cast<double>(part.triangles.size());
    for (const Corners& t : part.triangles) {
      if (share >= 1 || rng.chance(share)) sample_.triangles.push_back(t);
    }
    sample_.cell = part.cell;
    sample_.inside = part.inside;
    const double whole = hull_volume(sample_.points());
    Cut best;
    const Aabb& box = part.shape->bounds();
    const Vec3 size = box.upper - box.lower;
    for (int axis = 0; axis < 3; axis++) {
      if (size[axis] < 1e-3 * size.max_component()) continue;  // nothing but slivers
      for (int i = 1; i <= options_.planes; i++) {
        const double at = box.lower[axis] + size[axis] * i / (options_.planes + 1);
        // Of equal cuts the one across the longest side, and nearest to the middle.
        const double off_middle = std::abs(2.0 * i / (options_.planes + 1) - 1);
        const double malus =
            whole * (1e-2 * (1 - size[axis] / size.max_component()) + 1e-3 * off_middle);
        // A plane along a side of the solid has that side in both halves. Beside it, in one.
        const double beside = std::max(1e-9 * size[axis], 4 * error_);
        const bool along_side = std::ranges::any_of(sample_.triangles, [&](const Corners& t) {
          return std::ranges::any_of(
              t, [&](const Vec3& p) { return std::fabs(p[axis] - at) < beside; });
        });
        for (const double off : {-beside, beside}) {
          if (off > 0 && !along_side) continue;
          const double place = along_side ? at + off : at;
          if (!(place > part.cell.lower[axis] && place < part.cell.upper[axis])) continue;
          const double gain = whole - halves_volume(part, axis, place) - malus;
          if (best.axis < 0 || gain > best.gain) best = {axis, place, gain};
        }
      }
    }
    return best;
  }

  /// Of the hulls of both halves of the sample.
  double halves_volume(const Part& part, int axis, double at) const {
    const std::array<bool, 4> inside = corners_inside(part, axis, at);
    double volume = 0;
    for (const bool upper : {false, true}) {
      Part half = half_of(part, axis, at, inside, upper);
      clip(sample_.triangles, axis, at, upper, half.triangles);
      volume += hull_volume(half.points());
    }
    return volume;
  }

  MeshView mesh_;
  const DecomposeOptions& options_;
  double error_ = 0;  ///< length: how far computed points may be off, along each axis
  Part sample_;
};

}  // namespace
}  // namespace glance::rooms::geom

namespace glance {
using namespace rooms::geom;

Result<Decomposition> decompose(const Shape& solid, const DecomposeOptions& options) {
  if (solid.kind() != ShapeKind::mesh || !solid.mesh_view().solid) {
    return fail(ErrorCode::unsupported, "only a mesh that is solid can be decomposed");
  }
  if (options.max_parts < 1 || options.max_parts > 4096) {
    return fail(fmt::format("max_parts must be from 1 to 4096, not {}", options.max_parts));
  }
  if (!(options.max_excess >= 0)) {
    return fail(fmt::format("max_excess must not be negative, not {}", options.max_excess));
  }
  if (options.planes < 1 || options.planes > 1024) {
    return fail(fmt::format("planes must be from 1 to 1024, not {}", options.planes));
  }
  Decomposition result;
  result.solid_volume = solid.mass().volume;
  if (!(result.solid_volume > 0)) return fail(ErrorCode::bad_geometry, "the solid has no volume");
  const Result<std::vector<Part>> parts =
      Cutter(solid, options).run(solid.bounds(), result.solid_volume);
  if (!parts) return fail(parts.error());
  for (const Part& part : *parts) {
    result.parts.push_back(*part.shape);
    result.parts_volume += part.volume();
  }
  result.excess = std::max(0.0, (result.parts_volume - result.solid_volume) / result.solid_volume);
  return result;
}

}  // namespace glance
