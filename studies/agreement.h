// Whether all ways to answer gave the same answers: what every study that sets some side by side
// has to say first.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/html_page.h"
#include "studies/experiment.h"

namespace glance::studies {

/// Where series gave different verdicts, as "cube, 4: gjk"; and of how many places.
struct Agreement {
  std::size_t places = 0;
  std::string_view first = {};  ///< what the others are compared with
  std::vector<std::string> differences;

  /// Adds the value "verdicts" (a hash of all of them) of some series of an experiment.
  void compare(const MeasuredExperiment& experiment, std::span<const std::string_view> series);
};

/// One sentence; `who` gave the verdicts ("methods"), `what` are the places ("scenes").
std::string describe(const Agreement& agreement, std::string_view who, std::string_view what);

/// The same on a page: in a box if they differ.
void add_agreement(HtmlPage& page, const Agreement& agreement, std::string_view who,
                   std::string_view what);

}  // namespace glance::studies
