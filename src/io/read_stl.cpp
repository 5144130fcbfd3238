// STL, in binary and in words. Normals are left aside: corners say as much. In words, each solid is
// a part with a name.
// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.ReadsEveryFormat).
#include <fmt/format.h>

#include "base/bytes.h"

#include <algorithm>
#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

/// A header of 80 bytes, the number of triangles, 50 bytes for each.
constexpr std::size_t kHead = 84, kEach = 50;

std::string quoted(std::string_view word) { return fmt::format("'{}'", word); }

void add_triangle(MeshFile& data) {
  const auto v = static_cast<std::uint32_t>(data.vertices.size());
  data.triangles.push_back({v - 3, v - 2, v - 1});
}

MeshFile read_binary(std::string_view bytes) {
  MeshFile data;
  const std::size_t count = (bytes.size() - kHead) / kEach;
  data.vertices.reserve(3 * count);
  data.triangles.reserve(count);
  for (std::size_t i = 0; i < count; i++) {
    ByteReader in(bytes.substr(kHead + kEach * i + 12));  // after the normal
    for (int corner = 0; corner < 3; corner++) {
      const float x = in.get_float(), y = in.get_float(), z = in.get_float();
      data.vertices.push_back({x, y, z});
    }
    add_triangle(data);
  }
  return data;
}

/// solid NAME { facet normal x y z  outer loop { vertex x y z } * 3  endloop  endfacet } endsolid
Result<MeshFile> read_words(std::string_view text) {
  MeshFile data;
  Words words(text);
  const auto wrong = [&](const std::string& expected, std::string_view found) {
    const std::string at = fmt::format("after {} triangles", data.triangles.size());
    return fail(
        ErrorCode::bad_data,
        found.empty()
            ? fmt::format("truncated: the file ends {}, where {} is expected", at, expected)
            : fmt::format("{} is expected {}, found '{}'", expected, at, found.substr(0, 40)));
  };
  std::string_view word = words.next();
  while (!word.empty()) {
    if (word != "solid") return wrong("'solid'", word);
    // The name is the rest of the line, which may be any words, "facet" too.
    const std::string_view rest = words.rest();
    const std::size_t end = rest.find('\n');
    if (end == rest.npos)
      return fail(ErrorCode::bad_data, "truncated: nothing follows the name of the solid");
    begin_node(data, trimmed(rest.substr(0, end)));
    words = Words(rest.substr(end));
    word = words.next();
    for (; word == "facet"; word = words.next()) {
      for (const std::string_view expected : {"normal", "", "", "", "outer", "loop"}) {
        word = words.next();
        double value;
        if (expected.empty() ? !parse_number(word, value) : word != expected) {
          return wrong(expected.empty() ? "a number" : quoted(expected), word);
        }
      }
      for (int corner = 0; corner < 3; corner++) {
        if (word = words.next(); word != "vertex") return wrong("'vertex'", word);
        Vec3 p;
        for (int k = 0; k < 3; k++) {
          if (word = words.next(); !parse_number(word, p[k])) return wrong("a number", word);
        }
        data.vertices.push_back(p);
      }
      for (const std::string_view expected : {"endloop", "endfacet"}) {
        if (word = words.next(); word != expected) return wrong(quoted(expected), word);
      }
      add_triangle(data);
    }
    if (word != "endsolid") return wrong("'endsolid'", word);
    const std::string_view name = words.rest();
    words = Words(name.substr(std::min(name.find('\n'), name.size())));
    word = words.next();
  }
  return data;
}

}  // namespace

Result<MeshFile> read_stl(std::string_view bytes) {
  // Binary files may begin with "solid", too: the number tells.
  const bool has_count = bytes.size() >= kHead;
  const std::uint32_t count =
      has_count ? ByteReader(bytes.substr(kHead - 4)).get<std::uint32_t>() : 0;
  const std::size_t needed = kHead + kEach * std::size_t{count};
  if (has_count && bytes.size() == needed) return read_binary(bytes);
  if (Words(bytes).next() == "solid") return read_words(bytes);
  if (!has_count) {
    return fail(ErrorCode::bad_data,
                fmt::format("truncated: a binary STL file has at least {} bytes, this one has {}",
                            kHead, bytes.size()));
  }
  return fail(ErrorCode::bad_data,
              fmt::format("the header says {} triangles, which need {} bytes, but the file has {}",
                          count, needed, bytes.size()));
}

}  // namespace glance::rooms::io
