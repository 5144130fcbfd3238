// Mesh files from a stranger, in the formats that have one reader each: OBJ, STL, PLY, OFF.
#include <array>

#include "byte_reader.h"
#include "check_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glance;
  using namespace glance::fuzz;
  static constexpr std::array<std::string_view, 4> kFormats{"obj", "stl", "ply", "off"};
  ByteReader in(data, size);
  const std::string_view format = kFormats[in.below(kFormats.size())];
  check_mesh(read_mesh(std::as_bytes(std::span(in.rest())), format));
  return 0;
}
