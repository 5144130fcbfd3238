// PLY: a header that describes elements and their properties, then all of them in words or in
// binary. Of these, x, y, z of `vertex` and the list vertex_indices of `face` are used.
// Tested in tests/unit/io/mesh_file_test.cpp (MeshFile.ReadsEveryFormat).
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>

#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

enum class Scalar { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
constexpr std::array<std::size_t, 8> kScalarBytes{1, 1, 2, 2, 4, 4, 4, 8};

bool parse_scalar(std::string_view word, Scalar& type) {
  static constexpr std::array<std::string_view, 8> kOld{"char", "uchar", "short", "ushort",
                                                        "int",  "uint",  "float", "double"};
  static constexpr std::array<std::string_view, 8> kNew{"int8",  "uint8",  "int16",   "uint16",
                                                        "int32", "uint32", "float32", "float64"};
  for (std::size_t i = 0; i < kOld.size(); i++) {
    if (word != kOld[i] && word != kNew[i]) continue;
    type = static_cast<Scalar>(i);
    return true;
  }
  return false;
}

struct Property {
  std::string_view name;
  bool is_list = false;
  Scalar count{}, value{};
};

struct Element {
  std::string_view name;
  std::int64_t count = 0;
  std::vector<Property> properties;
};

enum class Encoding { words, little_endian, big_endian };

struct Header {
  Encoding encoding{};
  std::vector<Element> elements;
  std::string_view body;
};

Result<Header> read_header(std::string_view bytes) {
  Header header;
  bool has_format = false;
  for (std::size_t number = 1; !bytes.empty(); number++) {
    const std::size_t end = bytes.find('\n');
    if (end == bytes.npos) break;  // the last line of a header always ends
    Words words(bytes.substr(0, end));
    bytes.remove_prefix(end + 1);
    const std::string_view kind = words.next();
    const auto wrong = [&] {
      return fail(ErrorCode::bad_data, fmt::format("line {} of the header is damaged", number));
    };
    if (number == 1) {
      if (kind != "ply") return fail(ErrorCode::bad_data, "a PLY file begins with the line 'ply'");
    } else if (kind == "format") {
      const std::string_view encoding = words.next();
      if (encoding == "ascii")
        header.encoding = Encoding::words;
      else if (encoding == "binary_little_endian")
        header.encoding = Encoding::little_endian;
      else if (encoding == "binary_big_endian")
        header.encoding = Encoding::big_endian;
      else
        return wrong();
      has_format = true;
    } else if (kind == "element") {
      Element& element = header.elements.emplace_back();
      element.name = words.next();
      if (!words.whole(element.count) || element.count < 0) return wrong();
    } else if (kind == "property") {
      Property property;
      std::string_view type = words.next();
      property.is_list = type == "list";
      if (property.is_list) {
        if (!parse_scalar(words.next(), property.count)) return wrong();
        type = words.next();
      }
      if (!parse_scalar(type, property.value) || header.elements.empty()) return wrong();
      property.name = words.next();
      if (property.name.empty()) return wrong();
      header.elements.back().properties.push_back(property);
    } else if (kind == "end_header") {
      if (!has_format) return fail(ErrorCode::unsupported, "the header does not say the format");
      header.body = bytes;
      return header;
    } else if (kind != "comment" && kind != "obj_info") {
      return wrong();
    }
  }
  return fail(ErrorCode::bad_data, "truncated: the header has no end");
}

/// The numbers of the body, one after the other.
class Values {
 public:
  explicit Values(const Header& header) : encoding_(header.encoding), rest_(header.body) {}

  bool next(Scalar type, double& value) {
    if (encoding_ == Encoding::words) {
      Words words(rest_);
      if (!words.number(value)) return false;
      rest_ = words.rest();
      return true;
    }
    const std::size_t size = kScalarBytes[static_cast<std::size_t>(type)];
    if (rest_.size() < size) return false;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; i++) {
      const std::size_t at = encoding_ == Encoding::big_endian ? i : size - 1 - i;
      bits = bits << 8 | static_cast<unsigned char>(rest_[at]);
    }
    rest_.remove_prefix(size);
    switch (type) {
      case Scalar::int8: value = static_cast<std::int8_t>(bits); break;
      case Scalar::int16: value = static_cast<std::int16_t>(bits); break;
      case Scalar::int32: value = static_cast<std::int32_t>(bits); break;
      case Scalar::float32: value = std::bit_cast<float>(static_cast<std::uint32_t>(bits)); break;
      case Scalar::float64: value = std::bit_cast<double>(bits); break;
      default: value = static_cast<double>(bits);
    }
    return true;
  }

  /// Each value takes a byte at least.
  std::size_t most() const { return rest_.size(); }

 private:
  Encoding encoding_;
  std::string_view rest_;
};

class Body {
 public:
  explicit Body(const Header& header) : header_(header), values_(header) {}

  Result<MeshFile> read() {
    for (const Element& element : header_.elements) {
      if (element.properties.empty()) continue;  // takes no bytes, however many there are
      for (std::int64_t i = 0; i < element.count; i++) {
        if (!read_one(element)) {
          return fail(
              ErrorCode::bad_data,
              problem_.empty()
                  ? fmt::format("truncated or damaged: the file has {} of {} elements '{}'", i,
                                element.count, element.name.substr(0, 40))
                  : fmt::format("element {} of '{}': {}", i, element.name.substr(0, 40), problem_));
        }
      }
    }
    for (const std::vector<std::uint32_t>& face : faces_before_) {
      if (!add_face(face)) return fail(ErrorCode::bad_data, problem_);
    }
    return std::move(data_);
  }

 private:
  bool read_one(const Element& element) {
    Vec3 place = Vec3::zero();
    corners_.clear();
    bool has_corners = false;
    for (const Property& property : element.properties) {
      double value;
      if (!property.is_list) {
        if (!values_.next(property.value, value)) return false;
        if (property.name == "x") place.x() = value;
        if (property.name == "y") place.y() = value;
        if (property.name == "z") place.z() = value;
        continue;
      }
      const bool is_face = element.name == "face" &&
                           (property.name == "vertex_indices" || property.name == "vertex_index");
      if (!values_.next(property.count, value)) return false;
      if (!(value >= 0 && value <= static_cast<double>(values_.most()))) return false;
      has_corners = has_corners || is_face;
      for (std::size_t left = static_cast<std::size_t>(value); left > 0; left--) {
        if (!values_.next(property.value, value)) return false;
        if (!is_face) continue;
        if (!(value >= 0 && value < 4294967295.0 && value == std::floor(value))) {
          problem_ = fmt::format("{} is not the number of a vertex", value);
          return false;
        }
        corners_.push_back(static_cast<std::uint32_t>(value));
      }
    }
    if (element.name == "vertex") {
      data_.vertices.push_back(place);
      has_vertices_ = true;
    }
    if (!has_corners) return true;
    if (has_vertices_) return add_face(corners_);
    faces_before_.push_back(corners_);
    return true;
  }

  bool add_face(std::span<const std::uint32_t> corners) {
    for (const std::uint32_t v : corners) {
      if (v < data_.vertices.size()) continue;
      problem_ =
          fmt::format("a face names vertex {}, but there are only {}", v, data_.vertices.size());
      return false;
    }
    if (add_polygon(data_, corners)) return true;
    problem_ = fmt::format("a face of {} corners that is not convex; at most {} are allowed",
                           corners.size(), kMaxDentedCorners);
    return false;
  }

  const Header& header_;
  Values values_;
  MeshFile data_;
  std::vector<std::uint32_t> corners_;
  std::vector<std::vector<std::uint32_t>> faces_before_;  ///< where they stand before vertices
  bool has_vertices_ = false;
  std::string problem_;
};

}  // namespace

Result<MeshFile> read_ply(std::string_view bytes) {
  const Result<Header> header = read_header(bytes);
  if (!header) return fail(header.error());
  for (const Element& element : header->elements) {
    if (element.name != "vertex") continue;
    int found = 0;
    for (const Property& p : element.properties) {
      found += !p.is_list && (p.name == "x" || p.name == "y" || p.name == "z");
    }
    if (found != 3) return fail(ErrorCode::bad_data, "the vertices have no x, y and z");
  }
  return Body(*header).read();
}

}  // namespace glance::rooms::io
