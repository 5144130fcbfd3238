// Values from a JSON line. What is not as it should be is rejected, with its place in the line.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/json_line.h"
#include "glance/math.h"

namespace glance::app {

/// Carries a message out of nested values to the function that reads the line, and no further:
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

/// A message about the first key that is not known; empty if all are.
std::string unknown_key(const Json& object, std::initializer_list<std::string_view> known);

void expect_object(const Json& value, const Where& where,
                   std::initializer_list<std::string_view> keys);
/// The same for a whole line, whose place messages need not name.
void expect_line(const Json& value, std::string_view contents,
                 std::initializer_list<std::string_view> keys);
/// An array of exactly this size; `expected` describes it.
const Json& expect_array(const Json& value, const Where& where, std::size_t size,
                         std::string_view expected);

/// Finite, from a number or from a hex float in quotes.
double read_number(const Json& value, const Where& where);
/// The number that an object has under this key, which it must have.
double read_member(const Json& object, const char* key, const Where& where);
/// The number, not negative, that a line has under this key; 0 if it has none.
double read_length_of(const Json& line, const char* key);
Vec3 read_vector(const Json& value, const Where& where);
std::vector<Vec3> read_points(const Json& value, const Where& where);

/// The value that the library made. If it failed: throws its message, with the place.
template <class T>
T accept(Result<T> result, const Where& where) {
  if (!result) refuse(where, result.error().message);
  return *std::move(result);
}

/// What a line is about, or why that is unknown.
template <class T>
struct ReadLine {
  /// Null if there is none, or none before the line stopped making sense.
  Json id;
  Result<T> value;
};

/// Reads the text as an object that has `keys` and no others; `contents` says in messages what it
/// should contain. `read` turns it into the result, or throws a Refusal.
template <class Read>
auto read_line(std::string_view text, std::string_view contents,
               std::initializer_list<std::string_view> keys, Read read) {
  using T = decltype(read(Json()));
  JsonLine json = read_json_line(text);
  const auto result = [&]() -> Result<T> {
    if (!json.error.empty()) return fail(std::move(json.error));
    try {
      expect_line(json.value, contents, keys);
      return read(json.value);
    } catch (Refusal& refusal) {
      return fail(std::move(refusal.message));
    }
  };
  ReadLine<T> line{nullptr, result()};
  if (json.value.is_object() && json.value.contains("id")) line.id = std::move(json.value["id"]);
  return line;
}

}  // namespace glance::app
