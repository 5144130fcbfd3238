// How questions about a pair are answered, for comparing methods and for measuring what each costs.
// Answers do not depend on any of it (but see QueryTuning::certify).
#pragma once

#include <cstdint>
#include <string_view>

#include "glance/export.h"
#include "glance/tolerance.h"

namespace glance {

/// How a question is answered. All methods give the same verdicts. A method that does not support a
/// pair of kinds leaves it to `automatic`; QueryWork::method says which method answered.
enum class QueryMethod : std::uint8_t {
  /// The method that was measured to be fastest for the kinds and the question.
  automatic,
  /// Closest-feature tracking (I-COLLIDE section 3): a walk over pairs of features. For cores
  /// with flat sides.
  voronoi,
  /// The reference for every other method: an exact verdict by linear programming over big
  /// integers; distance and depth by brute force over all pairs of features. Simple, and slow (a
  /// millisecond for 60 vertices). For curved cores: a search over all directions.
  oracle,
  /// The search of Gilbert, Johnson and Keerthi for the point of A - B nearest to the origin. For
  /// all kinds but half-spaces.
  gjk,
  /// A formula: for pairs of spheres, capsules, segments and points; for a sphere and a box; for
  /// two boxes (`collide`, and the depth of an overlap); for a half-space and anything.
  closed_form,
  /// A linear program over the vertices, solved by an interior point method (IVRI-CD sections 3 and
  /// 4). For cores with flat sides. Points and depths come from `gjk`, which starts where the
  /// program ends.
  lp,
};

/// Returns "auto", "voronoi", "oracle", "gjk", "closed_form", "lp".
GLANCE_API std::string_view to_string(QueryMethod method);

/// Where the walk over features starts.
enum class WalkStart : std::uint8_t {
  cached,  ///< where the last walk with this cache ended; without a cache, as `table`
  table,   ///< at vertices that face each other, from a table of directions
  random,  ///< at random vertices (QueryTuning::seed)
};

/// How the pairs of tree nodes at which the last search ended (the separation list) are used for
/// the next search (Li and Chen 1998). All policies give the same answers.
enum class ListPolicy : std::uint8_t {
  top_down,   ///< not at all: every search starts at the roots
  both_ways,  ///< each pair moves down, stays, or moves up if its parent pair is apart (section
              ///< 4.2)
  predict,   ///< no pair moves up; the list starts again from the roots once it has stopped growing
             ///< (section 4.3)
  deferred,  ///< as `predict`, but it starts again after some more questions without growth
             ///< (section 4.4)
  /// As `deferred`, except that distances between small meshes are found without trees, and meshes
  /// that are exactly convex are answered as their hulls (docs/design/mesh_pairs.md): both are
  /// faster than any list.
  automatic,
};

/// Returns "top_down", "both_ways", "predict", "deferred", "auto".
GLANCE_API std::string_view to_string(ListPolicy policy);

/// For pairs of which at least one body is a mesh. Without a cache there is no list.
struct ListOptions {
  ListPolicy policy = ListPolicy::automatic;  ///< how the list is used
  /// For `deferred` and `automatic`: the number of additional questions (0 is `predict`).
  std::uint32_t deferrals = 1;
  /// The list is dropped when it grows beyond this many entries (12 bytes each).
  std::uint32_t max_entries = kMaxListEntries;

  bool operator==(const ListOptions&) const = default;
};

/// The type of QueryOptions::tuning.
struct QueryTuning {
  QueryMethod method = QueryMethod::automatic;  ///< how the question is answered
  WalkStart start = WalkStart::cached;          ///< where the walk starts
  std::uint64_t seed = 0;                       ///< for WalkStart::random
  /// How the walk detects that a vertex is inside the other body: with the cells that divide its
  /// inside (I-COLLIDE section 3.3) if true, otherwise with a test against every face.
  bool interior_cells = true;
  /// If false: no certificate, and `distance` accepts the result of the walk without proof. This is
  /// for measuring what the proof costs; near contact the answer may be wrong.
  bool certify = true;
  ListOptions list = {};  ///< for meshes

  bool operator==(const QueryTuning&) const = default;
};

}  // namespace glance
