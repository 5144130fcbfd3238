// Commands, and kinds of command-line options that refuse what they do not understand, and name it.
//
// Each option writes to a variable that has to outlive the parsing of the command line. (The
// library that parses it, CLI11, is known to options.cpp and command_line.cpp only: its header
// takes seconds.)
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "glance/math.h"

namespace CLI {
class App;
}

namespace glance::app {

/// A command of the tool: what it does, what --help says below the options, and how it is run while
/// the line is parsed.
struct CommandTexts {
  std::string name, description;
  std::function<std::string()> details;
};
CLI::App& add_command(CLI::App& app, const CommandTexts& texts);
void on_run(CLI::App& command, std::function<void()> run);

// Of a command line that was parsed.

bool is_given(const CLI::App& command, const std::string& option);
/// Bad usage: it has to be there.
[[noreturn]] void complain_about_missing(const std::string& option);

// Kinds of options.

/// Without a name, by its place.
void add_argument(CLI::App& command, const std::string& name, const std::string& description,
                  std::string& value, bool required = true);

/// A file or the like, as `type` says.
void add_text(CLI::App& command, const std::string& option, const std::string& description,
              std::string& value, const std::string& type = "FILE");

/// Whatever `read` understands; its error names the option.
void add_parsed(CLI::App& command, const std::string& option, const std::string& description,
                const std::string& type, const std::string& shown_default,
                std::function<Result<void>(const std::string&)> read);

template <class T>
struct Choice {
  std::string_view name;
  T value;
};

/// One of a few names, by its place among them; the first is the default.
void add_choice(CLI::App& command, const std::string& option, const std::string& description,
                std::span<const std::string_view> names, std::function<void(std::size_t)> choose);

/// One of a few names for values; the first is the default.
template <class T, std::size_t N>
void add_choice(CLI::App& command, const std::string& option, const std::string& description,
                const std::array<Choice<T>, N>& choices, T& value) {
  std::array<std::string_view, N> names;
  for (std::size_t i = 0; i < N; i++) names[i] = choices[i].name;
  value = choices.front().value;
  add_choice(command, option, description, names,
             [choices, &value](std::size_t i) { value = choices[i].value; });
}

/// A whole number, exactly: 1000 or 1e3. (By itself CLI11 takes -1 and 2^64 for other numbers.)
void add_whole_number(CLI::App& command, const std::string& option, const std::string& description,
                      std::uint64_t& value);

/// A number that is one: neither infinite nor "nan", and nothing after it.
void add_real(CLI::App& command, const std::string& option, const std::string& description,
              double& value);
/// The same, without a default to be shown.
void add_optional_real(CLI::App& command, const std::string& option, const std::string& description,
                       double& value);

/// Where a body is: x,y,z or x,y,z,qw,qx,qy,qz (a translation, and a rotation as a quaternion).
void add_pose(CLI::App& command, const std::string& option, const std::string& description,
              Pose& value);

/// An option without a value, which turns `value` over.
void add_switch(CLI::App& command, const std::string& option, const std::string& description,
                bool& value);

}  // namespace glance::app
