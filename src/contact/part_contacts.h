// Contacts of bodies that are not convex: those of their parts and triangles, the few that matter
// (docs/design/compounds.md).
#pragma once

#include "convex/pair_question.h"
#include "glance/contact.h"

namespace glance::rooms::contact {

/// Fills normal and points, for bodies of which `distance` says that they meet (or come within the
/// margin) and of which at least one is not convex.
void fill_part_contacts(const Distance& distance, const PairQuestion& question, Contacts& contacts);

}  // namespace glance::rooms::contact
