// How much the randomised tests do. GLANCE_TEST_SCALE multiplies the number of
// cases (sanitizer runs use a small part); ./test --long sets GLANCE_TEST_LONG.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace glance::test {

inline int scaled_count(int full) {
  const char* text = std::getenv("GLANCE_TEST_SCALE");
  const double scale = text ? std::atof(text) : 1;
  return std::max(1, static_cast<int>(full * scale));
}

/// Whether so many random cases show what share of them does something: of fewer (at small scales)
/// chance decides.
inline bool are_many(int count) { return count >= 150; }

inline bool long_run() { return std::getenv("GLANCE_TEST_LONG") != nullptr; }

}  // namespace glance::test
