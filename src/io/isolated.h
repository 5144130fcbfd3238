// Work in a process of its own: for code of others that may crash, hang or eat all memory on bad
// input. What it does there leaves no trace here but the bytes that it returns.
#pragma once

#include <functional>
#include <string>

#include "glance/base.h"
#include "rooms.h"

namespace glance::io {

/// Runs `work` in a copy of this process and returns what it returns there. Refused if the copy
/// ends before that, takes longer than `seconds`, or cannot be made. It may use up to
/// `more_bytes` of memory beyond what this process has.
Result<std::string> run_isolated(const std::function<std::string()>& work, double seconds,
                                 std::size_t more_bytes);

}  // namespace glance::io
