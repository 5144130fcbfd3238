// Text as it may stand in HTML, XHTML and SVG, and numbers as people read them.
#pragma once

#include <string>
#include <string_view>

namespace glance::measure {

/// For text and for attribute values in double quotes: & < > " ' are escaped, and what XML
/// has no place for (control characters, bytes that are not UTF-8) becomes U+FFFD.
std::string escape_markup(std::string_view text);

/// With `digits` significant ones, thousands apart: 1,230,000 or 0.0123; whole numbers without
/// a fraction. Without an exponent from 1e-6 to 1e15.
std::string show_number(double x, int digits = 3);

/// A duration in the unit that suits it: 1.23 ms, 45 s, 3 min 20 s.
std::string show_seconds(double seconds, int digits = 3);

}  // namespace glance::measure
