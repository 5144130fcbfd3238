// One sample of the experiments with projectiles and plates: who finds the contacts that happen
// between two frames?
#pragma once

#include <cstdint>
#include <vector>

#include "glance/glance.h"
#include "scenes/plate_flights.h"
#include "studies/experiment.h"

namespace glance::studies::ivri {

enum class FlightTest : std::uint8_t {
  frames,      ///< `collide` at each frame: the poses in between are not looked at
  paper_hull,  ///< swept_hulls_meet as printed, for each way from frame to frame
  safe_hull,   ///< the same with hulls that hold the body on its way
  toi,         ///< time_of_impact, for each way from frame to frame
};

/// What is certain about a flight, whatever the tests say.
enum class FlightTruth : std::uint8_t {
  contact,  ///< `collide` says so of some pose on the way: found by dense sampling
  free,     ///< no contact: time_of_impact's proof, accepted by the separate verifier
  open,     ///< neither: nearer than the tolerance, but no sample in contact
};

/// Some flights, and the truth about each.
struct FlightSet {
  std::vector<scenes::PlateFlight> flights;
  std::vector<FlightTruth> truth;

  /// Flights with seeds from `settings.seed` on.
  static Result<FlightSet> make(scenes::PlateFlightSettings settings, std::uint32_t count);
};

/// Gives
///
///   seconds                  a mean test
///   flights, contacts, free  how many; with certain contacts; certainly without
///   found                    flights of which the test says that there is a contact
///   missed                   contacts that the test does not find
///   false_alarms             those it finds where there certainly is none
///   frames                   a mean flight's
///
/// All but the seconds are counts: the same on every machine.
Values measure_flights(const FlightSet& set, FlightTest test);

}  // namespace glance::studies::ivri
