// Turns the answer about two flat-sided cores into that about the rounded bodies.
//
// With r the sum of both rounding radii, A - B is the difference of the cores with a ball of radius
// r around each point. So its signed distance from the origin is that of the cores minus r, whether
// they are apart or overlap, and normal and closest points change accordingly. A margin m moves the
// verdict in the same way: it is the sign of (signed distance of the cores) - r - m.
#pragma once

#include <algorithm>
#include <array>

#include "convex/pair_frame.h"

namespace glance::rooms::convex {

struct Rounding {
  double a = 0, b = 0;  ///< rounding radii
  double margin = 0;

  Rounding(const Shape& shape_a, const Shape& shape_b, const QueryOptions& options)
      : a(shape_a.rounding()),
        b(shape_b.rounding()),
        margin(options.margin > 0 ? std::min(options.margin, kMaxCoordinate) : 0) {}

  bool is_none() const { return a == 0 && b == 0 && margin == 0; }
  double radii() const { return a + b; }
  /// Cores nearer than this overlap, rounded twice.
  double reach() const { return a + b + margin; }
  double reach_below() const { return reach() * (1 - 0x1p-51); }
  double reach_above() const { return reach() * (1 + 0x1p-51); }
  std::array<double, 3> terms() const { return {a, b, margin}; }
};

/// Turns the answer of `distance` about the cores into that about the bodies. Where the bounds
/// leave the verdict open, integers decide. `certify`: whether a certificate is wanted; `measure`:
/// whether a value near zero is to have its digits, for which integers are needed, too.
void round_answer(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const Rounding& rounding, bool certify, bool measure, Distance& d);

}  // namespace glance::rooms::convex
