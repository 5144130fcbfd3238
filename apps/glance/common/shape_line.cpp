#include "common/shape_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <string>

#include "common/mesh_line.h"
#include "common/pair_memory.h"

namespace glance::app {
namespace {

/// The points of a triangle, a segment.
template <std::size_t N>
std::array<Vec3, N> read_corners(const Json& value, const Where& where) {
  expect_array(value, where, N, fmt::format("an array of {} points", N));
  std::array<Vec3, N> corners;
  for (std::size_t i = 0; i < N; i++) corners[i] = read_vector(value[i], {&where, {}, i});
  return corners;
}

Shape read_hull(const Json& value, const Where& where, const ShapeContext& context) {
  const std::vector<Vec3> points = read_points(value, where);
  return accept(context.memory ? context.memory->hull(points) : Shape::hull(points), *where.outer);
}

Shape read_box(const Json& value, const Where& where, const ShapeContext& context) {
  const Vec3 half_extents = read_vector(value, where);
  return accept(context.memory ? context.memory->box(half_extents) : Shape::box(half_extents),
                *where.outer);
}

Shape read_sphere(const Json& value, const Where& where, const ShapeContext&) {
  return accept(Shape::sphere(read_number(value, where)), *where.outer);
}

/// A body about the z axis.
template <Result<Shape> (*make)(double, double)>
Shape read_round(const Json& value, const Where& where, const ShapeContext&) {
  expect_object(value, where, {"radius", "half_length"});
  const double radius = read_member(value, "radius", where);
  const double half_length = read_member(value, "half_length", where);
  return accept(make(radius, half_length), *where.outer);
}

Shape read_ellipsoid(const Json& value, const Where& where, const ShapeContext&) {
  return accept(Shape::ellipsoid(read_vector(value, where)), *where.outer);
}

Shape read_halfspace(const Json& value, const Where& where, const ShapeContext&) {
  expect_object(value, where, {"normal", "offset"});
  const Json* normal = find(value, "normal");
  if (!normal) refuse(where, "normal is missing");
  const Vec3 n = read_vector(*normal, {&where, "normal"});
  return accept(Shape::halfspace(n, read_member(value, "offset", where)), *where.outer);
}

Shape read_triangle(const Json& value, const Where& where, const ShapeContext&) {
  const auto [p, q, r] = read_corners<3>(value, where);
  return accept(Shape::triangle(p, q, r), *where.outer);
}

Shape read_segment(const Json& value, const Where& where, const ShapeContext&) {
  const auto [p, q] = read_corners<2>(value, where);
  return accept(Shape::segment(p, q), *where.outer);
}

Shape read_point(const Json& value, const Where& where, const ShapeContext&) {
  return accept(Shape::point(read_vector(value, where)), *where.outer);
}

struct Kind {
  const char* key;
  Shape (*read)(const Json& value, const Where& where, const ShapeContext& context);
};

constexpr const char* kFile = "file";

/// All but files, which have something beside their names.
constexpr std::array kKinds{Kind{"hull", read_hull},
                            Kind{"box", read_box},
                            Kind{"sphere", read_sphere},
                            Kind{"capsule", read_round<Shape::capsule>},
                            Kind{"cylinder", read_round<Shape::cylinder>},
                            Kind{"cone", read_round<Shape::cone>},
                            Kind{"ellipsoid", read_ellipsoid},
                            Kind{"halfspace", read_halfspace},
                            Kind{"triangle", read_triangle},
                            Kind{"segment", read_segment},
                            Kind{"point", read_point},
                            Kind{"mesh", read_mesh_shape},
                            Kind{"compound", read_compound_shape},
                            Kind{kFile, nullptr}};

/// The one kind that the object names.
const Kind& find_kind(const Json& value, const Where& where) {
  expect_object(value, where,
                {"hull", "box", "sphere", "capsule", "cylinder", "cone", "ellipsoid", "halfspace",
                 "triangle", "segment", "point", "mesh", "compound", "file", "rounding", "solid"});
  const Kind* found = nullptr;
  for (const Kind& kind : kKinds) {
    if (!find(value, kind.key)) continue;
    if (found)
      refuse(where, fmt::format("expected one kind, found {} and {}", found->key, kind.key));
    found = &kind;
  }
  if (found) return *found;
  std::array<std::string_view, kKinds.size()> names;
  for (std::size_t i = 0; i < names.size(); i++) names[i] = kKinds[i].key;
  refuse(where, fmt::format("expected one of {}, found none", fmt::join(names, ", ")));
}

Shape read_kind(const Kind& kind, const Json& value, const Where& where,
                const ShapeContext& context) {
  const Json& contents = value[kind.key];
  const Where place{&where, kind.key};
  if (kind.key == kFile) {
    return read_file_shape(contents, place, read_flag_of(value, "solid", where), context);
  }
  if (find(value, "solid")) refuse({&where, "solid"}, "goes with a file, or into the mesh");
  return kind.read(contents, place, context);
}

}  // namespace

Shape read_shape(const Json& value, const Where& where, const ShapeContext& context) {
  const Kind& kind = find_kind(value, where);
  const Shape shape = read_kind(kind, value, where, context);
  const Json* rounding = find(value, "rounding");
  if (!rounding) return shape;
  const Where place{&where, "rounding"};
  return accept(shape.rounded(read_number(*rounding, place)), place);
}

Shape read_shape_of(const Json& line, const char* key, const ShapeContext& context) {
  const Json* value = find(line, key);
  if (!value) throw Refusal{fmt::format("{} is missing", key)};
  return read_shape(*value, {.key = key}, context);
}

Result<Shape> parse_shape(std::string_view text, std::string_view name) {
  const JsonLine json = read_json_line(text);
  if (!json.error.empty()) return fail(fmt::format("{}: {}", name, json.error));
  try {
    return read_shape(json.value, {.key = name}, {});
  } catch (Refusal& refusal) {
    return fail(std::move(refusal.message));
  }
}

}  // namespace glance::app
