#include "pair_memory.h"

#include <fmt/format.h>

#include <utility>

namespace glance::app {
namespace {

std::string_view bits(std::span<const Vec3> points) {
  return {reinterpret_cast<const char*>(points.data()), points.size_bytes()};
}

/// Everything that tells a shape from others.
std::string key_of(const Shape& shape) {
  const Vec3 sizes = shape.sizes(), more{shape.plane_offset(), shape.rounding(), 0};
  return fmt::format("{} {} {}{}{}", to_string(shape.kind()), shape.vertex_count(),
                     bits({&sizes, 1}), bits({&more, 1}), bits(shape.vertices()));
}

template <class Make>
Result<Shape> recall(Recent<Shape>& shapes, std::string key, Make make) {
  if (const Shape* known = shapes.find(key)) return *known;
  Result<Shape> made = make();
  if (made) shapes.add(std::move(key), *made, made->bytes());
  return made;
}

}  // namespace

Result<Shape> PairMemory::hull(std::span<const Vec3> points) {
  return recall(shapes_, fmt::format("hull {}", bits(points)), [&] { return Shape::hull(points); });
}

Result<Shape> PairMemory::box(const Vec3& half_extents) {
  return recall(shapes_, fmt::format("box {}", bits({&half_extents, 1})),
                [&] { return Shape::box(half_extents); });
}

PairCache& PairMemory::cache(const Shape& a, const Shape& b) {
  std::string key = key_of(a) + key_of(b);
  if (PairCache* known = caches_.find(key)) return *known;
  return caches_.add(std::move(key), {});
}

}  // namespace glance::app
