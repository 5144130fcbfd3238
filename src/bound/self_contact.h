// Whether the surface of a mesh passes through itself, or touches itself anywhere but where its
// triangles share corners and edges.
#pragma once

#include "bound/tree.h"
#include "geom/flat_patches.h"

namespace glance::rooms::bound {

/// `flat`: its patches; `boxes`: a tree of boxes with a leaf for each triangle. In exact
/// arithmetic.
bool meets_itself(const TriMesh& mesh, const FlatPatches& flat, const VolumeTree& boxes);

}  // namespace glance::rooms::bound
