// The volumes that enclose the nodes of a tree: sphere, box, oriented box, k-DOP.
//
// Coordinates are those of the tree's frame, (p - origin) / unit, in which everything lies within
// [-1, 1]; as floats, rounded so that the volume never gets smaller. Half the memory of doubles,
// and the tests (bound/volume_pair) are done in doubles nevertheless.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "glance/math.h"
#include "rooms.h"

namespace glance::rooms::bound {

/// Corners of the triangles (or of tiles of them) that a volume encloses.
using Corners = std::array<Vec3, 3>;

struct SphereVolume {
  std::array<float, 3> center;
  float radius;
};

struct BoxVolume {
  std::array<float, 3> center, half;
};

/// A box along axes of its own (Gottschalk, Lin, Manocha 1996). Its points p satisfy
/// |axis . (p - center)| <= half for each axis; the axes are orthonormal up to rounding to floats.
/// One cache line; `axes[c][i]` is coordinate c of axis i.
struct alignas(64) OrientedBox {
  std::array<float, 3> center, half;
  std::array<std::array<float, 3>, 3> axes;
  float unused = 0;  ///< so that four floats can be loaded from the last row

  Vec3 axis(int i) const { return {axes[0][i], axes[1][i], axes[2][i]}; }
};

/// The directions of k-DOPs: 0-2 the axes; then the diagonals of a cube's faces (18, 26) and those
/// of the cube (14, 26). Not of unit length.
/// Between k/2 pairs of parallel planes: lower <= d . p <= upper for each direction d.
template <int k>
struct Kdop {
  static constexpr int kSlabs = k / 2;
  std::array<float, kSlabs> lower, upper;
};

/// Diagonal number `n` of the faces of a cube: (1,1,0) (1,-1,0) (1,0,1) (1,0,-1) (0,1,1) (0,1,-1).
constexpr std::array<int, 3> face_diagonal(int n) {
  std::array<int, 3> d{0, 0, 0};
  d[n < 4 ? 0 : 1] = 1;
  d[n < 2 ? 1 : 2] = n % 2 ? -1 : 1;
  return d;
}
/// Of the cube itself: (1, 1, 1) (1, -1, 1) (1, 1, -1) (1, -1, -1).
constexpr std::array<int, 3> cube_diagonal(int n) { return {1, n & 1 ? -1 : 1, n & 2 ? -1 : 1}; }

/// Direction `slab` of a k-DOP.
template <int k>
constexpr std::array<int, 3> dop_direction(int slab) {
  if (slab < 3) return {slab == 0, slab == 1, slab == 2};
  if (k == 14) return cube_diagonal(slab - 3);
  return slab < 9 ? face_diagonal(slab - 3) : cube_diagonal(slab - 9);
}

/// The smallest volume of its kind (spheres and oriented boxes: nearly) around all corners, of
/// which there is at least one.
void fit(std::span<const Corners> corners, SphereVolume& volume);
void fit(std::span<const Corners> corners, BoxVolume& volume);
void fit(std::span<const Corners> corners, OrientedBox& volume);
void fit(std::span<const Corners> corners, Kdop<14>& volume);
void fit(std::span<const Corners> corners, Kdop<18>& volume);
void fit(std::span<const Corners> corners, Kdop<26>& volume);
/// The volume that holds this box, in floats.
void set_box(const Aabb& box, BoxVolume& volume);

/// Surface area, for statistics.
double area(const SphereVolume& volume);
double area(const BoxVolume& volume);
double area(const OrientedBox& volume);
template <int k>
double area(const Kdop<k>& volume);

/// How far a point (in the tree's frame) is outside of the volume at most: 0 or less if inside, in
/// units of the tree's frame.
double excess(const SphereVolume& volume, const Vec3& p);
double excess(const BoxVolume& volume, const Vec3& p);
double excess(const OrientedBox& volume, const Vec3& p);
template <int k>
double excess(const Kdop<k>& volume, const Vec3& p) {
  double most = -1;
  for (int i = 0; i < Kdop<k>::kSlabs; i++) {
    const auto d = dop_direction<k>(i);
    const double height = d[0] * p.x() + d[1] * p.y() + d[2] * p.z();
    most = std::max({most, height - volume.upper[i], volume.lower[i] - height});
  }
  return most;
}

}  // namespace glance::rooms::bound
