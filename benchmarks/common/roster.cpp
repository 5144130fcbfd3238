#include "benchmarks/common/roster.h"

#include <fmt/format.h>

#include <fstream>
#include <utility>

#include "glance/base.h"
#include "peers/bullet.h"
#include "peers/ccd.h"
#include "peers/fcl.h"
#include "peers/fcl_continuous.h"
#include "peers/fcl_world.h"
#include "peers/ode_world.h"

namespace glance::bench {

std::vector<Contender> load_peers() {
  std::vector<Contender> peers;
  peers.push_back(make_fcl_libccd());
  peers.push_back(make_fcl_indep());
  peers.push_back(make_ccd_mpr());
  peers.push_back(make_ccd_gjk());
  for (const char* module : {BENCH_BULLET_SINGLE, BENCH_BULLET_DOUBLE}) {
    for (Contender& peer : load_bullet(module)) peers.push_back(std::move(peer));
  }
  return peers;
}

std::vector<Contender> hull_peers(std::vector<Contender> peers) {
  std::erase_if(peers, [](const Contender& peer) { return !peer->offers(Question::boolean); });
  return peers;
}

std::vector<WorldContender> load_world_peers() {
  std::vector<WorldContender> peers;
  peers.push_back(make_ode_sweep());
  peers.push_back(make_ode_hash());
  for (const char* module : {BENCH_BULLET_SINGLE, BENCH_BULLET_DOUBLE}) {
    for (WorldContender& peer : load_bullet_worlds(module)) peers.push_back(std::move(peer));
  }
  peers.push_back(make_fcl_tree());
  peers.push_back(make_fcl_tree_reinserting());
  peers.push_back(make_fcl_sweep());
  return peers;
}

std::vector<ContinuousContender> load_continuous_peers() {
  std::vector<ContinuousContender> peers;
  peers.push_back(make_fcl_continuous_libccd());
  peers.push_back(make_fcl_continuous_indep());
  for (const char* module : {BENCH_BULLET_SINGLE, BENCH_BULLET_DOUBLE}) {
    for (ContinuousContender& peer : load_bullet_continuous(module)) {
      peers.push_back(std::move(peer));
    }
  }
  return peers;
}

std::vector<DynamicsContender> load_dynamics_peers() {
  std::vector<DynamicsContender> peers;
  for (const char* module : {BENCH_BULLET_SINGLE, BENCH_BULLET_DOUBLE}) {
    for (DynamicsContender& peer : load_bullet_dynamics(module)) peers.push_back(std::move(peer));
  }
  return peers;
}

std::vector<NamedVersion> versions() {
  return {{"glance", std::string(version())},
          {"FCL", BENCH_FCL_VERSION},
          {"libccd", BENCH_CCD_VERSION},
          {"Bullet", BENCH_BULLET_VERSION},
          {"ODE", BENCH_ODE_VERSION}};
}

Machine machine() {
  Machine result{"unknown processor", BENCH_COMPILER};
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) {
      result.cpu = line.substr(colon + 2);
      break;
    }
  }
  return result;
}

std::string circumstances() {
  const Machine here = machine();
  std::string text = fmt::format("{}; {}; ", here.cpu, here.compiler);
  const char* separator = "";
  for (const NamedVersion& v : versions()) {
    text += fmt::format("{}{} {}", std::exchange(separator, ", "), v.name, v.version);
  }
  return text;
}

}  // namespace glance::bench
