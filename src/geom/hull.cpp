#include "geom/hull.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "math/predicates.h"

namespace glance::rooms::geom {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

/// Four points that span as much of space as the input does, found greedily.
struct Simplex {
  int dimension = 0;
  std::array<std::uint32_t, 4> point{};
};

/// The point with the largest measure; if even that one fails the exact test (rounding can hide
/// thin sets), the first that passes; or none.
template <class Measure, class Passes>
std::uint32_t best_point(std::span<const Vec3> points, Measure measure, Passes passes) {
  std::uint32_t best = 0;
  double best_measure = -1;
  for (std::uint32_t i = 0; i < points.size(); i++) {
    const double m = measure(points[i]);
    if (m > best_measure) {
      best = i;
      best_measure = m;
    }
  }
  if (passes(points[best])) return best;
  for (std::uint32_t i = 0; i < points.size(); i++) {
    if (passes(points[i])) return i;
  }
  return kNone;
}

/// Rounded measures choose points far apart, so that the first facets are fat and few points remain
/// in front of them; exact predicates decide the dimension.
Simplex initial_simplex(std::span<const Vec3> points) {
  Simplex s;
  Aabb box;
  for (const Vec3& p : points) box.add(p);
  const int axis = (box.upper - box.lower).max_axis();
  std::uint32_t low = 0, high = 0;
  for (std::uint32_t i = 1; i < points.size(); i++) {
    if (points[i][axis] < points[low][axis]) low = i;
    if (points[i][axis] > points[high][axis]) high = i;
  }
  s.point = {low, high, 0, 0};
  const Vec3 a = points[low], b = points[high];
  if (a == b) return s;

  s.dimension = 1;
  s.point[2] = best_point(
      points, [&](const Vec3& p) { return cross(b - a, p - a).max_abs(); },
      [&](const Vec3& p) { return !collinear(a, b, p); });
  if (s.point[2] == kNone) return s;

  s.dimension = 2;
  const Vec3 c = points[s.point[2]];
  const Vec3 normal = unit_normal(a, b, c);
  s.point[3] = best_point(
      points, [&](const Vec3& p) { return std::fabs(dot(normal, p - a)); },
      [&](const Vec3& p) { return orientation(a, b, c, p) != 0; });
  if (s.point[3] != kNone) s.dimension = 3;
  return s;
}

/// Andrew's monotone chain in the coordinate plane onto which the polygon
/// projects best; the projection loses nothing because the points are coplanar.
std::vector<std::uint32_t> planar_hull(std::span<const Vec3> points, const Simplex& s) {
  const Vec3 &a = points[s.point[0]], &b = points[s.point[1]], &c = points[s.point[2]];
  const int axis = unit_normal(a, b, c).abs().max_axis();
  GLANCE_CHECK(orientation_along(axis, a, b, c) != 0);
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;

  std::vector<std::uint32_t> order(points.size());
  for (std::uint32_t k = 0; k < order.size(); k++) order[k] = k;
  std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
    const Vec3 &p = points[x], &q = points[y];
    return std::tie(p[i], p[j], x) < std::tie(q[i], q[j], y);
  });
  order.erase(std::unique(order.begin(), order.end(),
                          [&](std::uint32_t x, std::uint32_t y) {
                            return points[x][i] == points[y][i] && points[x][j] == points[y][j];
                          }),
              order.end());

  std::vector<std::uint32_t> chain;
  // A corner that does not turn strictly left is not extreme, and leaves.
  const auto extend = [&](std::uint32_t p, std::size_t keep) {
    while (chain.size() > keep && orientation_along(axis, points[chain[chain.size() - 2]],
                                                    points[chain.back()], points[p]) <= 0) {
      chain.pop_back();
    }
    chain.push_back(p);
  };
  for (std::uint32_t p : order) extend(p, 1);
  const std::size_t lower = chain.size();
  for (std::size_t k = order.size() - 1; k-- > 0;) extend(order[k], lower);
  chain.pop_back();  // the first point again
  // An order that follows from that of the points alone, not from the axis, which rounding
  // may pick: a polygon's own vertices give it again.
  std::rotate(chain.begin(), std::min_element(chain.begin(), chain.end()), chain.end());
  if (chain.back() < chain[1]) std::reverse(chain.begin() + 1, chain.end());
  return chain;
}

/// The growing surface. Points in front of a facet wait in its list (a chain
/// through next_), each point in the list of one facet that it sees.
class Quickhull {
 public:
  explicit Quickhull(std::span<const Vec3> points)
      : points_(points), next_(points.size(), kNone), rim_start_(points.size(), kNone) {}

  std::vector<HullTriangle> run(const Simplex& s) {
    make_tetrahedron(s);
    while (!pending_.empty()) {
      const std::uint32_t facet = pending_.back();
      // The list may name facets that were removed since, or places that were used again: both are
      // recognised here.
      pending_.pop_back();
      if (facets_[facet].alive && facets_[facet].waiting != kNone) add_farthest(facet);
    }
    return surface();
  }

 private:
  struct Facet {
    HullTriangle triangle;
    Vec3 normal;  ///< not unit; only to choose the farthest point
    std::uint32_t waiting = kNone;
    std::uint32_t farthest = kNone;
    double farthest_height = 0;
    bool alive = true;
    bool seen = false;
  };

  /// Strictly in front, exactly: a point in the plane of a facet does not see it, so coplanar
  /// facets are seen together or not at all (hull.h).
  bool sees(std::uint32_t point, std::uint32_t facet) const {
    const auto& v = facets_[facet].triangle.vertex;
    return orientation(points_[v[0]], points_[v[1]], points_[v[2]], points_[point]) > 0;
  }

  std::uint32_t add_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    Facet facet;
    facet.triangle = {{a, b, c}, {kNone, kNone, kNone}};
    facet.normal = cross(points_[b] - points_[a], points_[c] - points_[a]);
    if (free_.empty()) {
      facets_.push_back(facet);
      return static_cast<std::uint32_t>(facets_.size() - 1);
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    facets_[index] = facet;
    return index;
  }

  void make_tetrahedron(const Simplex& s) {
    auto [a, b, c, d] = s.point;
    if (orientation(points_[a], points_[b], points_[c], points_[d]) > 0) std::swap(b, c);
    // Now d is behind abc. Facet k is opposite to corner k of (d, a, b, c).
    const std::uint32_t corners[4][3] = {{a, b, c}, {b, d, c}, {c, d, a}, {a, d, b}};
    for (const auto& v : corners) created_.push_back(add_facet(v[0], v[1], v[2]));
    for (std::uint32_t f : created_) {
      for (std::uint32_t g : created_) {
        if (f != g) link_if_shared(f, g);
      }
    }
    for (std::uint32_t p = 0; p < points_.size(); p++) {
      if (p != a && p != b && p != c && p != d) assign(p);
    }
    pending_ = created_;
  }

  void link_if_shared(std::uint32_t f, std::uint32_t g) {
    const auto& v = facets_[f].triangle.vertex;
    const auto& w = facets_[g].triangle.vertex;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        if (v[i] == w[(j + 1) % 3] && v[(i + 1) % 3] == w[j]) {
          facets_[f].triangle.neighbor[i] = g;
        }
      }
    }
  }

  /// Puts the point into the list of the first newly created facet that it sees.
  /// One that sees none is inside the hull for good.
  void assign(std::uint32_t point) {
    for (std::uint32_t f : created_) {
      if (!sees(point, f)) continue;
      Facet& facet = facets_[f];
      next_[point] = facet.waiting;
      facet.waiting = point;
      const double height = dot(facet.normal, points_[point] - points_[facet.triangle.vertex[0]]);
      if (facet.farthest == kNone || height > facet.farthest_height) {
        facet.farthest = point;
        facet.farthest_height = height;
      }
      return;
    }
  }

  void add_farthest(std::uint32_t first) {
    const std::uint32_t apex = facets_[first].farthest;
    collect_visible(first, apex);

    // One new facet for each edge of the rim. The facets around the apex are linked by where their
    // rim edges start, as each vertex of the rim starts one.
    created_.clear();
    for (const RimEdge& edge : rim_) {
      const std::uint32_t facet = add_facet(edge.from, edge.to, apex);
      facets_[facet].triangle.neighbor[0] = edge.outside;
      facets_[edge.outside].triangle.neighbor[edge.outside_edge] = facet;
      rim_start_[edge.from] = facet;
      created_.push_back(facet);
    }
    for (std::uint32_t f : created_) {
      const std::uint32_t after = rim_start_[facets_[f].triangle.vertex[1]];
      facets_[f].triangle.neighbor[1] = after;
      facets_[after].triangle.neighbor[2] = f;
    }
    for (std::uint32_t f : visible_) {
      // A point of a removed facet that is still outside of the hull sees one of the new facets
      // (Barber et al. 1996), so only these are tried.
      for (std::uint32_t p = facets_[f].waiting; p != kNone;) {
        const std::uint32_t following = next_[p];
        if (p != apex) assign(p);
        p = following;
      }
    }
    for (std::uint32_t f : created_) {
      if (facets_[f].waiting != kNone) pending_.push_back(f);
    }
    free_.insert(free_.end(), visible_.begin(), visible_.end());
  }

  /// Fills visible_ with the facets that see the apex and rim_ with the edges
  /// where they end, each directed as its visible facet has it.
  void collect_visible(std::uint32_t first, std::uint32_t apex) {
    visible_.assign(1, first);
    rim_.clear();
    facets_[first].seen = true;
    for (std::size_t k = 0; k < visible_.size(); k++) {
      const std::uint32_t f = visible_[k];
      facets_[f].alive = false;
      for (int i = 0; i < 3; i++) {
        const std::uint32_t g = facets_[f].triangle.neighbor[i];
        if (facets_[g].seen) continue;
        if (sees(apex, g)) {
          facets_[g].seen = true;
          visible_.push_back(g);
        } else {
          const auto& v = facets_[f].triangle.vertex;
          rim_.push_back({v[i], v[(i + 1) % 3], g, edge_towards(g, f, v[(i + 1) % 3])});
        }
      }
    }
  }

  /// Which edge of `facet` has `neighbor` behind it and starts at `from`.
  int edge_towards(std::uint32_t facet, std::uint32_t neighbor, std::uint32_t from) const {
    const HullTriangle& t = facets_[facet].triangle;
    for (int i = 0; i < 3; i++) {
      if (t.neighbor[i] == neighbor && t.vertex[i] == from) return i;
    }
    GLANCE_CHECK(!"facets that share an edge know each other");
    return 0;
  }

  /// The facets still alive, renumbered.
  std::vector<HullTriangle> surface() const {
    std::vector<std::uint32_t> number(facets_.size(), kNone);
    std::vector<HullTriangle> triangles;
    for (std::uint32_t f = 0; f < facets_.size(); f++) {
      if (!facets_[f].alive) continue;
      number[f] = static_cast<std::uint32_t>(triangles.size());
      triangles.push_back(facets_[f].triangle);
    }
    for (HullTriangle& t : triangles) {
      for (std::uint32_t& n : t.neighbor) n = number[n];
    }
    return triangles;
  }

  struct RimEdge {
    std::uint32_t from, to;
    std::uint32_t outside;
    int outside_edge;
  };

  std::span<const Vec3> points_;
  std::vector<Facet> facets_;
  std::vector<std::uint32_t> next_;       ///< a point to the next in its facet's list
  std::vector<std::uint32_t> rim_start_;  ///< a point to the new facet whose rim edge starts there
  std::vector<std::uint32_t> pending_;    ///< facets with points waiting (or facets of the past)
  std::vector<std::uint32_t> free_;       ///< places of removed facets
  std::vector<std::uint32_t> visible_, created_;
  std::vector<RimEdge> rim_;
};

}  // namespace

HullFacets convex_hull(std::span<const Vec3> points) {
  GLANCE_CHECK(!points.empty());
  const Simplex simplex = initial_simplex(points);
  HullFacets hull;
  hull.dimension = simplex.dimension;
  switch (simplex.dimension) {
    case 0: hull.polygon = {simplex.point[0]}; break;
    case 1:
      hull.polygon = {simplex.point[0], simplex.point[1]};
      std::sort(hull.polygon.begin(), hull.polygon.end());
      break;
    case 2: hull.polygon = planar_hull(points, simplex); break;
    default: hull.triangles = Quickhull(points).run(simplex);
  }
  return hull;
}

}  // namespace glance::rooms::geom
