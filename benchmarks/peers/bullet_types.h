// Bullet's own types for hulls and poses, and its detector: what both ways of using Bullet
// need. Single or double precision, as BT_USE_DOUBLE_PRECISION says.
#pragma once

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btConvexPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>

#include "peers/peer.h"

namespace glance::bench {

inline std::array<double, 3> to_array(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

/// Without margin.
inline std::unique_ptr<btConvexHullShape> make_bullet_hull(const Hull& hull) {
  auto shape = std::make_unique<btConvexHullShape>();
  for (const auto& v : hull.vertices) {
    shape->addPoint(btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2])), false);
  }
  shape->setMargin(0);
  shape->recalcLocalAabb();
  return shape;
}

inline btTransform make_bullet_transform(const Placement& placement) {
  btScalar r[9], t[3];
  for (int i = 0; i < 9; i++) r[i] = btScalar(placement.rotation[i]);
  for (int i = 0; i < 3; i++) t[i] = btScalar(placement.translation[i]);
  return btTransform(btMatrix3x3(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]),
                     btVector3(t[0], t[1], t[2]));
}

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

/// One question to btGjkPairDetector. A reach of 0 lets it end at the first separating axis,
/// and gives a boolean; a large one gives the distance. Starts along `axis`, and keeps its last
/// one there.
inline void ask_bullet_detector(const btConvexShape& a, const btTransform& pose_a,
                                const btConvexShape& b, const btTransform& pose_b,
                                btScalar reach_sq, btVector3& axis, Answer& answer) {
  btVoronoiSimplexSolver simplex;
  OverlapNoticed overlap;
  btGjkPairDetector detector(&a, &b, &simplex, &overlap);
  detector.m_catchDegeneracies = 0;  // else a small distance would pass for an overlap
  detector.setCachedSeparatingAxis(axis);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = pose_a;
  input.m_transformB = pose_b;
  input.m_maximumDistanceSquared = reach_sq;
  btPointCollector result;
  detector.getClosestPointsNonVirtual(input, result, nullptr);
  axis = detector.getCachedSeparatingAxis();
  answer.hit = overlap.noticed;
  if (overlap.noticed || reach_sq == 0) return;
  answer.failed = !result.m_hasResult;
  answer.distance = result.m_distance;
  answer.point_b = to_array(result.m_pointInWorld);
  answer.point_a = to_array(result.m_pointInWorld + result.m_normalOnBInWorld * result.m_distance);
}

}  // namespace glance::bench
