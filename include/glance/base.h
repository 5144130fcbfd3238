// Version, errors, and the hooks through which the library speaks to its host.
#pragma once

#include <string_view>

#include "glance/export.h"
#include "glance/result.h"

namespace glance {

/// @{
/// The version of the headers. The project's only copy of it: CMake reads these lines.
inline constexpr int kVersionMajor = 0;
inline constexpr int kVersionMinor = 1;
inline constexpr int kVersionPatch = 0;
/// @}

/// Returns "MAJOR.MINOR.PATCH", as compiled into the library. A difference from the constants
/// above, which come from the headers, shows a mismatch.
GLANCE_API std::string_view version();

/// A violated invariant inside the library: a bug of ours, never bad input.
struct CheckFailure {
  std::string_view expression;  ///< the condition that did not hold
  std::string_view file;        ///< source file and line of the condition
  /// The line in that file.
  int line = 0;
  std::string_view detail;  ///< numbers that help to reproduce it; may be empty
};

/// Called on a CheckFailure. If it returns, the library aborts the process: it never continues with
/// a state that it knows to be wrong.
using CheckHandler = void (*)(const CheckFailure&);

/// Installs a handler and returns the previous one. The default handler prints to standard error;
/// null restores it. Safe to call from any thread.
GLANCE_API CheckHandler set_check_handler(CheckHandler handler);

/// How important a log message is.
enum class LogLevel { info, warning };

/// Receives log messages. There are none by default.
using LogHandler = void (*)(LogLevel level, std::string_view message);

/// Installs a handler (null: no messages) and returns the previous one.
GLANCE_API LogHandler set_log_handler(LogHandler handler);

}  // namespace glance
