// Bodies that start apart meet with their surfaces first. The surface of a hull is that of the
// mesh, so its first contact, and every direction that keeps the hulls apart until then, is that of
// the meshes.
// Tested in tests/property/convex_meshes_test.cpp (ConvexMeshes.MeetWhenTheirHullsDo).
#include "sweep/hull_impact.h"

#include "bound/convex_form.h"
#include "sweep/advancement.h"

namespace glance::rooms::sweep {

std::optional<Impact> hull_impact(const Shape& a, const Motion& motion_a, const Shape& b,
                                  const Motion& motion_b, const ImpactOptions& options) {
  const std::optional<ConvexForms> forms = convex_forms_unless_refused(a, b);
  if (!forms) return std::nullopt;
  const PairCache nothing;
  Impact impact = convex_impact(*forms->a.shape, motion_a, *forms->b.shape, motion_b,
                                options.cache ? *options.cache : nothing, options);
  if (impact.starts_overlapping && !forms->are_filled()) return std::nullopt;
  impact.work.primitive_tests = 1;
  if (!impact.hit || impact.undecided) return impact;
  const Distance named = distance({a, motion_a.at(impact.time)}, {b, motion_b.at(impact.time)},
                                  {.depth = false, .margin = options.margin});
  impact.sub_a = named.sub_a;
  impact.sub_b = named.sub_b;
  return impact;
}

}  // namespace glance::rooms::sweep
