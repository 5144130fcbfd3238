// Tested in tests/property/exact_test.cpp (NearContact.DistancesAndDepthsHaveNineDigits).
#include "exact/exact_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <vector>

#include "base/check.h"
#include "exact/first_facets.h"
#include "glance/tolerance.h"

namespace glance::rooms::exact {
namespace {

/// Bounds are near enough (fraction of the depth, and of the size of the pair): well below what
/// is promised.
constexpr double kDepthBounds = kRelativeAccuracy / 8, kSizeBounds = kDistanceAccuracy / 8;

/// The conversions in `reach_of` are off by less than this part of the result.
constexpr double kReachError = 0x1p-48;

class ExactHull {
 public:
  ExactHull(ExactBodies& bodies, std::uint32_t& steps)
      : bodies_(bodies),
        steps_(steps),
        allowed_(kSizeBounds * (bodies.body_a().extent() + bodies.body_b().extent())) {}

  /// Until the nearest facet of the hull is one of A - B, or the bounds are near enough. `upper_`
  /// is the reach of A - B along a direction that was asked; the nearest facet's reach is the lower
  /// bound. It ends because each round adds a vertex pair of a finite set.
  ExactDepth run(std::span<const VertexPair> around) {
    begin(around);
    while (true) {
      const int f = nearest();
      const Facet facet = facets_[f];
      const double reach = reach_of(facet.normal, points_[facet.corner[0]]);
      const VertexPair pair = bodies_.farthest(facet.normal, points_[facet.corner[0]].pair);
      const ExactCorner farthest = bodies_.corner(pair);
      steps_++;
      const bool is_facet = sign_along(facet.normal, farthest, points_[facet.corner[0]]) <= 0;
      const double overlap = is_facet ? reach : reach_of(facet.normal, farthest);
      if (overlap < upper_) {
        upper_ = overlap;
        direction_ = facet.normal;
      }
      if (is_facet || upper_ - reach <= allowed(reach)) return finish(reach);
      points_.push_back(farthest);
      expand(f, static_cast<int>(points_.size()) - 1);
    }
  }

 private:
  struct Facet {
    std::array<int, 3> corner = {};    ///< counter-clockwise from outside
    std::array<int, 3> neighbor = {};  ///< across the edge from corner i to the next
    ExactVector normal;                ///< outward
    bool alive = true;
  };
  struct Queued {
    double reach;
    int facet;
    bool operator<(const Queued& o) const {  // the nearest is on top; ties by number
      return reach != o.reach ? reach > o.reach : facet > o.facet;
    }
  };
  struct BorderEdge {
    int from, to, outside;
  };

  double allowed(double reach) const { return std::min(kDepthBounds * reach, allowed_); }

  /// n . p / |n|.
  double reach_of(const ExactVector& n, const ExactVector& p) const {
    const BigInt along = dot(n.exact, p.exact);
    // to_double rounds the integer once; n.near has its own scale, 2^top, which is taken out of the
    // exponent.
    if (along.is_zero()) return 0;
    const int top = std::max({top_bit(n.exact.x), top_bit(n.exact.y), top_bit(n.exact.z)});
    return to_double(along, bodies_.exponent() - top) / norm(n.near);
  }

  int add_facet(int p, int q, int r) {
    Facet facet;
    facet.corner = {p, q, r};
    facet.normal = exact_direction(
        cross(points_[q].exact - points_[p].exact, points_[r].exact - points_[p].exact));
    facets_.push_back(std::move(facet));
    const int f = static_cast<int>(facets_.size()) - 1;
    if (ready_) queue_.push({reach_of(facets_[f].normal, points_[p]), f});
    return f;
  }

  /// The hull of the first pairs: of four that are independent, and then point by point.
  void begin(std::span<const VertexPair> around) {
    std::vector<ExactCorner> rest;
    for (const VertexPair& pair : around) {
      ExactCorner c = bodies_.corner(pair);
      (points_.size() < 4 && is_independent(c) ? points_ : rest).push_back(std::move(c));
    }
    GLANCE_CHECK(points_.size() == 4);
    const ExactPoint n =
        cross(points_[1].exact - points_[0].exact, points_[2].exact - points_[0].exact);
    if (sign_of(dot(n, points_[3].exact - points_[0].exact)) < 0) std::swap(points_[0], points_[1]);
    for (const auto& [corner, neighbor] : kFirstFacets) {
      facets_[add_facet(corner[0], corner[1], corner[2])].neighbor = neighbor;
    }
    for (ExactCorner& p : rest) {
      for (int f = 0; f < static_cast<int>(facets_.size()); f++) {
        if (!facets_[f].alive || !is_before(f, p)) continue;
        points_.push_back(std::move(p));
        expand(f, static_cast<int>(points_.size()) - 1);
        break;
      }
    }
    ready_ = true;
    for (int f = 0; f < static_cast<int>(facets_.size()); f++) {
      const Facet& facet = facets_[f];
      if (facet.alive) queue_.push({reach_of(facet.normal, points_[facet.corner[0]]), f});
    }
  }

  bool is_independent(const ExactCorner& c) const {
    if (points_.empty()) return true;
    const ExactPoint p = c.exact - points_[0].exact;
    if (points_.size() == 1) return !p.is_zero();
    const ExactPoint u = points_[1].exact - points_[0].exact;
    if (points_.size() == 2) return !cross(u, p).is_zero();
    return sign_of(dot(p, cross(u, points_[2].exact - points_[0].exact))) != 0;
  }

  bool is_before(int f, const ExactCorner& p) const {
    return sign_along(facets_[f].normal, p, points_[facets_[f].corner[0]]) > 0;
  }

  /// Facets that are gone are dropped from the queue when they come to its top: removing them at
  /// once would take a search.
  int nearest() {
    while (!facets_[queue_.top().facet].alive) queue_.pop();
    return queue_.top().facet;
  }

  /// The hull with one point more, which `facet` has before it. Facets in one plane with the point
  /// stay: signs are exact, so that the visible ones are connected and their border is one loop.
  void expand(int facet, int point) {
    std::vector<BorderEdge> border;
    std::vector<int> stack{facet}, visible{facet};
    facets_[facet].alive = false;
    while (!stack.empty()) {
      const int f = stack.back();
      stack.pop_back();
      for (int i = 0; i < 3; i++) {
        const int n = facets_[f].neighbor[i];
        if (!facets_[n].alive) continue;
        if (is_before(n, points_[point])) {
          facets_[n].alive = false;
          stack.push_back(n);
          visible.push_back(n);
        }
      }
    }
    for (const int f : visible) {
      for (int i = 0; i < 3; i++) {
        const int n = facets_[f].neighbor[i];
        if (facets_[n].alive) {
          border.push_back({facets_[f].corner[i], facets_[f].corner[(i + 1) % 3], n});
        }
      }
    }
    facet_from_.resize(points_.size(), -1);
    for (const BorderEdge& edge : border) {
      const int f = add_facet(edge.from, edge.to, point);
      facet_from_[edge.from] = f;
      facets_[f].neighbor[0] = edge.outside;
      Facet& outside = facets_[edge.outside];
      for (int k = 0; k < 3; k++) {
        if (outside.corner[k] == edge.to) outside.neighbor[k] = f;
      }
    }
    for (const BorderEdge& edge : border) {
      const int f = facet_from_[edge.from], next = facet_from_[edge.to];
      facets_[f].neighbor[1] = next;
      facets_[next].neighbor[2] = f;
    }
  }

  /// The point of A - B's surface along `direction_`: in the triangle that the ray from the origin
  /// passes, if several are in one plane. (Not along the normal of the last facet: where several
  /// directions are equally short, it may be another one, and points and normal would not agree.)
  ExactDepth finish(double reach) {
    ExactDepth end;
    // An overlap has a positive depth, even where no double is small enough for it.
    end.depth = std::fmax(upper_, std::numeric_limits<double>::denorm_min());
    end.lower = reach * (1 - kReachError);
    end.upper = upper_ * (1 + kReachError);
    end.normal = to_unit(direction_.exact);
    const ExactVector& n = direction_;
    double most_inside = -std::numeric_limits<double>::infinity();
    // Facets this near are as near as the nearest, up to how far bounds may be apart.
    const double limit = reach * (1 + kReachError) + allowed(reach);
    for (; !queue_.empty() && queue_.top().reach <= limit; queue_.pop()) {
      const Facet& facet = facets_[queue_.top().facet];
      if (!facet.alive) continue;
      const auto& [i, j, k] = facet.corner;
      const ExactPoint &p = points_[i].exact, &q = points_[j].exact, &r = points_[k].exact;
      const std::array<BigInt, 3> weight{dot(n.exact, cross(q, r)), dot(n.exact, cross(r, p)),
                                         dot(n.exact, cross(p, q))};
      const BigInt sum = weight[0] + weight[1] + weight[2];
      if (sum.sign() <= 0) continue;
      std::array<double, 3> at;
      for (int m = 0; m < 3; m++) at[m] = ratio(weight[m], sum);
      const double least = std::min({at[0], at[1], at[2]});
      if (!(least > most_inside)) continue;
      most_inside = least;
      end.pairs = {points_[i].pair, points_[j].pair, points_[k].pair};
      double kept = 0;
      for (int m = 0; m < 3; m++) kept += end.weights[m] = std::max(at[m], 0.0);
      for (double& w : end.weights) w /= kept;
      if (least >= 0) break;
    }
    GLANCE_CHECK(most_inside > -std::numeric_limits<double>::infinity());
    return end;
  }

  ExactBodies& bodies_;
  std::uint32_t& steps_;
  double allowed_;  ///< how far bounds may be apart
  std::vector<ExactCorner> points_;
  std::vector<Facet> facets_;
  std::vector<int> facet_from_;  ///< the new facet whose border edge starts at a point
  std::priority_queue<Queued> queue_;
  bool ready_ = false;  ///< facets have the origin behind them, and are queued
  double upper_ = std::numeric_limits<double>::infinity();
  ExactVector direction_;  ///< along which A - B reaches no farther than upper_
};

}  // namespace

ExactDepth exact_depth(ExactBodies& bodies, std::span<const VertexPair> around,
                       std::uint32_t& steps) {
  return ExactHull(bodies, steps).run(around);
}

}  // namespace glance::rooms::exact
