// What a fuzz target does when a promise is broken: says which, and ends the process.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace glance::fuzz {

[[noreturn]] inline void broken(std::string_view promise, std::string_view detail) {
  std::fprintf(stderr, "broken promise: %.*s\n  %.*s\n", static_cast<int>(promise.size()),
               promise.data(), static_cast<int>(detail.size()), detail.data());
  std::abort();
}

inline void require(bool holds, std::string_view promise, std::string_view detail = "") {
  if (!holds) broken(promise, detail);
}

}  // namespace glance::fuzz
