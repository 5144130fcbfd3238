// Version, errors, and the hooks through which the library speaks to its host.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "glance/export.h"

namespace glance {

inline constexpr int kVersionMajor = 0;
inline constexpr int kVersionMinor = 1;
inline constexpr int kVersionPatch = 0;

/// "0.1.0", as compiled into the library (compare with the constants above,
/// which come from the headers, to find a mismatch).
GLANCE_API std::string_view version();

/// Why an operation was refused. The message names the offending item and the
/// measured number ("point 17 is not finite: (1, nan, 0)"), so that it can be
/// shown to a user as it is.
struct Error {
  std::string message;
};

/// A value or the reason why there is none. Test it, then dereference it:
///
///     Result<Shape> rock = Shape::hull(points);
///     if (!rock) return complain(rock.error().message);
///     use(*rock);
template <class T>
using Result = tl::expected<T, Error>;

/// Makes the error half of a Result: `return fail("...")`.
inline tl::unexpected<Error> fail(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message)});
}
/// Passes one on: `if (!shape) return fail(shape.error())`.
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }

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
