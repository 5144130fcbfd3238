// The types of what is in the JSON of a glTF file. tinygltf does not complain about a member of
// another type than expected, but reads on as if it were not there (an index as text: no index),
// and keeps the low 32 bits of whole numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "glance/result.h"
#include "rooms.h"

namespace glance::rooms::io {

/// What a file says about one of its buffers.
struct GltfBuffer {
  std::string uri;  ///< empty: it is in the binary chunk
  std::uint64_t byte_length = 0;
};

/// Refuses what is not JSON, members of a wrong type, indices beyond 31 bits, buffers without a
/// place, other versions than 2, and required extensions that change geometry.
/// `has_binary_chunk`: the first buffer needs no uri. Returns the buffers.
Result<std::vector<GltfBuffer>> check_gltf_members(std::string_view json, bool has_binary_chunk);

}  // namespace glance::rooms::io
