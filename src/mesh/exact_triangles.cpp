// Tested in tests/unit/mesh/triangle_segment_test.cpp (TriangleSegment.AgreesWithTheReference).
#include "mesh/exact_triangles.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/predicates.h"
#include "mesh/exact_world.h"

namespace glance::rooms::mesh {
namespace {

using ExactCorners = std::array<ExactPoint, 3>;
using Signs = std::array<int, 3>;

/// x * y * 2^-exponent is added.
void add_product(double x, double y, int exponent, BigInt& sum) {
  const Dyadic m = decode(x), n = decode(y);
  if (m.mantissa == 0 || n.mantissa == 0) return;
  sum += shifted_integer(Int128(m.mantissa) * n.mantissa, m.exponent + n.exponent - exponent);
}

ExactPoint normal_of(const ExactCorners& t) { return cross(t[1] - t[0], t[2] - t[0]); }

bool all_are(const Signs& s, int sign) { return s[0] == sign && s[1] == sign && s[2] == sign; }
bool has(const Signs& s, int sign) { return s[0] == sign || s[1] == sign || s[2] == sign; }

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

/// Signs about the corners of two triangles in the world: 0 to 2 are A's, 3 to 5 B's.
class WorldSigns {
 public:
  explicit WorldSigns(const ExactTwo& two) : two_(two) {}

  /// On which sides of A's plane B's corners are; or of B's plane, A's.
  Signs sides(bool of_b) const {
    const ExactCorners &plane = of_b ? two_.b : two_.a, &other = of_b ? two_.a : two_.b;
    const ExactPoint normal = normal_of(plane);
    Signs s;
    for (std::size_t i = 0; i < 3; i++) s[i] = sign_of(dot(normal, other[i] - plane[0]));
    return s;
  }
  /// Of the component of (q - p) x (r - p) along an axis.
  int turn(std::size_t p, std::size_t q, std::size_t r, int axis) const {
    const ExactPoint u = at(q) - at(p), v = at(r) - at(p);
    if (axis == 0) return sign_of(product_difference(u.y, v.z, u.z, v.y));
    if (axis == 1) return sign_of(product_difference(u.z, v.x, u.x, v.z));
    return sign_of(product_difference(u.x, v.y, u.y, v.x));
  }
  /// Of triple(r - p, q - p, s - r).
  int order(std::size_t p, std::size_t q, std::size_t r, std::size_t s) const {
    return sign_of(dot(at(r) - at(p), cross(at(q) - at(p), at(s) - at(r))));
  }

 private:
  const ExactPoint& at(std::size_t corner) const {
    return corner < 3 ? two_.a[corner] : two_.b[corner - 3];
  }
  const ExactTwo& two_;
};

/// The same for two bodies in the same pose, by coordinates in their own frames: a rotation and a
/// translation change no sign (R in doubles does not either, as its determinant is about 1). So no
/// integers are needed but where signs are nearly 0. They are 0 wherever two of the points are the
/// same, as they mostly are in parts that were modelled together.
class LocalSigns {
 public:
  LocalSigns(const TriangleCorners& a, const TriangleCorners& b) : a_(a), b_(b) {}

  Signs sides(bool of_b) const {
    const TriangleCorners &plane = of_b ? b_ : a_, &other = of_b ? a_ : b_;
    Signs s;
    for (std::size_t i = 0; i < 3; i++) s[i] = side_of(plane, other[i]);
    return s;
  }
  int turn(std::size_t p, std::size_t q, std::size_t r, int axis) const {
    const bool same = at(r) == at(p) || at(r) == at(q);
    return same ? 0 : orientation_along(axis, at(p), at(q), at(r));
  }
  /// (s - r is s - p, less what r - p has already.)
  int order(std::size_t p, std::size_t q, std::size_t r, std::size_t s) const {
    const bool same = at(p) == at(r) || at(p) == at(s) || at(q) == at(r) || at(q) == at(s);
    return same ? 0 : orientation(at(p), at(r), at(q), at(s));
  }

  static int side_of(const TriangleCorners& plane, const Vec3& p) {
    const bool same = p == plane[0] || p == plane[1] || p == plane[2];
    return same ? 0 : orientation(plane[0], plane[1], plane[2], p);
  }

 private:
  const Vec3& at(std::size_t corner) const { return corner < 3 ? a_[corner] : b_[corner - 3]; }
  const TriangleCorners &a_, &b_;
};

/// In one plane they meet unless an edge of one separates them.
template <class AllSigns>
bool meet_in_plane(const AllSigns& in) {
  int axis = 0;
  while (in.turn(0, 1, 2, axis) == 0) axis++;  // no triangle is degenerate
  for (const std::size_t own : {0u, 3u}) {
    const std::size_t other = 3 - own;
    const int inside = in.turn(own, own + 1, own + 2, axis);
    for (std::size_t i = 0; i < 3; i++) {
      const auto is_beyond = [&](std::size_t k) {
        return in.turn(own + i, own + (i + 1) % 3, other + k, axis) == -inside;
      };
      if (is_beyond(0) && is_beyond(1) && is_beyond(2)) return false;
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
template <class AllSigns>
TriangleMeeting meet_on_line(const AllSigns& in, const Signs& side_a, const Signs& side_b) {
  bool before = false, after = false, same = false;
  for (const End& p : ends_of(side_a)) {
    for (const End& q : ends_of(side_b)) {
      const int sign = -in.order(p.from, p.to, 3 + q.from, 3 + q.to) * p.rise * q.rise;
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

template <class AllSigns>
TriangleMeeting meeting_by(const AllSigns& in) {
  const Signs side_b = in.sides(false);
  if (all_are(side_b, 1) || all_are(side_b, -1)) return {Verdict::apart, false, {}};
  if (all_are(side_b, 0)) {
    return {meet_in_plane(in) ? Verdict::touching : Verdict::apart, true, {}};
  }
  const Signs side_a = in.sides(true);
  if (all_are(side_a, 1) || all_are(side_a, -1)) return {Verdict::apart, false, {}};
  return meet_on_line(in, side_a, side_b);
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
  if (pose == pose_of_point) return LocalSigns::side_of(plane, point);
  ExactWorld world(pose, pose_of_point);
  world.add(plane);
  world.add(point);
  const ExactCorners t{world(pose, plane[0]), world(pose, plane[1]), world(pose, plane[2])};
  return sign_of(dot(normal_of(t), world(pose_of_point, point) - t[0]));
}

TriangleMeeting exact_meeting(const Pose& pose_a, const TriangleCorners& a, const Pose& pose_b,
                              const TriangleCorners& b) {
  if (pose_a == pose_b) return meeting_by(LocalSigns(a, b));
  return meeting_by(WorldSigns(ExactTwo(pose_a, a, pose_b, b)));
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

}  // namespace glance::rooms::mesh
