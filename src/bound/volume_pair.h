// How far apart are two volumes of two trees at least? One test for each kind of volume.
//
// A test is made once for a pair of trees and their poses, and then asked about pairs of nodes.
// Its bound is a lower bound of the distance between whatever the two volumes enclose, in the
// unit of A's frame; it is above zero only if the volumes are apart. `limit` says when a bound is
// good enough: one that is larger is as good as the best.
#pragma once

#include <algorithm>
#include <cmath>

#include "bound/placement.h"

namespace glance {

template <class Volume>
class VolumePair;

/// Distance of centres minus radii.
template <>
class VolumePair<SphereVolume> {
 public:
  explicit VolumePair(const Placement& p) : place_(p) {}

  double bound(const SphereVolume& a, const SphereVolume& b, double /*limit*/) const {
    const Mat3& m = place_.rotation;
    const double x = b.center[0], y = b.center[1], z = b.center[2];
    const double dx = (m(0, 0) * x + m(0, 1) * y) + (m(0, 2) * z + place_.translation.x()) - a.center[0];
    const double dy = (m(1, 0) * x + m(1, 1) * y) + (m(1, 2) * z + place_.translation.y()) - a.center[1];
    const double dz = (m(2, 0) * x + m(2, 1) * y) + (m(2, 2) * z + place_.translation.z()) - a.center[2];
    const double radii = (a.radius + place_.scale * b.radius) * place_.grow + place_.slack;
    const double distance_sq = (dx * dx + dy * dy) + dz * dz;
    if (distance_sq <= radii * radii) return 0;
    return (std::sqrt(distance_sq) - radii) / place_.grow;
  }

 private:
  Placement place_;
};

/// Two boxes along the axes of A's frame and of B's: each against the box around the other in its
/// own frame. (The nine axes across both were tried: they save 4 % of the tests and cost more.)
template <>
class VolumePair<BoxVolume> {
 public:
  explicit VolumePair(const Placement& p) : place_(p) {
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        m_[i][k] = p.rotation(i, k);
        unit_[i][k] = p.rotation(i, k) / p.scale;
        wide_[i][k] = std::fabs(m_[i][k]) * p.grow;
        wide_unit_[i][k] = std::fabs(unit_[i][k]) * p.grow;
      }
    }
    wide_scale_ = p.scale * p.grow;
  }

  double bound(const BoxVolume& a, const BoxVolume& b, double limit) const {
    double t[3], sum = 0;
    for (int i = 0; i < 3; i++) {
      t[i] = (m_[i][0] * b.center[0] + m_[i][1] * b.center[1]) +
             (m_[i][2] * b.center[2] + place_.translation[i]) - a.center[i];
      const double reach = (wide_[i][0] * b.half[0] + wide_[i][1] * b.half[1]) +
                           (wide_[i][2] * b.half[2] + a.half[i]);
      const double gap = std::max(std::fabs(t[i]) - reach, 0.0);
      sum += gap * gap;
    }
    double best_sq = sum;
    if (best_sq <= limit_sq(limit)) {
      sum = 0;
      for (int k = 0; k < 3; k++) {
        const double height = (unit_[0][k] * t[0] + unit_[1][k] * t[1]) + unit_[2][k] * t[2];
        const double reach = (wide_unit_[0][k] * a.half[0] + wide_unit_[1][k] * a.half[1]) +
                             (wide_unit_[2][k] * a.half[2] + wide_scale_ * b.half[k]);
        const double gap = std::max(std::fabs(height) - reach, 0.0);
        sum += gap * gap;
      }
      best_sq = std::max(best_sq, sum);
    }
    if (best_sq == 0) return 0;
    return std::sqrt(best_sq) / place_.grow - place_.slack;
  }

 private:
  double limit_sq(double limit) const {
    const double l = (limit + place_.slack) * place_.grow;
    return l * l;
  }

  Placement place_;
  double m_[3][3], unit_[3][3], wide_[3][3], wide_unit_[3][3], wide_scale_;
};

/// The 15 axes of OBB-trees: three of each box, and the nine across one of each. The gaps along the
/// three axes of a box are the sides of a box between, so that their diagonal is a bound as well.
template <>
class VolumePair<OrientedBox> {
 public:
  explicit VolumePair(const Placement& p) : place_(p), grow_(p.grow + kAxisError) {}

  double bound(const OrientedBox& a, const OrientedBox& b, double limit) const {
    const Mat3& m = place_.rotation;
    double d[3], turned[3][3];  // B's centre from A's; B's axes (of length `scale`), in A's frame
    for (int i = 0; i < 3; i++) {
      d[i] = (m(i, 0) * b.center[0] + m(i, 1) * b.center[1]) +
             (m(i, 2) * b.center[2] + place_.translation[i]) - a.center[i];
      for (int k = 0; k < 3; k++) {
        turned[k][i] = (m(i, 0) * b.axes[k][0] + m(i, 1) * b.axes[k][1]) + m(i, 2) * b.axes[k][2];
      }
    }
    double r[3][3], wide[3][3], t[3];  // B's axes and centre along A's axes
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      t[i] = (a.axes[i][0] * d[0] + a.axes[i][1] * d[1]) + a.axes[i][2] * d[2];
      double reach = a.half[i];
      for (int k = 0; k < 3; k++) {
        r[i][k] =
            (a.axes[i][0] * turned[k][0] + a.axes[i][1] * turned[k][1]) + a.axes[i][2] * turned[k][2];
        wide[i][k] = std::fabs(r[i][k]);
        reach += wide[i][k] * b.half[k];
      }
      const double gap = std::max(std::fabs(t[i]) - reach * grow_, 0.0);
      sum += gap * gap;
    }
    const double enough = (limit + place_.slack) * grow_;
    double best_sq = sum;
    if (best_sq <= enough * enough) {
      sum = 0;
      for (int k = 0; k < 3; k++) {
        const double height = (r[0][k] * t[0] + r[1][k] * t[1]) + r[2][k] * t[2];
        const double reach = (wide[0][k] * a.half[0] + wide[1][k] * a.half[1]) + wide[2][k] * a.half[2];
        const double gap =
            std::max(std::fabs(height) / place_.scale -
                         (reach / place_.scale + place_.scale * b.half[k]) * grow_,
                     0.0);
        sum += gap * gap;
      }
      best_sq = std::max(best_sq, sum);
    }
    if (best_sq <= enough * enough) best_sq = std::max(best_sq, across(a, b, r, wide, t));
    if (best_sq == 0) return 0;
    return std::sqrt(best_sq) / grow_ - place_.slack;
  }

 private:
  /// Axes are rounded to floats: off by 2^-24 in each coordinate, and so are the angles between
  /// them. Twice of that for two boxes, with something to spare.
  static constexpr double kAxisError = 0x1p-21;
  /// Square of the sine below which two axes are taken for parallel.
  static constexpr double kParallel = 0x1p-10;

  /// The largest square of a gap along A's axis i x B's axis k.
  double across(const OrientedBox& a, const OrientedBox& b, const double (&r)[3][3],
                const double (&wide)[3][3], const double (&t)[3]) const {
    double best_sq = 0;
    const double s = place_.scale;
    for (int i = 0; i < 3; i++) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        const double height = std::fabs(t[i2] * r[i1][k] - t[i1] * r[i2][k]);
        const double reach = (a.half[i1] * wide[i2][k] + a.half[i2] * wide[i1][k]) +
                             s * (b.half[k1] * wide[i][k2] + b.half[k2] * wide[i][k1]);
        const double length_sq = r[i1][k] * r[i1][k] + r[i2][k] * r[i2][k];
        // Of axes that are nearly parallel the product is mostly rounding; the six others do then.
        if (length_sq < kParallel * s * s) continue;
        const double gap = height - reach * (1 + (grow_ - 1) / kParallel);
        if (gap > 0) best_sq = std::max(best_sq, gap * gap / length_sq);
      }
    }
    return best_sq;
  }

  Placement place_;
  double grow_;
};

/// Slabs along the directions of A and of B. How far B reaches along a direction u of A is bounded
/// by its own slabs: u is a sum of three of B's directions with weights >= 0, and no set reaches
/// farther along a sum than the sum of its reaches (Zachmann 1998 does the same with vertices).
template <int k>
class VolumePair<Kdop<k>> {
 public:
  explicit VolumePair(const Placement& p) : place_(p) {
    for (int i = 0; i < kSlabs; i++) {
      const auto direction = dop_direction<k>(i);
      const Vec3 d(direction[0], direction[1], direction[2]);
      const double length = std::sqrt(norm_sq(d));
      from_a_[i] = {decompose(multiply_transposed(p.rotation, d)), dot(d, p.translation), 1 / length};
      from_b_[i] = {decompose(multiply_transposed(p.inverse, d)), dot(d, p.back), p.scale / length};
    }
  }

  double bound(const Kdop<k>& a, const Kdop<k>& b, double limit) const {
    double best = along(from_a_, a, b);
    if (best <= (limit + place_.slack) * place_.grow) {
      best = std::max(best, along(from_b_, b, a));
    }
    return best > 0 ? best / place_.grow - place_.slack : 0;
  }

 private:
  static constexpr int kSlabs = Kdop<k>::kSlabs;

  struct Sum {
    std::array<std::uint8_t, 3> slab;
    std::array<bool, 3> flipped;
    std::array<double, 3> weight;
  };
  struct Direction {
    Sum sum;        ///< the other tree's directions that make up this one
    double offset;  ///< of the other tree's origin
    double to_unit; ///< heights along it times this are lengths in A's unit
  };

  /// u as a sum of directions of the k-DOP: those between which it lies.
  static Sum decompose(const Vec3& u) {
    // Coordinates by size, largest first.
    std::array<int, 3> at{0, 1, 2};
    std::sort(at.begin(), at.end(), [&](int i, int j) { return std::fabs(u[i]) > std::fabs(u[j]); });
    const double x = std::fabs(u[at[0]]), y = std::fabs(u[at[1]]), z = std::fabs(u[at[2]]);
    Sum sum;
    const auto set = [&](int n, std::array<int, 3> use, double weight) {
      // The direction with +-1 along the axes in use, signs as u has them.
      std::array<int, 3> d{0, 0, 0};
      for (int i = 0; i < 3; i++) {
        if (use[i]) d[at[i]] = u[at[i]] < 0 ? -1 : 1;
      }
      const auto [slab, flipped] = find_slab(d);
      sum.slab[n] = slab;
      sum.flipped[n] = flipped;
      sum.weight[n] = std::max(weight, 0.0);
    };
    if constexpr (k == 14) {
      set(0, {1, 1, 1}, z);
      set(1, {1, 0, 0}, x - z);
      set(2, {0, 1, 0}, y - z);
    } else if constexpr (k == 26) {
      set(0, {1, 1, 1}, z);
      set(1, {1, 1, 0}, y - z);
      set(2, {1, 0, 0}, x - y);
    } else if (x >= y + z) {
      set(0, {1, 1, 0}, y);
      set(1, {1, 0, 1}, z);
      set(2, {1, 0, 0}, x - y - z);
    } else {
      set(0, {1, 1, 0}, (x + y - z) / 2);
      set(1, {1, 0, 1}, (x + z - y) / 2);
      set(2, {0, 1, 1}, (y + z - x) / 2);
    }
    return sum;
  }

  static std::pair<std::uint8_t, bool> find_slab(const std::array<int, 3>& d) {
    for (int i = 0; i < kSlabs; i++) {
      const auto e = dop_direction<k>(i);
      if (d == e) return {static_cast<std::uint8_t>(i), false};
      if (d[0] == -e[0] && d[1] == -e[1] && d[2] == -e[2]) return {static_cast<std::uint8_t>(i), true};
    }
    return {0, false};  // never: signs and axes of every sum are among the directions
  }

  /// The largest gap along `own`'s directions, in A's unit. Those along the three axes are sides of
  /// a box between, so that their diagonal counts as well.
  static double along(const std::array<Direction, kSlabs>& directions, const Kdop<k>& own,
                      const Kdop<k>& other) {
    double best = 0, diagonal_sq = 0;
    for (int i = 0; i < kSlabs; i++) {
      const Direction& d = directions[i];
      double low = 0, high = 0;
      for (int j = 0; j < 3; j++) {
        const double w = d.sum.weight[j];
        const double l = other.lower[d.sum.slab[j]], h = other.upper[d.sum.slab[j]];
        low += w * (d.sum.flipped[j] ? -h : l);
        high += w * (d.sum.flipped[j] ? -l : h);
      }
      const double gap = std::max(low + d.offset - own.upper[i], own.lower[i] - (high + d.offset)) * d.to_unit;
      best = std::max(best, gap);
      if (i < 3 && gap > 0) diagonal_sq += gap * gap;
    }
    return std::max(best, std::sqrt(diagonal_sq));
  }

  Placement place_;
  std::array<Direction, kSlabs> from_a_, from_b_;
};

}  // namespace glance
