#include "convex/epa.h"

#include <algorithm>
#include <cmath>

#include "base/work_limit.h"
#include "exact/first_facets.h"

namespace glance::rooms::convex {
namespace {

/// Enough for hulls of some thousand vertices; pairs that need more get wider bounds.
constexpr int kMaxPoints = 124, kMaxFacets = 2 * kMaxPoints;

class ExpandingPolytope {
 public:
  ExpandingPolytope(const PairFrame& frame, QueryWork& work) : frame_(frame), work_(work) {}

  DepthEnd run(std::span<const VertexPair, 4> start, const Vec3& hint);

 private:
  struct Facet {
    std::array<int, 3> corner;    ///< counter-clockwise from outside
    std::array<int, 3> neighbor;  ///< across the edge from corner i to the next
    Vec3 normal;                  ///< unit, outward
  };

  int add_point(VertexPair pair);
  int add_facet(int p, int q, int r);
  void begin(std::span<const VertexPair, 4> start);
  int nearest() const;
  bool look_along(const Vec3& direction, VertexPair start, Separation& along);
  bool improve(int facet);
  bool expand(int facet, int point);
  bool collect_visible(int facet, const Vec3& point);
  DepthEnd finish(int nearest);
  DepthEnd unproved() const { return {.lower = -INFINITY, .upper = upper_, .normal = direction_}; }

  /// The lowest of the facet's corners along a unit vector: no point of the triangle is nearer to
  /// the origin than that. Holds for any unit vector, so rounding in the normal costs accuracy, not
  /// soundness.
  double reach(int facet, const Vec3& normal) const {
    const auto& c = facets_[facet].corner;
    return std::min(
        {dot(normal, point_[c[0]]), dot(normal, point_[c[1]]), dot(normal, point_[c[2]])});
  }

  const PairFrame& frame_;
  QueryWork& work_;
  int point_count_ = 0, facet_count_ = 0, border_count_ = 0;
  double upper_ = INFINITY;
  Vec3 direction_ = Vec3::zero();  ///< where A - B reaches no farther than upper_
  std::array<VertexPair, kMaxPoints> pair_;
  std::array<Vec3, kMaxPoints> point_;
  std::array<Facet, kMaxFacets> facets_;
  /// Lower bound on the distance of each facet; infinite for those that are gone.
  std::array<double, kMaxFacets> distance_;
  std::array<bool, kMaxFacets> free_;
  struct BorderEdge {
    int from, to, outside;
  };
  std::array<BorderEdge, kMaxFacets> border_;
  std::array<int, kMaxPoints> facet_at_;  ///< the new facet whose border edge starts here
};

int ExpandingPolytope::add_point(VertexPair pair) {
  pair_[point_count_] = pair;
  point_[point_count_] = frame_.difference(pair);
  return point_count_++;
}

/// Returns -1 if there is no room. Slots of facets that are gone are used again, so that the arrays
/// stay small and no memory is allocated.
int ExpandingPolytope::add_facet(int p, int q, int r) {
  int f = 0;
  while (f < facet_count_ && !free_[f]) f++;
  if (f == kMaxFacets) return -1;
  facet_count_ = std::max(facet_count_, f + 1);
  free_[f] = false;
  Facet& facet = facets_[f];
  facet.corner = {p, q, r};
  facet.normal = quick_unit(cross(point_[q] - point_[p], point_[r] - point_[p]));
  distance_[f] = reach(f, facet.normal);
  work_.depth_steps++;
  return f;
}

void ExpandingPolytope::begin(std::span<const VertexPair, 4> start) {
  for (const VertexPair& pair : start) add_point(pair);
  const double volume = triple(point_[1] - point_[0], point_[2] - point_[0], point_[3] - point_[0]);
  // The table of first facets is for a tetrahedron whose corners turn one way; the other way round
  // its facets would face inward.
  if (volume < 0) {
    std::swap(point_[0], point_[1]);
    std::swap(pair_[0], pair_[1]);
  }
  for (const auto& [corner, neighbor] : kFirstFacets) {
    facets_[add_facet(corner[0], corner[1], corner[2])].neighbor = neighbor;
  }
}

/// A plain scan over at most kMaxFacets numbers: a heap would have to follow every facet that is
/// removed.
int ExpandingPolytope::nearest() const {
  int best = 0;
  for (int f = 1; f < facet_count_; f++) best = distance_[f] < distance_[best] ? f : best;
  return best;
}

/// The farthest point of A - B along a unit vector; true if it is new.
bool ExpandingPolytope::look_along(const Vec3& direction, VertexPair start, Separation& along) {
  separation_along(frame_, direction, 1, start, work_, along);
  if (-along.lower < upper_) {
    upper_ = -along.lower;
    direction_ = direction;
  }
  for (int i = 0; i < point_count_; i++) {
    if (pair_[i] == along.extreme) return false;
  }
  return point_count_ < kMaxPoints;
}

/// For a facet so thin that its own normal is inaccurate: the normal of a neighbour may give a
/// better lower bound.
bool ExpandingPolytope::improve(int facet) {
  const double before = distance_[facet];
  for (const int n : facets_[facet].neighbor) {
    distance_[facet] = std::max(distance_[facet], reach(facet, facets_[n].normal));
  }
  return distance_[facet] > before;
}

/// Removes all facets that the point is in front of, starting with `facet`, and lists their border.
bool ExpandingPolytope::collect_visible(int facet, const Vec3& point) {
  std::array<int, kMaxFacets> stack;
  int depth = 0;
  border_count_ = 0;
  free_[facet] = true;
  stack[depth++] = facet;
  while (depth > 0) {
    const int f = stack[--depth];
    distance_[f] = INFINITY;
    for (int i = 0; i < 3; i++) {
      const int n = facets_[f].neighbor[i];
      if (free_[n]) continue;
      const Facet& other = facets_[n];
      // In front by more than the lowest corner: then the lower bound also holds for the space in
      // between.
      if (dot(other.normal, point) >
          std::max(distance_[n], dot(other.normal, point_[other.corner[0]]))) {
        free_[n] = true;
        stack[depth++] = n;
      } else {
        border_[border_count_++] = {facets_[f].corner[i], facets_[f].corner[(i + 1) % 3], n};
      }
    }
  }
  // A facet may have been reached after a neighbour listed their common edge.
  int kept = 0;
  for (int i = 0; i < border_count_; i++) {
    if (!free_[border_[i].outside]) border_[kept++] = border_[i];
  }
  border_count_ = kept;
  return border_count_ >= 3;
}

/// Replaces what the point sees by triangles between the point and the border. False if rounding
/// has made the border something other than one loop, or a new triangle too near to the origin:
/// then nothing more can be proved here.
bool ExpandingPolytope::expand(int facet, int point) {
  if (!collect_visible(facet, point_[point])) return false;
  for (int i = 0; i < point_count_; i++) facet_at_[i] = -1;
  // The slots of removed facets are used again only after the border is closed.
  for (int i = 0; i < border_count_; i++) {
    const BorderEdge& edge = border_[i];
    if (facet_at_[edge.from] >= 0) return false;  // the border meets itself
    const int f = add_facet(edge.from, edge.to, point);
    if (f < 0 || !(distance_[f] > frame_.error)) return false;
    facet_at_[edge.from] = f;
    facets_[f].neighbor[0] = edge.outside;
    Facet& outside = facets_[edge.outside];
    for (int k = 0; k < 3; k++) {
      if (outside.corner[k] == edge.to && outside.corner[(k + 1) % 3] == edge.from) {
        outside.neighbor[k] = f;
      }
    }
  }
  for (int i = 0; i < border_count_; i++) {
    const int f = facet_at_[border_[i].from], next = facet_at_[border_[i].to];
    if (next < 0) return false;
    facets_[f].neighbor[1] = next;
    facets_[next].neighbor[2] = f;
  }
  return true;
}

/// The point of the nearest triangle that is nearest to the origin. If A - B has a larger facet
/// there, of several triangles in one plane, it is in the triangle that contains it.
DepthEnd ExpandingPolytope::finish(int nearest) {
  DepthEnd end;
  end.lower = distance_[nearest] - frame_.error;
  end.upper = upper_;
  end.normal = direction_;
  double most_inside = -INFINITY;
  const Vec3 target = direction_ * upper_;
  for (int f = 0; f < facet_count_; f++) {
    if (free_[f] || !(distance_[f] <= upper_ + 2 * frame_.error)) continue;
    const auto& c = facets_[f].corner;
    const Vec3 p = point_[c[0]] - target, q = point_[c[1]] - target, r = point_[c[2]] - target;
    const double at[3] = {triple(direction_, q, r), triple(direction_, r, p),
                          triple(direction_, p, q)};
    const double sum = at[0] + at[1] + at[2];
    if (!(sum > 0)) continue;
    const double least = std::min({at[0], at[1], at[2]}) / sum;
    if (!(least > most_inside)) continue;
    most_inside = least;
    // The point is outside this triangle only by rounding, or because the nearest point is in a
    // neighbouring one. Weights are clipped and scaled, so that it is a point of the triangle.
    double kept = 0;
    for (int i = 0; i < 3; i++) {
      end.pairs[i] = pair_[c[i]];
      end.weights[i] = std::max(at[i] / sum, 0.0);
      kept += end.weights[i];
    }
    for (double& w : end.weights) w /= kept;
  }
  // No triangle contains the point: degenerate triangles only. Then nothing is proved here.
  if (most_inside == -INFINITY) end.lower = -INFINITY;
  return end;
}

DepthEnd ExpandingPolytope::run(std::span<const VertexPair, 4> start, const Vec3& hint) {
  begin(start);
  Separation along;
  // The hint gives a first upper bound, and its extreme point is a good corner of the polytope.
  if (norm_sq(hint) > 0) {
    const Vec3 unit = quick_unit(hint);
    if (look_along(unit, pair_[0], along)) {
      for (int f = 0; f < facet_count_; f++) {
        const Facet& facet = facets_[f];
        const Vec3 point = frame_.difference(along.extreme);
        if (dot(facet.normal, point) - dot(facet.normal, point_[facet.corner[0]]) <= frame_.error) {
          continue;
        }
        if (!expand(f, add_point(along.extreme))) return unproved();
        break;
      }
    }
  }
  int f = nearest();
  // Each round adds a point, improves one lower bound, or ends the search.
  for (int improved = 0; improved < kMaxFacets;) {
    // The bounds meet, up to rounding: the nearest facet is one of A - B.
    if (distance_[f] + frame_.error >= upper_ - frame_.error) break;
    spend_work(40);
    const bool is_new = look_along(facets_[f].normal, pair_[facets_[f].corner[0]], along);
    // A - B reaches no farther than this facet along its normal.
    if (-along.gap - distance_[f] <= frame_.error) break;
    if (is_new) {
      if (!expand(f, add_point(along.extreme))) return unproved();
    } else if (!improve(f)) {
      break;
    } else {
      improved++;
    }
    f = nearest();
  }
  return finish(f);
}

}  // namespace

DepthEnd expand_polytope(const PairFrame& frame, std::span<const VertexPair, 4> start,
                         const Vec3& hint, QueryWork& work) {
  ExpandingPolytope polytope(frame, work);
  return polytope.run(start, hint);
}

}  // namespace glance::rooms::convex
