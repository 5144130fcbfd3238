#include "exact/exact_bodies.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geom/shape_access.h"
#include "geom/support.h"
#include "glance/tolerance.h"

namespace glance::rooms::exact {
namespace {

/// Below this products of doubles may have underflowed.
constexpr double kUnderflow = 0x1p-1000;

/// The sign of a rounded value of which the error is at most `error`, or kUnknownSign.
int sign_beyond(double value, double error) {
  if (value > error) return 1;
  return value < -error ? -1 : kUnknownSign;
}

ExactPoint shifted(const ExactPoint& p, int bits) {
  if (bits == 0) return p;
  return {p.x << bits, p.y << bits, p.z << bits};
}

ExactPoint exact_at(const Vec3& v, int exponent) {
  return {integer_at(v.x(), exponent), integer_at(v.y(), exponent), integer_at(v.z(), exponent)};
}

Vec3 near_of(const ExactPoint& p, int exponent) {
  return {to_double(p.x, exponent), to_double(p.y, exponent), to_double(p.z, exponent)};
}

/// The power of two of which all coordinates are multiples. Large bodies keep it, since finding it
/// takes a pass over all vertices.
int coordinate_exponent(const Polytope& body) {
  if (!body.is_small()) return body.coordinate_exponent();
  CommonScale scale;
  for (const Vec3& v : body.vertices()) scale.add(v);
  return scale.exponent();
}

}  // namespace

ExactVector exact_direction(ExactPoint v) {
  const int top = std::max({top_bit(v.x), top_bit(v.y), top_bit(v.z)});
  const Vec3 near = top == INT32_MIN ? Vec3(Vec3::zero()) : near_of(v, -top);
  return {std::move(v), near};
}

// With u = 2^-53 all factors below are off by 2u of themselves; a product of two by 5u with its
// rounding, a sum of three of those by 7u of the sum of their sizes: 8u, or 2^-50.

int sign_of_dot(const ExactVector& u, const ExactVector& v) {
  const double x = u.near.x() * v.near.x(), y = u.near.y() * v.near.y(),
               z = u.near.z() * v.near.z();
  const double size = std::fabs(x) + std::fabs(y) + std::fabs(z);
  const int quick = sign_beyond(x + y + z, 0x1p-50 * size + kUnderflow);
  if (size == 0 && (u.is_zero() || v.is_zero())) return 0;
  return quick != kUnknownSign ? quick : sign_of(dot(u.exact, v.exact));
}

/// The difference of p and q is off by 3u of both; then as above, with one rounding more.
int sign_along(const ExactVector& d, const ExactVector& p, const ExactVector& q) {
  double value = 0, size = 0;
  for (int i = 0; i < 3; i++) {
    value += d.near[i] * (p.near[i] - q.near[i]);
    size += std::fabs(d.near[i]) * (std::fabs(p.near[i]) + std::fabs(q.near[i]));
  }
  const int quick = sign_beyond(value, 0x1p-49 * size + kUnderflow);
  return quick != kUnknownSign ? quick : sign_of(dot(d.exact, p.exact - q.exact));
}

/// v x w is off by 6u of the sum of both products, and its product with u by 9u, the sum by 12u.
int sign_of_triple(const ExactVector& u, const ExactVector& v, const ExactVector& w) {
  double value = 0, size = 0;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double left = v.near[j] * w.near[k], right = v.near[k] * w.near[j];
    value += u.near[i] * (left - right);
    size += std::fabs(u.near[i]) * (std::fabs(left) + std::fabs(right));
  }
  const int quick = sign_beyond(value, 0x1p-49 * size + kUnderflow);
  if (size == 0 && (u.is_zero() || v.is_zero() || w.is_zero())) return 0;
  return quick != kUnknownSign ? quick : sign_of(dot(u.exact, cross(v.exact, w.exact)));
}

ExactBodies::Side::Side(const Polytope& body_, const Pose& pose)
    : body(body_), rotation(pose.rotation()), local_exponent(coordinate_exponent(body_)) {
  CommonScale scale;
  scale.add(rotation);
  rotation_exponent = scale.exponent();
  short_bits = scale.bits();
  is_short = short_bits <= 62;
  for (int i = 0; i < 9 && is_short; i++) {
    short_row[i / 3][i % 3] = scale.integer<std::int64_t>(rotation(i / 3, i % 3));
  }
}

/// R v + offset. Where the entries of R have up to 62 bits on their common exponent, and together
/// with those of v 124, as is usual, 128 bits hold the sum of three products; and mostly that of
/// the offset, too.
ExactPoint ExactBodies::Side::make(std::uint32_t v) const {
  const Vec3& local = body.vertex(v);
  CommonScale scale;
  scale.add(local);
  const int bits = short_bits + scale.bits() + 2;
  if (!is_short || bits > 126) {
    const ExactPoint p = exact_at(local, local_exponent);
    const auto along = [&](int i) { return dot(exact_at(rotation.row(i), rotation_exponent), p); };
    const ExactPoint turned =
        shifted({along(0), along(1), along(2)}, product_exponent() - exponent);
    return offset.is_zero() ? turned : turned + offset;
  }
  const auto x = scale.integer<Int128>(local.x()), y = scale.integer<Int128>(local.y()),
             z = scale.integer<Int128>(local.z());
  const auto sum = [&](int i) {
    const auto& r = short_row[static_cast<std::size_t>(i)];
    return r[0] * x + r[1] * y + r[2] * z;
  };
  // (Zero has no exponent of its own.)
  const int shift = local == Vec3::zero() ? 0 : rotation_exponent + scale.exponent() - exponent;
  if (short_offset && bits + shift <= 126) {
    const auto moved = [&](int i) {
      return from_short(sum(i) * (Int128(1) << shift) +
                        (*short_offset)[static_cast<std::size_t>(i)]);
    };
    spend_work(offset.is_zero() ? 0 : kProductUnits<BigInt> / 2);
    return {moved(0), moved(1), moved(2)};
  }
  const ExactPoint turned{shifted_integer(sum(0), shift), shifted_integer(sum(1), shift),
                          shifted_integer(sum(2), shift)};
  return offset.is_zero() ? turned : turned + offset;
}

void ExactBodies::Side::set_offset(ExactPoint by) {
  offset = std::move(by);
  const auto x = try_short(offset.x), y = try_short(offset.y), z = try_short(offset.z);
  if (x && y && z) short_offset = {*x, *y, *z};
}

const ExactPoint& ExactBodies::Side::vertex(std::uint32_t v) {
  // A short list before the map: most questions look at a few vertices only, and then ask for no
  // memory.
  for (std::uint32_t i = 0; i < first_count; i++) {
    if (first_numbers[i] == v) return first_made[i];
  }
  if (first_count < kFirst) {
    first_numbers[first_count] = v;
    return first_made[first_count++] = make(v);
  }
  const auto [place, is_new] = made.try_emplace(v);
  if (is_new) place->second = make(v);
  return place->second;
}

ExactBodies::ExactBodies(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b)
    : a_(polytope_of(a), pose_a), b_(polytope_of(b), pose_b) {
  CommonScale translation;
  translation.add(pose_a.translation());
  translation.add(pose_b.translation());
  exponent_ = std::min({a_.product_exponent(), b_.product_exponent(), translation.exponent()});
  a_.exponent = b_.exponent = exponent_;
  origin_ = exact_at(pose_a.translation(), exponent_);
  a_.set_offset({0, 0, 0});
  b_.set_offset(exact_at(pose_b.translation(), exponent_) - origin_);
  // Doubles near 1, whatever the size of the bodies: so their products neither over- nor underflow.
  near_unit_ = std::ilogb(std::max({a_.body.extent(), b_.body.extent(), kMinExtent}));
}

ExactCorner ExactBodies::corner(VertexPair pair) {
  ExactCorner c;
  c.exact = a_.vertex(pair.a) - b_.vertex(pair.b);
  c.near = near_of(c.exact, exponent_ - near_unit_);
  c.pair = pair;
  return c;
}

/// In doubles: the local direction R^T d is off by 6u |d| (2u of d, three products and two sums),
/// with |d| the sum of the sizes of its components, as no entry of R is above 1 + 1e-6; the
/// difference w - v by u of itself; and so is their product by 11u |d| |w - v|.
int ExactBodies::Side::sign_of_rise(const ExactVector& d, std::uint32_t v, std::uint32_t w) {
  const Vec3 local = multiply_transposed(rotation, d.near);
  const Vec3 rise = body.vertex(w) - body.vertex(v);
  const double error = 0x1p-49 * one_norm(d.near) * one_norm(rise) + kUnderflow;
  const int quick = sign_beyond(dot(local, rise), error);
  if (quick != kUnknownSign) return quick;
  return sign_of(dot(d.exact, vertex(w) - vertex(v)));
}

std::uint32_t ExactBodies::Side::highest(const ExactVector& d, std::uint32_t start) {
  const Topology& topology = body.topology();
  const Vec3 local = multiply_transposed(rotation, d.near);
  std::uint32_t v = start;
  if (!body.is_small()) {
    const std::uint32_t from_table = body.start_vertex(local);
    if (dot(local, Vec3(body.vertex(from_table) - body.vertex(v))) > 0) v = from_table;
    std::uint32_t steps = 0;
    climb(body, local, v, steps);  // in doubles; where it ends, signs begin
  }
  // Any neighbour that is higher will do, not the steepest: mostly there is none, and finding that
  // out takes all neighbours anyway.
  for (bool climbing = true; climbing;) {
    climbing = false;
    for (const std::uint32_t w : topology.vertex_neighbors(v)) {
      if (sign_of_rise(d, v, w) <= 0) continue;
      v = w;
      climbing = true;
      break;
    }
  }
  return v;
}

VertexPair ExactBodies::farthest(const ExactVector& d, VertexPair start) {
  return {a_.highest(d, start.a), b_.highest(-d, start.b)};
}

int ExactBodies::sign_of_rise_a(const ExactVector& d, std::uint32_t v, std::uint32_t w) {
  return a_.sign_of_rise(d, v, w);
}

int ExactBodies::sign_of_rise_b(const ExactVector& d, std::uint32_t v, std::uint32_t w) {
  return b_.sign_of_rise(d, v, w);
}

Vec3 ExactBodies::mean(Side& side, std::span<const std::uint32_t> vertices, const double* weights) {
  // The differences are as small as the feature, so each keeps its digits when it is rounded; the
  // position is rounded once.
  const ExactPoint first = side.vertex(vertices[0]);
  Vec3 sum = rounded(first + origin_);
  for (std::size_t i = 1; i < vertices.size(); i++) {
    if (vertices[i] == vertices[0]) continue;
    sum += rounded(side.vertex(vertices[i]) - first) * weights[i];
  }
  return sum;
}

Vec3 ExactBodies::mean_of_a(std::span<const std::uint32_t> vertices, const double* weights) {
  return mean(a_, vertices, weights);
}

Vec3 ExactBodies::mean_of_b(std::span<const std::uint32_t> vertices, const double* weights) {
  return mean(b_, vertices, weights);
}

}  // namespace glance::rooms::exact
