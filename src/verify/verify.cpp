// The referee: checks a certificate against nothing but the vertices and the poses.
//
// With verify_curved, for bodies that vertices do not tell, it includes public headers and the type
// of big integers only, and shares no code with the solvers, so that a fault of theirs cannot
// excuse itself here. All numbers are integers: a double has finitely many binary places, so with
// enough of them every coordinate is a fixed-point number, and sums and products of those are
// exact. Certificates ask for signs only, which no scale changes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "glance/certificate.h"
#include "math/big_int.h"
#include "verify/verify_curved.h"

namespace glance::rooms::referee {
namespace {

using Int = BigInt;

struct IntVec3 {
  Int x, y, z;

  bool is_zero() const { return x.is_zero() && y.is_zero() && z.is_zero(); }

  // Friends, so that they hide nothing of the same name.
  friend IntVec3 operator-(const IntVec3& u, const IntVec3& v) {
    return {u.x - v.x, u.y - v.y, u.z - v.z};
  }
  friend Int dot(const IntVec3& u, const IntVec3& v) { return u.x * v.x + u.y * v.y + u.z * v.z; }
  friend IntVec3 cross(const IntVec3& u, const IntVec3& v) {
    return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
  }
};

int sign_of_det(const IntVec3& u, const IntVec3& v, const IntVec3& w) {
  return dot(u, cross(v, w)).sign();
}

/// A finite double is mantissa * 2^exponent.
struct Decoded {
  std::int64_t mantissa;
  int exponent;

  explicit Decoded(double value) {
    const double fraction = std::frexp(value, &exponent);  // of size [0.5, 1), or zero
    mantissa = static_cast<std::int64_t>(std::ldexp(fraction, 53));
    exponent -= 53;
  }
};

/// How many binary places a number has behind the point.
int places_of(double value) {
  const Decoded d(value);
  if (d.mantissa == 0) return 0;
  return std::max(0, -d.exponent - std::countr_zero(static_cast<std::uint64_t>(d.mantissa)));
}

int places_of(const Vec3& v) {
  return std::max({places_of(v.x()), places_of(v.y()), places_of(v.z())});
}

/// value * 2^places, for places >= places_of(value).
Int fixed_point(double value, int places) {
  const Decoded d(value);
  const int shift = d.exponent + places;
  return shift < 0 ? Int(d.mantissa >> -shift) : Int(d.mantissa) << shift;
}

IntVec3 fixed_point(const Vec3& v, int places) {
  return {fixed_point(v.x(), places), fixed_point(v.y(), places), fixed_point(v.z(), places)};
}

/// Binary places that suffice for both bodies.
struct Places {
  int rotation = 0, vertex = 0, world = 0;

  Places(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
         std::span<const double> radii) {
    for (const double r : radii) world = std::max(world, places_of(r));
    for (const Pose* pose : {&pose_a, &pose_b}) {
      for (int i = 0; i < 3; i++) rotation = std::max(rotation, places_of(pose->rotation().row(i)));
      world = std::max(world, places_of(pose->translation()));
    }
    for (const Shape* shape : {&a, &b}) {
      for (const Vec3& v : shape->vertices()) vertex = std::max(vertex, places_of(v));
    }
    world = std::max(world, rotation + vertex);
  }
};

/// One body in the world: R v + t for each vertex v, times 2^places.world.
class WorldVertices {
 public:
  WorldVertices(const Shape& shape, const Pose& pose, const Places& places)
      : vertices_(shape.vertices()),
        places_(places),
        translation_(fixed_point(pose.translation(), places.world)) {
    for (int i = 0; i < 3; i++) row_[i] = fixed_point(pose.rotation().row(i), places.rotation);
  }

  std::size_t size() const { return vertices_.size(); }

  IntVec3 operator[](std::size_t index) const {
    const IntVec3 v = fixed_point(vertices_[index], places_.vertex);
    const int shift = places_.world - places_.rotation - places_.vertex;
    return {(dot(row_[0], v) << shift) + translation_.x,
            (dot(row_[1], v) << shift) + translation_.y,
            (dot(row_[2], v) << shift) + translation_.z};
  }

 private:
  std::span<const Vec3> vertices_;
  Places places_;
  IntVec3 row_[3], translation_;
};

/// The points of A - B that pairs stand for.
std::vector<IntVec3> differences(std::span<const VertexPair> pairs, const WorldVertices& a,
                                 const WorldVertices& b) {
  std::vector<IntVec3> points;
  for (const VertexPair& pair : pairs) points.push_back(a[pair.a] - b[pair.b]);
  return points;
}

// --- The form: everything that can be said without the coordinates. ---

/// How many pairs a certificate has, from least to most.
struct Counts {
  int plane[2], hull[2];
};
constexpr Counts kApart{{0, 3}, {0, 0}}, kTouching{{1, 3}, {1, 4}}, kOverlapping{{0, 0}, {4, 6}},
    kNear{{0, 0}, {1, 6}};

Result<void> check_counts(const Certificate& c, bool rounded) {
  if (c.verdict == Verdict::undecided)
    return fail(ErrorCode::not_proved, "an undecided certificate proves nothing");
  if (c.verdict > Verdict::undecided) {
    return fail(ErrorCode::not_proved,
                fmt::format("unknown verdict {}", static_cast<int>(c.verdict)));
  }
  const Counts& allowed = c.verdict == Verdict::apart      ? kApart
                          : c.verdict == Verdict::touching ? kTouching
                          : rounded                        ? kNear
                                                           : kOverlapping;
  const auto check = [&](const char* name, int count, const int(&range)[2]) -> Result<void> {
    if (range[0] <= count && count <= range[1]) return {};
    return fail(ErrorCode::not_proved,
                fmt::format("{} is {}; for {} it must be from {} to {}", name, count,
                            to_string(c.verdict), range[0], range[1]));
  };
  if (auto checked = check("plane_count", c.plane_count, allowed.plane); !checked) return checked;
  if (auto checked = check("pair_count", c.pair_count, allowed.hull); !checked) return checked;
  if (c.axis > Certificate::kNoAxis)
    return fail(ErrorCode::not_proved, fmt::format("there is no axis {}", c.axis));
  return {};
}

Result<void> check_indices(const char* name, std::span<const VertexPair> pairs,
                           const WorldVertices& a, const WorldVertices& b) {
  const auto complain = [&](std::size_t i, std::uint32_t index, char body, std::size_t count) {
    return fail(ErrorCode::not_proved,
                fmt::format("{} {} names vertex {} of {}, which has {} vertices", name, i, index,
                            body, count));
  };
  for (std::size_t i = 0; i < pairs.size(); i++) {
    if (pairs[i].a >= a.size()) return complain(i, pairs[i].a, 'A', a.size());
    if (pairs[i].b >= b.size()) return complain(i, pairs[i].b, 'B', b.size());
  }
  return {};
}

// --- Planes: apart and touching. ---

/// What a body covers along a vector, and the vertices where it ends.
struct Reach {
  Int low, high;
  std::size_t lowest = 0, highest = 0;

  Reach(const IntVec3& n, const WorldVertices& body) : low(dot(n, body[0])), high(low) {
    for (std::size_t i = 1; i < body.size(); i++) {
      const Int value = dot(n, body[i]);
      if (value < low) {
        low = value;
        lowest = i;
      } else if (value > high) {
        high = value;
        highest = i;
      }
    }
  }
};

/// The sign of (low end of `upper` - high end of `lower`) / |n| - radius, for radius >= 0.
int sign_of_gap(const Reach& lower, const Reach& upper, const IntVec3& n, const Int& radius) {
  const Int gap = upper.low - lower.high;
  if (gap.sign() <= 0) return radius.is_zero() ? gap.sign() : -1;
  return Int(gap * gap - radius * radius * dot(n, n)).sign();
}

Result<void> check_direction(const Vec3& direction, const WorldVertices& a, const WorldVertices& b,
                             const Int& radius) {
  if (!is_finite(direction)) return fail(ErrorCode::not_proved, "the direction is not finite");
  const IntVec3 d = fixed_point(direction, places_of(direction));
  if (d.is_zero()) return fail(ErrorCode::not_proved, "the direction is zero");
  const Reach in_a(d, a), in_b(d, b);
  if (sign_of_gap(in_a, in_b, d, radius) > 0) return {};
  return fail(
      ErrorCode::not_proved,
      fmt::format("the direction does not separate: vertex {} of A is not below vertex {} of B{}",
                  in_a.highest, in_b.lowest, radius.is_zero() ? "" : " by more than the radii"));
}

/// As the head of certificate.h defines it.
IntVec3 named_normal(const Certificate& c, const std::vector<IntVec3>& points) {
  const IntVec3 axis{c.axis == 0, c.axis == 1, c.axis == 2};
  const bool completed = c.axis != Certificate::kNoAxis;
  if (points.size() == 1) return completed ? axis : points[0];
  const IntVec3 u = points[1] - points[0];
  if (points.size() == 2) return completed ? cross(u, axis) : cross(cross(u, points[0]), u);
  return cross(u, points[2] - points[0]);
}

/// All of A - B is on one side of the named plane's parallel through the origin exactly if
/// all of A is on one side of all of B along the normal: strictly where apart is claimed. Around
/// rounded bodies the gap has to be as wide as the radii.
Result<void> check_plane(const Certificate& c, const WorldVertices& a, const WorldVertices& b,
                         const Int& radius) {
  const IntVec3 n = named_normal(c, differences(c.plane_pairs(), a, b));
  if (n.is_zero()) return fail(ErrorCode::not_proved, "the normal of the named plane is zero");
  const Reach in_a(n, a), in_b(n, b);
  const bool strict = c.verdict == Verdict::apart;
  const auto is_below = [&](const Reach& lower, const Reach& upper) {
    return sign_of_gap(lower, upper, n, radius) >= (strict ? 1 : 0);
  };
  if (is_below(in_a, in_b) || is_below(in_b, in_a)) return {};
  return fail(
      ErrorCode::not_proved,
      fmt::format(
          "the named plane does not separate: along its normal, vertex {} of A is {} vertex "
          "{} of B, and vertex {} of B {} vertex {} of A",
          in_a.highest, strict ? "not below" : "above", in_b.lowest, in_b.highest,
          strict ? "not below" : "above", in_a.lowest));
}

// --- Hulls around the origin: touching and overlapping. ---

/// Whether the origin is a mean of these one to four points with positive weights. False
/// where it is one only because some of the points can be left out (or they are not
/// independent): then it is a mean of fewer.
bool is_mean(const std::vector<IntVec3>& p) {
  if (p.size() == 1) return p[0].is_zero();
  if (p.size() == 2) return cross(p[0], p[1]).is_zero() && dot(p[0], p[1]).sign() < 0;
  if (p.size() == 3) {
    // In one plane with the origin, (q x r) p + (r x p) q + (p x q) r = 0, where the cross
    // products are numbers times the plane's normal.
    const IntVec3 n0 = cross(p[1], p[2]), n1 = cross(p[2], p[0]), n2 = cross(p[0], p[1]);
    return dot(p[0], n0).is_zero() && dot(n0, n1).sign() > 0 && dot(n1, n2).sign() > 0;
  }
  // Cramer's rule: |q r s| p - |p r s| q + |p q s| r - |p q r| s = 0 in space.
  const int s = sign_of_det(p[1], p[2], p[3]);
  return s != 0 && sign_of_det(p[0], p[2], p[3]) == -s && sign_of_det(p[0], p[1], p[3]) == s &&
         sign_of_det(p[0], p[1], p[2]) == -s;
}

/// By Caratheodory the origin is in the hull exactly if it is a mean, with positive
/// weights, of affinely independent ones among the points.
Result<void> check_on_hull(const std::vector<IntVec3>& points) {
  std::vector<IntVec3> chosen;
  for (unsigned subset = 1; subset < 1u << points.size(); subset++) {
    chosen.clear();
    for (std::size_t i = 0; i < points.size(); i++) {
      if (subset >> i & 1) chosen.push_back(points[i]);
    }
    if (is_mean(chosen)) return {};
  }
  return fail(ErrorCode::not_proved,
              fmt::format("the origin is not in the hull of the {} pairs", points.size()));
}

/// The origin is interior exactly if no plane through it has all the points on one closed
/// side, that is, if no n but zero has n.p <= 0 for all of them. These n form a cone. If the
/// points span space it contains no line, so unless it is zero it has an extreme ray; there
/// two of its constraints, p and q, are independent and tight: n = +-(p x q). So it is enough
/// to look at the planes through the origin and two points. (Where the points span a plane
/// only, that one fails; on a line through the origin there is none.)
Result<void> check_in_hull(const std::vector<IntVec3>& points) {
  bool spans_plane = false;
  for (std::size_t i = 0; i < points.size(); i++) {
    for (std::size_t j = i + 1; j < points.size(); j++) {
      const IntVec3 n = cross(points[i], points[j]);
      if (n.is_zero()) continue;
      spans_plane = true;
      bool below = false, above = false;
      for (const IntVec3& p : points) {
        const int side = dot(n, p).sign();
        below |= side < 0;
        above |= side > 0;
      }
      if (below && above) continue;
      return fail(
          ErrorCode::not_proved,
          fmt::format("the origin is not inside the hull of the {} pairs: none is on one side of "
                      "the plane through it, pair {} and pair {}",
                      points.size(), i, j));
    }
  }
  if (spans_plane) return {};
  return fail(
      ErrorCode::not_proved,
      fmt::format("the origin is not inside the hull of the {} pairs: they are on one line with it",
                  points.size()));
}

/// Whether the hull of the points comes nearer to the origin than `radius`, or (not `strict`) as
/// near. Its nearest point is the foot of the origin on the plane, line or point that some of
/// them span, and between those; any such foot is in the hull.
bool comes_near(const std::vector<IntVec3>& p, const Int& radius, bool strict) {
  const auto near = [&](const Int& square, const Int& over) {
    const int sign = Int(square - radius * radius * over).sign();
    return strict ? sign < 0 : sign <= 0;
  };
  if (p.size() == 1) return near(dot(p[0], p[0]), 1);
  if (p.size() == 4) return is_mean(p) && near(0, 1);
  const IntVec3 u = p[1] - p[0];
  if (p.size() == 2) {
    const Int reach = -dot(p[0], u), length_sq = dot(u, u);
    const IntVec3 across = cross(p[0], u);
    return reach.sign() > 0 && reach < length_sq && near(dot(across, across), length_sq);
  }
  const IntVec3 n = cross(u, p[2] - p[0]);
  for (int i = 0; i < 3; i++) {
    if (dot(n, cross(p[i], p[(i + 1) % 3])).sign() <= 0) return false;
  }
  const Int height = dot(n, p[0]);
  return !n.is_zero() && near(height * height, dot(n, n));
}

Result<void> check_near_hull(const std::vector<IntVec3>& points, const Int& radius, bool strict) {
  std::vector<IntVec3> chosen;
  for (unsigned subset = 1; subset < 1u << points.size(); subset++) {
    if (std::popcount(subset) > 4) continue;
    chosen.clear();
    for (std::size_t i = 0; i < points.size(); i++) {
      if (subset >> i & 1) chosen.push_back(points[i]);
    }
    if (comes_near(chosen, radius, strict)) return {};
  }
  return fail(ErrorCode::not_proved,
              fmt::format("the hull of the {} pairs is {} from the origin than the radii",
                          points.size(), strict ? "not nearer" : "farther"));
}

}  // namespace
}  // namespace glance::rooms::referee

namespace glance {
using namespace rooms::referee;

Result<void> verify(const Certificate& certificate, PlacedShape placed_a, PlacedShape placed_b,
                    double margin) {
  const Shape &a = placed_a.shape, &b = placed_b.shape;
  const Pose &pose_a = placed_a.pose, &pose_b = placed_b.pose;
  for (const Shape* shape : {&a, &b}) {
    if (shape->is_convex()) continue;
    return fail(
        ErrorCode::unsupported,
        fmt::format("a certificate is about two convex bodies, not about a {}: verify it for "
                    "the parts that the answer names (Shape::sub_shape)",
                    to_string(shape->kind())));
  }
  if (!a.has_flat_core() || !b.has_flat_core()) {
    return verify_curved(certificate, a, pose_a, b, pose_b, margin);
  }
  const Certificate& c = certificate;
  const std::array radii{a.rounding(), b.rounding(), margin > 0 ? margin : 0};
  const Places places(a, pose_a, b, pose_b, radii);
  Int radius = 0;
  for (const double r : radii) radius += fixed_point(r, places.world);
  const bool rounded = !radius.is_zero();
  if (auto checked = check_counts(c, rounded); !checked) return checked;
  const WorldVertices in_a(a, pose_a, places), in_b(b, pose_b, places);
  if (auto checked = check_indices("plane pair", c.plane_pairs(), in_a, in_b); !checked) {
    return checked;
  }
  if (auto checked = check_indices("pair", c.hull_pairs(), in_a, in_b); !checked) return checked;

  const std::vector<IntVec3> hull = differences(c.hull_pairs(), in_a, in_b);
  if (c.verdict == Verdict::overlapping) {
    return rounded ? check_near_hull(hull, radius, true) : check_in_hull(hull);
  }
  if (c.verdict == Verdict::touching) {
    const auto checked = rounded ? check_near_hull(hull, radius, false) : check_on_hull(hull);
    return checked ? check_plane(c, in_a, in_b, radius) : checked;
  }
  return c.plane_count > 0 ? check_plane(c, in_a, in_b, radius)
                           : check_direction(c.direction, in_a, in_b, radius);
}

}  // namespace glance
