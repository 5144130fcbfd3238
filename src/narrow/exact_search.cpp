#include "narrow/exact_search.h"

#include <bit>

#include "base/check.h"

namespace glance {
namespace {

ExactPoint scaled_by(const ExactPoint& v, const BigInt& by) {
  return {v.x * by, v.y * by, v.z * by};
}

/// Whether the foot of the origin on the plane, line or point that some corners span is strictly
/// between them; then `direction` goes from the origin to it. (Of any four that hold the origin
/// the foot is the origin.)
bool foot_is_between(std::span<const ExactCorner* const> c, ExactVector& direction) {
  if (c.size() == 1) {
    direction = exact_direction(c[0]->exact);
    return true;
  }
  const ExactCorner &p = *c[0], &q = *c[1];
  if (c.size() == 2) {
    const ExactVector u = exact_direction(q.exact - p.exact);
    if (sign_of_dot(p, u) >= 0 || sign_of_dot(q, u) <= 0) return false;
    direction = exact_direction(cross(cross(u.exact, p.exact), u.exact));
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

/// Keeps those corners that hold the nearest point between them. By Caratheodory there are some;
/// by optimality no other corner is before that point. `must`: corners that are among them for
/// certain, as bits.
void keep_nearest(ExactSimplex& s, unsigned must) {
  const unsigned all = 1u << s.count;
  for (unsigned subset = 1; subset < all; subset++) {
    if ((subset & must) != must) continue;
    std::array<const ExactCorner*, 4> chosen;
    std::size_t count = 0;
    for (int i = 0; i < s.count; i++) {
      if (subset >> i & 1) chosen[count++] = &s.corner[i];
    }
    if (!foot_is_between({chosen.data(), count}, s.direction)) continue;
    bool nearest = true;
    if (!s.at_origin()) {
      for (int i = 0; i < s.count && nearest; i++) {
        nearest = (subset >> i & 1) || sign_along(s.direction, s.corner[i], *chosen[0]) >= 0;
      }
    }
    if (!nearest) continue;
    int kept = 0;
    for (int i = 0; i < s.count; i++) {
      if (!(subset >> i & 1)) continue;
      if (kept != i) s.corner[kept] = std::move(s.corner[i]);
      kept++;
    }
    s.count = kept;
    return;
  }
  GLANCE_CHECK(!"some of the corners hold the nearest point between them");
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
  } else if (s.count == 3) {
    const ExactPoint &q = s.corner[1].exact, &r = s.corner[2].exact;
    const ExactPoint n = cross(q - p, r - p);
    weight = {dot(n, cross(q, r)), dot(n, cross(r, p)), dot(n, cross(p, q)), 0};
    end.numerator = scaled_by(n, dot(n, p));
    end.denominator = dot(n, n);
  } else if (s.count == 4) {  // around the origin: Cramer's rule
    const ExactPoint &q = s.corner[1].exact, &r = s.corner[2].exact, &t = s.corner[3].exact;
    const ExactPoint pq = cross(p, q), rt = cross(r, t);
    weight = {dot(q, rt), -dot(p, rt), dot(t, pq), -dot(r, pq)};
    end.numerator = {0, 0, 0};
  }
  const BigInt sum = weight[0] + weight[1] + weight[2] + weight[3];
  for (int i = 0; i < s.count; i++) end.weights[i] = ratio(weight[i], sum);
  return end;
}

}  // namespace glance
