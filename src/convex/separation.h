// How far apart are two bodies along a direction? The proof that they are apart, and the
// lower bound on their distance, is one direction with a positive gap.
#pragma once

#include <optional>

#include "convex/pair_frame.h"

namespace glance::convex {

/// A direction, the vertices that are extreme along it, and what lies between.
struct Separation {
  Vec3 direction = Vec3::zero();  ///< world, from A to B, not zero
  VertexPair extreme;             ///< highest of A, lowest of B
  /// min n.b - max n.a for that direction n: rounded, and a bound that the true value is not
  /// below. Lengths if n is a unit vector.
  double gap = 0, lower = 0;
};

/// Whether doubles tell neither a gap nor an overlap along the direction.
inline bool is_near_contact(const Separation& s) {
  return std::fabs(s.gap) <= 2 * (s.gap - s.lower);
}

/// Finds the extreme vertices, for larger bodies by climbing from the given ones. `lower`
/// allows for whatever rounding did; where climbing leaves that open (thin bodies), all
/// vertices are looked at. `length` is at least that of the direction.
void separation_along(const PairFrame& frame, const Vec3& direction, double length,
                      VertexPair start, QueryWork& work, Separation& separation);

/// The same for a guess: `lower` need not be a bound, and nobody looks at all vertices of a large
/// body.
void guess_separation_along(const PairFrame& frame, const Vec3& direction, double length,
                            VertexPair start, QueryWork& work, Separation& separation);

/// The highest vertex along a local direction of any length, for larger bodies by climbing from
/// the given one. It may be missed by rounding errors of the body's size (of thin bodies too: those
/// are looked at all over).
void highest_vertex(const Polytope& body, const Vec3& local, std::uint32_t& vertex,
                    QueryWork& work);

/// Whether no neighbour of either vertex says at once that it is not the extreme one. Always
/// true of small bodies, of which all vertices will be looked at.
bool may_be_extreme(const PairFrame& frame, const Vec3& direction, VertexPair vertices);

/// Whether the bounding spheres of the two bodies prove them apart.
std::optional<Separation> separated_by_spheres(const PairFrame& frame);

/// The vertices that face each other along a direction; of larger bodies roughly, from their
/// tables.
VertexPair facing_vertices(const PairFrame& frame, const Vec3& direction);

/// For climbing along directions that jump: from the given vertex, or from the body's table if that
/// is higher.
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

}  // namespace glance::convex
