// Bullet's own types for hulls and poses, and its detector: what both ways of using Bullet
// need. Single or double precision, as BT_USE_DOUBLE_PRECISION says.
#pragma once

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btConvexPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <array>
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

/// A shape of Bullet's own kind, without margin but where that is its radius; null: it has none.
inline std::unique_ptr<btCollisionShape> make_bullet_shape(const Solid& solid) {
  const btScalar x = btScalar(solid.sizes[0]), y = btScalar(solid.sizes[1]),
                 z = btScalar(solid.sizes[2]);
  const auto corner = [&](std::size_t i) {
    const auto& v = solid.vertices[i];
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
  };
  std::unique_ptr<btCollisionShape> shape;
  switch (solid.kind) {
    case Kind::hull: return make_bullet_hull(solid);
    case Kind::sphere: return std::make_unique<btSphereShape>(x);
    case Kind::capsule: return std::make_unique<btCapsuleShapeZ>(x, 2 * z);
    case Kind::cylinder: shape = std::make_unique<btCylinderShapeZ>(btVector3(x, x, z)); break;
    case Kind::cone: shape = std::make_unique<btConeShapeZ>(x, 2 * z); break;
    case Kind::box: shape = std::make_unique<btBoxShape>(btVector3(x, y, z)); break;
    case Kind::triangle:
      shape = std::make_unique<btTriangleShape>(corner(0), corner(1), corner(2));
      break;
    case Kind::halfspace:
      shape = std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(0));
      break;
    case Kind::ellipsoid: return nullptr;
  }
  shape->setMargin(0);
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

/// One question to btGjkPairDetector. A reach of 0 (and the margins) lets it end at the first
/// separating axis, and gives a boolean; a large one gives the distance. Starts along `axis`,
/// and keeps its last one there.
inline void ask_bullet_detector(const btConvexShape& a, const btTransform& pose_a,
                                const btConvexShape& b, const btTransform& pose_b, btScalar reach,
                                btVector3& axis, Answer& answer) {
  btVoronoiSimplexSolver simplex;
  OverlapNoticed overlap;
  btGjkPairDetector detector(&a, &b, &simplex, &overlap);
  detector.m_catchDegeneracies = 0;  // else a small distance would pass for an overlap
  detector.setCachedSeparatingAxis(axis);
  btGjkPairDetector::ClosestPointInput input;
  input.m_transformA = pose_a;
  input.m_transformB = pose_b;
  const btScalar margins = a.getMargin() + b.getMargin();
  input.m_maximumDistanceSquared = reach > 0 ? reach : margins * margins;
  btPointCollector result;
  detector.getClosestPointsNonVirtual(input, result, nullptr);
  axis = detector.getCachedSeparatingAxis();
  answer.hit = overlap.noticed || (margins > 0 && result.m_hasResult && result.m_distance <= 0);
  if (answer.hit || reach == 0) return;
  answer.failed = !result.m_hasResult;
  answer.distance = result.m_distance;
  answer.point_b = to_array(result.m_pointInWorld);
  answer.point_a = to_array(result.m_pointInWorld + result.m_normalOnBInWorld * result.m_distance);
}

}  // namespace glance::bench
