// Tested in tests/property/kinds_test.cpp (Kinds.AgreeWithTheReference).
#include "convex/rounding.h"

#include <algorithm>

#include "exact/exact_pair.h"
#include "exact/feature_pairs.h"
#include "geom/shape_access.h"

namespace glance::rooms::convex {
namespace {

/// False if too many pairs would be needed: two faces.
bool certify_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     Distance& d) {
  Certificate& c = d.certificate;
  if (d.verdict == Verdict::apart) {  // of the cores: the points between them are near enough
    const FeaturePairs pairs(a, pose_a, b, pose_b, d);
    if (pairs.count > static_cast<int>(c.pairs.size())) return false;
    c.pair_count = static_cast<std::uint8_t>(pairs.count);
    std::copy_n(pairs.pair.begin(), pairs.count, c.pairs.begin());
    c.direction = Vec3::zero();
  }
  c.plane_count = 0;
  c.axis = Certificate::kNoAxis;
  c.verdict = Verdict::overlapping;
  return true;
}

/// Moves everything from the cores to the bodies.
void move_out(const Rounding& rounding, double core_distance, Distance& d) {
  const double r = rounding.radii();
  const double value = core_distance - r;
  d.lower = round_down(round_down(d.lower - r) - r * 0x1p-52);
  d.upper = round_up(round_up(d.upper - r) + r * 0x1p-52);
  d.distance = std::max(value, 0.0);
  d.depth = std::max(-value, 0.0);
  d.point_a += d.normal * rounding.a;
  d.point_b -= d.normal * rounding.b;
}

/// Whether the bounds are too wide for the digits that are promised of the value between them: what
/// was the last digit of the distance of the cores may be the first one after the radii are
/// subtracted.
bool lacks_digits(const Rounding& rounding, const Distance& d) {
  const double nearest = std::max(d.lower - rounding.radii(), rounding.radii() - d.upper);
  return d.upper - d.lower + rounding.radii() * 0x1p-51 > kRelativeAccuracy * nearest;
}

/// The verdict by integers, and value and points with it.
void decide_exactly(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                    const Rounding& rounding, Distance& d) {
  const FeaturePairs start(a, pose_a, b, pose_b, d);
  ExactBodies bodies(a, pose_a, b, pose_b);
  const ExactNearest nearest = nearest_of(
      exact_search(bodies, bodies, start.first(4), d.work.exact_pivots), bodies.exponent());
  d.work.exact = true;
  const auto terms = rounding.terms();
  const int sign = nearest.sign_beyond(terms);
  if (!nearest.at_origin()) {
    d.normal = -to_unit(nearest.numerator);
    set_points(bodies, nearest.span(), nearest.weights.data(), d);
    d.lower = round_down(round_down(nearest.distance() * (1 - 0x1p-50)));
    d.upper = round_up(round_up(nearest.distance() * (1 + 0x1p-50)));
  }
  move_out(rounding, nearest.distance(), d);
  // The value is known to its last digits. (A margin moves the verdict, not the value.)
  const double value = nearest.beyond({terms.data(), 2});
  d.distance = std::max(value, 0.0);
  d.depth = std::max(-value, 0.0);
  constexpr double kValueDigits = 0x1p-46;
  d.lower = round_down(value - std::fabs(value) * kValueDigits);
  d.upper = round_up(value + std::fabs(value) * kValueDigits);
  if (value == 0) d.lower = d.upper = 0;
  d.verdict = sign > 0 ? Verdict::apart : sign < 0 ? Verdict::overlapping : Verdict::touching;
  // The pairs around the nearest point name the plane across it, and hold it.
  Certificate& c = d.certificate;
  c = {};
  c.verdict = d.verdict;
  const auto pairs = nearest.span();
  if (sign >= 0) {
    c.plane_count = static_cast<std::uint8_t>(nearest.count);
    std::copy(pairs.begin(), pairs.end(), c.plane.begin());
  }
  if (sign <= 0) {
    c.pair_count = static_cast<std::uint8_t>(nearest.count);
    std::copy(pairs.begin(), pairs.end(), c.pairs.begin());
  }
}

}  // namespace

void round_answer(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const Rounding& rounding, bool certify, bool measure, Distance& d) {
  // Cores that almost meet, whose distance doubles could not show.
  const bool wide = d.verdict == Verdict::apart &&
                    d.upper - d.lower > kDistanceAccuracy * (a.extent() + b.extent() + d.lower);
  const bool is_short = measure && d.verdict == Verdict::apart && lacks_digits(rounding, d);
  if (wide || is_short) return decide_exactly(a, pose_a, b, pose_b, rounding, d);
  if (d.lower > rounding.reach_above()) {
    // A direction in the certificate has that gap; a plane named by the exact method may not, but
    // the normal has it, up to its own rounding.
    const bool by_plane = certify && d.certificate.plane_count > 0;
    const double rounded = 0x1p-45 * (polytope_of(a).extent() + polytope_of(b).extent() + d.lower);
    if (!by_plane || d.lower - rounded > rounding.reach_above()) {
      if (by_plane) {
        d.certificate = {};
        d.certificate.verdict = Verdict::apart;
        d.certificate.direction = d.normal;
      }
      move_out(rounding, d.distance, d);
      return;
    }
  }
  if (d.upper < rounding.reach_below() && (!certify || certify_overlap(a, pose_a, b, pose_b, d))) {
    const bool known = d.verdict != Verdict::overlapping || d.depth > 0;
    d.verdict = Verdict::overlapping;
    if (known) {
      move_out(rounding, d.distance - d.depth, d);
    } else {  // the depth of the cores was not asked for
      d.lower = round_down(d.lower - rounding.radii());
      d.upper = std::min(
          round_up(round_up(d.upper - rounding.radii()) + rounding.radii() * 0x1p-52), 0.0);
    }
    return;
  }
  decide_exactly(a, pose_a, b, pose_b, rounding, d);
}

}  // namespace glance::rooms::convex
