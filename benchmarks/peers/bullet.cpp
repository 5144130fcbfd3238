// One source, two modules: with BT_USE_DOUBLE_PRECISION and without.
//
// Each offers two ways of asking. The "detector" is btGjkPairDetector, which Bullet's own
// narrow phase uses; "gjk" is btGjkEpaSolver2::Distance, which takes a guess and does less.
// (The detector has a cached separating axis, too, but Bullet 3.24 overwrites it.)
#include "peers/bullet.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btConvexPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include "peers/peer_of.h"

namespace glance::bench {
namespace {

#ifdef BT_USE_DOUBLE_PRECISION
constexpr const char *kDetectorName = "bullet64 detector", *kGjkName = "bullet64 gjk";
#else
constexpr const char *kDetectorName = "bullet32 detector", *kGjkName = "bullet32 gjk";
#endif

std::array<double, 3> to_array(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

struct Bullet {
  using Shape = std::unique_ptr<btConvexHullShape>;
  using Pose = btTransform;

  bool offers(Question) const { return true; }

  Shape shape(const Hull& hull) const {
    Shape shape = std::make_unique<btConvexHullShape>();
    for (const auto& v : hull.vertices) {
      shape->addPoint(btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2])), false);
    }
    shape->setMargin(0);
    shape->recalcLocalAabb();
    return shape;
  }

  Pose pose(const Placement& placement) const {
    btScalar r[9], t[3];
    for (int i = 0; i < 9; i++) r[i] = btScalar(placement.rotation[i]);
    for (int i = 0; i < 3; i++) t[i] = btScalar(placement.translation[i]);
    return btTransform(btMatrix3x3(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]),
                       btVector3(t[0], t[1], t[2]));
  }
};

/// Called where the detector wants to know a depth: when it found an overlap. Says nothing,
/// and remembers that it was asked.
struct OverlapNoticed final : btConvexPenetrationDepthSolver {
  bool noticed = false;

  bool calcPenDepth(btSimplexSolverInterface&, const btConvexShape*, const btConvexShape*,
                    const btTransform&, const btTransform&, btVector3&, btVector3&, btVector3&,
                    btIDebugDraw*) override {
    noticed = true;
    return false;
  }
};

struct Detector : Bullet {
  struct Memory {
    btVector3 axis{0, 1, 0};
  };

  const char* name() const { return kDetectorName; }

  void ask(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
           btScalar reach_sq, Memory& memory, Answer& answer) const {
    btVoronoiSimplexSolver simplex;
    OverlapNoticed overlap;
    btGjkPairDetector detector(a.get(), b.get(), &simplex, &overlap);
    detector.m_catchDegeneracies = 0;  // else a small distance would pass for an overlap
    detector.setCachedSeparatingAxis(memory.axis);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pose_a;
    input.m_transformB = pose_b;
    input.m_maximumDistanceSquared = reach_sq;
    btPointCollector result;
    detector.getClosestPointsNonVirtual(input, result, nullptr);
    memory.axis = detector.getCachedSeparatingAxis();
    answer.hit = overlap.noticed;
    if (overlap.noticed || reach_sq == 0) return;
    answer.failed = !result.m_hasResult;
    answer.distance = result.m_distance;
    answer.point_b = to_array(result.m_pointInWorld);
    answer.point_a =
        to_array(result.m_pointInWorld + result.m_normalOnBInWorld * result.m_distance);
  }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               Memory& memory, Answer& answer) const {
    ask(a, pose_a, b, pose_b, 0, memory, answer);  // ends at the first separating axis
  }

  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    ask(a, pose_a, b, pose_b, btScalar(BT_LARGE_FLOAT), memory, answer);
  }
};

struct Gjk : Bullet {
  struct Memory {
    btVector3 guess{0, 0, 0};  // in A's frame, from B to A; zero: none
  };

  const char* name() const { return kGjkName; }

  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    btVector3 guess = memory.guess;
    if (guess.isZero()) {  // from centre to centre
      guess = (pose_a.getOrigin() - pose_b.getOrigin()) * pose_a.getBasis();
    }
    btGjkEpaSolver2::sResults result;
    if (btGjkEpaSolver2::Distance(a.get(), pose_a, b.get(), pose_b, guess, result)) {
      memory.guess = result.normal;
      answer.distance = result.distance;
      answer.point_a = to_array(result.witnesses[0]);
      answer.point_b = to_array(result.witnesses[1]);
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
};

}  // namespace

extern "C" Peer* glance_bench_bullet_peer(int number) {
  static PeerOf<Detector> detector;
  static PeerOf<Gjk> gjk;
  return number == 0 ? static_cast<Peer*>(&detector) : number == 1 ? &gjk : nullptr;
}

}  // namespace glance::bench
