// The face, edge or vertex of a body that faces the other one along a normal, laid out as a
// polygon across that normal: what contacts are made of.
#pragma once

#include <array>

#include "convex/pair_frame.h"

namespace glance::rooms::contact {

/// Coordinates across and along the normal of a pair: x along u, y along v, height along n.
/// The origin is that of PairFrame.
struct ContactAxes {
  Vec3 n, u, v;

  explicit ContactAxes(const Vec3& normal);
};

/// A feature, and the number that it has within ids of contacts: its own, or one that tells the
/// points of one curved edge apart. Never 0.
struct PatchFeature {
  FeatureKind kind;
  std::uint32_t index;
  std::uint32_t key;

  FeatureId feature() const { return {kind, index}; }

  static PatchFeature of(FeatureId feature) { return part(feature, feature.index); }
  /// Kinds take two bits (not 0), indices 30: hulls have fewer features (kMaxHullPoints).
  static PatchFeature part(FeatureId feature, std::uint32_t number) {
    return {feature.kind, feature.index,
            (static_cast<std::uint32_t>(feature.kind) + 1) << 30 | number};
  }
};

struct PatchCorner {
  double x, y, h;       ///< h: outward from the body, so against the normal for B
  double out_x, out_y;  ///< unit, from the side outward
  PatchFeature corner;
  PatchFeature side;  ///< from this corner to the next
};

/// Without the rounding radius of the body, except where said. Most of it is not set when it is
/// made: it is large.
struct ContactPatch {
  static constexpr int kMaxCorners = 64;
  enum class Kind : std::uint8_t { none, vertex, edge, face, plane };

  Kind kind = Kind::none;  ///< none: a curved place; plane: of a half-space
  int count = 0;
  PatchFeature whole;                  ///< the feature itself
  double h0, slope_x, slope_y;         ///< face, plane: height = h0 + slope . (x, y)
  double rounding = 0;                 ///< radius
  std::array<PatchCorner, 64> corners; /**< counter-clockwise in (x, y) for both bodies; of a
                                          larger polygon some of them */

  int side_count() const { return kind == Kind::face ? count : kind == Kind::edge ? 1 : 0; }
  const PatchCorner& next(int i) const { return corners[i + 1 == count ? 0 : i + 1]; }

  /// How far a place is outside of side i, from the line through it.
  double beyond_side(int i, double x, double y) const {
    const PatchCorner& p = corners[i];
    return p.out_x * (x - p.x) + p.out_y * (y - p.y);
  }
  /// Whether a place is no farther than that outside (or, if negative, so far inside).
  bool is_within(double x, double y, double reach) const;
  /// Moves a place that is outside by a little to where it is not.
  void pull_in(double& x, double& y) const;
  /// Height over a place, that of the rounded surface.
  double surface(double x, double y) const;
  /// Of an edge its length, of a square its side, of longer polygons between once and twice
  /// their width; infinite if there are neither.
  double width() const;

 private:
  double core_height(double x, double y) const;
  Vec3 nearest(const Vec3& p) const;
};

/// The feature of A (`first`) or B that is extreme along (for B: against) the normal, of all that
/// are turned from it by no more than `tilt` the largest kind, and of that kind the one turned
/// least. Of ends of cylinders and cones an octagon within the rim.
void facing_patch(const Shape& shape, const PairFrame& frame, bool first, const ContactAxes& axes,
                  double tilt, ContactPatch& patch, QueryWork& work);

}  // namespace glance::rooms::contact
