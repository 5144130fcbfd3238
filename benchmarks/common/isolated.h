// Questions asked in a child process, so that a library that crashes or never comes back costs
// one answer and not the run.
#pragma once

#include <span>
#include <vector>

#include "peers/peer.h"

namespace glance::bench {

struct Outcome {
  enum class Kind { answered, crashed, hung };
  Kind kind = Kind::crashed;  // until it has answered
  Answer answer;
  double seconds = 0;  ///< the least of a few tries: what the library took, not the machine
};

/// One outcome for the first pose of each pair, cold. Patience: seconds without an answer after
/// which a library counts as hung.
std::vector<Outcome> ask_isolated(Peer& peer, Question question, std::span<const Track> pairs,
                                  double patience = 5);

}  // namespace glance::bench
