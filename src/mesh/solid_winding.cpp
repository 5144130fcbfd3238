// A ray leaves the point along the x axis of the mesh. Each triangle that it crosses from the back
// counts +1, from the front -1. The sum is the winding number, whatever the ray.
//
// Signs are computed in the mesh's own frame, where its vertices are exact and the point is
// rounded; an affine map does not change them. Signs that rounding leaves open are computed with
// integers from world coordinates. Where the ray meets an edge or a corner, the point is treated as
// if it were moved by (0, e, e^2) for an e that is as small as necessary (simulation of simplicity;
// Edelsbrunner and Muecke 1990): then the ray meets neither, and neighbouring triangles agree on
// which of them is crossed.
#include "mesh/solid_winding.h"

#include <algorithm>
#include <array>

#include "base/work_limit.h"
#include "bound/placement.h"
#include "math/predicates.h"

namespace glance::rooms::mesh {
namespace {

class Ray {
 public:
  Ray(const MeshBody& solid, const Pose& pose, const SamplePoint& point)
      : mesh_(solid.mesh()), pose_(pose), point_(point) {
    const VolumeTree& tree = solid.boxes();
    nodes_ = tree.topology().nodes.data();
    items_ = tree.topology().items.data();
    boxes_ = tree.volumes<BoxVolume>().data();
    frame_ = tree.frame();
    // The point as a frame of its own: where it is in the mesh's tree frame, and how exactly.
    const Placement place(frame_, pose, {point.rough, frame_.unit}, *point.pose);
    in_frame_ = place.translation;
    // What the point is off by, turned (twice the largest coordinate is more than its length).
    slack_ = place.slack + 2 * point.error / frame_.unit;
    at_ = in_frame_ * frame_.unit + frame_.origin;
    error_ = 4 * slack_ * frame_.unit;
  }

  bool is_on_surface() const { return on_surface_; }

  int winding() {
    int sum = 0;
    std::array<std::uint32_t, 96> stack;
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      spend_work(1);
      const std::uint32_t number = stack[--top];
      if (misses(boxes_[number])) continue;
      const TreeNode& node = nodes_[number];
      if (node.is_leaf()) {
        sum += crossing(mesh_.triangles[items_[node.child]]);
      } else {
        stack[top++] = node.child;
        stack[top++] = node.second();
      }
    }
    return sum;
  }

 private:
  bool misses(const BoxVolume& box) const {
    if (in_frame_.x() - slack_ > box.center[0] + double{box.half[0]}) return true;
    for (int k = 1; k < 3; k++) {
      if (std::fabs(in_frame_[k] - box.center[k]) > box.half[k] + slack_) return true;
    }
    return false;
  }

  int crossing(const Triangle& t) {
    const Vec3 &p = mesh_.vertices[t[0]], &q = mesh_.vertices[t[1]], &r = mesh_.vertices[t[2]];
    const int facing = orientation_along(0, p, q, r);  // +1: its front looks along the ray
    on_surface_ = on_surface_ || holds_point(p, q, r);
    if (facing == 0) return 0;
    if (side_of_edge(p, q) != facing || side_of_edge(q, r) != facing ||
        side_of_edge(r, p) != facing) {
      return 0;
    }
    // Ahead: the point is behind a triangle whose front looks along the ray.
    return height_sign(p, q, r) == -facing ? facing : 0;
  }

  /// Along the ray: the side of the edge from p to q on which the point is; +1 left of it.
  int side_of_edge(const Vec3& p, const Vec3& q) const {
    const double uy = q.y() - p.y(), uz = q.z() - p.z(), dy = at_.y() - p.y(), dz = at_.z() - p.z();
    const double value = uy * dz - uz * dy;
    const double bound = (std::fabs(uy) + std::fabs(uz)) * error_ +
                         0x1p-50 * (std::fabs(uy * dz) + std::fabs(uz * dy));
    if (value > bound) return 1;
    if (value < -bound) return -1;
    const int exact = exact_sign(p, q, nullptr);
    if (exact != 0) return exact;
    // d(value)/d(at_y) = -uz, d(value)/d(at_z) = uy; their signs are those of the coordinates.
    if (p.z() != q.z()) return p.z() > q.z() ? 1 : -1;
    return q.y() > p.y() ? 1 : -1;
  }

  /// +1 if the point is in front of the triangle.
  int height_sign(const Vec3& p, const Vec3& q, const Vec3& r) const {
    const Vec3 u = q - p, v = r - p, d = at_ - p;
    const double value = triple(d, u, v);
    const double size = norm_one(u) * norm_one(v);
    const double bound = size * (error_ + 0x1p-49 * norm_one(d));
    if (value > bound) return 1;
    if (value < -bound) return -1;
    return exact_sign(p, q, &r);
  }

  static double norm_one(const Vec3& v) {
    return std::fabs(v.x()) + std::fabs(v.y()) + std::fabs(v.z());
  }

  /// In the world, exactly: with R the mesh's rotation and d from p to the point, the sign of
  /// det(d, R u, R v) for u from p to q and v from p to r; without r, v is an axis of the mesh, and
  /// the sign is that of det(R v, R u, d). (R turns no sign: its determinant is positive.)
  int exact_sign(const Vec3& p, const Vec3& q, const Vec3* r, int axis = 0) const {
    const Vec3 along = Vec3::unit(axis);
    ExactWorld world(pose_, *point_.pose);
    for (const Vec3* v : {&p, &q, r ? r : &along}) world.add(*v);
    point_.add_to(world);
    const ExactPoint origin = world(pose_, p), u = world(pose_, q) - origin;
    if (r) return point_.side(world, cross(u, world(pose_, *r) - origin), origin);
    return point_.side(world, cross(world.turned(pose_, along), u), origin);
  }

  /// Whether the point is on the triangle: in its plane, and beyond none of its edges, seen along
  /// an axis from which the triangle has an area.
  bool holds_point(const Vec3& p, const Vec3& q, const Vec3& r) const {
    for (int k = 0; k < 3; k++) {
      const auto [low, high] = std::minmax({p[k], q[k], r[k]});
      if (at_[k] < low - error_ || at_[k] > high + error_) return false;
    }
    if (height_sign(p, q, r) != 0) return false;
    int axis = 0, facing = 0;
    while ((facing = orientation_along(axis, p, q, r)) == 0) axis++;
    return exact_sign(p, q, nullptr, axis) != -facing &&
           exact_sign(q, r, nullptr, axis) != -facing && exact_sign(r, p, nullptr, axis) != -facing;
  }

  const TriMesh& mesh_;
  const Pose& pose_;
  const SamplePoint& point_;
  const TreeNode* nodes_;
  const std::uint32_t* items_;
  const BoxVolume* boxes_;
  TreeFrame frame_;
  Vec3 in_frame_, at_;    ///< in the tree's frame, and in the mesh's
  double slack_, error_;  ///< how far these may be off
  bool on_surface_ = false;
};

}  // namespace

bool winds_around(const MeshBody& solid, const Pose& pose, const Vec3& local_point,
                  const Pose& pose_of_point) {
  const SamplePoint point(pose_of_point, local_point);
  return Ray(solid, pose, point).winding() != 0;
}

bool is_inside(const MeshBody& solid, const Pose& pose, const SamplePoint& point) {
  Ray ray(solid, pose, point);
  return ray.winding() != 0 && !ray.is_on_surface();
}

}  // namespace glance::rooms::mesh
