// Tested in tests/unit/bound/volume_tree_test.cpp (VolumeTree.HoldsItsTriangles).
#include <algorithm>
#include <array>
#include <numbers>
#include <tuple>

#include "bound/boxes.h"
#include "bound/volume.h"
#include "geom/jacobi.h"

namespace glance::rooms::bound {
namespace {

/// Steps by which the centre of a sphere approaches the best one (Badoiu and Clarkson 2003): each
/// goes 1/(i + 1) of the way to the farthest point. The radius then is within a few percent of the
/// smallest; 64 steps more gain one percent.
constexpr int kSphereSteps = 16;

/// Distances as computed in doubles are off by less than this part of themselves.
constexpr double kRounding = 0x1p-50;

/// The nearest float. GCC 12 vectorises a cast to float and back to double into nothing, for two of
/// three coordinates; a volatile stops that. (The volumes would be smaller than what they enclose.)
float nearest_float(double x) {
  const volatile float rounded = static_cast<float>(x);
  return rounded;
}

Aabb box_of(std::span<const Corners> corners) {
  Aabb box;
  for (const Corners& c : corners) {
    for (const Vec3& p : c) box.add(p);
  }
  return box;
}

/// The point farthest from c, and the square of its distance.
std::pair<const Vec3*, double> farthest(std::span<const Corners> corners, const Vec3& c) {
  const Vec3* best = nullptr;
  double best_sq = -1;
  for (const Corners& triangle : corners) {
    for (const Vec3& p : triangle) {
      const double distance_sq = norm_sq(p - c);
      if (distance_sq > best_sq) {
        best_sq = distance_sq;
        best = &p;
      }
    }
  }
  return {best, best_sq};
}

/// An interval around its middle, rounded to a float.
void set_interval(double lower, double upper, float& center, float& half) {
  center = nearest_float((lower + upper) / 2);
  half = float_above(std::max(upper - center, center - lower));
}

/// The box along three orthonormal axes.
OrientedBox box_along(std::span<const Corners> corners, const Mat3& axes) {
  OrientedBox box;
  Vec3 rounded[3];
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      box.axes[k][i] = nearest_float(axes(k, i));
      rounded[i][k] = box.axes[k][i];
    }
  }
  Vec3 lower = Vec3::constant(INFINITY), upper = -lower;
  for (const Corners& c : corners) {
    for (const Vec3& p : c) {
      for (int i = 0; i < 3; i++) {
        const double height = dot(rounded[i], p);
        lower[i] = std::min(lower[i], height);
        upper[i] = std::max(upper[i], height);
      }
    }
  }
  const Vec3 middle = (lower + upper) / 2;
  const Vec3 center = (rounded[0] * middle.x() + rounded[1] * middle.y()) + rounded[2] * middle.z();
  Vec3 stored;
  for (int k = 0; k < 3; k++) stored[k] = box.center[k] = nearest_float(center[k]);
  for (int i = 0; i < 3; i++) {
    const double height = dot(rounded[i], stored);
    const double half = std::max(upper[i] - height, height - lower[i]);
    box.half[i] = float_above(half * (1 + kRounding) + 0x1p-50);
  }
  return box;
}

/// The covariance of all points of the triangles, each weighted by its area (so that it does not
/// depend on how the surface is divided), as in OBB-trees.
Mat3 covariance(std::span<const Corners> corners) {
  double weight = 0;
  Vec3 sum = Vec3::zero();
  Mat3 moment = Mat3::zero();
  for (const Corners& c : corners) {
    const double area = norm(cross(c[1] - c[0], c[2] - c[0]));
    const Vec3 mean = (c[0] + c[1] + c[2]) / 3;
    weight += area;
    sum += area * mean;
    for (int i = 0; i < 3; i++) {
      for (int k = i; k < 3; k++) {
        double corner_products = 9 * (mean[i] * mean[k]);
        for (const Vec3& p : c) corner_products += p[i] * p[k];
        moment(i, k) += area * corner_products / 12;
      }
    }
  }
  if (!(weight > 0)) return Mat3::identity();
  const Vec3 mean = sum / weight;
  for (int i = 0; i < 3; i++) {
    for (int k = i; k < 3; k++) {
      moment(i, k) = moment(k, i) = moment(i, k) / weight - mean[i] * mean[k];
    }
  }
  return moment;
}

template <int k>
void fit_dop(std::span<const Corners> corners, Kdop<k>& volume) {
  constexpr int kSlabs = Kdop<k>::kSlabs;
  std::array<double, kSlabs> lower, upper;
  lower.fill(INFINITY);
  upper.fill(-INFINITY);
  for (const Corners& c : corners) {
    for (const Vec3& p : c) {
      for (int i = 0; i < kSlabs; i++) {
        const auto d = dop_direction<k>(i);
        const double height = (d[0] * p.x() + d[1] * p.y()) + d[2] * p.z();
        lower[i] = std::min(lower[i], height);
        upper[i] = std::max(upper[i], height);
      }
    }
  }
  for (int i = 0; i < kSlabs; i++) {
    // Two sums of numbers up to 3: off by less than 2^-50.
    const double rounding = i < 3 ? 0 : 0x1p-50;
    volume.lower[i] = float_below(lower[i] - rounding);
    volume.upper[i] = float_above(upper[i] + rounding);
  }
}

double box_area(double x, double y, double z) { return 8 * (x * y + y * z + z * x); }

}  // namespace

void fit(std::span<const Corners> corners, SphereVolume& volume) {
  const Aabb box = box_of(corners);
  Vec3 center = (box.lower + box.upper) / 2, best = center;
  auto [point, far_sq] = farthest(corners, center);
  double best_sq = far_sq;
  for (int i = 1; i <= kSphereSteps && best_sq > 0; i++) {
    center += (*point - center) / (i + 1);
    std::tie(point, far_sq) = farthest(corners, center);
    if (far_sq < best_sq) {
      best_sq = far_sq;
      best = center;
    }
  }
  Vec3 stored;
  for (int k = 0; k < 3; k++) stored[k] = volume.center[k] = nearest_float(best[k]);
  volume.radius = float_above(std::sqrt(farthest(corners, stored).second) * (1 + kRounding));
}

void fit(std::span<const Corners> corners, BoxVolume& volume) { set_box(box_of(corners), volume); }

void set_box(const Aabb& box, BoxVolume& volume) {
  for (int k = 0; k < 3; k++) {
    set_interval(box.lower[k], box.upper[k], volume.center[k], volume.half[k]);
  }
}

void fit(std::span<const Corners> corners, OrientedBox& volume) {
  volume = box_along(corners, Mat3::identity());
  const OrientedBox turned = box_along(corners, symmetric_eigenvectors(covariance(corners)));
  if (area(turned) < area(volume)) volume = turned;
}

void fit(std::span<const Corners> corners, Kdop<14>& volume) { fit_dop(corners, volume); }
void fit(std::span<const Corners> corners, Kdop<18>& volume) { fit_dop(corners, volume); }
void fit(std::span<const Corners> corners, Kdop<26>& volume) { fit_dop(corners, volume); }

double area(const SphereVolume& v) { return 4 * std::numbers::pi * v.radius * v.radius; }
double area(const BoxVolume& v) { return box_area(v.half[0], v.half[1], v.half[2]); }
double area(const OrientedBox& v) { return box_area(v.half[0], v.half[1], v.half[2]); }

template <int k>
double area(const Kdop<k>& v) {  // of its box along the axes: the cut-off corners are not counted
  return box_area((v.upper[0] - v.lower[0]) / 2, (v.upper[1] - v.lower[1]) / 2,
                  (v.upper[2] - v.lower[2]) / 2);
}
template double area(const Kdop<14>&);
template double area(const Kdop<18>&);
template double area(const Kdop<26>&);

double excess(const SphereVolume& v, const Vec3& p) {
  return norm(p - Vec3(v.center[0], v.center[1], v.center[2])) - v.radius;
}

double excess(const BoxVolume& v, const Vec3& p) {
  double most = -1;
  for (int k = 0; k < 3; k++) most = std::max(most, std::fabs(p[k] - v.center[k]) - v.half[k]);
  return most;
}

double excess(const OrientedBox& v, const Vec3& p) {
  const Vec3 d = p - Vec3(v.center[0], v.center[1], v.center[2]);
  double most = -1;
  for (int i = 0; i < 3; i++) {
    most = std::max(most, std::fabs(dot(v.axis(i), d)) - v.half[i]);
  }
  return most;
}

}  // namespace glance::rooms::bound
