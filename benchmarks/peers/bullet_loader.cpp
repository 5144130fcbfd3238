#include <dlfcn.h>

#include <stdexcept>

#include "peers/bullet.h"

namespace glance::bench {

std::vector<std::shared_ptr<Peer>> load_bullet(const char* module_path) {
  void* const module = dlmopen(LM_ID_NEWLM, module_path, RTLD_NOW | RTLD_LOCAL);
  if (!module) throw std::runtime_error(dlerror());
  const auto entry = reinterpret_cast<BulletEntry>(dlsym(module, kBulletEntry));
  if (!entry) throw std::runtime_error(dlerror());
  std::vector<std::shared_ptr<Peer>> peers;
  for (int number = 0; Peer* const peer = entry(number); number++) {
    peers.emplace_back(peer, [](Peer*) {});  // the module owns it
  }
  return peers;
}

}  // namespace glance::bench
