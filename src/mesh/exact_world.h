// Points of two meshes in the world, R*v + t, without any rounding.
#pragma once

#include "exact/oracle_points.h"
#include "mesh/triangle_pair.h"

namespace glance::rooms::mesh {

/// Where points of bodies are, as integers in one unit. All poses and points are to be added first.
class ExactWorld {
 public:
  ExactWorld(const Pose& a, const Pose& b) {
    add(a);
    add(b);
  }
  void add(const Pose& pose) {
    turn_.add(pose.rotation());
    place_.add(pose.translation());
  }
  void add(const Vec3& local) { local_.add(local); }
  void add(const TriangleCorners& local) {
    for (const Vec3& p : local) add(p);
  }
  ExactPoint operator()(const Pose& pose, const Vec3& local) const;
  /// R*v, for a direction.
  ExactPoint turned(const Pose& pose, const Vec3& local) const;
  /// The unit is 2^exponent.
  int exponent() const;

 private:
  CommonScale turn_, local_, place_;
};

}  // namespace glance::rooms::mesh
