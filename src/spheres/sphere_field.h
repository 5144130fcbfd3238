// How far a point is from a body, and how deep inside: for the spheres around it.
#pragma once

#include <vector>

#include "spheres/sphere_surface.h"

namespace glance::rooms::spheres {

/// Positive: the body is no farther from the point than this. Negative: the ball of this radius
/// about the point lies within the body. In the unit frame of the surface.
class SphereField {
 public:
  /// The surface must outlive it.
  explicit SphereField(const SphereSurface& surface);

  /// The last point that was asked about. A point nearer to it than the surface is lies on the same
  /// side of the surface.
  struct Memory {
    struct Side {
      Vec3 point = Vec3::zero();
      double distance = -1;
      bool inside = false;
    };
    std::vector<Side> parts;
  };

  double signed_distance(const Vec3& point, Memory* memory = nullptr) const;
  /// Whether the point is inside a part whose core is not flat. Those too near to a surface to tell
  /// count as outside.
  bool inside(const Vec3& point) const { return signed_distance(point) < 0; }
  /// About the same, faster: sides are told by the nearest triangle, which may be wrong where the
  /// surface crosses itself. For choosing spheres, not for what is said of them.
  double rough_distance(const Vec3& point) const;
  /// The same of one part.
  double signed_distance_to(const Vec3& point, std::uint32_t part, Memory* memory = nullptr) const;

 private:
  struct Node {
    Aabb box;
    std::uint32_t first = 0, count = 0;  ///< triangles of a leaf; else count is 0, and the first
  };                                     ///< of two children, which stand side by side

  void build(std::uint32_t node, std::uint32_t first, std::uint32_t count);
  double distance(const Vec3& point, std::uint32_t root, double enough,
                  std::uint32_t* nearest = nullptr) const;
  bool winds_around(const Vec3& point, std::uint32_t root) const;

  const SphereSurface& surface_;
  std::vector<std::uint32_t> order_;  ///< triangles as the leaves have them
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> roots_;  ///< of each part
};

}  // namespace glance::rooms::spheres
