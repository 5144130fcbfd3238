#include "common/pair_memory.h"

#include <fmt/format.h>

#include <utility>

namespace glance::app {
namespace {

template <class T>
std::string_view bits(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::string_view bits(const Vec3& v) { return bits(std::span<const Vec3>(&v, 1)); }

/// Everything that tells a shape from others; of meshes and compounds their place in memory, which
/// they keep as long as they are remembered.
std::string key_of(const Shape& shape) {
  if (!shape.is_convex()) return fmt::format("{} {}", to_string(shape.kind()), shape.identity());
  const Vec3 more{shape.plane_offset(), shape.rounding(), 0};
  return fmt::format("{} {} {}{}{}", to_string(shape.kind()), shape.vertex_count(),
                     bits(shape.sizes()), bits(more), bits(shape.vertices()));
}

std::string bits(const Pose& pose) {
  std::string text(bits(pose.translation()));
  for (int i = 0; i < 3; i++) text += bits(pose.rotation().col(i));
  return text;
}

Result<KnownShape> without_note(const Result<Shape>& made) {
  if (!made) return fail(made.error());
  return KnownShape{*made, {}};
}

Result<Shape> shape_of(const Result<KnownShape>& known) {
  if (!known) return fail(known.error());
  return known->shape;
}

}  // namespace

std::string mesh_key(std::span<const Vec3> vertices, std::span<const Triangle> triangles,
                     bool solid) {
  return fmt::format("mesh {} {} {}{}", solid, vertices.size(), bits(vertices), bits(triangles));
}

std::string compound_key(std::span<const CompoundPart> parts) {
  std::string key = "compound";
  for (const CompoundPart& part : parts) {
    key += fmt::format(" {} {}", key_of(part.shape), bits(part.pose));
  }
  return key;
}

Result<KnownShape> PairMemory::recall(std::string key,
                                      const std::function<Result<KnownShape>()>& make) {
  if (const KnownShape* known = shapes_.find(key)) return *known;
  Result<KnownShape> made = make();
  if (made) shapes_.add(std::move(key), *made, made->shape.bytes() + made->note.size());
  return made;
}

Result<Shape> PairMemory::hull(std::span<const Vec3> points) {
  return shape_of(recall(fmt::format("hull {}", bits(points)),
                         [&] { return without_note(Shape::hull(points)); }));
}

Result<Shape> PairMemory::box(const Vec3& half_extents) {
  return shape_of(recall(fmt::format("box {}", bits(half_extents)),
                         [&] { return without_note(Shape::box(half_extents)); }));
}

PairCache& PairMemory::cache(const Shape& a, const Shape& b) {
  std::string key = key_of(a) + key_of(b);
  if (PairCache* known = caches_.find(key)) return *known;
  return caches_.add(std::move(key), {});
}

}  // namespace glance::app
