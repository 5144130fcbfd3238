#include "options.h"

#include <charconv>
#include <cmath>
#include <system_error>

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

}  // namespace

void add_whole_number(CLI::App& command, const std::string& option, const std::string& description,
                      std::uint64_t& value) {
  const auto read = [option, &value](const std::string& text) {
    if (!read_whole(text, value)) {
      throw CLI::ValidationError(
          option, fmt::format("expected a whole number of at most 64 bits, found '{}'", text));
    }
  };
  command.add_option_function<std::string>(option, read, description)
      ->default_str(std::to_string(value))
      ->type_name("UINT");
}

CLI::Option* add_real(CLI::App& command, const std::string& option, const std::string& description,
                      double& value) {
  const auto read = [option, &value](const std::string& text) {
    double number = 0;
    if (!read_all(text, number) || !std::isfinite(number)) {
      throw CLI::ValidationError(
          option, fmt::format("expected a number such as 10 or 0.5, found '{}'", text));
    }
    value = number;
  };
  return command.add_option_function<std::string>(option, read, description)
      ->default_str(fmt::format("{}", value))
      ->type_name("FLOAT");
}

void add_pose(CLI::App& command, const std::string& option, const std::string& description,
              Pose& value) {
  const auto read = [option, &value](const std::string& text) {
    const Result<Pose> pose = parse_pose(text);
    if (!pose) throw CLI::ValidationError(option, pose.error().message);
    value = *pose;
  };
  command.add_option_function<std::string>(option, read, description)->type_name("P");
}

void add_switch(CLI::App& command, const std::string& option, const std::string& description,
                bool& value) {
  const auto turn = [&value, turned = !value] { value = turned; };
  command.add_flag_callback(option, turn, description)->disable_flag_override();
}

}  // namespace glance::app
