// One line of `glance pairs`: a pair of bodies, as JSON.
//
//   {"id": ANY, "a": SHAPE, "pose_a": POSE, "b": SHAPE, "pose_b": POSE, "margin": m}
//
// Whatever is not understood is rejected, with its place in the line, and never
// guessed: a misspelt "translaton" must not become an identity pose.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/json_line.h"
#include "common/shape_line.h"
#include "glance/shape.h"

namespace glance::app {

struct Pair {
  Shape a;
  Pose pose_a;
  Shape b;
  Pose pose_b;
  double margin = 0;                    ///< see QueryOptions
  std::vector<std::string> notes = {};  ///< what had to be cleaned in meshes
};

struct PairLine {
  /// Null if there is none, or none before the line stopped making sense.
  Json id;
  Result<Pair> pair;
};

/// The context's notes are not used: they go into the pair.
PairLine parse_pair_line(std::string_view line, const ShapeContext& context = {});

}  // namespace glance::app
