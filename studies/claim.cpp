#include "studies/claim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "measure/markup.h"

namespace glance::studies {
namespace {

Cell show(Outcome outcome) {
  switch (outcome) {
    case Outcome::as_in_paper: return {"as in the paper", Tone::good};
    case Outcome::differs: return {"differs", Tone::bad};
    case Outcome::unclear: return {"within the noise", Tone::muted};
    case Outcome::not_measured: break;
  }
  return {"not measured", Tone::muted};
}

constexpr double kStandardErrors = 2;

}  // namespace

Outcome above(double value, double error, double limit) {
  if (value - kStandardErrors * error > limit) return Outcome::as_in_paper;
  return value + kStandardErrors * error < limit ? Outcome::differs : Outcome::unclear;
}

Outcome below(double value, double error, double limit) { return above(-value, error, -limit); }

Outcome above(const Ratio& ratio, double limit) {
  return above(std::log(ratio.factor), ratio.error, std::log(limit));
}

Outcome below(const Ratio& ratio, double limit) {
  return below(std::log(ratio.factor), ratio.error, std::log(limit));
}

Outcome both(Outcome a, Outcome b) {
  for (const Outcome worse : {Outcome::differs, Outcome::not_measured, Outcome::unclear}) {
    if (a == worse || b == worse) return worse;
  }
  return Outcome::as_in_paper;
}

std::string times(double factor) { return fmt::format("\xC3\x97{}", show_number(factor, 3)); }

std::string times(const Ratio& ratio) {
  const double error = ratio.factor * ratio.error;
  return error < 0.005 ? times(ratio.factor)
                       : fmt::format("{} \xC2\xB1 {}", times(ratio.factor), show_number(error, 1));
}

void add_claims(HtmlPage& page, std::span<const Claim> claims, std::string_view note) {
  page.heading("What the paper says, what we see");
  page.paragraph(fmt::format("{}. Verdicts are computed from the measurements below.{}{}",
                             count_claims(claims), note.empty() ? "" : " ", note));
  const std::vector<std::string> columns{"", "What the paper says", "What we see", "Verdict"};
  std::vector<std::vector<Cell>> rows;
  for (const Claim& claim : claims) {
    const std::string ours = claim.outcome == Outcome::not_measured && claim.ours.empty()
                                 ? "too few samples"
                                 : claim.ours;
    rows.push_back({{claim.topic}, {claim.paper}, {ours}, show(claim.outcome)});
  }
  page.table(columns, rows);
}

std::string count_claims(std::span<const Claim> claims) {
  const auto count = [&](Outcome outcome) {
    return std::count_if(claims.begin(), claims.end(),
                         [&](const Claim& claim) { return claim.outcome == outcome; });
  };
  std::string text =
      fmt::format("{} of {} claims as in the paper", count(Outcome::as_in_paper), claims.size());
  if (const auto n = count(Outcome::differs))
    text += fmt::format(", {} differ{}", n, n == 1 ? "s" : "");
  if (const auto n = count(Outcome::unclear)) text += fmt::format(", {} within the noise", n);
  if (const auto n = count(Outcome::not_measured)) text += fmt::format(", {} not measured", n);
  return text;
}

}  // namespace glance::studies
