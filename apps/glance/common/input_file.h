// Files that the command line names: what is wrong with them, before anything is read.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "glance/base.h"

namespace glance::app {

/// Fails, saying so, if there is no such file, or if it is a folder or cannot be opened.
Result<void> check_input_file(const std::string& name);

/// Opens the file, as bytes. Fails as check_input_file does.
Result<std::ifstream> open_input_file(const std::string& name);

/// Fails if the name of a file to be written is that of a folder, or empty.
Result<void> check_output_file(const std::string& name);

/// Whether the name has the extension of a mesh file.
bool is_mesh_name(std::string_view name);

/// "OBJ, STL, ..": the formats of mesh files, for help texts.
inline constexpr std::string_view kMeshFormats = "OBJ, STL, PLY, OFF, glTF or DAE";

}  // namespace glance::app
