// Tested in tests/unit/world/critical_test.cpp (CriticalWorld.TreesOfShapesThatAreGoneAreDropped).
#include "world/critical_trees.h"

#include "spheres/sphere_tree_data.h"
#include "world/bodies.h"

namespace glance::rooms::world {

bool CriticalTrees::use(const SphereTreeOptions& options) {
  if (options_ == options) return false;
  options_ = options;
  // Trees of another kind give other bounds: a frame must not mix them.
  trees_.clear();
  growing_.clear();
  return true;
}

bool CriticalTrees::has_none(const Bodies& bodies, std::uint32_t body) const {
  return bodies.shape(body).kind() == ShapeKind::halfspace ||
         (!deformed_.empty() && deformed_.contains(bodies.id[body]));
}

void CriticalTrees::prepare(const Bodies& bodies, std::uint32_t body) {
  if (has_none(bodies, body)) return;
  const Shape& shape = bodies.base_shape(body);
  // By identity, not by equality: bodies that share a shape share its tree.
  if (trees_.contains(shape.identity())) return;
  const Result<SphereTree> made = SphereTree::make(shape, options_);
  if (!made) return;
  trees_.try_emplace(shape.identity(), ShapeTree{shape, *made});
  // A built tree fits better and is complete.
  growing_.erase(shape.identity());
}

void CriticalTrees::begin(const Bodies& bodies, std::uint32_t body) {
  const Shape& shape = bodies.base_shape(body);
  if (!GrowingTree::can_grow(shape) || has_none(bodies, body)) return;
  if (!trees_.contains(shape.identity())) {
    growing_.try_emplace(shape.identity(), shape, options_.levels);
  }
}

std::uint32_t CriticalTrees::grow(const Bodies& bodies, std::uint32_t body) {
  const auto at = growing_.find(bodies.base_shape(body).identity());
  // 0 units: nothing is left to do for this body.
  if (at == growing_.end() || at->second.is_complete()) return 0;
  has_grown_ = true;
  return at->second.step();
}

std::optional<std::uint32_t> CriticalTrees::steps(const Bodies& bodies, std::uint32_t body) const {
  const auto at = growing_.find(bodies.base_shape(body).identity());
  if (at == growing_.end() || has_none(bodies, body)) return {};
  return at->second.steps();
}

bool CriticalTrees::repeat(const Bodies& bodies, std::uint32_t body, std::uint32_t steps) {
  begin(bodies, body);
  const auto at = growing_.find(bodies.base_shape(body).identity());
  if (at == growing_.end()) return false;
  GrowingTree& tree = at->second;
  // A tree is determined by its shape and the number of its steps, so a restored world repeats the
  // steps in place of storing nodes.
  while (tree.steps() < steps && !tree.is_complete()) tree.step();
  return tree.steps() == steps;
}

BodySpheres CriticalTrees::of(const Bodies& bodies, std::uint32_t body, SphereNode& sphere) const {
  if (has_none(bodies, body)) return {};
  const auto at = trees_.find(bodies.base_shape(body).identity());
  if (at != trees_.end()) {
    const SphereTree& tree = at->second.tree;
    return {tree.nodes(), bodies.scale(body), tree.covers_inside()};
  }
  const auto begun = growing_.find(bodies.base_shape(body).identity());
  if (begun != growing_.end()) {
    const GrowingTree& tree = begun->second;
    return {.nodes = tree.nodes(),
            .scale = bodies.scale(body),
            .covers_inside = tree.covers_inside(),
            .can_grow = !tree.is_complete()};
  }
  // No tree (yet): one sphere around the body is a valid bound, and takes no time.
  sphere = sphere_around(bodies.shape(body));
  return {.nodes = {&sphere, 1}, .is_own = true};
}

bool CriticalTrees::has(const Bodies& bodies, std::uint32_t body) const {
  return !has_none(bodies, body) && trees_.contains(bodies.base_shape(body).identity());
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
    if (bodies.present(i)) used.insert(bodies.base_shape(i).identity());
  }
  // Trees that the last frame's searches refer to stay: their nodes must not be freed, nor may
  // another tree get their address.
  std::erase_if(trees_, [&](const auto& entry) {
    return !used.contains(entry.first) && !remembered.contains(entry.second.tree.nodes().data());
  });
  std::erase_if(growing_, [&](const auto& entry) {
    return !used.contains(entry.first) && !remembered.contains(entry.second.nodes().data());
  });
  std::erase_if(deformed_, [&](BodyId id) { return !bodies.has(id); });
}

std::size_t CriticalTrees::bytes() const {
  std::size_t sum = 0;
  for (const auto& [identity, entry] : trees_) sum += sizeof(entry) + entry.tree.bytes();
  for (const auto& [identity, tree] : growing_) sum += tree.bytes();
  return sum;
}

}  // namespace glance::rooms::world
