// glTF files from a stranger. Lengths in binary files seldom fit after a mutation, so a third kind
// of input is put together here: JSON, a zero byte, and the buffer.
#include <string>

#include "byte_reader.h"
#include "check_mesh.h"

namespace {

std::string word(std::size_t value) {
  std::string bytes;
  for (int i = 0; i < 4; i++) bytes += static_cast<char>(value >> 8 * i & 0xff);
  return bytes;
}

std::string binary_gltf(std::string_view input) {
  const std::size_t end = std::min(input.find('\0'), input.size());
  std::string json(input.substr(0, end));
  std::string buffer(input.substr(std::min(end + 1, input.size())));
  json.resize((json.size() + 3) / 4 * 4, ' ');
  buffer.resize((buffer.size() + 3) / 4 * 4);
  std::string chunks = word(json.size()) + "JSON" + json;
  if (!buffer.empty()) chunks += word(buffer.size()) + std::string("BIN\0", 4) + buffer;
  return "glTF" + word(2) + word(12 + chunks.size()) + chunks;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glance;
  using namespace glance::fuzz;
  ByteReader in(data, size);
  const std::size_t kind = in.below(3);
  const std::string file = kind == 2 ? binary_gltf(in.rest()) : std::string(in.rest());
  check_mesh(read_mesh(std::as_bytes(std::span(file)), kind == 0 ? "gltf" : "glb"));
  return 0;
}
