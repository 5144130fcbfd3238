// Whether an answer is right.
#pragma once

#include <cmath>

#include "peers/peer.h"

namespace glance::bench {

struct Truth {
  bool hit = false;
  bool touching = false;  ///< exactly: then both verdicts are right for those who know only two
  double distance = 0;    ///< if apart
  double size = 1;        ///< what errors of the distance are compared with
};

enum class Grade {
  right,
  wrong,  ///< the verdict: of a distance, whether it is positive
  off,    ///< verdict right, distance wrong by more than kDistanceTolerance of the size
  failed  ///< the library says that it did not find out, threw, or gave a number that is none
};

inline constexpr double kDistanceTolerance = 1e-4;

inline Grade grade(const Answer& answer, Question question, const Truth& truth) {
  const bool measured = question == Question::distance;
  if (answer.failed || (measured && !std::isfinite(answer.distance))) return Grade::failed;
  const bool hit = answer.hit || (measured && !(answer.distance > 0));
  if (hit != truth.hit) return truth.touching ? Grade::right : Grade::wrong;
  if (measured && !hit &&
      std::fabs(answer.distance - truth.distance) > kDistanceTolerance * truth.size) {
    return Grade::off;
  }
  return Grade::right;
}

}  // namespace glance::bench
