// Is a point inside a solid mesh? By the number of times that the surface winds around it.
#pragma once

#include "bound/mesh_body.h"
#include "mesh/sample_point.h"

namespace glance::rooms::mesh {

/// Whether the surface of the mesh, posed, winds around the point of another body, posed. Exact.
/// The point must not be on the surface.
bool winds_around(const MeshBody& solid, const Pose& pose, const Vec3& local_point,
                  const Pose& pose_of_point);

/// Whether the point is strictly inside: the surface winds around it, and it is not on the surface.
bool is_inside(const MeshBody& solid, const Pose& pose, const SamplePoint& point);

}  // namespace glance::rooms::mesh
