// Tested in tests/unit/io/gltf_damaged_test.cpp (GltfDamaged.BracketsMustFit).
#include "io/gltf_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "base/bytes.h"
#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

/// The members of a glTF file that geometry depends on. (Names with escapes, such as "n\u006fdes",
/// are not recognised: no program writes them.)
constexpr std::array<std::string_view, 9> kGeometry{"asset",       "scene",   "scenes",
                                                    "nodes",       "meshes",  "accessors",
                                                    "bufferViews", "buffers", "extensionsRequired"};

/// Walks over the text once. At depth 1, where the members of the file are, it remembers where the
/// value of the current one begins, and blanks it at its end if it is not about geometry.
class JsonScan {
 public:
  explicit JsonScan(std::span<char> text) : text_(text) {}

  Result<void> run() {
    for (at_ = 0; at_ < text_.size(); at_++) {
      const char c = text_[at_];
      if (c == '"') {
        if (depth_ == 0) return not_an_object();
        if (!skip_string()) break;
        continue;
      }
      if (c == ':' && depth_ == 1 && !in_value_) begin_value();
      if (depth_ == 1 && (c == ',' || c == '}' || c == ']')) end_value();
      if (c == '{' || c == '[') depth_++;
      if (c == '}' || c == ']') depth_--;
      if (depth_ > kMaxNesting) return bad("brackets are nested too deeply");
      if (depth_ < 0) return bad("damaged: a bracket is closed that was not opened");
      if (depth_ == 0 && c != '}' && std::string_view(" \t\r\n").find(c) == std::string_view::npos)
        return not_an_object();
    }
    if (depth_ != 0 || at_ > text_.size())
      return bad("truncated: brackets or quotes are not closed");
    return {};
  }

 private:
  static Failure bad(std::string message) { return fail(ErrorCode::bad_data, std::move(message)); }
  static Failure not_an_object() { return bad("damaged: a glTF file is one object of JSON"); }

  /// Goes on to the closing quotes; beyond the end of the text if there are none.
  bool skip_string() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) {
      at_ = text_.size() + 1;
      return false;
    }
    if (!in_value_) name_ = {text_.data() + begin, at_ - begin};
    return true;
  }

  void begin_value() {
    value_ = at_ + 1;
    in_value_ = true;
  }

  void end_value() {
    if (!in_value_) return;
    in_value_ = false;
    const bool kept = std::find(kGeometry.begin(), kGeometry.end(), name_) != kGeometry.end();
    if (kept || value_ == at_) return;
    std::fill(text_.begin() + static_cast<std::ptrdiff_t>(value_),
              text_.begin() + static_cast<std::ptrdiff_t>(at_), ' ');
    text_[value_] = '0';
  }

  std::span<char> text_;
  std::size_t at_ = 0, value_ = 0;
  int depth_ = 0;
  bool in_value_ = false;
  std::string_view name_;  ///< of the member whose value is next
};

/// Twelve bytes (a word, the version, the length of all), then chunks with length and kind.
Result<void> find_chunks(GltfText& file) {
  std::string& bytes = file.bytes;
  const auto bad = [](std::string message) {
    return fail(ErrorCode::bad_data, std::move(message));
  };
  const auto number = [&](std::size_t at) {
    return ByteReader(std::string_view(bytes).substr(at)).get<std::uint32_t>();
  };
  constexpr std::size_t kHead = 12, kChunkHead = 8;
  constexpr std::uint32_t kJson = 0x4e4f534a, kBin = 0x004e4942;  // "JSON" and "BIN\0"
  if (bytes.size() < kHead + kChunkHead) {
    return bad(fmt::format("truncated: a binary glTF file has at least {} bytes, this one has {}",
                           kHead + kChunkHead, bytes.size()));
  }
  if (!bytes.starts_with("glTF")) return bad("a binary glTF file begins with 'glTF'");
  if (number(4) != 2) {
    return fail(ErrorCode::unsupported,
                fmt::format("version {} of binary glTF is not supported, only 2", number(4)));
  }
  if (number(8) != bytes.size()) {
    return bad(fmt::format("the header says that the file has {} bytes, but it has {}", number(8),
                           bytes.size()));
  }
  std::size_t chunk = 0;
  for (std::size_t at = kHead; at < bytes.size(); chunk++) {
    if (bytes.size() - at < kChunkHead) return bad("damaged: the head of a chunk is truncated");
    const std::size_t length = number(at);
    const std::uint32_t kind = number(at + 4);
    if (length > bytes.size() - at - kChunkHead)
      return bad("damaged: a chunk is longer than the file");
    at += kChunkHead;
    if (chunk == 0) {
      if (kind != kJson) return bad("damaged: the first chunk is not JSON");
      file.json_begin = at;
      file.json_size = length;
    }
    if (chunk == 1) file.has_binary_chunk = kind == kBin;
    at += length;
  }
  // Filled up with spaces, or (against the standard) zeros.
  for (std::size_t end = file.json_begin + file.json_size;
       end > file.json_begin && bytes[end - 1] == '\0'; end--) {
    bytes[end - 1] = ' ';
  }
  return {};
}

}  // namespace

Result<GltfText> open_gltf(std::string_view bytes, bool is_binary) {
  // tinygltf counts the characters of an embedded buffer with an int.
  constexpr std::size_t kMostText = std::numeric_limits<std::int32_t>::max();
  if (!is_binary && bytes.size() > kMostText) {
    return fail(ErrorCode::out_of_range,
                fmt::format("a glTF file of {} bytes; at most {} are allowed: put the buffers into "
                            "files of their own, or use .glb",
                            bytes.size(), kMostText));
  }
  GltfText file;
  file.bytes = bytes;
  file.json_size = bytes.size();
  if (is_binary) {
    if (Result<void> good = find_chunks(file); !good) return fail(good.error());
  }
  Result<void> good =
      JsonScan(std::span(file.bytes).subspan(file.json_begin, file.json_size)).run();
  if (!good) return fail(good.error());
  return file;
}

}  // namespace glance::rooms::io
