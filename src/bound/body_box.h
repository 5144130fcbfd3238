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

namespace glance::rooms::bound {

/// How the extreme vertices are found; see BoxMethod in glance/world.h.
enum class ExtremeSearch : std::uint8_t { automatic, neighbors, walls };

/// Whether a body is so oblong that a tight box pays: its own box is much smaller than the cube
/// that holds it in every orientation.
bool is_oblong(const Shape& body);

/// The vertices of a body that were extreme at the last pose: lowest and highest along x, y, z. The
/// search starts from them; any are good.
using ExtremeVertices = std::array<std::uint32_t, 6>;

/// What the boxes of all bodies of one shape are made from. The body (a copy of the shape) must
/// outlive it.
class BodyBox {
 public:
  explicit BodyBox(const Shape& body);

  /// The box for a pose, `delta` wider on each side; a cube unless it is to be `tight`. (No cube
  /// holds a half-space, whose box is always tight.) `steps` counts the vertices passed. `extremes`
  /// may be null unless keeps_extremes().
  FloatBox update(const Pose& pose, bool tight, ExtremeVertices* extremes, ExtremeSearch search,
                  double delta, std::size_t& steps) const {
    return tight || kind_ == ShapeKind::halfspace
               ? tight_box(pose, extremes, search, delta + rounding_, steps)
               : fixed_cube(pose, delta);
  }
  /// Whether tight boxes are found by such a search. (Of few vertices all are looked at.)
  bool keeps_extremes(ExtremeSearch search) const {
    return kind_ < ShapeKind::cylinder &&
           (points_.count == 0 || search != ExtremeSearch::automatic);
  }
  /// Whether these are vertices of the body.
  bool has(const ExtremeVertices& extremes) const;

 private:
  FloatBox fixed_cube(const Pose& pose, double delta) const;
  FloatBox tight_box(const Pose& pose, ExtremeVertices* extremes, ExtremeSearch search,
                     double delta, std::size_t& steps) const;
  FloatBox scan_box(const Pose& pose, double delta) const;
  FloatBox curved_box(const Pose& pose, double delta) const;
  FloatBox box_of_bounds(const Pose& pose, double delta) const;
  FloatBox halfspace_box(const Pose& pose, double delta) const;

  // What a cube is made from comes first: a cache line.
  Vec3 centroid_ = Vec3::zero();
  double radius_ = 0;    ///< of a sphere about the centroid, with kMaxStretch
  double reach_ = 0;     ///< no point of the body, turned, has a coordinate beyond it
  double rounding_ = 0;  ///< of the body: tight boxes are those of the core, that much wider
  ShapeKind kind_ = ShapeKind::hull;
  const Polytope* body_ = nullptr;
  const ShapeForm* form_ = nullptr;  ///< of a body that is curved, rounded or not convex
  /// The body's own, kept here since the way to them through the body takes time.
  simd::FloatPoints points_ = {};
};

}  // namespace glance::rooms::bound
