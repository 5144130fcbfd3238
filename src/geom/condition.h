// How well conditioned the corners of a body are: Polytope::vertex_condition and
// face_condition, computed.
#pragma once

#include "geom/polytope.h"

namespace glance::rooms::geom {

float compute_vertex_condition(const Polytope& body, std::uint32_t v);
float compute_face_condition(const Polytope& body, std::uint32_t f);

}  // namespace glance::rooms::geom
