#include "measure/curve_fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace glance::measure {
namespace {

/// Sums about the means, which lose no digits.
struct Moments {
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;

  explicit Moments(const Curve& curve) {
    const auto n = static_cast<double>(curve.size());
    for (const auto& [x, y] : curve) {
      mean_x += x / n;
      mean_y += y / n;
    }
    for (const auto& [x, y] : curve) {
      xx += (x - mean_x) * (x - mean_x);
      xy += (x - mean_x) * (y - mean_y);
      yy += (y - mean_y) * (y - mean_y);
    }
  }
};

Curve between(const Curve& curve, double low, double high) {
  Curve part;
  std::copy_if(curve.begin(), curve.end(), std::back_inserter(part),
               [&](const auto& p) { return p.first >= low && p.first <= high; });
  return part;
}

bool all_positive(const Curve& curve) {
  return std::all_of(curve.begin(), curve.end(),
                     [](const auto& p) { return p.first > 0 && p.second > 0; });
}

}  // namespace

std::optional<Line> fit_line(const Curve& curve) {
  const Moments m(curve);
  if (curve.size() < 2 || !(m.xx > 0)) return {};
  Line line{m.mean_y - m.xy / m.xx * m.mean_x, m.xy / m.xx, 0};
  if (curve.size() > 2) {
    const double rest = std::max(0.0, m.yy - line.slope * m.xy);
    line.error = std::sqrt(rest / static_cast<double>(curve.size() - 2) / m.xx);
  }
  return line;
}

std::optional<PowerLaw> fit_power_law(const Curve& curve, double low, double high) {
  Curve logs = between(curve, low, high);
  if (!all_positive(logs)) return {};
  for (auto& [x, y] : logs) {
    x = std::log(x);
    y = std::log(y);
  }
  const std::optional<Line> line = fit_line(logs);
  if (!line) return {};
  return PowerLaw{std::exp(line->intercept), line->slope, line->error};
}

double TwoTerms::share(double x) const {
  const double low = linear * x, high = higher * std::pow(x, power);
  return high > 0 ? high / (low + high) : 0;
}

std::optional<double> TwoTerms::crossover() const {
  if (!(higher > 0)) return {};
  return std::pow(linear / higher, 1 / (power - 1));
}

std::optional<TwoTerms> fit_two_terms(const Curve& curve, double power, double low, double high) {
  const Curve part = between(curve, low, high);
  if (part.size() < 3 || !all_positive(part)) return {};
  // Divided by y, the terms are u and v and are to sum to 1.
  double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0;
  for (const auto& [x, y] : part) {
    const double u = x / y, v = std::pow(x, power) / y;
    uu += u * u;
    uv += u * v;
    vv += v * v;
    u1 += u;
    v1 += v;
  }
  const double determinant = uu * vv - uv * uv;
  if (!(determinant > 1e-12 * uu * vv)) return {};
  TwoTerms fit{(u1 * vv - v1 * uv) / determinant, (v1 * uu - u1 * uv) / determinant, power, 0};
  double rest = 0;
  for (const auto& [x, y] : part) {
    const double off = 1 - (fit.linear * x + fit.higher * std::pow(x, power)) / y;
    rest += off * off;
  }
  fit.error = std::sqrt(rest / static_cast<double>(part.size() - 2) * uu / determinant);
  // A negative part is left out, and the other one fitted alone.
  if (fit.higher < 0) return TwoTerms{u1 / uu, 0, power, fit.error};
  if (fit.linear < 0) return TwoTerms{0, v1 / vv, power, fit.error};
  return fit;
}

Ratio operator/(const Ratio& a, const Ratio& b) {
  return {a.factor / b.factor, std::hypot(a.error, b.error)};
}

std::optional<Ratio> growth(const Curve& curve) {
  if (curve.size() < 4 ||
      std::any_of(curve.begin(), curve.end(), [](const auto& p) { return !(p.second > 0); })) {
    return {};
  }
  std::vector<double> logs;
  for (const auto& point : curve) logs.push_back(std::log(point.second));
  const auto quarter = static_cast<std::ptrdiff_t>(logs.size() / 4);
  const auto q = static_cast<double>(quarter);
  const double first = std::accumulate(logs.begin(), logs.begin() + quarter, 0.0) / q;
  const double last = std::accumulate(logs.end() - quarter, logs.end(), 0.0) / q;
  // A second difference of independent errors has six times their variance, and a curve that
  // is smooth adds little to it.
  double scatter = 0;
  for (std::size_t i = 2; i < logs.size(); i++) {
    const double bend = (logs[i] - logs[i - 1]) - (logs[i - 1] - logs[i - 2]);
    scatter += bend * bend;
  }
  const double variance = scatter / 6 / static_cast<double>(logs.size() - 2);
  return Ratio{std::exp(last - first), std::sqrt(2 * variance / q)};
}

std::optional<Ratio> mean_ratio(const Curve& a, const Curve& b, double low, double high) {
  std::vector<double> logs;
  for (const auto& [x, y] : between(a, low, high)) {
    const auto other =
        std::find_if(b.begin(), b.end(), [x = x](const auto& p) { return p.first == x; });
    if (other == b.end()) continue;
    if (!(y > 0) || !(other->second > 0)) return {};
    logs.push_back(std::log(y / other->second));
  }
  if (logs.size() < 3) return {};
  const auto n = static_cast<double>(logs.size());
  const double mean = std::accumulate(logs.begin(), logs.end(), 0.0) / n;
  double scatter = 0;
  for (const double log : logs) scatter += (log - mean) * (log - mean);
  return Ratio{std::exp(mean), std::sqrt(scatter / (n - 1) / n)};
}

std::optional<double> value_at(const Curve& curve, double x) {
  const auto above = std::lower_bound(
      curve.begin(), curve.end(), x, [](const auto& p, double wanted) { return p.first < wanted; });
  if (above == curve.end()) return {};
  if (above->first == x) return above->second;
  if (above == curve.begin()) return {};
  const auto below = above - 1;
  const double t = (x - below->first) / (above->first - below->first);
  return below->second + t * (above->second - below->second);
}

}  // namespace glance::measure
