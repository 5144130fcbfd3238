// What `glance pairs` says about a pair, as JSON.
//
//   {"id": ANY, "verdict": .., "distance": .., "depth": .., "lower": .., "upper": ..,
//    "normal": [..], "point_a": [..], "point_b": [..], "feature_a": .., "feature_b": ..,
//    "method": .., "certificate": {..}, "work": {..}}
//
// A number that is infinite becomes null. With --contacts also
//
//   "contacts": [{"id": .., "point_a": [..], "point_b": [..], "depth": .., "feature_a": ..,
//   "feature_b": ..}, ..], "contact_normal": [..]
//
// with --verify also "verified": true or false, and "verify_error": ".." if false; for a line
// that made no sense {"id": ANY, "error": ".."}.
#pragma once

#include <string>
#include <string_view>

#include "glance/contact.h"
#include "json_line.h"

namespace glance::app {

Json answer_to_json(const Json& id, const Distance& answer, Method method);
Json error_to_json(const Json& id, std::string_view message);

/// Adds where they touch.
void add_contacts(Json& answer, const Contacts& contacts);

/// Adds what became of the certificate.
void add_verification(Json& answer, const Result<void>& verified);

/// One line without its end, in valid UTF-8. Numbers read back to the same doubles.
std::string to_line(const Json& answer);

}  // namespace glance::app
