// When do two moving bodies first meet?
//
//   const Impact impact = time_of_impact({*bullet, *flight}, {*plate, resting});
//   if (impact.hit) ...  // impact.time, impact.point, impact.normal
//
// Time runs from 0 to 1, as in motion.h. The answer is never late: it is proved that the bodies are
// apart up to `time`, and at `time` their distance is at most the tolerance. So
//
//   - bodies that come within half the tolerance of each other hit, even if they do not touch;
//     bodies that come within the tolerance may hit. `grazing` says so, unless a later contact is
//     found;
//   - bodies that touch or overlap at the start hit at time 0, and `starts_overlapping` says so;
//   - bodies that start nearer to each other than the tolerance hit when half of their distance is
//     gone, or at the start if that distance is too small for doubles. If they rest, part or slide
//     along each other, they do not hit, however small the gap: a direction that keeps them apart
//     is found with 50 digits. For bodies that do not turn, this decides it;
//   - two half-spaces that face each other, one of which turns, do not keep any gap: they hit at
//     time 0.
//
// For meshes and compounds, the earliest hit of all pairs of their triangles and convex parts
// counts, and a body that starts inside a solid mesh starts overlapping. All of the above holds for
// each such pair, with the tolerance of the whole bodies. If the bodies start within the tolerance
// of each other at one place, other pieces that only pass each other within the tolerance do not
// hit either, where a direction keeps them apart from then on.
//
// The proof is a list of time intervals that cover [0, lower], each with a direction along which
// the bodies stay apart. It rests on this bound: over an interval of length s, the height of a
// point of a turning body along a fixed direction differs from a linear function of time by at most
// w^2 rho s^2 / 8, where w is the angular speed and rho the largest distance of the body's points
// from the axis through the motion's centre. So it is enough to examine both ends of the interval.
// See docs/design/impact.md, also for directions that turn.
#pragma once

#include <vector>

#include "glance/export.h"
#include "glance/motion.h"
#include "glance/pair_cache.h"
#include "glance/query.h"
#include "glance/shape.h"

namespace glance {

/// A shape and its motion, as an argument of a question: `time_of_impact({bullet, flight}, ..)`. It
/// only refers to both, so do not store it.
struct MovingShape {
  /// What moves.
  const Shape& shape;
  /// How it moves, in the frame of the question.
  const Motion& motion;

  /// A shape that moves so.
  MovingShape(const Shape& shape_, const Motion& motion_) : shape(shape_), motion(motion_) {}
};

/// Settings of `time_of_impact`.
struct ImpactOptions {
  /// For a pair that is tested in every frame: the direction along which the two were last apart is
  /// tried first. It changes the time that a miss takes, never the answer. The cache is only read.
  const PairCache* cache = nullptr;
  /// What counts as contact: a distance of at most this fraction of the size of the pair (both
  /// extents; a half-space has none). Values <= 0 and NaN stand for kImpactTolerance. The tolerance
  /// is raised to what poses in doubles can resolve: about 4e-15 of all lengths that enter,
  /// distances from the origin of the world included, and 2e-9 of the size where a core is curved.
  double tolerance = 0;
  /// The tolerance as a length; used instead of `tolerance` if it is above 0.
  double absolute_tolerance = 0;
  /// Security distance (length): bodies nearer than this count as in contact, as with
  /// QueryOptions::margin. The tolerance is added to it. Negative values and NaN count as 0.
  double margin = 0;
  /// Whether Impact::proof is filled in (which allocates). For compounds it stays empty, and for
  /// meshes unless both bodies are exactly convex (convexity.h).
  bool proof = false;
  /// The number of time intervals after which the answer is `undecided`: still sound, but nothing
  /// is known after `lower`. For meshes and compounds, the intervals of all pairs of pieces and the
  /// tests of pairs of spheres are counted together. It is capped at kMaxImpactSteps for two convex
  /// pieces, and at kMaxImpactPairs.
  std::uint32_t max_steps = UINT32_MAX;

  /// Returns the same options with another cache.
  ImpactOptions with(const PairCache& other) const {
    ImpactOptions options = *this;
    options.cache = &other;
    return options;
  }

  bool operator==(const ImpactOptions&) const = default;
};

/// Within [from, to] the bodies are apart along a direction. It may turn, so that it can follow a
/// face of one of the bodies: at time t it is `direction`, turned by (t - from) * turn.
struct ApartInterval {
  double from = 0, to = 0;  ///< times in [0, 1]
  /// World frame, from A to B, of any length. Not used with a half-space: the direction is then the
  /// half-space's normal, which turns with it.
  Vec3 direction = Vec3::zero();
  Vec3 turn = Vec3::zero();  ///< radians per unit of time, world axes
  /// Added to the direction in real arithmetic: digits that doubles have no room for. Zero unless
  /// the gap is so narrow that it needs them.
  Vec3 finer = Vec3::zero();
};

/// What an answer cost, in counts that are the same on every machine.
struct ImpactWork {
  std::uint32_t steps = 0;      ///< intervals of time
  std::uint32_t gaps = 0;       ///< gaps measured along a direction at one time
  std::uint32_t distances = 0;  ///< calls of `distance`
  // For meshes and compounds; the counts above are then sums over all pairs of pieces examined.
  std::uint32_t volume_tests = 0;     ///< pairs of spheres around triangles or parts
  std::uint32_t primitive_tests = 0;  ///< pairs of triangles or convex parts
  bool from_cache = false;            ///< the remembered direction kept them apart all the time

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

/// The answer of `time_of_impact`.
struct Impact {
  /// Whether the bodies come into contact between times 0 and 1.
  bool hit = false;
  /// The bodies touch or overlap at time 0.
  bool starts_overlapping = false;
  /// At `time` the bodies are within the tolerance, but no contact was found after that: they may
  /// miss each other. If false, they do touch or overlap at some later time, up to the rounding of
  /// the poses on the way. For bodies that do not turn, and spheres that turn about their centres,
  /// the flag is exact: they touch if and only if it is false, decided with 50 digits, whatever the
  /// rounding of the poses on the way. For meshes and compounds it is about the pieces that sub_a
  /// and sub_b name; others may touch later. (Where such a contact is known, the flag is false.)
  bool grazing = false;
  /// ImpactOptions::max_steps did not suffice: apart until `lower`; nothing is known after that,
  /// which counts as a hit.
  bool undecided = false;
  /// The time of the hit; 1 if there is none.
  double time = 1;
  /// The bodies are apart throughout [0, lower], unless they start overlapping, and their distance
  /// at `upper` is at most the tolerance. Both are equal to `time`, unless the answer is undecided
  /// (then `upper` is 1).
  double lower = 1, upper = 1;
  /// At `time`: the distance of the bodies, without the margin. 0 if they start overlapping, or
  /// without a hit.
  double distance = 0;
  /// At `time`: the point half way between the closest points, and the unit direction from A to B.
  /// World frame. Zero without a hit; the normal is also zero if the bodies start overlapping.
  Vec3 point = Vec3::zero(), normal = Vec3::zero();
  SubShape sub_a = {}, sub_b = {};  ///< for bodies that are not convex: which of their parts meet
  /// The tolerance and the margin that were used (lengths).
  double tolerance = 0, margin = 0;
  std::vector<ApartInterval> proof;  ///< in order of time, if ImpactOptions::proof is set
  ImpactWork work;                   ///< what the answer cost
};

/// Computes when A and B first come into contact. Never fails: shapes and motions are valid by
/// construction.
GLANCE_API Impact time_of_impact(MovingShape a, MovingShape b, const ImpactOptions& options = {});

/// Checks with 50 digits, by code that shares nothing with the solver, that the proof shows the
/// bodies to be apart in all of [0, lower], and, for a hit, that they are within the tolerance at
/// `upper`. The error says what is wrong. Slow: for tests, and for users who do not trust us. Fails
/// for an impact without a proof, unless it is at time 0 (then the poses at the start prove it),
/// and so for compounds, and for meshes unless both bodies are exactly convex: these have no proof.
GLANCE_API Result<void> verify(const Impact& impact, MovingShape a, MovingShape b);

/// What is known about a body whose motion is not given: its velocities now, and how fast they may
/// change.
struct MotionLimits {
  Vec3 linear = Vec3::zero();   ///< velocity of the centre (length per unit of time), world frame
  Vec3 angular = Vec3::zero();  ///< radians per unit of time, world axes
  double linear_acceleration = 0;   ///< bound on the change of `linear` per unit of time, >= 0
  double angular_acceleration = 0;  ///< bound on the change of `angular` per unit of time, >= 0
  Vec3 centre = Vec3::zero();       ///< the point that it turns about, body frame
};

/// Returns for how long two bodies are certain to stay apart, whatever they do within their limits:
/// a lower bound on the time of their first contact, for schedules that examine pairs only when
/// they may meet. At most `horizon` (a time > 0); 0 if they are not apart now. Bodies that are not
/// convex cannot be separated by a single direction; for these, every point is taken to head
/// straight for the other body, and the bound is smaller. Fails for numbers that are not finite, or
/// negative where they must not be.
GLANCE_API Result<double> earliest_impact(PlacedShape a, const MotionLimits& limits_a,
                                          PlacedShape b, const MotionLimits& limits_b,
                                          double horizon);

}  // namespace glance
