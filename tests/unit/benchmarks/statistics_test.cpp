#include "statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace glance::bench {
namespace {

TEST(Statistics, MeanMedianQuantile) {
  const std::vector<double> values{5, 1, 3, 100};
  EXPECT_EQ(mean(values), 109.0 / 4);
  EXPECT_EQ(median(values), 4);
  EXPECT_EQ(median({5, 1, 3}), 3);
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, 0.5), 3);
  EXPECT_EQ(quantile(values, 0.51), 5);
  EXPECT_EQ(quantile(values, 1), 100);
}

TEST(Statistics, OneOfAHundredIsBeyondP99) {
  std::vector<double> values(100, 1);
  values[17] = 50;
  EXPECT_EQ(quantile(values, 0.99), 1);
  values[18] = 50;
  EXPECT_EQ(quantile(values, 0.99), 50);
}

TEST(Statistics, OfNothing) {
  EXPECT_EQ(mean({}), 0);
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(quantile({}, 0.99), 0);
}

TEST(PowerLaw, ExactOneIsFound) {
  std::vector<double> x, y;
  for (const double n : {100, 200, 500, 2000}) {
    x.push_back(n);
    y.push_back(0.25 * std::pow(n, 5.0 / 3));
  }
  const PowerLaw law = fit_power_law(x, y);
  EXPECT_NEAR(law.exponent, 5.0 / 3, 1e-12);
  EXPECT_NEAR(law.factor, 0.25, 1e-12);
  EXPECT_NEAR(law.error, 0, 1e-6);
}

TEST(PowerLaw, ErrorSaysHowFarTheExponentMayBeOff) {
  // By hand, in powers of e: (0, 0), (1, 2), (2, 1): slope 1/2, residuals -1/2, 1, -1/2.
  const double e = std::exp(1);
  const std::vector<double> x{1, e, e * e}, y{1, e * e, e};
  const PowerLaw law = fit_power_law(x, y);
  EXPECT_NEAR(law.exponent, 0.5, 1e-12);
  EXPECT_NEAR(std::log(law.factor), 0.5, 1e-12);
  EXPECT_NEAR(law.error, std::sqrt(1.5 / 2), 1e-12);
}

TEST(LinearAndSteep, BothTermsAndTheirCrossingAreFound) {
  std::vector<double> x, y;
  for (const double n : {100, 200, 500, 2000, 16000}) {
    x.push_back(n);
    y.push_back(3 * n + 0.03 * std::pow(n, 5.0 / 3));
  }
  const LinearAndSteep law = fit_linear_and_steep(x, y, 5.0 / 3);
  EXPECT_NEAR(law.linear, 3, 1e-9);
  EXPECT_NEAR(law.steep, 0.03, 1e-11);
  EXPECT_NEAR(law.crossing(), 1000, 1e-5);
}

TEST(LinearAndSteep, WithoutASteepTermNothingCrosses) {
  const LinearAndSteep law{.linear = 1, .steep = -1e-9, .power = 2};
  EXPECT_TRUE(std::isinf(law.crossing()));
}

}  // namespace
}  // namespace glance::bench
