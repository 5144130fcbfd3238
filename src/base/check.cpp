#include "base/check.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace glance {
using namespace rooms::base;

namespace {

void print_failure(const CheckFailure& failure) {
  std::fprintf(stderr, "glance: internal check failed: %.*s\n  at %.*s:%d\n",
               static_cast<int>(failure.expression.size()), failure.expression.data(),
               static_cast<int>(failure.file.size()), failure.file.data(), failure.line);
  if (!failure.detail.empty()) {
    std::fprintf(stderr, "  %.*s\n", static_cast<int>(failure.detail.size()),
                 failure.detail.data());
  }
}

std::atomic<CheckHandler> check_handler{&print_failure};
std::atomic<LogHandler> log_handler{nullptr};

}  // namespace

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::not_finite: return "not_finite";
    case ErrorCode::out_of_range: return "out_of_range";
    case ErrorCode::bad_geometry: return "bad_geometry";
    case ErrorCode::bad_index: return "bad_index";
    case ErrorCode::unknown_body: return "unknown_body";
    case ErrorCode::duplicate: return "duplicate";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::bad_data: return "bad_data";
    case ErrorCode::no_file: return "no_file";
    case ErrorCode::not_proved: return "not_proved";
    case ErrorCode::internal: return "internal";
  }
  return "unknown";
}

std::string_view version() { return GLANCE_VERSION_TEXT; }

CheckHandler set_check_handler(CheckHandler handler) {
  return check_handler.exchange(handler ? handler : &print_failure);
}

LogHandler set_log_handler(LogHandler handler) { return log_handler.exchange(handler); }

}  // namespace glance

namespace glance::rooms::base {

std::string CheckContext::take_all() {
  // Forgotten first: a check that fails in describe() must not ask the same again.
  const CheckContext* context = std::exchange(innermost_, nullptr);
  std::string text;
  for (; context; context = context->outer_) {
    if (!text.empty()) text += '\n';
    text += context->describe();
  }
  return text;
}

void check_failed(const CheckFailure& failure) {
  std::string detail(failure.detail);
  const std::string context = CheckContext::take_all();
  if (!detail.empty() && !context.empty()) detail += '\n';
  detail += context;
  check_handler.load()({failure.expression, failure.file, failure.line, detail});
  std::abort();
}

void log(LogLevel level, std::string_view message) {
  if (LogHandler handler = log_handler.load()) handler(level, message);
}

}  // namespace glance::rooms::base
