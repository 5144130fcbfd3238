#include "pair_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "pair_memory.h"

namespace glance::app {
namespace {

/// Carries a message out of nested values to parse_pair_line, and no further:
/// the alternative is to test a Result at each of a million coordinates.
struct Refusal {
  std::string message;
};

/// A place in the line. A chain of callers' variables, so that it costs nothing
/// until there is something to complain about.
struct Where {
  const Where* outer = nullptr;
  std::string_view key = {};  // empty: the place is an index
  std::size_t index = 0;

  std::string text() const {
    std::string path = outer ? outer->text() : "";
    return key.empty() ? join_path(std::move(path), index) : join_path(std::move(path), key);
  }
};

[[noreturn]] void refuse(const Where& where, std::string_view message) {
  throw Refusal{fmt::format("{}: {}", where.text(), message)};
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

[[noreturn]] void refuse_type(const Where& where, std::string_view expected, const Json& found) {
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

double read_hex_float(const Json& value, const Where& where) {
  const std::string& text = value.get_ref<const std::string&>();
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  // Decimal text is refused because whoever writes a string here wants exact
  // bits; strtod would also take "inf", "nan" and leading blanks.
  const bool hex = text.compare(sign, 2, "0x") == 0 || text.compare(sign, 2, "0X") == 0;
  if (!hex || end != text.c_str() + text.size()) {
    refuse_type(where, "a number or a hex float such as \"0x1.8p+1\"", value);
  }
  if (!std::isfinite(number)) {
    refuse(where, fmt::format("{} is too large for a double", describe(value)));
  }
  return number;
}

double read_number(const Json& value, const Where& where) {
  if (value.is_number()) return value.get<double>();
  if (value.is_string()) return read_hex_float(value, where);
  refuse_type(where, "a number or a hex float such as \"0x1.8p+1\"", value);
}

const Json& expect_array(const Json& value, const Where& where, std::size_t size,
                         std::string_view expected) {
  if (!value.is_array() || value.size() != size) refuse_type(where, expected, value);
  return value;
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

template <class T>
T accept(Result<T> result, const Where& where) {
  if (!result) refuse(where, result.error().message);
  return *std::move(result);
}

Shape read_shape(const Json& value, const Where& where, PairMemory* memory) {
  expect_object(value, where, {"hull", "box"});
  const Json* hull = find(value, "hull");
  const Json* box = find(value, "box");
  if (!hull == !box) {
    refuse(where, fmt::format("expected either hull or box, found {}", hull ? "both" : "neither"));
  }
  if (hull) {
    const std::vector<Vec3> points = read_points(*hull, {&where, "hull"});
    return accept(memory ? memory->hull(points) : Shape::hull(points), where);
  }
  const Vec3 half_extents = read_vector(*box, {&where, "box"});
  return accept(memory ? memory->box(half_extents) : Shape::box(half_extents), where);
}

Shape read_shape_of(const Json& line, const char* key, PairMemory* memory) {
  const Json* value = find(line, key);
  if (!value) throw Refusal{fmt::format("{} is missing", key)};
  return read_shape(*value, {.key = key}, memory);
}

Mat3 read_rotation(const Json& value, const Where& where) {
  expect_array(value, where, 3, "an array of 3 rows");
  Mat3 rotation;
  for (std::size_t i = 0; i < 3; i++) {
    rotation.row(i) = read_vector(value[i], {&where, {}, i}).transpose();
  }
  return rotation;
}

Quat read_quaternion(const Json& value, const Where& where) {
  expect_array(value, where, 4, "an array of 4 numbers w, x, y, z");
  double q[4];
  for (std::size_t i = 0; i < 4; i++) q[i] = read_number(value[i], {&where, {}, i});
  return {q[0], q[1], q[2], q[3]};
}

Pose read_pose(const Json& line, const char* key) {
  const Where where{.key = key};
  const Json* value = find(line, key);
  if (!value) return {};
  expect_object(*value, where, {"translation", "rotation", "quaternion"});
  const Json* translation = find(*value, "translation");
  const Json* rotation = find(*value, "rotation");
  const Json* quaternion = find(*value, "quaternion");
  if (rotation && quaternion) refuse(where, "expected rotation or quaternion, found both");

  Vec3 t = Vec3::Zero();
  if (translation) t = read_vector(*translation, {&where, "translation"});
  if (quaternion) {
    return accept(Pose::make(read_quaternion(*quaternion, {&where, "quaternion"}), t), where);
  }
  if (rotation) {
    return accept(Pose::make(read_rotation(*rotation, {&where, "rotation"}), t), where);
  }
  return accept(Pose::make(t), where);
}

Result<Pair> read_pair(const Json& line, PairMemory* memory) {
  if (!line.is_object()) {
    return fail(fmt::format("expected an object with a and b, found {}", describe(line)));
  }
  if (std::string complaint = unknown_key(line, {"id", "a", "pose_a", "b", "pose_b"});
      !complaint.empty()) {
    return fail(std::move(complaint));
  }
  try {
    // In the order of the line, not of evaluation: the first fault is reported.
    const Shape a = read_shape_of(line, "a", memory);
    const Pose pose_a = read_pose(line, "pose_a");
    const Shape b = read_shape_of(line, "b", memory);
    const Pose pose_b = read_pose(line, "pose_b");
    return Pair{a, pose_a, b, pose_b};
  } catch (Refusal& refusal) {
    return fail(std::move(refusal.message));
  }
}

}  // namespace

Result<Shape> parse_shape(std::string_view text, std::string_view name) {
  const JsonLine json = read_json_line(text);
  if (!json.error.empty()) return fail(fmt::format("{}: {}", name, json.error));
  try {
    return read_shape(json.value, {.key = name}, nullptr);
  } catch (Refusal& refusal) {
    return fail(std::move(refusal.message));
  }
}

PairLine parse_pair_line(std::string_view line, PairMemory* memory) {
  JsonLine json = read_json_line(line);
  Result<Pair> pair =
      json.error.empty() ? read_pair(json.value, memory) : fail(std::move(json.error));
  Json id;
  if (json.value.is_object() && json.value.contains("id")) id = std::move(json.value["id"]);
  return {std::move(id), std::move(pair)};
}

}  // namespace glance::app
