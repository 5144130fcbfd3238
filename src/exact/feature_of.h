// The smallest feature of a body that holds a set of its vertices.
#pragma once

#include <optional>
#include <span>

#include "geom/topology.h"
#include "glance/shape.h"

namespace glance::rooms::exact {

/// One to four vertices, repetitions allowed. None if they lie on no common face.
std::optional<FeatureId> feature_of(const Topology& topology,
                                    std::span<const std::uint32_t> vertices);

}  // namespace glance::rooms::exact
