// Volume, centroid and inertia of a polytope at density 1.
#pragma once

#include <span>

#include "geom/topology.h"
#include "glance/shape.h"

namespace glance::rooms::geom {

MassProperties mass_properties(const Topology& topology, std::span<const Vec3> vertices);

}  // namespace glance::rooms::geom
