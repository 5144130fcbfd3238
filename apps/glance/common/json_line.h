// One line of JSON from an untrusted source.
//
// Stricter than the JSON library by itself: nesting is limited (a deep value
// would overflow the stack when it is printed again), a key given twice is
// rejected instead of one silently winning, and a number beyond a double is named
// with its place. Nothing is thrown for bad text.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace glance::app {

/// Keeps the members of an object in the order in which they came.
using Json = nlohmann::ordered_json;

/// Most arrays and objects inside one another.
inline constexpr std::size_t kMaxJsonDepth = 64;

// NOLINTNEXTLINE(bugprone-exception-escape): the JSON library's move only seems to throw
struct JsonLine {
  /// The whole value. After an error: an object of those top-level members that were
  /// complete, or null if it was no object.
  Json value;
  /// Empty if all went well.
  std::string error;
};

JsonLine read_json_line(std::string_view line);

/// `text` itself, or its beginning and end where it is too long for a message.
std::string shorten(std::string_view text);

/// "a.hull[3]" from "a.hull" and 3, "a.hull" from "a" and "hull".
std::string join_path(std::string outer, std::size_t index);
std::string join_path(std::string outer, std::string_view key);

}  // namespace glance::app
