// OFF: a word, then how many vertices, faces and edges there are, then a line for each vertex and
// face. What else stands in those lines (normals, colours, places in a texture) is about looks.
// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.ReadsEveryFormat).
#include <fmt/format.h>

#include "io/mesh_readers.h"

namespace glance::rooms::io {

Result<MeshFile> read_off(std::string_view text) {
  Lines lines(text);
  std::string_view line;
  if (!lines.next(line)) return fail(ErrorCode::bad_data, "the file is empty");
  Words words(line);
  const std::string_view word = words.next();
  if (word != "OFF" && word != "COFF" && word != "NOFF" && word != "CNOFF" && word != "STOFF") {
    return fail(ErrorCode::bad_data,
                fmt::format("an OFF file begins with OFF (or COFF, NOFF, CNOFF, STOFF), not '{}'",
                            word.substr(0, 40)));
  }
  std::int64_t vertices, faces;
  Words same_line = words;
  if (same_line.next().empty()) {
    if (!lines.next(line))
      return fail(ErrorCode::bad_data, "truncated: the numbers of vertices and faces are missing");
    words = Words(line);
  }
  if (!words.whole(vertices) || !words.whole(faces) || vertices < 0 || faces < 0) {
    return fail(ErrorCode::bad_data,
                fmt::format("line {}: the numbers of vertices, faces and edges are expected",
                            lines.number()));
  }

  MeshFile data;
  for (std::int64_t i = 0; i < vertices; i++) {
    if (!lines.next(line)) {
      return fail(ErrorCode::bad_data,
                  fmt::format("truncated: the file has {} of {} vertices", i, vertices));
    }
    Words numbers(line);
    Vec3 p;
    if (!numbers.number(p.x()) || !numbers.number(p.y()) || !numbers.number(p.z())) {
      return fail(ErrorCode::bad_data,
                  fmt::format("line {}: a vertex needs three numbers", lines.number()));
    }
    data.vertices.push_back(p);
  }
  std::vector<std::uint32_t> corners;
  for (std::int64_t i = 0; i < faces; i++) {
    if (!lines.next(line))
      return fail(ErrorCode::bad_data,
                  fmt::format("truncated: the file has {} of {} faces", i, faces));
    Words numbers(line);
    std::int64_t count, v;
    if (!numbers.whole(count) || count < 0 || count > static_cast<std::int64_t>(line.size())) {
      return fail(ErrorCode::bad_data,
                  fmt::format("line {}: the number of corners is expected", lines.number()));
    }
    corners.clear();
    for (std::int64_t k = 0; k < count; k++) {
      if (!numbers.whole(v) || v < 0 || v >= vertices) {
        return fail(ErrorCode::bad_data,
                    fmt::format("line {}: {} corners are expected, numbers from 0 to {}",
                                lines.number(), count, vertices - 1));
      }
      corners.push_back(static_cast<std::uint32_t>(v));
    }
    if (!add_polygon(data, corners)) {
      return fail(ErrorCode::bad_data,
                  fmt::format("line {}: a face of {} corners that is not convex; at most {} are "
                              "allowed",
                              lines.number(), corners.size(), kMaxDentedCorners));
    }
  }
  return data;
}

}  // namespace glance::rooms::io
