#include "common/options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>
#include <vector>

#include "common/suggest.h"

namespace glance::app {

namespace {

/// Whether the whole text is a number; then `value` is it.
template <class T>
bool read_all(std::string_view text, T& value) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stop == text.data() + text.size();
}

/// 1000 or 1e3.
bool read_whole(std::string_view text, std::uint64_t& value) {
  const std::size_t e = std::min(text.find('e'), text.size());
  std::uint64_t number = 0;
  std::uint32_t zeros = 0;
  if (!read_all(text.substr(0, e), number)) return false;
  if (e < text.size() && !read_all(text.substr(e + 1), zeros)) return false;
  for (; zeros > 0 && number > 0; zeros--) {
    if (__builtin_mul_overflow(number, 10, &number)) return false;
  }
  value = number;
  return true;
}

/// x,y,z or x,y,z,qw,qx,qy,qz.
Result<Pose> parse_pose(std::string_view text) {
  std::vector<double> numbers;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    double number = 0;
    if (!read_all(text.substr(from, comma - from), number)) break;
    numbers.push_back(number);
    from = comma + 1;
  }
  const auto commas = static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
  if (numbers.size() != commas + 1 || (numbers.size() != 3 && numbers.size() != 7)) {
    return fail(fmt::format("expected x,y,z or x,y,z,qw,qx,qy,qz, found '{}'", text));
  }
  const Vec3 translation{numbers[0], numbers[1], numbers[2]};
  if (numbers.size() == 3) return Pose::make(translation);
  return Pose::make(Quat(numbers[3], numbers[4], numbers[5], numbers[6]), translation);
}

double read_real(const std::string& option, const std::string& text) {
  double number = 0;
  if (!read_all(text, number) || !std::isfinite(number)) {
    throw CLI::ValidationError(
        option, fmt::format("expected a number such as 10 or 0.5, found '{}'", text));
  }
  return number;
}

std::uint64_t read_count(const std::string& option, const std::string& text) {
  std::uint64_t number = 0;
  if (!read_whole(text, number)) {
    throw CLI::ValidationError(
        option, fmt::format("expected a whole number of at most 64 bits, found '{}'", text));
  }
  return number;
}

template <class Read>
void add_number(CLI::App& command, const std::string& option, const std::string& description,
                const std::string& type, const std::string& shown_default, Read read) {
  command.add_option_function<std::string>(option, std::move(read), description)
      ->default_str(shown_default)
      ->type_name(type);
}

}  // namespace

CLI::App& add_command(CLI::App& app, const std::string& name, const std::string& description,
                      const std::string& details) {
  CLI::App* command = app.add_subcommand(name, description);
  command->group("Commands");
  command->footer(details);
  return *command;
}

void on_run(CLI::App& command, std::function<void()> run) { command.callback(std::move(run)); }

void start_group(CLI::App& command, const std::string& heading) {
  command.option_defaults()->group(heading);
}

bool is_given(const CLI::App& command, const std::string& option) {
  return command.count(option) > 0;
}

void complain_about_missing(const std::string& option) { throw CLI::RequiredError(option); }

void add_argument(CLI::App& command, const std::string& name, const std::string& description,
                  std::string& value, bool required) {
  command.add_option(name, value, description)->required(required);
}

void add_text(CLI::App& command, const std::string& option, const std::string& description,
              std::string& value, const std::string& type) {
  command.add_option(option, value, description)->type_name(type);
}

void add_parsed(CLI::App& command, const std::string& option, const std::string& description,
                const std::string& type, const std::string& shown_default,
                std::function<Result<void>(const std::string&)> read) {
  const auto parse = [option, read = std::move(read)](const std::string& text) {
    if (const Result<void> ok = read(text); !ok) {
      throw CLI::ValidationError(option, ok.error().message);
    }
  };
  command.add_option_function<std::string>(option, parse, description)
      ->default_str(shown_default)
      ->type_name(type);
}

void add_choice(CLI::App& command, const std::string& option, const std::string& description,
                std::span<const std::string_view> names, std::function<void(std::size_t)> choose,
                const std::string& shown_default) {
  const std::string known = fmt::format("{}", fmt::join(names, ", "));
  const std::vector<std::string> list(names.begin(), names.end());
  const auto read = [option, known, list, choose = std::move(choose)](const std::string& name) {
    const auto found = std::find(list.begin(), list.end(), name);
    if (found == list.end()) {
      throw CLI::ValidationError(option, fmt::format("unknown '{}', known are: {}{}", name, known,
                                                     did_you_mean(name, list)));
    }
    choose(static_cast<std::size_t>(found - list.begin()));
  };
  command.add_option_function<std::string>(option, read, description + ": " + known)
      ->default_str(shown_default.empty() ? list.front() : shown_default)
      ->type_name("NAME");
}

void add_whole_number(CLI::App& command, const std::string& option, const std::string& description,
                      std::uint64_t& value) {
  add_number(command, option, description, "N", std::to_string(value),
             [option, &value](const std::string& text) { value = read_count(option, text); });
}

void add_whole_number(CLI::App& command, const std::string& option, const std::string& description,
                      std::optional<std::uint64_t>& value, const std::string& shown_default) {
  add_number(command, option, description, "N", shown_default,
             [option, &value](const std::string& text) { value = read_count(option, text); });
}

void add_real(CLI::App& command, const std::string& option, const std::string& description,
              double& value) {
  add_number(command, option, description, "NUMBER", fmt::format("{}", value),
             [option, &value](const std::string& text) { value = read_real(option, text); });
}

void add_real(CLI::App& command, const std::string& option, const std::string& description,
              std::optional<double>& value, const std::string& shown_default) {
  add_number(command, option, description, "NUMBER", shown_default,
             [option, &value](const std::string& text) { value = read_real(option, text); });
}

void add_pose(CLI::App& command, const std::string& option, const std::string& description,
              Pose& value) {
  add_parsed(command, option, description, "POSE", "",
             [&value](const std::string& text) -> Result<void> {
               const Result<Pose> pose = parse_pose(text);
               if (!pose) return fail(pose.error());
               value = *pose;
               return {};
             });
}

void add_switch(CLI::App& command, const std::string& option, const std::string& description,
                bool& value) {
  const auto turn = [&value, turned = !value] { value = turned; };
  command.add_flag_callback(option, turn, description)->disable_flag_override();
}

}  // namespace glance::app
