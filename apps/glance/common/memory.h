// Memory: how much there is, and how much is needed, in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "glance/base.h"

namespace glance::app {

/// Bytes that can be allocated without swapping; 0 if unknown.
std::uint64_t available_memory();

/// Fails, naming both numbers, if that many bytes are not available. `what` needs them. Call it
/// before allocating them: the system itself grants every request, and kills the process later.
Result<void> check_memory(std::string_view what, double needed, std::uint64_t available);

/// "1.25 MiB".
std::string show_bytes(double bytes);

}  // namespace glance::app
