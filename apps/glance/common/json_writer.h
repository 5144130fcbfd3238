// What the JSON lines of all commands share: numbers, errors, checked proofs.
#pragma once

#include <string>
#include <string_view>

#include "common/json_line.h"
#include "glance/shape.h"

namespace glance::app {

/// No "-0.0" in answers: it surprises people and means nothing here. Infinity is null, since
/// JSON has none.
Json number_to_json(double x);
Json vector_to_json(const Vec3& v);

/// {"part": .., "triangle": ..}: what there is.
Json sub_shape_to_json(const SubShape& sub);

/// Adds a count or a flag of work, unless it is zero.
template <class T>
void add_work(Json& json, const char* name, T value) {
  if (value) json[name] = value;
}

/// {"id": ANY, "error": ".."}, for a line that made no sense.
Json error_to_json(const Json& id, std::string_view message);

/// Adds the result of checking the proof: "verified", and "verify_error" if that is false.
void add_verification(Json& answer, const Result<void>& verified);

/// One line without a newline, in valid UTF-8. Numbers read back to the same doubles.
std::string to_line(const Json& answer);

}  // namespace glance::app
