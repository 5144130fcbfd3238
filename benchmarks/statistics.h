// What is said about many numbers in few.
#pragma once

#include <span>
#include <vector>

namespace glance::bench {

/// Of no values: 0, here and below.
double mean(std::span<const double> values);
double median(std::vector<double> values);
/// The least value that at least this share (0 to 1) of the values does not exceed.
double quantile(std::vector<double> values, double share);

/// y = factor * x^exponent.
struct PowerLaw {
  double exponent = 0, factor = 0;
  double error = 0;  ///< standard error of the exponent
};

/// Least squares on logarithms. All numbers must be > 0, and at least two x different.
PowerLaw fit_power_law(std::span<const double> x, std::span<const double> y);

/// y = linear * x + steep * x^power.
struct LinearAndSteep {
  double linear = 0, steep = 0, power = 0;

  /// Where both terms are the same; infinity, if the steep one is not there.
  double crossing() const;
};

/// Least squares on relative errors; power > 1. All numbers must be > 0, and at least two x
/// different.
LinearAndSteep fit_linear_and_steep(std::span<const double> x, std::span<const double> y,
                                    double power);

}  // namespace glance::bench
