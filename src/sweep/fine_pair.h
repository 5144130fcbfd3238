// Two bodies that are nearer to each other than doubles can tell: is there a direction that keeps
// them apart for a while? In 50 digits (fine_body), so down to gaps far below a rounding.
//
// With D(t) = { b - a : a in A, b in B } at a time t, a fixed direction n separates the bodies at
// both ends of [from, to] exactly if it separates the convex hull of D(from) and D(to) from the
// origin (by more than the rounding radii). The nearest point of that hull gives it (the search of
// Gilbert, Johnson and Keerthi). Between the ends the gap is above its chord but for
// K s^2 / 8, with K a bound on its second derivative (docs/design/impact.md).
//
// Of bodies that do not turn, that hull is all that D sweeps over, and K is 0: so the answer for
// [0, 1] decides, up to the digits, whether they ever touch.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sweep/fine_body.h"

namespace glance::rooms::sweep {

struct FineSeparation {
  enum class Outcome {
    apart,  ///< all the time, along the direction
    meet,   ///< some hull of what lies between A and B has the origin: see above
    open,
  };
  Outcome outcome = Outcome::open;
  /// World frame, from A to B, at the start of the time: direction + finer, nearly a unit vector.
  Vec3 direction = Vec3::zero(), finer = Vec3::zero();
};

class FinePair {
 public:
  /// Bodies nearer to each other than `margin` count as in contact.
  FinePair(const FineBody& a, const Shape& shape_a, const FineBody& b, const Shape& shape_b,
           double margin);

  bool turns() const { return a_.turns() || b_.turns(); }

  /// Looks for a direction that keeps them apart throughout [from, to], turning with an angular
  /// velocity; if `to` is 1, at the end poses, too. `first` is where the search begins: not zero.
  /// With a half-space both are those of its normal; one that turns unevenly is left open. They
  /// must be farther apart than `clearance`, besides the margin.
  FineSeparation separate(double from, double to, const Vec3& turn, const Vec3& first,
                          double clearance) const;
  /// The same for this direction only, without clearance.
  FineSeparation separate_along(double from, double to, const Vec3& direction) const {
    return search(snapshots(from, to, Vec3::zero()), direction, 1, radii_);
  }

  /// For bodies that do not turn: whether they touch at some time from `from` on, or at the end
  /// poses (which are rounded, and need not be where the motion leads). Nothing if 50 digits cannot
  /// tell.
  std::optional<bool> try_touch_after(double from, const Vec3& first) const;

 private:
  /// Both bodies at one time, in a frame that turns with the direction.
  struct Snapshot {
    FineBody::Place a, b;
    FineRotation frame;
  };
  /// At the ends of a time; and at the end poses, if it ends there.
  struct Snapshots {
    std::vector<Snapshot> at;
    FineVec turn;  ///< of the direction
    Fine length;   ///< of the time
  };
  struct Bound {
    Fine along, size;  ///< on the bend of the distance of the centres; of all that enters
    FineVec turn;
    Fine length;  ///< of the time
  };
  const FineBody* plane() const {
    return a_.is_halfspace() ? &a_ : b_.is_halfspace() ? &b_ : nullptr;
  }
  Snapshots snapshots(double from, double to, const Vec3& turn) const;
  /// `reach`: what the cores have to be apart by.
  FineSeparation search(const Snapshots& snapshots, const Vec3& first, int looks,
                        const Fine& reach) const;
  FineVec lowest(const Snapshot& at, const FineVec& n) const;
  Fine least_gap(std::span<const Fine> gaps, const FineVec& n, const Bound& bound) const;

  FineBody a_, b_;
  const Shape &shape_a_, &shape_b_;
  Fine radii_;  ///< of the roundings, and the margin
};

}  // namespace glance::rooms::sweep
