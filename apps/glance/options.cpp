#include "options.h"

#include <charconv>
#include <system_error>

namespace glance::app {

void add_whole_number(CLI::App& command, const std::string& option, const std::string& description,
                      std::uint64_t& value) {
  const auto read = [option, &value](const std::string& text) {
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) {
      throw CLI::ValidationError(
          option, fmt::format("expected a whole number of at most 64 bits, found '{}'", text));
    }
  };
  command.add_option_function<std::string>(option, read, description)
      ->default_str(std::to_string(value))
      ->type_name("UINT");
}

void add_switch(CLI::App& command, const std::string& option, const std::string& description,
                bool& value) {
  const auto turn = [&value, turned = !value] { value = turned; };
  command.add_flag_callback(option, turn, description)->disable_flag_override();
}

}  // namespace glance::app
