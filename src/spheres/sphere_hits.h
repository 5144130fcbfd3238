// Two trees of spheres, one level of one tree at a time (O'Sullivan-Dingliana sections 3.3.2 and
// 3.4.1): a search that can be stopped after every step and then gives bounds on the distance of
// the bodies.
//
// A sphere hit is two spheres that meet: a target, and one whose children are tested against the
// target next. A child that meets it makes a new hit, in which the two change places (the
// cross-over), unless the target has no children. The search ends apart if no hits are left, and at
// the leaves once two of those meet: then the caller examines the bodies themselves.
//
// In the paper two leaves that meet are a collision. Here they are not, since spheres stick out of
// the bodies. But two nodes whose inner balls (balls within the bodies) overlap prove a collision.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bound/placement.h"
#include "glance/sphere_tree.h"

namespace glance::rooms::base {

class ByteReader;
class ByteWriter;

}  // namespace glance::rooms::base

namespace glance::rooms::spheres {

/// Two spheres that meet, by their numbers.
struct SphereHit {
  std::uint32_t a = 0, b = 0;
  bool divides_a = false;  ///< whose children are tested next
  /// An upper bound on the distance of the bodies, from these two spheres; negative: balls within
  /// the bodies overlap by this much.
  double between = 0;

  bool operator==(const SphereHit&) const = default;
};

/// The hit that promises the smallest gap goes first; of equal ones that with smaller numbers.
inline bool is_later(const SphereHit& x, const SphereHit& y) {
  if (x.between != y.between) return x.between > y.between;
  return x.a != y.a ? x.a > y.a : x.b > y.b;
}

class SphereHits {
 public:
  enum class State : std::uint8_t {
    open,
    apart,
    leaves_meet,  ///< the bodies may
    overlap,      ///< balls within the bodies do
  };

  /// Begins with the roots, each tree larger by its scale. The trees must stay where they are.
  void begin(std::span<const SphereNode> a, double scale_a, const Pose& pose_a,
             std::span<const SphereNode> b, double scale_b, const Pose& pose_b);

  /// Tells that the same trees are now elsewhere in memory.
  void move_trees(std::span<const SphereNode> a, std::span<const SphereNode> b) {
    a_ = a;
    b_ = b;
  }

  /// The same without a search: for restore().
  void place(std::span<const SphereNode> a, double scale_a, const Pose& pose_a,
             std::span<const SphereNode> b, double scale_b, const Pose& pose_b);

  /// After begin: looks at two spheres first that were close to each other in an earlier frame
  /// (nearest() of that search). They bound the gap, show that the bodies overlap, or lead to the
  /// leaves at once.
  void retry(const SphereHit& before);

  /// The most promising hit; the number of pairs of spheres that were tested, at least 1. Only
  /// while the state is `open`.
  std::uint32_t step();

  State state() const { return state_; }
  /// Whether the spheres around all of each meet.
  bool began_together() const { return met_; }
  /// Bounds on the distance between the surfaces (unit of the shapes). They only get narrower.
  /// (A body inside of another's hollow is `apart` here.)
  double lower() const { return lower_; }
  double upper() const { return upper_; }
  /// Among all spheres that were tested, the two that bound the gap best.
  const SphereHit& nearest() const { return nearest_; }
  /// The two spheres that were found to meet last: the roots at first.
  const SphereHit& deepest() const { return deepest_; }
  /// All that are still to be looked at; and leaves that meet.
  std::span<const SphereHit> hits() const { return hits_; }

  /// For storing (spheres/stored_hits): what does not follow from the trees and where they are.
  void put(ByteWriter& out) const;
  /// After place(). False for bytes that put() never writes.
  bool restore(ByteReader& in);

  std::size_t bytes() const { return hits_.capacity() * sizeof(SphereHit); }

 private:
  /// Tests two spheres, and says whether they meet.
  bool test(std::uint32_t a, std::uint32_t b, bool divides_a);
  /// The same, and adds a hit if they meet.
  void test_child(std::uint32_t a, std::uint32_t b, bool divides_a);

  std::span<const SphereNode> a_, b_;
  double scale_a_ = 1, scale_b_ = 1;
  Mat3 rotation_;  ///< B's frame seen from A's
  Vec3 translation_;
  double grow_ = 1, slack_ = 0;  ///< Placement
  std::vector<SphereHit> hits_;  ///< a heap: the most promising one in front
  bool met_ = false;
  State state_ = State::apart;
  double lower_ = 0, upper_ = 0;
  double nearest_apart_ = 0;  ///< of all pairs that do not meet
  SphereHit deepest_, nearest_;
};

}  // namespace glance::rooms::spheres
