// One reader for each format of mesh files, and what they share. Each refuses what is cut off, as
// far as the format lets it be told: where a file says how much there is, it must be there.
//
// Text formats and STL are read here, not by Assimp: Assimp keeps floats only, so that
// faces which are planar in the file would be bent, and takes many files that are cut off.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "glance/mesh_file.h"
#include "rooms.h"

namespace glance::io {

Result<MeshFile> read_obj(std::string_view text);
Result<MeshFile> read_off(std::string_view text);
Result<MeshFile> read_ply(std::string_view bytes);
Result<MeshFile> read_stl(std::string_view bytes);

/// glTF (gltf, glb) and COLLADA (dae), by Assimp: coordinates have the precision of floats.
/// `folder` is where other files that this one names are looked for (buffers of a gltf); empty:
/// none are read.
Result<MeshFile> read_scene(std::string_view bytes, std::string_view format,
                            const std::string& folder);

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

}  // namespace glance::io
