// glTF files as tinygltf's structures. What these say is not checked beyond their types: see
// gltf_accessor.h for numbers, gltf_scene.h for nodes.
#pragma once

#include <string>
#include <string_view>

#include "glance/result.h"
#include "io/tinygltf.h"
#include "rooms.h"

namespace glance::rooms::io {

/// `folder`: where buffers in other files are looked for (.bin files, there or below); empty: there
/// must not be any.
Result<tinygltf::Model> load_gltf(std::string_view bytes, bool is_binary,
                                  const std::string& folder);

}  // namespace glance::rooms::io
