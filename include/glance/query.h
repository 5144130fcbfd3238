// Questions about one pair of bodies.
//
// What the verdicts mean, everywhere in the library. A body is R * core + t for its pose
// (R, t), with all points within the rounding radius of that: in real arithmetic on exactly
// the doubles that were given. (Of a half-space with normal n and offset o: all x with
// (R n) . (x - t) <= o.) With A - B = { a - b : a in A, b in B }:
//
//   overlapping   the origin is in the interior of A - B;
//   touching      the origin is on the boundary of A - B;
//   apart         the origin is outside A - B;
//   undecided     not told: the question had to stop early (under a budget), or asked for more
//                 than doubles can tell (QueryOptions::precision).
//
// Flat bodies need no special rule: two coplanar polygons can at most touch
// (A - B is flat and has no interior), two polygons that cross overlap.
//
// Depth is the length of the shortest translation that ends the overlap (infinite for two
// half-spaces, unless their planes are parallel and face each other). The signed
// distance is the distance if they are apart, and minus the depth if they overlap.
//
// Where both cores have flat sides, or one is a half-space and the other has flat sides,
// verdicts are exact: no tolerance, whatever the rounding radii. Where a cylinder, a cone or an
// ellipsoid takes part, bounds on the signed distance that allow for every rounding decide:
// apart if both are positive, overlapping if both are negative, and touching if zero lies
// between them, which then are at most QueryOptions::precision apart. If these bounds are wider and
// the other is a half-space, the verdict is exact, too.
//
// Every verdict comes with a certificate (certificate.h) that proves it.
//
// Bodies that are not convex are unions of convex ones: of triangles, or of parts. With the same
// words for each two of those,
//
//   overlapping   some two overlap, or a point of one body is inside the other, which is solid;
//   touching      some two touch, none of the above;
//   apart         neither.
//
// So a mesh is a surface, and what is inside of it is apart from it, unless it was made `solid`.
// Verdicts are exact where those of their parts are, for solids that touch or pass through
// themselves, too. (A disc or flat ellipse may reach into a solid that it touches by some 1e-14 of
// its size, which rounding hides.) The answer names the two parts or triangles
// (`sub_a`, `sub_b`): those that overlap or touch, or the closest ones. Its certificate is about
// these two (Shape::sub_shape); of bodies that are apart it proves something only if a
// direction separates the whole, and is `undecided` otherwise: then the verdict rests on the cut of
// the tree of pairs (docs/design/mesh_pairs.md).
//
// The depth of two bodies of which one is not convex is that of their convex hulls: an upper bound
// of the shortest translation that ends the overlap, and Distance::lower is minus that. Distance::
// upper is minus the depth of the deepest vertex inside the other body (0 for surfaces), which
// every such translation exceeds. So the signed distance lies between lower and upper, and is known
// exactly where these are equal. With compounds: Distance::depth is the least overlap of the two
// along any of the directions looked at (contact normals, axes of the bounding boxes), so that of
// the hulls or more; Distance::upper that of the pair of parts from which it takes longest to get
// out. The points are then point_a, the farthest of A along the normal, and that less depth *
// normal.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "glance/certificate.h"
#include "glance/export.h"
#include "glance/pair_cache.h"
#include "glance/research/query_tuning.h"
#include "glance/shape.h"
#include "glance/tolerance.h"

namespace glance {

class Workspace;  // workspace.h

struct QueryOptions {
  /// What the pair remembers from question to question, for pairs that move little in between. It
  /// changes the time, never the verdict; distances are the same up to the last digits. Null: every
  /// question begins from scratch.
  PairCache* cache = nullptr;
  /// Whether `distance` finds the depth of overlapping bodies. Off: depth is 0 and only
  /// bounds are given.
  bool depth = true;
  /// Off: no certificate, and `distance` takes what the walk ends with for true. For
  /// measuring what the proof costs; near contact it may be wrong.
  bool certify = true;
  /// Security distance (unit of the shapes): bodies nearer than this count as overlapping, at
  /// just this distance as touching. Changes verdicts (and certificates), never distances,
  /// depths, bounds, normals of separated bodies or points. Negative or NaN counts as 0.
  double margin = 0;
  /// How far bounds may be apart that leave the verdict of a curved pair open, as a part of
  /// the pair's size: with wider ones it is `undecided` instead of `touching`, or decided exactly
  /// if one is a half-space. They are never wider than the default; below some 1e-13 rounding
  /// stands in the way.
  double precision = kCurvedAccuracy;
  /// For `collide` and `distance` with a mesh and a cache: pairs of volumes to test at most, about
  /// (two triangles count as eight).
  /// Then the answer may be `undecided` with QueryWork::interrupted; asked again with the same
  /// cache, and in the same poses, it goes on from there. (Not with ListPolicy::top_down.)
  std::uint32_t max_volume_tests = UINT32_MAX;
  /// Memory to work in (workspace.h), which belongs to the caller: one for all pairs that a thread
  /// asks about is enough, and saves each cache one of its own. Null: meshes and compounds use one
  /// that belongs to the cache, curved bodies ask for memory where they need much. Worlds have
  /// their own.
  Workspace* workspace = nullptr;
  /// For comparing methods (glance/research/query_tuning.h).
  QueryTuning tuning = {};

  /// The same with another cache.
  QueryOptions with(PairCache& other) const {
    QueryOptions options = *this;
    options.cache = &other;
    return options;
  }

  bool operator==(const QueryOptions&) const = default;
};

/// What an answer cost. Counts, so that they are the same on every machine.
struct GLANCE_API QueryWork {
  std::uint32_t feature_steps = 0;  ///< pairs of features that the walk looked at
  std::uint32_t simplex_steps = 0;  ///< iterations of the simplex search
  std::uint32_t vertex_steps = 0;   ///< vertices passed while climbing to extreme ones
  std::uint32_t exact_pivots = 0;   ///< pivots or steps of the exact methods
  std::uint32_t lp_steps = 0;       ///< iterations of the interior point method
  std::uint32_t depth_steps = 0;  ///< facets of A - B, or sets of directions, looked at for a depth
  // Of meshes and compounds: the counts of equation (1) of Li and Chen.
  std::uint32_t volume_updates = 0;   ///< N_u: volumes brought into the other body's frame
  std::uint32_t volume_tests = 0;     ///< N_v: pairs of volumes tested
  std::uint32_t primitive_tests = 0;  ///< N_p: pairs of triangles or parts tested
  std::uint32_t list_entries = 0;     ///< pairs of nodes kept for the next question
  QueryMethod method =
      QueryMethod::automatic;  ///< that answered; `automatic`: bounding spheres did
  bool from_cache = false;     ///< last time's proof still held, or led straight to one
  bool handed_over = false;    ///< the walk gave up, and another method went on
  bool exact = false;          ///< big integers decided
  bool interrupted = false;    ///< QueryOptions::max_volume_tests ended the search

  /// Adds the counts of another question (or of one about two parts), and whether it was handed
  /// over or exact. `method`, `from_cache` and `interrupted` stay as they are.
  QueryWork& operator+=(const QueryWork& other);
};

/// The answer of `collide`.
struct Collision {
  Verdict verdict = Verdict::undecided;
  /// Unit, world frame, from A to B. Apart and touching: a direction in which
  /// the two are separated. Overlapping: zero.
  Vec3 normal = Vec3::zero();
  Certificate certificate;
  QueryWork work;
  SubShape sub_a = {}, sub_b = {};  ///< of bodies that are not convex
};

/// The answer of `distance`. Points and normal are in the world frame.
struct Distance {
  Verdict verdict = Verdict::undecided;

  /// Length of the shortest segment between the bodies; > 0 exactly when apart (without a
  /// margin). Right to 1e-12 of the size of the pair (the sum of extents and distance), usually
  /// to the last digits; with curved cores to kCurvedAccuracy. (To the size of a pair with a
  /// half-space belong its offset and how far the two translations are from each other.)
  /// Near contact, of cores with flat sides, rounded or not, and of half-spaces: also to
  /// kRelativeAccuracy (1e-9) of itself, however narrow the gap (with QueryOptions::certify).
  double distance = 0;
  /// Length of the shortest translation that ends the overlap; > 0 exactly when
  /// overlapping (without a margin, and unless QueryOptions::depth is off). As accurate as the
  /// distance, near contact too.
  double depth = 0;
  /// Bounds on the signed distance, rounding included: lower <= distance - depth <= upper
  /// holds for the true values.
  double lower = 0, upper = 0;
  /// Unit, from A to B. Apart: along the shortest segment. Touching: normal of a
  /// plane with A behind and B in front. Overlapping: moving B by depth * normal
  /// (or A by the opposite) ends the overlap; zero without depth. With curved cores it may be off
  /// by an angle of the root of kCurvedAccuracy (1e-5), which costs a distance no more than that
  /// accuracy.
  Vec3 normal = Vec3::zero();
  /// Apart: the ends of a shortest segment. Touching: a common point, twice, up
  /// to rounding. Overlapping: point_a - point_b = depth * normal, each on the
  /// surface of its body; without depth a common point, twice. Not unique where faces or
  /// edges are parallel.
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
  /// The features that those points lie on; of an overlap without depth, vertices nearby.
  FeatureId feature_a, feature_b;
  Certificate certificate;
  QueryWork work;
  SubShape sub_a = {}, sub_b = {};  ///< of bodies that are not convex: of which those are features
};

/// The answer of `nearer_than`.
struct Nearness {
  /// Whether the signed distance is below the limit.
  bool nearer = false;
  /// Whether verdict or bounds prove it. Not so only if the limit lies between the bounds: then
  /// they are as narrow as `distance` makes them, and `nearer` is decided by its value.
  bool proved = false;
  /// Bounds on the signed distance, only as narrow as the question needs.
  double lower = 0, upper = 0;
  QueryWork work;
};

/// Do A and B touch? Never fails: shapes and poses are valid by construction.
GLANCE_API Collision collide(PlacedShape a, PlacedShape b, const QueryOptions& options = {});

/// How far apart, or how deep, and where?
GLANCE_API Distance distance(PlacedShape a, PlacedShape b, const QueryOptions& options = {});

/// Are they nearer to each other than `limit` (>= 0, in the unit of the shapes)? Refuses a
/// limit that is negative or NaN. Cheaper than `distance` where the answer is clear.
GLANCE_API Result<Nearness> nearer_than(PlacedShape a, PlacedShape b, double limit,
                                        const QueryOptions& options = {});

/// Two triangles or parts that touch or overlap.
struct TouchingParts {
  SubShape a, b;
  Verdict verdict = Verdict::undecided;
  /// The two share an area (coplanar triangles), or are not both triangles: then `from` and `to`
  /// are the same point, which both have.
  bool whole = false;
  /// Ends of the segment that two triangles share. World frame, up to rounding.
  Vec3 from = Vec3::zero(), to = Vec3::zero();

  bool operator==(const TouchingParts&) const = default;
};

/// All pairs of triangles or convex parts of A and B that touch or overlap, in the order of (a, b);
/// without margin. For two convex bodies: themselves. A body within a solid touches none of its
/// triangles. `found` is cleared first. Returns what it cost.
GLANCE_API QueryWork touching_parts(PlacedShape a, PlacedShape b, std::vector<TouchingParts>& found,
                                    const QueryOptions& options = {});

/// Where a point of the world (finite, within range) is: inside the body (`overlapping`), on its
/// surface (`touching`) or outside (`apart`), exactly. No point is inside a surface. Inside a
/// solid mesh are the points around which its surface winds at least once.
GLANCE_API Result<Verdict> locate(PlacedShape shape, const Vec3& point);

/// The pair as a line that `glance pairs` reads, bit for bit: for bug reports and replays.
GLANCE_API std::string dump_query(PlacedShape a, PlacedShape b);

}  // namespace glance
