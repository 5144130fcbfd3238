#include "common/mesh_line.h"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "common/pair_memory.h"
#include "common/pose_line.h"
#include "glance/mesh_file.h"

namespace glance::app {
namespace {

const Json& expect_member(const Json& object, const char* key, const Where& where) {
  const Json* value = find(object, key);
  if (!value) refuse(where, fmt::format("{} is missing", key));
  return *value;
}

std::uint32_t read_index(const Json& value, const Where& where) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > UINT32_MAX) {
    refuse_type(where, "the number of a vertex, from 0 on", value);
  }
  return value.get<std::uint32_t>();
}

std::vector<Triangle> read_triangles(const Json& value, const Where& where) {
  if (!value.is_array()) refuse_type(where, "an array of triangles", value);
  std::vector<Triangle> triangles(value.size());
  for (std::size_t i = 0; i < value.size(); i++) {
    const Where place{&where, {}, i};
    expect_array(value[i], place, 3, "an array of 3 numbers of vertices");
    for (std::size_t k = 0; k < 3; k++) {
      triangles[i][k] = read_index(value[i][k], {&place, {}, k});
    }
  }
  return triangles;
}

/// What was made, and a note of what had to be cleaned.
Result<KnownShape> with_note(const Result<Shape>& made, const MeshReport& report = {}) {
  if (!made) return fail(made.error());
  return KnownShape{*made, report.clean() ? std::string() : to_string(report)};
}

Shape recall(std::string key, const Where& where, const ShapeContext& context,
             const std::function<Result<KnownShape>()>& make) {
  const KnownShape known = accept(
      context.memory ? context.memory->recall(std::move(key), make) : Result<KnownShape>(make()),
      where);
  if (context.notes && !known.note.empty()) {
    context.notes->push_back(fmt::format("{}: {}", where.text(), known.note));
  }
  return known.shape;
}

CompoundPart read_part(const Json& value, const Where& where, const ShapeContext& context) {
  expect_object(value, where, {"shape", "pose"});
  const Shape shape = read_shape(expect_member(value, "shape", where), {&where, "shape"}, context);
  return {shape, read_pose_of(value, "pose", &where)};
}

}  // namespace

bool read_flag_of(const Json& object, const char* key, const Where& where) {
  const Json* value = find(object, key);
  if (!value) return false;
  if (!value->is_boolean()) refuse_type({&where, key}, "true or false", *value);
  return value->get<bool>();
}

Shape read_mesh_shape(const Json& value, const Where& where, const ShapeContext& context) {
  expect_object(value, where, {"vertices", "triangles", "solid"});
  const std::vector<Vec3> vertices =
      read_points(expect_member(value, "vertices", where), {&where, "vertices"});
  const std::vector<Triangle> triangles =
      read_triangles(expect_member(value, "triangles", where), {&where, "triangles"});
  const bool solid = read_flag_of(value, "solid", where);
  return recall(mesh_key(vertices, triangles, solid), *where.outer, context, [&] {
    MeshReport report;
    return with_note(Shape::mesh(vertices, triangles, {.solid = solid}, &report), report);
  });
}

Shape read_file_shape(const Json& value, const Where& where, bool solid,
                      const ShapeContext& context) {
  if (!value.is_string()) refuse_type(where, "the name of a file", value);
  if (!context.files) refuse(where, "files are not read here");
  const std::string& name = value.get_ref<const std::string&>();
  return recall(fmt::format("file {} {}", solid, name), *where.outer, context, [&] {
    MeshReport report;
    return with_note(load_mesh(name, {.solid = solid}, &report), report);
  });
}

Shape read_compound_shape(const Json& value, const Where& where, const ShapeContext& context) {
  if (!value.is_array()) refuse_type(where, "an array of parts", value);
  std::vector<CompoundPart> parts;
  parts.reserve(value.size());
  for (std::size_t i = 0; i < value.size(); i++) {
    parts.push_back(read_part(value[i], {&where, {}, i}, context));
  }
  return recall(compound_key(parts), *where.outer, context,
                [&] { return with_note(Shape::compound(parts)); });
}

}  // namespace glance::app
