// Where to start looking for the extreme vertex along a direction: the sphere of
// directions, projected onto a cube, in square cells, each with the extreme vertex along
// its middle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "glance/math.h"
#include "rooms.h"

namespace glance::rooms::geom {

class Polytope;

class SupportTable {
 public:
  SupportTable() = default;
  /// Cells grow with the body: about as many as it has vertices, none for a small one, of
  /// which all vertices are looked at.
  explicit SupportTable(const Polytope& body);

  /// A vertex that is extreme along a direction near this one; any vertex for a body
  /// without a table.
  std::uint32_t find(const Vec3& direction) const {
    return cells_.empty() ? 0 : cells_[cell_of(direction)];
  }

  std::size_t bytes() const { return cells_.capacity() * sizeof(std::uint32_t); }

 private:
  std::size_t cell_of(const Vec3& d) const {
    int axis = std::fabs(d.y()) > std::fabs(d.x()) ? 1 : 0;
    if (std::fabs(d.z()) > std::fabs(d[axis])) axis = 2;
    const double scale = 0.5 * side_ / std::fabs(d[axis]);
    if (!(scale < 0x1p900)) return 0;  // too short to tell
    const double u = d[axis == 0 ? 1 : 0] * scale + 0.5 * side_;
    const double v = d[axis == 2 ? 1 : 2] * scale + 0.5 * side_;
    const int face = 2 * axis + (d[axis] < 0 ? 1 : 0);
    const auto side = static_cast<std::size_t>(side_);
    return (static_cast<std::size_t>(face) * side + column(u)) * side + column(v);
  }
  std::size_t column(double x) const {
    return static_cast<std::size_t>(std::min(static_cast<int>(x), side_ - 1));
  }

  int side_ = 0;  ///< cells along an edge of the cube
  std::vector<std::uint32_t> cells_;
};

}  // namespace glance::rooms::geom
