#include "common/json_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace glance::app {
namespace {

constexpr int kNumberOverflow = 406;  // nlohmann's number of that error

Json::object_t& members(Json& object) { return object.get_ref<Json::object_t&>(); }

/// Builds the value from the parser's events. Returning false from an event
/// stops the parser.
// NOLINTNEXTLINE(bugprone-exception-escape): as JsonLine
class Builder : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // no such thing in text
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    Open& object = open_.back();
    if (!object.keys.insert(key).second) {
      return refuse(fmt::format("{}the key \"{}\" is given twice", prefix(path(open_.size() - 1)),
                                shorten(key)));
    }
    // The value comes with the next event; appended without the search for an
    // equal key that the object itself would make.
    members(*object.value).emplace_back(std::move(key), Json::value_t::discarded);
    return true;
  }

  bool parse_error(std::size_t column, const std::string& token,
                   const Json::exception& error) override {
    if (error.id == kNumberOverflow) {
      return refuse(fmt::format("{}{} is too large for a double", prefix(path(open_.size())),
                                shorten(token)));
    }
    // "[json.exception...] parse error at line 1, column 9: what": ours is one
    // line of many, so only the column says something.
    std::string_view what = error.what();
    what.remove_prefix(std::min(what.size(), what.find(": ") + 2));
    line_.error = fmt::format("not JSON at column {}: {}", column, shorten(what));
    drop_last();
    return false;
  }

  JsonLine take() { return std::move(line_); }

 private:
  struct Open {
    Json* value;
    std::unordered_set<std::string> keys;
  };

  bool add(Json value) {
    place(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (open_.size() == kMaxJsonDepth) {
      return refuse(fmt::format("nested more than {} deep", kMaxJsonDepth));
    }
    open_.push_back({&place(std::move(container)), {}});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  Json& place(Json value) {
    if (open_.empty()) return line_.value = std::move(value);
    Json& parent = *open_.back().value;
    if (parent.is_array()) {
      return parent.get_ref<Json::array_t&>().emplace_back(std::move(value));
    }
    return members(parent).back().second = std::move(value);
  }

  /// Where the parser is: the places that lead through the outermost `levels`
  /// open values.
  std::string path(std::size_t levels) const {
    std::string text;
    for (std::size_t i = 0; i < levels; i++) {
      Json& value = *open_[i].value;
      if (value.is_object()) {
        text = join_path(std::move(text), shorten(members(value).back().first));
      } else {
        // The innermost array has not got the value in question yet.
        text = join_path(std::move(text), value.size() - (i + 1 < open_.size() ? 1 : 0));
      }
    }
    return text;
  }

  static std::string prefix(const std::string& path) { return path.empty() ? path : path + ": "; }

  bool refuse(std::string message) {
    line_.error = std::move(message);
    drop_unfinished();
    return false;
  }

  void drop_unfinished() {
    if (line_.value.is_object() && open_.size() <= 1 && !members(line_.value).empty() &&
        !members(line_.value).back().second.is_discarded()) {
      return;
    }
    drop_last();
  }

  /// In a line that was cut off, the last member may be a part of what it was: the 1 of
  /// 17. Those before it are whole.
  void drop_last() {
    if (!line_.value.is_object()) {
      line_.value = nullptr;
    } else if (!members(line_.value).empty()) {
      members(line_.value).pop_back();
    }
  }

  JsonLine line_;
  std::vector<Open> open_;
};

}  // namespace

JsonLine read_json_line(std::string_view line) {
  // The parser would take a NUL byte for the end and never look behind it.
  if (const std::size_t nul = line.find('\0'); nul != line.npos) {
    return {nullptr, fmt::format("not JSON at column {}: a NUL byte", nul + 1)};
  }
  Builder builder;
  Json::sax_parse(line, &builder);
  return builder.take();
}

std::string shorten(std::string_view text) {
  constexpr std::size_t kHead = 160, kTail = 60;
  constexpr std::string_view kCut = " ... ";
  if (text.size() <= kHead + kCut.size() + kTail) return std::string(text);
  return fmt::format("{}{}{}", text.substr(0, kHead), kCut, text.substr(text.size() - kTail));
}

std::string join_path(std::string outer, std::size_t index) {
  return std::move(outer) + fmt::format("[{}]", index);
}

std::string join_path(std::string outer, std::string_view key) {
  if (!outer.empty()) outer += '.';
  return std::move(outer.append(key));
}

}  // namespace glance::app
