#include "geom/polytope.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error_code.h"
#include "geom/condition.h"
#include "geom/hull.h"
#include "geom/mass.h"
#include "glance/tolerance.h"
#include "math/exact.h"
#include "math/predicates.h"

namespace glance::rooms::geom {
namespace {

/// Up to so many vertices, turning them all is quicker than climbing to six extreme ones.
/// Measured at 10 degrees a frame, tight boxes: 100 vertices 940 ns by climbing, 110 ns so.
constexpr std::size_t kMostFloatPoints = 256;

/// Sizes for which products of single-precision coordinates with a rotation neither overflow
/// nor lose bits to underflow.
constexpr double kLeastFloatRadius = 0x1p-60, kMostFloatRadius = 0x1p60;

constexpr std::uint32_t kNoGroup = UINT32_MAX;

Result<void> check_points(std::span<const Vec3> points) {
  if (points.empty())
    return fail(ErrorCode::bad_geometry, "a hull needs at least one point; none were given");
  if (points.size() > kMaxHullPoints) {
    return fail(ErrorCode::out_of_range,
                fmt::format("{} points are too many for one hull: at most {} are allowed",
                            points.size(), kMaxHullPoints));
  }
  Aabb box;
  for (std::size_t i = 0; i < points.size(); i++) {
    const Vec3& p = points[i];
    if (!is_finite(p)) {
      return fail(ErrorCode::not_finite,
                  fmt::format("point {} is not finite: ({}, {}, {})", i, p.x(), p.y(), p.z()));
    }
    if (p.max_abs() > kMaxCoordinate) {
      return fail(ErrorCode::out_of_range,
                  fmt::format("point {} is beyond the largest coordinate {:g}: ({}, {}, {}); use "
                              "a larger unit of length",
                              i, kMaxCoordinate, p.x(), p.y(), p.z()));
    }
    box.add(p);
  }
  const double extent = (box.upper - box.lower).max_component();
  if (extent > 0 && extent < kMinExtent) {
    return fail(ErrorCode::out_of_range,
                fmt::format("extent {:g} is below the smallest supported {:g}: use a smaller unit "
                            "of length",
                            extent, kMinExtent));
  }
  return {};
}

/// Merges coplanar triangles into polygons and returns their outlines, without
/// the points that turn out to lie inside a face (one polygon around) or within
/// an edge (two).
std::vector<std::vector<std::uint32_t>> merge_coplanar(std::span<const Vec3> points,
                                                       std::span<const HullTriangle> triangles) {
  const auto count = static_cast<std::uint32_t>(triangles.size());
  const auto coplanar = [&](std::uint32_t t, int i) {
    const HullTriangle& other = triangles[triangles[t].neighbor[i]];
    const auto& v = triangles[t].vertex;
    // The corner of the neighbour that is not on the common edge.
    for (std::uint32_t w : other.vertex) {
      if (w == v[i] || w == v[(i + 1) % 3]) continue;
      return orientation(points[v[0]], points[v[1]], points[v[2]], points[w]) == 0;
    }
    return false;
  };

  std::vector<std::uint32_t> group(count, kNoGroup);
  std::uint32_t groups = 0;
  std::vector<std::uint32_t> stack;
  for (std::uint32_t t = 0; t < count; t++) {
    if (group[t] != kNoGroup) continue;
    group[t] = groups;
    stack.assign(1, t);
    while (!stack.empty()) {
      const std::uint32_t u = stack.back();
      stack.pop_back();
      for (int i = 0; i < 3; i++) {
        const std::uint32_t n = triangles[u].neighbor[i];
        if (group[n] == kNoGroup && coplanar(u, i)) {
          group[n] = groups;
          stack.push_back(n);
        }
      }
    }
    groups++;
  }

  // The outline of a group, as "from this vertex to that one", sorted by group.
  struct Side {
    std::uint32_t group, from, to;
    auto operator<=>(const Side&) const = default;
  };
  std::vector<Side> sides;
  std::vector<std::uint32_t> faces_at(points.size(), 0);
  for (std::uint32_t t = 0; t < count; t++) {
    for (int i = 0; i < 3; i++) {
      if (group[triangles[t].neighbor[i]] == group[t]) continue;
      const auto& v = triangles[t].vertex;
      sides.push_back({group[t], v[i], v[(i + 1) % 3]});
      faces_at[v[i]]++;
    }
  }
  std::sort(sides.begin(), sides.end());

  std::vector<std::vector<std::uint32_t>> loops;
  for (auto begin = sides.begin(); begin != sides.end();) {
    const auto end =
        std::find_if(begin, sides.end(), [&](const Side& s) { return s.group != begin->group; });
    std::vector<std::uint32_t>& loop = loops.emplace_back();
    auto side = begin;
    do {
      // A vertex of a polytope has at least three faces; one with two lies within an edge.
      if (faces_at[side->from] >= 3) loop.push_back(side->from);
      side = std::lower_bound(begin, end, Side{begin->group, side->to, 0});
    } while (side != begin);
    begin = end;
  }
  return loops;
}

/// Keeps the points that some loop uses, in their old order, and renumbers.
std::vector<Vec3> keep_used(std::span<const Vec3> points,
                            std::vector<std::vector<std::uint32_t>>& loops) {
  std::vector<std::uint32_t> number(points.size(), kNoGroup);
  for (const auto& loop : loops) {
    for (std::uint32_t v : loop) number[v] = 0;
  }
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < points.size(); i++) {
    if (number[i] == kNoGroup) continue;
    number[i] = static_cast<std::uint32_t>(kept.size());
    kept.push_back(points[i]);
  }
  for (auto& loop : loops) {
    for (std::uint32_t& v : loop) v = number[v];
  }
  kept.shrink_to_fit();
  return kept;
}

/// Whether faces are planar, and all vertices behind them, to within
/// kFacePlanarityTolerance of the extent.
Result<void> check_nearly_convex(const std::vector<std::vector<std::uint32_t>>& loops,
                                 std::span<const Vec3> vertices) {
  Aabb box;
  for (const Vec3& v : vertices) box.add(v);
  const double extent = (box.upper - box.lower).max_component();
  for (std::size_t f = 0; f < loops.size(); f++) {
    // Newell's normal: the mean over the whole loop, steady for warped polygons.
    Vec3 area = Vec3::zero(), middle = Vec3::zero();
    const auto& loop = loops[f];
    for (std::size_t i = 0; i < loop.size(); i++) {
      const Vec3 &p = vertices[loop[i]], &q = vertices[loop[(i + 1) % loop.size()]];
      area += cross(p - vertices[loop[0]], q - vertices[loop[0]]);
      middle += (p - vertices[loop[0]]) / static_cast<double>(loop.size());
    }
    middle += vertices[loop[0]];
    const Vec3 normal = normalized(area);
    for (std::uint32_t v : loop) {
      const double height = std::fabs(dot(normal, vertices[v] - middle));
      if (height > kFacePlanarityTolerance * extent) {
        return fail(ErrorCode::bad_geometry,
                    fmt::format("face {} is not planar: vertex {} is {:.3g} off its plane, at most "
                                "{:g} of the extent {:.3g} is allowed",
                                f, v, height, kFacePlanarityTolerance, extent));
      }
    }
    for (std::uint32_t v = 0; v < vertices.size(); v++) {
      const double height = dot(normal, vertices[v] - middle);
      if (height > kFacePlanarityTolerance * extent) {
        return fail(ErrorCode::bad_geometry,
                    fmt::format("the faces are not convex, or face {} is wound the wrong way: "
                                "vertex {} is {:.3g} in front of it",
                                f, v, height));
      }
    }
  }
  return {};
}

/// Up to here all vertices are looked at two at a time, without a branch. Measured on hulls
/// of 12 vertices: a cold simplex search took 730 ns, and 1,380 with climbing.
constexpr std::size_t kSmallBody = 40;

}  // namespace

Polytope::Polytope(std::shared_ptr<const Topology> topology, std::vector<Vec3> vertices)
    : topology_(std::move(topology)), vertices_(std::move(vertices)) {
  measure();
}

/// Everything that follows from vertices and topology, computed once: questions only read. Called
/// again when a triangle is replaced (move_triangle), so all lists are emptied first and keep their
/// memory.
void Polytope::measure() {
  for (auto* list : {&small_x_, &small_y_, &small_z_}) list->clear();
  planes_.clear();
  vertex_condition_.clear();
  face_condition_.clear();
  float_points_.clear();
  neighbor_positions_.clear();
  bounds_ = {};
  bounding_radius_ = inner_radius_ = 0;
  for (const Vec3& v : vertices_) bounds_.add(v);
  extent_ = (bounds_.upper - bounds_.lower).max_component();
  planes_.reserve(topology_->face_count());
  vertex_condition_.reserve(vertices_.size());
  face_condition_.reserve(topology_->face_count());
  for (std::uint32_t f = 0; f < topology_->face_count(); f++) {
    const auto loop = topology_->face_vertices(f);
    // Any three corners span the same plane; spread ones give a clear normal.
    const std::size_t n = loop.size();
    const Vec3 &a = vertices_[loop[0]], &b = vertices_[loop[n / 3]],
               &c = vertices_[loop[2 * n / 3]];
    const Vec3 normal = unit_normal(a, b, c);
    planes_.push_back({normal, dot(normal, a)});
  }
  mass_ = mass_properties(*topology_, vertices_);
  for (const Vec3& v : vertices_) {
    bounding_radius_ = std::max(bounding_radius_, norm(v - mass_.centroid));
  }
  bounding_radius_ *= 1 + 0x1p-50;  // above the roundings of the difference and the norm
  if (dimension() == 3) {
    // Planes are rounded, so this is not a bound that a proof may use.
    inner_radius_ = bounding_radius_;
    for (const Plane& plane : planes_) {
      inner_radius_ = std::min(inner_radius_, -plane.height(mass_.centroid));
    }
  }
  for (std::uint32_t v = 0; v < vertices_.size(); v++) {
    vertex_condition_.push_back(compute_vertex_condition(*this, v));
  }
  for (std::uint32_t f = 0; f < planes_.size(); f++) {
    face_condition_.push_back(compute_face_condition(*this, f));
  }
  if (vertices_.size() <= kSmallBody) {
    const std::size_t padded = (vertices_.size() + 1) / 2 * 2;
    for (auto [array, axis] : {std::pair{&small_x_, 0}, {&small_y_, 1}, {&small_z_, 2}}) {
      array->reserve(padded);
      for (const Vec3& v : vertices_) array->push_back(v[axis] - mass_.centroid[axis]);
      // Padded with a copy of the first vertex, which never wins over it (base/simd).
      array->resize(padded, array->front());
    }
  } else {
    CommonScale scale;
    for (const Vec3& v : vertices_) scale.add(v);
    coordinate_exponent_ = scale.exponent();
    neighbor_positions_.reserve(std::size_t{2} * topology_->edge_count());
    for (std::uint32_t v = 0; v < vertices_.size(); v++) {
      for (const std::uint32_t w : topology_->vertex_neighbors(v)) {
        neighbor_positions_.push_back(vertices_[w]);
      }
    }
  }
  table_ = SupportTable(*this);
  if (vertices_.size() <= kMostFloatPoints && bounding_radius_ >= kLeastFloatRadius &&
      bounding_radius_ <= kMostFloatRadius) {
    const std::size_t padded = (vertices_.size() + 3) / 4 * 4;
    float_points_.reserve(3 * padded);
    for (int axis = 0; axis < 3; axis++) {
      for (std::size_t i = 0; i < padded; i++) {
        const Vec3& v = vertices_[i < vertices_.size() ? i : 0];
        float_points_.push_back(static_cast<float>(v[axis] - mass_.centroid[axis]));
      }
    }
  }
}

std::shared_ptr<const Polytope> Polytope::make(std::shared_ptr<const Topology> topology,
                                               std::vector<Vec3> vertices) {
  std::shared_ptr<const Polytope> made(new Polytope(std::move(topology), std::move(vertices)));
  GLANCE_DCHECK(made->validate());
  return made;
}

std::shared_ptr<Polytope> Polytope::triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
  // Meshes ask for many of these, and all have the same topology.
  static const auto topology = std::make_shared<const Topology>(Topology::polygon(3));
  std::shared_ptr<Polytope> made(new Polytope(topology, {p, q, r}));
  GLANCE_DCHECK(made->validate());
  return made;
}

void Polytope::move_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
  vertices_[0] = p;
  vertices_[1] = q;
  vertices_[2] = r;
  measure();
}

Result<std::shared_ptr<const Polytope>> Polytope::hull(std::span<const Vec3> points) {
  if (Result<void> good = check_points(points); !good) return fail(good.error());
  // By far the quickest way, with the vertices in the given order.
  if (points.size() == 3 && !collinear(points[0], points[1], points[2])) {
    return triangle(points[0], points[1], points[2]);
  }
  const HullFacets facets = convex_hull(points);
  std::vector<Vec3> vertices;
  std::shared_ptr<const Topology> topology;
  if (facets.dimension == 3) {
    auto loops = merge_coplanar(points, facets.triangles);
    vertices = keep_used(points, loops);
    Result<Topology> made =
        Topology::from_loops(static_cast<std::uint32_t>(vertices.size()), std::move(loops));
    // The hull is exact, so its faces form a polytope: anything else is a fault of this library.
    GLANCE_CHECK_DETAIL(made.has_value(), made ? "" : made.error().message);
    topology = std::make_shared<const Topology>(*std::move(made));
  } else {
    for (std::uint32_t v : facets.polygon) vertices.push_back(points[v]);
    const auto count = static_cast<std::uint32_t>(vertices.size());
    topology = std::make_shared<const Topology>(facets.dimension == 2   ? Topology::polygon(count)
                                                : facets.dimension == 1 ? Topology::segment()
                                                                        : Topology::point());
  }
  return make(std::move(topology), std::move(vertices));
}

Result<std::shared_ptr<const Polytope>> Polytope::from_faces(
    std::span<const Vec3> points, std::span<const std::vector<std::uint32_t>> faces) {
  if (Result<void> good = check_points(points); !good) return fail(good.error());
  if (faces.empty()) return fail(ErrorCode::bad_geometry, "no faces were given");
  for (std::size_t f = 0; f < faces.size(); f++) {
    for (std::uint32_t v : faces[f]) {
      if (v >= points.size()) {
        return fail(
            ErrorCode::bad_index,
            fmt::format("face {} names vertex {}, but there are only {}", f, v, points.size()));
      }
    }
  }
  std::vector<std::vector<std::uint32_t>> loops(faces.begin(), faces.end());
  std::vector<Vec3> vertices = keep_used(points, loops);
  const auto count = static_cast<std::uint32_t>(vertices.size());
  // Messages below number the vertices that are left.
  const char* numbering =
      count == points.size() ? "" : " (counting only the points that faces use)";
  Result<Topology> topology = Topology::from_loops(count, loops);
  if (!topology) return fail(topology.error().code, topology.error().message + numbering);

  // Where the faces are exactly planar and convex, they are the features. Otherwise they
  // must be so up to rounding, and the hull's features are taken.
  if (check_convex(*topology, vertices)) {
    return make(std::make_shared<const Topology>(*std::move(topology)), std::move(vertices));
  }
  if (auto nearly = check_nearly_convex(loops, vertices); !nearly) {
    return fail(nearly.error().code, nearly.error().message + numbering);
  }
  log(LogLevel::info,
      "the faces given are planar and convex up to rounding only: the features "
      "of their hull are taken");
  return hull(vertices);
}

Result<std::shared_ptr<const Polytope>> Polytope::scaled(double factor) const {
  if (!(factor > 0) || !std::isfinite(factor)) {
    return fail(code_of(factor), fmt::format("scale must be positive and finite, not {}", factor));
  }
  std::vector<Vec3> vertices(vertices_.size());
  for (std::size_t i = 0; i < vertices.size(); i++) vertices[i] = vertices_[i] * factor;
  if (Result<void> good = check_points(vertices); !good) {
    return fail(good.error().code, fmt::format("scaled by {:g}: {}", factor, good.error().message));
  }
  // Each product is rounded by itself: a face of four or more corners may no longer be planar.
  if (!check_convex(*topology_, vertices)) {
    log(LogLevel::info, "rounding deformed a face of a scaled body: its hull is used instead");
    return hull(vertices);
  }
  return make(topology_, std::move(vertices));
}

std::size_t Polytope::bytes() const {
  return sizeof(*this) + vertices_.capacity() * sizeof(Vec3) + planes_.capacity() * sizeof(Plane) +
         (vertex_condition_.capacity() + face_condition_.capacity()) * sizeof(float) +
         table_.bytes() + 3 * small_x_.capacity() * sizeof(double) +
         float_points_.capacity() * sizeof(float) + neighbor_positions_.capacity() * sizeof(Vec3) +
         topology_->bytes();
}

}  // namespace glance::rooms::geom
