#include "benchmarks/continuous/our_impact.h"

#include "benchmarks/common/ours.h"
#include "glance/tolerance.h"

namespace glance::bench {
namespace {

constexpr double kCoarse = 1e-3;

struct OurImpact {
  using Shape = glance::Shape;
  using Motion = glance::Motion;

  const char* label;
  ImpactOptions options;

  const char* name() const { return label; }
  ImpactSlack tolerance() const {
    if (options.absolute_tolerance > 0) return {.distance = options.absolute_tolerance};
    return {.of_size = kImpactTolerance};
  }
  Shape shape(const Solid& solid) const { return to_shape(solid); }
  Motion motion(const Placement& from, const Placement& to) const {
    return Motion::between(to_pose(from), to_pose(to)).value();
  }

  void ask(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
           ImpactAnswer& answer) const {
    const Impact impact = time_of_impact({a, motion_a}, {b, motion_b}, options);
    answer.hit = impact.hit;
    answer.failed = impact.undecided;
    answer.time = impact.time;
  }
};

}  // namespace

std::unique_ptr<ContinuousPeer> make_our_impact() {
  return std::make_unique<ContinuousPeerOf<OurImpact>>(OurImpact{"ours", {}});
}

std::unique_ptr<ContinuousPeer> make_our_coarse_impact() {
  return std::make_unique<ContinuousPeerOf<OurImpact>>(
      OurImpact{"ours, 0.001", {.absolute_tolerance = kCoarse}});
}

ImpactWork work_of(std::span<const MovingPair> pairs) {
  const OurImpact ours{"", {}};
  ImpactWork sum;
  for (const MovingPair& pair : pairs) {
    const Shape a = to_shape(pair.a), b = to_shape(pair.b);
    for (std::size_t i = 0; i < pair.passages_a.size(); i++) {
      const Passage &way_a = pair.passages_a[i], &way_b = pair.passages_b[i];
      sum += time_of_impact({a, ours.motion(way_a.from, way_a.to)},
                            {b, ours.motion(way_b.from, way_b.to)})
                 .work;
    }
  }
  return sum;
}

}  // namespace glance::bench
