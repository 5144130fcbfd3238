// Where two bodies touch, in the few points that a solver wants.
#pragma once

#include <array>
#include <cstdint>

#include "glance/export.h"
#include "glance/query.h"

namespace glance {

/// One point of a contact. World frame.
struct ContactPoint {
  /// On the surface of each body; point_a - point_b = depth * normal; up to rounding.
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
  /// How deep the bodies overlap here along the normal; negative where a gap that is within
  /// the margin is left.
  double depth = 0;
  /// The features that the points lie on.
  FeatureId feature_a, feature_b;
  /// Tells the points of one pair apart, and stays the same from frame to frame while the
  /// same features meet: what a solver keeps its impulses under. Never 0.
  std::uint64_t id = 0;
  /// Of bodies that are not convex: of which feature_a and feature_b are.
  SubShape sub_a = {}, sub_b = {};
};

/// The answer of `contacts`.
struct Contacts {
  static constexpr int kMaxPoints = 4;

  /// With the margin, as `collide` says it.
  Verdict verdict = Verdict::undecided;
  /// Unit, from A to B: moving B along it ends the overlap soonest. Zero if there are no points.
  Vec3 normal = Vec3::zero();
  /// How many points there are: none if apart. Up to four where faces or edges meet, chosen
  /// so that the deepest is among them and the area between them is large; one where a corner or a
  /// curved surface touches. In the order of their ids.
  int count = 0;
  std::array<ContactPoint, kMaxPoints> points = {};
  Certificate certificate;
  QueryWork work;
  SubShape sub_a = {}, sub_b = {};  ///< of bodies that are not convex: who the certificate is about

  std::span<const ContactPoint> span() const {
    return {points.data(), static_cast<std::size_t>(count)};
  }
};

/// Where do A and B touch, or come nearer than options.margin?
///
/// Of bodies that are not convex: the contacts of all their parts and triangles that touch, and of
/// convex parts within the margin. The normal is that of the deepest of these; points of parts that
/// meet at an angle to it of more than kContactTilt are left out. (A body inside of a solid: one
/// point, along the way out that `distance` names.)
GLANCE_API Contacts contacts(PlacedShape a, PlacedShape b, const QueryOptions& options = {});

}  // namespace glance
