// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.KeepsDoublesAndWhatIsNotFinite).
#include <algorithm>
#include <charconv>

#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

constexpr std::string_view kSpaces = " \t\r\n\v\f";

/// from_chars knows no plus sign.
std::string_view without_plus(std::string_view word) {
  return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpaces), text.size()));
  return text.substr(0, text.find_last_not_of(kSpaces) + 1);
}

bool parse_number(std::string_view word, double& value) {
  word = without_plus(word);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size()) return false;
  if (error == std::errc::result_out_of_range) {
    // Too small or too large for a double: it stands for 0, or for what is not finite.
    const std::size_t exponent = word.find_first_of("eE");
    const bool small = exponent != word.npos ? word.substr(exponent + 1).starts_with('-')
                                             : word.find_first_not_of("-0") == word.find('.');
    value = small ? 0 : std::numeric_limits<double>::infinity();
    return true;
  }
  return error == std::errc();
}

bool parse_whole(std::string_view word, std::int64_t& value) {
  word = without_plus(word);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

std::string first_line(std::string text) {
  text.resize(std::min({text.size(), text.find('\n'), std::size_t{200}}));
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c > '~'; }, '?');
  return text.empty() ? "the file cannot be read" : text;
}

std::string_view Words::next() {
  const std::size_t begin = std::min(rest_.find_first_not_of(kSpaces), rest_.size());
  rest_.remove_prefix(begin);
  const std::string_view word = rest_.substr(0, rest_.find_first_of(kSpaces));
  rest_.remove_prefix(word.size());
  return word;
}

bool Words::number(double& value) { return parse_number(next(), value); }

bool Words::whole(std::int64_t& value) { return parse_whole(next(), value); }

bool Lines::next(std::string_view& line) {
  while (!rest_.empty()) {
    line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    number_++;
    line = line.substr(0, line.find('#'));
    if (line.find_first_not_of(kSpaces) != line.npos) return true;
  }
  return false;
}

}  // namespace glance::rooms::io
