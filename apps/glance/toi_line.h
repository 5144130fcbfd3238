// One line of `glance toi`: two bodies and how they move, as JSON.
//
//   {"id": ANY, "a": SHAPE, "motion_a": MOTION, "b": SHAPE, "motion_b": MOTION,
//    "margin": m}
//
// As in pair_line.h, whatever is not understood is refused with its place in the line.
#pragma once

#include <string_view>

#include "glance/motion.h"
#include "glance/shape.h"
#include "json_reader.h"

namespace glance::app {

struct MovingPair {
  Shape a;
  Motion motion_a;
  Shape b;
  Motion motion_b;
  double margin = 0;  ///< see ImpactOptions
};

ReadLine<MovingPair> parse_toi_line(std::string_view line);

}  // namespace glance::app
