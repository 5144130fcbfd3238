#include "pair_memory.h"

#include <fmt/format.h>

#include <utility>

namespace glance::app {
namespace {

std::string_view bits(std::span<const Vec3> points) {
  return {reinterpret_cast<const char*>(points.data()), points.size_bytes()};
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
  std::string key =
      fmt::format("{} {}{}", a.vertex_count(), bits(a.vertices()), bits(b.vertices()));
  if (PairCache* known = caches_.find(key)) return *known;
  return caches_.add(std::move(key), {});
}

}  // namespace glance::app
