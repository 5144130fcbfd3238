#include <algorithm>
#include <cmath>

#include "glance/math.h"

namespace glance {
namespace {

/// Whether the square of a vector was neither too large nor too small for its digits. Then scaling,
/// which is exact, would give the same bits, in ten times the time.
bool is_safe(double square) { return square > 0x1p-900 && square < 0x1p900; }

}  // namespace

double norm(const Vec3& v) {
  if (const double square = norm_sq(v); is_safe(square)) return std::sqrt(square);
  const double largest = std::max({std::fabs(v.x()), std::fabs(v.y()), std::fabs(v.z())});
  if (!(largest > 0) || !std::isfinite(largest)) return largest;
  int exponent;
  std::frexp(largest, &exponent);
  const Vec3 scaled{std::ldexp(v.x(), -exponent), std::ldexp(v.y(), -exponent),
                    std::ldexp(v.z(), -exponent)};
  return std::ldexp(std::sqrt(norm_sq(scaled)), exponent);
}

Vec3 normalized(const Vec3& v) {
  if (const double square = norm_sq(v); is_safe(square)) return v / std::sqrt(square);
  const double largest = std::max({std::fabs(v.x()), std::fabs(v.y()), std::fabs(v.z())});
  if (!(largest > 0)) return Vec3::zero();
  int exponent;
  std::frexp(largest, &exponent);
  const Vec3 scaled{std::ldexp(v.x(), -exponent), std::ldexp(v.y(), -exponent),
                    std::ldexp(v.z(), -exponent)};
  return scaled / std::sqrt(norm_sq(scaled));
}

Interval operator*(const Interval& x, const Interval& y) {
  const double p = x.lo * y.lo, q = x.lo * y.hi, r = x.hi * y.lo, s = x.hi * y.hi;
  // 0 * infinity is NaN, which min and max would hide.
  if (std::isnan(p) || std::isnan(q) || std::isnan(r) || std::isnan(s)) {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
  return {round_down(std::min({p, q, r, s})), round_up(std::max({p, q, r, s}))};
}

}  // namespace glance
