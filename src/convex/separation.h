// How far apart two bodies are along a direction. One direction with a positive gap proves that
// they are apart, and bounds their distance from below.
#pragma once

#include <optional>

#include "convex/pair_frame.h"

namespace glance::rooms::convex {

/// A direction, the vertices that are extreme along it, and the gap between them.
struct Separation {
  Vec3 direction = Vec3::zero();  ///< world, from A to B, not zero
  VertexPair extreme;             ///< highest of A, lowest of B
  /// min n.b - max n.a for that direction n: the rounded value, and a lower bound on the true one.
  /// Lengths if n is a unit vector.
  double gap = 0, lower = 0;
};

/// Whether doubles show neither a gap nor an overlap along the direction.
inline bool is_near_contact(const Separation& s) {
  return std::fabs(s.gap) <= 2 * (s.gap - s.lower);
}

/// Finds the extreme vertices, for larger bodies by climbing from the given ones. `lower` allows
/// for all rounding errors; where climbing leaves doubt (thin bodies), all vertices are examined.
/// `length` is at least that of the direction.
void separation_along(const PairFrame& frame, const Vec3& direction, double length,
                      VertexPair start, QueryWork& work, Separation& separation);

/// The same for a guess: `lower` need not be a bound, and the vertices of a large body are not all
/// examined.
void guess_separation_along(const PairFrame& frame, const Vec3& direction, double length,
                            VertexPair start, QueryWork& work, Separation& separation);

/// Finds the highest vertex along a local direction of any length, for larger bodies by climbing
/// from the given one. The result may be lower than the highest one by rounding errors of the
/// body's size (also for thin bodies, all vertices of which are examined).
void highest_vertex(const Polytope& body, const Vec3& local, std::uint32_t& vertex,
                    QueryWork& work);

/// A quick test whether both vertices may be extreme: no neighbour of either is clearly higher.
/// Always true for small bodies, of which all vertices will be examined.
bool may_be_extreme(const PairFrame& frame, const Vec3& direction, VertexPair vertices);

/// The gap along the line of centres, if the bounding spheres of the two bodies prove them apart.
std::optional<Separation> try_spheres(const PairFrame& frame);

/// The vertices that face each other along a direction; for larger bodies approximately, from their
/// tables.
VertexPair facing_vertices(const PairFrame& frame, const Vec3& direction);

/// For climbing along directions that change a lot: starts from the given vertex, or from the one
/// in the body's table if that is higher.
inline void start_higher(const PosedBody& posed, const Vec3& local, std::uint32_t& vertex) {
  if (posed.body.is_small()) return;
  const std::uint32_t from_table = posed.body.start_vertex(local);
  const Vec3 rise = posed.body.vertex(from_table) - posed.body.vertex(vertex);
  if (dot(local, rise) > 0) vertex = from_table;
}

/// A unit vector along v; zero stays zero. Quick where the square of v is in range.
inline Vec3 quick_unit(const Vec3& v) {
  const double length_sq = norm_sq(v);
  if (length_sq > 0x1p-900 && length_sq < 0x1p900) [[likely]] {
    return v * (1 / std::sqrt(length_sq));
  }
  return normalized(v);
}

}  // namespace glance::rooms::convex
