// What is known to crash Assimp's reader of COLLADA, or to keep it busy until memory ends: numbers
// that do not fit together. It takes an array without a count for an empty one and then reads
// beyond it; takes the sizes of polygons from a list that may be shorter than the number of
// polygons; never gets past an index that is not a number; and follows nodes that show themselves.
// This finds mistakes and truncated files. It is no proof that nothing else crashes Assimp.
// Tested in tests/unit/io/dae_test.cpp (Dae.WhatCrashesAssimpIsRefused).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "io/mesh_readers.h"

namespace glance::rooms::io {
namespace {

constexpr std::string_view kXmlSpaces = " \t\r\n";

/// How many nodes a scene may have in all, where nodes show copies of others.
constexpr std::size_t kMostNodes = 1u << 20;

/// What is between < and >.
class Tag {
 public:
  explicit Tag(std::string_view text) : text_(text), name_(text) {
    name_ = text.substr(0, text.find_first_of(" \t\r\n/"));
  }

  std::string_view name() const { return name_; }
  bool is_empty() const { return text_.ends_with('/'); }

  /// The value of an attribute, or nothing.
  std::string_view attribute(std::string_view wanted) const {
    std::string_view rest = text_.substr(name_.size());
    for (;;) {
      rest.remove_prefix(std::min(rest.find_first_not_of(kXmlSpaces), rest.size()));
      const std::size_t equals = rest.find('=');
      if (equals == rest.npos) return {};
      std::string_view name = rest.substr(0, equals);
      name = name.substr(0, name.find_last_not_of(kXmlSpaces) + 1);
      const std::size_t quote = rest.find_first_not_of(kXmlSpaces, equals + 1);
      if (quote == rest.npos || (rest[quote] != '"' && rest[quote] != '\'')) return {};
      const std::size_t end = rest.find(rest[quote], quote + 1);
      if (end == rest.npos) return {};
      if (name == wanted) return rest.substr(quote + 1, end - quote - 1);
      rest.remove_prefix(end + 1);
    }
  }

  /// The attribute as a number that an array may have; `otherwise` if it is not there.
  bool number(std::string_view wanted, std::int64_t otherwise, std::int64_t& value) const {
    const std::string_view word = attribute(wanted);
    if (word.empty() && otherwise >= 0) {
      value = otherwise;
      return true;
    }
    return parse_whole(word, value) && value >= 0 && value <= INT32_MAX;
  }

 private:
  std::string_view text_, name_;
};

std::int64_t count_words(std::string_view text) {
  std::int64_t count = 0;
  for (Words words(text); !words.next().empty();) count++;
  return count;
}

bool is_primitive(std::string_view name) {
  return name == "triangles" || name == "polylist" || name == "polygons" || name == "lines" ||
         name == "linestrips" || name == "tristrips" || name == "trifans";
}

/// Walks over the tags of the file once, and compares at its end what stands in different places.
class ColladaCheck {
 public:
  explicit ColladaCheck(std::string_view text) : text_(text) {}

  Result<void> run() {
    for (std::size_t at = 0; (at = text_.find('<', at)) != text_.npos;) {
      const std::string_view rest = text_.substr(at);
      const bool is_comment = rest.starts_with("<!--");
      if (rest.starts_with("<!") && !is_comment)
        return damaged("only elements and comments are allowed");
      const std::string_view end = is_comment ? "-->" : rest.starts_with("<?") ? "?>" : ">";
      const std::size_t close = is_comment || end.size() > 1 ? rest.find(end) : end_of_tag(rest);
      if (close == rest.npos) return damaged("a tag is not closed");
      at += close + end.size();
      if (end.size() > 1) continue;
      const std::string_view inner = rest.substr(1, close - 1);
      const std::string_view content = text_.substr(at, text_.find('<', at) - at);
      Result<void> good = inner.starts_with('/') ? close_element(inner.substr(1))
                                                 : open_element(Tag(inner), content);
      if (!good) return good;
    }
    if (!open_.empty()) return fail(ErrorCode::bad_data, "truncated: elements are not closed");
    if (Result<void> good = check_accessors(); !good) return good;
    return check_nodes();
  }

 private:
  struct Accessor {
    std::string source;
    std::int64_t count = 0, offset = 0, stride = 1, params = 0;
    bool in_mesh = false;
  };
  struct Primitive {
    std::int64_t count = 0, inputs = 1, corners = 0;  ///< corners: of a polylist, from its vcount
    bool has_vertex = false;
  };
  struct Node {
    std::vector<std::size_t> children;
    std::vector<std::string> shows;  ///< names of nodes of which it shows copies
    std::size_t size = 0;            ///< with all copies; 0: not counted yet
    int height = 0;
  };

  /// Values of attributes may hold a '>'.
  static std::size_t end_of_tag(std::string_view rest) {
    char quote = 0;
    for (std::size_t i = 1; i < rest.size(); i++) {
      if (quote != 0) {
        if (rest[i] == quote) quote = 0;
      } else if (rest[i] == '"' || rest[i] == '\'') {
        quote = rest[i];
      } else if (rest[i] == '>') {
        return i;
      }
    }
    return rest.npos;
  }

  bool is_in(std::string_view name) const {
    return std::find(open_.begin(), open_.end(), name) != open_.end();
  }

  Result<void> open_element(const Tag& tag, std::string_view content) {
    const std::string_view name = tag.name();
    open_.push_back(name);
    if (open_.size() > kMaxNesting)
      return fail(ErrorCode::bad_data, "elements are nested too deeply");
    Result<void> good;
    if (name.ends_with("_array")) good = add_array(tag, content);
    if (name == "accessor") good = add_accessor(tag);
    if (name == "param" && is_in("accessor")) accessors_.back().params++;
    if (name == "vertices") has_position_ = false;
    if (name == "input") good = add_input(tag);
    if (is_primitive(name)) {
      primitive_ = {};
      if (!tag.number("count", 0, primitive_.count))
        good = damaged(fmt::format("the count of <{}> is not a number", name));
    }
    if (name == "vcount" || name == "p" || name == "v") good = add_numbers(name, content);
    if (name == "matrix") good = check_numbers(name, content, "0123456789+-.eEnaifNAIF \t\r\n");
    if (name == "node") add_node(tag);
    if (name == "instance_node" && !path_.empty()) {
      std::string_view url = tag.attribute("url");
      url.remove_prefix(url.starts_with('#') ? 1 : 0);
      nodes_[path_.back()].shows.emplace_back(url);
    }
    if (!good) return good;
    return tag.is_empty() ? close_element(name) : good;
  }

  Result<void> close_element(std::string_view text) {
    const std::string_view name = text.substr(0, text.find_first_of(kXmlSpaces));
    if (open_.empty() || open_.back() != name)
      return damaged(fmt::format("</{}> closes nothing", name.substr(0, 40)));
    open_.pop_back();
    if (name == "node") path_.pop_back();
    if (name == "vertices" && !has_position_) return damaged("<vertices> without positions");
    if (!is_primitive(name)) return {};
    if (!primitive_.has_vertex) return damaged(fmt::format("<{}> names no vertices", name));
    if (name == "polylist" && primitive_.count > 0 && primitive_.corners == 0)
      return damaged("<polylist> does not say how many corners its polygons have");
    return {};
  }

  /// Whether a list holds numbers only.
  static Result<void> check_numbers(std::string_view name, std::string_view content,
                                    std::string_view known) {
    if (content.find_first_not_of(known) == content.npos) return {};
    return damaged(fmt::format("the list of numbers in <{}> holds something else", name));
  }

  Result<void> add_array(const Tag& tag, std::string_view content) {
    if (tag.name() == "float_array") {
      Result<void> good = check_numbers(tag.name(), content, "0123456789+-.eEnaifNAIF \t\r\n");
      if (!good) return good;
    }
    std::int64_t count;
    if (!tag.number("count", -1, count))
      return damaged(fmt::format("<{}> does not say how many values it has", tag.name()));
    if (const std::int64_t words = count_words(content); words < count) {
      return damaged(
          fmt::format("<{}> says that it has {} values, but has {}", tag.name(), count, words));
    }
    const std::string id(tag.attribute("id"));
    if (id.find('&') != id.npos) return damaged("the id of an array holds a '&'");
    auto& arrays = tag.name() == "float_array" ? floats_ : words_;
    const auto [found, is_new] = arrays.emplace(id, count);
    if (!is_new) found->second = std::min(found->second, count);
    return {};
  }

  Result<void> add_accessor(const Tag& tag) {
    Accessor accessor;
    const std::string_view source = tag.attribute("source");
    if (!source.starts_with('#') || source.find('&') != source.npos)
      return damaged("the source of an <accessor> is not '#' and the id of an array");
    accessor.source = source.substr(1);
    if (!tag.number("count", 0, accessor.count) || !tag.number("offset", 0, accessor.offset) ||
        !tag.number("stride", 1, accessor.stride)) {
      return damaged("count, offset and stride of an <accessor> must be whole numbers");
    }
    accessor.in_mesh = is_in("mesh");
    accessors_.push_back(accessor);
    return {};
  }

  Result<void> add_input(const Tag& tag) {
    constexpr std::int64_t kMostInputs = 64;
    std::int64_t offset;
    if (!tag.number("offset", 0, offset) || offset >= kMostInputs)
      return damaged(fmt::format("the offset of an <input> is not a number below {}", kMostInputs));
    const std::string_view semantic = tag.attribute("semantic");
    has_position_ = has_position_ || semantic == "POSITION";
    primitive_.has_vertex = primitive_.has_vertex || semantic == "VERTEX";
    primitive_.inputs = std::max(primitive_.inputs, offset + 1);
    return {};
  }

  Result<void> add_numbers(std::string_view name, std::string_view content) {
    if (Result<void> good = check_numbers(name, content, "0123456789+- \t\r\n"); !good) return good;
    const bool in_primitive = open_.size() > 1 && is_primitive(open_[open_.size() - 2]);
    if (!in_primitive || name == "v") return {};
    if (name == "vcount") {
      Words words(content);
      std::int64_t polygons = 0;
      for (std::int64_t corners; words.whole(corners) && corners >= 0; polygons++)
        primitive_.corners += std::min<std::int64_t>(corners, INT32_MAX);
      if (polygons != primitive_.count || polygons != count_words(content)) {
        return damaged(fmt::format("<polylist> has {} polygons, but says the corners of {}",
                                   primitive_.count, polygons));
      }
      return {};
    }
    const std::string_view kind = open_[open_.size() - 2];
    const std::int64_t words = count_words(content), inputs = primitive_.inputs;
    const bool wrong = kind == "triangles"  ? words != 3 * primitive_.count * inputs
                       : kind == "polylist" ? words != primitive_.corners * inputs
                       : kind == "lines" || kind == "linestrips" ? words < 2 * inputs
                                                                 : words < 3 * inputs;
    if (primitive_.count == 0) return {};  // nothing is read
    if (!wrong && words % inputs == 0) return {};
    return damaged(
        fmt::format("{} indices do not make the {} primitives of <{}>, with {} per "
                    "vertex",
                    words, primitive_.count, kind, inputs));
  }

  Result<void> check_accessors() const {
    for (const Accessor& accessor : accessors_) {
      const auto floats = floats_.find(accessor.source), words = words_.find(accessor.source);
      if (floats == floats_.end() && (accessor.in_mesh || words == words_.end())) {
        return damaged(fmt::format("an <accessor> names the array '{}', which is not there",
                                   accessor.source.substr(0, 40)));
      }
      const std::int64_t there = floats != floats_.end() ? floats->second : words->second;
      if (accessor.count == 0) continue;
      const std::int64_t needed = accessor.offset + (accessor.count - 1) * accessor.stride +
                                  std::max(accessor.stride, accessor.params);
      if (needed > there) {
        return damaged(fmt::format("an <accessor> needs {} values of the array '{}', which has {}",
                                   needed, accessor.source.substr(0, 40), there));
      }
    }
    return {};
  }

  void add_node(const Tag& tag) {
    const std::size_t index = nodes_.size();
    nodes_.emplace_back();
    if (!path_.empty()) nodes_[path_.back()].children.push_back(index);
    path_.push_back(index);
    by_id_.emplace(tag.attribute("id"), index);
    by_name_.emplace(tag.attribute("name"), index);
  }

  /// Counts a node and all below it, copies too. False: it shows itself, or there are too many.
  bool count_node(std::size_t index, int depth) {
    Node& node = nodes_[index];
    if (node.size > 0) return depth + node.height <= kMaxNesting;
    if (depth > kMaxNesting) return false;
    std::vector<std::size_t> below = node.children;
    for (const std::string& name : node.shows) {
      const auto id = by_id_.find(name);
      const auto named = id != by_id_.end() ? id : by_name_.find(name);
      if (named != by_id_.end() && named != by_name_.end()) below.push_back(named->second);
    }
    std::size_t size = 1;
    int height = 0;
    for (const std::size_t child : below) {
      if (!count_node(child, depth + 1)) return false;
      size += nodes_[child].size;
      height = std::max(height, nodes_[child].height + 1);
      if (size > kMostNodes) return false;
    }
    nodes_[index].size = size;
    nodes_[index].height = height;
    return true;
  }

  Result<void> check_nodes() {
    for (std::size_t i = 0; i < nodes_.size(); i++) {
      if (!count_node(i, 0)) {
        return damaged(
            "nodes show themselves, or copies of copies: too many, or nested too "
            "deeply");
      }
    }
    return {};
  }

  std::string_view text_;
  std::vector<std::string_view> open_;
  std::map<std::string, std::int64_t> floats_, words_;  ///< arrays by id: how many values
  std::vector<Accessor> accessors_;
  Primitive primitive_;
  bool has_position_ = false;
  std::vector<Node> nodes_;
  std::vector<std::size_t> path_;  ///< nodes that are open
  std::map<std::string, std::size_t, std::less<>> by_id_, by_name_;
};

}  // namespace

Result<void> check_collada(std::string_view text) {
  const std::size_t end = text.find_last_not_of(std::string_view(" \t\r\n\0", 5));
  text = text.substr(0, end == text.npos ? 0 : end + 1);
  if (!text.ends_with("</COLLADA>"))
    return fail(ErrorCode::bad_data, "truncated: it does not end with </COLLADA>");
  return ColladaCheck(text).run();
}

}  // namespace glance::rooms::io
