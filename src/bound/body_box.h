// The axis-aligned box of one moving polytope (I-COLLIDE section 4.1): a cube that holds it
// however it turns, or the tightest box, found from last frame's extreme vertices.
//
// Every box holds the whole body in real arithmetic: rounding errors are added before the
// sides are rounded outward to floats.
#pragma once

#include "bound/boxes.h"
#include "geom/polytope.h"

namespace glance {

/// How the extreme vertices are found; see BoxMethod in glance/world.h.
enum class ExtremeSearch : std::uint8_t { automatic, neighbors, walls };

/// Whether a body is so oblong that a tight box pays: its own box is much smaller than the
/// cube that holds it however it turns.
bool is_oblong(const Polytope& body);

/// What the box of one body is made from. The body must outlive it.
class BodyBox {
 public:
  BodyBox() = default;
  BodyBox(const Polytope& body, bool tight);

  bool tight() const { return tight_; }
  void set_tight(bool tight) { tight_ = tight; }

  /// The box for a pose, `delta` wider on each side. `steps` counts the vertices passed.
  FloatBox update(const Pose& pose, ExtremeSearch search, double delta, std::size_t& steps) {
    return tight_ ? tight_box(pose, search, delta, steps) : fixed_cube(pose, delta);
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

  const Polytope* body_ = nullptr;
  Vec3 centroid_ = Vec3::Zero();
  double radius_ = 0;  ///< of a sphere about the centroid, with kMaxStretch
  double reach_ = 0;   ///< no vertex, turned, has a coordinate beyond it
  bool tight_ = false;
  /// The body's own, kept here since the way to them through the body takes time.
  simd::FloatPoints points_ = {};
  std::array<std::uint32_t, 6> extremes_ = {};
};

}  // namespace glance
