// Tested in tests/property/exact_test.cpp (ExactPairs.AgreeWithTheOracle).
#include "exact/exact_pair.h"

#include <array>

#include "base/check.h"
#include "exact/exact_depth.h"
#include "exact/feature_of.h"

namespace glance::rooms::exact {
namespace {

/// Roundings of a value that is known exactly (part of itself).
constexpr double kMeasureError = 0x1p-49;

}  // namespace

ExactPair::ExactPair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                     std::span<const VertexPair> start)
    : bodies_(a, pose_a, b, pose_b) {
  const VertexPair any{};
  // One search for all verdicts: where it ends tells which. Away from the origin: apart, by the
  // plane across the nearest point. Strictly inside a tetrahedron: overlapping. With the origin on
  // one to three points: contact or not is decided by what is around it (exact_contact).
  simplex_ = exact_search(bodies_, bodies_, start.empty() ? std::span(&any, 1) : start, steps_);
  if (!simplex_.at_origin()) {
    certificate_.verdict = Verdict::apart;
    certificate_.plane_count = static_cast<std::uint8_t>(simplex_.count);
    for (int i = 0; i < simplex_.count; i++) certificate_.plane[i] = simplex_.corner[i].pair;
    normal_ = -simplex_.direction.exact;
  } else if (simplex_.is_inside()) {
    certificate_.verdict = Verdict::overlapping;
    certificate_.pair_count = 4;
    for (int i = 0; i < 4; i++) certificate_.pairs[i] = simplex_.corner[i].pair;
  } else {
    // Of the pairs that it began with, those that are not around the origin.
    std::array<VertexPair, 4> hints;
    std::size_t count = 0;
    for (const VertexPair& pair : start) {
      bool used = false;
      for (int i = 0; i < simplex_.count; i++) used |= simplex_.corner[i].pair == pair;
      if (!used) hints[count++] = pair;
    }
    ExactContact contact = exact_contact(bodies_, simplex_, {hints.data(), count}, steps_);
    certificate_ = contact.certificate;
    normal_ = std::move(contact.normal);
  }
}

void ExactPair::collide(Collision& c) const {
  c.verdict = verdict();
  c.normal = to_unit(normal_);
  c.certificate = certificate_;
  c.work.exact = true;
  c.work.exact_pivots += steps_;
}

void set_points(ExactBodies& bodies, std::span<const VertexPair> pairs, const double* weights,
                Distance& d) {
  std::array<std::uint32_t, 4> used_a = {}, used_b = {};
  std::array<double, 4> weight = {};
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); i++) {
    if (!(weights[i] > 0)) continue;
    used_a[count] = pairs[i].a;
    used_b[count] = pairs[i].b;
    weight[count++] = weights[i];
  }
  // Weights of 0 are corners that the point does not need: without them the feature is the smallest
  // that holds it.
  GLANCE_CHECK(count > 0);
  const std::span in_a(used_a.data(), count), in_b(used_b.data(), count);
  d.point_a = bodies.mean_of_a(in_a, weight.data());
  d.point_b = bodies.mean_of_b(in_b, weight.data());
  const FeatureId any_a{FeatureKind::vertex, used_a[0]}, any_b{FeatureKind::vertex, used_b[0]};
  d.feature_a = feature_of(bodies.body_a().topology(), in_a).value_or(any_a);
  d.feature_b = feature_of(bodies.body_b().topology(), in_b).value_or(any_b);
}

void measure_depth(ExactBodies& bodies, std::span<const VertexPair> around, Distance& d) {
  const ExactDepth end = exact_depth(bodies, around, d.work.exact_pivots);
  d.distance = 0;
  d.depth = end.depth;
  d.normal = end.normal;
  // The depth is a negative distance, so its bounds change places.
  d.lower = round_down(-end.upper);
  d.upper = round_up(-end.lower);
  set_points(bodies, end.pairs, end.weights.data(), d);
}

void ExactPair::distance(bool depth, Distance& d) {
  d.verdict = verdict();
  d.normal = to_unit(normal_);
  d.certificate = certificate_;
  d.work.exact = true;
  d.work.exact_pivots += steps_;
  if (d.verdict == Verdict::overlapping && depth) {
    return measure_depth(bodies_, certificate_.hull_pairs(), d);
  }
  // The fraction is made only here: verdicts need signs alone (exact_search.h).
  const ExactNearest end = nearest_of(simplex_, bodies_.exponent());
  set_points(bodies_, end.span(), end.weights.data(), d);
  d.distance = end.distance();
  d.depth = 0;
  d.lower = round_down(d.distance * (1 - kMeasureError));
  d.upper = round_up(d.distance * (1 + kMeasureError));
  // A contact is exact: the distance is 0, without an error.
  if (d.verdict == Verdict::touching) d.lower = d.upper = 0;
  if (d.verdict == Verdict::overlapping) {  // a common point, and vertices nearby
    const VertexPair pair = certificate_.pairs[0];
    d.feature_a = {FeatureKind::vertex, pair.a};
    d.feature_b = {FeatureKind::vertex, pair.b};
    d.point_b = d.point_a;
    d.upper = 0;
  }
}

}  // namespace glance::rooms::exact
