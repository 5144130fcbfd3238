// What `glance toi` says about a pair, as JSON.
//
//   {"id": ANY, "hit": .., "time": .., "lower": .., "upper": .., "distance": .., "point": [..],
//    "normal": [..], "starts_overlapping": .., "tolerance": .., "work": {..}}
//
// distance, point and normal only for a hit; "grazing" and "undecided" only where they are true.
#pragma once

#include "common/json_writer.h"
#include "glance/impact.h"

namespace glance::app {

Json impact_to_json(const Json& id, const Impact& impact);

}  // namespace glance::app
