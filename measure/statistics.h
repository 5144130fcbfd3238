// Statistics: many numbers summed up in few.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace glance::measure {

/// For no values: 0, here and below.
double mean(std::span<const double> values);
double median(std::vector<double> values);
/// The least value that at least this share (0 to 1) of the values does not exceed: of a hundred
/// frames, quantile 0.99 is the second longest.
double quantile(std::vector<double> values, double share);

/// The middle half of the numbers, as positions: those that remain when the least and the greatest
/// quarter are dropped (of fewer than four, none is). Keeps a frame that the operating system
/// interrupted out of a mean.
std::vector<std::size_t> middle_half(std::span<const double> numbers);
double mean_of_middle_half(std::span<const double> numbers);

}  // namespace glance::measure
