// Shapes of any points and any faces: refused with a message, or valid.
#include <algorithm>
#include <cstring>

#include "glance/shape.h"
#include "read_bodies.h"
#include "require.h"

namespace glance::fuzz {
namespace {

using Faces = std::vector<std::vector<std::uint32_t>>;

/// Dumps of questions rely on it (dump_query).
void require_own_hull(const Shape& shape) {
  const Result<Shape> again = Shape::hull(shape.vertices());
  require(again.has_value(), "a shape's vertices have a hull");
  const auto vertices = shape.vertices();
  require(again->vertex_count() == vertices.size() &&
              std::memcmp(again->vertices().data(), vertices.data(), vertices.size_bytes()) == 0,
          "the hull of a shape's vertices has the same vertices");
  require(again->face_count() == shape.face_count(), "and as many faces");
  for (std::uint32_t f = 0; f < shape.face_count(); f++) {
    require(std::ranges::equal(again->face_vertices(f), shape.face_vertices(f)),
            "and the same faces");
  }
}

void require_good(const Result<Shape>& shape) {
  if (!shape) {
    require(!shape.error().message.empty(), "a refusal says why");
    return;
  }
  const Result<void> valid = shape->validate();
  require(valid.has_value(), "a shape that exists is valid", valid ? "" : valid.error().message);
  require_own_hull(*shape);
}

Faces faces_of(const Shape& shape) {
  Faces faces;
  for (std::uint32_t f = 0; f < shape.face_count(); f++) {
    const auto loop = shape.face_vertices(f);
    faces.emplace_back(loop.begin(), loop.end());
  }
  return faces;
}

/// One corner more, one less, another one, two exchanged, or a face lost or turned.
void damage(Faces& faces, ByteReader& in) {
  auto& loop = faces[in.below(std::min<std::size_t>(faces.size(), 256))];
  if (loop.empty()) return;
  const std::size_t i = in.below(std::min<std::size_t>(loop.size(), 256));
  switch (in.below(6)) {
    case 0: loop.push_back(in.raw<std::uint8_t>()); break;
    case 1: loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(i)); break;
    case 2: loop[i] = in.raw<std::uint8_t>(); break;
    case 3: std::swap(loop[i], loop[0]); break;
    case 4: loop.clear(); break;
    default: std::reverse(loop.begin(), loop.end());
  }
}

}  // namespace
}  // namespace glance::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace glance;
  using namespace glance::fuzz;
  ByteReader in(data, size);
  const double factor = read_number(in);
  const std::vector<Vec3> points = read_points(in, 60);
  const Result<Shape> shape = Shape::hull(points);
  require_good(shape);
  if (!shape) return 0;
  require_good(shape->scaled(factor));
  if (shape->dimension() < 3) return 0;

  Faces faces = faces_of(*shape);
  const Result<Shape> same = Shape::from_faces(shape->vertices(), faces);
  require(same.has_value(), "a shape's own faces are accepted", same ? "" : same.error().message);
  require_good(same);
  require(same->face_count() == shape->face_count(), "and stay its faces");
  const std::size_t faults = in.below(4);
  for (std::size_t i = 0; i < faults; i++) damage(faces, in);
  require_good(Shape::from_faces(shape->vertices(), faces));
  require_good(Shape::from_faces(points, faces));  // whose numbers mean other points
  return 0;
}
