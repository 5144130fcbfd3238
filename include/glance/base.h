// Version, errors, and the hooks through which the library speaks to its host.
#pragma once

#include <string_view>

#include "glance/export.h"
#include "glance/result.h"

namespace glance {

inline constexpr int kVersionMajor = 0;
inline constexpr int kVersionMinor = 1;
inline constexpr int kVersionPatch = 0;

/// "0.1.0", as compiled into the library (compare with the constants above,
/// which come from the headers, to find a mismatch).
GLANCE_API std::string_view version();

/// A broken promise inside the library (a bug of ours, never bad input).
struct CheckFailure {
  std::string_view expression;  ///< the condition that did not hold
  std::string_view file;
  int line = 0;
  std::string_view detail;  ///< numbers that help to reproduce it; may be empty
};

/// Called on a CheckFailure. If it returns, the library aborts the process: it
/// never goes on with a state that it knows to be wrong.
using CheckHandler = void (*)(const CheckFailure&);

/// Installs a handler and returns the one before it. The default prints to
/// standard error. Null brings the default back. Safe to call from any thread.
GLANCE_API CheckHandler set_check_handler(CheckHandler handler);

enum class LogLevel { info, warning };

/// Receives what the library has to say besides its results. Off by default.
using LogHandler = void (*)(LogLevel level, std::string_view message);

/// Installs a handler (null: silence) and returns the one before it.
GLANCE_API LogHandler set_log_handler(LogHandler handler);

}  // namespace glance
