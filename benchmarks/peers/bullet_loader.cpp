#include <dlfcn.h>

#include <stdexcept>

#include "peers/bullet.h"

namespace glance::bench {
namespace {

template <class PeerType>
std::vector<std::shared_ptr<PeerType>> load(const char* module_path, const char* entry_name) {
  void* const module = dlmopen(LM_ID_NEWLM, module_path, RTLD_NOW | RTLD_LOCAL);
  if (!module) throw std::runtime_error(dlerror());
  const auto entry = reinterpret_cast<BulletEntry<PeerType>>(dlsym(module, entry_name));
  if (!entry) throw std::runtime_error(dlerror());
  std::vector<std::shared_ptr<PeerType>> peers;
  for (int number = 0; PeerType* const peer = entry(number); number++) {
    peers.emplace_back(peer, [](PeerType*) {});  // the module owns it
  }
  return peers;
}

}  // namespace

std::vector<std::shared_ptr<Peer>> load_bullet(const char* module_path) {
  return load<Peer>(module_path, kBulletEntry);
}

std::vector<std::shared_ptr<WorldPeer>> load_bullet_worlds(const char* module_path) {
  return load<WorldPeer>(module_path, kBulletWorldEntry);
}

std::vector<std::shared_ptr<ContinuousPeer>> load_bullet_continuous(const char* module_path) {
  return load<ContinuousPeer>(module_path, kBulletContinuousEntry);
}

std::vector<std::shared_ptr<DynamicsPeer>> load_bullet_dynamics(const char* module_path) {
  return load<DynamicsPeer>(module_path, kBulletDynamicsEntry);
}

}  // namespace glance::bench
