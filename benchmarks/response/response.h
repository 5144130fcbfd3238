// `bench response`: a heap of boxes that lies in a bin, every one of them awake. What does a step
// take, part by part, what did it take when contacts were asked apart and impulses began cold, and
// what does Bullet's step take on the same heap? What does a box cost that sleeps, and a pose that
// comes as a quaternion?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/common/bar.h"

namespace glance::bench {

struct ResponseOptions {
  std::uint32_t boxes = 2000;
  int frames = 120;  ///< that are measured, after the heap has settled
  /// Milliseconds of a step as it was, by an earlier build on this machine; 0: not known.
  double before = 0;
  bool quick = false;  ///< small numbers: to see that it works
  bool write = false;  ///< docs/benchmarks/response.md
};

/// Milliseconds of this thread, medians over all frames.
struct ResponseFigures {
  std::uint32_t boxes = 0;
  double touching = 0, points = 0;              ///< pairs and contact points, a frame
  double collide = 0, contacts = 0;             ///< detection: verdicts only, and with contacts
  double warm = 0, cold = 0;                    ///< response: impulses, pushing apart, motion
  double warm_residual = 0, cold_residual = 0;  ///< speed that is left, mean
  double step = 0;
  /// The step as it was before contacts belonged to the frame, done again with today's library:
  /// contacts asked apart, without caches, and impulses that begin cold.
  double before = 0;
  double before_then = 0;  ///< ResponseOptions::before
  struct Peer {
    std::string name;
    double step = 0, touching = 0;
  };
  std::vector<Peer> peers;
  double sleeping_ns = 0;         ///< of a step, for each box that sleeps, if all do
  double sleeping_beside_ns = 0;  ///< what each adds to the step of some that are awake
  std::uint32_t sleeping = 0, awake_beside = 0;
  double pose_ns = 0, quat_pose_ns = 0;  ///< World::set_poses, for each body
  std::uint32_t posed = 0;
  bool same_again = false;  ///< a replay ended in the same state, bit by bit
};

/// Returns the exit code: 0, or 2 if something could not be done.
int run_response(const ResponseOptions& options);

// response_report.cpp

std::vector<Bar> bars(const ResponseFigures& figures);
/// As Markdown.
std::string page(const ResponseFigures& figures);

}  // namespace glance::bench
