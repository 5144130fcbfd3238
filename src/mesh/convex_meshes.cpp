// Tested in tests/property/convex_meshes_test.cpp (ConvexMeshes).
#include "mesh/convex_meshes.h"

#include "math/local_point.h"

namespace glance::rooms::mesh {
namespace {

/// The question about the hulls, with the same cache (what convex bodies remember has a place of
/// its own there).
Collision ask(const PairQuestion& q, const ConvexForms& forms, double margin) {
  QueryOptions options = q.options.with(q.cache);
  options.margin = margin;
  return collide({*forms.a.shape, q.pose_a}, {*forms.b.shape, q.pose_b}, options);
}

/// Of two bodies that are apart: a direction proves it for the whole bodies. Other proofs name
/// vertices of the hulls, which are not those of the triangles.
void keep_direction(Certificate& certificate) {
  if (certificate.plane_count + certificate.pair_count > 0) certificate = {};
}

}  // namespace

std::optional<ConvexForms> forms_of(const PairQuestion& question) {
  if (question.options.tuning.list.policy != ListPolicy::automatic) return std::nullopt;
  return convex_forms(question.a, question.b);
}

Verdict hulls_collide(const PairQuestion& q, Collision& c) {
  const std::optional<ConvexForms> forms = forms_of(q);
  if (!forms) return Verdict::undecided;
  c = ask(q, *forms, q.options.margin);
  c.work.primitive_tests++;
  if (c.verdict == Verdict::apart) {
    keep_direction(c.certificate);
  } else {
    c.certificate = {};
  }
  if (c.verdict != Verdict::overlapping || forms->are_filled()) return c.verdict;
  // Surfaces: one may be inside the other, unless they only overlap by the margin.
  const bool within_margin = q.options.margin > 0 && ask(q, *forms, 0).verdict == Verdict::apart;
  if (within_margin) return c.verdict;
  c = {};
  return Verdict::undecided;
}

Verdict hulls_distance(const PairQuestion& q, Distance& d) {
  const std::optional<ConvexForms> forms = forms_of(q);
  if (!forms) return Verdict::undecided;
  QueryOptions options = q.options.with(q.cache);
  options.margin = 0;
  options.depth = options.depth && forms->are_filled();
  d = distance({*forms->a.shape, q.pose_a}, {*forms->b.shape, q.pose_b}, options);
  d.work.primitive_tests++;
  if (d.verdict == Verdict::overlapping && !forms->are_filled()) {
    d = {};
    return Verdict::undecided;
  }
  if (d.verdict != Verdict::apart) return d.verdict;
  keep_direction(d.certificate);
  const NamedFeature on_a = name_feature(forms->a, q.pose_a, d.feature_a, d.point_a);
  const NamedFeature on_b = name_feature(forms->b, q.pose_b, d.feature_b, d.point_b);
  d.feature_a = on_a.feature;
  d.feature_b = on_b.feature;
  d.sub_a = on_a.sub;
  d.sub_b = on_b.sub;
  return d.verdict;
}

bool hulls_nearer_than(const PairQuestion& q, double limit, Nearness& n) {
  const std::optional<ConvexForms> forms = forms_of(q);
  if (!forms) return false;
  const Result<Nearness> hulls = nearer_than(
      {*forms->a.shape, q.pose_a}, {*forms->b.shape, q.pose_b}, limit, q.options.with(q.cache));
  if (!hulls) return false;
  // Surfaces are as near as hulls that do not overlap.
  const bool holds = forms->are_filled() || hulls->lower >= 0 || !hulls->nearer ||
                     ask(q, *forms, 0).verdict == Verdict::apart;
  if (!holds) return false;
  n = *hulls;
  n.work.primitive_tests++;
  return true;
}

NamedFeature name_feature(const ConvexForm& form, const Pose& pose, FeatureId feature,
                          const Vec3& point) {
  if (!form.mesh) return {{}, feature};
  const Vec3 local = local_point(pose, point);
  const TriMesh& mesh = form.mesh->mesh();
  const ConvexSurface::Place place = form.where->place(mesh, feature, local);
  return {{SubShape::kNone, mesh.given[place.triangle]}, place.feature};
}

}  // namespace glance::rooms::mesh
