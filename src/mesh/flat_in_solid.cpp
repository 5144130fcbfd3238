// Tested in tests/property/solids_test.cpp (Solids.AndPolygons).
#include "mesh/flat_in_solid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "mesh/exact_world.h"
#include "mesh/leaf_goal.h"
#include "mesh/mesh_search.h"
#include "mesh/sample_point.h"
#include "mesh/solid_contact.h"
#include "mesh/solid_winding.h"

namespace glance::rooms::mesh {
namespace {

/// Lists the triangles of a solid that a convex body may touch.
class TrianglesAround final : PassingQuestion, LeafGoal {
 public:
  TrianglesAround(const MeshSide& solid, const MeshSide& body, Workspace& workspace)
      : PassingQuestion(solid.shape, solid.pose, body.shape, body.pose, workspace),
        LeafGoal(question, SearchFor::all_hits, 0) {
    search_trees(question, *this);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
  }

  TriangleCorners corners(std::uint32_t triangle) const {
    return question.a.local_corners(triangle);
  }

  std::vector<std::uint32_t> found;

 private:
  bool look_at(std::uint32_t item_a, std::uint32_t) override {
    found.push_back(question.a.triangle(item_a));
    return false;
  }
  bool leaves_out(std::uint32_t, std::uint32_t) override { return false; }
};

/// A place on a segment: top / bottom of the way from its first end to the other; bottom > 0.
struct Place {
  BigInt top, bottom;

  bool operator<(const Place& o) const { return top * o.bottom < o.top * bottom; }
};

/// A segment, cut where it meets planes and edges of the solid. Each piece is inside, outside or on
/// the surface as a whole, so its middle decides. (Cuts at planes outside of their triangles are
/// superfluous but do no harm.)
class CutSegment {
 public:
  CutSegment(const MeshSide& solid, const MeshSide& body, Workspace& workspace)
      : solid_(solid), body_(body), workspace_(workspace) {}

  std::optional<Vec3> find_inside() {
    const TrianglesAround around(solid_, body_, workspace_);
    for (const std::uint32_t t : around.found) cut(around.corners(t));
    std::ranges::sort(cuts_, [](const Place& p, const Place& q) { return p < q; });
    for (std::size_t i = 0; i + 1 < cuts_.size(); i++) {
      const Place &p = cuts_[i], &q = cuts_[i + 1];
      if (!(p < q)) continue;
      const SamplePoint point =
          at({BigInt(p.top * q.bottom + q.top * p.bottom), BigInt(2 * p.bottom * q.bottom)});
      if (is_inside(*solid_.mesh, solid_.pose, point)) return body_.pose.apply(point.rough);
    }
    return std::nullopt;
  }

 private:
  const Vec3& from() const { return body_.shape.vertices()[0]; }
  const Vec3& to() const { return body_.shape.vertices()[1]; }

  /// Adds the places at which the triangle may divide the segment: where that crosses its plane,
  /// or, if it lies in the plane, where it crosses the lines of the three edges. Signs are those of
  /// integers.
  void cut(const TriangleCorners& triangle) {
    ExactWorld world(solid_.pose, body_.pose);
    world.add(triangle);
    world.add(from());
    world.add(to());
    std::array<ExactPoint, 3> p;
    for (std::size_t i = 0; i < 3; i++) p[i] = world(solid_.pose, triangle[i]);
    const ExactPoint u = world(body_.pose, from()), v = world(body_.pose, to());
    const ExactPoint normal = cross(p[1] - p[0], p[2] - p[0]);
    const BigInt height = dot(normal, u - p[0]), height_to = dot(normal, v - p[0]);
    if (sign_of(height) != 0 || sign_of(height_to) != 0) return cut_between(height, height_to);
    for (std::size_t i = 0; i < 3; i++) {
      const ExactPoint inward = cross(normal, p[(i + 1) % 3] - p[i]);
      cut_between(dot(inward, u - p[i]), dot(inward, v - p[i]));
    }
  }

  /// Where a linear function with these values at the ends is zero.
  void cut_between(const BigInt& at_from, const BigInt& at_to) {
    // Both ends on one side: no cut. Ends on the line itself are cuts already: both ends are in the
    // list from the start.
    if (sign_of(at_from) * sign_of(at_to) >= 0) return;
    if (sign_of(at_from) > 0) {
      cuts_.push_back({at_from, BigInt(at_from - at_to)});
    } else {
      cuts_.push_back({BigInt(-at_from), BigInt(at_to - at_from)});
    }
  }

  /// The place is exact: both ends with integer weights. The rounded point beside it serves only to
  /// report and to find candidates; `error` bounds how far it is off.
  SamplePoint at(const Place& place) const {
    SamplePoint point(body_.pose, Vec3(from() + ratio(place.top, place.bottom) * (to() - from())));
    point.error = 8 * 0x1p-52 * std::max(from().max_abs(), to().max_abs());
    point.weight = place.bottom;
    point.terms.clear();
    point.terms.push_back({&body_.pose, from(), BigInt(place.bottom - place.top), 0, 0});
    point.terms.push_back({&body_.pose, to(), place.top, 0, 0});
    return point;
  }

  const MeshSide &solid_, &body_;
  Workspace& workspace_;
  std::vector<Place> cuts_{{0, 1}, {1, 1}};
};

/// A polygon as a surface of triangles: what divides it is what divides that.
std::optional<Vec3> find_polygon_inside(const MeshSide& solid, const MeshSide& body,
                                        Workspace& workspace) {
  const std::span<const Vec3> corners = body.shape.vertices();  // around it
  std::vector<Triangle> fan;
  for (std::uint32_t i = 2; i < corners.size(); i++) fan.push_back({0, i - 1, i});
  const Result<Shape> surface = Shape::mesh(corners, fan, {.threads = 1});
  if (!surface) return std::nullopt;  // (there is nothing about it that a mesh refuses)
  return find_beside_contact(solid, MeshSide(*surface, body.pose, body.buffer), workspace);
}

/// A polygon within a disc or a flat ellipse, with corners wherever the border of the other body
/// may begin, end or leave the disc, as rounded numbers tell, and on the rim between these: what is
/// inside the solid shows in it.
class InscribedPolygon {
 public:
  InscribedPolygon(const MeshSide& solid, const MeshSide& body, Workspace& workspace) {
    const Vec3 sizes = body.shape.sizes();
    axis_ = sizes.x() == 0 ? 0 : sizes.y() == 0 ? 1 : 2;
    for (int k = 0; k < 2; k++) semi_[k] = sizes[(axis_ + 1 + k) % 3];
    near_ = kNear * std::max(semi_[0], semi_[1]);
    for (int i = 0; i < kRimCorners; i++) angles_.push_back(2 * std::numbers::pi * i / kRimCorners);
    const TrianglesAround around(solid, body, workspace);
    for (const std::uint32_t t : around.found) {
      TriangleCorners corners = around.corners(t);
      for (Vec3& p : corners) {
        p = multiply(body.pose.rotation().transpose(),
                     solid.pose.apply(p) - body.pose.translation());
      }
      add(corners);
    }
    add_rim();
  }

  Result<Shape> shape() const { return Shape::hull(points_); }

 private:
  static constexpr int kRimCorners = 16;
  /// Of the larger semi-axis: points of triangles that are no farther from the plane are taken to
  /// be in it. (A point too many does no harm.)
  static constexpr double kNear = 1e-6;
  /// Corners on the rim are drawn in by this part, so that rounding leaves them within.
  static constexpr double kWithin = 1 - 0x1p-48;

  /// In units of the semi-axes.
  using Place = std::array<double, 2>;

  /// Adds the points at which a triangle meets the disc's plane, and those at which the segment
  /// between them crosses the rim. In rounded numbers: they choose corners of a polygon, whose
  /// answer is exact for itself.
  void add(const TriangleCorners& corners) {
    std::vector<Place> common;  // with the plane
    const auto place = [&](const Vec3& p) {
      return Place{p[(axis_ + 1) % 3] / semi_[0], p[(axis_ + 2) % 3] / semi_[1]};
    };
    for (std::size_t i = 0; i < 3; i++) {
      const Vec3 &p = corners[i], &q = corners[(i + 1) % 3];
      const double from = p[axis_], to = q[axis_];
      if (std::fabs(from) <= near_) common.push_back(place(p));
      if ((from > 0) != (to > 0)) common.push_back(place(p + from / (from - to) * (q - p)));
    }
    for (std::size_t i = 0; i < common.size(); i++) {
      add_point(common[i]);
      for (std::size_t k = 0; k < i; k++) add_rim_of(common[i], common[k]);
    }
  }

  void add_point(const Place& p) {
    if (std::hypot(p[0], p[1]) < kWithin) points_.push_back(point(p));
  }

  /// Where the segment between two places crosses the rim.
  void add_rim_of(const Place& p, const Place& q) {
    const Place way{q[0] - p[0], q[1] - p[1]};
    const double a = way[0] * way[0] + way[1] * way[1], b = p[0] * way[0] + p[1] * way[1];
    const double c = p[0] * p[0] + p[1] * p[1] - 1, root = std::sqrt(b * b - a * c);
    if (!(a > 0) || !(root >= 0)) return;
    for (const double t : {(-b - root) / a, (-b + root) / a}) {
      if (t >= 0 && t <= 1) angles_.push_back(std::atan2(p[1] + t * way[1], p[0] + t * way[0]));
    }
  }

  /// A corner at each angle, and one half way to the next: an arc between two corners may lie
  /// inside the solid although neither does.
  void add_rim() {
    for (double& angle : angles_) {
      if (angle < 0) angle += 2 * std::numbers::pi;
    }
    std::ranges::sort(angles_);
    const auto add_corner = [&](double angle) {
      points_.push_back(point({kWithin * std::cos(angle), kWithin * std::sin(angle)}));
    };
    for (std::size_t i = 0; i < angles_.size(); i++) {
      const double next = i + 1 < angles_.size() ? angles_[i + 1] : 2 * std::numbers::pi;
      add_corner(angles_[i]);
      add_corner((angles_[i] + next) / 2);
    }
  }

  Vec3 point(const Place& p) const {
    Vec3 at = Vec3::zero();
    for (int k = 0; k < 2; k++) at[(axis_ + 1 + k) % 3] = semi_[k] * p[static_cast<std::size_t>(k)];
    return at;
  }

  int axis_ = 2;  ///< across
  double semi_[2], near_ = 0;
  std::vector<double> angles_;
  std::vector<Vec3> points_;
};

std::optional<Vec3> find_disc_inside(const MeshSide& solid, const MeshSide& body,
                                     Workspace& workspace) {
  const Result<Shape> polygon = InscribedPolygon(solid, body, workspace).shape();
  if (!polygon) return std::nullopt;  // (there is nothing about it that a hull refuses)
  // Points of the polygon are points of the disc, so an overlap with it is one with the disc.
  const Distance d = distance({solid.shape, solid.pose}, {*polygon, body.pose},
                              {.depth = false, .workspace = &workspace});
  return d.verdict == Verdict::overlapping ? std::optional(d.point_a) : std::nullopt;
}

}  // namespace

std::optional<Vec3> find_flat_inside(const MeshSide& solid, const MeshSide& body,
                                     Workspace& workspace) {
  if (body.shape.dimension() == 1) return CutSegment(solid, body, workspace).find_inside();
  return body.shape.has_flat_core() ? find_polygon_inside(solid, body, workspace)
                                    : find_disc_inside(solid, body, workspace);
}

}  // namespace glance::rooms::mesh
