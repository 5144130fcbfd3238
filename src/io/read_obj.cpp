// Wavefront OBJ: lines "v x y z" and "f i j k ..", where i may be "i/texture/normal" and counts
// from 1, or backwards from the last vertex if negative; "o NAME" and "g NAME" begin a part.
// Everything else is about looks.
// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.ObjHasManyWaysToNameACorner).
#include <fmt/format.h>

#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

/// Lines that end in a backslash go on in the next one.
std::string joined(std::string_view text) {
  std::string out(text);
  for (std::size_t at = 0; (at = out.find('\\', at)) != out.npos; at++) {
    if (at + 1 < out.size() && out[at + 1] == '\n') {
      out[at] = out[at + 1] = ' ';
    } else if (at + 2 < out.size() && out[at + 1] == '\r' && out[at + 2] == '\n') {
      out[at] = out[at + 1] = out[at + 2] = ' ';
    }
  }
  return out;
}

/// "3", "3/1", "3//2", "3/1/2": the vertex, from 0.
bool parse_corner(std::string_view word, std::size_t vertices, std::uint32_t& corner) {
  std::int64_t value;
  const std::string_view first = word.substr(0, word.find('/'));
  if (!parse_whole(first, value)) return false;
  if (word.size() > first.size()) {  // whole numbers too, or the file is cut off or damaged
    const std::string_view rest = word.substr(first.size() + 1);
    const std::size_t slash = rest.find('/');
    const std::string_view texture = rest.substr(0, slash);
    std::int64_t number;
    if ((slash == rest.npos || !texture.empty()) && !parse_whole(texture, number)) return false;
    if (slash != rest.npos && !parse_whole(rest.substr(slash + 1), number)) return false;
  }
  if (value < 0) value += static_cast<std::int64_t>(vertices) + 1;
  if (value < 1 || value > static_cast<std::int64_t>(vertices)) return false;
  corner = static_cast<std::uint32_t>(value - 1);
  return true;
}

}  // namespace

Result<MeshFile> read_obj(std::string_view given) {
  std::string storage;
  if (given.find('\\') != given.npos) given = storage = joined(given);
  MeshFile data;
  Lines lines(given);
  std::string_view line;
  std::vector<std::uint32_t> corners;
  while (lines.next(line)) {
    Words words(line);
    const std::string_view kind = words.next();
    if (kind == "v") {
      Vec3 p;
      if (!words.number(p.x()) || !words.number(p.y()) || !words.number(p.z())) {
        return fail(ErrorCode::bad_data,
                    fmt::format("line {}: a vertex needs three numbers", lines.number()));
      }
      data.vertices.push_back(p);
    } else if (kind == "f") {
      corners.clear();
      for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        std::uint32_t corner;
        if (!parse_corner(word, data.vertices.size(), corner)) {
          return fail(ErrorCode::bad_data,
                      fmt::format("line {}: '{}' is not one of the {} vertices so far",
                                  lines.number(), word.substr(0, 40), data.vertices.size()));
        }
        corners.push_back(corner);
      }
      if (corners.size() < 3) {
        return fail(ErrorCode::bad_data,
                    fmt::format("line {}: a face needs three corners", lines.number()));
      }
      if (!add_polygon(data, corners)) {
        return fail(ErrorCode::bad_data,
                    fmt::format("line {}: a face of {} corners that is not convex; at most {} are "
                                "allowed",
                                lines.number(), corners.size(), kMaxDentedCorners));
      }
    } else if (kind == "o" || kind == "g") {
      begin_node(data, trimmed(words.rest()));
    } else if (kind == "l" || kind == "p") {
      data.skipped_faces++;
    }
  }
  return data;
}

}  // namespace glance::rooms::io
