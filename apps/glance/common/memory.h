// Memory: what the machine has, and what was asked for, in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "glance/base.h"

namespace glance::app {

/// Bytes that can be had without driving out what others use; 0 if nobody knows.
std::uint64_t available_memory();

/// Refuses, naming both numbers, if so many bytes are not to be had. `what` needs them. To
/// be asked before they are taken: the system itself says yes to everything, and ends the
/// process later.
Result<void> check_memory(std::string_view what, double needed, std::uint64_t available);

/// "1.25 MiB".
std::string show_bytes(double bytes);

}  // namespace glance::app
