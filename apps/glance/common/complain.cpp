#include "common/complain.h"

#include <fmt/format.h>

#include <iostream>
#include <system_error>
#include <utility>

#include "commands.h"

namespace glance::app {
namespace {

/// The tool runs one command per process, so that one name is enough.
std::string& message_command() {
  static std::string name;
  return name;
}

}  // namespace

void set_message_command(std::string name) { message_command() = std::move(name); }

std::string message_line(std::string_view what) {
  const std::string& command = message_command();
  return fmt::format("glance: {}{}{}\n", command, command.empty() ? "" : ": ", what);
}

int complain(std::string_view what, int error_number) {
  const std::string reason =
      error_number ? ": " + std::system_category().message(error_number) : std::string();
  std::cerr << message_line(fmt::format("{}{}", what, reason));
  return kExitBad;
}

}  // namespace glance::app
