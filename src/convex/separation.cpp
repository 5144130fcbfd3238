#include "convex/separation.h"

#include "geom/support.h"

namespace glance::rooms::convex {
namespace {

/// The error of climbing (geom/support): 4u of the reach, which is at most two radii, times the
/// condition of the vertex; and a little more for the rounding of this bound itself.
constexpr double kClimbError = 9 * 0x1p-53;

/// If the error of climbing may exceed this fraction of the size of the pair, all vertices are
/// examined.
constexpr double kMaxClimbError = 0x1p-43;

/// Below this fraction of a body's radius, the error of climbing is one among others (kCoreError
/// leaves room for it).
constexpr double kLittleClimbError = 256 * 0x1p-53;

/// The highest vertex along a local direction, by examining all of them.
inline std::uint32_t highest(const Polytope& body, const Vec3& direction) {
  if (body.is_small()) {
    return simd::highest(body.small_vertices(), direction.x(), direction.y(), direction.z());
  }
  std::uint32_t best = 0;
  double best_height = -std::numeric_limits<double>::infinity();
  for (std::uint32_t v = 0; v < body.vertices().size(); v++) {
    const double height = dot(direction, Vec3(body.vertex(v) - body.mass().centroid));
    if (height > best_height) {
      best_height = height;
      best = v;
    }
  }
  return best;
}

/// Finds the extreme vertex. Returns a bound on how much higher the body may reach than it, beyond
/// PairFrame::error. Climbing in doubles may stop at a vertex that is slightly too low; how much
/// too low depends on how blunt this vertex is (vertex_condition), and if that is too much, all
/// vertices are examined. `guess`: the bound need not be exact.
template <bool guess>
inline double find_extreme(const PosedBody& posed, double radius, const Vec3& local, double length,
                           const PairFrame& frame, std::uint32_t& vertex, QueryWork& work) {
  const Polytope& body = posed.body;
  if (!body.is_small()) {
    const bool climbed = climb(body, local, vertex, work.vertex_steps);
    const double missed = kClimbError * body.vertex_condition(vertex) * radius;
    if (climbed && missed <= kMaxClimbError * frame.size) [[likely]]
      return missed * length;
    if constexpr (guess) return kMaxClimbError * frame.size * length;
    work.vertex_steps += static_cast<std::uint32_t>(body.vertices().size());
  }
  vertex = highest(body, local);
  return 0;
}

template <bool guess>
inline void separate(const PairFrame& f, const Vec3& n, double length, VertexPair start,
                     QueryWork& work, Separation& s) {
  // Vertices are compared in their bodies' own frames, where they are exact: n . (R v) = (R^T n) .
  // v for every matrix R.
  const Vec3 local_a = f.a.local_direction(n), local_b = -f.b.local_direction(n);
  std::uint32_t highest_a = start.a, lowest_b = start.b;
  const double missed_a = find_extreme<guess>(f.a, f.radius_a, local_a, length, f, highest_a, work);
  const double missed_b = find_extreme<guess>(f.b, f.radius_b, local_b, length, f, lowest_b, work);
  s.gap = dot(n, f.offset) - dot(local_a, Vec3(f.a.body.vertex(highest_a) - f.a.centroid())) -
          dot(local_b, Vec3(f.b.body.vertex(lowest_b) - f.b.centroid()));
  s.lower = s.gap - (f.error * length + missed_a + missed_b);
  s.direction = n;
  s.extreme = {highest_a, lowest_b};
}

}  // namespace

void separation_along(const PairFrame& f, const Vec3& n, double length, VertexPair start,
                      QueryWork& work, Separation& s) {
  separate<false>(f, n, length, start, work, s);
}

void guess_separation_along(const PairFrame& f, const Vec3& n, double length, VertexPair start,
                            QueryWork& work, Separation& s) {
  separate<true>(f, n, length, start, work, s);
}

void highest_vertex(const Polytope& body, const Vec3& local, std::uint32_t& vertex,
                    QueryWork& work) {
  if (!body.is_small()) {
    if (vertex >= body.vertices().size()) vertex = 0;
    const std::uint32_t from_table = body.start_vertex(local);
    const Vec3 rise = body.vertex(from_table) - body.vertex(vertex);
    if (dot(local, rise) > 0) vertex = from_table;
    const bool climbed = climb(body, local, vertex, work.vertex_steps);
    if (climbed && kClimbError * body.vertex_condition(vertex) <= kLittleClimbError) return;
    work.vertex_steps += static_cast<std::uint32_t>(body.vertices().size());
  }
  vertex = highest(body, local);
}

bool may_be_extreme(const PairFrame& f, const Vec3& direction, VertexPair vertices) {
  if (f.a.body.is_small() && f.b.body.is_small()) return true;
  // A vertex that has a higher neighbour, even without allowing for errors, is hardly the extreme
  // one.
  const auto fine = [](const Polytope& body, const Vec3& local, std::uint32_t v) {
    return body.is_small() ||
           steepest_neighbor(body, local, v, 0) == body.topology().vertex_neighbors(v).size();
  };
  return fine(f.a.body, f.a.local_direction(direction), vertices.a) &&
         fine(f.b.body, -f.b.local_direction(direction), vertices.b);
}

std::optional<Separation> try_spheres(const PairFrame& f) {
  const double reach = f.radius_a + f.radius_b;
  const double length_sq = norm_sq(f.offset);
  if (length_sq <= reach * reach) return std::nullopt;
  const double length = std::sqrt(length_sq);
  const double lower = length - reach - f.error;
  if (lower <= 0) return std::nullopt;
  Separation s;
  s.direction = f.offset * (1 / length);
  s.gap = s.lower = lower;
  return s;
}

VertexPair facing_vertices(const PairFrame& f, const Vec3& direction) {
  const auto start = [](const Polytope& body, const Vec3& local) {
    return body.is_small() ? highest(body, local) : body.start_vertex(local);
  };
  return {start(f.a.body, f.a.local_direction(direction)),
          start(f.b.body, -f.b.local_direction(direction))};
}

}  // namespace glance::rooms::convex
