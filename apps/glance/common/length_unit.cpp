#include "common/length_unit.h"

#include <fmt/format.h>

#include <array>

namespace glance::app {
namespace {

constexpr std::array kUnits{LengthUnit{"um", 10},
                            LengthUnit{"mm", 10'000},
                            LengthUnit{"cm", 100'000},
                            LengthUnit{"m", 10'000'000},
                            LengthUnit{"in", 254'000},
                            LengthUnit{"ft", 3'048'000},
                            LengthUnit{"km", 10'000'000'000}};

}  // namespace

Result<LengthUnit> parse_length_unit(std::string_view text) {
  for (const LengthUnit& unit : kUnits) {
    if (unit.name == text) return unit;
  }
  return fail(fmt::format("unknown unit '{}', known are: {}", text, kLengthUnits));
}

LengthFactor convert_length(const LengthUnit& from, const LengthUnit& to) {
  const auto larger = from.size / to.size, smaller = to.size / from.size;
  if (larger * to.size == from.size) return {.multiply = static_cast<double>(larger)};
  if (smaller * from.size == to.size) return {.divide = static_cast<double>(smaller)};
  // Both are below 2^53: one rounding.
  return {.multiply = static_cast<double>(from.size) / static_cast<double>(to.size)};
}

}  // namespace glance::app
