#include "common/json_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace glance::app {
namespace {

constexpr std::string_view kNumber = "a number or a hex float such as \"0x1.8p+1\"";

double read_hex_float(const Json& value, const Where& where) {
  const std::string& text = value.get_ref<const std::string&>();
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  // Decimal text is rejected because the writer of a string here wants exact
  // bits; strtod would also take "inf", "nan" and leading blanks.
  const bool hex = text.compare(sign, 2, "0x") == 0 || text.compare(sign, 2, "0X") == 0;
  if (!hex || end != text.c_str() + text.size()) refuse_type(where, kNumber, value);
  if (!std::isfinite(number)) {
    refuse(where, fmt::format("{} is too large for a double", describe(value)));
  }
  return number;
}

}  // namespace

std::string Where::text() const {
  std::string path = outer ? outer->text() : "";
  return key.empty() ? join_path(std::move(path), index) : join_path(std::move(path), key);
}

std::string describe(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::boolean: return value.get<bool>() ? "true" : "false";
    case Json::value_t::string:
      return fmt::format("\"{}\"", shorten(value.get_ref<const std::string&>()));
    case Json::value_t::array: return fmt::format("an array of {}", value.size());
    case Json::value_t::object: return "an object";
    default: return fmt::format("the number {}", value.dump());
  }
}

void refuse(const Where& where, std::string_view message) {
  throw Refusal{fmt::format("{}: {}", where.text(), message)};
}

void refuse_type(const Where& where, std::string_view expected, const Json& found) {
  refuse(where, fmt::format("expected {}, found {}", expected, describe(found)));
}

const Json* find(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

std::string unknown_key(const Json& object, std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      return fmt::format("unknown key \"{}\", known are {}", shorten(key), fmt::join(known, ", "));
    }
  }
  return {};
}

void expect_object(const Json& value, const Where& where,
                   std::initializer_list<std::string_view> keys) {
  if (!value.is_object()) {
    refuse_type(where, fmt::format("an object with {}", fmt::join(keys, ", ")), value);
  }
  if (const std::string complaint = unknown_key(value, keys); !complaint.empty()) {
    refuse(where, complaint);
  }
}

void expect_line(const Json& value, std::string_view contents,
                 std::initializer_list<std::string_view> keys) {
  if (!value.is_object()) {
    throw Refusal{fmt::format("expected an object with {}, found {}", contents, describe(value))};
  }
  if (std::string complaint = unknown_key(value, keys); !complaint.empty()) {
    throw Refusal{std::move(complaint)};
  }
}

const Json& expect_array(const Json& value, const Where& where, std::size_t size,
                         std::string_view expected) {
  if (!value.is_array() || value.size() != size) refuse_type(where, expected, value);
  return value;
}

double read_number(const Json& value, const Where& where) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return read_hex_float(value, where);
  refuse_type(where, kNumber, value);
}

double read_member(const Json& object, const char* key, const Where& where) {
  const Json* value = find(object, key);
  if (!value) refuse(where, fmt::format("{} is missing", key));
  return read_number(*value, {&where, key});
}

double read_length_of(const Json& line, const char* key) {
  const Json* value = find(line, key);
  if (!value) return 0;
  const Where where{.key = key};
  const double length = read_number(*value, where);
  if (!(length >= 0)) refuse(where, fmt::format("must not be negative, but is {}", length));
  return length;
}

Vec3 read_vector(const Json& value, const Where& where) {
  expect_array(value, where, 3, "an array of 3 numbers");
  Vec3 v;
  for (std::size_t i = 0; i < 3; i++) v[i] = read_number(value[i], {&where, {}, i});
  return v;
}

std::vector<Vec3> read_points(const Json& value, const Where& where) {
  if (!value.is_array()) refuse_type(where, "an array of points", value);
  std::vector<Vec3> points;
  points.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); i++) {
    points.push_back(read_vector(value[i], {&where, {}, i}));
  }
  return points;
}

}  // namespace glance::app
