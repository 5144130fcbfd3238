#include "study.h"

#include <algorithm>

namespace glance::app {

std::uint32_t chosen(std::uint64_t asked, bool quick, std::uint32_t full, std::uint32_t few) {
  if (asked > 0) return static_cast<std::uint32_t>(std::min<std::uint64_t>(asked, 1u << 30));
  return quick ? few : full;
}

std::vector<double> some_of(const std::vector<double>& places, const StudyOptions& options) {
  const std::size_t all = places.size();
  const std::uint64_t wanted = options.samples > 0 ? options.samples : all;
  if (wanted >= all) return places;
  if (wanted == 1) return {places.back()};
  std::vector<double> result;
  for (std::size_t i = 0; i < wanted; i++) result.push_back(places[i * (all - 1) / (wanted - 1)]);
  return result;
}

}  // namespace glance::app
