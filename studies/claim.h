// "What the paper says / what we see": one line of that table.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/html_page.h"
#include "studies/experiment.h"

namespace glance::studies {

enum class Outcome : std::uint8_t {
  as_in_paper,
  differs,
  unclear,  ///< the measurements scatter too much to say
  not_measured,
};

struct Claim {
  std::string topic;
  std::string paper;  ///< what it says, in our words
  std::string ours;   ///< computed from the measurements
  Outcome outcome = Outcome::not_measured;
};

/// A paper's claims, as they are looked at one by one.
class ClaimList {
 protected:
  Claim& add(std::string topic, std::string paper) {
    return claims_.emplace_back(
        Claim{std::move(topic), std::move(paper), "", Outcome::not_measured});
  }
  static void set(Claim& claim, Outcome outcome, std::string ours) {
    claim.ours = std::move(ours);
    claim.outcome = outcome;
  }

  std::vector<Claim> claims_;
};

// Outcomes of conditions on which the paper and the measurements are to agree. A measured
// number counts as above or below a limit if it is by two standard errors.

/// Of something certain.
inline Outcome outcome_if(bool as_in_paper) {
  return as_in_paper ? Outcome::as_in_paper : Outcome::differs;
}
/// That a value with this error is above a limit.
Outcome above(double value, double error, double limit);
Outcome below(double value, double error, double limit);
Outcome above(const Ratio& ratio, double limit);
Outcome below(const Ratio& ratio, double limit);
/// That both hold.
Outcome both(Outcome a, Outcome b);

/// "×1.25".
std::string times(double factor);
/// The same with its standard error, unless that is nothing.
std::string times(const Ratio& ratio);

/// The table under its heading, and how many are as in the paper; `note`: a sentence about them.
void add_claims(HtmlPage& page, std::span<const Claim> claims, std::string_view note = {});

/// "9 of 12 claims as in the paper, 2 differ, 1 within the noise".
std::string count_claims(std::span<const Claim> claims);

}  // namespace glance::studies
