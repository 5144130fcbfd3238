// The types of what is in the JSON of a glTF file. tinygltf does not complain about a member of
// another type than expected, but reads on as if it were not there (an index as text: no index),
// and keeps the low 32 bits of whole numbers.
#pragma once

#include <string_view>

#include "glance/result.h"
#include "rooms.h"

namespace glance::io {

/// Refuses what is not JSON, members of a wrong type, indices beyond 31 bits, buffers without a
/// place, other versions than 2, and required extensions that change geometry.
/// `has_binary_chunk`: the first buffer needs no uri.
Result<void> check_gltf_members(std::string_view json, bool has_binary_chunk);

}  // namespace glance::io
