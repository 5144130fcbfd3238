#include "common/wrap.h"

#include <algorithm>

namespace glance::app {

std::string wrap(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(' ', from), text.size());
    const std::string_view word = text.substr(from, end - from);
    from = end + 1;
    if (word.empty()) continue;
    const bool first = column == indent;
    if (!first && column + 1 + word.size() > kHelpColumns) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      column++;
    }
    out += word;
    column += word.size();
  }
  std::ranges::replace(out, kHardBlank, ' ');
  return out;
}

std::string list_entry(std::string_view name, std::string_view description, std::size_t column) {
  std::string out = "  " + std::string(name);
  if (description.empty()) return out + '\n';
  if (out.size() + 2 > column) {
    out += '\n' + std::string(column, ' ');
  } else {
    out.resize(column, ' ');
  }
  return out + wrap(description, column) + '\n';
}

}  // namespace glance::app
