// What `glance pairs` says about a pair, as JSON.
//
//   {"id": ANY, "verdict": .., "distance": .., "depth": .., "lower": .., "upper": ..,
//    "normal": [..], "point_a": [..], "point_b": [..], "feature_a": .., "feature_b": ..,
//    "method": .., "certificate": {..}, "work": {..}}
//
// A number that is infinite becomes null. Bodies that are not convex also have "sub_a", "sub_b":
// {"part": .., "triangle": ..}, each only if there is one; "notes" say what had to be cleaned. With
// --contacts also
//
//   "contacts": [{"id": .., "point_a": [..], "point_b": [..], "depth": .., "feature_a": ..,
//   "feature_b": ..}, ..], "contact_normal": [..]
//
// with --verify also "verified": true or false (null: there is nothing to check), and
// "verify_error": ".." if false; for a line that made no sense {"id": ANY, "error": ".."}.
#pragma once

#include "common/json_writer.h"
#include "glance/contact.h"

namespace glance::app {

Json answer_to_json(const Json& id, const Distance& answer, QueryMethod method);

/// The counters of work; zero counters are omitted.
Json work_to_json(const QueryWork& work);

/// Adds the contact points.
void add_contacts(Json& answer, const Contacts& contacts);

}  // namespace glance::app
