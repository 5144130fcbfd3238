#include "convex/box_box.h"

#include <algorithm>

#include "convex/box_features.h"
#include "convex/separation.h"

namespace glance::rooms::convex {
namespace {

/// Sines below this belong to parallel edges (dimensionless). Turning B until they are exactly
/// parallel moves its points by no more than this fraction of its radius; and parallel edges form
/// no facet of A - B.
constexpr double kParallelSine = 1e-14;

/// Squared sines below this belong to edges whose cross product need not be tried as a separating
/// axis (dimensionless): what is missed there is found by later stages.
constexpr double kLeastSineSq = 1e-12;

/// Cosines below this (dimensionless) do not tell which corner is the farthest: a whole edge is.
constexpr double kLevelCosine = 1e-9;

/// Estimated depths that are larger than the least one by this fraction of the size of the pair
/// (and by kWarped times what the matrices are off from rotations) belong to other axes than the
/// one of least depth: estimates are sums of some twenty products of numbers of that size, each off
/// by at most 2^-53 of it.
constexpr double kEstimated = 0x1p-43;
constexpr double kWarped = 16;

/// Cross products of edges with a smaller squared sine are never left out by an estimate.
constexpr double kClearSineSq = 0.01;

constexpr std::uint32_t kAll = 7;

struct Axis {
  Vec3 normal = Vec3::zero();  ///< unit vector, towards B's centre
  double depth = std::numeric_limits<double>::infinity();
  int of_a = -1, of_b = -1;  ///< the face or edge direction of each box that the axis comes from;
                             ///< -1: none
};

/// Both boxes in the frame of the pair: axes of the world, origin at A's centre.
class BoxPair {
 public:
  BoxPair(const PairFrame& frame, const Vec3& half_a, const Vec3& half_b)
      : frame_(frame), half_a_(half_a), half_b_(half_b) {
    for (int i = 0; i < 3; i++) {
      a_[i] = frame.a.rotation.col(i);
      b_[i] = frame.b.rotation.col(i);
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) cosine_[i][j] = dot(a_[i], b_[j]);
    }
  }

  /// The overlap of the boxes along n; negative if they are apart along it.
  double depth_along(const Vec3& n) const {
    double reach = 0;
    for (int i = 0; i < 3; i++) {
      reach += std::fabs(dot(n, a_[i])) * half_a_[i] + std::fabs(dot(n, b_[i])) * half_b_[i];
    }
    return reach - std::fabs(dot(n, frame_.offset));
  }

  /// Returns the first axis that separates, not the best one: any gap proves the verdict. Face
  /// normals come first, since they need no cross product. The caller tests the gap again on the
  /// vertices themselves, so this is only a search.
  Vec3 separating() const {
    Vec3 found = Vec3::zero();
    const auto separates = [&](const Vec3& axis) {
      const Vec3 n = quick_unit(axis);
      if (!(depth_along(n) < -frame_.error)) return false;
      found = dot(n, frame_.offset) < 0 ? Vec3(-n) : n;
      return true;
    };
    for (int i = 0; i < 3; i++) {
      if (separates(a_[i]) || separates(b_[i])) return found;
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        if (1 - cosine_[i][j] * cosine_[i][j] > kLeastSineSq && separates(cross(a_[i], b_[j]))) {
          return found;
        }
      }
    }
    return found;
  }

  /// The shortest way out of an overlap is along one of the 15 axes (they are all facet normals of
  /// A - B), so the smallest depth among them is the depth. `lower` takes from each depth what its
  /// own axis may be off; `upper` holds for any unit vector.
  bool set_depth(Distance& d) const {
    // The columns are exact face normals only if the matrices are exact rotations.
    const double warp = 2 * (rotation_error(frame_.a.rotation) + rotation_error(frame_.b.rotation));
    Axis best;
    double lower = std::numeric_limits<double>::infinity();
    double parallel = 0;
    const auto offer = [&](const Vec3& n, double off, int of_a, int of_b) {
      const double depth = depth_along(n);
      lower = std::min(lower, depth - off * frame_.size);
      if (!(depth < best.depth)) return;
      best = {dot(n, frame_.offset) < 0 ? Vec3(-n) : n, depth, of_a, of_b};
    };
    // Most axes are clearly deeper than the least deep face, which an estimate tells.
    const DepthEstimates estimates(*this);
    const double slack = (kEstimated + kWarped * warp) * frame_.size;
    const double least = estimates.least_of_faces() + slack;
    const auto is_deeper = [&](double estimate) {
      return estimate > std::min(least, best.depth) + slack;
    };
    for (int i = 0; i < 3; i++) {
      if (!is_deeper(estimates.face_a[i])) offer(quick_unit(a_[i]), warp, i, -1);
    }
    for (int i = 0; i < 3; i++) {
      if (!is_deeper(estimates.face_b[i])) offer(quick_unit(b_[i]), warp, -1, i);
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        if (1 - cosine_[i][j] * cosine_[i][j] > kClearSineSq && is_deeper(estimates.edges(i, j))) {
          continue;
        }
        const Vec3 across = cross(a_[i], b_[j]);
        const double sine = std::sqrt(norm_sq(across));
        // These edges form no facet. What turning B until they are parallel moves is taken from the
        // lower bound once, for all such pairs.
        if (sine <= kParallelSine) {
          parallel = 2 * kParallelSine * frame_.size;
          continue;
        }
        // The cross product is off by a few 2^-53; scaled to unit length by 1 / sine, so is the
        // axis.
        offer(across * (1 / sine), 8 * 0x1p-53 / sine, i, j);
      }
    }
    lower -= parallel + frame_.error;
    const double upper = best.depth + frame_.error;
    const double size = frame_.a.body.extent() + frame_.b.body.extent();
    if (!(lower > 0) || !(upper - lower <= kDistanceAccuracy * size)) return false;
    if (!set_points(best, d)) return false;
    d.depth = best.depth;
    d.lower = -upper;
    d.upper = -lower;
    d.normal = best.normal;
    return true;
  }

 private:
  /// Depths along all axes from the cosines between them, as if the matrices were exact rotations.
  struct DepthEstimates {
    explicit DepthEstimates(const BoxPair& pair) : of(pair) {
      for (int i = 0; i < 3; i++) {
        along_a[i] = dot(of.a_[i], of.frame_.offset);
        for (int j = 0; j < 3; j++) cosine[i][j] = std::fabs(of.cosine_[i][j]);
      }
      for (int i = 0; i < 3; i++) {
        face_a[i] = of.half_a_[i] - std::fabs(along_a[i]);
        face_b[i] = of.half_b_[i] - std::fabs(dot(of.b_[i], of.frame_.offset));
        for (int j = 0; j < 3; j++) {
          face_a[i] += cosine[i][j] * of.half_b_[j];
          face_b[i] += cosine[j][i] * of.half_a_[j];
        }
      }
    }

    double least_of_faces() const {
      return std::min({face_a[0], face_a[1], face_a[2], face_b[0], face_b[1], face_b[2]});
    }
    /// Along the cross product of edges i of A and j of B, which is shorter than 1: where boxes
    /// overlap, they do so by at least as much along the unit vector.
    double edges(int i, int j) const {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double reach_a = of.half_a_[i1] * cosine[i2][j] + of.half_a_[i2] * cosine[i1][j];
      const double reach_b = of.half_b_[j1] * cosine[i][j2] + of.half_b_[j2] * cosine[i][j1];
      return reach_a + reach_b -
             std::fabs(along_a[i2] * of.cosine_[i1][j] - along_a[i1] * of.cosine_[i2][j]);
    }

    const BoxPair& of;
    double along_a[3], cosine[3][3], face_a[3], face_b[3];
  };

  /// The farthest corner of a box along n, as bits (see BoxFeatures). False if an edge or face is
  /// perpendicular to n, up to rounding (except for edge direction `but`, which is meant to be).
  static bool corner_along(const Vec3* axes, const Vec3& n, int but, std::uint32_t& bits) {
    bits = 0;
    for (int i = 0; i < 3; i++) {
      const double along = dot(n, axes[i]);
      if (i != but && std::fabs(along) < kLevelCosine) return false;
      if (along > 0) bits |= 1u << i;
    }
    return true;
  }

  static Vec3 corner(const Vec3* axes, const Vec3& half, std::uint32_t bits, int but = -1) {
    Vec3 sum = Vec3::zero();
    for (int i = 0; i < 3; i++) {
      if (i != but) sum += axes[i] * (bits >> i & 1 ? half[i] : -half[i]);
    }
    return sum;
  }

  /// Whether a point (from the box's centre) is not beside the face: an axis of smallest depth may
  /// belong to features that do not face each other where rounding decides between two axes.
  bool is_on_face(const Vec3* axes, const Vec3& half, int face, const Vec3& from_centre) const {
    for (int i = 0; i < 3; i++) {
      if (i != face && std::fabs(dot(axes[i], from_centre)) > half[i] + frame_.error) return false;
    }
    return true;
  }

  /// The closest features along the axis, and the points on them that the translation n * depth
  /// brings together. `n` points from A to B, so A's feature is its farthest along n and B's the
  /// farthest along -n.
  bool set_points(const Axis& axis, Distance& d) const {
    const Vec3& n = axis.normal;
    std::uint32_t bits_a, bits_b;
    Vec3 point_a, point_b;
    if (axis.of_b < 0) {  // a face of A, a corner of B
      if (!corner_along(b_, -n, -1, bits_b)) return false;
      point_b = corner(b_, half_b_, bits_b) + frame_.offset;
      point_a = point_b + n * axis.depth;
      if (!is_on_face(a_, half_a_, axis.of_a, point_a)) return false;
      bits_a = dot(n, a_[axis.of_a]) > 0 ? kAll : 0;
      d.feature_a = BoxFeatures::find(kAll & ~(1u << axis.of_a), bits_a);
      d.feature_b = {FeatureKind::vertex, bits_b};
    } else if (axis.of_a < 0) {
      if (!corner_along(a_, n, -1, bits_a)) return false;
      point_a = corner(a_, half_a_, bits_a);
      point_b = point_a - n * axis.depth;
      if (!is_on_face(b_, half_b_, axis.of_b, point_b - frame_.offset)) return false;
      bits_b = dot(n, b_[axis.of_b]) < 0 ? kAll : 0;
      d.feature_a = {FeatureKind::vertex, bits_a};
      d.feature_b = BoxFeatures::find(kAll & ~(1u << axis.of_b), bits_b);
    } else {
      const int i = axis.of_a, j = axis.of_b;
      if (!corner_along(a_, n, i, bits_a) || !corner_along(b_, -n, j, bits_b)) return false;
      const Vec3 middle_a = corner(a_, half_a_, bits_a, i);
      const Vec3 middle_b = corner(b_, half_b_, bits_b, j) + frame_.offset;
      // Along n the edges are `depth` apart; seen along n they cross.
      const Vec3 between = middle_b - middle_a;
      const double c = cosine_[i][j], p = dot(a_[i], between), q = dot(b_[j], between);
      // The closest points of the two edge lines, with the edges' middles as origins and unit
      // directions at the cosine c; edges that are parallel to 1e-14 were left out above.
      const double s = (p - c * q) / (1 - c * c), t = (c * p - q) / (1 - c * c);
      if (std::fabs(s) > half_a_[i] + frame_.error || std::fabs(t) > half_b_[j] + frame_.error) {
        return false;
      }
      point_a = middle_a + a_[i] * s;
      point_b = middle_b + b_[j] * t;
      d.feature_a = BoxFeatures::find(1u << i, bits_a);
      d.feature_b = BoxFeatures::find(1u << j, bits_b);
    }
    d.point_a = frame_.to_world(point_a);
    d.point_b = frame_.to_world(point_b);
    return true;
  }

  const PairFrame& frame_;
  Vec3 half_a_, half_b_;
  Vec3 a_[3], b_[3];  ///< axes of A and B in the world frame
  double cosine_[3][3];
};

}  // namespace

Vec3 separating_axis(const PairFrame& frame, const Vec3& half_a, const Vec3& half_b) {
  return BoxPair(frame, half_a, half_b).separating();
}

bool try_box_depth(const PairFrame& frame, const Vec3& half_a, const Vec3& half_b, Distance& d) {
  return BoxPair(frame, half_a, half_b).set_depth(d);
}

}  // namespace glance::rooms::convex
