// Meshes from files: OBJ, STL, PLY, OFF, glTF (.gltf, .glb) and COLLADA (.dae). In a library of its
// own, glance_io. Every format but DAE is safe to read from strangers: what is damaged or truncated
// is an error with a message (docs/design/meshes.md says how this is tested). DAE is for files that
// you trust: it is read by Assimp, which crashes on some damaged files, and only if glance_io was
// built with Assimp (CMake option GLANCE_WITH_ASSIMP).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glance/export.h"
#include "glance/shape.h"

namespace glance {

/// A named part of a file: a solid (STL), an object or group (OBJ), or a node of the scene that
/// shows a mesh (glTF, DAE). PLY and OFF have one part without a name. A name may be empty, and
/// several parts may have the same one.
struct MeshNode {
  std::string name;                ///< for nodes of a scene without a name: that of the mesh
  std::size_t first_triangle = 0;  ///< in MeshFile::triangles; the others follow it
  std::size_t triangle_count = 0;  ///< at least 1
  std::size_t mesh = 0;            ///< index of its mesh in the file; the same for all instances
  /// Where the scene puts the mesh: a vertex p of the mesh is at linear * p + translation, and
  /// there it is in MeshFile::vertices. The identity in formats without scenes. A mirroring matrix
  /// (with a negative determinant) in a glTF file reverses the order of the corners, so that
  /// outsides stay outside.
  Mat3 linear = Mat3::identity();
  Vec3 translation;  ///< see `linear`
};

/// The contents of a file: all of its meshes in one, each where the file's scene puts it (one copy
/// per instance), polygons cut into triangles.
///
/// Units and axes are those of the file. For glTF this means meters, with y up. For DAE they are
/// meters with y up, too: Assimp converts the file's unit and up axis.
///
/// Coordinates are doubles, except in STL (binary), glTF and DAE files, whose vertices are floats.
/// The matrices of glTF scenes are applied in doubles.
struct MeshFile : TriangleSoup {
  std::size_t skipped_faces = 0;  ///< points and lines, which have no area
  std::vector<MeshNode> nodes;    ///< each triangle belongs to one of them; in the triangles' order
};

/// Reads a mesh file; the format is given by the file name extension. Fails with a message that
/// begins with the path if there is no such file, it is a folder, the format is not supported, the
/// file is truncated or damaged, has no triangles, or more than kMaxTriangles. From glTF files, the
/// scene named by `scene` is read, or else the first; without skins, morph targets and animations.
GLANCE_API Result<MeshFile> read_mesh(const std::string& path);

/// The same from memory; `format` is an extension without the dot: "obj", "stl", .. No other file
/// is read: a .gltf must contain its buffers.
GLANCE_API Result<MeshFile> read_mesh(std::span<const std::byte> bytes, std::string_view format);

/// Reads the file and makes a shape of it.
GLANCE_API Result<Shape> load_mesh(const std::string& path, const MeshOptions& options = {},
                                   MeshReport* report = nullptr);

}  // namespace glance
