// Tested in tests/property/exact_test.cpp (ExactPairs.AgreeWithTheOracle).
#include "exact/exact_nearest.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/check.h"

namespace glance::rooms::exact {
namespace {

/// The point nearest to the origin on the plane, line or point that some corners span, if it is
/// strictly between them.
struct Foot {
  ExactPoint numerator;
  BigInt denominator;
  std::vector<BigInt> weight;
};

/// False if the foot is not strictly between the corners, or these depend on each other: then a
/// part of them has it. Weights are integers, not normalised.
bool foot_between(const std::vector<ExactPoint>& p, Foot& foot) {
  if (p.size() == 1) {
    foot = {p[0], 1, {1}};
    return true;
  }
  const auto scaled = [](const ExactPoint& v, const BigInt& by) {
    return ExactPoint{v.x * by, v.y * by, v.z * by};
  };
  const ExactPoint u = p[1] - p[0];
  if (p.size() == 2) {
    const BigInt reach = -dot(p[0], u), length_sq = dot(u, u);
    if (reach.sign() <= 0 || reach >= length_sq) return false;
    foot = {scaled(p[0], length_sq) + scaled(u, reach), length_sq, {length_sq - reach, reach}};
    return true;
  }
  if (p.size() == 3) {
    const ExactPoint n = cross(u, p[2] - p[0]);
    const BigInt n_sq = dot(n, n);
    if (n_sq.is_zero()) return false;
    foot.weight = {dot(n, cross(p[1], p[2])), dot(n, cross(p[2], p[0])), dot(n, cross(p[0], p[1]))};
    for (const BigInt& w : foot.weight) {
      if (w.sign() <= 0) return false;
    }
    foot.numerator = scaled(n, dot(n, p[0]));
    foot.denominator = n_sq;
    return true;
  }
  const auto det = [&](int i, int j, int k) { return dot(p[i], cross(p[j], p[k])); };
  foot.weight = {det(1, 2, 3), -det(0, 2, 3), det(0, 1, 3), -det(0, 1, 2)};
  const int side = foot.weight[0].sign();
  for (BigInt& w : foot.weight) {
    if (side == 0 || w.sign() != side) return false;
    if (side < 0) w = -w;
  }
  foot.numerator = {0, 0, 0};
  foot.denominator = 1;
  return true;
}

/// Whether p is not nearer to the origin than the foot, seen along the foot's own direction.
bool is_beyond(const ExactPoint& p, const Foot& foot) {
  return dot(p, foot.numerator) * foot.denominator >= dot(foot.numerator, foot.numerator);
}

}  // namespace

double ExactNearest::distance() const {
  if (at_origin()) return 0;
  return root_of_ratio(dot(numerator, numerator), denominator * denominator, exponent);
}

namespace {

/// |v|^2 - r^2 = top / bottom in units of 2^(2 exponent).
struct Excess {
  BigInt top, bottom;
  int exponent;
};

/// The sign of |v| - r is that of |v|^2 - r^2, which is a fraction: no root is needed for a verdict
/// on rounded bodies.
Excess excess_of(const ExactNearest& nearest, std::span<const double> radii) {
  CommonScale scale;
  for (const double r : radii) scale.add(r);
  const int unit = std::min(scale.exponent(), nearest.exponent);
  BigInt radius = 0;
  for (const double r : radii) radius += scale.integer<BigInt>(r);
  radius <<= scale.exponent() - unit;
  const BigInt bottom = nearest.denominator * nearest.denominator;
  const BigInt square = dot(nearest.numerator, nearest.numerator)
                        << (2 * (nearest.exponent - unit));
  return {square - radius * radius * bottom, bottom, unit};
}

}  // namespace

int ExactNearest::sign_beyond(std::span<const double> radii) const {
  return excess_of(*this, radii).top.sign();
}

double ExactNearest::beyond(std::span<const double> radii) const {
  const Excess excess = excess_of(*this, radii);
  if (excess.top.is_zero()) return 0;
  // |v| - r = (|v|^2 - r^2) / (|v| + r), and the root of a square keeps it in range.
  double sum = distance();
  for (const double r : radii) sum += r;
  const double root = root_of_ratio(excess.top.sign() < 0 ? BigInt(-excess.top) : excess.top,
                                    excess.bottom, excess.exponent);
  const double value = std::fmax(root / sum * root, std::numeric_limits<double>::denorm_min());
  return excess.top.sign() < 0 ? -value : value;
}

ExactNearest exact_nearest(const OraclePoints& points, std::span<const VertexPair> start) {
  GLANCE_CHECK(!start.empty() && start.size() <= 4);
  std::vector<VertexPair> pairs(start.begin(), start.end());
  std::vector<ExactPoint> corners, chosen;
  const auto corner = [&](VertexPair pair) { return points.a[pair.a] - points.b[pair.b]; };
  for (const VertexPair& pair : pairs) corners.push_back(corner(pair));
  while (true) {
    // By Caratheodory the nearest point of the corners' hull is strictly between some of them
    // that are affinely independent; by optimality no other corner is before it.
    Foot foot;
    unsigned kept = 0;
    // At most 31 subsets of five corners.
    for (unsigned subset = 1; kept == 0 && subset < 1u << corners.size(); subset++) {
      chosen.clear();
      for (std::size_t i = 0; i < corners.size(); i++) {
        if (subset >> i & 1) chosen.push_back(corners[i]);
      }
      if (!foot_between(chosen, foot)) continue;
      bool nearest = true;
      for (const ExactPoint& p : corners) nearest = nearest && is_beyond(p, foot);
      if (nearest) kept = subset;
    }
    GLANCE_CHECK(kept != 0);
    std::size_t count = 0;
    for (std::size_t i = 0; i < corners.size(); i++) {
      if (!(kept >> i & 1)) continue;
      pairs[count] = pairs[i];
      corners[count++] = corners[i];
    }
    pairs.resize(count);
    corners.resize(count);

    // The point of A - B that is farthest back along the way from the origin.
    const ExactPoint& v = foot.numerator;
    VertexPair farthest;
    if (!v.is_zero()) {
      BigInt low = dot(v, points.a[0]), high = dot(v, points.b[0]);
      for (std::uint32_t i = 1; i < points.a.size(); i++) {
        BigInt value = dot(v, points.a[i]);
        if (value < low) {
          low = std::move(value);
          farthest.a = i;
        }
      }
      for (std::uint32_t i = 1; i < points.b.size(); i++) {
        BigInt value = dot(v, points.b[i]);
        if (value > high) {
          high = std::move(value);
          farthest.b = i;
        }
      }
    }
    // No point of A - B is nearer along the way to the foot, so by convexity none is nearer at all.
    if (v.is_zero() || is_beyond(corner(farthest), foot)) {
      ExactNearest end{.count = static_cast<int>(count),
                       .numerator = foot.numerator,
                       .denominator = foot.denominator,
                       .exponent = points.exponent};
      BigInt sum = 0;
      for (const BigInt& w : foot.weight) sum += w;
      for (std::size_t i = 0; i < count; i++) {
        end.pairs[i] = pairs[i];
        end.weights[i] = ratio(foot.weight[i], sum);
      }
      return end;
    }
    pairs.push_back(farthest);
    corners.push_back(corner(farthest));
  }
}

}  // namespace glance::rooms::exact
