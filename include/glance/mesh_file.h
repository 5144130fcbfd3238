// Meshes from files: OBJ, STL, PLY, OFF, glTF, DAE. In a library of its own, glance_io, which
// needs Assimp (for glTF and DAE, of whose coordinates it keeps floats; others keep doubles). It
// runs in a copy of the process, since damaged files may crash it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

/// What a file holds: all of its meshes in one, each where the file's scene puts it, polygons cut
/// into triangles. Units and axes as in the file, but for DAE and glTF, whose up axis Assimp turns.
struct MeshFile : TriangleSoup {
  std::size_t skipped_faces = 0;  ///< points and lines, which have no area
};

/// Refuses what cannot be opened, is cut off or damaged, has no triangle, or is larger than
/// kMaxTriangles. The format is told by the name's ending.
GLANCE_API Result<MeshFile> read_mesh(const std::string& path);

/// The same from memory; `format` is an ending without the dot: "obj", "stl", ..
GLANCE_API Result<MeshFile> read_mesh(std::span<const std::byte> bytes, std::string_view format);

/// Reads the file and makes a shape of it.
GLANCE_API Result<Shape> load_mesh(const std::string& path, const MeshOptions& options = {},
                                   MeshReport* report = nullptr);

}  // namespace glance
