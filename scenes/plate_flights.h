// Projectiles that fly at thin plates: single flights, frame by frame, each frame a motion.
//
// This is the subject of IVRI-CD's section 5: between two frames a projectile can pass a plate
// unseen.
#pragma once

#include <cstdint>
#include <vector>

#include "glance/glance.h"

namespace glance::scenes {

/// The length of the projectile, which is the unit of speeds.
inline constexpr double kProjectileLength = 1;

struct PlateFlight {
  Shape plate, projectile;
  Motion rest;                 ///< of the plate: it stays where it is
  std::vector<Motion> frames;  ///< of the projectile, each from where the last one ended
};

struct PlateFlightSettings {
  double speed = 1;  ///< lengths of the projectile a frame; > 0
  double spin = 0;   ///< degrees a frame, about an axis that is drawn for each flight
  std::uint64_t seed = 1;
};

/// A plate of 1 to 2 projectile lengths across and of 1/50 to 1/12 of that length thick, turned at
/// random; a flight through a point at or beside it, with a random place in it at which frames
/// fall. About half of the flights hit. Begins and ends where nothing can touch. Fails if the speed
/// is not positive, or a number is not finite.
Result<PlateFlight> plate_flight(const PlateFlightSettings& settings);

}  // namespace glance::scenes
