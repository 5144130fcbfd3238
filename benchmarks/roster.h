// Who takes part, on which machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "peers/peer.h"

namespace glance::bench {

using Contender = std::shared_ptr<Peer>;

/// Everyone else. Throws std::runtime_error if one cannot be loaded.
std::vector<Contender> load_peers();

struct NamedVersion {
  std::string name, version;
};

std::vector<NamedVersion> versions();

struct Machine {
  std::string cpu, compiler;
};
Machine machine();

/// "AMD EPYC; GNU 12.2.0 -O3; glance 0.1.0, FCL .."
std::string circumstances();

}  // namespace glance::bench
