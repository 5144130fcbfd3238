// Units of length: coordinates are rounded once.
#include "common/length_unit.h"

#include <gtest/gtest.h>

namespace glance::app {
namespace {

LengthFactor between(std::string_view from, std::string_view to) {
  return convert_length(parse_length_unit(from).value(), parse_length_unit(to).value());
}

TEST(LengthUnit, WholeFactorsAreExact) {
  for (const auto& [from, to, factor] : {std::tuple("m", "mm", 1000.0),
                                         {"km", "um", 1e9},
                                         {"ft", "in", 12.0},
                                         {"in", "um", 25400.0},
                                         {"cm", "mm", 10.0},
                                         {"m", "m", 1.0}}) {
    const LengthFactor there = between(from, to), back = between(to, from);
    EXPECT_EQ(there.multiply, factor) << from << ' ' << to;
    EXPECT_EQ(there.divide, 1) << from << ' ' << to;
    EXPECT_EQ(back.multiply, 1) << from << ' ' << to;
    EXPECT_EQ(back.divide, factor) << from << ' ' << to;
    EXPECT_EQ(there.changes(), factor != 1);
  }
  EXPECT_EQ(between("in", "mm").multiply, 25.4);
  EXPECT_EQ(between("ft", "m").multiply, 0.3048);
}

TEST(LengthUnit, CoordinatesAreRoundedOnce) {
  // 0.009 and 9 / 1000 are the same double; 9 * 0.001 is another one.
  EXPECT_EQ(between("mm", "m").apply({9, 100, 3}), Vec3(0.009, 0.1, 0.003));
  EXPECT_NE(9 * 0.001, 0.009);
  EXPECT_EQ(between("m", "mm").apply({0.1, 1.5, -2}), Vec3(100, 1500, -2000));
}

TEST(LengthUnit, UnknownOnesAreNamed) {
  const Result<LengthUnit> unit = parse_length_unit("inch");
  ASSERT_FALSE(unit);
  EXPECT_EQ(unit.error().message, "unknown unit 'inch', known are: um, mm, cm, m, km, in, ft");
  EXPECT_FALSE(parse_length_unit(""));
  EXPECT_FALSE(parse_length_unit("MM"));
}

}  // namespace
}  // namespace glance::app
