#include "studies/agreement.h"

#include <fmt/format.h>

#include <algorithm>

#include "measure/curve_fit.h"
#include "measure/markup.h"

namespace glance::studies {

void Agreement::compare(const MeasuredExperiment& e, std::span<const std::string_view> series) {
  first = series.front();
  const Curve expected = e.find(first).curve("verdicts");
  places += expected.size();
  for (const std::string_view name : series) {
    const Curve other = e.find(name).curve("verdicts");
    for (std::size_t i = 0; i < std::min(expected.size(), other.size()); i++) {
      if (expected[i] == other[i]) continue;
      differences.push_back(
          fmt::format("{}, {}: {}", e.name, show_number(expected[i].first), name));
    }
  }
}

std::string describe(const Agreement& agreement, std::string_view who, std::string_view what) {
  if (agreement.places == 0) return "No verdicts were compared.";
  if (agreement.differences.empty()) {
    return fmt::format("All {} gave the same verdicts in every frame of all {} {}.", who,
                       agreement.places, what);
  }
  std::string text = fmt::format("Verdicts differ ({} {}; compared with {}):", agreement.places,
                                 what, agreement.first);
  for (const std::string& difference : agreement.differences) text += " " + difference + ";";
  text.back() = '.';
  return text;
}

void add_agreement(HtmlPage& page, const Agreement& agreement, std::string_view who,
                   std::string_view what) {
  const std::string text = describe(agreement, who, what);
  if (agreement.differences.empty()) {
    page.paragraph(text);
  } else {
    page.notice(text);
  }
}

}  // namespace glance::studies
