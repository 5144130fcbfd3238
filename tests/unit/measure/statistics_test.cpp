#include "measure/statistics.h"

#include <gtest/gtest.h>

namespace glance::measure {
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

TEST(Statistics, MiddleHalfDropsBothEnds) {
  const std::vector<double> numbers{5, 1, 100, 4, 3, 2, 6, 0};
  EXPECT_EQ(middle_half(numbers), (std::vector<std::size_t>{5, 4, 3, 0}));  // 2, 3, 4, 5
  EXPECT_EQ(mean_of_middle_half(numbers), 3.5);
  EXPECT_EQ(middle_half(std::vector<double>{7, 8, 9}).size(), 3u);
  EXPECT_TRUE(middle_half({}).empty());
  EXPECT_EQ(mean_of_middle_half({}), 0);
}

}  // namespace
}  // namespace glance::measure
