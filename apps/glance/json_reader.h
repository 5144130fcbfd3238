// Values out of a JSON line, refused with their place where they are not what they should be.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "glance/math.h"
#include "json_line.h"

namespace glance::app {

/// Carries a message out of nested values to whoever reads the line, and no further:
/// the alternative is to test a Result at each of a million coordinates.
struct Refusal {
  std::string message;
};

/// A place in the line. A chain of callers' variables, so that it costs nothing
/// until there is something to complain about.
struct Where {
  const Where* outer = nullptr;
  std::string_view key = {};  // empty: the place is an index
  std::size_t index = 0;

  std::string text() const;
};

/// "the number 3", "an array of 2".
std::string describe(const Json& value);

[[noreturn]] void refuse(const Where& where, std::string_view message);
[[noreturn]] void refuse_type(const Where& where, std::string_view expected, const Json& found);

/// Null if there is none.
const Json* find(const Json& object, const char* key);

/// A complaint about the first key that is not among those known; empty if all are.
std::string unknown_key(const Json& object, std::initializer_list<std::string_view> known);

void expect_object(const Json& value, const Where& where,
                   std::initializer_list<std::string_view> keys);
/// An array of just so many; `expected` says of what.
const Json& expect_array(const Json& value, const Where& where, std::size_t size,
                         std::string_view expected);

/// Finite, from a number or from a hex float in quotes.
double read_number(const Json& value, const Where& where);
/// The number that an object has under this key, which it must have.
double read_member(const Json& object, const char* key, const Where& where);
Vec3 read_vector(const Json& value, const Where& where);
std::vector<Vec3> read_points(const Json& value, const Where& where);

/// What the library made; or its complaint, with the place.
template <class T>
T accept(Result<T> result, const Where& where) {
  if (!result) refuse(where, result.error().message);
  return *std::move(result);
}

}  // namespace glance::app
