#include "geom/support_table.h"

#include <algorithm>

#include "geom/polytope.h"
#include "geom/support.h"

namespace glance::rooms::geom {
namespace {

constexpr int kLargestSide = 16;

int side_for(const Polytope& body) {
  if (body.is_small()) return 0;
  const int side = static_cast<int>(std::sqrt(body.topology().vertex_count() / 6.0) + 0.999);
  return std::clamp(side, 2, kLargestSide);
}

}  // namespace

SupportTable::SupportTable(const Polytope& body) : side_(side_for(body)) {
  const auto side = static_cast<std::size_t>(side_);
  cells_.reserve(6 * side * side);
  std::uint32_t vertex = 0, steps = 0;
  for (int face = 0; face < 6; face++) {
    const int axis = face / 2;
    for (int i = 0; i < side_; i++) {
      for (int j = 0; j < side_; j++) {
        Vec3 middle;
        middle[axis] = face % 2 ? -1 : 1;
        middle[axis == 0 ? 1 : 0] = (2 * i + 1.0) / side_ - 1;
        middle[axis == 2 ? 1 : 2] = (2 * j + 1.0) / side_ - 1;
        climb(body, middle, vertex, steps);  // where it ends is a good start in any case
        cells_.push_back(vertex);
      }
    }
  }
}

}  // namespace glance::rooms::geom
