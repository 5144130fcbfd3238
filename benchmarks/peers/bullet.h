// Bullet in single or double precision: btConvexHullShape without margin.
//
// The two builds define the same symbols and cannot be in one program: even dlopen with
// RTLD_LOCAL would merge some static variables of theirs (those that the compiler marks as
// unique in a process: btTransform::getIdentity's, of different sizes). So each comes in a
// module that is loaded into a namespace of its own (dlmopen), with its own C++ runtime.
#pragma once

#include <memory>
#include <vector>

#include "peers/continuous_peer.h"
#include "peers/dynamics_peer.h"
#include "peers/peer.h"
#include "peers/world_peer.h"

namespace glance::bench {

/// What a module exports under these names, for Peer, WorldPeer and so on: its peers by
/// number, null after the last. They live as long as the program.
template <class PeerType>
using BulletEntry = PeerType* (*)(int number);
inline constexpr const char* kBulletEntry = "glance_bench_bullet_peer";
inline constexpr const char* kBulletWorldEntry = "glance_bench_bullet_world";
inline constexpr const char* kBulletContinuousEntry = "glance_bench_bullet_continuous";
inline constexpr const char* kBulletDynamicsEntry = "glance_bench_bullet_dynamics";

/// The peers of a module, for the program. Throw std::runtime_error if it cannot be loaded.
std::vector<std::shared_ptr<Peer>> load_bullet(const char* module_path);
std::vector<std::shared_ptr<WorldPeer>> load_bullet_worlds(const char* module_path);
std::vector<std::shared_ptr<ContinuousPeer>> load_bullet_continuous(const char* module_path);
std::vector<std::shared_ptr<DynamicsPeer>> load_bullet_dynamics(const char* module_path);

}  // namespace glance::bench
