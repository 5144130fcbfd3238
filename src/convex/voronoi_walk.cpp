#include "convex/voronoi_walk.h"

#include <algorithm>

#include "base/check.h"
#include "base/work_limit.h"
#include "geom/support.h"
#include "geom/voronoi_regions.h"
#include "math/closest.h"

namespace glance::rooms::convex {
namespace {

/// Results below this fraction of the sizes involved are rounding noise.
constexpr double kNoise = 16 * 0x1p-53;

/// Faces with more sides than this are searched (geom/voronoi_regions), not scanned.
constexpr std::size_t kManyEdges = 16;

/// A walk may get lost inside a body. Few walks leave a body and enter it again more than once.
constexpr int kMaxInsideVisits = 3;

/// What one step of the walk did: went to a feature of higher or lower dimension, found the closest
/// pair, a vertex inside a body, no pair that is nearer, or no way out.
enum class Step : std::uint8_t { up, down, closest, inside, stalled, lost };

/// Coordinates are in the frames of the two bodies. Side 0 is A, and side 1 is B.
class Walk {
 public:
  Walk(const PairFrame& frame, FeatureId a, FeatureId b, bool interior_cells)
      : body_{&frame.a.body, &frame.b.body}, feature_{a, b}, interior_cells_(interior_cells) {
    const Mat3 &ra = frame.a.rotation, &rb = frame.b.rotation;
    for (int i = 0; i < 3; i++) {
      turn_.col(i) = multiply_transposed(ra, rb.col(i));
    }
    shift_ = frame.a.centroid() + multiply_transposed(ra, frame.offset) -
             multiply(turn_, frame.b.centroid());
    noise_[0] = kNoise * frame.size * frame.a.body.extent();
    noise_[1] = kNoise * frame.size * frame.b.body.extent();
  }

  WalkEnd run(std::uint32_t& steps) {
    const auto limit = static_cast<std::uint32_t>(
        64 + 8 * (std::sqrt(body_[0]->vertices().size()) + std::sqrt(body_[1]->vertices().size())));
    // `before` is the pair to return if the last step up turns out to be no progress.
    FeatureId before[2] = {feature_[0], feature_[1]};
    for (std::uint32_t i = 0; i < limit; i++) {
      steps++;
      spend_work(5);
      const FeatureId here[2] = {feature_[0], feature_[1]};
      switch (step()) {
        case Step::up:
          before[0] = here[0];
          before[1] = here[1];
          must_be_nearer_ = true;
          break;
        case Step::down: break;
        case Step::closest: return {WalkEnd::Kind::closest, feature_[0], feature_[1]};
        case Step::inside: return {WalkEnd::Kind::inside, feature_[0], feature_[1]};
        case Step::stalled: return {WalkEnd::Kind::closest, before[0], before[1]};
        case Step::lost: return {WalkEnd::Kind::gave_up, feature_[0], feature_[1]};
      }
    }
    return {WalkEnd::Kind::gave_up, feature_[0], feature_[1]};
  }

 private:
  const Topology& topology(int side) const { return body_[side]->topology(); }
  const Vec3& vertex(int side, std::uint32_t v) const { return body_[side]->vertex(v); }

  /// A point or direction of the other body's frame in the frame of `side`.
  Vec3 into(int side, const Vec3& point) const {
    return side == 0 ? Vec3(multiply(turn_, point) + shift_)
                     : multiply_transposed(turn_, point - shift_);
  }
  Vec3 turn_into(int side, const Vec3& direction) const {
    return side == 0 ? multiply(turn_, direction) : multiply_transposed(turn_, direction);
  }

  void set(int side, FeatureKind kind, std::uint32_t index) { feature_[side] = {kind, index}; }

  /// Whether the walk may continue from a pair at this distance: after a step up, it must be
  /// smaller than all before.
  bool nearer(double distance_sq) {
    if (must_be_nearer_ && !(distance_sq < distance_sq_)) return false;
    must_be_nearer_ = false;
    distance_sq_ = std::min(distance_sq_, distance_sq);
    return true;
  }

  Step step() {
    const FeatureKind a = feature_[0].kind, b = feature_[1].kind;
    if (a == FeatureKind::vertex) {
      if (b == FeatureKind::vertex) return vertex_vertex();
      return b == FeatureKind::edge ? vertex_edge(0) : vertex_face(0);
    }
    if (b == FeatureKind::vertex) return a == FeatureKind::edge ? vertex_edge(1) : vertex_face(1);
    if (a == FeatureKind::edge) return b == FeatureKind::edge ? edge_edge() : edge_face(0);
    if (b == FeatureKind::edge) return edge_face(1);
    // Two faces: the walk never gets there itself, but a start from the cache may. Any vertex will
    // do.
    set(0, FeatureKind::vertex, topology(0).face_vertices(feature_[0].index)[0]);
    return Step::down;
  }

  /// Steps from a vertex to the edge that leads farthest along d, if any edge leads along d.
  bool climb_edge(int side, std::uint32_t v, const Vec3& d) {
    const std::size_t steepest = steepest_neighbor(*body_[side], d, v, noise_[side]);
    const auto edges = topology(side).vertex_edges(v);
    if (steepest == edges.size()) return false;
    set(side, FeatureKind::edge, edges[steepest]);
    return true;
  }

  /// Steps from an edge to the adjacent face over which d points, if it points over one of the two.
  bool climb_face(int side, const Edge& edge, const Vec3& along, const Vec3& d) {
    if (edge.face[0] == kNoFace) return false;
    // Seen from the edge, normal x along points into face[0], and the opposite into face[1].
    const Vec3 across = cross(along, d);
    const double first = dot(body_[side]->plane(edge.face[0]).normal, across);
    const double second = -dot(body_[side]->plane(edge.face[1]).normal, across);
    if (std::max(first, second) <= noise_[side]) return false;
    set(side, FeatureKind::face, edge.face[first >= second ? 0 : 1]);
    return true;
  }

  /// Two vertices are the closest features if each lies in the Voronoi region of the other: if no
  /// edge at either of them leads nearer.
  Step vertex_vertex() {
    const std::uint32_t v = feature_[0].index, w = feature_[1].index;
    const Vec3 d = into(0, vertex(1, w)) - vertex(0, v);
    if (!nearer(norm_sq(d))) return Step::stalled;
    if (climb_edge(0, v, d)) return Step::up;
    if (climb_edge(1, w, -turn_into(1, d))) return Step::up;
    return Step::closest;
  }

  Step vertex_edge(int side) {
    const int other = 1 - side;
    const std::uint32_t v = feature_[side].index;
    const Edge& edge = topology(other).edge(feature_[other].index);
    const Vec3& from = vertex(other, edge.vertex[0]);
    const Vec3 along = vertex(other, edge.vertex[1]) - from;
    const Vec3 x = into(other, vertex(side, v)) - from;
    const double reach = dot(x, along), length_sq = norm_sq(along);
    if (reach <= 0) return down_to_vertex(other, edge.vertex[0]);
    if (reach >= length_sq) return down_to_vertex(other, edge.vertex[1]);
    const Vec3 d = x - along * (reach / length_sq);
    if (!nearer(norm_sq(d))) return Step::stalled;
    if (climb_face(other, edge, along, d)) return Step::up;
    if (climb_edge(side, v, -turn_into(side, d))) return Step::up;
    return Step::closest;
  }

  Step vertex_face(int side) {
    const int other = 1 - side;
    const std::uint32_t v = feature_[side].index;
    const Vec3 x = into(other, vertex(side, v));
    std::uint32_t face = feature_[other].index;
    // Beyond a side of the face, that side is nearer or equally near.
    if (const std::uint32_t edge = beyond_side(other, face, x); edge != kNoEdge) {
      set(other, FeatureKind::edge, edge);
      return Step::down;
    }
    double height = body_[other]->plane(face).height(x);
    if (height < 0 && body_[other]->dimension() == 2) {  // the polygon's other face
      face = 1 - face;
      height = -height;
      set(other, FeatureKind::face, face);
    }
    // Behind the face: this is no distance, and perhaps the vertex is inside the body.
    if (height <= 0) return pass_through(other, face, x);
    if (!nearer(height * height)) return Step::stalled;
    const Vec3 down = -turn_into(side, body_[other]->plane(face).normal);
    return climb_edge(side, v, down * height) ? Step::up : Step::closest;
  }

  static constexpr std::uint32_t kNoEdge = UINT32_MAX;

  /// The edge of a face that a point lies farthest beyond; kNoEdge if it is over the face.
  std::uint32_t beyond_side(int side, std::uint32_t face, const Vec3& x) const {
    const auto loop = topology(side).face_vertices(face);
    const auto edges = topology(side).face_edges(face);
    if (loop.size() > kManyEdges) {
      const auto violated = find_violated(*body_[side], {FeatureKind::face, face}, x);
      return violated && violated->neighbor.kind == FeatureKind::edge ? violated->neighbor.index
                                                                      : kNoEdge;
    }
    const Vec3& normal = body_[side]->plane(face).normal;
    double lowest = -noise_[side];
    std::uint32_t edge = kNoEdge;
    for (std::size_t i = 0; i < loop.size(); i++) {
      const Vec3& from = vertex(side, loop[i]);
      const Vec3& to = vertex(side, loop[i + 1 < loop.size() ? i + 1 : 0]);
      const double inward = triple(normal, to - from, x - from);
      if (inward < lowest) {
        lowest = inward;
        edge = edges[i];
      }
    }
    return edge;
  }

  /// A point behind a face (section 3.3): it is inside the body, or the walk leaves through another
  /// face.
  Step pass_through(int side, std::uint32_t face, const Vec3& x) {
    if (body_[side]->dimension() < 3) return Step::inside;
    const std::uint32_t count = topology(side).face_count();
    if (interior_cells_) {
      // From cell to cell. Of two neighbouring cells, the one behind the plane between them has the
      // larger height(x) / height(centroid), so no cell is visited twice.
      for (std::uint32_t left = count;; left--) {
        const auto violated = find_violated_interior(*body_[side], face, x);
        if (!violated) return Step::inside;
        face = violated->neighbor.index;
        if (body_[side]->plane(face).height(x) > 0) break;
        if (left == 0) return Step::lost;
      }
    } else {
      double highest = 0;
      for (std::uint32_t f = 0; f < count; f++) {
        const double height = body_[side]->plane(f).height(x);
        if (height > highest) {
          highest = height;
          face = f;
        }
      }
      if (highest == 0) return Step::inside;
    }
    if (++inside_visits_ > kMaxInsideVisits) return Step::lost;
    set(side, FeatureKind::face, face);
    distance_sq_ = std::numeric_limits<double>::infinity();
    must_be_nearer_ = false;
    return Step::down;
  }

  Step down_to_vertex(int side, std::uint32_t v) {
    set(side, FeatureKind::vertex, v);
    return Step::down;
  }

  Step edge_edge() {
    const Edge& e = topology(0).edge(feature_[0].index);
    const Edge& g = topology(1).edge(feature_[1].index);
    const Vec3& p = vertex(0, e.vertex[0]);
    const Vec3 u = vertex(0, e.vertex[1]) - p;
    const Vec3 local_w = vertex(1, g.vertex[1]) - vertex(1, g.vertex[0]);
    const Vec3 q = into(0, vertex(1, g.vertex[0])), w = turn_into(0, local_w);
    // The nearest points p + s u and q + t w of the two lines. If one is at or beyond the end of
    // its edge, step down to that vertex.
    const TwoSegments both(p, u, q, w);
    const double s = clamp_unit(both.quick_s(kNoise)), t = both.free_t(s);
    if (t <= 0 || t >= 1) {
      set(1, FeatureKind::vertex, g.vertex[t <= 0 ? 0 : 1]);
      return Step::down;
    }
    if (s <= 0 || s >= 1) {
      set(0, FeatureKind::vertex, e.vertex[s <= 0 ? 0 : 1]);
      return Step::down;
    }
    const Vec3 d = w * t - both.r - u * s;
    if (!nearer(norm_sq(d))) return Step::stalled;
    if (climb_face(0, e, u, d)) return Step::up;
    if (climb_face(1, g, local_w, -turn_into(1, d))) return Step::up;
    return Step::closest;
  }

  /// The nearest points of an edge and a face are always those of a smaller feature of one of them,
  /// so this case only steps down, to a side of the face or to an end of the edge (V-Clip's
  /// edge-face case), unless the edge runs through the face.
  Step edge_face(int side) {
    const int other = 1 - side;
    const Edge& edge = topology(side).edge(feature_[side].index);
    const std::uint32_t face = feature_[other].index;
    const auto loop = topology(other).face_vertices(face);
    const auto sides = topology(other).face_edges(face);
    const Plane& plane = body_[other]->plane(face);
    const Vec3 p = into(other, vertex(side, edge.vertex[0]));
    const Vec3 q = into(other, vertex(side, edge.vertex[1]));

    // Clips the edge at the sides of the face: [low, high] is the part over the face, and low_side
    // and high_side are the sides that cut it.
    double low = 0, high = 1;
    std::uint32_t low_side = kNoEdge, high_side = kNoEdge;
    bool beyond = false;
    for (std::size_t i = 0; i < loop.size(); i++) {
      const Vec3& from = vertex(other, loop[i]);
      const Vec3& to = vertex(other, loop[i + 1 < loop.size() ? i + 1 : 0]);
      const Vec3 inward = cross(plane.normal, to - from);
      const double at_p = dot(inward, p - from), at_q = dot(inward, q - from);
      if (at_p < 0 && at_q < 0) {
        beyond = true;
      } else if (at_p < 0 || at_q < 0) {
        const double cut = at_p / (at_p - at_q);
        if (at_p < 0 && cut > low) {
          low = cut;
          low_side = sides[i];
        } else if (at_q < 0 && cut < high) {
          high = cut;
          high_side = sides[i];
        }
      }
    }
    if (beyond || low > high) {
      set(other, FeatureKind::edge, nearest_side(other, face, p, q));
      return Step::down;
    }

    // Heights over the face at both ends of that part. If their signs differ, the edge runs through
    // the face.
    const double at_p = plane.height(p), at_q = plane.height(q);
    double at_low = at_p + (at_q - at_p) * low, at_high = at_p + (at_q - at_p) * high;
    if ((at_low > 0) != (at_high > 0) || at_low == 0 || at_high == 0) return Step::inside;
    const bool in_front = at_low > 0;
    at_low = std::fabs(at_low);
    at_high = std::fabs(at_high);
    const bool above = in_front || body_[other]->dimension() == 2;
    const double nearest = std::min(at_low, at_high);
    // Equal heights: prefer a vertex of the edge to a side of the face. (Heights are compared at
    // the ends of the whole edge: the part over the face may be a single point.)
    const bool tie = std::fabs(at_q - at_p) <= kNoise * (std::fabs(at_p) + std::fabs(at_q));
    const bool take_low = tie ? low_side == kNoEdge : (at_q > at_p) == in_front;
    const std::uint32_t cut_by = take_low ? low_side : high_side;
    if (cut_by == kNoEdge) {
      if (above && !nearer(nearest * nearest)) return Step::stalled;
      set(side, FeatureKind::vertex, edge.vertex[take_low ? 0 : 1]);
    } else {
      // The edge comes nearer beyond that side: the distance is measured there.
      set(other, FeatureKind::edge, cut_by);
    }
    return Step::down;
  }

  /// The side of a face that is nearest to a segment that passes beside the face.
  std::uint32_t nearest_side(int side, std::uint32_t face, const Vec3& p, const Vec3& q) const {
    const auto sides = topology(side).face_edges(face);
    double least = std::numeric_limits<double>::infinity();
    std::uint32_t best = sides[0];
    for (const std::uint32_t i : sides) {
      const Edge& edge = topology(side).edge(i);
      const Vec3& from = vertex(side, edge.vertex[0]);
      const double distance_sq =
          segments_apart_sq(p, q - p, from, vertex(side, edge.vertex[1]) - from);
      if (distance_sq < least) {
        least = distance_sq;
        best = i;
      }
    }
    return best;
  }

  static double segments_apart_sq(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& w) {
    const TwoSegments both(p, u, q, w);
    const double t = clamp_unit(both.free_t(clamp_unit(both.quick_s(kNoise))));
    return norm_sq(Vec3(both.r + u * clamp_unit(both.free_s(t)) - w * t));
  }

  const Polytope* body_[2];
  FeatureId feature_[2];
  bool interior_cells_;
  Mat3 turn_;   ///< B's axes in A's frame
  Vec3 shift_;  ///< B's origin in A's frame
  double noise_[2];
  double distance_sq_ = std::numeric_limits<double>::infinity();
  bool must_be_nearer_ = false;
  int inside_visits_ = 0;
};

}  // namespace

WalkEnd voronoi_walk(const PairFrame& frame, FeatureId start_a, FeatureId start_b,
                     bool interior_cells, std::uint32_t& steps) {
  return Walk(frame, start_a, start_b, interior_cells).run(steps);
}

}  // namespace glance::rooms::convex
