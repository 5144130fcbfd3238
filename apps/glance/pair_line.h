// One line of `glance pairs`: a pair of bodies in, an answer out, both JSON.
//
//   in   {"id": ANY, "a": SHAPE, "pose_a": POSE, "b": SHAPE, "pose_b": POSE}
//   out  {"id": ANY, "verdict": .., "distance": .., "depth": .., "normal": [..],
//         "point_a": [..], "point_b": [..], "feature_a": .., "feature_b": ..,
//         "method": ..}   or   {"id": ANY, "error": ".."}
//
// Whatever is not understood is refused with its place in the line, never
// guessed: a misspelt "translaton" must not become an identity pose.
#pragma once

#include <string>
#include <string_view>

#include "glance/query.h"
#include "json_line.h"

namespace glance::app {

struct Pair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
};

struct PairLine {
  /// Null if there is none, or none before the line stopped making sense.
  Json id;
  Result<Pair> pair;
};

PairLine parse_pair_line(std::string_view line);

/// Without the newline. Numbers read back to the same doubles.
std::string format_answer(const Json& id, const Distance& answer, Method method);
std::string format_error(const Json& id, std::string_view message);

/// The answer to a line, whatever the line is.
std::string answer_pair_line(std::string_view line, const QueryOptions& options);

}  // namespace glance::app
