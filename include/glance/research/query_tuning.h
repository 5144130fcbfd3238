// How questions about a pair are answered: for comparing methods, and for measuring what each
// costs. Answers do not depend on any of it.
#pragma once

#include <cstdint>
#include <string_view>

#include "glance/export.h"
#include "glance/tolerance.h"

namespace glance {

/// How a question is answered. All methods give the same verdicts. One that does not know a
/// pair of kinds leaves it to `automatic`; QueryWork::method says which was taken.
enum class QueryMethod : std::uint8_t {
  /// Whichever was measured to be fastest for the kinds and the question.
  automatic,
  /// Closest-feature tracking (I-COLLIDE section 3): a walk over pairs of features. For cores
  /// with flat sides.
  voronoi,
  /// Exact verdict by linear programming over big integers; distance and depth
  /// by brute force over all pairs of features. Slow (a millisecond for 60
  /// vertices), simple, and the reference for every other method. For curved cores: a search
  /// over all directions.
  oracle,
  /// The search of Gilbert, Johnson and Keerthi for the nearest point of A - B. For all kinds
  /// but half-spaces.
  gjk,
  /// A formula: spheres, capsules, segments and points among each other, a sphere and a box,
  /// two boxes (`collide` only), a half-space and anything.
  closed_form,
  /// A linear program over the vertices, by an interior point method (IVRI-CD sections 3 and 4).
  /// For cores with flat sides; points and depths by `gjk` from where it ends.
  lp,
};

/// "auto", "voronoi", "oracle", "gjk", "closed_form", "lp".
GLANCE_API std::string_view to_string(QueryMethod method);

/// Where the walk starts.
enum class WalkStart : std::uint8_t {
  cached,  ///< where the last one with this cache ended; without that, as `table`
  table,   ///< at the vertices that face each other, from a table by direction
  random,  ///< at vertices drawn with QueryOptions::seed
};

/// How the pairs of tree nodes at which the last search ended (the separation list) are used for
/// the next one (Li and Chen 1998). All give the same answers.
enum class ListPolicy : std::uint8_t {
  top_down,   ///< not at all: every search begins at the roots
  both_ways,  ///< each pair moves down, stays, or moves up where its parent is apart (section 4.2)
  predict,    ///< none moves up; begins again once the list has stopped growing (section 4.3)
  deferred,   ///< begins again once it has not grown for some questions more (section 4.4)
  /// `deferred`; but distances between small meshes are found without trees (docs/design/
  /// mesh_pairs.md), which is faster than any list.
  automatic,
};

/// "top_down", "both_ways", "predict", "deferred", "auto".
GLANCE_API std::string_view to_string(ListPolicy policy);

/// For pairs of which at least one is a mesh. Without a cache there is no list.
struct ListOptions {
  ListPolicy policy = ListPolicy::automatic;
  /// For `deferred` and `automatic`: how many questions more (0 is `predict`).
  std::uint32_t deferrals = 1;
  /// The list is dropped when it grows beyond this (12 bytes each).
  std::uint32_t max_entries = kMaxListEntries;

  bool operator==(const ListOptions&) const = default;
};

/// QueryOptions::tuning.
struct QueryTuning {
  QueryMethod method = QueryMethod::automatic;
  WalkStart start = WalkStart::cached;
  std::uint64_t seed = 0;  ///< for WalkStart::random
  /// How the walk finds out that a vertex is inside the other body: through the cells that
  /// divide it (I-COLLIDE section 3.3), or by testing it against every face.
  bool interior_cells = true;
  ListOptions list = {};

  bool operator==(const QueryTuning&) const = default;
};

}  // namespace glance
