// Part of Bullet's modules, as bullet.cpp is: rigid boxes in a btDiscreteDynamicsWorld, with what
// that does by default (sequential impulses, warm start, ten iterations).
#include <btBulletDynamicsCommon.h>

#include <array>
#include <memory>

#include "peers/bullet.h"
#include "peers/dynamics_peer.h"

namespace glance::bench {
namespace {

btVector3 vector_of(const std::array<double, 3>& v) {
  return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

btTransform transform_of(const BoxState& box) {
  btScalar r[9];
  for (std::size_t i = 0; i < 9; i++) r[i] = btScalar(box.rotation[i]);
  return btTransform(btMatrix3x3(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]),
                     vector_of(box.position));
}

class BulletBoxes final : public DynamicsPeer {
 public:
#ifdef BT_USE_DOUBLE_PRECISION
  const char* name() const override { return "bullet64"; }
#else
  const char* name() const override { return "bullet32"; }
#endif

  void load(const BoxScene& scene) override {
    machine_ = std::make_unique<Machine>();
    machine_->world.setGravity(btVector3(0, 0, btScalar(-scene.gravity)));
    for (const Wall& wall : scene.walls) {
      add(scene,
          std::make_unique<btStaticPlaneShape>(vector_of(wall.normal), btScalar(wall.offset)), 0,
          btTransform::getIdentity());
    }
    for (const BoxState& box : scene.boxes) {
      btRigidBody& body = add(scene, std::make_unique<btBoxShape>(vector_of(box.half)),
                              btScalar(box.mass), transform_of(box));
      body.setLinearVelocity(vector_of(box.velocity));
      body.setAngularVelocity(vector_of(box.spin));
      body.setActivationState(DISABLE_DEACTIVATION);
    }
  }

  void step(double time) override { machine_->world.stepSimulation(btScalar(time), 0); }

  std::size_t touching() const override {
    std::size_t count = 0;
    for (int i = 0; i < machine_->dispatcher.getNumManifolds(); i++) {
      count += machine_->dispatcher.getManifoldByIndexInternal(i)->getNumContacts() > 0;
    }
    return count;
  }

 private:
  struct Machine {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broad, &solver, &configuration};
    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    ~Machine() {
      for (const auto& body : bodies) world.removeRigidBody(body.get());
    }
  };

  btRigidBody& add(const BoxScene& scene, std::unique_ptr<btCollisionShape> shape, btScalar mass,
                   const btTransform& pose) {
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), inertia);
    info.m_startWorldTransform = pose;
    // Bullet takes the product of two, we the smaller one and the geometric mean.
    info.m_restitution = btScalar(scene.restitution);
    info.m_friction = btScalar(scene.friction);
    machine_->shapes.push_back(std::move(shape));
    machine_->bodies.push_back(std::make_unique<btRigidBody>(info));
    machine_->world.addRigidBody(machine_->bodies.back().get());
    return *machine_->bodies.back();
  }

  std::unique_ptr<Machine> machine_;
};

}  // namespace

extern "C" DynamicsPeer* glance_bench_bullet_dynamics(int number) {
  static BulletBoxes boxes;
  return number == 0 ? &boxes : nullptr;
}

}  // namespace glance::bench
