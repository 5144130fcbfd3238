#include "convex/gjk.h"

#include <algorithm>

#include "base/work_limit.h"
#include "convex/simplex.h"

namespace glance::rooms::convex {
namespace {

/// A search that still makes progress in doubles never takes this long; curved hulls of a thousand
/// vertices take a dozen iterations.
constexpr int kMaxIterations = 96;

struct Simplex {
  int count = 0;
  std::array<VertexPair, 4> pair = {};
  std::array<double, 4> weight = {};
  Vec3 point[4] = {Vec3::zero(), Vec3::zero(), Vec3::zero(), Vec3::zero()};

  void add(const PairFrame& frame, VertexPair added) {
    pair[count] = added;
    point[count++] = frame.difference(added);
  }
  bool has(VertexPair other) const {
    for (int i = 0; i < count; i++) {
      if (pair[i] == other) return true;
    }
    return false;
  }
  void keep(const Nearest& nearest) {
    count = nearest.count;
    for (int i = 0; i < count; i++) {  // corners are in order: none is overwritten too early
      pair[i] = pair[nearest.corner[i]];
      point[i] = point[nearest.corner[i]];
      weight[i] = nearest.weight[i];
    }
  }
};

}  // namespace

/// The origin is inside a tetrahedron if the four it forms with the faces have volumes of one sign.
/// One sign is believed only beyond the error bound, so "true" is a proof.
bool surrounds_origin(const PairFrame& frame, std::span<const VertexPair, 4> pairs,
                      std::array<double, 4>& weights) {
  const Vec3 p = frame.difference(pairs[0]), q = frame.difference(pairs[1]);
  const Vec3 r = frame.difference(pairs[2]), t = frame.difference(pairs[3]);
  weights = tetrahedron_weights(p, q, r, t);
  // An error of frame.error in each coordinate changes a volume by at most 3 sqrt(3) error size^2;
  // the rounding errors of the volume itself are less than one more.
  const double bound = 8 * frame.error * (frame.size * frame.size);
  const auto [low, high] = std::minmax({weights[0], weights[1], weights[2], weights[3]});
  return low > bound || high < -bound;
}

SimplexEnd simplex_search(const PairFrame& frame, const SearchStart& start, SearchGoal goal,
                          QueryWork& work) {
  SimplexEnd end;
  end.separation.lower = -std::numeric_limits<double>::infinity();
  Simplex s;
  Vec3 direction = start.direction;
  VertexPair extreme;
  double nearest_sq = std::numeric_limits<double>::infinity();

  const auto finish = [&](SimplexEnd::Kind kind) {
    end.kind = kind;
    end.pairs = s.pair;
    end.weights = s.weight;
    end.count = s.count;
    return end;
  };
  // Keeps the part of the simplex with its nearest point. False if that point is no nearer than
  // before, or too near to the origin to have a direction.
  const auto reduce = [&](const Nearest& nearest) {
    if (!(nearest.distance_sq < nearest_sq && nearest.distance_sq > 0)) return false;
    s.keep(nearest);
    nearest_sq = nearest.distance_sq;
    direction = -nearest.point;
    return true;
  };
  const auto finish_inside = [&] {
    return finish(surrounds_origin(frame, s.pair, s.weight) ? SimplexEnd::Kind::inside
                                                            : SimplexEnd::Kind::unclear);
  };

  for (const VertexPair& pair : start.pairs) s.add(frame, pair);
  bool warm = s.count > 0;
  if (warm) {
    const auto nearest = nearest_of(s.point, s.count);
    // The origin is inside the simplex, as far as doubles can tell.
    if (!nearest) return finish_inside();
    if (!reduce(*nearest)) return finish(SimplexEnd::Kind::unclear);
    extreme = s.pair[0];
  }
  for (int i = 0; i < kMaxIterations; i++, warm = false) {
    spend_work(20);
    work.simplex_steps++;
    // The direction has jumped: climbing from the last extreme vertex may take longer than from the
    // table. In the first round of a warm start the remembered vertices are the better start.
    if (!warm) {
      start_higher(frame.a, frame.a.local_direction(direction), extreme.a);
      start_higher(frame.b, -frame.b.local_direction(direction), extreme.b);
    }
    Separation along;
    if (goal == SearchGoal::verdict) {  // only a sign is needed, so the direction need not have
                                        // unit length
      separation_along(frame, direction, one_norm(direction), extreme, work, along);
      if (along.lower > 0) {
        end.separation = along;
        return finish(SimplexEnd::Kind::apart);
      }
      // There is nothing nearer to find: the gap is as wide as the nearest point is far.
      if (s.count > 0 && nearest_sq - along.gap <= frame.error * one_norm(direction)) break;
    } else {
      separation_along(frame, quick_unit(direction), 1, extreme, work, along);
      if (along.lower > end.separation.lower) end.separation = along;
      if (s.count > 0 && std::sqrt(nearest_sq) - along.gap <= frame.error) break;
    }
    extreme = along.extreme;
    // The extreme point is in the simplex already: no progress is possible.
    if (s.has(extreme)) break;
    s.add(frame, extreme);
    const auto nearest = nearest_of(s.point, s.count);
    // The origin is inside the simplex, as far as doubles can tell.
    if (!nearest) return finish_inside();
    if (!reduce(*nearest)) {
      s.count--;
      break;
    }
  }
  return finish(end.separation.lower > 0 ? SimplexEnd::Kind::apart : SimplexEnd::Kind::unclear);
}

namespace {

/// Pairs among which four that surround the origin are searched.
struct Candidates {
  int count = 0;
  std::array<VertexPair, 12> pair = {};

  bool has(VertexPair other) const {
    return std::find(pair.begin(), pair.begin() + count, other) != pair.begin() + count;
  }

  /// Adds a pair, and tries all sets of four that contain it.
  bool add(const PairFrame& frame, VertexPair added, std::array<VertexPair, 4>& four,
           std::array<double, 4>& weights) {
    if (has(added) || count == static_cast<int>(pair.size())) return false;
    for (int i = 0; i < count; i++) {
      for (int j = i + 1; j < count; j++) {
        for (int k = j + 1; k < count; k++) {
          four = {pair[i], pair[j], pair[k], added};
          if (surrounds_origin(frame, four, weights)) return true;
        }
      }
    }
    pair[count++] = added;
    return false;
  }
};

}  // namespace

bool try_surround(const PairFrame& frame, std::span<const VertexPair, 4> known,
                  std::array<VertexPair, 4>& pairs, std::array<double, 4>& weights,
                  QueryWork& work) {
  Candidates candidates;
  for (const VertexPair& pair : known) {
    if (candidates.add(frame, pair, pairs, weights)) return true;
  }
  // First perpendicular to the known triangle, on both sides; then in all directions, chosen askew
  // so that they are unlikely to share a symmetry with a body.
  const Vec3 p = frame.difference(known[0]), q = frame.difference(known[1]),
             r = frame.difference(known[2]);
  const Vec3 across = cross(q - p, r - p);
  const Vec3 sides[] = {across,
                        -across,
                        {0.81, 0.33, 0.48},
                        {0.12, -0.96, -0.25},
                        {-0.92, 0.06, 0.39},
                        {-0.01, 0.57, -0.62},
                        {-0.28, 0.83, 0.48},
                        {0.91, -0.20, 0.36}};
  for (const Vec3& side : sides) {
    const Vec3 direction = quick_unit(side);
    if (!(norm_sq(direction) > 0)) continue;
    work.simplex_steps++;
    Separation along;
    separation_along(frame, direction, 1, known[0], work, along);
    if (candidates.add(frame, along.extreme, pairs, weights)) return true;
  }
  return false;
}

}  // namespace glance::rooms::convex
