// One reader for each format of mesh files, and what they share. Each refuses truncated files as
// far as the format allows: where a file says how much data there is, all of it must be there.
//
// None of them keeps a state, calls itself without a bound, or believes a number of the file before
// it is compared with the bytes that are there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "glance/mesh_file.h"
#include "rooms.h"

namespace glance::rooms::io {

Result<MeshFile> read_obj(std::string_view text);
Result<MeshFile> read_off(std::string_view text);
Result<MeshFile> read_ply(std::string_view bytes);
Result<MeshFile> read_stl(std::string_view bytes);

/// glTF as text (format "gltf") or binary ("glb"). `folder` is where the buffers are that this file
/// names; empty: none are read.
Result<MeshFile> read_gltf(std::string_view bytes, std::string_view format,
                           const std::string& folder);

/// COLLADA, by Assimp. Only built if Assimp is there (GLANCE_HAS_ASSIMP).
Result<MeshFile> read_dae(std::string_view text);

/// Refuses truncated COLLADA files, and those that are known to crash Assimp or keep it busy
/// forever.
Result<void> check_collada(std::string_view text);

/// Begins a named part: the triangles that are added from here on belong to it. Parts without
/// triangles are dropped.
void begin_node(MeshFile& data, std::string_view name);

/// Ends the last part, and makes a part without a name of triangles before the first one.
void finish_nodes(MeshFile& data);

/// The error for files whose contents contradict each other.
inline Failure damaged(std::string message) {
  return fail(ErrorCode::bad_data, "damaged: " + std::move(message));
}

/// The first line of another library's message, which may hold half of the file: at most 200
/// characters.
std::string first_line(std::string text);

/// Nesting that no scene has, and that a parser which calls itself may not survive.
inline constexpr int kMaxNesting = 256;

/// Adds a polygon in triangles. Corners must be vertices of `data`. A polygon that is not convex is
/// cut at its dents (seen along the axis that it faces most); one with fewer than three
/// corners is counted as skipped. False: it has dents and more than kMaxDentedCorners corners.
bool add_polygon(MeshFile& data, std::span<const std::uint32_t> corners);

/// The time to cut a polygon with dents grows with the cube of its corners, at worst.
inline constexpr std::size_t kMaxDentedCorners = 1024;

/// Words of a line, or of a whole text: what is between spaces.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  /// The next one; empty at the end.
  std::string_view next();
  /// The next one as a number (`nan` and `inf` are numbers, too). False: it is none, or there is
  /// none.
  bool number(double& value);
  /// The next one as a whole number.
  bool whole(std::int64_t& value);
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

/// Without spaces at both ends.
std::string_view trimmed(std::string_view text);

bool parse_number(std::string_view word, double& value);
bool parse_whole(std::string_view word, std::int64_t& value);

/// Lines of a text, without those that are blank or hold a comment (from # on) only.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  bool next(std::string_view& line);
  /// Of the line that next() gave; from 1.
  std::size_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

}  // namespace glance::rooms::io
