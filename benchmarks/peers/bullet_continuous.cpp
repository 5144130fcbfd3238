// Part of Bullet's modules, as bullet.cpp is: btContinuousConvexCollision, as it is and once for
// each motion. (It turns bodies by 45 degrees at most, whatever it is given.)
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>

#include "peers/bullet.h"
#include "peers/bullet_types.h"
#include "peers/continuous_peer.h"

namespace glance::bench {
namespace {

/// What counts as contact; Bullet 3.24 has it in the code, in both precisions.
constexpr double kContactDistance = 1e-3;

/// Notices where Bullet gives up, which it answers as if there were no contact.
struct Cast final : btConvexCast::CastResult {
  bool failed = false;
  void reportFailure(int, int) override { failed = true; }
};

struct BulletContinuous {
  using Shape = std::unique_ptr<btCollisionShape>;
  struct Motion {
    btTransform from, to;
  };

  const char* name() const {
#ifdef BT_USE_DOUBLE_PRECISION
    return "bullet64";
#else
    return "bullet32";
#endif
  }
  ImpactSlack tolerance() const { return {.distance = kContactDistance}; }
  Shape shape(const Solid& solid) const { return make_bullet_shape(solid); }
  Motion motion(const Placement& from, const Placement& to) const {
    return {make_bullet_transform(from), make_bullet_transform(to)};
  }

  void ask(const Shape& a, const Motion& motion_a, const Shape& b, const Motion& motion_b,
           ImpactAnswer& answer) const {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btContinuousConvexCollision collision(static_cast<const btConvexShape*>(a.get()),
                                          static_cast<const btConvexShape*>(b.get()), &simplex,
                                          &depth);
    Cast cast;
    answer.hit =
        collision.calcTimeOfImpact(motion_a.from, motion_a.to, motion_b.from, motion_b.to, cast);
    answer.failed = cast.failed;
    if (answer.hit) answer.time = cast.m_fraction;
  }
};

}  // namespace

extern "C" ContinuousPeer* glance_bench_bullet_continuous(int number) {
  static ContinuousPeerOf<BulletContinuous> peer;
  return number == 0 ? &peer : nullptr;
}

}  // namespace glance::bench
