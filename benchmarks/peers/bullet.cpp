// One source, two modules: with BT_USE_DOUBLE_PRECISION and without.
//
// Each offers three ways of asking. The "detector" is btGjkPairDetector, which Bullet's own
// narrow phase uses; "gjk" is btGjkEpaSolver2, which takes a guess and does less. (The detector
// has a cached separating axis, too, but Bullet 3.24 overwrites it.) The "dispatcher" chooses
// among what Bullet has for two kinds, as btCollisionWorld::contactPairTest does.
#include "peers/bullet.h"

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>

#include <algorithm>
#include <array>

#include "peers/bullet_types.h"
#include "peers/peer_of.h"

namespace glance::bench {
namespace {

#ifdef BT_USE_DOUBLE_PRECISION
constexpr const char *kDetectorName = "bullet64 detector", *kGjkName = "bullet64 gjk",
                     *kDispatcherName = "bullet64 dispatcher";
#else
constexpr const char *kDetectorName = "bullet32 detector", *kGjkName = "bullet32 gjk",
                     *kDispatcherName = "bullet32 dispatcher";
#endif

/// A shape, and the object that Bullet's dispatcher wants around it.
struct BulletShape {
  std::unique_ptr<btCollisionShape> shape;
  std::unique_ptr<btCollisionObject> object;

  const btConvexShape& convex() const { return static_cast<const btConvexShape&>(*shape); }
};

struct Bullet {
  using Shape = BulletShape;
  using Pose = btTransform;

  bool offers(Question) const { return true; }
  bool offers(Question, Kind a, Kind b) const {
    return std::ranges::none_of(
        std::array{a, b}, [](Kind k) { return k == Kind::ellipsoid || k == Kind::halfspace; });
  }
  Shape shape(const Solid& solid) const {
    Shape result{make_bullet_shape(solid), std::make_unique<btCollisionObject>()};
    result.object->setCollisionShape(result.shape.get());
    return result;
  }
  Pose pose(const Placement& placement) const { return make_bullet_transform(placement); }
};

struct Detector : Bullet {
  struct Memory {
    btVector3 axis{0, 1, 0};
  };

  const char* name() const { return kDetectorName; }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               Memory& memory, Answer& answer) const {
    ask_bullet_detector(a.convex(), pose_a, b.convex(), pose_b, 0, memory.axis, answer);
  }

  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    ask_bullet_detector(a.convex(), pose_a, b.convex(), pose_b, btScalar(BT_LARGE_FLOAT),
                        memory.axis, answer);
  }

  void depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Memory&,
             Answer& answer) const {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btGjkPairDetector detector(&a.convex(), &b.convex(), &simplex, &epa);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pose_a;
    input.m_transformB = pose_b;
    btPointCollector result;
    detector.getClosestPointsNonVirtual(input, result, nullptr);
    answer.hit = result.m_hasResult && result.m_distance <= 0;
    answer.depth = -result.m_distance;
    answer.normal = to_array(result.m_normalOnBInWorld);
  }
};

struct Gjk : Bullet {
  struct Memory {
    btVector3 guess{0, 0, 0};  // in A's frame, from B to A; zero: none
  };

  const char* name() const { return kGjkName; }

  static btVector3 first_guess(const Pose& pose_a, const Pose& pose_b) {
    return (pose_a.getOrigin() - pose_b.getOrigin()) * pose_a.getBasis();  // centre to centre
  }

  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    btVector3 guess = memory.guess;
    if (guess.isZero()) guess = first_guess(pose_a, pose_b);
    btGjkEpaSolver2::sResults result;
    if (btGjkEpaSolver2::Distance(&a.convex(), pose_a, &b.convex(), pose_b, guess, result)) {
      memory.guess = result.normal;
      // It knows nothing of margins: a sphere is its centre, a capsule its axis.
      const btScalar margin_a = a.convex().getMargin(), margin_b = b.convex().getMargin();
      answer.distance = result.distance - (margin_a + margin_b);
      answer.hit = margin_a + margin_b > 0 && answer.distance <= 0;
      answer.point_a = to_array(result.witnesses[0] - result.normal * margin_a);
      answer.point_b = to_array(result.witnesses[1] + result.normal * margin_b);
    } else {
      memory.guess.setZero();
      answer.hit = result.status == btGjkEpaSolver2::sResults::Penetrating;
      answer.failed = !answer.hit;
    }
  }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               Memory& memory, Answer& answer) const {
    distance(a, pose_a, b, pose_b, memory, answer);
  }

  void depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Memory&,
             Answer& answer) const {
    btGjkEpaSolver2::sResults result;
    answer.hit = btGjkEpaSolver2::Penetration(&a.convex(), pose_a, &b.convex(), pose_b,
                                              first_guess(pose_a, pose_b), result);
    answer.failed = !answer.hit && result.status != btGjkEpaSolver2::sResults::Separated;
    answer.depth = -result.distance;
    answer.normal = to_array(result.normal);
  }
};

/// The nearest or deepest of the points that an algorithm finds.
struct DeepestPoint final : btManifoldResult {
  using btManifoldResult::btManifoldResult;

  bool any = false;
  btScalar distance = 0;
  btVector3 normal_on_b{0, 0, 0}, point_on_b{0, 0, 0};

  void addContactPoint(const btVector3& normal, const btVector3& point, btScalar depth) override {
    if (any && depth >= distance) return;
    any = true;
    distance = depth;
    normal_on_b = normal;
    point_on_b = point;
  }
};

struct FreeAlgorithm {
  btCollisionDispatcher* dispatcher = nullptr;

  void operator()(btCollisionAlgorithm* algorithm) const {
    algorithm->~btCollisionAlgorithm();
    dispatcher->freeCollisionAlgorithm(algorithm);
  }
};

struct Dispatcher : Bullet {
  struct Machine {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDispatcherInfo info;
  };
  std::shared_ptr<Machine> machine = std::make_shared<Machine>();

  /// The algorithm for the pair, as a world keeps it.
  struct Memory {
    std::unique_ptr<btCollisionAlgorithm, FreeAlgorithm> algorithm;
  };

  const char* name() const { return kDispatcherName; }
  bool offers(Question) const { return false; }  // of two hulls the detector's
  bool offers(Question, Kind a, Kind b) const {
    return a != Kind::ellipsoid && b != Kind::ellipsoid;
  }

  void ask(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, bool closest,
           Memory& memory, Answer& answer) const {
    const btCollisionObjectWrapper in_a(nullptr, a.shape.get(), a.object.get(), pose_a, -1, -1);
    const btCollisionObjectWrapper in_b(nullptr, b.shape.get(), b.object.get(), pose_b, -1, -1);
    if (!memory.algorithm) {
      memory.algorithm = {machine->dispatcher.findAlgorithm(
                              &in_a, &in_b, nullptr,
                              closest ? BT_CLOSEST_POINT_ALGORITHMS : BT_CONTACT_POINT_ALGORITHMS),
                          {&machine->dispatcher}};
    }
    DeepestPoint result(&in_a, &in_b);
    result.m_closestPointDistanceThreshold = closest ? btScalar(100) : btScalar(0);
    memory.algorithm->processCollision(&in_a, &in_b, machine->info, &result);
    answer.hit = result.any && result.distance <= 0;
    answer.failed = closest && !result.any;
    answer.distance = result.distance;
    answer.depth = -result.distance;
    answer.normal = to_array(result.normal_on_b);
    answer.point_b = to_array(result.point_on_b);
    answer.point_a = to_array(result.point_on_b + result.normal_on_b * result.distance);
  }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               Memory& memory, Answer& answer) const {
    ask(a, pose_a, b, pose_b, false, memory, answer);
  }
  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    ask(a, pose_a, b, pose_b, true, memory, answer);
  }
  void depth(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Memory& memory,
             Answer& answer) const {
    ask(a, pose_a, b, pose_b, false, memory, answer);
  }
};

}  // namespace

extern "C" Peer* glance_bench_bullet_peer(int number) {
  static PeerOf<Detector> detector;
  static PeerOf<Gjk> gjk;
  static PeerOf<Dispatcher> dispatcher;
  Peer* const peers[] = {&detector, &gjk, &dispatcher};
  return number < 3 ? peers[number] : nullptr;
}

}  // namespace glance::bench
