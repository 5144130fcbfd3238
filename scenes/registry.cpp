#include "scenes/registry.h"

namespace glance::scenes {

std::unique_ptr<SceneMaker> find_scene(std::string_view name) {
  for (std::unique_ptr<SceneMaker>& maker : all_scenes()) {
    if (maker->name() == name) return std::move(maker);
  }
  return nullptr;
}

Result<void> check_bodies(std::uint32_t bodies) {
  if (bodies == 0) return fail("--bodies 0: at least one body is needed");
  return {};
}

}  // namespace glance::scenes
