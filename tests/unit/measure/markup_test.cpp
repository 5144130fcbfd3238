// Text in markup, and numbers as people read them.
#include "measure/markup.h"

#include <gtest/gtest.h>

#include <limits>

namespace glance::measure {
namespace {

TEST(Markup, EscapesWhatMarkupMeans) {
  EXPECT_EQ(escape_markup("a < b && c > \"d\" 'e'"),
            "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
  EXPECT_EQ(escape_markup(""), "");
  EXPECT_EQ(escape_markup("tab\tline\n"), "tab\tline\n");
}

TEST(Markup, KeepsUtf8AndReplacesTheRest) {
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(escape_markup("\xC2\xB5s \xE2\x80\x93 \xF0\x9F\x98\x80"),
            "\xC2\xB5s \xE2\x80\x93 \xF0\x9F\x98\x80");
  EXPECT_EQ(escape_markup(std::string_view("\0\x01\x1B", 3)), bad + bad + bad);
  EXPECT_EQ(escape_markup("\xFF"), bad);
  EXPECT_EQ(escape_markup("\xC2"), bad);                                // ends too early
  EXPECT_EQ(escape_markup("\xC0\xAF"), bad + bad);                      // longer than needed
  EXPECT_EQ(escape_markup("\xED\xA0\x80"), bad + bad + bad);            // half of a surrogate pair
  EXPECT_EQ(escape_markup("\xF4\x90\x80\x80"), bad + bad + bad + bad);  // beyond Unicode
  EXPECT_EQ(escape_markup("\xE2<"), bad + "&lt;");
}

TEST(Markup, Numbers) {
  EXPECT_EQ(show_number(0), "0");
  EXPECT_EQ(show_number(1234567), "1,230,000");
  EXPECT_EQ(show_number(1234567, 7), "1,234,567");
  EXPECT_EQ(show_number(125, 4), "125");
  EXPECT_EQ(show_number(2000, 4), "2,000");
  EXPECT_EQ(show_number(0.012345), "0.0123");
  EXPECT_EQ(show_number(9.996), "10.0");
  EXPECT_EQ(show_number(999.6), "1,000");
  EXPECT_EQ(show_number(-1234.4, 5), "-1,234.4");
  EXPECT_EQ(show_number(1.045, 3), "1.04");
  EXPECT_EQ(show_number(1e20), "1e+20");
  EXPECT_EQ(show_number(std::numeric_limits<double>::infinity()), "inf");
}

TEST(Markup, Durations) {
  EXPECT_EQ(show_seconds(0), "0 s");
  EXPECT_EQ(show_seconds(1.5e-3), "1.50 ms");
  EXPECT_EQ(show_seconds(42.5e-6), "42.5 \xC2\xB5s");
  EXPECT_EQ(show_seconds(3.14e-9, 2), "3.1 ns");
  EXPECT_EQ(show_seconds(45, 2), "45 s");
  EXPECT_EQ(show_seconds(200), "3 min 20 s");
}

}  // namespace
}  // namespace glance::measure
