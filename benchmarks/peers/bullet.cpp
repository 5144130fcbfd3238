// One source, two modules: with BT_USE_DOUBLE_PRECISION and without.
//
// Each offers two ways of asking. The "detector" is btGjkPairDetector, which Bullet's own
// narrow phase uses; "gjk" is btGjkEpaSolver2::Distance, which takes a guess and does less.
// (The detector has a cached separating axis, too, but Bullet 3.24 overwrites it.)
#include "peers/bullet.h"

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

#include "peers/bullet_types.h"
#include "peers/peer_of.h"

namespace glance::bench {
namespace {

#ifdef BT_USE_DOUBLE_PRECISION
constexpr const char *kDetectorName = "bullet64 detector", *kGjkName = "bullet64 gjk";
#else
constexpr const char *kDetectorName = "bullet32 detector", *kGjkName = "bullet32 gjk";
#endif

struct Bullet {
  using Shape = std::unique_ptr<btConvexHullShape>;
  using Pose = btTransform;

  bool offers(Question) const { return true; }
  Shape shape(const Hull& hull) const { return make_bullet_hull(hull); }
  Pose pose(const Placement& placement) const { return make_bullet_transform(placement); }
};

struct Detector : Bullet {
  struct Memory {
    btVector3 axis{0, 1, 0};
  };

  const char* name() const { return kDetectorName; }

  void collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
               Memory& memory, Answer& answer) const {
    ask_bullet_detector(*a, pose_a, *b, pose_b, 0, memory.axis, answer);
  }

  void distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                Memory& memory, Answer& answer) const {
    ask_bullet_detector(*a, pose_a, *b, pose_b, btScalar(BT_LARGE_FLOAT), memory.axis, answer);
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
