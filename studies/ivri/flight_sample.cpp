#include "studies/ivri/flight_sample.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "measure/stopwatch.h"

namespace glance::studies::ivri {
namespace {

using scenes::PlateFlight;

bool touch(const PlateFlight& flight, const Motion& way, double time) {
  return collide({flight.plate, flight.rest.start()}, {flight.projectile, way.at(time)}).verdict !=
         Verdict::apart;
}

bool touch_within(const PlateFlight& flight, const Motion& way, double from, double to,
                  int samples) {
  for (int i = 0; i <= samples; i++) {
    if (touch(flight, way, from + (to - from) * i / samples)) return true;
  }
  return false;
}

/// Samples so near to each other that nothing moves by more than a part of the thinnest plate.
int dense_samples(const Motion& way) {
  constexpr double kStep = 0.005 * scenes::kProjectileLength, kAngle = std::numbers::pi / 360;
  return static_cast<int>(
      std::ceil(std::max({2.0, norm(way.linear()) / kStep, norm(way.angular()) / kAngle})));
}

bool sampled_contact(const PlateFlight& flight) {
  return std::any_of(flight.frames.begin(), flight.frames.end(), [&](const Motion& way) {
    return touch_within(flight, way, 0, 1, dense_samples(way));
  });
}

FlightTruth find_truth(const PlateFlight& flight) {
  if (sampled_contact(flight)) return FlightTruth::contact;
  for (const Motion& way : flight.frames) {
    const Impact impact =
        time_of_impact({flight.plate, flight.rest}, {flight.projectile, way}, {.proof = true});
    if (impact.hit) {
      // A corner that dips in for less than a sample's time.
      constexpr int kFiner = 2000;
      const double to = std::min(1.0, impact.time + 2.0 / dense_samples(way));
      const bool dips = touch_within(flight, way, impact.time, to, kFiner);
      return dips ? FlightTruth::contact : FlightTruth::open;
    }
    if (!verify(impact, {flight.plate, flight.rest}, {flight.projectile, way})) {
      return FlightTruth::open;
    }
  }
  return FlightTruth::free;
}

/// Whether the test finds a contact; adds the questions that it took.
class Tester {
 public:
  explicit Tester(FlightTest test) : test_(test) {}

  bool finds(const PlateFlight& flight) {
    cache_ = {};
    if (test_ == FlightTest::frames && ask_pose(flight, flight.frames.front().start())) return true;
    return std::any_of(flight.frames.begin(), flight.frames.end(),
                       [&](const Motion& way) { return ask(flight, way); });
  }

  std::size_t asked = 0;

 private:
  bool ask_pose(const PlateFlight& flight, const Pose& pose) {
    asked++;
    return collide({flight.plate, flight.rest.start()}, {flight.projectile, pose},
                   {.cache = &cache_})
               .verdict != Verdict::apart;
  }

  bool ask(const PlateFlight& flight, const Motion& way) {
    if (test_ == FlightTest::frames) return ask_pose(flight, way.end());
    asked++;
    if (test_ == FlightTest::toi) {
      return time_of_impact({flight.plate, flight.rest}, {flight.projectile, way},
                            {.cache = &cache_})
          .hit;
    }
    const SweptHull hull = test_ == FlightTest::paper_hull ? SweptHull::paper : SweptHull::safe;
    return swept_hulls_meet({flight.plate, flight.rest}, {flight.projectile, way}, hull).may_meet;
  }

  FlightTest test_;
  PairCache cache_;
};

}  // namespace

Result<FlightSet> FlightSet::make(scenes::PlateFlightSettings settings, std::uint32_t count) {
  FlightSet set;
  for (std::uint32_t i = 0; i < count; i++, settings.seed++) {
    const Result<PlateFlight> flight = scenes::plate_flight(settings);
    if (!flight) return fail(flight.error());
    set.flights.push_back(*flight);
    set.truth.push_back(find_truth(*flight));
  }
  return set;
}

Values measure_flights(const FlightSet& set, FlightTest test) {
  double contacts = 0, free = 0, found = 0, missed = 0, false_alarms = 0, frames = 0;
  Tester tester(test);
  const Stopwatch watch;
  for (std::size_t i = 0; i < set.flights.size(); i++) {
    const bool finds = tester.finds(set.flights[i]);
    found += finds;
    contacts += set.truth[i] == FlightTruth::contact;
    free += set.truth[i] == FlightTruth::free;
    missed += set.truth[i] == FlightTruth::contact && !finds;
    false_alarms += set.truth[i] == FlightTruth::free && finds;
    frames += static_cast<double>(set.flights[i].frames.size());
  }
  const double seconds = watch.seconds();
  const auto flights = static_cast<double>(set.flights.size());
  return {{"seconds", seconds / static_cast<double>(std::max<std::size_t>(tester.asked, 1))},
          {"flights", flights},
          {"contacts", contacts},
          {"free", free},
          {"found", found},
          {"missed", missed},
          {"false_alarms", false_alarms},
          {"frames", flights > 0 ? frames / flights : 0}};
}

}  // namespace glance::studies::ivri
