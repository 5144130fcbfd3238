// "Did you mean .. ?" for names that were misspelt.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace glance::app {

/// How many insertions, deletions, replacements and exchanges of neighbours make one word the other
/// (Damerau and Levenshtein; no letter takes part in two of them).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The name that was probably meant: the nearest one within two edits (one for words of two or
/// three letters), or else the first one that begins with the word. Empty if there is none. Dashes
/// in front count on neither side.
std::string closest_name(std::string_view word, std::span<const std::string> names);

/// "; did you mean NAME?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace glance::app
