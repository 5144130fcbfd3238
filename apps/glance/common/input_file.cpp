#include "common/input_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>

namespace glance::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kNoName = "the name of the file is empty";

std::string is_a_folder(const std::string& name) {
  return fmt::format("'{}' is a folder, not a file", name);
}

}  // namespace

Result<std::ifstream> open_input_file(const std::string& name) {
  if (name.empty()) return fail(ErrorCode::no_file, std::string(kNoName));
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (status.type() == fs::file_type::not_found) {
    return fail(ErrorCode::no_file, fmt::format("there is no file '{}'", name));
  }
  if (fs::is_directory(status)) return fail(ErrorCode::no_file, is_a_folder(name));
  errno = 0;
  std::ifstream in(name, std::ios::binary);
  if (!in) {
    const std::string reason = errno ? ": " + std::system_category().message(errno) : "";
    return fail(ErrorCode::no_file, fmt::format("cannot read '{}'{}", name, reason));
  }
  return in;
}

Result<void> check_input_file(const std::string& name) {
  const Result<std::ifstream> in = open_input_file(name);
  if (!in) return fail(in.error());
  return {};
}

Result<void> check_output_file(const std::string& name) {
  if (name.empty()) return fail(ErrorCode::no_file, std::string(kNoName));
  std::error_code ignored;
  if (fs::is_directory(name, ignored)) return fail(ErrorCode::no_file, is_a_folder(name));
  return {};
}

bool is_mesh_name(std::string_view name) {
  constexpr std::array<std::string_view, 7> kEndings{".obj",  ".stl", ".ply", ".off",
                                                     ".gltf", ".glb", ".dae"};
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return std::ranges::any_of(kEndings, [&](std::string_view e) { return lower.ends_with(e); });
}

}  // namespace glance::app
