// The outside of a glTF file: the chunks of a binary one, and the brackets of its JSON. Looked at
// before any parser sees the file.
#pragma once

#include <string>
#include <string_view>

#include "glance/result.h"
#include "rooms.h"

namespace glance::rooms::io {

/// A glTF file whose brackets and lengths fit, without what is not about geometry: images,
/// materials, animations and so on are replaced by 0 in the JSON. So tinygltf neither decodes them
/// nor can trip over them.
struct GltfText {
  std::string bytes;           ///< as long as the file
  std::size_t json_begin = 0;  ///< the JSON, within the bytes
  std::size_t json_size = 0;
  bool has_binary_chunk = false;  ///< whether the first buffer is in the file (.glb)

  std::string_view json() const { return std::string_view(bytes).substr(json_begin, json_size); }
};

/// Refuses JSON that is truncated, nested deeper than kMaxNesting, or not one object; and binary
/// files whose chunks do not fill them.
Result<GltfText> open_gltf(std::string_view bytes, bool is_binary);

}  // namespace glance::rooms::io
