#include "benchmarks/common/placing.h"

#include <stdexcept>

namespace glance::bench {
namespace {

constexpr double kAlmostContact = 1e-3, kFarAway = 4;
constexpr int kMaxSteps = 100;

}  // namespace

/// Along the line the distance is a convex function of where B is, and the cosine between line
/// and normal is its slope: so Newton's method comes from afar, ever closer, and does not pass.
Pose place(const Shape& a, const Pose& pose_a, const Shape& b, const Quat& turn, const Line& line,
           double gap, double tolerance) {
  const auto at = [&](double along) {
    return Pose::make(turn, line.from + line.direction * along).value();
  };
  // The origins are well inside the bodies: past contact, they overlap from there on.
  const double wanted = gap > 0 ? gap : kAlmostContact;
  double along = kFarAway;
  for (int i = 0; i < kMaxSteps; i++) {
    const Distance d = distance({a, pose_a}, {b, at(along)});
    if (d.verdict != Verdict::apart) break;
    const double error = d.distance - wanted;
    if (std::fabs(error) <= tolerance) return at(gap > 0 ? along : along + gap);
    along -= error / dot(d.normal, line.direction);
  }
  throw std::runtime_error("no place was found for a pair");
}

}  // namespace glance::bench
