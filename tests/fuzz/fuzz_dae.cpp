// COLLADA files, by Assimp. It is not built with the fuzzer's instruments, so they see only what it
// does to memory that they know of; and this format is for trusted files (glance/mesh_file.h).
#include "byte_reader.h"
#include "check_mesh.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glance;
  using namespace glance::fuzz;
  check_mesh(read_mesh(std::as_bytes(std::span(data, size)), "dae"));
  return 0;
}
