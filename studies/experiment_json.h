// Measurements as JSON and back.
//
//   {"study": "..", "facts": {"seed": "1", ..},
//    "experiments": [{"name": "..", "x_label": "..",
//      "series": [{"name": "..", "x": [..], "values": {"seconds": [..], ..}}]}]}
//
// One array for each quantity, as long as "x": what plotting programs like to read.
#pragma once

#include <nlohmann/json.hpp>

#include "studies/experiment.h"

namespace glance::studies {

/// Keeps the members of an object in the order in which they came.
using Json = nlohmann::ordered_json;

Json to_json(const Measurements& measurements);
/// Refuses what to_json cannot have made, with the place.
Result<Measurements> measurements_from_json(const Json& json);

}  // namespace glance::studies
