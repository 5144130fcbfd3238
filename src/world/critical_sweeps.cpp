// Tested in tests/unit/world/critical_test.cpp (CriticalWorld.ContactsBetweenFramesAreNotMissed).
#include "world/critical_sweeps.h"

#include <algorithm>
#include <cmath>

#include "base/work_limit.h"
#include "math/closest.h"
#include "world/ask.h"
#include "world/state.h"

namespace glance::rooms::world {
namespace {

/// Part of what is left of the budget that these may take.
constexpr double kSweepShare = 0.5;
/// Two moving spheres, in units of a budget; and an exact answer, about: some 20 microseconds, of
/// which the first try may take a few times as many.
constexpr std::uint64_t kSphereUnits = 5, kSweepUnits = 2000, kFirstSweep = 4 * kSweepUnits;
/// More than rounding and tolerances make of a gap, as a part of the radii: only spheres that are
/// farther apart are sure to have stayed so.
constexpr double kClearGap = 1e-3;
/// The same, far from the origin: a part of coordinates.
constexpr double kFarError = 0x1p-40;

/// A body on its way, as a sphere: in the world, from time 0 to 1.
struct MovingSphere {
  Vec3 from = Vec3::zero(), way = Vec3::zero();
  double radius = 0;
};

/// Of a body that turns about another point than its centre of mass, the sphere about that point.
MovingSphere moving_sphere(const Bodies& bodies, std::uint32_t body) {
  const Shape& shape = bodies.shape(body);
  const Vec3& center = shape.mass().centroid;
  const Motion* way = bodies.fast.way(body);
  if (!way) return {bodies.pose[body].apply(center), Vec3::zero(), shape.bounding_radius()};
  const double off = norm(Vec3(way->centre() - center));
  return {way->start().apply(way->centre()), way->linear(), shape.bounding_radius() + off};
}

/// Between two spheres, at their nearest.
double nearest_gap(const MovingSphere& a, const MovingSphere& b) {
  const Vec3 from = b.from - a.from, way = b.way - a.way;
  const double time = nearest_on_segment(-from, way);
  return norm(Vec3(from + time * way)) - (a.radius + b.radius);
}

}  // namespace

void CriticalSweeps::add(const WorldState& world, PairKey key, std::uint32_t place,
                         WorkMeter& meter, FrameCounters& counters) {
  const Bodies& b = world.bodies;
  const std::uint32_t i = first_of(key), j = second_of(key);
  if (!has_way(world, key)) return;
  counters.swept++;
  meter.add(kSphereUnits);
  Sweep sweep{key, place, -INFINITY};
  if (b.shape(i).kind() != ShapeKind::halfspace && b.shape(j).kind() != ShapeKind::halfspace) {
    const MovingSphere sphere_a = moving_sphere(b, i), sphere_b = moving_sphere(b, j);
    sweep.gap = nearest_gap(sphere_a, sphere_b);
    const double reach =
        norm(sphere_a.from) + norm(sphere_b.from) + norm(sphere_a.way) + norm(sphere_b.way);
    // Tolerances: a length, and a part of both extents. (Not a number: 0.)
    const ImpactOptions& impact = world.asked.impact;
    const double radii = sphere_a.radius + sphere_b.radius;
    const double clear = (kClearGap + 2 * std::fmax(impact.tolerance, 0)) * radii +
                         std::fmax(impact.absolute_tolerance, 0) + world.options.margin +
                         kFarError * reach;
    // (Hulls that hold the way may meet nevertheless: without an end of the budget they are asked.)
    if (sweep.gap > clear && !meter.is_unlimited()) return;
  }
  waiting_.push_back(sweep);
}

std::size_t CriticalSweeps::run(WorldState& world, Undecided undecided, WorkMeter& meter,
                                FrameCounters& counters) {
  world.lists.swept_contacts.clear();
  if (waiting_.empty()) return 0;
  std::ranges::sort(waiting_, [](const Sweep& x, const Sweep& y) {
    return x.gap != y.gap ? x.gap < y.gap : x.place < y.place;
  });
  meter.begin_part(kSweepShare);
  std::size_t open = waiting_.size();
  // Those that take long once more, when all others are done.
  for (const bool again : {false, true}) {
    for (Sweep& sweep : waiting_) {
      if (!sweep.open || !meter.has_left(kSweepUnits)) continue;
      const std::uint64_t most = again ? meter.left() : std::min(kFirstSweep, meter.left());
      WorkLimit limit(meter.is_unlimited() ? UINT64_MAX : most, meter.until());
      const PartWatch watch(world.critical.parts, !meter.is_unlimited());
      try {
        sweep_pair(world, sweep.key, world.pairs.memory(sweep.place), world.lists.swept_contacts,
                   counters);
        sweep.open = false;
        open--;
      } catch (const OutOfWork&) {
      }
      meter.add(std::max(limit.spent(), kSweepUnits));
    }
  }
  meter.end_part();
  for (const Sweep& sweep : waiting_) {
    if (!sweep.open || undecided == Undecided::apart) continue;
    const Bodies& b = world.bodies;
    SweptContact contact{.a = b.id[first_of(sweep.key)], .b = b.id[second_of(sweep.key)]};
    contact.undecided = true;
    world.lists.swept_contacts.push_back(contact);
  }
  std::ranges::sort(world.lists.swept_contacts, {},
                    [](const SweptContact& c) { return std::pair(c.a.index, c.b.index); });
  return open;
}

}  // namespace glance::rooms::world
