// Pairs are asked about with fcl::collide and fcl::distance and their default solver, libccd's:
// FCL's own takes three to ten times as long (docs/benchmarks/pairs.md).
#include <array>

#include "peers/fcl_world.h"

#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "peers/fcl_types.h"
#include "peers/world_peer_of.h"

namespace glance::bench {
namespace {

using Object = fcl::CollisionObject<double>;
using Manager = fcl::BroadPhaseCollisionManager<double>;
using Tree = fcl::DynamicAABBTreeCollisionManager<double>;
using Sweep = fcl::SaPCollisionManager<double>;

std::array<double, 3> to_array(const fcl::Vector3<double>& v) { return {v[0], v[1], v[2]}; }

class FclWorld {
 public:
  enum class Kind { tree, tree_reinserting, sweep };
  using Pose = fcl::Transform3<double>;

  static bool offers(Question) { return true; }

  FclWorld(Kind kind, const WorldScene& scene, Question question)
      : reinserting_(kind == Kind::tree_reinserting), question_(question) {
    std::vector<std::shared_ptr<fcl::Convex<double>>> shapes;
    for (const Hull& hull : scene.hulls) shapes.push_back(make_fcl_convex(hull));
    for (std::uint32_t body = 0; body < scene.bodies(); body++) {
      objects_.push_back(std::make_unique<Object>(shapes[scene.hull_of[body]]));
      objects_.back()->setUserData(reinterpret_cast<void*>(static_cast<std::uintptr_t>(body)));
      pointers_.push_back(objects_.back().get());
    }
    if (kind == Kind::sweep) {
      manager_ = std::make_unique<Sweep>();
    } else {
      manager_ = std::make_unique<Tree>();
    }
  }

  static Pose pose(const Placement& placement) { return make_fcl_transform(placement); }

  void detect(std::span<const Pose> poses, Findings& findings) {
    for (std::size_t i = 0; i < poses.size(); i++) {
      objects_[i]->setTransform(poses[i]);
      objects_[i]->computeAABB();
    }
    if (manager_->size() == 0) {  // the first frame: now that they are where they belong
      manager_->registerObjects(pointers_);
      manager_->setup();
    } else if (reinserting_) {
      manager_->update(pointers_);
    } else {
      manager_->update();
    }
    manager_->collide(&findings, question_ == Question::boolean ? collide : distance);
  }

 private:
  // Both say "go on" (false) to the manager.

  static bool collide(Object* a, Object* b, void* data) {
    Findings& findings = *static_cast<Findings*>(data);
    findings.candidates++;
    const fcl::CollisionRequest<double> request;  // one contact, of which nothing is asked
    fcl::CollisionResult<double> result;
    if (fcl::collide(a, b, request, result) > 0) findings.add_touching(number(a), number(b));
    return false;
  }

  static bool distance(Object* a, Object* b, void* data) {
    Findings& findings = *static_cast<Findings*>(data);
    findings.candidates++;
    const fcl::DistanceRequest<double> request(true);  // with nearest points
    fcl::DistanceResult<double> result;
    Answer answer;
    answer.distance = fcl::distance(a, b, request, result);
    answer.hit = !(answer.distance > 0);
    answer.point_a = to_array(result.nearest_points[0]);
    answer.point_b = to_array(result.nearest_points[1]);
    findings.add_distance(number(a), number(b), answer);
    return false;
  }

  static std::uint32_t number(const Object* object) {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object->getUserData()));
  }

  bool reinserting_;
  Question question_;
  std::vector<std::unique_ptr<Object>> objects_;
  std::vector<Object*> pointers_;
  std::unique_ptr<Manager> manager_;
};

}  // namespace

std::unique_ptr<WorldPeer> make_fcl_tree() {
  return std::make_unique<WorldPeerOf<FclWorld>>("fcl tree", FclWorld::Kind::tree);
}

std::unique_ptr<WorldPeer> make_fcl_tree_reinserting() {
  return std::make_unique<WorldPeerOf<FclWorld>>("fcl tree, reinserting",
                                                 FclWorld::Kind::tree_reinserting);
}

std::unique_ptr<WorldPeer> make_fcl_sweep() {
  return std::make_unique<WorldPeerOf<FclWorld>>("fcl sweep", FclWorld::Kind::sweep);
}

}  // namespace glance::bench
