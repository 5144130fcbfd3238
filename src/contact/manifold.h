// The points of a contact: where the patches of two bodies lie over each other along their
// normal (docs/design/contacts.md).
#pragma once

#include <array>
#include <span>

#include "contact/contact_patch.h"
#include "glance/contact.h"

namespace glance::rooms::contact {

/// A place where two patches meet, in ContactAxes.
struct MeetingPoint {
  double x, y;
  double height_a, height_b;  ///< of A's surface along the normal, of B's against it
  PatchFeature feature_a, feature_b;
  std::uint64_t id;
  /// The closest points that `distance` found. Those of curved bodies are on the surfaces to 1e-9
  /// of the size, but their normal is as good as the root of that: one is not exactly over the
  /// other. (Without a default: points are made by the hundred, and most are never set.)
  bool is_witness;

  double depth() const { return height_a + height_b; }
};

/// Most points that two patches can give: all corners of both, and twice the sides of one.
inline constexpr int kMaxMeetingPoints = 4 * ContactPatch::kMaxCorners;

/// Collects meeting points without asking for memory.
struct MeetingPoints {
  int count = 0;
  std::array<MeetingPoint, kMaxMeetingPoints> points;

  std::span<MeetingPoint> span() { return {points.data(), static_cast<std::size_t>(count)}; }
};

/// Below this length two places are the same (kContactSnap).
double snap_length(const ContactPatch& a, const ContactPatch& b);

/// The corners of the intersection of both patches, seen along the normal: corners of one over
/// the other, and crossings of sides; one of those that are nearer to each other than `snap`, and
/// always the same one.
void meet(const ContactPatch& a, const ContactPatch& b, double snap, MeetingPoints& points);

/// Moves at most four to the front and says how many: of those that are about the deepest the
/// one farthest out, the farthest from it, the farthest from the line through both, and the
/// farthest outside of these three. Among those that are equal to within `snap`, the smallest
/// id: so the choice lasts.
int reduce(std::span<MeetingPoint> points, double snap);

/// Fills normal and points, for bodies of which `distance` says that they meet (or come within
/// the margin).
void fill_manifold(const Distance& distance, const Shape& a, const Pose& pose_a, const Shape& b,
                   const Pose& pose_b, double margin, Contacts& contacts);

}  // namespace glance::rooms::contact
