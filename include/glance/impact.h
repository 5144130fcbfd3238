// When do two moving bodies first meet?
//
//   const Impact impact = time_of_impact({*bullet, *flight}, {*plate, resting});
//   if (impact.hit) ...  // impact.time, impact.point, impact.normal
//
// Time runs from 0 to 1, as in motion.h. The answer is never late: up to `time` the bodies are
// apart, and that is proved; at `time` they are no farther apart than the tolerance. So
//
//   - bodies that come within half the tolerance hit, also if they do not touch; those that come
//     within the tolerance may. Unless a later contact is found, `grazing` says so;
//   - bodies that touch or overlap at the start hit at 0, and `starts_overlapping` says so;
//   - bodies that start nearer to each other than the tolerance hit when half their distance is
//     gone, or at the start if that is too near for doubles. Those that rest, part or slide along
//     each other do not hit, however small the gap: where a direction keeps them apart, it is found
//     in 50 digits. For bodies that do not turn that decides it;
//   - of two half-spaces that face each other and of which one turns, no gap lasts: they hit at 0.
//
// Of meshes and compounds, the earliest of all pairs of their triangles and convex parts counts,
// and what starts inside a solid mesh starts overlapping. All of the above holds for each such
// pair, with the tolerance of the whole bodies. Of bodies that start within the tolerance at one
// place, pieces that only pass each other within it elsewhere do not hit, either, where a direction
// keeps them apart from then on.
//
// The proof is a list of time intervals that cover [0, lower], each with a direction along which
// the bodies stay apart. The bound behind it: the height of a turning body's point along a fixed
// direction changes evenly between the ends of an interval of length s, but for at most
// w^2 rho s^2 / 8, where w is the angular speed and rho the largest distance of the body's points
// from the axis through the motion's centre. So it is enough to look at both ends. See
// docs/design/impact.md, also for directions that turn.
#pragma once

#include <vector>

#include "glance/export.h"
#include "glance/motion.h"
#include "glance/pair_cache.h"
#include "glance/query.h"
#include "glance/shape.h"

namespace glance {

/// A shape and how it moves, as an argument of a question: `time_of_impact({bullet, flight}, ..)`.
/// Refers to both, so it is not for keeping.
struct MovingShape {
  const Shape& shape;
  const Motion& motion;

  MovingShape(const Shape& shape_, const Motion& motion_) : shape(shape_), motion(motion_) {}
};

struct ImpactOptions {
  /// For a pair that is asked about in every frame: the direction along which the two were last
  /// apart is tried first. It changes the time that a miss takes, never the answer, and is only
  /// read.
  const PairCache* cache = nullptr;
  /// What counts as contact: a distance no larger than this part of the size of the pair (both
  /// extents; a half-space has none). 0 or less, or not a number: kImpactTolerance. Raised to what
  /// poses in doubles can tell: some 4e-15 of all lengths that enter, those from the origin of the
  /// world included; and 2e-9 of the size where a core is curved.
  double tolerance = 0;
  /// The same as a length (unit of the shapes), in place of `tolerance` if it is above 0.
  double absolute_tolerance = 0;
  /// Security distance (unit of the shapes): bodies nearer than this count as in contact already,
  /// as with QueryOptions::margin. The tolerance comes on top of it. Negative or not a number: 0.
  double margin = 0;
  /// Whether Impact::proof is filled. (It allocates.) Of meshes and compounds it stays empty.
  bool proof = false;
  /// Intervals of time after which the answer is `undecided`: sound, but nothing is known behind
  /// `lower`. Of meshes and compounds, those of all pairs of pieces and the pairs of spheres count
  /// together. Never more than kMaxImpactSteps for two convex pieces, and kMaxImpactPairs.
  std::uint32_t max_steps = UINT32_MAX;

  /// The same with another cache.
  ImpactOptions with(const PairCache& other) const {
    ImpactOptions options = *this;
    options.cache = &other;
    return options;
  }

  bool operator==(const ImpactOptions&) const = default;
};

/// Within [from, to] the bodies are apart along a direction, which may turn meanwhile: at time t it
/// is `direction`, turned by (t - from) * turn. (So it can follow a face of one of the bodies.)
struct ApartInterval {
  double from = 0, to = 0;
  /// World frame, from A to B, of any length. With a half-space it is not used: the direction is
  /// the half-space's normal, which turns with it.
  Vec3 direction = Vec3::zero();
  Vec3 turn = Vec3::zero();  ///< radians a unit of time, world axes
  /// To be added to the direction, in real arithmetic: digits that doubles have no room for. Zero
  /// unless the gap is too narrow to do without.
  Vec3 finer = Vec3::zero();
};

/// What an answer cost. Counts, so that they are the same on every machine.
struct ImpactWork {
  std::uint32_t steps = 0;      ///< intervals of time
  std::uint32_t gaps = 0;       ///< gaps measured along a direction at some time
  std::uint32_t distances = 0;  ///< questions of distance
  // Of meshes and compounds; the counts above are then sums over all pairs looked at.
  std::uint32_t volume_tests = 0;     ///< pairs of spheres around triangles or parts
  std::uint32_t primitive_tests = 0;  ///< pairs of triangles or convex parts
  bool from_cache = false;            ///< the direction remembered kept them apart all the time

  /// Adds the counts of another question; `from_cache` stays as it is.
  ImpactWork& operator+=(const ImpactWork& other) {
    steps += other.steps;
    gaps += other.gaps;
    distances += other.distances;
    volume_tests += other.volume_tests;
    primitive_tests += other.primitive_tests;
    return *this;
  }
};

struct Impact {
  bool hit = false;
  /// They touch or overlap at time 0.
  bool starts_overlapping = false;
  /// At `time` they are within the tolerance, but no contact was found after that: they may miss
  /// each other after all. Without it they touch or overlap at some later time, up to the rounding
  /// of the poses on the way. For bodies that do not turn, or are spheres that turn about their
  /// centres, it means that they never touch, and without it they do: in 50 digits, whatever the
  /// poses on the way round to. Of meshes and compounds it is about the pieces that sub_a and sub_b
  /// name: others may touch later. (Where such a contact is known, grazing is not set.)
  bool grazing = false;
  /// ImpactOptions::max_steps were not enough: apart until `lower`; from there on nothing is known,
  /// which counts as a hit.
  bool undecided = false;
  /// Of the hit; 1 without one.
  double time = 1;
  /// Apart throughout [0, lower], but for bodies that start overlapping; no farther apart than the
  /// tolerance at `upper`. Both are `time`, unless it is undecided (then upper is 1).
  double lower = 1, upper = 1;
  /// At `time`: their distance, without the margin (0 if they start overlapping), half way between
  /// the closest points, and the unit direction from A to B. World frame; zero without a hit (and
  /// the normal of bodies that start overlapping, too).
  double distance = 0;
  Vec3 point = Vec3::zero(), normal = Vec3::zero();
  SubShape sub_a = {}, sub_b = {};  ///< of bodies that are not convex: which parts of them meet
  /// The tolerance and the margin that were taken.
  double tolerance = 0, margin = 0;
  std::vector<ApartInterval> proof;  ///< in order of time, if asked for
  ImpactWork work;
};

/// Never fails: shapes and motions are valid by construction.
GLANCE_API Impact time_of_impact(MovingShape a, MovingShape b, const ImpactOptions& options = {});

/// Whether the proof shows that the bodies are apart in all of [0, lower]: in 50 digits, by code
/// that shares nothing with the solver; and, of a hit, whether they are within the tolerance at
/// `upper`. The error says what is wrong. Slow: for tests, and for users who do not trust us.
/// An impact without a proof is an error, unless it is one at time 0: then the poses at the start
/// say it all. So is one of meshes or compounds, which have none.
GLANCE_API Result<void> verify(const Impact& impact, MovingShape a, MovingShape b);

/// What is known of a body whose motion is not: velocities now, and how fast they may change.
struct MotionLimits {
  Vec3 linear = Vec3::zero();       ///< velocity of the centre (length a unit of time), world
  Vec3 angular = Vec3::zero();      ///< radians a unit of time, world axes
  double linear_acceleration = 0;   ///< largest change of the former, >= 0
  double angular_acceleration = 0;  ///< largest change of the latter, >= 0
  Vec3 centre = Vec3::zero();       ///< what it turns about, in the body's frame
};

/// For how long are two bodies certain to stay apart, whatever they do within the limits? Not
/// longer than `horizon` (a time > 0); 0 if they are not apart now. A lower bound on the time of
/// their first contact, for schedules that look at pairs only when they may meet. (No direction
/// separates bodies that are not convex: for these every point is taken to come straight at the
/// other body, and the bound is smaller.) Refuses numbers that are not finite or negative where
/// they must not be.
GLANCE_API Result<double> earliest_impact(PlacedShape a, const MotionLimits& limits_a,
                                          PlacedShape b, const MotionLimits& limits_b,
                                          double horizon);

}  // namespace glance
