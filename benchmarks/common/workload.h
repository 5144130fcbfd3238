// The pairs of hulls and the poses that all contenders answer, and what is known of them.
//
// Hulls of random points on the unit sphere, so "radius" is 1. A workload has several pairs,
// so that no single shape rules; each goes through a list of poses. Touching never happens.
#pragma once

#include <string>
#include <vector>

#include "peers/peer.h"

namespace glance::bench {

enum class Motion {
  cold,        ///< poses that have nothing to do with each other
  degrees_10,  ///< B turns by 10 degrees and moves on by 2 % of the radius from pose to pose
  degrees_1    ///< the same with 1 degree
};
enum class Closeness {
  far,         ///< one radius apart
  near,        ///< 1 % of the radius apart
  overlapping  ///< 20 % of the radius past contact, towards each other's centre
};

inline constexpr int kSizes[] = {8, 20, 50, 100, 264, 1000};
inline constexpr Motion kMotions[] = {Motion::cold, Motion::degrees_10, Motion::degrees_1};
inline constexpr Closeness kClosenesses[] = {Closeness::far, Closeness::near,
                                             Closeness::overlapping};

std::string to_string(Question question);
std::string to_string(Motion motion);
std::string to_string(Closeness closeness);

struct Setting {
  int vertices = 0;
  Motion motion = Motion::cold;
  Closeness closeness = Closeness::far;

  auto operator<=>(const Setting&) const = default;
};

/// The verdict of the exact oracle on one pose.
struct Probe {
  std::size_t track = 0, pose = 0;
  bool hit = false;
  double distance = 0;  ///< if apart
  double depth = 0;     ///< if they overlap, and it was asked for
};

struct Workload {
  std::vector<Track> tracks;
  /// The distance of every pair of hulls, by construction; negative if they overlap.
  double gap = 0;
  double radius = 1;
  double tolerance = 1e-4;  ///< of distance and depth, as a part of the radius
  /// All poses, or as many as the oracle decides in reasonable time.
  std::vector<Probe> probes;

  std::size_t pose_count() const;
};

/// The same for the same setting, but that it has fewer poses while the library is so slow
/// that finding them would take longer than `seconds`.
Workload make_workload(const Setting& setting, double seconds);

}  // namespace glance::bench
