// How far apart are two volumes of two trees at least? One test for each kind of volume.
//
// A test is made once for a pair of trees and their poses, and then asked about pairs of nodes.
// Its bound is a lower bound of the distance between whatever the two volumes enclose, in the
// unit of A's frame; it is above zero only if the volumes are apart. `limit` says when a bound is
// good enough: one that is larger is as good as the best.
//
// Boxes are compared in four ways, for four ends. Here millions of pairs of stored boxes (BoxVolume
// by six axes, OrientedBox by 15 in floats) with one precomputed rotation; in bound/part_volume
// (box_gap) placed boxes and spheres of different compounds, with the direction of the gap; and in
// convex/box_box two bodies, whose certificate and depth need features. They share no arithmetic:
// what they round, and what they may lose to it, differs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "base/simd.h"
#include "bound/placement.h"

namespace glance::rooms::bound {

template <class Volume>
class VolumePair;

inline Vec3 center_of(const SphereVolume& v) { return {v.center[0], v.center[1], v.center[2]}; }
inline Vec3 center_of(const BoxVolume& v) { return {v.center[0], v.center[1], v.center[2]}; }
inline Vec3 center_of(const OrientedBox& v) { return {v.center[0], v.center[1], v.center[2]}; }
template <int k>
Vec3 center_of(const Kdop<k>& v) {
  return Vec3(v.lower[0] + v.upper[0], v.lower[1] + v.upper[1], v.lower[2] + v.upper[2]) / 2;
}

/// Of two volumes, in A's unit: which of several pairs to look at first.
template <class Volume>
double center_distance_sq(const Placement& place, const Volume& a, const Volume& b) {
  return norm_sq(multiply(place.rotation, center_of(b)) + place.translation - center_of(a));
}

/// Distance of centres minus radii.
template <>
class VolumePair<SphereVolume> {
 public:
  explicit VolumePair(const Placement& p) : place_(p) {}

  double center_distance_sq(const SphereVolume& a, const SphereVolume& b) const {
    return bound::center_distance_sq(place_, a, b);
  }

  double bound(const SphereVolume& a, const SphereVolume& b, double /*limit*/) const {
    const Mat3& m = place_.rotation;
    const double x = b.center[0], y = b.center[1], z = b.center[2];
    const double dx =
        (m(0, 0) * x + m(0, 1) * y) + (m(0, 2) * z + place_.translation.x()) - a.center[0];
    const double dy =
        (m(1, 0) * x + m(1, 1) * y) + (m(1, 2) * z + place_.translation.y()) - a.center[1];
    const double dz =
        (m(2, 0) * x + m(2, 1) * y) + (m(2, 2) * z + place_.translation.z()) - a.center[2];
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
/// B's frame is entered by the true inverse: the axes of a rotation that is off by
/// kRotationTolerance are not at right angles, and flat boxes would seem farther apart than they
/// are by that much of their long sides.
template <>
class VolumePair<BoxVolume> {
 public:
  explicit VolumePair(const Placement& p) : place_(p) {
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        m_[i][k] = p.rotation(i, k);
        unit_[i][k] = p.inverse(k, i) * p.scale;
        wide_[i][k] = std::fabs(m_[i][k]) * p.grow;
        wide_unit_[i][k] = std::fabs(unit_[i][k]) * p.grow;
      }
    }
    wide_scale_ = p.scale * p.grow;
  }

  double center_distance_sq(const BoxVolume& a, const BoxVolume& b) const {
    return bound::center_distance_sq(place_, a, b);
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
  /// unit_: from A's frame into B's, transposed, with lengths in A's unit.
  double m_[3][3], unit_[3][3], wide_[3][3], wide_unit_[3][3], wide_scale_;
};

/// The 15 axes of OBB-trees: three of each box, and the nine across one of each. The gaps along the
/// three axes of a box are the sides of a box between, so that their diagonal is a bound as well.
///
/// In floats, but for the difference of the centres: how far that leaves a gap off is bounded by
/// kFloatError of all lengths in it together. (In doubles it takes twice as long.) The axes of B's
/// boxes are taken to be at right angles, also as seen from A; where a rotation is off, they are
/// off by less than `grow` is above 1, which is added.
template <>
class VolumePair<OrientedBox> {
  using Four = simd::Four;

 public:
  explicit VolumePair(const Placement& p)
      : place_(p),
        grow_(Four::all(static_cast<float>(p.grow + kAxisError))),
        error_(Four::all(static_cast<float>(kFloatError + (p.grow - 1)))),
        scale_(Four::all(static_cast<float>(p.scale))),
        inverse_scale_(Four::all(static_cast<float>(1 / p.scale))),
        shortest_(Four::all(static_cast<float>(kParallel * p.scale * p.scale))) {
    for (int k = 0; k < 3; k++) {
      columns_[k] =
          Four::of(static_cast<float>(p.rotation(0, k)), static_cast<float>(p.rotation(1, k)),
                   static_cast<float>(p.rotation(2, k)));
    }
  }

  double center_distance_sq(const OrientedBox& a, const OrientedBox& b) const {
    return bound::center_distance_sq(place_, a, b);
  }

  double bound(const OrientedBox& a, const OrientedBox& b, double limit) const {
    const Vec3 apart(between(0, a, b), between(1, a, b), between(2, a, b));
    if (!(std::max({std::fabs(apart.x()), std::fabs(apart.y()), std::fabs(apart.z())}) < kFar) ||
        uneven_) {
      return sphere_bound(apart, a, b);
    }
    const Four d = Four::of(static_cast<float>(apart.x()), static_cast<float>(apart.y()),
                            static_cast<float>(apart.z()));
    const Four ax = Four::load(a.axes[0].data()), ay = Four::load(a.axes[1].data()),
               az = Four::load(a.axes[2].data());
    const auto along_a = [&](Four v) GLANCE_INLINE {
      return (ax * v.splat<0>() + ay * v.splat<1>()) + az * v.splat<2>();
    };
    const auto axis_b = [&](int k) GLANCE_INLINE {
      return along_a(
          (columns_[0] * Four::all(b.axes[0][k]) + columns_[1] * Four::all(b.axes[1][k])) +
          columns_[2] * Four::all(b.axes[2][k]));
    };
    // B's axes (of length `scale`) and centre, along A's axes.
    const Four r0 = axis_b(0), r1 = axis_b(1), r2 = axis_b(2), t = along_a(d);
    const Four w0 = r0.abs(), w1 = r1.abs(), w2 = r2.abs();
    const Four half_a = Four::load(a.half.data()), half_b = Four::load(b.half.data());
    const Four lengths = (d.abs() + half_a) + half_b * scale_;
    const Four error = sums(lengths, lengths, lengths).splat<0>() * error_;
    const Four zero = Four::all(0);

    const Four reach_a =
        (half_a + w0 * half_b.splat<0>()) + (w1 * half_b.splat<1>() + w2 * half_b.splat<2>());
    const Four gap_a = ((t.abs() - reach_a * grow_) - error).larger(zero);
    float best_sq = length_sq(gap_a);
    const double enough = (limit + place_.slack) * place_.grow;
    if (best_sq > enough * enough) return length(best_sq);

    const Four height = sums(r0 * t, r1 * t, r2 * t).abs();
    const Four reach_b = sums(w0 * half_a, w1 * half_a, w2 * half_a);
    const Four gap_b =
        ((height - reach_b * grow_) * inverse_scale_ - (half_b * scale_) * grow_ - error)
            .larger(zero);
    best_sq = std::max(best_sq, length_sq(gap_b));
    if (best_sq > enough * enough) return length(best_sq);

    // Along A's axis i across B's axis k, all i at once.
    const Four t1 = t.yzx(), t2 = t.zxy(), half_a1 = half_a.yzx(), half_a2 = half_a.zxy();
    const Four scaled_b = half_b * scale_;
    const auto across = [&](Four r, Four w, Four other1, Four other2) GLANCE_INLINE {
      const Four rise = (t1 * r.zxy() - t2 * r.yzx()).abs();
      const Four reach = (half_a1 * w.zxy() + half_a2 * w.yzx()) + (other1 + other2);
      const Four gap = ((rise - reach * grow_) - error * scale_).larger(zero);
      const Four across_sq = r.yzx() * r.yzx() + r.zxy() * r.zxy();
      // Of axes that are nearly parallel the product is mostly rounding; the six others do then.
      return across_sq.unless_below(shortest_, gap * gap / across_sq.larger(shortest_));
    };
    const Four b0 = scaled_b.splat<0>(), b1 = scaled_b.splat<1>(), b2 = scaled_b.splat<2>();
    const Four most = across(r0, w0, b1 * w2, b2 * w1)
                          .larger(across(r1, w1, b2 * w0, b0 * w2))
                          .larger(across(r2, w2, b0 * w1, b1 * w0));
    best_sq = std::max({best_sq, most.first(), most.splat<1>().first(), most.splat<2>().first()});
    return best_sq > 0 ? length(best_sq) : 0;
  }

 private:
  /// Axes are rounded to floats: off by 2^-24 in each coordinate, and so are the angles between
  /// them. Twice of that for two boxes, with something to spare.
  static constexpr double kAxisError = 0x1p-21;
  /// A gap is the sum of some ten products, each off by a few 2^-24 of the lengths in it.
  static constexpr double kFloatError = 0x1p-19;
  /// Square of the sine below which two axes count as parallel.
  static constexpr double kParallel = 0x1p-10;

  /// Farther apart than this (in A's unit), or so uneven in size, floats are too coarse or too
  /// small: then spheres around the boxes are compared in doubles.
  static constexpr double kFar = 0x1p20;

  /// A coordinate of the way from A's centre to B's. (Here, since a call takes as long.)
  double between(int k, const OrientedBox& a, const OrientedBox& b) const {
    const Mat3& m = place_.rotation;
    return ((m(k, 0) * b.center[0] + m(k, 1) * b.center[1]) + m(k, 2) * b.center[2]) +
           place_.translation[k] - a.center[static_cast<std::size_t>(k)];
  }

  double sphere_bound(const Vec3& apart, const OrientedBox& a, const OrientedBox& b) const {
    const auto radius = [](const OrientedBox& box) {
      const Vec3 half(box.half[0], box.half[1], box.half[2]);
      return std::sqrt(norm_sq(half));
    };
    const double grow = place_.grow + kAxisError;
    const double gap = norm(apart) - (radius(a) + place_.scale * radius(b)) * grow;
    return gap > 0 ? gap / place_.grow - place_.slack : 0;
  }

  static float length_sq(Four v) { return sums(v * v, v * v, v * v).first(); }
  double length(float square) const {
    return std::sqrt(static_cast<double>(square)) / (place_.grow + kAxisError) - place_.slack;
  }

  Placement place_;
  Four columns_[3], grow_, error_, scale_, inverse_scale_, shortest_;
  bool uneven_ = !(place_.scale > 1 / kFar && place_.scale < kFar);
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
      from_a_[i] = {decompose(multiply_transposed(p.rotation, d)), dot(d, p.translation),
                    1 / length};
      from_b_[i] = {decompose(multiply_transposed(p.inverse, d)), dot(d, p.back), p.scale / length};
    }
  }

  double center_distance_sq(const Kdop<k>& a, const Kdop<k>& b) const {
    return bound::center_distance_sq(place_, a, b);
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
    Sum sum;         ///< the other tree's directions that make up this one
    double offset;   ///< of the other tree's origin
    double to_unit;  ///< heights along it times this are lengths in A's unit
  };

  /// u as a sum of directions of the k-DOP: those between which it lies.
  static Sum decompose(const Vec3& u) {
    // Coordinates by size, largest first.
    std::array<int, 3> at{0, 1, 2};
    std::sort(at.begin(), at.end(),
              [&](int i, int j) { return std::fabs(u[i]) > std::fabs(u[j]); });
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
      if (d[0] == -e[0] && d[1] == -e[1] && d[2] == -e[2])
        return {static_cast<std::uint8_t>(i), true};
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
      const double gap =
          std::max(low + d.offset - own.upper[i], own.lower[i] - (high + d.offset)) * d.to_unit;
      best = std::max(best, gap);
      if (i < 3 && gap > 0) diagonal_sq += gap * gap;
    }
    return std::max(best, std::sqrt(diagonal_sq));
  }

  Placement place_;
  std::array<Direction, kSlabs> from_a_, from_b_;
};

}  // namespace glance::rooms::bound
