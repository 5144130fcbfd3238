// Mesh files as commands read them: how long it took, and what was wrong with them.
#pragma once

#include <string>

#include "common/json_writer.h"
#include "common/length_unit.h"
#include "glance/shape.h"

namespace CLI {
class App;
}

namespace glance::app {

/// Whether a mesh counts as the body that its surface encloses.
enum class Solidity {
  if_closed,  ///< if its surface is closed
  solid,      ///< yes; a surface that is not closed is an error
  surface,    ///< no
};

struct MeshSettings {
  MeshOptions options;  ///< except for `solid`
  Solidity solidity = Solidity::surface;
  LengthFactor factor;   ///< for all coordinates of the file
  bool verbose = false;  ///< all that was found, rather than one line if something was wrong
};

struct LoadedMesh {
  Shape shape;
  MeshReport report;
  bool solid = false;
  double seconds = 0;  ///< reading, cleaning and building the tree
};

/// The file's mesh; its name is part of an error. What was dropped or flipped is said on standard
/// error: one line, or everything with `verbose`.
Result<LoadedMesh> load_with_report(const std::string& file, const MeshSettings& settings);

/// "3 of 7 triangles dropped, 1 flipped"; empty for a clean mesh.
std::string summarize(const MeshReport& report);

/// "solid (closed)", "surface (3 holes)".
std::string describe_solidity(const LoadedMesh& mesh);

/// What there is to say about a mesh; counts of zero are omitted.
Json report_to_json(const MeshReport& report);

/// One of the kinds of volume. The variable has to outlive the parsing of the command line.
void add_volume_option(CLI::App& command, VolumeKind& volume);

}  // namespace glance::app
