// Mesh files as commands read them: how long it took, and what was wrong with them.
#pragma once

#include <string>

#include "common/json_writer.h"
#include "glance/shape.h"

namespace CLI {
class App;
}

namespace glance::app {

struct LoadedMesh {
  Shape shape;
  MeshReport report;
  double seconds = 0;  ///< reading, cleaning and building the tree
};

/// The file's mesh; its name is part of an error. What had to be cleaned is said on standard error,
/// a line for each thing.
Result<LoadedMesh> load_with_report(const std::string& file, const MeshOptions& options);

/// What there is to say about a mesh; counts of zero are left out.
Json report_to_json(const MeshReport& report);

/// One of the kinds of volume. The variable has to outlive the parsing of the command line.
void add_volume_option(CLI::App& command, VolumeKind& volume);

/// For help texts: what a shell runs to have the file t.obj, and the mesh in it, a triangle.
inline constexpr std::string_view kMakeExampleMesh =
    R"(  $ printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' > t.obj; )";
Result<Shape> example_mesh(VolumeKind volume = VolumeKind::automatic);
/// The first lines of a text, indented.
std::string first_lines(const std::string& text, int count);

}  // namespace glance::app
