// Units of length that `glance check` converts between.
#pragma once

#include <cstdint>
#include <string_view>

#include "glance/math.h"

namespace glance::app {

struct LengthUnit {
  std::string_view name;
  std::uint64_t size = 0;  ///< in tenths of a micrometre, which makes all of them whole
};

/// "um, mm, cm, m, km, in, ft".
inline constexpr std::string_view kLengthUnits = "um, mm, cm, m, km, in, ft";

/// Fails, naming those that there are, if the text is none of them.
Result<LengthUnit> parse_length_unit(std::string_view text);

/// What coordinates are multiplied by and then divided by. At least one of the two is 1, so that
/// each coordinate is rounded once.
struct LengthFactor {
  double multiply = 1, divide = 1;

  bool changes() const { return multiply != 1 || divide != 1; }
  Vec3 apply(const Vec3& v) const { return v * multiply / divide; }
};

/// The factor from one unit to another, exact if it or its inverse is a whole number. Otherwise
/// (25.4 from inches to millimetres) it is the nearest double.
LengthFactor convert_length(const LengthUnit& from, const LengthUnit& to);

}  // namespace glance::app
