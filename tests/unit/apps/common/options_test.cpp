// Numbers on the command line: taken whole and exactly, or refused with what was found.
#include "common/options.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <optional>
#include <string>

#include "common/memory.h"

namespace glance::app {
namespace {

/// The message of a refusal; empty if the value was taken.
template <class T, class Add>
std::string parse(Add add, const std::string& text, T& value) {
  CLI::App command;
  add(command, "--x", "a number", value);
  try {
    command.parse(std::vector<std::string>{text, "--x"});  // CLI11 takes them from the back
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return {};
}

void add_count(CLI::App& command, const std::string& option, const std::string& description,
               std::uint64_t& value) {
  add_whole_number(command, option, description, value);
}

void add_number_option(CLI::App& command, const std::string& option, const std::string& description,
                       double& value) {
  add_real(command, option, description, value);
}

TEST(Options, WholeNumbers) {
  std::uint64_t value = 7;
  for (const auto& [text, expected] : {std::pair<std::string, std::uint64_t>{"0", 0},
                                       {"1000", 1000},
                                       {"1e9", 1000000000},
                                       {"12e3", 12000},
                                       {"18446744073709551615", UINT64_MAX},
                                       {"0e99", 0},
                                       {"5e0", 5}}) {
    EXPECT_EQ(parse(add_count, text, value), "") << text;
    EXPECT_EQ(value, expected);
  }
  value = 7;
  for (const std::string text : {"", "-1", "+1", "1.5", "x", "1e", "e9", "1e-3", "1e2.5", "1E9x",
                                 "18446744073709551616", "2e19", "1e20", "0x10", " 1", "1 "}) {
    EXPECT_NE(parse(add_count, text, value).find("'" + text + "'"), std::string::npos);
    EXPECT_EQ(value, 7u) << text;
  }
}

TEST(Options, Reals) {
  double value = 7;
  for (const auto& [text, expected] : {std::pair<std::string, double>{"10", 10},
                                       {"0.5", 0.5},
                                       {"-1", -1},
                                       {"1e-3", 1e-3},
                                       {".5", 0.5},
                                       {"1e300", 1e300}}) {
    EXPECT_EQ(parse(add_number_option, text, value), "") << text;
    EXPECT_EQ(value, expected);
  }
  value = 7;
  for (const std::string text : {"", "nan", "NaN", "inf", "-inf", "infinity", "1e999", "x", "1x",
                                 "1,5", "0x1p3", " 1", "1 ", "--1", "10%"}) {
    EXPECT_NE(parse(add_number_option, text, value).find("'" + text + "'"), std::string::npos)
        << text;
    EXPECT_EQ(value, 7) << text;
  }
}

TEST(Options, OptionalNumbersAreSetOnlyIfGiven) {
  CLI::App command;
  std::optional<double> real, other;
  std::optional<std::uint64_t> whole;
  add_real(command, "--real", "a number", real);
  add_real(command, "--other", "another", other);
  add_whole_number(command, "--whole", "a whole one", whole, "as before");
  command.parse(std::vector<std::string>{"0", "--whole", "-0.5", "--real"});
  EXPECT_EQ(real, -0.5);
  EXPECT_EQ(whole, 0u);
  EXPECT_FALSE(other);
  EXPECT_EQ(command.get_option("--whole")->get_default_str(), "as before");
  EXPECT_EQ(command.get_option("--other")->get_default_str(), "");
}

TEST(Memory, RefusalsNameBothNumbers) {
  constexpr double kGiB = 1 << 30;
  EXPECT_TRUE(check_memory("things", 2 * kGiB, std::uint64_t{2} << 30));
  EXPECT_TRUE(check_memory("things", 2 * kGiB, 0)) << "nobody knows";
  const Result<void> refused = check_memory("5 things", 3.25 * kGiB, std::uint64_t{2} << 30);
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.starts_with(
      "5 things need about 3.2 GiB of memory, and 2.0 GiB are available"))
      << refused.error().message;
  EXPECT_GT(available_memory(), 1u << 20);
}

TEST(Memory, InWords) {
  EXPECT_EQ(show_bytes(12), "12 bytes");
  EXPECT_EQ(show_bytes(1536), "1.5 KiB");
  EXPECT_EQ(show_bytes(1310720), "1.25 MiB");
  EXPECT_EQ(show_bytes(5e9), "4.66 GiB");
}

}  // namespace
}  // namespace glance::app
