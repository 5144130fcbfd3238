// Checks of the library's own promises. GLANCE_CHECK is always on and meant for
// places where it costs nothing beside the work around it; GLANCE_DCHECK is on
// in builds with GLANCE_CHECKS (the dev and sanitizer presets).
#pragma once

#include <string_view>

#include "glance/base.h"

namespace glance {

/// Hands the failure to the installed handler, then aborts.
[[noreturn]] void check_failed(const CheckFailure& failure);

/// Hands a message to the installed log handler, if there is one.
void log(LogLevel level, std::string_view message);

}  // namespace glance

#define GLANCE_CHECK_DETAIL(condition, detail)                                                \
  do {                                                                                        \
    if (!(condition)) [[unlikely]]                                                            \
      ::glance::check_failed(::glance::CheckFailure{#condition, __FILE__, __LINE__, detail}); \
  } while (false)
#define GLANCE_CHECK(condition) GLANCE_CHECK_DETAIL(condition, "")

#ifdef GLANCE_CHECKS
#define GLANCE_DCHECK(condition) GLANCE_CHECK(condition)
#else
#define GLANCE_DCHECK(condition) \
  do {                           \
  } while (false)
#endif
