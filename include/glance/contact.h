// Where two bodies touch: the few points that a solver needs.
#pragma once

#include <array>
#include <cstdint>

#include "glance/export.h"
#include "glance/query.h"

namespace glance {

/// One point of a contact. World frame.
struct ContactPoint {
  /// A point on the surface of each body: point_a - point_b = depth * normal, up to rounding.
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
  /// How deep the bodies overlap here along the normal (length). Negative for a gap within the
  /// margin.
  double depth = 0;
  /// The features on which the points lie.
  FeatureId feature_a, feature_b;
  /// Identifies the point among those of its pair. It stays the same from frame to frame while the
  /// same features meet, so a solver can store its impulses under it. Never 0.
  std::uint64_t id = 0;
  /// For bodies that are not convex: the parts or triangles that feature_a and feature_b belong to.
  SubShape sub_a = {}, sub_b = {};
};

/// The answer of `contacts`.
struct Contacts {
  /// The largest number of points.
  static constexpr int kMaxPoints = 4;

  /// The verdict of `collide`, with the margin.
  Verdict verdict = Verdict::undecided;
  /// Unit vector from A to B, world frame: moving B along it ends the overlap soonest. Zero if
  /// there are no points.
  Vec3 normal = Vec3::zero();
  /// The number of points; 0 if the bodies are apart. Up to four where faces or edges meet, chosen
  /// so that the deepest is among them and the area between them is large; one where a corner or a
  /// curved surface touches. The points are in the order of their ids.
  int count = 0;
  std::array<ContactPoint, kMaxPoints> points = {};  ///< the first `count` are set
  Certificate certificate;                           ///< proves the verdict
  QueryWork work;                                    ///< what the answer cost
  SubShape sub_a = {}, sub_b = {};  ///< for bodies that are not convex: the parts that the
                                    ///< certificate is about

  /// The points that are set.
  std::span<const ContactPoint> span() const {
    return {points.data(), static_cast<std::size_t>(count)};
  }
};

/// Finds where A and B touch, or come nearer than options.margin.
///
/// For bodies that are not convex, these are the contacts of all their parts and triangles that
/// touch, and of convex parts within the margin. The normal is that of the deepest of these; points
/// of parts that meet at an angle of more than kContactTilt to it are left out. (For a body inside
/// a solid: one point, along the way out that `distance` names.) Meshes that are exactly convex
/// (convexity.h) have the contacts of their hulls, unless they are surfaces that overlap.
GLANCE_API Contacts contacts(PlacedShape a, PlacedShape b, const QueryOptions& options = {});

}  // namespace glance
