// This library's meshes, as the benchmarks see them.
#pragma once

#include <memory>

#include "glance/shape.h"
#include "peers/mesh_peer.h"

namespace glance::bench {

/// "ours", or "ours, sphere".
std::unique_ptr<MeshPeer> make_our_meshes(VolumeKind volume = VolumeKind::automatic);

Shape to_mesh(const MeshSoup& soup, const MeshOptions& options = {});

}  // namespace glance::bench
