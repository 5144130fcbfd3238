// What `glance tree` says of how convex a mesh is.
#pragma once

#include <string>

#include "common/json_writer.h"
#include "glance/convexity.h"

namespace glance::app {

/// Two lines; one for a mesh that is exactly convex.
std::string describe_convexity(const Convexity& convexity, std::size_t triangles);
Json convexity_to_json(const Convexity& convexity);

}  // namespace glance::app
