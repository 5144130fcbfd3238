// Part of Bullet's modules, as bullet.cpp is: collision objects in a btCollisionWorld.
//
// "dispatched" is the frame as Bullet does it (performDiscreteCollisionDetection), with contact
// points and depths; "asked" takes the pairs that its broad phase found and asks its detector
// about each one, which gives a boolean or a distance and nothing else.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>

#include "peers/bullet.h"
#include "peers/bullet_types.h"
#include "peers/world_peer_of.h"

namespace glance::bench {
namespace {

enum class BroadMethod { tree, sweep };

std::unique_ptr<btBroadphaseInterface> make_broad(BroadMethod broad, const WorldScene& scene) {
  if (broad == BroadMethod::tree) return std::make_unique<btDbvtBroadphase>();
  const btScalar reach = btScalar(scene.reach);
  const auto handles = static_cast<unsigned>(scene.bodies()) + 1;  // one is a sentinel
  return std::make_unique<bt32BitAxisSweep3>(btVector3(-reach, -reach, -reach),
                                             btVector3(reach, reach, reach), handles);
}

/// Objects in a world, with their numbers.
class BulletWorld {
 public:
  using Kind = BroadMethod;
  using Pose = btTransform;

  BulletWorld(BroadMethod broad, const WorldScene& scene, Question question)
      : question_(question), broad_(make_broad(broad, scene)) {
    for (const Hull& hull : scene.hulls) shapes_.push_back(make_bullet_hull(hull));
    for (std::size_t body = 0; body < scene.bodies(); body++) {
      objects_.push_back(std::make_unique<btCollisionObject>());
      objects_.back()->setCollisionShape(shapes_[scene.hull_of[body]].get());
      objects_.back()->setCollisionFlags(0);  // it would be a static one
      objects_.back()->setUserIndex(static_cast<int>(body));
    }
  }
  BulletWorld(const BulletWorld&) = delete;
  BulletWorld& operator=(const BulletWorld&) = delete;
  ~BulletWorld() {
    for (const auto& object : objects_) {
      if (object->getBroadphaseHandle()) world_.removeCollisionObject(object.get());
    }
  }

  static Pose pose(const Placement& placement) { return make_bullet_transform(placement); }

 protected:
  void move(std::span<const Pose> poses) {
    for (std::size_t i = 0; i < poses.size(); i++) objects_[i]->setWorldTransform(poses[i]);
    if (world_.getNumCollisionObjects() > 0) return;
    // The first frame: not before they are where they belong.
    for (const auto& object : objects_) world_.addCollisionObject(object.get());
  }

  static std::uint32_t number(const btCollisionObject* object) {
    return static_cast<std::uint32_t>(object->getUserIndex());
  }

  Question question_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  std::unique_ptr<btBroadphaseInterface> broad_;
  btCollisionWorld world_{&dispatcher_, broad_.get(), &configuration_};
  std::vector<std::unique_ptr<btConvexHullShape>> shapes_;
  std::vector<std::unique_ptr<btCollisionObject>> objects_;
};

class Dispatched : public BulletWorld {
 public:
  using BulletWorld::BulletWorld;

  static bool offers(Question question) { return question == Question::boolean; }

  void detect(std::span<const Pose> poses, Findings& findings) {
    move(poses);
    world_.performDiscreteCollisionDetection();
    findings.candidates =
        static_cast<std::size_t>(broad_->getOverlappingPairCache()->getNumOverlappingPairs());
    for (int i = 0; i < dispatcher_.getNumManifolds(); i++) {
      const btPersistentManifold& manifold = *dispatcher_.getManifoldByIndexInternal(i);
      if (!touches(manifold)) continue;
      findings.add_touching(number(manifold.getBody0()), number(manifold.getBody1()));
    }
  }

 private:
  /// Manifolds also hold contacts that are near, not there.
  static bool touches(const btPersistentManifold& manifold) {
    for (int i = 0; i < manifold.getNumContacts(); i++) {
      if (manifold.getContactPoint(i).getDistance() <= 0) return true;
    }
    return false;
  }
};

class Asked : public BulletWorld {
 public:
  using BulletWorld::BulletWorld;

  static bool offers(Question) { return true; }

  void detect(std::span<const Pose> poses, Findings& findings) {
    move(poses);
    world_.updateAabbs();
    world_.computeOverlappingPairs();
    const btBroadphasePairArray& pairs =
        broad_->getOverlappingPairCache()->getOverlappingPairArray();
    findings.candidates = static_cast<std::size_t>(pairs.size());
    for (int i = 0; i < pairs.size(); i++) ask(pairs[i], findings);
  }

 private:
  void ask(const btBroadphasePair& pair, Findings& findings) const {
    const auto* const a = static_cast<const btCollisionObject*>(pair.m_pProxy0->m_clientObject);
    const auto* const b = static_cast<const btCollisionObject*>(pair.m_pProxy1->m_clientObject);
    const bool measure = question_ == Question::distance;
    btVector3 axis(0, 1, 0);
    Answer answer;
    ask_bullet_detector(
        *static_cast<const btConvexShape*>(a->getCollisionShape()), a->getWorldTransform(),
        *static_cast<const btConvexShape*>(b->getCollisionShape()), b->getWorldTransform(),
        measure ? btScalar(BT_LARGE_FLOAT) : btScalar(0), axis, answer);
    if (measure) {
      findings.add_distance(number(a), number(b), answer);
    } else if (answer.hit) {
      findings.add_touching(number(a), number(b));
    }
  }
};

#ifdef BT_USE_DOUBLE_PRECISION
#define BULLET "bullet64 "
#else
#define BULLET "bullet32 "
#endif

}  // namespace

extern "C" WorldPeer* glance_bench_bullet_world(int number) {
  static WorldPeerOf<Dispatched> tree(BULLET "tree", BroadMethod::tree);
  static WorldPeerOf<Dispatched> sweep(BULLET "sweep", BroadMethod::sweep);
  static WorldPeerOf<Asked> tree_asked(BULLET "tree, asked", BroadMethod::tree);
  static WorldPeerOf<Asked> sweep_asked(BULLET "sweep, asked", BroadMethod::sweep);
  switch (number) {
    case 0: return &tree;
    case 1: return &sweep;
    case 2: return &tree_asked;
    case 3: return &sweep_asked;
    default: return nullptr;
  }
}

}  // namespace glance::bench
