// Pieces of a surface: polygons that are left of its triangles when space is divided by planes.
#pragma once

#include <span>
#include <vector>

#include "spheres/sphere_surface.h"

namespace glance::rooms::spheres {

class SpherePieces {
 public:
  struct Piece {
    std::uint32_t first = 0, count = 0;  ///< its corners among points()
    std::uint32_t triangle = 0;
  };

  /// All of the surface.
  static SpherePieces all(const SphereSurface& surface);

  bool empty() const { return pieces_.empty(); }
  std::span<const Piece> pieces() const { return pieces_; }
  std::span<const Vec3> points() const { return points_; }
  std::span<const Vec3> corners(const Piece& piece) const {
    return points().subspan(piece.first, piece.count);
  }

  void add(std::span<const Vec3> corners, std::uint32_t triangle);

  /// Divides by the plane normal . x = offset: every point of a piece is in `below` or in `above`.
  /// What lies in the plane goes to the side that its body is on.
  /// `widened`: both get what is within the pads of the plane besides.
  void split(const SphereSurface& surface, const Vec3& normal, double offset, bool widened,
             SpherePieces& below, SpherePieces& above) const;

 private:
  std::vector<Vec3> points_;
  std::vector<Piece> pieces_;
};

/// Areas, their mean place, the mean of their normals (outward; of length 1 where flat), and how
/// they spread.
struct PieceMeasure {
  double area = 0;
  Vec3 mean = Vec3::zero();
  Vec3 normal = Vec3::zero();
  Mat3 covariance = Mat3::zero();
};
PieceMeasure measure(const SphereSurface& surface, const SpherePieces& pieces);

}  // namespace glance::rooms::spheres
