// Spheres fitted to the surface. The surface is divided by planes into pieces that hang together
// about as well as they can, the worst first, at each level as often as the octree has cells. Each
// set of pieces gets a sphere around it whose center lies as deep in the body as is good: a sphere
// through a flat piece of radius p, its center t below, sticks out by sqrt(p^2 + t^2) - t only.
// Tested in tests/property/sphere_trees_test.cpp (SphereTrees.FittedLeaveLessOutside).
#include <algorithm>
#include <queue>

#include "geom/jacobi.h"
#include "geom/polytope.h"
#include "spheres/sphere_pieces.h"
#include "spheres/sphere_tree_data.h"

namespace glance::rooms::spheres {
namespace {

/// Children of a node at most, as many as an octree's.
constexpr std::uint32_t kMostChildren = 8;
/// Spheres that stick out, or are large, by no more than this (length over unit) stay undivided.
constexpr double kTight = 1e-9;
/// Steps by which the center of the smallest sphere is approached (Badoiu and Clarkson 2003).
constexpr int kEnclosingSteps = 24;
/// The search for a better center ends at this part of the smallest sphere's radius.
constexpr double kFinestStep = 0.1;

/// Directions in which a sphere is measured.
constexpr int kDirections = 24;

/// A sphere around pieces, and about how much of it is outside of the body (volume over unit^3).
struct FittedBall {
  UnitBall ball;
  double waste = 0;
};

class Fitter {
 public:
  Fitter(const SphereSurface& surface, const SphereField& field)
      : surface_(surface), field_(field) {}

  FittedBall fit(const SpherePieces& pieces, const PieceMeasure& shape) {
    gather(pieces);
    const UnitBall smallest = enclosing();
    if (!solid_) return {smallest, ball_volume(smallest.radius)};
    FittedBall found = deepest(smallest, shape);
    found.waste = outside(found.ball);
    return found;
  }

 private:
  struct Point {
    Vec3 at;
    double pad;
  };

  FittedBall deepest(const UnitBall& smallest, const PieceMeasure& shape) {
    FittedBall best = at(smallest.center);
    // Into the body, as far as it gets better.
    const double r = smallest.radius;
    const double slope = norm(shape.normal);
    if (slope > 0.05) {
      for (double t = r / 2; t < 4; t *= 2) {
        const FittedBall deeper = at(smallest.center - shape.normal * (t / slope));
        if (deeper.waste < best.waste) best = deeper;
      }
    }
    for (double step = std::max(r, norm(best.ball.center - smallest.center)) / 2;
         step > kFinestStep * r;) {
      FittedBall better = best;
      for (int i = 0; i < 6; i++) {
        Vec3 center = best.ball.center;
        center[i / 2] += i % 2 ? step : -step;
        const FittedBall trial = at(center);
        if (trial.waste < better.waste) better = trial;
      }
      if (better.waste < best.waste * (1 - 1e-3)) {
        best = better;
      } else {
        step /= 2;
      }
    }
    return best;
  }

  /// About the volume of a ball outside of the body: from how far it sticks out, here and there.
  double outside(const UnitBall& ball) const {
    double sum = 0;
    for (int i = 0; i < kDirections; i++) {
      // Spread evenly over the sphere, by the golden angle.
      const double z = 1 - (2 * i + 1.0) / kDirections, r = std::sqrt(1 - z * z);
      const double angle = 2.399963229728653 * i;
      const Vec3 u(r * std::cos(angle), r * std::sin(angle), z);
      const double out = field_.rough_distance(ball.center + ball.radius * u);
      sum += std::clamp(out, 0.0, ball.radius);
    }
    return 12.566370614359172 * (ball.radius * ball.radius) * sum / kDirections;
  }

  static double ball_volume(double r) { return 4.188790204786391 * r * r * r; }

  void gather(const SpherePieces& pieces) {
    points_.clear();
    solid_ = false;
    for (const SpherePieces::Piece& piece : pieces.pieces()) {
      const SurfacePart& part = surface_.parts[surface_.triangles[piece.triangle].part];
      // A sphere around a point of a rounded body can be no better placed.
      solid_ |= part.solid;
      for (const Vec3& p : pieces.corners(piece)) points_.push_back({p, part.pad()});
    }
  }

  /// The distance of the farthest point, and which that is.
  double radius(const Vec3& center, const Point** farthest = nullptr) const {
    double most = -1;
    const Point* which = points_.data();
    for (const Point& p : points_) {
      // Roots only where they can matter.
      const double square = norm_sq(p.at - center), needed = most - p.pad;
      if (needed > 0 && square <= needed * needed) continue;
      const double d = std::sqrt(square) + p.pad;
      if (d > most) {
        most = d;
        which = &p;
      }
    }
    if (farthest) *farthest = which;
    return most;
  }

  UnitBall enclosing() const {
    Aabb box;
    for (const Point& p : points_) box.add(p.at);
    Vec3 center = box.lower + (box.upper - box.lower) / 2;
    const Point* far = nullptr;
    UnitBall best{center, radius(center, &far)};
    for (int i = 1; i <= kEnclosingSteps; i++) {
      center += (far->at - center) / (i + 2);
      const double r = radius(center, &far);
      if (r < best.radius) best = {center, r};
    }
    return best;
  }

  FittedBall at(const Vec3& center) {
    const double r = radius(center);
    const double h = std::clamp(r + field_.signed_distance(center, &memory_), 0.0, 2 * r);
    return {{center, r}, 1.0471975511965976 * h * h * (3 * r - h)};  // a cap of height h
  }

  const SphereSurface& surface_;
  const SphereField& field_;
  SphereField::Memory memory_;
  std::vector<Point> points_;
  bool solid_ = false;
};

/// What one sphere is to cover.
struct Cluster {
  SpherePieces pieces;
  PieceMeasure shape;
  FittedBall fitted;
  std::uint32_t parent = 0;
};

class FittedBuilder {
 public:
  FittedBuilder(const SphereSurface& surface, const SphereField& field)
      : surface_(surface), field_(field), fitter_(surface, field) {
    for (const SurfacePart& part : surface.parts) tight_ = std::max(tight_, kTight + 2 * part.sag);
  }

  SphereTreeData build(std::span<const std::size_t> counts) {
    data_.builder = SphereBuilder::fitted;
    data_.covers_inside = std::ranges::none_of(surface_.parts, &SurfacePart::solid);
    std::vector<Cluster> level(1);
    level[0].pieces = SpherePieces::all(surface_);
    finish(level[0]);
    data_.nodes.push_back(make_node(surface_, field_, level[0].fitted.ball));
    std::size_t ended = 0;  // leaves above the level
    std::uint32_t first = 0;
    for (std::size_t l = 1; l < counts.size() && !level.empty(); l++) {
      const auto behind = static_cast<std::uint32_t>(data_.nodes.size());
      level = divide_all(std::move(level), first, counts[l], ended);
      for (Cluster& cluster : level) {
        SphereNode node = make_node(surface_, field_, cluster.fitted.ball);
        node.parent = cluster.parent;
        node.level = static_cast<std::uint32_t>(l);
        SphereNode& parent = data_.nodes[node.parent];
        if (parent.children++ == 0) parent.child = static_cast<std::uint32_t>(data_.nodes.size());
        data_.nodes.push_back(node);
      }
      if (!level.empty()) data_.levels = static_cast<int>(l) + 1;
      first = behind;
    }
    // Where the root is all there is, it holds the body.
    if (data_.levels == 1) data_.covers_inside = true;
    return std::move(data_);
  }

 private:
  void finish(Cluster& cluster) {
    cluster.shape = measure(surface_, cluster.pieces);
    cluster.fitted = fitter_.fit(cluster.pieces, cluster.shape);
  }

  /// Through the middle of the pieces, across the axis along which they are longest.
  /// In a grid, along its planes.
  Plane middle_plane(const SpherePieces& pieces, const Mat3& axes) const {
    Plane plane;
    const double grid = surface_.grid;
    double longest = -1;
    for (int k = 0; k < 3; k++) {
      const Vec3 axis = axes.col(k);
      double low = INFINITY, high = -INFINITY;
      for (const Vec3& p : pieces.points()) {
        low = std::min(low, dot(axis, p));
        high = std::max(high, dot(axis, p));
      }
      if (high - low <= longest * (1 + 1e-9)) continue;  // equal ones: the first
      longest = high - low;
      plane = {axis, low + (high - low) / 2};
      if (!(grid > 0) || high - low < 1.5 * grid) continue;
      const double first = surface_.bounds.lower[k];
      plane.offset = first + std::round((plane.offset - first) / grid) * grid;
    }
    return plane;
  }

  /// False, and nothing is changed, if it is tight, or cannot be divided.
  bool divide(Cluster& cluster, Cluster& other) {
    const UnitBall& ball = cluster.fitted.ball;
    const double overhang = ball.radius + field_.signed_distance(ball.center);
    if (ball.radius < kTight || overhang < tight_) return false;
    // Across the pieces where they are longest: along axes of their own, or along the body's, which
    // suit boxes and voxels. (The least waste alone would cut rings into rings.)
    bool found = false;
    Cluster one, two;
    const Mat3 pieces_axes = symmetric_eigenvectors(cluster.shape.covariance);
    const Mat3 own_axes = Mat3::identity();
    for (const Mat3* axes : {&own_axes, &pieces_axes}) {
      if (axes == &pieces_axes && surface_.grid > 0) break;  // between cubes, not through them
      const Plane plane = middle_plane(cluster.pieces, *axes);
      Cluster below, above;
      cluster.pieces.split(surface_, plane.normal, plane.offset, false, below.pieces, above.pieces);
      if (below.pieces.empty() || above.pieces.empty()) continue;
      finish(below);
      finish(above);
      const double waste = below.fitted.waste + above.fitted.waste;
      if (found && !(waste < one.fitted.waste + two.fitted.waste)) continue;
      found = true;
      one = std::move(below);
      two = std::move(above);
    }
    if (!found) return false;
    one.parent = two.parent = cluster.parent;
    cluster = std::move(one);
    other = std::move(two);
    return true;
  }

  /// The clusters of the next level, side by side by parent, at most `most` together with the
  /// leaves above.
  std::vector<Cluster> divide_all(std::vector<Cluster> level, std::uint32_t first, std::size_t most,
                                  std::size_t& ended) {
    struct Worst {
      double waste;
      std::size_t number;
      bool operator<(const Worst& other) const {
        return waste < other.waste || (waste == other.waste && number > other.number);
      }
    };
    std::vector<std::uint32_t> children(level.size(), 1);
    std::priority_queue<Worst> worst;
    const std::size_t parents = level.size();
    for (std::size_t i = 0; i < parents; i++) {
      level[i].parent = first + static_cast<std::uint32_t>(i);
      worst.push({level[i].fitted.waste, i});
    }
    while (!worst.empty() && ended + level.size() < most) {
      const std::size_t number = worst.top().number;
      worst.pop();
      std::uint32_t& siblings = children[level[number].parent - first];
      if (siblings >= kMostChildren) continue;
      Cluster other;
      if (!divide(level[number], other)) continue;
      siblings++;
      level.push_back(std::move(other));
      worst.push({level[number].fitted.waste, number});
      worst.push({level.back().fitted.waste, level.size() - 1});
    }
    // Those of undivided parents end; the others stand by parent.
    const auto stays = [&](const Cluster& c) { return children[c.parent - first] > 1; };
    ended += static_cast<std::size_t>(std::ranges::count(children, 1u));
    std::vector<Cluster> next;
    for (Cluster& cluster : level) {
      if (stays(cluster)) next.push_back(std::move(cluster));
    }
    std::ranges::stable_sort(next, {}, &Cluster::parent);
    return next;
  }

  const SphereSurface& surface_;
  const SphereField& field_;
  Fitter fitter_;
  double tight_ = kTight;  ///< spheres cannot fit better than the triangles of curved parts do
  SphereTreeData data_;
};

}  // namespace

SphereTreeData build_fitted(const SphereSurface& surface, const SphereField& field,
                            std::span<const std::size_t> counts) {
  return FittedBuilder(surface, field).build(counts);
}

}  // namespace glance::rooms::spheres
