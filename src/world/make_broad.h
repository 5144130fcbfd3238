// The broad phase of a world, by its options.
#pragma once

#include <memory>

#include "broad/broad_phase.h"
#include "glance/world.h"

namespace glance::rooms::world {

/// All of them find the same pairs: tests/property/broad_test compares them.
std::unique_ptr<BroadPhase> make_broad(const WorldOptions& options);

/// How it found the pairs of the last update, and why.
BroadChoice choice_of(const WorldOptions& options, const BroadPhase& broad);

}  // namespace glance::rooms::world
