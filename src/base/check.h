// Checks of the library's own promises. GLANCE_CHECK is always on and meant for
// places where it costs nothing beside the work around it; GLANCE_DCHECK is on
// in builds with GLANCE_CHECKS (the dev and sanitizer presets).
#pragma once

#include <string>
#include <string_view>

#include "glance/base.h"
#include "rooms.h"

namespace glance::rooms::base {

/// Hands the failure, with the text of the contexts below, to the installed handler, then aborts.
[[noreturn]] void check_failed(const CheckFailure& failure);

/// What this thread is being asked, for as long as the object lives: if a check fails
/// meanwhile, the text goes into the failure's detail, that of the innermost context first.
/// Costs two moves of a pointer until then.
class CheckContext {
 public:
  CheckContext(const CheckContext&) = delete;
  CheckContext& operator=(const CheckContext&) = delete;

  /// Called only after a check has failed.
  virtual std::string describe() const = 0;

  /// The texts of all contexts of this thread, one line each. Afterwards the contexts are
  /// forgotten.
  static std::string take_all();

 protected:
  CheckContext() : outer_(innermost_) { innermost_ = this; }
  ~CheckContext() { innermost_ = outer_; }

 private:
  static inline constinit thread_local const CheckContext* innermost_ = nullptr;
  const CheckContext* outer_;
};

/// Hands a message to the installed log handler, if there is one.
void log(LogLevel level, std::string_view message);

}  // namespace glance::rooms::base

#define GLANCE_CHECK_DETAIL(condition, detail)                             \
  do {                                                                     \
    if (!(condition)) [[unlikely]]                                         \
      ::glance::base::check_failed(                                        \
          ::glance::CheckFailure{#condition, __FILE__, __LINE__, detail}); \
  } while (false)
#define GLANCE_CHECK(condition) GLANCE_CHECK_DETAIL(condition, "")

#ifdef GLANCE_CHECKS
#define GLANCE_DCHECK(condition) GLANCE_CHECK(condition)
#else
#define GLANCE_DCHECK(condition) \
  do {                           \
  } while (false)
#endif
