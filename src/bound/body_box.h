// The axis-aligned box of one moving body (I-COLLIDE section 4.1): a cube that holds it
// however it turns, or the tightest box: of a polytope found from last frame's extreme vertices,
// of a curved body from its support function, of a mesh or a compound that of its local box. A
// half-space has sides at infinity but where it is upright.
//
// Every box holds the whole body in real arithmetic: rounding errors are added before the
// sides are rounded outward to floats.
#pragma once

#include <array>

#include "bound/boxes.h"
#include "geom/polytope.h"
#include "geom/shape_form.h"

namespace glance::bound {

/// How the extreme vertices are found; see BoxMethod in glance/world.h.
enum class ExtremeSearch : std::uint8_t { automatic, neighbors, walls };

/// Whether a body is so oblong that a tight box pays: its own box is much smaller than the cube
/// that holds it in every orientation.
bool is_oblong(const Shape& body);

/// What the box of one body is made from. The body (a copy of the shape) must outlive it.
class BodyBox {
 public:
  BodyBox() = default;
  BodyBox(const Shape& body, bool tight);

  bool tight() const { return tight_; }
  /// No cube holds a half-space, which keeps its tight box.
  void set_tight(bool tight) { tight_ = tight || kind_ == ShapeKind::halfspace; }

  /// The box for a pose, `delta` wider on each side. `steps` counts the vertices passed.
  FloatBox update(const Pose& pose, ExtremeSearch search, double delta, std::size_t& steps) {
    return tight_ ? tight_box(pose, search, delta + rounding_, steps) : fixed_cube(pose, delta);
  }

  /// Last frame's extreme vertices: lowest and highest along x, y, z. A place to start the
  /// search from: any are good. (Bodies whose vertices are all looked at keep none.)
  const std::array<std::uint32_t, 6>& extremes() const { return extremes_; }
  /// Numbers beyond the body's are refused.
  bool set_extremes(const std::array<std::uint32_t, 6>& extremes);

 private:
  FloatBox fixed_cube(const Pose& pose, double delta) const;
  FloatBox tight_box(const Pose& pose, ExtremeSearch search, double delta, std::size_t& steps);
  FloatBox scan_box(const Pose& pose, double delta) const;
  FloatBox curved_box(const Pose& pose, double delta) const;
  FloatBox box_of_bounds(const Pose& pose, double delta) const;
  FloatBox halfspace_box(const Pose& pose, double delta) const;

  const Polytope* body_ = nullptr;
  const ShapeForm* form_ = nullptr;  ///< of a body that is curved, rounded or not convex
  Vec3 centroid_ = Vec3::zero();
  double radius_ = 0;    ///< of a sphere about the centroid, with kMaxStretch
  double reach_ = 0;     ///< no point of the body, turned, has a coordinate beyond it
  double rounding_ = 0;  ///< of the body: tight boxes are those of the core, that much wider
  bool tight_ = false;
  ShapeKind kind_ = ShapeKind::hull;
  /// The body's own, kept here since the way to them through the body takes time.
  simd::FloatPoints points_ = {};
  std::array<std::uint32_t, 6> extremes_ = {};
};

}  // namespace glance::bound
