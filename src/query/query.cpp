#include "glance/query.h"

#include <fmt/format.h>

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
using namespace query;

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::apart: return "apart";
    case Verdict::touching: return "touching";
    case Verdict::overlapping: return "overlapping";
    case Verdict::undecided: break;
  }
  return "undecided";
}

std::string_view to_string(Method method) {
  switch (method) {
    case Method::automatic: return "auto";
    case Method::voronoi: return "voronoi";
    case Method::oracle: return "oracle";
    case Method::gjk: return "gjk";
    case Method::closed_form: return "closed_form";
    case Method::lp: return "lp";
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

// Names every member, so that one that is added does not compile until it is summed here.
Work& Work::operator+=(const Work& other) {
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

namespace {

/// For questions without a cache, which have no use for a list.
QueryOptions without_list(QueryOptions options) {
  options.list.max_entries = 0;
  return options;
}

/// For questions that have no use for the depth.
QueryOptions without_depth(QueryOptions options) {
  options.depth = false;
  return options;
}

/// One question: the bodies, how it is asked, and what to answer it with.
struct Asked : PairQuestion {
  Rounding rounding{a, b, options};
  Solver solver = solver_of(a.kind(), b.kind());

  Asked(const PairQuestion& question) : PairQuestion(question) {}

  bool wants_closed_form() const {
    return options.method == Method::automatic || options.method == Method::closed_form;
  }

  /// About the cores, which have flat sides.
  void core_distance(Distance& d) const {
    if (options.method == Method::oracle) {
      d = exact_distance(a, pose_a, b, pose_b, options.depth);
      d.work.method = Method::oracle;
      return;
    }
    if (solver == Solver::thin && wants_closed_form()) {
      if (thin_distance(PairFrame(a, pose_a, b, pose_b), d)) return;
      if (same_centre(a, pose_a, b, pose_b, d)) return;
    }
    if (solver == Solver::sphere_box && wants_closed_form() &&
        sphere_box_distance(a, pose_a, b, pose_b, rounding, d)) {
      return;
    }
    PairQuery(a, pose_a, b, pose_b, cache, options).distance(d);
  }

  void distance(Distance& d) const {
    switch (solver) {
      case Solver::halfspace: return halfspace_distance(a, pose_a, b, pose_b, rounding, options, d);
      case Solver::curved:
        return CurvedQuery(a, pose_a, b, pose_b, rounding, cache, options).distance(d);
      default:
        core_distance(d);
        if (!rounding.is_none()) round_answer(a, pose_a, b, pose_b, rounding, options.certify, d);
    }
  }

  void collide(Collision& c) const {
    if (solver == Solver::curved) {
      return CurvedQuery(a, pose_a, b, pose_b, rounding, cache, options).collide(c);
    }
    if (rounding.is_none() && solver != Solver::halfspace && solver != Solver::thin) {
      if (options.method == Method::oracle) {
        c = oracle_collide(a, pose_a, b, pose_b);
        c.work.method = Method::oracle;
      } else {
        PairQuery(a, pose_a, b, pose_b, cache, options).collide(c);
      }
      return;
    }
    if (solver == Solver::flat && options.method != Method::oracle &&
        PairQuery(a, pose_a, b, pose_b, cache, options).far_apart(rounding.reach_above(), c)) {
      return;
    }
    Distance d;
    distance(d);
    const bool overlap = d.verdict == Verdict::overlapping;
    c = {d.verdict, overlap ? Vec3(Vec3::zero()) : d.normal, d.certificate, d.work};
  }

  void nearer_than(double limit, Nearness& n) const {
    if (solver == Solver::flat && rounding.is_none() && options.method != Method::oracle) {
      PairQuery(a, pose_a, b, pose_b, cache, options).nearer_than(limit, n);
    } else {
      Distance d;
      distance(d);
      n = nearness_of(d, limit);
    }
    n.proved &= options.certify;
  }
};

}  // namespace

Collision collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  PairCache& cache, const QueryOptions& options) {
  Collision c;
  const QueryOptions asked = without_depth(options);
  const PairQuestion question{a, pose_a, b, pose_b, cache, asked};
  switch (family_of(a, b)) {
    case Family::compound: compound_collide(question, c); break;
    case Family::mesh: mesh_collide(question, c); break;
    case Family::convex: Asked(question).collide(c);
  }
  if (!options.certify) c.certificate = {};
  return c;
}

Collision collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options) {
  PairCache cache;
  return collide(a, pose_a, b, pose_b, cache, without_list(options));
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  PairCache& cache, const QueryOptions& options) {
  Distance d;
  const PairQuestion question{a, pose_a, b, pose_b, cache, options};
  switch (family_of(a, b)) {
    case Family::compound: compound_distance(question, d); break;
    case Family::mesh: mesh_distance(question, d); break;
    case Family::convex: Asked(question).distance(d);
  }
  if (!options.certify) d.certificate = {};
  return d;
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options) {
  PairCache cache;
  return distance(a, pose_a, b, pose_b, cache, without_list(options));
}

Result<Nearness> nearer_than(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             double limit, PairCache& cache, const QueryOptions& options) {
  if (!(limit >= 0)) {
    return fail(fmt::format("the limit of nearer_than must be a number >= 0, not {}", limit));
  }
  Nearness n;
  QueryOptions asked = without_depth(options);
  asked.margin = 0;
  const PairQuestion question{a, pose_a, b, pose_b, cache, asked};
  switch (family_of(a, b)) {
    case Family::compound: compound_nearer_than(question, limit, n); break;
    case Family::mesh: mesh_nearer_than(question, limit, n); break;
    case Family::convex: Asked(question).nearer_than(limit, n);
  }
  return n;
}

Result<Nearness> nearer_than(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             double limit, const QueryOptions& options) {
  PairCache cache;
  return nearer_than(a, pose_a, b, pose_b, limit, cache, without_list(options));
}

}  // namespace glance
