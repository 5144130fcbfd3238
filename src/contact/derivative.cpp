#include "glance/derivative.h"

#include "contact/contact_patch.h"
#include "convex/core_frame.h"

namespace glance::rooms::contact {
namespace {

using Kind = ContactPatch::Kind;

/// So many directions are looked at for another way out (derivative.h).
constexpr std::size_t kMaxFaces = 256;
constexpr std::size_t kMaxEdgePairs = 1024;

/// Whether a segment of one patch lies along one of the other, so that closest points can
/// slide.
bool share_direction(const ContactPatch& a, const ContactPatch& b) {
  if (a.kind < Kind::edge || b.kind < Kind::edge) return false;
  if (a.kind > Kind::edge || b.kind > Kind::edge) return true;
  const auto along = [](const ContactPatch& p) {
    return normalized({p.corners[1].x - p.corners[0].x, p.corners[1].y - p.corners[0].y, 0});
  };
  return std::fabs(cross(along(a), along(b)).z()) <= kSwitchTolerance;
}

/// Whether both ends of each edge are clearly on different sides of the other.
bool cross_inside(const ContactPatch& a, const ContactPatch& b, double clear) {
  const auto divides = [clear](const ContactPatch& line, const ContactPatch& edge) {
    const double p = line.beyond_side(0, edge.corners[0].x, edge.corners[0].y);
    const double q = line.beyond_side(0, edge.corners[1].x, edge.corners[1].y);
    return (p < -clear && q > clear) || (p > clear && q < -clear);
  };
  return divides(a, b) && divides(b, a);
}

/// Whether flat cores that just touch do so within a facet of A - B, which has one normal.
bool touch_within_facet(const ContactPatch& a, const ContactPatch& b, double clear) {
  if (a.kind == Kind::edge && b.kind == Kind::edge) return cross_inside(a, b, clear);
  const ContactPatch &face = a.kind >= Kind::face ? a : b, &vertex = a.kind >= Kind::face ? b : a;
  return face.kind >= Kind::face && vertex.kind == Kind::vertex &&
         face.is_within(vertex.corners[0].x, vertex.corners[0].y, -clear);
}

/// Looks for directions along which the cores overlap as little as along the normal.
class OtherWays {
 public:
  OtherWays(const CoreFrame& frame, const Vec3& normal, double limit)
      : frame_(frame), normal_(normal), limit_(limit) {}

  bool found() const { return found_; }

  /// A direction of any length, or zero.
  void try_along(const Vec3& direction) {
    const Vec3 m = normalized(direction);
    if (found_ || m == Vec3::zero() || norm_sq(Vec3(m - normal_)) <= kNearSq) return;
    found_ = dot(m, frame_.support(m, work_).difference()) <= limit_;
  }
  void try_both(const Vec3& direction) {
    try_along(direction);
    try_along(-direction);
  }

  /// Normals of faces; of curved cores the axes. `sign`: 1 for A, -1 for B.
  void try_normals(const CoreBody& body, double sign) {
    if (body.is_curved()) {
      for (int i = 0; i < 3; i++) try_both(multiply(body.rotation, Vec3::unit(i)));
      return;
    }
    if (body.shape.face_count() > kMaxFaces) return;
    for (std::uint32_t f = 0; f < body.shape.face_count() && !found_; f++) {
      try_along(multiply(body.rotation, body.shape.face_normal(f)) * sign);
    }
  }
  void try_edges() {
    const CoreBody &a = frame_.a, &b = frame_.b;
    if (a.shape.edge_count() * b.shape.edge_count() > kMaxEdgePairs) return;
    for (std::uint32_t i = 0; i < a.shape.edge_count(); i++) {
      const Vec3 along_a = edge(a, i);
      for (std::uint32_t j = 0; j < b.shape.edge_count() && !found_; j++) {
        const Vec3 both = cross(along_a, edge(b, j));
        if (norm_sq(both) > kNearSq) try_both(both);
      }
    }
  }

 private:
  static constexpr double kNearSq = kSwitchTolerance * kSwitchTolerance;

  static Vec3 edge(const CoreBody& body, std::uint32_t e) {
    const auto ends = body.shape.edge_vertices(e);
    const auto vertices = body.shape.vertices();
    return normalized(multiply(body.rotation, Vec3(vertices[ends[1]] - vertices[ends[0]])));
  }

  const CoreFrame& frame_;
  Vec3 normal_;
  double limit_;
  QueryWork work_;
  bool found_ = false;
};

bool has_other_way(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                   const Vec3& normal, double depth) {
  // There is only one way out of a half-space.
  if (a.kind() == ShapeKind::halfspace || b.kind() == ShapeKind::halfspace) return false;
  const CoreFrame frame(a, pose_a, b, pose_b);
  OtherWays ways(frame, normal, depth + kSwitchTolerance * frame.size);
  ways.try_along(-normal);
  ways.try_along(frame.offset);
  ways.try_normals(frame.a, 1);
  ways.try_normals(frame.b, -1);
  ways.try_edges();
  return ways.found();
}

bool is_switch(const Distance& d, const Shape& a, const Pose& pose_a, const Shape& b,
               const Pose& pose_b) {
  const PairFrame frame(a, pose_a, b, pose_b);
  const ContactAxes axes(d.normal);
  ContactPatch patch_a, patch_b;
  QueryWork work;
  facing_patch(a, frame, true, axes, kSwitchTolerance, patch_a, work);
  facing_patch(b, frame, false, axes, kSwitchTolerance, patch_b, work);
  if (share_direction(patch_a, patch_b)) return true;
  // Roundings move the distance, not its derivatives: the cores decide.
  const double overlap = (d.depth - d.distance) - (a.rounding() + b.rounding());
  const double near = kSwitchTolerance * frame.size;
  if (overlap < -near) return false;  // the distance of convex bodies has no other switches
  if (overlap <= near) {
    const bool flat = (a.has_flat_core() || a.kind() == ShapeKind::halfspace) &&
                      (b.has_flat_core() || b.kind() == ShapeKind::halfspace);
    if (flat && !touch_within_facet(patch_a, patch_b, near)) return true;
  }
  return has_other_way(a, pose_a, b, pose_b, d.normal, overlap);
}

}  // namespace
}  // namespace glance::rooms::contact

namespace glance {
using namespace rooms::contact;

DistanceDerivative derivative(const Distance& d, PlacedShape placed_a, PlacedShape placed_b) {
  const Shape &a = placed_a.shape, &b = placed_b.shape;
  const Pose &pose_a = placed_a.pose, &pose_b = placed_b.pose;
  DistanceDerivative result;
  result.switches = true;
  if (d.normal == Vec3::zero() || !std::isfinite(d.depth)) return result;
  result.translation_a = -d.normal;
  result.translation_b = d.normal;
  result.rotation_a = cross(d.normal, Vec3(d.point_a - pose_a.translation()));
  result.rotation_b = cross(Vec3(d.point_b - pose_b.translation()), d.normal);
  if (a.is_convex() && b.is_convex()) {
    result.switches = is_switch(d, a, pose_a, b, pose_b);
    return result;
  }
  // That of the closest parts, if they are apart: how deep other parts are is not known.
  const auto sub_a = a.sub_shape(d.sub_a), sub_b = b.sub_shape(d.sub_b);
  if (d.depth > 0 || !sub_a || !sub_b) return result;
  if (!sub_a->shape.is_convex() || !sub_b->shape.is_convex()) return result;
  result.switches = is_switch(d, sub_a->shape, compose(pose_a, sub_a->pose), sub_b->shape,
                              compose(pose_b, sub_b->pose));
  return result;
}

}  // namespace glance
