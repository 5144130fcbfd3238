// Tested in tests/unit/bound/body_box_test.cpp (BodyBox).
#include "bound/extreme_vertex.h"

#include "geom/support.h"
#include "geom/voronoi_regions.h"

namespace glance::rooms::bound {
namespace {

/// Corners sharper than this are not trusted to climbing: all vertices are looked at.
constexpr double kSharpest = 0x1p20;

/// How many reaches away the walls are.
constexpr double kWallDistance = 4;

bool climb_neighbors(const Polytope& body, const Vec3& direction, std::uint32_t& vertex,
                     std::size_t& steps) {
  std::uint32_t passed = 0;
  const bool ended = climb(body, direction, vertex, passed);
  steps += passed;
  return ended;
}

void walk_to_wall(const Polytope& body, const Vec3& direction, double reach, std::uint32_t& vertex,
                  std::size_t& steps) {
  const Vec3 to_wall = direction * (kWallDistance * reach);
  // Each step is uphill but for rounding, which could lead around in a circle of equals.
  for (std::uint32_t left = body.topology().vertex_count(); left > 0; left--, steps++) {
    const Vec3 nearest = body.vertex(vertex) + to_wall;
    const auto violated = find_violated(body, {FeatureKind::vertex, vertex}, nearest);
    if (!violated) return;
    const auto& ends = body.topology().edge(violated->neighbor.index).vertex;
    vertex = ends[0] == vertex ? ends[1] : ends[0];
  }
}

std::uint32_t highest_of_all(const Polytope& body, const Vec3& direction) {
  std::uint32_t best = 0;
  double best_height = dot(direction, body.vertex(0));
  for (std::uint32_t v = 1; v < body.topology().vertex_count(); v++) {
    const double height = dot(direction, body.vertex(v));
    if (height > best_height) {
      best_height = height;
      best = v;
    }
  }
  return best;
}

}  // namespace

double find_extreme(const Polytope& body, const Vec3& direction, double reach, ExtremeSearch search,
                    std::uint32_t& vertex, std::size_t& steps) {
  if (search == ExtremeSearch::walls) walk_to_wall(body, direction, reach, vertex, steps);
  // After the walls this finds nothing higher, or what rounding hid; its bound holds for both.
  const bool ended = climb_neighbors(body, direction, vertex, steps);
  const double condition = body.vertex_condition(vertex);
  // climb's bound, 4 * 2^-53 condition |direction| |m - v|, with |direction| < 2 and |m - v|
  // at most 2 reach.
  if (ended && condition <= kSharpest) return 0x1p-49 * condition;
  vertex = highest_of_all(body, direction);
  return 0;
}

}  // namespace glance::rooms::bound
