// FCL's own types for hulls and poses.
//
// Debian's FCL is built for baseline x86-64: code that includes its headers must be, too,
// since the layout of Eigen's types depends on vector flags.
#pragma once

#include <fcl/geometry/shape/convex.h>

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

inline fcl::Transform3<double> make_fcl_transform(const Placement& placement) {
  const auto& [r, t] = placement;
  fcl::Transform3<double> transform = fcl::Transform3<double>::Identity();
  transform.linear() << r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8];
  transform.translation() << t[0], t[1], t[2];
  return transform;
}

}  // namespace glance::bench
