// Tested in tests/unit/mesh/triangle_segment_test.cpp (TriangleSegment.AgreesWithTheReference).
#include "mesh/exact_triangles.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "mesh/exact_world.h"

namespace glance::mesh {
namespace {

using ExactCorners = std::array<ExactPoint, 3>;
using Signs = std::array<int, 3>;

/// x * y * 2^-exponent is added.
void add_product(double x, double y, int exponent, BigInt& sum) {
  const Dyadic m = decode(x), n = decode(y);
  if (m.mantissa == 0 || n.mantissa == 0) return;
  sum += BigInt(Int128(m.mantissa) * n.mantissa) << (m.exponent + n.exponent - exponent);
}

ExactPoint normal_of(const ExactCorners& t) { return cross(t[1] - t[0], t[2] - t[0]); }

bool all_are(const Signs& s, int sign) { return s[0] == sign && s[1] == sign && s[2] == sign; }
bool has(const Signs& s, int sign) { return s[0] == sign || s[1] == sign || s[2] == sign; }

/// The component of (q - p) x (r - p) along an axis.
int turn(const ExactPoint& p, const ExactPoint& q, const ExactPoint& r, int axis) {
  const ExactPoint u = q - p, v = r - p;
  if (axis == 0) return sign_of(BigInt(u.y * v.z - u.z * v.y));
  if (axis == 1) return sign_of(BigInt(u.z * v.x - u.x * v.z));
  return sign_of(BigInt(u.x * v.y - u.y * v.x));
}

/// Two triangles in the world.
struct ExactTwo {
  ExactCorners a, b;
  int exponent;  ///< in units of 2^exponent

  ExactTwo(const Pose& pose_a, const TriangleCorners& local_a, const Pose& pose_b,
           const TriangleCorners& local_b) {
    ExactWorld world(pose_a, pose_b);
    world.add(local_a);
    world.add(local_b);
    for (std::size_t i = 0; i < 3; i++) {
      a[i] = world(pose_a, local_a[i]);
      b[i] = world(pose_b, local_b[i]);
    }
    exponent = world.exponent();
  }
};

/// In one plane they meet unless an edge of one separates them.
bool meet_in_plane(const ExactCorners& a, const ExactCorners& b, const ExactPoint& normal) {
  const int axis = sign_of(normal.x) != 0 ? 0 : sign_of(normal.y) != 0 ? 1 : 2;
  for (const bool swapped : {false, true}) {
    const ExactCorners &own = swapped ? b : a, &other = swapped ? a : b;
    const int inside = turn(own[0], own[1], own[2], axis);
    for (std::size_t i = 0; i < 3; i++) {
      const auto is_beyond = [&](const ExactPoint& p) {
        return turn(own[i], own[(i + 1) % 3], p, axis) == -inside;
      };
      if (std::ranges::all_of(other, is_beyond)) return false;
    }
  }
  return true;
}

/// Where a triangle meets the plane of the other: an end of what they have in common is on the line
/// through these two corners, of which at most one is in the plane.
struct End {
  std::size_t from, to;
  int rise;  ///< the sign of the height of `to` less that of `from`
};

/// Both ends; the same twice if it is but a corner.
std::array<End, 2> ends_of(const Signs& height) {
  std::array<End, 2> ends{};
  int count = 0;
  for (std::size_t i = 0; i < 3; i++) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    if (height[i] == 0) {
      const std::size_t off = height[j] != 0 ? j : k;
      ends[static_cast<std::size_t>(count++)] = {i, off, height[off]};
    } else if (height[i] * height[j] < 0) {
      ends[static_cast<std::size_t>(count++)] = {i, j, height[j]};
    }
  }
  if (count == 1) ends[1] = ends[0];
  return ends;
}

/// Planes that cross: the order of the ends on the common line. With w the way from `from` to `to`
/// of one of A and z of one of B, both on the line when prolonged, the end of B is farther along
/// normal_a x normal_b than that of A by the sign of -triple(from_b - from_a, w, z) times those of
/// the rises: w is in A's plane and z in B's, so of their cross product only the part along the
/// line counts, and that is the product of their heights above the other's plane, up to a factor
/// which is negative.
TriangleMeeting meet_on_line(const ExactCorners& a, const ExactCorners& b, const Signs& side_a,
                             const Signs& side_b) {
  bool before = false, after = false, same = false;
  for (const End& p : ends_of(side_a)) {
    for (const End& q : ends_of(side_b)) {
      const ExactPoint w = a[p.to] - a[p.from], z = b[q.to] - b[q.from];
      const int sign = -sign_of(dot(b[q.from] - a[p.from], cross(w, z))) * p.rise * q.rise;
      before |= sign < 0;
      after |= sign > 0;
      same |= sign == 0;
    }
  }
  if (!same && before != after) return {Verdict::apart, false, {}};
  const bool through = has(side_a, 1) && has(side_a, -1) && has(side_b, 1) && has(side_b, -1);
  return {through && before && after ? Verdict::overlapping : Verdict::touching, false,
          CornerSides{side_a, side_b}};
}

ExactPoint operator*(const ExactPoint& p, const BigInt& by) {
  spend_work(kProductUnits<BigInt>);
  return {p.x * by, p.y * by, p.z * by};
}

const BigInt& coordinate(const ExactPoint& p, int axis) {
  return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/// A point as a fraction.
struct ExactEnd {
  ExactPoint top;
  BigInt bottom;  ///< above 0

  bool is_before(const ExactEnd& other, int axis) const {
    return coordinate(top, axis) * other.bottom < coordinate(other.top, axis) * bottom;
  }
  /// In units of 2^exponent.
  Vec3 rounded(int exponent) const {
    const auto round = [&](const BigInt& x) { return std::ldexp(ratio(x, bottom), exponent); };
    return {round(top.x), round(top.y), round(top.z)};
  }
};

/// Where a triangle meets a plane that it is not in, ordered along an axis. The same end twice if
/// that is but a corner.
std::array<ExactEnd, 2> cut_by_plane(const ExactCorners& own, const ExactPoint& on_plane,
                                     const ExactPoint& normal, int axis) {
  std::array<BigInt, 3> height;
  for (std::size_t i = 0; i < 3; i++) height[i] = dot(normal, own[i] - on_plane);
  std::array<ExactEnd, 2> ends;
  std::size_t count = 0;
  for (std::size_t i = 0; i < 3; i++) {
    const std::size_t k = (i + 1) % 3;
    const int sign = sign_of(height[i]);
    if (sign == 0) {
      ends[count++] = {own[i], 1};
    } else if (sign * sign_of(height[k]) < 0) {
      // Each corner by the height of the other, which is on the other side.
      const BigInt above = sign > 0 ? height[i] : -height[i];
      const BigInt below = sign > 0 ? -height[k] : height[k];
      ends[count++] = {own[k] * above + own[i] * below, above + below};
    }
  }
  if (count == 1) ends[1] = ends[0];
  if (ends[1].is_before(ends[0], axis)) std::swap(ends[0], ends[1]);
  return ends;
}

}  // namespace

int ExactWorld::exponent() const {
  const int products = turn_.exponent() + local_.exponent();
  return place_.bits() == 0 ? products : std::min(products, place_.exponent());
}

ExactPoint ExactWorld::turned(const Pose& pose, const Vec3& local) const {
  const int unit = exponent();
  ExactPoint p{0, 0, 0};
  for (int j = 0; j < 3; j++) {
    add_product(pose.rotation()(0, j), local[j], unit, p.x);
    add_product(pose.rotation()(1, j), local[j], unit, p.y);
    add_product(pose.rotation()(2, j), local[j], unit, p.z);
  }
  return p;
}

ExactPoint ExactWorld::operator()(const Pose& pose, const Vec3& local) const {
  ExactPoint p = turned(pose, local);
  const int unit = exponent();
  add_product(pose.translation().x(), 1, unit, p.x);
  add_product(pose.translation().y(), 1, unit, p.y);
  add_product(pose.translation().z(), 1, unit, p.z);
  return p;
}

/// A world in which all products are integers is set up for each question: integers are then no
/// longer than these few coordinates need.
int exact_side(const Pose& pose, const TriangleCorners& plane, const Pose& pose_of_point,
               const Vec3& point) {
  ExactWorld world(pose, pose_of_point);
  world.add(plane);
  world.add(point);
  const ExactCorners t{world(pose, plane[0]), world(pose, plane[1]), world(pose, plane[2])};
  return sign_of(dot(normal_of(t), world(pose_of_point, point) - t[0]));
}

TriangleMeeting exact_meeting(const Pose& pose_a, const TriangleCorners& a, const Pose& pose_b,
                              const TriangleCorners& b) {
  const ExactTwo in(pose_a, a, pose_b, b);
  const auto sides = [](const ExactCorners& plane, const ExactPoint& normal,
                        const ExactCorners& other) {
    Signs s;
    for (std::size_t i = 0; i < 3; i++) s[i] = sign_of(dot(normal, other[i] - plane[0]));
    return s;
  };
  const ExactPoint normal_a = normal_of(in.a);
  const Signs side_b = sides(in.a, normal_a, in.b);
  if (all_are(side_b, 1) || all_are(side_b, -1)) return {Verdict::apart, false, {}};
  if (all_are(side_b, 0)) {
    const bool meet = meet_in_plane(in.a, in.b, normal_a);
    return {meet ? Verdict::touching : Verdict::apart, true, {}};
  }
  const Signs side_a = sides(in.b, normal_of(in.b), in.a);
  if (all_are(side_a, 1) || all_are(side_a, -1)) return {Verdict::apart, false, {}};
  return meet_on_line(in.a, in.b, side_a, side_b);
}

std::array<Vec3, 2> exact_segment(const Pose& pose_a, const TriangleCorners& a, const Pose& pose_b,
                                  const TriangleCorners& b) {
  const ExactTwo in(pose_a, a, pose_b, b);
  const ExactPoint normal_a = normal_of(in.a), normal_b = normal_of(in.b);
  // Along the common line an axis that is not across it tells what comes first.
  const ExactPoint line = cross(normal_a, normal_b);
  const int axis = sign_of(line.x) != 0 ? 0 : sign_of(line.y) != 0 ? 1 : 2;
  const std::array<ExactEnd, 2> cut_a = cut_by_plane(in.a, in.b[0], normal_b, axis);
  const std::array<ExactEnd, 2> cut_b = cut_by_plane(in.b, in.a[0], normal_a, axis);
  const ExactEnd& from = cut_a[0].is_before(cut_b[0], axis) ? cut_b[0] : cut_a[0];
  const ExactEnd& to = cut_b[1].is_before(cut_a[1], axis) ? cut_b[1] : cut_a[1];
  return {from.rounded(in.exponent), to.rounded(in.exponent)};
}

}  // namespace glance::mesh
