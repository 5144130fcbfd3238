// Questions about one pair of bodies.
//
// What the verdicts mean, everywhere in the library. A convex body with the pose (R, t) is the set
// R * core + t and all points within the rounding radius of it, in real arithmetic on exactly the
// doubles that were given. (A half-space with normal n and offset o: all x with (R n) . (x - t) <=
// o.) With A - B = { a - b : a in A, b in B }:
//
//   overlapping   the origin is in the interior of A - B;
//   touching      the origin is on the boundary of A - B;
//   apart         the origin is outside A - B;
//   undecided     not known: the question had to stop early (under a budget), or asked for more
//                 than doubles can tell (QueryOptions::precision).
//
// Flat bodies need no special rule: two coplanar polygons can at most touch (A - B is flat and has
// no interior), and two polygons that cross overlap.
//
// The depth is the length of the shortest translation that ends the overlap (infinite for two
// half-spaces, unless their normals are opposite). The signed distance is the distance if the
// bodies are apart, and minus the depth if they overlap.
//
// Verdicts are exact, without any tolerance, if both cores have flat sides or if one has and the
// other is a half-space, whatever the rounding radii. If a cylinder, cone or ellipsoid is involved,
// the verdict follows from bounds on the signed distance that allow for every rounding error: apart
// if both bounds are positive, overlapping if both are negative, and touching if zero lies between
// them; the bounds are then at most QueryOptions::precision apart. If they are wider and the other
// body is a half-space, the verdict is exact as well.
//
// Every verdict comes with a certificate that proves it (certificate.h).
//
// Bodies that are not convex are unions of convex pieces: of triangles, or of parts. For each pair
// of pieces the verdicts mean the same as above, and for the bodies:
//
//   overlapping   some two pieces overlap, or one body has a point inside the other, which is
//   solid; touching      some two pieces touch, and none of the above holds; apart otherwise.
//
// So a mesh is a surface, and a body inside it is apart from it, unless the mesh was made `solid`.
// Verdicts are exact where those of their pieces are, also for solids whose surface touches or
// crosses itself. (A disc or flat ellipse may enter a solid by about 1e-14 of its size and still be
// reported as touching.) The answer names two parts or triangles (`sub_a`, `sub_b`): two that
// overlap or touch, or the closest ones. The certificate is about these two (Shape::sub_shape). It
// proves that whole bodies are apart only if a single direction separates them; otherwise the
// certificate is `undecided`, and the verdict rests on the search of the trees
// (docs/design/mesh_pairs.md).
//
// A mesh that is exactly the surface of its convex hull (convexity.h) is treated as that hull
// against a convex body or another such mesh (unless it is a surface that overlaps the other): this
// is faster, and solids get an exact depth.
//
// If at least one body is not convex, the depth is that of the convex hulls: an upper bound on the
// shortest translation that ends the overlap. Distance::lower is minus the depth. Distance::upper
// is minus the depth of the deepest vertex inside the other body (0 for surfaces); every
// translation that ends the overlap is at least that long. So the signed distance lies between
// lower and upper, and is known exactly where these are equal. For compounds, Distance::depth is
// the least overlap of the two bodies along any of the directions tried (contact normals, axes of
// the bounding boxes), so it is at least that of the hulls; and Distance::upper comes from the pair
// of parts that takes the longest translation to separate. The points are then point_a, the
// farthest point of A along the normal, and point_b = point_a - depth * normal.
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

/// Options for a query on one pair.
struct QueryOptions {
  /// State kept between queries on this pair, for pairs that move little in between. It changes the
  /// time taken, never the verdict; distances are the same up to the last digits. Null: every
  /// question starts from scratch.
  PairCache* cache = nullptr;
  /// Whether `distance` computes the depth of overlapping bodies. If false, their depth is NaN
  /// (unless a closed form yields it anyway), and only the bounds are given.
  bool depth = true;
  /// Security distance (length): bodies nearer than this count as overlapping, and bodies at
  /// exactly this distance as touching. It changes verdicts and certificates, but no distances,
  /// depths, bounds or points, and no normals of separated bodies. `nearer_than` ignores it.
  /// Negative values and NaN count as 0.
  double margin = 0;
  /// For curved pairs: bounds that leave the verdict open may be this far apart, as a fraction of
  /// the size of the pair. With wider bounds the verdict is `undecided` instead of `touching`, or
  /// decided exactly if one body is a half-space. Bounds are never wider than the default; below
  /// about 1e-13, rounding errors are the limit.
  double precision = kCurvedAccuracy;
  /// For `collide` and `distance` with a mesh and a cache: the largest number of tests of pairs of
  /// volumes, approximately (two triangles count as eight). Once it is reached, the verdict may be
  /// `undecided`, with QueryWork::interrupted set; repeating the query with the same cache and
  /// poses resumes there. (Not with ListPolicy::top_down.)
  std::uint32_t max_volume_tests = UINT32_MAX;
  /// Working memory (workspace.h) that the caller owns. One Workspace for all pairs that a thread
  /// asks about is enough, and saves each cache one of its own. Null: meshes and compounds use one
  /// that belongs to the cache, and curved bodies allocate where they need much memory. Worlds have
  /// their own.
  Workspace* workspace = nullptr;
  /// For comparing methods (glance/research/query_tuning.h).
  QueryTuning tuning = {};

  /// Returns the same options with another cache.
  QueryOptions with(PairCache& other) const {
    QueryOptions options = *this;
    options.cache = &other;
    return options;
  }

  bool operator==(const QueryOptions&) const = default;
};

/// What an answer cost, in counts that are the same on every machine.
struct GLANCE_API QueryWork {
  std::uint32_t feature_steps = 0;  ///< pairs of features that the walk visited
  std::uint32_t simplex_steps = 0;  ///< iterations of the simplex search
  std::uint32_t vertex_steps = 0;   ///< vertices visited while climbing to extreme ones
  std::uint32_t exact_pivots = 0;   ///< pivots or steps of the exact methods
  std::uint32_t lp_steps = 0;       ///< iterations of the interior point method
  std::uint32_t depth_steps = 0;  ///< facets of A - B, or sets of directions, examined for a depth
  // For meshes and compounds: the counts of equation (1) of Li and Chen.
  std::uint32_t volume_updates = 0;   ///< N_u: volumes transformed into the other body's frame
  std::uint32_t volume_tests = 0;     ///< N_v: pairs of volumes tested
  std::uint32_t primitive_tests = 0;  ///< N_p: pairs of triangles or parts tested
  std::uint32_t list_entries = 0;     ///< pairs of nodes kept for the next question
  /// The method that answered; `automatic`: bounding spheres were enough.
  QueryMethod method = QueryMethod::automatic;
  bool from_cache = false;   ///< the last proof still held, or led directly to a new one
  bool handed_over = false;  ///< the walk gave up, and another method took over
  bool exact = false;        ///< big integers decided the verdict
  bool interrupted = false;  ///< QueryOptions::max_volume_tests ended the search

  /// Adds the counts of another question (or of one about two parts). `handed_over` and `exact`
  /// become true if they were true in either; `method`, `from_cache` and `interrupted` stay as they
  /// are.
  QueryWork& operator+=(const QueryWork& other);
};

/// The answer of `collide`.
struct Collision {
  Verdict verdict = Verdict::undecided;  ///< apart, touching, overlapping or undecided
  /// Unit vector from A to B, world frame. Apart and touching: a direction along which the two are
  /// separated. Overlapping: zero.
  Vec3 normal = Vec3::zero();
  Certificate certificate;          ///< proves the verdict; see certificate.h
  QueryWork work;                   ///< what the answer cost
  SubShape sub_a = {}, sub_b = {};  ///< for bodies that are not convex: the parts in question
};

/// The answer of `distance`. Points and normal are in the world frame. If a limit ended the search
/// (QueryWork::interrupted) and the verdict is undecided, there are only bounds: distance, depth
/// and points are NaN, and there are no features.
struct Distance {
  Verdict verdict = Verdict::undecided;  ///< apart, touching, overlapping or undecided

  /// The length of the shortest segment between the bodies; > 0 exactly when they are apart
  /// (without a margin). Accurate to 1e-12 of the size of the pair (the sum of both extents and the
  /// distance), usually to the last digits; with curved cores, to kCurvedAccuracy. (The size of a
  /// pair with a half-space includes the half-space's offset and the distance between the two
  /// translations.) Near contact the distance between cores with flat sides, rounded or not, and
  /// half-spaces is also accurate to kRelativeAccuracy (1e-9) of itself, however narrow the gap
  /// (with QueryTuning::certify).
  double distance = 0;
  /// The length of the shortest translation that ends the overlap; > 0 exactly when the bodies
  /// overlap (without a margin). NaN if they overlap and it was not computed (QueryOptions::depth).
  /// As accurate as the distance, near contact too.
  double depth = 0;
  /// Bounds on the signed distance that allow for rounding errors: the true value is in [lower,
  /// upper].
  double lower = 0, upper = 0;
  /// Unit vector from A to B. Apart: along the shortest segment. Touching: the normal of a plane
  /// with A behind it and B in front. Overlapping: moving B by depth * normal (or A by the
  /// opposite) ends the overlap; zero if no depth was computed. With curved cores it may be off by
  /// an angle of about 1e-5 (the square root of kCurvedAccuracy), which changes the distance by no
  /// more than that accuracy.
  Vec3 normal = Vec3::zero();
  /// Apart: the ends of a shortest segment. Touching: a common point, up to rounding (both are the
  /// same). Overlapping: point_a - point_b = depth * normal, each on the surface of its body; if no
  /// depth was computed, a common point. Not unique where faces or edges are parallel.
  Vec3 point_a = Vec3::zero(), point_b = Vec3::zero();
  /// The features on which these points lie; for an overlap without depth, vertices nearby.
  FeatureId feature_a, feature_b;
  Certificate certificate;  ///< proves the verdict; see certificate.h
  QueryWork work;           ///< what the answer cost
  /// For bodies that are not convex: the parts with these features.
  SubShape sub_a = {}, sub_b = {};
};

/// The answer of `nearer_than`.
struct Nearness {
  /// Whether the signed distance is below the limit.
  bool nearer = false;
  /// Whether the verdict or the bounds prove `nearer`. They do unless the limit lies between the
  /// bounds: then the bounds are as narrow as those of `distance`, and `nearer` follows from its
  /// value. (Never proved without QueryTuning::certify.)
  bool proved = false;
  /// Bounds on the signed distance, only as narrow as the question requires.
  double lower = 0, upper = 0;
  QueryWork work;  ///< what the answer cost
};

/// Whether A and B overlap, touch or are apart. Never fails: shapes and poses are valid by
/// construction.
GLANCE_API Collision collide(PlacedShape a, PlacedShape b, const QueryOptions& options = {});

/// How far A and B are apart, or how deep they overlap, and where. Never fails.
GLANCE_API Distance distance(PlacedShape a, PlacedShape b, const QueryOptions& options = {});

/// Whether the signed distance of A and B is below `limit` (length, >= 0). Cheaper than `distance`
/// where the answer is clear. Fails if the limit is negative or NaN.
GLANCE_API Result<Nearness> nearer_than(PlacedShape a, PlacedShape b, double limit,
                                        const QueryOptions& options = {});

/// Two triangles or convex parts that touch or overlap.
struct TouchingParts {
  SubShape a, b;                         ///< of A and of B
  Verdict verdict = Verdict::undecided;  ///< apart, touching, overlapping or undecided
  /// The two share an area (coplanar triangles), or are not both triangles. Then `from` and `to`
  /// are the same: one common point.
  bool whole = false;
  /// The ends of the segment that two triangles share. World frame, up to rounding.
  Vec3 from = Vec3::zero(), to = Vec3::zero();

  bool operator==(const TouchingParts&) const = default;
};

/// Finds all pairs of triangles or convex parts of A and B that touch or overlap, in the order of
/// (a, b), without margin. For two convex bodies that is the pair itself. A body inside a solid
/// touches none of its triangles. Clears `found` first. Returns the work done.
GLANCE_API QueryWork touching_parts(PlacedShape a, PlacedShape b, std::vector<TouchingParts>& found,
                                    const QueryOptions& options = {});

/// Decides where a point is (world frame), as exactly as `collide` does: inside the body
/// (`overlapping`), on its surface (`touching`) or outside (`apart`). No point is inside a mesh
/// that is not solid. A point is inside a solid mesh if the surface winds around it at least once.
/// Fails if a coordinate is out of range or not finite.
GLANCE_API Result<Verdict> locate(PlacedShape shape, const Vec3& point);

/// Returns the pair as a line that `glance pairs` reads, bit for bit: for bug reports and replays.
GLANCE_API std::string dump_query(PlacedShape a, PlacedShape b);

}  // namespace glance
