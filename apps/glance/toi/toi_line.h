// One line of `glance toi`: two bodies and how they move, as JSON.
//
//   {"id": ANY, "a": SHAPE, "motion_a": MOTION, "b": SHAPE, "motion_b": MOTION,
//    "margin": m}
//
// As in pair_line.h, whatever is not understood is rejected, with its place in the line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/json_reader.h"
#include "common/shape_line.h"
#include "glance/motion.h"
#include "glance/shape.h"

namespace glance::app {

struct MovingPair {
  Shape a;
  Motion motion_a;
  Shape b;
  Motion motion_b;
  double margin = 0;                    ///< see ImpactOptions
  std::vector<std::string> notes = {};  ///< what had to be cleaned in meshes
};

/// The context's notes are not used: they go into the pair.
ReadLine<MovingPair> parse_toi_line(std::string_view line, const ShapeContext& context = {});

}  // namespace glance::app
