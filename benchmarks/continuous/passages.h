// Pairs of bodies that fly past or into each other, and what is known of them.
//
// Bodies have a radius of about 1 (projectiles a tenth of that). They start apart. A workload has
// several pairs, so that no single shape rules; each goes through a list of motions that have
// nothing to do with each other.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/continuous/first_contact.h"
#include "peers/continuous_peer.h"

namespace glance::bench {

enum class Flight {
  translation,  ///< 0.1 to 50 radii, nothing turns
  turning,      ///< 1 to 5 radii; both turn by 40 to 120 degrees
  tumbling,     ///< 50 radii; both turn by 179 degrees (of 180 nobody knows which way)
  grazing,      ///< 2 to 10 radii, both turn by up to 90 degrees; they meet or miss narrowly:
                ///< by 1e-4 to 1e-2 radii at the closest
  projectile    ///< 100 lengths of its own at a plate that is a fifth as thick as it
};
enum class BodyOptions { box, hull20, hull60, hull264, sphere, capsule };

inline constexpr Flight kFlights[] = {Flight::translation, Flight::turning, Flight::tumbling,
                                      Flight::grazing, Flight::projectile};
inline constexpr BodyOptions kBodies[] = {BodyOptions::box,    BodyOptions::hull20,
                                          BodyOptions::hull60, BodyOptions::hull264,
                                          BodyOptions::sphere, BodyOptions::capsule};

std::string to_string(Flight flight);
std::string to_string(BodyOptions body);

struct Passages {
  std::vector<MovingPair> pairs;
  std::vector<std::vector<FirstContact>> truth;  ///< by pair, then motion

  std::size_t count() const { return pairs.size() * pairs[0].passages_a.size(); }
  double hit_share() const;
};

/// The same for the same arguments. Throws std::runtime_error unless 30 to 70 % meet.
Passages make_passages(Flight flight, BodyOptions body, std::size_t motions_a_pair);

/// Asks about the distance once more: for grading.
double distance_at(const MovingPair& pair, std::size_t motion, double time);

}  // namespace glance::bench
