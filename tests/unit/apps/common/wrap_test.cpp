// Help texts in 80 columns.
#include "common/wrap.h"

#include <gtest/gtest.h>

#include <string>

namespace glance::app {
namespace {

TEST(Wrap, LinesEndBeforeColumn80) {
  std::string words;
  for (int i = 0; i < 100; i++) words += "word" + std::to_string(i) + " ";
  const std::string text = wrap(words, 26);
  std::string joined;
  for (std::size_t start = 0, column = 26; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    EXPECT_LE(column + line.size(), 80u) << line;
    EXPECT_GT(column + line.size() + 8, 80u * (end < text.size())) << "too early: " << line;
    joined += line.substr(std::min(line.find_first_not_of(' '), line.size())) + " ";
    start = end + 1;
    column = 0;
  }
  EXPECT_EQ(joined, words);
}

TEST(Wrap, ShortAndLongWords) {
  EXPECT_EQ(wrap("", 4), "");
  EXPECT_EQ(wrap("one", 4), "one");
  const std::string longer(100, 'x');
  EXPECT_EQ(wrap("a " + longer + " b", 2), "a\n  " + longer + "\n  b");
  const std::string fits(78, 'y');
  EXPECT_EQ(wrap(fits + " z", 2), fits + "\n  z");
  EXPECT_EQ(wrap(fits.substr(2) + " z", 2), fits.substr(2) + " z") << "80 columns are full";
}

TEST(Wrap, Entries) {
  EXPECT_EQ(list_entry("--x N", "A number", 10), "  --x N   A number\n");
  EXPECT_EQ(list_entry("--long N", "A number", 10), "  --long N\n          A number\n");
  EXPECT_EQ(list_entry("--x", "", 10), "  --x\n");
}

}  // namespace
}  // namespace glance::app
