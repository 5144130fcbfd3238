// Kinds of command-line options that refuse what they do not understand, and name it.
//
// Each writes to a variable that has to outlive the parsing of the command line.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "glance/math.h"

namespace glance::app {

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

/// One of a few names; the first is the default.
template <class T, std::size_t N>
void add_choice(CLI::App& command, const std::string& option, const std::string& description,
                const std::array<Choice<T>, N>& choices, T& value) {
  std::vector<std::string_view> names;
  names.reserve(choices.size());
  for (const Choice<T>& choice : choices) names.push_back(choice.name);
  const std::string known = fmt::format("{}", fmt::join(names, ", "));
  const auto choose = [option, known, choices, &value](const std::string& name) {
    const auto found = std::find_if(choices.begin(), choices.end(),
                                    [&](const Choice<T>& choice) { return choice.name == name; });
    if (found == choices.end()) {
      throw CLI::ValidationError(option, fmt::format("unknown '{}', known are: {}", name, known));
    }
    value = found->value;
  };
  value = choices.front().value;
  command.add_option_function<std::string>(option, choose, description + ": " + known)
      ->default_str(std::string(choices.front().name));
}

/// A whole number, exactly: 1000 or 1e3. (By itself CLI11 takes -1 and 2^64 for other numbers.)
void add_whole_number(CLI::App& command, const std::string& option, const std::string& description,
                      std::uint64_t& value);

/// A number that is one: neither infinite nor "nan", and nothing after it.
CLI::Option* add_real(CLI::App& command, const std::string& option, const std::string& description,
                      double& value);

/// Where a body is: x,y,z or x,y,z,qw,qx,qy,qz (a translation, and a rotation as a quaternion).
void add_pose(CLI::App& command, const std::string& option, const std::string& description,
              Pose& value);

/// An option without a value, which turns `value` over.
void add_switch(CLI::App& command, const std::string& option, const std::string& description,
                bool& value);

}  // namespace glance::app
