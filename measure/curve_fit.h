// How steep a measured curve is, as a number.
#pragma once

#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace glance::measure {

/// (x, y), ascending in x.
using Curve = std::vector<std::pair<double, double>>;

/// The end of a range without a limit.
inline constexpr double kEverywhere = std::numeric_limits<double>::infinity();

/// y = intercept + slope * x.
struct Line {
  double intercept = 0, slope = 0;
  double error = 0;  ///< standard error of the slope; 0 where two points leave no doubt
};

/// Least squares. Nothing if the points have fewer than two different x.
std::optional<Line> fit_line(const Curve& curve);

/// y = factor * x^exponent.
struct PowerLaw {
  double factor = 0, exponent = 0;
  double error = 0;  ///< standard error of the exponent; 0 where two points leave no doubt
};

/// Least squares in the logarithms, of the points with low <= x <= high. Nothing if they have
/// fewer than two different x, or a coordinate that is not positive.
std::optional<PowerLaw> fit_power_law(const Curve& curve, double low = -kEverywhere,
                                      double high = kEverywhere);

/// y = linear * x + higher * x^power, neither part negative.
struct TwoTerms {
  double linear = 0, higher = 0, power = 1;
  double error = 0;  ///< standard error of `higher`

  /// The part of y at x that the higher term makes up, from 0 to 1.
  double share(double x) const;
  /// Where the higher term begins to be the larger one; nothing if it never is.
  std::optional<double> crossover() const;
};

/// Least squares of the relative errors (a time is as wrong at its small end as at its large
/// one). Nothing if fewer than three points with low <= x <= high, or one is not positive.
std::optional<TwoTerms> fit_two_terms(const Curve& curve, double power, double low = -kEverywhere,
                                      double high = kEverywhere);

/// A factor that measurements leave uncertain.
struct Ratio {
  double factor = 1;
  double error = 0;  ///< standard error of its logarithm
};

/// The ratio of two that were measured separately.
Ratio operator/(const Ratio& a, const Ratio& b);

/// How a curve ends compared with how it begins: the mean logarithm over the last quarter of
/// the points against that over the first, with an error from how much neighbours scatter.
/// Nothing if there are fewer than four points, or one is not positive.
std::optional<Ratio> growth(const Curve& curve);

/// The geometric mean of a / b over the x that both have, low <= x <= high. Nothing if there
/// are fewer than three, or one is not positive.
std::optional<Ratio> mean_ratio(const Curve& a, const Curve& b, double low, double high);

/// y at x, between its neighbours; nothing outside the curve.
std::optional<double> value_at(const Curve& curve, double x);

}  // namespace glance::measure
