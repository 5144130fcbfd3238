// Tested in tests/property/oracle_test.cpp (Oracle.AgreesWithItself).
#include "exact/oracle_distance.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/work_limit.h"
#include "math/closest.h"

namespace glance::rooms::exact {
namespace {

/// A triangle of a face's fan, with the feature that each of its sides is part of.
struct Fan {
  std::array<std::uint32_t, 3> vertex;
  std::array<FeatureId, 3> side;  ///< vertex[i] to vertex[i+1]: an edge, or the face itself
  FeatureId face;
};

std::vector<Fan> fan_triangles(const Topology& t) {
  std::vector<Fan> fans;
  for (std::uint32_t f = 0; f < t.face_count(); f++) {
    const auto loop = t.face_vertices(f);
    const auto edges = t.face_edges(f);
    const FeatureId face{FeatureKind::face, f};
    const auto side = [&](std::size_t i, bool is_edge) {
      return is_edge ? FeatureId{FeatureKind::edge, edges[i]} : face;
    };
    for (std::size_t i = 1; i + 1 < loop.size(); i++) {
      fans.push_back({{loop[0], loop[i], loop[i + 1]},
                      {side(0, i == 1), side(i, true), side(i + 1, i + 2 == loop.size())},
                      face});
    }
  }
  return fans;
}

/// The point of a triangle nearest to p, as a combination of its corners, and the
/// feature that it lies on.
struct OnTriangle {
  Vec3 point;
  FeatureId feature;
};

OnTriangle nearest_on_triangle(const Fan& fan, const std::vector<Vec3>& v, const Vec3& p) {
  const Vec3 &a = v[fan.vertex[0]], &b = v[fan.vertex[1]], &c = v[fan.vertex[2]];
  const Vec3 n = cross(b - a, c - a);
  // Barycentric weights of the projection, times |n|^2.
  const auto [wa, wb, wc] = triangle_weights(n, a, b, c, p);
  OnTriangle best;
  double best_sq = std::numeric_limits<double>::infinity();
  if (wa > 0 && wb > 0 && wc > 0) {
    const double sum = (wa + wb) + wc;
    best = {a * (wa / sum) + b * (wb / sum) + c * (wc / sum), fan.face};
    best_sq = norm_sq(p - best.point);
  }
  // The sides too: the weights of a sliver may be rounding alone.
  for (int i = 0; i < 3; i++) {
    const std::uint32_t from = fan.vertex[i], to = fan.vertex[(i + 1) % 3];
    const double s = nearest_on_segment(p - v[from], v[to] - v[from]);
    const Vec3 q = s <= 0 ? v[from] : s >= 1 ? v[to] : Vec3(v[from] + s * (v[to] - v[from]));
    const double d = norm_sq(p - q);
    if (d < best_sq) {
      best_sq = d;
      best = {q, s <= 0   ? FeatureId{FeatureKind::vertex, from}
                 : s >= 1 ? FeatureId{FeatureKind::vertex, to}
                          : fan.side[i]};
    }
  }
  return best;
}

/// Where |u x v| is below this part of |u| |v|, the angle between two edges has lost
/// twenty of its bits to the rounding of the vertices, and exact ones are used. With the
/// limit here, what is left in doubles is accurate to 2^-33 in angle, and its effect on
/// a distance, which is quadratic, below rounding.
constexpr double kNearlyParallel = 0x1p-20;

/// Upper bound on the error of w . n / (|w| |n|) where edges are not nearly parallel.
constexpr double kLineError = 0x1p-30;

class Search {
 public:
  Search(const OracleBody& a, const OracleBody& b)
      : body_a_(a),
        body_b_(b),
        ta_(a.body.topology()),
        a_(a.rounded),
        tb_(b.body.topology()),
        b_(b.rounded) {}

  ClosestFeatures run() {
    for (std::uint32_t i = 0; i < a_.size(); i++) {
      spend_work(b_.size() / 8);
      for (std::uint32_t j = 0; j < b_.size(); j++) {
        offer(a_[i], {FeatureKind::vertex, i}, b_[j], {FeatureKind::vertex, j});
      }
    }
    const std::vector<Fan> fans_a = fan_triangles(ta_), fans_b = fan_triangles(tb_);
    for (std::uint32_t i = 0; i < a_.size(); i++) {
      spend_work(8 * fans_b.size());
      for (const Fan& fan : fans_b) {
        const OnTriangle q = nearest_on_triangle(fan, b_, a_[i]);
        offer(a_[i], {FeatureKind::vertex, i}, q.point, q.feature);
      }
      vertex_against_edges(a_[i], {FeatureKind::vertex, i}, tb_, b_, false);
    }
    for (std::uint32_t j = 0; j < b_.size(); j++) {
      spend_work(8 * fans_a.size());
      for (const Fan& fan : fans_a) {
        const OnTriangle q = nearest_on_triangle(fan, a_, b_[j]);
        offer(q.point, q.feature, b_[j], {FeatureKind::vertex, j});
      }
      vertex_against_edges(b_[j], {FeatureKind::vertex, j}, ta_, a_, true);
    }
    for (std::uint32_t e = 0; e < ta_.edge_count(); e++) {
      for (std::uint32_t f = 0; f < tb_.edge_count(); f++) {
        spend_work(2);
        edges(e, f);
      }
    }
    best_.distance = norm(best_.point_b - best_.point_a);
    return best_;
  }

 private:
  void offer(const Vec3& pa, FeatureId fa, const Vec3& pb, FeatureId fb) {
    const double d = norm_sq(pb - pa);
    if (d < best_sq_) {
      best_sq_ = d;
      best_ = {0, pa, pb, fa, fb};
    }
  }

  /// For segments, which have no faces that would bring their sides along.
  void vertex_against_edges(const Vec3& p, FeatureId vertex, const Topology& t,
                            const std::vector<Vec3>& v, bool vertex_is_b) {
    if (t.face_count() > 0) return;
    for (std::uint32_t e = 0; e < t.edge_count(); e++) {
      const Vec3 &from = v[t.edge(e).vertex[0]], &to = v[t.edge(e).vertex[1]];
      const Vec3 q = from + nearest_on_segment(p - from, to - from) * (to - from);
      const FeatureId edge{FeatureKind::edge, e};
      vertex_is_b ? offer(q, edge, p, vertex) : offer(p, vertex, q, edge);
    }
  }

  /// Two edges that are not parallel; ends are covered above, but may come out here too.
  void edges(std::uint32_t e, std::uint32_t f) {
    const auto& [p, q] = ta_.edge(e).vertex;
    const auto& [r, s] = tb_.edge(f).vertex;
    const Vec3 u = a_[q] - a_[p], v = b_[s] - b_[r], w = b_[r] - a_[p];
    const Vec3 n = cross(u, v);
    const double n_sq = norm_sq(n);
    double x;  // where the common perpendicular meets edge e
    if (n_sq > kNearlyParallel * kNearlyParallel * norm_sq(u) * norm_sq(v)) {
      // The lines are at least this far apart, times |n|; most pairs end here.
      const double apart = std::fabs(dot(w, n)) - kLineError * std::sqrt(norm_sq(w) * n_sq);
      if (apart > 0 && apart * apart > best_sq_ * n_sq) return;
      x = triple(w, v, n) / n_sq;
    } else {
      const ExactPoint eu = body_a_.exact[q] - body_a_.exact[p];
      const ExactPoint ev = body_b_.exact[s] - body_b_.exact[r];
      const ExactPoint ew = body_b_.exact[r] - body_a_.exact[p];
      const ExactPoint en = cross(eu, ev);
      if (en.is_zero()) return;
      x = ratio(dot(cross(ew, ev), en), dot(en, en));
    }
    x = clamp_unit(x);
    const Vec3 on_a = a_[p] + x * u;
    const double y = nearest_on_segment(on_a - b_[r], v);
    const Vec3 on_b = b_[r] + y * v;
    x = nearest_on_segment(on_b - a_[p], u);
    if (x <= 0 || x >= 1 || y <= 0 || y >= 1) return;
    offer(a_[p] + x * u, {FeatureKind::edge, e}, on_b, {FeatureKind::edge, f});
  }

  const OracleBody &body_a_, &body_b_;
  const Topology& ta_;
  const std::vector<Vec3>& a_;
  const Topology& tb_;
  const std::vector<Vec3>& b_;
  double best_sq_ = std::numeric_limits<double>::infinity();
  ClosestFeatures best_;
};

/// The unit normal of a face, from exact vertices.
Vec3 face_normal(const OracleBody& body, std::uint32_t f) {
  const auto loop = body.body.topology().face_vertices(f);
  const ExactPoint& origin = body.exact[loop[0]];
  return to_unit(cross(body.exact[loop[1]] - origin, body.exact[loop[2]] - origin));
}

/// The unit vector across two edges, or zero if they are parallel.
Vec3 edge_normal(const OracleBody& a, const Edge& e, const OracleBody& b, const Edge& f) {
  const auto& [p, q] = e.vertex;
  const auto& [r, s] = f.vertex;
  const Vec3 u = a.rounded[q] - a.rounded[p], v = b.rounded[s] - b.rounded[r];
  const Vec3 n = cross(u, v);
  const double n_sq = norm_sq(n);
  if (n_sq > kNearlyParallel * kNearlyParallel * norm_sq(u) * norm_sq(v))
    return n / std::sqrt(n_sq);
  return to_unit(cross(a.exact[q] - a.exact[p], b.exact[s] - b.exact[r]));
}

/// The vertices next to an edge in the two faces at it, which no plane that rests on the
/// edge has in front of it. Not for a segment.
std::vector<std::array<std::uint32_t, 2>> wing_vertices(const Topology& t) {
  std::vector<std::array<std::uint32_t, 2>> wings(t.edge_count());
  for (std::uint32_t f = 0; f < t.face_count(); f++) {
    const auto loop = t.face_vertices(f);
    const auto edges = t.face_edges(f);
    for (std::size_t i = 0; i < loop.size(); i++) {
      wings[edges[i]][t.edge(edges[i]).face[0] == f ? 0 : 1] = loop[(i + 2) % loop.size()];
    }
  }
  return wings;
}

/// Whether a plane across n through an edge clearly has one of its wings in front: then n
/// is no normal of a facet of A - B, and need not be tried. The margin is above the error
/// of edge_normal.
bool leaves_wing_in_front(const Vec3& n, const std::vector<Vec3>& v, std::uint32_t on_edge,
                          const std::array<std::uint32_t, 2>& wings) {
  constexpr double kMargin = 0x1p-30;
  for (std::uint32_t w : wings) {
    const Vec3 d = v[w] - v[on_edge];
    if (dot(n, d) > kMargin * (std::fabs(d.x()) + std::fabs(d.y()) + std::fabs(d.z()))) return true;
  }
  return false;
}

std::uint32_t extreme_vertex(const std::vector<Vec3>& points, const Vec3& direction) {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < points.size(); i++) {
    if (dot(direction, points[i]) > dot(direction, points[best])) best = i;
  }
  return best;
}

}  // namespace

ClosestFeatures closest_features(const OracleBody& a, const OracleBody& b) {
  return Search(a, b).run();
}

ShallowestFacet shallowest_facet(const OracleBody& a, const OracleBody& b) {
  ShallowestFacet best;
  best.depth = std::numeric_limits<double>::infinity();
  const std::vector<Vec3>&va = a.rounded, &vb = b.rounded;
  // The overlap along a unit vector is max n.a - min n.b. It is given up as soon as it
  // is seen to exceed the best, and begun with the two vertices that will be extreme if
  // the candidate is a facet at all: most are settled by these.
  const auto offer = [&](const Vec3& n, FeatureId fa, std::uint32_t vertex_a, FeatureId fb,
                         std::uint32_t vertex_b) {
    spend_work(2);
    double high = dot(n, va[vertex_a]), low = dot(n, vb[vertex_b]);
    for (std::size_t i = 0; i < va.size() && high - low < best.depth; i++) {
      high = std::max(high, dot(n, va[i]));
    }
    for (std::size_t i = 0; i < vb.size() && high - low < best.depth; i++) {
      low = std::min(low, dot(n, vb[i]));
    }
    if (high - low < best.depth) best = {high - low, n, fa, fb};
  };

  const Topology &ta = a.body.topology(), &tb = b.body.topology();
  for (std::uint32_t f = 0; f < ta.face_count(); f++) {
    offer(face_normal(a, f), {FeatureKind::face, f}, ta.face_vertices(f)[0], {}, 0);
  }
  for (std::uint32_t f = 0; f < tb.face_count(); f++) {
    offer(-face_normal(b, f), {}, 0, {FeatureKind::face, f}, tb.face_vertices(f)[0]);
  }
  const auto wings_a = wing_vertices(ta), wings_b = wing_vertices(tb);
  for (std::uint32_t e = 0; e < ta.edge_count(); e++) {
    for (std::uint32_t f = 0; f < tb.edge_count(); f++) {
      spend_work(1);
      const Vec3 across = edge_normal(a, ta.edge(e), b, tb.edge(f));
      if (across == Vec3::zero()) continue;
      const std::uint32_t p = ta.edge(e).vertex[0], r = tb.edge(f).vertex[0];
      for (const Vec3& n : {across, Vec3(-across)}) {
        if (ta.face_count() > 0 && leaves_wing_in_front(n, va, p, wings_a[e])) continue;
        if (tb.face_count() > 0 && leaves_wing_in_front(-n, vb, r, wings_b[f])) continue;
        offer(n, {FeatureKind::edge, e}, p, {FeatureKind::edge, f}, r);
      }
    }
  }
  if (best.feature_a.kind == FeatureKind::face) {
    best.feature_b = {FeatureKind::vertex, extreme_vertex(vb, -best.normal)};
  } else if (best.feature_b.kind == FeatureKind::face) {
    best.feature_a = {FeatureKind::vertex, extreme_vertex(va, best.normal)};
  }
  return best;
}

}  // namespace glance::rooms::exact
