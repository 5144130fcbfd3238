// Text in lines of at most 80 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace glance::app {

inline constexpr std::size_t kHelpColumns = 80;
/// Becomes a blank at which no line is broken.
inline constexpr char kHardBlank = '\x1f';

/// The words of `text` in lines that end before column 80. Every line but the first begins with
/// `indent` blanks; the first is assumed to begin there already. Without a newline at the end.
std::string wrap(std::string_view text, std::size_t indent);

/// An entry of a list in a help text: "  name    description", wrapped, with descriptions that
/// begin at `column`. A name that leaves no room has a line of its own.
std::string list_entry(std::string_view name, std::string_view description, std::size_t column);

}  // namespace glance::app
