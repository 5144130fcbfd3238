// Fits find what a curve was made with.
#include "measure/curve_fit.h"

#include <gtest/gtest.h>

#include <cmath>

#include "glance/rng.h"

namespace glance::measure {
namespace {

template <class F>
Curve curve(double low, double high, int count, F f) {
  Curve result;
  for (int i = 0; i < count; i++) {
    const double x = low + (high - low) * i / (count - 1);
    result.emplace_back(x, f(x));
  }
  return result;
}

TEST(CurveFit, Line) {
  const auto fit = fit_line(curve(1, 5, 9, [](double x) { return 3 - 2 * x; }));
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->slope, -2, 1e-12);
  EXPECT_NEAR(fit->intercept, 3, 1e-12);
  EXPECT_FALSE(fit_line({}));
  EXPECT_FALSE(fit_line({{1, 2}}));
  EXPECT_FALSE(fit_line({{1, 2}, {1, 3}}));
}

TEST(CurveFit, PowerLaw) {
  const auto made = [](double x) { return 0.25 * std::pow(x, 5.0 / 3); };
  const auto fit = fit_power_law(curve(20, 2000, 100, made), 100, 2000);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->exponent, 5.0 / 3, 1e-9);
  EXPECT_NEAR(fit->factor, 0.25, 1e-9);
  EXPECT_NEAR(fit->error, 0, 1e-6);
  // Only the range asked for.
  const auto bent = curve(20, 2000, 100, [](double x) { return x < 100 ? 1e9 : x; });
  EXPECT_NEAR(fit_power_law(bent, 100, 2000)->exponent, 1, 1e-9);
  EXPECT_FALSE(fit_power_law(bent, 3000, 4000));
  EXPECT_FALSE(fit_power_law({{1, 1}, {2, 0}}));
  EXPECT_FALSE(fit_power_law({{0, 1}, {2, 1}}));
}

TEST(CurveFit, ErrorOfTheExponentCoversTheNoise) {
  Rng rng(1);
  int inside = 0;
  constexpr int kRuns = 200;
  for (int run = 0; run < kRuns; run++) {
    const auto noisy = [&](double x) { return std::pow(x, 1.2) * (0.9 + 0.2 * rng.uniform()); };
    const auto fit = fit_power_law(curve(100, 2000, 30, noisy));
    ASSERT_TRUE(fit);
    if (std::fabs(fit->exponent - 1.2) < 2 * fit->error) inside++;
  }
  EXPECT_GT(inside, kRuns * 85 / 100);
  EXPECT_LT(inside, kRuns);  // and does not exaggerate
}

TEST(CurveFit, TwoTerms) {
  const double p = 5.0 / 3;
  const auto made = [&](double x) { return 3 * x + 0.01 * std::pow(x, p); };
  const auto fit = fit_two_terms(curve(100, 2000, 20, made), p, 100, 2000);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->linear, 3, 1e-9);
  EXPECT_NEAR(fit->higher, 0.01, 1e-11);
  ASSERT_TRUE(fit->crossover());
  EXPECT_NEAR(*fit->crossover(), std::pow(300, 1.5), 1e-3);
  EXPECT_NEAR(fit->share(*fit->crossover()), 0.5, 1e-9);
  EXPECT_LT(fit->share(1), fit->share(1000));

  // Parts that would be negative are none.
  const auto flat =
      fit_two_terms(curve(100, 2000, 20, [](double x) { return std::sqrt(x); }), p, 0, 1e9);
  ASSERT_TRUE(flat);
  EXPECT_EQ(flat->higher, 0);
  EXPECT_GT(flat->linear, 0);
  EXPECT_FALSE(flat->crossover());
  EXPECT_EQ(flat->share(1000), 0);
  const auto steep = fit_two_terms(curve(100, 2000, 20, [](double x) { return x * x; }), p, 0, 1e9);
  ASSERT_TRUE(steep);
  EXPECT_EQ(steep->linear, 0);
  EXPECT_EQ(steep->share(1000), 1);

  EXPECT_FALSE(fit_two_terms({{1, 1}, {2, 2}}, p, 0, 10));
  EXPECT_FALSE(fit_two_terms({{1, 1}, {1, 1}, {1, 1}}, p, 0, 10));
}

TEST(CurveFit, ErrorOfALine) {
  EXPECT_EQ(fit_line({{1, 2}, {2, 3}})->error, 0);
  // Residuals 1, -2, 1 about y = x; 6 / (3 - 2) / 2.
  EXPECT_NEAR(fit_line({{1, 2}, {2, 0}, {3, 4}})->error, std::sqrt(3), 1e-12);
}

TEST(CurveFit, GrowthAndItsError) {
  const auto smooth = growth(curve(1, 8, 8, [](double x) { return std::exp(x); }));
  ASSERT_TRUE(smooth);
  EXPECT_NEAR(smooth->factor, std::exp(6), 1e-6);
  EXPECT_NEAR(smooth->error, 0, 1e-9);
  EXPECT_FALSE(growth({{1, 4}, {2, 2}, {3, 1}}));
  EXPECT_FALSE(growth({{1, 0}, {2, 3}, {3, 3}, {4, 3}}));

  // Noise of 10 % on a curve that grows by 2: its error is found, and covers what it does.
  Rng rng(2);
  int inside = 0;
  constexpr int kRuns = 200;
  double mean_error = 0;
  for (int run = 0; run < kRuns; run++) {
    const auto noisy = [&](double x) {
      const double noise = 0.1 * std::sqrt(3.0) * (2 * rng.uniform() - 1);  // deviation 0.1
      return std::exp(std::log(2.0) * x + noise);
    };
    const auto found = growth(curve(0, 19.0 / 15, 20, noisy));  // quarters are 1 apart
    ASSERT_TRUE(found);
    mean_error += found->error / kRuns;
    if (std::fabs(std::log(found->factor / 2)) < 2 * found->error) inside++;
  }
  EXPECT_NEAR(mean_error, 0.1 * std::sqrt(2.0 / 5), 0.01);
  EXPECT_GT(inside, kRuns * 85 / 100);
  EXPECT_LT(inside, kRuns);
}

TEST(CurveFit, MeanRatio) {
  const Curve a{{1, 2}, {2, 8}, {3, 2}, {4, 8}, {9, 1}}, b{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 7}};
  const auto ratio = mean_ratio(a, b, 1, 4);
  ASSERT_TRUE(ratio);
  EXPECT_NEAR(ratio->factor, 4, 1e-12);
  EXPECT_NEAR(ratio->error, std::log(2.0) * std::sqrt(4.0 / 3 / 4), 1e-12);
  EXPECT_NEAR(mean_ratio(a, a, 1, 9)->factor, 1, 1e-12);
  EXPECT_FALSE(mean_ratio(a, b, 1, 2));
  EXPECT_FALSE(mean_ratio(a, {{1, 1}, {2, 0}, {3, 1}, {4, 1}}, 1, 4));
}

TEST(CurveFit, ValueAt) {
  const Curve c{{1, 10}, {2, 20}, {4, 0}};
  EXPECT_EQ(value_at(c, 1), 10);
  EXPECT_EQ(value_at(c, 4), 0);
  EXPECT_EQ(value_at(c, 3), 10);
  EXPECT_FALSE(value_at(c, 0.5));
  EXPECT_FALSE(value_at(c, 4.5));
  EXPECT_FALSE(value_at({}, 1));
}

TEST(CurveFit, TheErrorOfAnExponentByHand) {
  // In powers of e: (0, 0), (1, 2), (2, 1): slope 1/2, residuals -1/2, 1, -1/2.
  const double e = std::exp(1);
  const auto fit = fit_power_law({{1, 1}, {e, e * e}, {e * e, e}});
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->exponent, 0.5, 1e-12);
  EXPECT_NEAR(std::log(fit->factor), 0.5, 1e-12);
  EXPECT_NEAR(fit->error, std::sqrt(1.5 / 2), 1e-12);
}

TEST(CurveFit, WhereTwoTermsCross) {
  Curve times;
  for (const double n : {100, 200, 500, 2000, 16000}) {
    times.emplace_back(n, 3 * n + 0.03 * std::pow(n, 5.0 / 3));
  }
  const auto fit = fit_two_terms(times, 5.0 / 3);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->linear, 3, 1e-9);
  EXPECT_NEAR(fit->higher, 0.03, 1e-11);
  EXPECT_NEAR(fit->crossover().value(), 1000, 1e-5);
}

}  // namespace
}  // namespace glance::measure
