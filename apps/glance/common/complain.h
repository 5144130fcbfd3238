// How the tool says that something went wrong: one line on standard error.
#pragma once

#include <string>
#include <string_view>

namespace glance::app {

/// From now on messages name this command: "glance: check: ..".
void set_message_command(std::string name);

/// "glance: COMMAND: WHAT\n".
std::string message_line(std::string_view what);

/// Prints "glance: COMMAND: WHAT: the system's reason", the latter for an errno that is not 0.
/// Returns the exit code that goes with it.
int complain(std::string_view what, int error_number = 0);

}  // namespace glance::app
