#include "glance/query.h"

#include <fmt/format.h>

#include "narrow/oracle.h"
#include "narrow/pair_query.h"

namespace glance {

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
  }
  return "unknown";
}

namespace {

/// For questions that have no use for the depth.
QueryOptions without_depth(QueryOptions options) {
  options.depth = false;
  return options;
}

}  // namespace

Collision collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  PairCache& cache, const QueryOptions& options) {
  if (options.method == Method::oracle) return oracle_collide(a, pose_a, b, pose_b);
  Collision c;
  const QueryOptions asked = without_depth(options);
  PairQuery(a, pose_a, b, pose_b, cache, asked).collide(c);
  if (!options.certify) c.certificate = {};
  return c;
}

Collision collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options) {
  PairCache cache;
  return collide(a, pose_a, b, pose_b, cache, options);
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  PairCache& cache, const QueryOptions& options) {
  if (options.method == Method::oracle) {
    return exact_distance(a, pose_a, b, pose_b, std::nullopt, options.depth);
  }
  Distance d;
  PairQuery(a, pose_a, b, pose_b, cache, options).distance(d);
  if (!options.certify) d.certificate = {};
  return d;
}

Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                  const QueryOptions& options) {
  PairCache cache;
  return distance(a, pose_a, b, pose_b, cache, options);
}

Result<Nearness> nearer_than(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             double limit, PairCache& cache, const QueryOptions& options) {
  if (!(limit >= 0)) {
    return fail(fmt::format("the limit of nearer_than must be a number >= 0, not {}", limit));
  }
  if (options.method == Method::oracle) {
    return nearness_of(exact_distance(a, pose_a, b, pose_b, std::nullopt, false), limit);
  }
  Nearness n;
  const QueryOptions asked = without_depth(options);
  PairQuery(a, pose_a, b, pose_b, cache, asked).nearer_than(limit, n);
  n.proved &= options.certify;
  return n;
}

Result<Nearness> nearer_than(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                             double limit, const QueryOptions& options) {
  PairCache cache;
  return nearer_than(a, pose_a, b, pose_b, limit, cache, options);
}

}  // namespace glance
