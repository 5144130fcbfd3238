// Who takes part, on which machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "peers/continuous_peer.h"
#include "peers/dynamics_peer.h"
#include "peers/peer.h"
#include "peers/world_peer.h"

namespace glance::bench {

using Contender = std::shared_ptr<Peer>;
using WorldContender = std::shared_ptr<WorldPeer>;
using ContinuousContender = std::shared_ptr<ContinuousPeer>;
using DynamicsContender = std::shared_ptr<DynamicsPeer>;

/// Everyone else. Throw std::runtime_error if one cannot be loaded.
std::vector<Contender> load_peers();
std::vector<WorldContender> load_world_peers();
std::vector<ContinuousContender> load_continuous_peers();
std::vector<DynamicsContender> load_dynamics_peers();
/// Those who answer about hulls: some have something for primitives only.
std::vector<Contender> hull_peers(std::vector<Contender> peers);

struct NamedVersion {
  std::string name, version;
};

std::vector<NamedVersion> versions();

struct Machine {
  std::string cpu, compiler;
};
Machine machine();

/// "AMD EPYC; GNU 12.2.0 -O3; glance VERSION, FCL .."
std::string circumstances();

}  // namespace glance::bench
