#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace glance::bench {

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size())) - 1;
  return values[static_cast<std::size_t>(
      std::clamp(rank, 0.0, static_cast<double>(values.size() - 1)))];
}

PowerLaw fit_power_law(std::span<const double> x, std::span<const double> y) {
  const auto logarithms = [](std::span<const double> values) {
    std::vector<double> result;
    for (const double value : values) result.push_back(std::log(value));
    return result;
  };
  const std::vector<double> u = logarithms(x), v = logarithms(y);
  const double mean_u = mean(u), mean_v = mean(v);
  double uu = 0, uv = 0, vv = 0;
  for (std::size_t i = 0; i < u.size(); i++) {
    uu += (u[i] - mean_u) * (u[i] - mean_u);
    uv += (u[i] - mean_u) * (v[i] - mean_v);
    vv += (v[i] - mean_v) * (v[i] - mean_v);
  }
  PowerLaw law;
  law.exponent = uv / uu;
  law.factor = std::exp(mean_v - law.exponent * mean_u);
  if (u.size() > 2) {
    const double residual = std::max(0.0, vv - law.exponent * uv);
    law.error = std::sqrt(residual / static_cast<double>(u.size() - 2) / uu);
  }
  return law;
}

double LinearAndSteep::crossing() const {
  if (!(steep > 0)) return std::numeric_limits<double>::infinity();
  return linear > 0 ? std::pow(linear / steep, 1 / (power - 1)) : 0;
}

LinearAndSteep fit_linear_and_steep(std::span<const double> x, std::span<const double> y,
                                    double power) {
  // Normal equations of linear * u + steep * v = 1, with u = x / y and v = x^power / y.
  double uu = 0, uv = 0, vv = 0, u1 = 0, v1 = 0;
  for (std::size_t i = 0; i < x.size(); i++) {
    const double u = x[i] / y[i], v = std::pow(x[i], power) / y[i];
    uu += u * u;
    uv += u * v;
    vv += v * v;
    u1 += u;
    v1 += v;
  }
  const double determinant = uu * vv - uv * uv;
  return {(u1 * vv - v1 * uv) / determinant, (uu * v1 - uv * u1) / determinant, power};
}

}  // namespace glance::bench
