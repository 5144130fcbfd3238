// One body at two frames, as the points whose hull stands for it on its way; see
// docs/design/swept_hull.md.
//
// Frame: axes of the world, origin at the centre of A's motion, with which it travels. There A
// only turns; B turns, and its centre moves on a straight line.
#pragma once

#include <array>
#include <span>

#include "glance/motion.h"
#include "glance/research/swept_hulls.h"
#include "glance/shape.h"
#include "rooms.h"

namespace glance::rooms::sweep {

/// Above what a dozen roundings take away from a positive number.
inline constexpr double kRoundedUp = 1 + 0x1p-47;

/// A turn by an angle is off by a few roundings of that angle.
inline constexpr double kTurnError = 0x1p-49;

class SweptBody {
 public:
  /// `offset`: of the motion's centre, at both frames.
  SweptBody(const Shape& shape, const Motion& motion, const Vec3 (&offset)[2], SweptHull hull);

  /// Points are numbered through the frames: the first frame's, then the second's. A body that
  /// rests has one copy of them; the paper's hull has each point once.
  std::uint32_t point_count() const { return static_cast<std::uint32_t>(points_.size()) * frames_; }
  Vec3 point(std::uint32_t i) const {
    const auto count = static_cast<std::uint32_t>(points_.size());
    const std::uint32_t v = i % count;
    const int frame = is_mixed() ? frame_of(v) : first_frame_ + static_cast<int>(i / count);
    return offset_[frame] + multiply(*rotation_[frame], points_[v] - centre_);
  }
  /// The point that reaches farthest along a direction, up to error() times its length, and how
  /// far. `i`: a point to start from.
  double highest(const Vec3& direction, std::uint32_t& i, QueryWork& work) const;
  /// The same of one frame only, 0 or 1 (safe hull). `v`: a vertex.
  double highest_at(int frame, const Vec3& direction, std::uint32_t& v, QueryWork& work) const;

  /// Reach of the box around the points, as it stands at both frames, along a direction.
  double box_height(const Vec3& direction) const;
  /// Axes of that box, three for each frame.
  int axis_count() const { return 3 * frame_count(); }
  Vec3 axis(int k) const { return rotation_[frame(k / 3)]->col(k % 3); }

  /// How far the core may stick out of the hull of its points on its way.
  double overhang() const { return overhang_; }
  /// Bounds the rounding of a coordinate of any point here, and of a height along a unit vector.
  double error() const { return error_; }

 private:
  bool is_mixed() const { return mixed_axis_ >= 0; }
  int frame_count() const { return is_mixed() ? 2 : frames_; }
  int frame(int k) const { return is_mixed() ? k : first_frame_ + k; }
  int frame_of(std::uint32_t v) const;
  void choose_face(const Vec3& way);
  double height(int frame, const Vec3& direction, const Vec3& local, std::uint32_t v) const {
    return dot(direction, offset_[frame]) + dot(local, Vec3(points_[v] - centre_));
  }

  std::span<const Vec3> points_;
  std::array<Vec3, 8> corners_;         ///< of the box of a curved core, or of what is not convex
  const Polytope* polytope_ = nullptr;  ///< of a core with flat sides
  Vec3 centre_, middle_, half_;         ///< of the motion, of the box and its half sides; local
  const Mat3* rotation_[2];
  Vec3 offset_[2];
  std::uint32_t frames_ = 2;  ///< copies of each point
  int first_frame_ = 0;       ///< of the first copy
  /// The paper's hull of a body that moves: the face of the box that it moves towards.
  int mixed_axis_ = -1;
  bool mixed_above_ = false;
  double overhang_ = 0, error_ = 0;
};

/// How much a motion turns, and what else its rotations do: angle (radians), and the size of the
/// residue that is blended in. Rounded up.
struct Turn {
  double angle = 0, residue = 0;

  explicit Turn(const Motion& motion);
  bool rests() const { return angle == 0 && residue == 0; }
};

}  // namespace glance::rooms::sweep
