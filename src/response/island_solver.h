// Impulses for the contacts of one island: see docs/design/response.md.
#pragma once

#include <span>

#include "base/work_meter.h"
#include "response/contact_row.h"

namespace glance::response {

/// Changes the bodies (those that move; fixed ones may be left out), and adds to the report.
/// `remembered`: of each row, the impulse on b that it is thought to take; empty: nothing is known.
/// `sweeps`: in place of those of the settings.
void solve_island(std::span<ContactRow> rows, std::span<PushedBody> bodies,
                  std::span<const Vec3> remembered, int sweeps, const ResponseSettings& settings,
                  WorkMeter& meter, ResponseReport& report);

}  // namespace glance::response
