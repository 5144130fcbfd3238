// FCL's continuous collision: conservative advancement, with its two solvers.
#pragma once

#include <memory>

#include "peers/continuous_peer.h"

namespace glance::bench {

std::unique_ptr<ContinuousPeer> make_fcl_continuous_libccd();
std::unique_ptr<ContinuousPeer> make_fcl_continuous_indep();

}  // namespace glance::bench
