#include "measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace glance::measure {

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

std::vector<std::size_t> middle_half(std::span<const double> numbers) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return numbers[i] < numbers[j]; });
  const auto quarter = static_cast<std::ptrdiff_t>(order.size() / 4);
  return {order.begin() + quarter, order.end() - quarter};
}

double mean_of_middle_half(std::span<const double> numbers) {
  std::vector<double> middle;
  for (const std::size_t i : middle_half(numbers)) middle.push_back(numbers[i]);
  return mean(middle);
}

}  // namespace glance::measure
