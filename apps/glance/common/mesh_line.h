// Meshes, mesh files and compounds out of a JSON line: see shape_line.h.
//
// Lines nest compounds no deeper than JSON itself may be nested (kMaxJsonDepth).
#pragma once

#include "common/shape_line.h"

namespace glance::app {

// All throw a Refusal. `where` is the place of the value; what the library rejects is reported for
// the shape around it.

Shape read_mesh_shape(const Json& value, const Where& where, const ShapeContext& context);
Shape read_compound_shape(const Json& value, const Where& where, const ShapeContext& context);
/// `solid` is the flag beside the file's name.
Shape read_file_shape(const Json& value, const Where& where, bool solid,
                      const ShapeContext& context);

/// True or false under this key; false if there is nothing.
bool read_flag_of(const Json& object, const char* key, const Where& where);

}  // namespace glance::app
