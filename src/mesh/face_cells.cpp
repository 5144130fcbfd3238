// All borders of parts inside the triangle are segments: what other triangles have in common with
// its plane. Each segment is cut where it meets another one or an edge of the triangle. Next to the
// middle of each piece inside the triangle, a point is taken on either side; so every part has a
// point. Without any such piece the triangle is a single part. Superfluous cuts do no harm.
//
// Points of the plane are seen along an axis, as fractions (x / w, y / w) with w > 0.
// Tested in tests/property/solids_test.cpp (Solids.ThatWindAroundCellsAnyNumberOfTimes).
#include "mesh/face_cells.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace glance::rooms::mesh {
namespace {

struct PlanePoint {
  BigInt x, y, w;
};

/// The sign of the determinant of three points: +1 if they turn to the left.
int turn(const PlanePoint& p, const PlanePoint& q, const PlanePoint& r) {
  return sign_of(
      dot(ExactPoint{p.x, p.y, p.w}, cross(ExactPoint{q.x, q.y, q.w}, ExactPoint{r.x, r.y, r.w})));
}

PlanePoint with_positive_weight(const ExactPoint& p) {
  return sign_of(p.z) > 0 ? PlanePoint{p.x, p.y, p.z} : PlanePoint{-p.x, -p.y, -p.z};
}

PlanePoint middle(const PlanePoint& p, const PlanePoint& q) {
  return {p.x * q.w + q.x * p.w, p.y * q.w + q.y * p.w, 2 * p.w * q.w};
}

/// Any order along a line that is not upright, and any on one that is.
struct IsBefore {
  bool operator()(const PlanePoint& p, const PlanePoint& q) const {
    const BigInt along = p.x * q.w - q.x * p.w;
    return sign_of(along) != 0 ? sign_of(along) < 0 : p.y * q.w < q.y * p.w;
  }
};

/// From the lower to the higher in that order; its box in rounded numbers.
struct Segment {
  PlanePoint from, to;
  std::array<double, 2> low, high;

  Segment(const PlanePoint& p, const PlanePoint& q)
      : from(IsBefore()(p, q) ? p : q), to(IsBefore()(p, q) ? q : p) {
    const std::array ends{std::array{ratio(from.x, from.w), ratio(from.y, from.w)},
                          std::array{ratio(to.x, to.w), ratio(to.y, to.w)}};
    for (std::size_t k = 0; k < 2; k++) {
      const double slack = 0x1p-48 * std::max(std::fabs(ends[0][k]), std::fabs(ends[1][k]));
      low[k] = std::min(ends[0][k], ends[1][k]) - slack;
      high[k] = std::max(ends[0][k], ends[1][k]) + slack;
    }
  }

  bool may_meet(const Segment& o) const {
    for (std::size_t k = 0; k < 2; k++) {
      if (low[k] > o.high[k] || high[k] < o.low[k]) return false;
    }
    return true;
  }

  bool holds(const PlanePoint& p) const { return IsBefore()(from, p) && IsBefore()(p, to); }

  /// Adds the points at which the other begins, ends or crosses this one.
  void cut(const Segment& o, std::vector<PlanePoint>& cuts) const {
    const auto add = [&](const PlanePoint& p) {
      if (holds(p)) cuts.push_back(p);
    };
    const int start = turn(from, to, o.from), end = turn(from, to, o.to);
    if (start * end > 0) return;
    if (start == 0) add(o.from);
    if (end == 0) add(o.to);
    if (start == 0 || end == 0) return;
    const ExactPoint own = cross(ExactPoint{from.x, from.y, from.w}, ExactPoint{to.x, to.y, to.w});
    const ExactPoint other =
        cross(ExactPoint{o.from.x, o.from.y, o.from.w}, ExactPoint{o.to.x, o.to.y, o.to.w});
    add(with_positive_weight(cross(own, other)));
  }
};

/// The triangle in its plane.
class Face {
 public:
  Face(const Pose& pose, const TriangleCorners& local, const ExactWorld& world)
      : pose_(pose), local_(local), world_(world), origin_(world(pose, local[0])) {
    normal_ = cross(world(pose, local[1]) - origin_, world(pose, local[2]) - origin_);
    // Seen along an axis that is not in the plane, different points of the plane stay different.
    axis_ = sign_of(normal_.z) != 0 ? 2 : sign_of(normal_.y) != 0 ? 1 : 0;
    for (std::size_t i = 0; i < 3; i++) corners_[i] = seen(world(pose, local[i]));
    for (std::size_t i = 0; i < 3; i++) edges.emplace_back(corners_[i], corners_[(i + 1) % 3]);
    facing_ = turn(corners_[0], corners_[1], corners_[2]);
  }

  /// What a triangle has in common with the plane, as far as that is segments.
  void add(const Pose& pose, const TriangleCorners& local, unsigned borders) {
    std::array<ExactPoint, 3> p;
    std::array<BigInt, 3> height;
    std::array<int, 3> side;
    for (std::size_t i = 0; i < 3; i++) {
      p[i] = world_(pose, local[i]);
      height[i] = dot(normal_, p[i] - origin_);
      side[i] = sign_of(height[i]);
    }
    const bool is_coplanar = side == std::array{0, 0, 0};
    std::vector<PlanePoint> ends;
    for (std::size_t i = 0; i < 3; i++) {
      const std::size_t k = (i + 1) % 3;
      if (side[i] == 0 && side[k] == 0 && (!is_coplanar || (borders >> i & 1))) {
        segments.emplace_back(seen(p[i]), seen(p[k]));
      }
      if (side[i] == 0) ends.push_back(seen(p[i]));
      if (side[i] * side[k] < 0) ends.push_back(crossing(p[i], height[i], p[k], height[k]));
    }
    const bool crosses =
        std::ranges::find(side, 1) != side.end() && std::ranges::find(side, -1) != side.end();
    if (crosses && ends.size() == 2) segments.emplace_back(ends[0], ends[1]);
  }

  /// Of a point of the plane: which mean of the corners it is, if it is strictly inside.
  std::optional<std::array<BigInt, 3>> weights(const PlanePoint& x) const {
    std::array<BigInt, 3> w;
    for (std::size_t i = 0; i < 3; i++) {
      const PlanePoint &q = corners_[(i + 1) % 3], &r = corners_[(i + 2) % 3];
      w[i] = facing_ * dot(ExactPoint{x.x, x.y, x.w},
                           cross(ExactPoint{q.x, q.y, q.w}, ExactPoint{r.x, r.y, r.w}));
      if (sign_of(w[i]) <= 0) return std::nullopt;
    }
    return w;
  }

  /// A point with these weights, moved a little to one side of a segment through it (left: +1).
  SamplePoint beside(const std::array<BigInt, 3>& weights, const Segment& segment, int side) const {
    std::size_t k = 0;  // some corner is on that side
    while (turn(segment.from, segment.to, corners_[k]) != side) k++;
    return toward(k, weights);
  }

  std::vector<Segment> edges, segments;

 private:
  PlanePoint seen(const ExactPoint& p) const {
    if (axis_ == 2) return {p.x, p.y, 1};
    if (axis_ == 1) return {p.z, p.x, 1};
    return {p.y, p.z, 1};
  }

  /// Where the edge from p to q, with ends on different sides, crosses the plane: each end weighted
  /// with the height of the other, as a fraction.
  PlanePoint crossing(const ExactPoint& p, const BigInt& height_p, const ExactPoint& q,
                      const BigInt& height_q) const {
    const PlanePoint u = seen(p), v = seen(q);
    return with_positive_weight({BigInt(height_p * v.x - height_q * u.x),
                                 BigInt(height_p * v.y - height_q * u.y),
                                 BigInt(height_p - height_q)});
  }

  /// Moved towards corner k.
  SamplePoint toward(std::size_t k, const std::array<BigInt, 3>& weights) const {
    const BigInt sum = weights[0] + weights[1] + weights[2];
    SamplePoint point(pose_, Vec3(Vec3::zero()));
    point.weight = sum;
    point.terms.clear();
    double largest = 0;
    for (std::size_t i = 0; i < 3; i++) {
      // (corner k - x) times the sum of the weights: only the direction counts, since e is as small
      // as necessary.
      const BigInt way = i == k ? BigInt(sum - weights[i]) : BigInt(-weights[i]);
      point.terms.push_back({&pose_, local_[i], weights[i], way, 0});
      point.rough += ratio(weights[i], sum) * local_[i];
      largest = std::max(largest, local_[i].max_abs());
    }
    point.error = 8 * 0x1p-52 * largest;
    return point;
  }

  const Pose& pose_;
  const TriangleCorners& local_;
  const ExactWorld& world_;
  ExactPoint origin_, normal_;
  int axis_ = 0, facing_ = 0;
  std::array<PlanePoint, 3> corners_;
};

}  // namespace

bool FaceCells::any_of(const std::function<bool(const SamplePoint&)>& is_wanted) const {
  ExactWorld world(pose_, pose_);
  world.add(face_);
  for (const Other& other : others_) {
    world.add(*other.pose);
    world.add(other.corners);
  }
  Face face(pose_, face_, world);
  for (const Other& other : others_) face.add(*other.pose, other.corners, other.borders);
  bool is_divided = false;
  std::vector<PlanePoint> cuts;
  for (const Segment& segment : face.segments) {
    cuts.assign({segment.from, segment.to});
    for (const Segment& edge : face.edges) segment.cut(edge, cuts);
    for (const Segment& other : face.segments) {
      if (&other != &segment && segment.may_meet(other)) segment.cut(other, cuts);
    }
    std::ranges::sort(cuts, IsBefore());
    for (std::size_t i = 0; i + 1 < cuts.size(); i++) {
      if (!IsBefore()(cuts[i], cuts[i + 1])) continue;
      const auto weights = face.weights(middle(cuts[i], cuts[i + 1]));
      if (!weights) continue;
      is_divided = true;
      for (const int side : {-1, 1}) {
        if (is_wanted(face.beside(*weights, segment, side))) return true;
      }
    }
  }
  return !is_divided && is_wanted(SamplePoint(pose_, face_));
}

}  // namespace glance::rooms::mesh
