#include "glance/query.h"

#include <fmt/format.h>

#include <limits>

#include "base/error_code.h"
#include "compound/compound_query.h"
#include "compound/family.h"
#include "convex/halfspace_pair.h"
#include "convex/pair_query.h"
#include "convex/sphere_box.h"
#include "convex/thin_pair.h"
#include "curved/curved_query.h"
#include "exact/oracle.h"
#include "mesh/mesh_query.h"
#include "query/dispatch.h"

namespace glance {
using namespace rooms::query;

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::apart: return "apart";
    case Verdict::touching: return "touching";
    case Verdict::overlapping: return "overlapping";
    case Verdict::undecided: break;
  }
  return "undecided";
}

std::string_view to_string(QueryMethod method) {
  switch (method) {
    case QueryMethod::automatic: return "auto";
    case QueryMethod::voronoi: return "voronoi";
    case QueryMethod::oracle: return "oracle";
    case QueryMethod::gjk: return "gjk";
    case QueryMethod::closed_form: return "closed_form";
    case QueryMethod::lp: return "lp";
  }
  return "unknown";
}

std::string_view to_string(ListPolicy policy) {
  switch (policy) {
    case ListPolicy::top_down: return "top_down";
    case ListPolicy::both_ways: return "both_ways";
    case ListPolicy::predict: return "predict";
    case ListPolicy::deferred: return "deferred";
    case ListPolicy::automatic: return "auto";
  }
  return "unknown";
}

// Names every member, so that a new one does not compile until it is added here.
QueryWork& QueryWork::operator+=(const QueryWork& other) {
  const auto& [features, simplices, vertices, pivots, lps, depths, updates, volumes, primitives,
               entries, method_of_other, cached, handed, by_integers, early] = other;
  feature_steps += features;
  simplex_steps += simplices;
  vertex_steps += vertices;
  exact_pivots += pivots;
  lp_steps += lps;
  depth_steps += depths;
  volume_updates += updates;
  volume_tests += volumes;
  primitive_tests += primitives;
  list_entries += entries;
  handed_over |= handed;
  exact |= by_integers;
  (void)method_of_other, (void)cached, (void)early;
  return *this;
}

}  // namespace glance

namespace glance::rooms::query {
namespace {

/// For questions without a cache, for which a list would be useless.
QueryOptions without_list(QueryOptions options) {
  options.tuning.list.max_entries = 0;
  return options;
}

/// Removes the cache from the options: it belongs to the question (PairQuestion has it), not to the
/// questions that this one asks about parts.
QueryOptions without_cache(QueryOptions options) {
  options.cache = nullptr;
  return options;
}

/// Replaces what the solvers left at its initial value: a report holds no number that was not
/// computed. (Within the margin, bodies that overlap may be apart: their depth is 0.)
void mark_unknown(const QueryOptions& options, Distance& d) {
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  if (d.verdict == Verdict::undecided && d.work.interrupted) {
    d.distance = d.depth = kUnknown;
    d.point_a = d.point_b = Vec3::constant(kUnknown);
    d.feature_a = d.feature_b = FeatureId::none();
  } else if (!options.depth && d.verdict == Verdict::overlapping && d.depth == 0 &&
             !(d.distance > 0)) {
    d.depth = kUnknown;
  }
}

/// For questions that do not need the depth.
QueryOptions without_depth(QueryOptions options) {
  options.depth = false;
  return without_cache(options);
}

/// A question about two convex bodies: finds out which solver answers it, and adds the rounding
/// radii and the margin to the answer about the cores.
struct Asked : PairQuestion {
  Rounding rounding{a, b, options};
  Solver solver = solver_of(a.kind(), b.kind());

  Asked(const PairQuestion& question) : PairQuestion(question) {}

  /// Whether a formula may answer.
  bool wants_closed_form() const {
    return options.tuning.method == QueryMethod::automatic ||
           options.tuning.method == QueryMethod::closed_form;
  }

  /// The distance of the cores, which have flat sides.
  void core_distance(bool measure, Distance& d) const {
    if (options.tuning.method == QueryMethod::oracle) {
      d = exact_distance(a, pose_a, b, pose_b, options.depth);
      d.work.method = QueryMethod::oracle;
      return;
    }
    // Formulas first. They return false where doubles cannot prove their answer.
    if (solver == Solver::thin && wants_closed_form()) {
      const bool all_digits = measure && rounding.radii() == 0;
      if (try_thin_distance(PairFrame(a, pose_a, b, pose_b), all_digits, d)) return;
      if (try_same_centre(a, pose_a, b, pose_b, d)) return;
    }
    if (solver == Solver::sphere_box && wants_closed_form() &&
        try_sphere_box(a, pose_a, b, pose_b, rounding, d)) {
      return;
    }
    PairQuery(a, pose_a, b, pose_b, cache, options).distance(d);
  }

  /// `wants_digits`: whether the digits of a value near zero matter, or only its sign.
  void distance(bool wants_digits, Distance& d) const {
    const bool measure = wants_digits && options.tuning.certify;
    switch (solver) {
      case Solver::halfspace:
        return halfspace_distance(a, pose_a, b, pose_b, rounding, options, measure, d);
      case Solver::curved:
        return CurvedQuery(a, pose_a, b, pose_b, rounding, cache, options).distance(d);
      default:
        core_distance(measure, d);
        if (!rounding.is_none()) {
          round_answer(a, pose_a, b, pose_b, rounding, options.tuning.certify, measure, d);
        }
    }
  }

  void collide(Collision& c) const {
    if (solver == Solver::curved) {
      return CurvedQuery(a, pose_a, b, pose_b, rounding, cache, options).collide(c);
    }
    // Without rounding and margin, the verdict about the cores is the answer. With them, a distance
    // is needed, unless the cores are clearly farther apart than the radii.
    if (rounding.is_none() && solver != Solver::halfspace && solver != Solver::thin) {
      if (options.tuning.method == QueryMethod::oracle) {
        c = oracle_collide(a, pose_a, b, pose_b);
        c.work.method = QueryMethod::oracle;
      } else {
        PairQuery(a, pose_a, b, pose_b, cache, options).collide(c);
      }
      return;
    }
    if (solver == Solver::flat && options.tuning.method != QueryMethod::oracle &&
        PairQuery(a, pose_a, b, pose_b, cache, options).try_far_apart(rounding.reach_above(), c)) {
      return;
    }
    Distance d;
    distance(false, d);
    const bool overlap = d.verdict == Verdict::overlapping;
    c = {d.verdict, overlap ? Vec3(Vec3::zero()) : d.normal, d.certificate, d.work};
  }

  void nearer_than(double limit, Nearness& n) const {
    if (solver == Solver::flat && rounding.is_none() &&
        options.tuning.method != QueryMethod::oracle) {
      PairQuery(a, pose_a, b, pose_b, cache, options).nearer_than(limit, n);
    } else {
      Distance d;
      distance(true, d);
      n = nearness_of(d, limit);
    }
    n.proved &= options.tuning.certify;
  }
};

// (In functions with one way out, so that answers are made where the caller wants them: they are
// hundreds of bytes, and a copy takes as long as the proof of a gap.)

Collision collide_with_cache(PlacedShape a, PlacedShape b, const QueryOptions& options) {
  Collision c;
  const QueryOptions asked = without_depth(options);
  // The family of solvers: compounds ask about their parts, meshes search their trees.
  const PairQuestion question{a.shape, a.pose, b.shape, b.pose, *options.cache, asked};
  switch (family_of(a.shape, b.shape)) {
    case Family::compound: compound_collide(question, c); break;
    case Family::mesh: mesh_collide(question, c); break;
    case Family::convex: Asked(question).collide(c);
  }
  if (!options.tuning.certify) c.certificate = {};
  return c;
}

Distance distance_with_cache(PlacedShape a, PlacedShape b, const QueryOptions& options) {
  Distance d;
  const QueryOptions asked = without_cache(options);
  const PairQuestion question{a.shape, a.pose, b.shape, b.pose, *options.cache, asked};
  switch (family_of(a.shape, b.shape)) {
    case Family::compound: compound_distance(question, d); break;
    case Family::mesh: mesh_distance(question, d); break;
    case Family::convex: Asked(question).distance(true, d);
  }
  mark_unknown(options, d);
  if (!options.tuning.certify) d.certificate = {};
  return d;
}

}  // namespace
}  // namespace glance::rooms::query

namespace glance {

Collision collide(PlacedShape a, PlacedShape b, const QueryOptions& options) {
  if (options.cache) return collide_with_cache(a, b, options);
  PairCache cache;
  return collide_with_cache(a, b, without_list(options).with(cache));
}

Distance distance(PlacedShape a, PlacedShape b, const QueryOptions& options) {
  if (options.cache) return distance_with_cache(a, b, options);
  PairCache cache;
  return distance_with_cache(a, b, without_list(options).with(cache));
}

Result<Nearness> nearer_than(PlacedShape a, PlacedShape b, double limit,
                             const QueryOptions& options) {
  if (!(limit >= 0)) {
    return fail(code_of(limit),
                fmt::format("the limit of nearer_than must be a number >= 0, not {}", limit));
  }
  if (!options.cache) {
    PairCache cache;
    return nearer_than(a, b, limit, without_list(options).with(cache));
  }
  Nearness n;
  QueryOptions asked = without_depth(options);
  asked.margin = 0;
  const PairQuestion question{a.shape, a.pose, b.shape, b.pose, *options.cache, asked};
  switch (family_of(a.shape, b.shape)) {
    case Family::compound: compound_nearer_than(question, limit, n); break;
    case Family::mesh: mesh_nearer_than(question, limit, n); break;
    case Family::convex: Asked(question).nearer_than(limit, n);
  }
  return n;
}

}  // namespace glance
