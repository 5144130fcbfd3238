#include "common/complain.h"

#include <fmt/format.h>

#include <iostream>
#include <string>
#include <system_error>

#include "commands.h"

namespace glance::app {

int complain(std::string_view what, int error_number) {
  const std::string reason =
      error_number ? ": " + std::system_category().message(error_number) : std::string();
  std::cerr << fmt::format("glance: {}{}\n", what, reason);
  return kExitBad;
}

}  // namespace glance::app
