// FCL's triangle meshes, in trees of its OBBRSS: oriented boxes for `collide`, swept spheres of
// rectangles for `distance`.
#pragma once

#include <memory>

#include "peers/mesh_peer.h"

namespace glance::bench {

std::unique_ptr<MeshPeer> make_fcl_meshes();

}  // namespace glance::bench
