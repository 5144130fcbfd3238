// Numbers in the buffers of a glTF file, each of which is looked for where it must be: an accessor
// within its view, that within its buffer. All sums have 64 bits and do not overflow.
#pragma once

#include <cstdint>
#include <vector>

#include "glance/math.h"
#include "io/gltf_model.h"
#include "rooms.h"

namespace glance::rooms::io {

/// Positions of vertices: vectors of three floats.
Result<std::vector<Vec3>> read_positions(const tinygltf::Model& model, int accessor);

/// Indices: unsigned whole numbers of 8, 16 or 32 bits. They are not compared with the number of
/// vertices.
Result<std::vector<std::uint32_t>> read_indices(const tinygltf::Model& model, int accessor);

}  // namespace glance::rooms::io
