// How the tool says that something went wrong: one line on standard error.
#pragma once

#include <string_view>

namespace glance::app {

/// "glance: WHAT: the system's reason", the latter for an errno that is not 0. Gives the exit
/// code that goes with it.
int complain(std::string_view what, int error_number = 0);

}  // namespace glance::app
