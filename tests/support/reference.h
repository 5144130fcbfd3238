// The true signed distance of two bodies of any kind, slowly and by itself: nothing is shared
// with src/ but the definition (query.h).
//
// With h the support function of A - B, and m its least value over all unit vectors, the signed
// distance is -m; rounding the bodies takes their radii off that. Every h(n) bounds m from
// above, so that a direction the search misses makes the reference too low, never too high.
#pragma once

#include <span>
#include <string>

#include "glance/shape.h"
#include "support/real_vector.h"

namespace glance::test {

struct Reference {
  Real signed_distance = 0;          ///< minus infinity where half-spaces never come apart
  RealVec normal = RealVec::Zero();  ///< unit, from A to B: -h(normal) and radii give it
};

/// Right to some 1e-15 of the size of the pair. Takes about half a millisecond. `hints` are
/// directions to start from, besides its own.
Reference reference_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             std::span<const Vec3> hints = {});

/// How far a body reaches along n, seen from its pose's translation; rounding included. Not for
/// half-spaces.
Real reach(const Shape& shape, const Pose& pose, const RealVec& n);

/// The point of its core that is farthest along n, in the world. Not for half-spaces.
RealVec farthest_point(const Shape& shape, const Pose& pose, const RealVec& n);

/// -h(n) less both radii, for n scaled to unit length: the signed distance is at least this. Of
/// a half-space only n along its normal counts; others give minus infinity.
Real gap_along(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               const RealVec& n);

/// u - v without rounding before the last place of a Real.
RealVec difference(const Vec3& u, const Vec3& v);

}  // namespace glance::test
