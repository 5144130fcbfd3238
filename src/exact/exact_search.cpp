// Tested in tests/property/exact_test.cpp (ExactPairs.AgreeWithTheOracle).
#include "exact/exact_search.h"

#include <bit>

#include "base/check.h"
#include "math/closest.h"

namespace glance::rooms::exact {
namespace {

ExactPoint scaled_by(const ExactPoint& v, const BigInt& by) {
  return {v.x * by, v.y * by, v.z * by};
}

/// Whether the foot of the origin on the plane, line or point that some corners span is strictly
/// between them; then `direction` goes from the origin to it. (Of any four that hold the origin
/// the foot is the origin.)
bool foot_is_between(std::span<const ExactCorner* const> c, ExactVector& direction) {
  const ExactCorner& p = *c[0];
  if (c.size() == 1) {
    direction = p;
    return true;
  }
  const ExactCorner& q = *c[1];
  if (c.size() == 2) {
    // With u = q - p: the foot is between them if p.u < 0 < q.u.
    if (sign_along(p, q, p) >= 0 || sign_along(q, q, p) <= 0) return false;
    const ExactPoint u = q.exact - p.exact;
    direction = exact_direction(cross(cross(u, p.exact), u));
    return true;
  }
  const ExactCorner& r = *c[2];
  if (c.size() == 3) {
    const ExactVector n = exact_direction(cross(q.exact - p.exact, r.exact - p.exact));
    if (n.is_zero() || sign_of_triple(n, p, q) <= 0 || sign_of_triple(n, q, r) <= 0 ||
        sign_of_triple(n, r, p) <= 0) {
      return false;
    }
    const int side = sign_of_dot(n, p);
    direction = side > 0 ? n : side < 0 ? -n : ExactVector();
    return true;
  }
  const ExactCorner& t = *c[3];
  const int side = sign_of_triple(q, r, t);
  direction = {};
  return side != 0 && sign_of_triple(p, r, t) == -side && sign_of_triple(p, q, t) == side &&
         sign_of_triple(p, q, r) == -side;
}

/// Whether the corners that `subset` has bits for hold the nearest point of all strictly between
/// them: then `direction` goes there. By optimality no other corner is before it.
bool holds_nearest(ExactSimplex& s, unsigned subset) {
  std::array<const ExactCorner*, 4> chosen;
  std::size_t count = 0;
  for (int i = 0; i < s.count; i++) {
    if (subset >> i & 1) chosen[count++] = &s.corner[i];
  }
  if (!foot_is_between({chosen.data(), count}, s.direction)) return false;
  if (s.at_origin()) return true;
  for (int i = 0; i < s.count; i++) {
    if (!(subset >> i & 1) && sign_along(s.direction, s.corner[i], *chosen[0]) < 0) return false;
  }
  return true;
}

/// Keeps those corners that hold the nearest point between them; by Caratheodory there are some.
/// `must`: corners that are among them for certain, as bits; with none, all of them are tried first
/// (they may be what the last search ended with).
void keep_nearest(ExactSimplex& s, unsigned must) {
  const unsigned all = (1u << s.count) - 1;
  unsigned kept = must == 0 && holds_nearest(s, all) ? all : 0;
  for (unsigned subset = 1; kept == 0 && subset <= all; subset++) {
    if ((subset & must) == must && holds_nearest(s, subset)) kept = subset;
  }
  GLANCE_CHECK(kept != 0);
  int count = 0;
  for (int i = 0; i < s.count; i++) {
    if (!(kept >> i & 1)) continue;
    if (count != i) s.corner[count] = std::move(s.corner[i]);
    count++;
  }
  s.count = count;
  if (count == 1) s.direction = exact_direction(s.corner[0].exact);  // in a unit of its own
}

/// Component k of u x v.
BigInt cross_component(const ExactPoint& u, const ExactPoint& v, int k) {
  if (k == 0) return product_difference(u.y, v.z, u.z, v.y);
  return k == 1 ? product_difference(u.z, v.x, u.x, v.z) : product_difference(u.x, v.y, u.y, v.x);
}

/// Of three corners with the origin strictly between them: seen along an axis, the areas opposite
/// to each.
std::array<BigInt, 4> weights_around_origin(const ExactPoint& p, const ExactPoint& q,
                                            const ExactPoint& r) {
  for (int k = 0;; k++) {
    BigInt first = cross_component(q, r, k);
    if (sign_of(first) == 0) continue;
    return {std::move(first), cross_component(r, p, k), cross_component(p, q, k), 0};
  }
}

}  // namespace

ExactSimplex exact_search(ExactBodies& bodies, ExactSupport& support,
                          std::span<const VertexPair> start, std::uint32_t& steps) {
  GLANCE_CHECK(!start.empty() && start.size() <= 4);
  ExactSimplex s;
  for (const VertexPair& pair : start) s.corner[s.count++] = bodies.corner(pair);
  keep_nearest(s, 0);
  while (!s.at_origin()) {
    const VertexPair back = support.farthest(-s.direction, s.corner[0].pair);
    ExactCorner added = bodies.corner(back);
    if (sign_along(s.direction, added, s.corner[0]) >= 0) break;
    s.corner[s.count] = std::move(added);
    const unsigned newest = 1u << s.count++;
    keep_nearest(s, newest);
    steps++;
  }
  return s;
}

ExactNearest nearest_of(const ExactSimplex& s, int exponent) {
  ExactNearest end;
  end.count = s.count;
  end.exponent = exponent;
  for (int i = 0; i < s.count; i++) end.pairs[i] = s.corner[i].pair;
  const ExactPoint& p = s.corner[0].exact;
  std::array<BigInt, 4> weight{1, 0, 0, 0};
  end.numerator = p;
  end.denominator = 1;
  if (s.count == 2) {
    const ExactPoint u = s.corner[1].exact - p;
    const BigInt length_sq = dot(u, u), reach = -dot(p, u);
    weight = {length_sq - reach, reach, 0, 0};
    end.numerator = scaled_by(p, length_sq) + scaled_by(u, reach);
    end.denominator = length_sq;
  } else if (s.count == 3 && s.at_origin()) {
    weight = weights_around_origin(p, s.corner[1].exact, s.corner[2].exact);
    end.numerator = {0, 0, 0};
  } else if (s.count == 3) {
    const ExactPoint &q = s.corner[1].exact, &r = s.corner[2].exact;
    const ExactPoint n = cross(q - p, r - p);
    const std::array<BigInt, 3> at = triangle_weights(n, p, q, r);
    weight = {at[0], at[1], at[2], 0};
    end.numerator = scaled_by(n, dot(n, p));
    end.denominator = dot(n, n);
  } else if (s.count == 4) {  // around the origin: Cramer's rule
    const ExactPoint &q = s.corner[1].exact, &r = s.corner[2].exact, &t = s.corner[3].exact;
    weight = tetrahedron_weights(p, q, r, t);
    end.numerator = {0, 0, 0};
  }
  const BigInt sum = weight[0] + weight[1] + weight[2] + weight[3];
  for (int i = 0; i < s.count; i++) end.weights[i] = ratio(weight[i], sum);
  return end;
}

}  // namespace glance::rooms::exact
