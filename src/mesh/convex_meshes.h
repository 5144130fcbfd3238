// Meshes that are exactly the surface of their convex hull (bound/convex_form), answered by the
// solvers for convex bodies. With ListPolicy::automatic only, so that the others compare searches.
#pragma once

#include <optional>

#include "bound/convex_form.h"
#include "convex/pair_question.h"

namespace glance::rooms::mesh {

/// The forms of a question that may be answered so.
std::optional<ConvexForms> forms_of(const PairQuestion& question);

/// What the hulls tell of a question about the bodies. Each returns the verdict (with the margin):
/// `apart`: the answer is complete. `touching`, `overlapping`: the verdict is certain, and so is
/// what the answer says, except for the certificate and the names of the triangles that meet.
/// `undecided`: the hulls do not tell; the answer is not set.
Verdict hulls_collide(const PairQuestion& question, Collision& c);
/// Without the margin.
Verdict hulls_distance(const PairQuestion& question, Distance& d);
/// Returns whether the answer is complete.
bool hulls_nearer_than(const PairQuestion& question, double limit, Nearness& n);

/// Where a feature of a form is on the body, given a point of it in the world.
struct NamedFeature {
  SubShape sub;
  FeatureId feature;
};
NamedFeature name_feature(const ConvexForm& form, const Pose& pose, FeatureId feature,
                          const Vec3& point);

}  // namespace glance::rooms::mesh
