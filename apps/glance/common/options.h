// Commands, and kinds of command-line options that reject what they do not understand, and name it.
//
// Each option writes to a variable that has to outlive the parsing of the command line. (The
// library that parses it, CLI11, is known to options.cpp, help_format and command_line.cpp only:
// its header takes seconds.)
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "glance/math.h"

namespace CLI {
class App;
}

namespace glance::app {

/// Adds a command of the tool: its name, what it does, and what --help says below the options.
CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& description,
                      const std::string& details);
/// How the command is run, while the line is parsed.
void on_run(CLI::App& command, std::function<void()> run);
/// The options that are added from now on are listed under this heading in --help.
void start_group(CLI::App& command, const std::string& heading);

// For a command line that was parsed.

bool is_given(const CLI::App& command, const std::string& option);
/// Bad usage: it has to be there.
[[noreturn]] void complain_about_missing(const std::string& option);

// Kinds of options.

/// An argument without a name, by its place.
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

/// One of a few names, by its place among them; the first is the default, unless `shown_default`
/// says otherwise.
void add_choice(CLI::App& command, const std::string& option, const std::string& description,
                std::span<const std::string_view> names, std::function<void(std::size_t)> choose,
                const std::string& shown_default = "");

/// One of a few names for values; the first is the default.
template <class T, std::size_t N>
void add_choice(CLI::App& command, const std::string& option, const std::string& description,
                const std::array<Choice<T>, N>& choices, T& value,
                const std::string& shown_default = "") {
  std::array<std::string_view, N> names;
  for (std::size_t i = 0; i < N; i++) names[i] = choices[i].name;
  value = choices.front().value;
  add_choice(
      command, option, description, names,
      [choices, &value](std::size_t i) { value = choices[i].value; }, shown_default);
}

/// A whole number, exactly: 1000 or 1e3. (By itself CLI11 reads -1 and 2^64 as other numbers.)
void add_whole_number(CLI::App& command, const std::string& option, const std::string& description,
                      std::uint64_t& value);

/// The same, if it is given. `shown_default` says what happens otherwise, if anything is said.
void add_whole_number(CLI::App& command, const std::string& option, const std::string& description,
                      std::optional<std::uint64_t>& value, const std::string& shown_default = "");

/// A finite number, with nothing after it.
void add_real(CLI::App& command, const std::string& option, const std::string& description,
              double& value);
/// The same, if it is given.
void add_real(CLI::App& command, const std::string& option, const std::string& description,
              std::optional<double>& value, const std::string& shown_default = "");

/// Where a body is: x,y,z or x,y,z,qw,qx,qy,qz (a translation, and a rotation as a quaternion).
void add_pose(CLI::App& command, const std::string& option, const std::string& description,
              Pose& value);

/// An option without a value, which turns `value` over. May have a short name: "-v,--verbose".
void add_switch(CLI::App& command, const std::string& option, const std::string& description,
                bool& value);

}  // namespace glance::app
