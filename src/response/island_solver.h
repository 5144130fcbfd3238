// Impulses for the contacts of one island: see docs/design/response.md.
#pragma once

#include <span>
#include <vector>

#include "base/work_meter.h"
#include "response/contact_row.h"
#include "response/sweeps.h"

namespace glance::rooms::response {

/// The contacts and bodies of an island.
struct Island {
  std::span<ContactRow> rows;
  std::span<PushedBody> bodies;  ///< of all islands: rows know them by their places here
  std::size_t first_body = 0;    ///< from here on those of this island (a fixed one may be before)
  /// Of each row, the impulse on b that it is thought to take; empty: nothing is known.
  std::span<const Vec3> remembered;
};

/// Keeps its arrays.
class IslandSolver {
 public:
  /// Changes the bodies of an island, and adds to the report. `sweeps`: in place of those of the
  /// settings. Returns the impulse on b of each row, until the next call.
  std::span<const Vec3> solve(const Island& island, int sweeps, const ResponseSettings& settings,
                              WorkMeter& meter, ResponseReport& report);

  std::size_t bytes() const;

 private:
  class Pass;

  std::vector<RowImpulse> impulses_;      ///< of each row
  std::vector<std::uint8_t> takes_part_;  ///< of each row; one that does not has no impulse
  std::vector<Vec3> before_, totals_;     ///< of each row: relative velocity; impulse of all passes
  std::vector<Twist> old_;                ///< of each body of the island: before a pass
  Sweeps sweeps_;
};

}  // namespace glance::rooms::response
