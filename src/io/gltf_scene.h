// The nodes of a glTF file: which of them are shown, in which order, and where.
#pragma once

#include <cstddef>
#include <vector>

#include "glance/math.h"
#include "io/gltf_model.h"
#include "rooms.h"

namespace glance::rooms::io {

/// A mesh and where it is shown: a vertex p is at linear * p + translation.
struct PlacedMesh {
  std::size_t mesh = 0;
  const tinygltf::Node* node = nullptr;  ///< null: a mesh of a file without nodes
  Mat3 linear = Mat3::identity();
  Vec3 translation;
};

/// The meshes of the scene that the file names, or else of its first one, a parent before its
/// children. Of a file without scenes, all nodes; of one without nodes, all meshes.
///
/// Refuses nodes that have two parents, are their own ancestors, or have a rotation that is not a
/// unit quaternion or a matrix that is not affine.
Result<std::vector<PlacedMesh>> placed_meshes(const tinygltf::Model& model);

}  // namespace glance::rooms::io
