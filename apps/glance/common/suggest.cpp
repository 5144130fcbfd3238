#include "common/suggest.h"

#include <algorithm>
#include <vector>

namespace glance::app {
namespace {

std::string_view without_dashes(std::string_view name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Row i has the distances of the first i letters of a from all beginnings of b.
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); j++) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); i++) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); j++) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before = last;
    last = row;
  }
  return last[b.size()];
}

std::string closest_name(std::string_view word, std::span<const std::string> names) {
  const std::string_view plain = without_dashes(word);
  const std::size_t most = std::min<std::size_t>(2, plain.size() / 2);
  std::size_t best = most + 1;
  std::string found;
  for (const std::string& name : names) {
    const std::size_t d = edit_distance(plain, without_dashes(name));
    if (d >= best) continue;
    best = d;
    found = name;
  }
  if (!found.empty() || plain.size() < 3) return found;
  for (const std::string& name : names) {
    if (without_dashes(name).starts_with(plain)) return name;
  }
  return {};
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  const std::string name = closest_name(word, names);
  return name.empty() ? "" : "; did you mean " + name + "?";
}

}  // namespace glance::app
