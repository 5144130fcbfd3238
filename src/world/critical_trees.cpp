// Tested in tests/unit/world/critical_test.cpp (CriticalWorld.TreesOfShapesThatAreGoneAreDropped).
#include "world/critical_trees.h"

#include "spheres/sphere_tree_data.h"
#include "world/bodies.h"

namespace glance::world {

bool CriticalTrees::use(const SphereTreeOptions& options) {
  if (options_ == options) return false;
  options_ = options;
  trees_.clear();
  growing_.clear();
  return true;
}

bool CriticalTrees::has_none(const Bodies& bodies, std::uint32_t body) const {
  return bodies.shape[body]->kind() == ShapeKind::halfspace ||
         (!bent_.empty() && bent_.contains(bodies.id[body]));
}

void CriticalTrees::prepare(const Bodies& bodies, std::uint32_t body) {
  if (has_none(bodies, body)) return;
  const Shape& shape = *bodies.base_shape[body];
  if (trees_.contains(shape.identity())) return;
  const Result<SphereTree> made = SphereTree::make(shape, options_);
  if (!made) return;
  trees_.try_emplace(shape.identity(), ShapeTree{shape, *made});
  growing_.erase(shape.identity());
}

void CriticalTrees::begin(const Bodies& bodies, std::uint32_t body) {
  const Shape& shape = *bodies.base_shape[body];
  if (!GrowingTree::can_grow(shape) || has_none(bodies, body)) return;
  if (!trees_.contains(shape.identity())) {
    growing_.try_emplace(shape.identity(), shape, options_.levels);
  }
}

std::uint32_t CriticalTrees::grow(const Bodies& bodies, std::uint32_t body) {
  const auto at = growing_.find(bodies.base_shape[body]->identity());
  if (at == growing_.end() || at->second.is_complete()) return 0;
  has_grown_ = true;
  return at->second.step();
}

std::optional<std::uint32_t> CriticalTrees::steps(const Bodies& bodies, std::uint32_t body) const {
  const auto at = growing_.find(bodies.base_shape[body]->identity());
  if (at == growing_.end() || has_none(bodies, body)) return {};
  return at->second.steps();
}

bool CriticalTrees::repeat(const Bodies& bodies, std::uint32_t body, std::uint32_t steps) {
  begin(bodies, body);
  const auto at = growing_.find(bodies.base_shape[body]->identity());
  if (at == growing_.end()) return false;
  GrowingTree& tree = at->second;
  while (tree.steps() < steps && !tree.is_complete()) tree.step();
  return tree.steps() == steps;
}

BodySpheres CriticalTrees::of(const Bodies& bodies, std::uint32_t body, SphereNode& sphere) const {
  if (has_none(bodies, body)) return {};
  const auto at = trees_.find(bodies.base_shape[body]->identity());
  if (at != trees_.end()) {
    const SphereTree& tree = at->second.tree;
    return {tree.nodes(), bodies.scale[body], tree.covers_inside()};
  }
  const auto begun = growing_.find(bodies.base_shape[body]->identity());
  if (begun != growing_.end()) {
    const GrowingTree& tree = begun->second;
    return {.nodes = tree.nodes(),
            .scale = bodies.scale[body],
            .covers_inside = tree.covers_inside(),
            .can_grow = !tree.is_complete()};
  }
  sphere = sphere_around(*bodies.shape[body]);
  return {.nodes = {&sphere, 1}, .is_own = true};
}

bool CriticalTrees::has(const Bodies& bodies, std::uint32_t body) const {
  return !has_none(bodies, body) && trees_.contains(bodies.base_shape[body]->identity());
}

bool CriticalTrees::are_too_many(const Bodies& bodies) const {
  // Those that grow come unasked, and hold meshes in memory: fewer of them are kept.
  constexpr std::size_t kFew = 64, kFewGrowing = 8;
  return trees_.size() > 2 * bodies.count() + kFew ||
         growing_.size() > bodies.count() + kFewGrowing;
}

void CriticalTrees::drop_unused(const Bodies& bodies,
                                const std::unordered_set<const SphereNode*>& remembered) {
  std::unordered_set<const void*> used;
  for (std::uint32_t i = 0; i < bodies.capacity(); i++) {
    if (bodies.present(i)) used.insert(bodies.base_shape[i]->identity());
  }
  std::erase_if(trees_, [&](const auto& entry) {
    return !used.contains(entry.first) && !remembered.contains(entry.second.tree.nodes().data());
  });
  std::erase_if(growing_, [&](const auto& entry) {
    return !used.contains(entry.first) && !remembered.contains(entry.second.nodes().data());
  });
  std::erase_if(bent_, [&](BodyId id) { return !bodies.has(id); });
}

std::size_t CriticalTrees::bytes() const {
  std::size_t sum = 0;
  for (const auto& [identity, entry] : trees_) sum += sizeof(entry) + entry.tree.bytes();
  for (const auto& [identity, tree] : growing_) sum += tree.bytes();
  return sum;
}

}  // namespace glance::world
