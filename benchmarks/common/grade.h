// Whether an answer is right.
#pragma once

#include <cmath>

#include "peers/peer.h"

namespace glance::bench {

struct Truth {
  bool hit = false;
  bool touching = false;    ///< exactly: then both verdicts are right for those who know only two
  double distance = 0;      ///< if apart
  double depth = 0;         ///< if they overlap
  double size = 1;          ///< what errors of distance and depth are compared with
  double tolerance = 1e-4;  ///< how large they may be, as a part of the size
};

enum class Grade {
  right,
  wrong,  ///< the verdict: of a distance, whether it is positive
  off,    ///< verdict right, distance or depth wrong by more than the tolerance
  failed  ///< the library says that it did not find out, threw, or gave a number that is none
};

inline Grade grade(const Answer& answer, Question question, const Truth& truth) {
  const bool measured = question == Question::distance;
  if (answer.failed || (measured && !std::isfinite(answer.distance))) return Grade::failed;
  const bool hit = answer.hit || (measured && !(answer.distance > 0));
  if (hit != truth.hit) return truth.touching ? Grade::right : Grade::wrong;
  const double error = question == Question::depth ? (hit ? answer.depth - truth.depth : 0)
                       : measured && !hit          ? answer.distance - truth.distance
                                                   : 0;
  if (!(std::fabs(error) <= truth.tolerance * truth.size)) return Grade::off;
  return Grade::right;
}

}  // namespace glance::bench
