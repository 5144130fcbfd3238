// How far the surface of a mesh is from the surface of its convex hull, at most.
#pragma once

#include "geom/tri_mesh.h"

namespace glance::rooms::geom {

/// The largest distance of a point of the mesh from the surface of `hull`, which holds it and is of
/// dimension 3; to within `accuracy` (length).
double depth_in_hull(const TriMesh& mesh, const Shape& hull, double accuracy);

}  // namespace glance::rooms::geom
