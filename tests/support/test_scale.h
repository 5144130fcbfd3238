// How much the randomised tests do, and on which cases. GLANCE_TEST_SCALE multiplies the number of
// cases (sanitizer runs use a small part); GLANCE_TEST_SEED (0, 1, ..) takes other ones; ./test
// --long sets GLANCE_TEST_LONG.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace glance::test {

inline int scaled_count(int full) {
  const char* text = std::getenv("GLANCE_TEST_SCALE");
  const double scale = text ? std::atof(text) : 1;
  return std::max(1, static_cast<int>(full * scale));
}

/// The number of the first case of a property test. Numbers are seeds, or make them; those of
/// different GLANCE_TEST_SEED have none in common, up to a million cases.
inline int first_case() {
  const char* text = std::getenv("GLANCE_TEST_SEED");
  return text ? 1'000'000 * std::atoi(text) : 0;
}

/// The seed of a test that draws all its cases from one source; `n` tells such tests apart.
inline std::uint64_t random_seed(int n) { return static_cast<std::uint64_t>(first_case() + n); }

/// The numbers of cases, for a loop over them. (std::views::iota needs a newer clang than 14.)
class CaseNumbers {
 public:
  struct Iterator {
    int number;
    int operator*() const { return number; }
    Iterator& operator++() { return number++, *this; }
    bool operator==(const Iterator&) const = default;
  };

  CaseNumbers(int first, int count) : first_(first), count_(count) {}
  Iterator begin() const { return {first_}; }
  Iterator end() const { return {first_ + count_}; }

 private:
  int first_, count_;
};

inline CaseNumbers random_cases(int count) { return {first_case(), count}; }

/// Whether so many random cases show what share of them does something: of fewer (at small scales)
/// chance decides.
inline bool are_many(int count) { return count >= 150; }

inline bool long_run() { return std::getenv("GLANCE_TEST_LONG") != nullptr; }

}  // namespace glance::test
