// FCL's own types for hulls and poses.
//
// Debian's FCL is built for baseline x86-64: code that includes its headers must be, too,
// since the layout of Eigen's types depends on vector flags.
#pragma once

#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/halfspace.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/geometry/shape/triangle_p.h>

#include "peers/peer.h"

#ifdef __AVX__
#error "FCL's headers must not be compiled with AVX: see above"
#endif

namespace glance::bench {

inline std::shared_ptr<fcl::Convex<double>> make_fcl_convex(const Hull& hull) {
  const auto vertices = std::make_shared<std::vector<fcl::Vector3<double>>>();
  for (const auto& v : hull.vertices) vertices->emplace_back(v[0], v[1], v[2]);
  const auto faces = std::make_shared<std::vector<int>>();
  for (const std::vector<int>& face : hull.faces) {
    faces->push_back(static_cast<int>(face.size()));
    faces->insert(faces->end(), face.begin(), face.end());
  }
  return std::make_shared<fcl::Convex<double>>(vertices, static_cast<int>(hull.faces.size()),
                                               faces);
}

/// A shape of FCL's own kind.
inline std::shared_ptr<fcl::CollisionGeometry<double>> make_fcl_shape(const Solid& solid) {
  const auto& [x, y, z] = solid.sizes;
  const auto corner = [&](std::size_t i) {
    const auto& v = solid.vertices[i];
    return fcl::Vector3<double>(v[0], v[1], v[2]);
  };
  switch (solid.kind) {
    case Kind::sphere: return std::make_shared<fcl::Sphere<double>>(x);
    case Kind::capsule: return std::make_shared<fcl::Capsule<double>>(x, 2 * z);
    case Kind::cylinder: return std::make_shared<fcl::Cylinder<double>>(x, 2 * z);
    case Kind::cone: return std::make_shared<fcl::Cone<double>>(x, 2 * z);
    case Kind::ellipsoid: return std::make_shared<fcl::Ellipsoid<double>>(x, y, z);
    case Kind::box: return std::make_shared<fcl::Box<double>>(2 * x, 2 * y, 2 * z);
    case Kind::triangle:
      return std::make_shared<fcl::TriangleP<double>>(corner(0), corner(1), corner(2));
    case Kind::halfspace: return std::make_shared<fcl::Halfspace<double>>(0, 0, 1, 0);
    case Kind::hull: break;
  }
  return make_fcl_convex(solid);
}

inline fcl::Transform3<double> make_fcl_transform(const Placement& placement) {
  const auto& [r, t] = placement;
  fcl::Transform3<double> transform = fcl::Transform3<double>::Identity();
  transform.linear() << r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8];
  transform.translation() << t[0], t[1], t[2];
  return transform;
}

}  // namespace glance::bench
