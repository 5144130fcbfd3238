// FCL, the Flexible Collision Library, with its two solvers.
#pragma once

#include <memory>

#include "peers/peer.h"

namespace glance::bench {

std::unique_ptr<Peer> make_fcl_libccd();  ///< GST_LIBCCD: MPR and GJK of libccd
std::unique_ptr<Peer> make_fcl_indep();   ///< GST_INDEP: its own GJK

}  // namespace glance::bench
