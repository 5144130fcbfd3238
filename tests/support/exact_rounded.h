// The exact verdict on bodies whose verdicts query.h promises to be exact: flat-sided cores and
// half-spaces, rounded or not.
#pragma once

#include <optional>

#include "glance/certificate.h"
#include "glance/shape.h"

namespace glance::test {

/// Whether the pair is one of those.
bool has_exact_verdict(const Shape& a, const Shape& b);

/// In rational arithmetic; slow (milliseconds). A margin counts as if added to the radii.
Verdict exact_verdict(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                      double margin = 0);

/// The signed distance, to the last digits of a double, of a pair whose verdict is exact; none if
/// there is none, or if the cores touch or overlap.
std::optional<double> exact_signed_distance(const Shape& a, const Pose& pose_a, const Shape& b,
                                            const Pose& pose_b);

}  // namespace glance::test
