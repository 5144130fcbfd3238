// Many bodies at once: which of them touch, frame after frame (I-COLLIDE sections 4 and 5).
//
//   World world;
//   const BodyId rock = world.add({.shape = *shape, .pose = pose}).value();
//   world.set_poses(poses).value();  // one pose per body; throws if a pose is bad
//   for (const PairReport& pair : world.detect().touching) use(pair.a, pair.b, pair.verdict);
//
// Verdicts are those of query.h: exact, each with its certificate, and independent of the boxes,
// broad phase, sort method and history that led to them. The calls made per frame do not throw.
// Once a scene has warmed up, they allocate only for contacts that need big-integer arithmetic. A
// call that cannot be carried out leaves the body unchanged and returns an error that says why. A
// World must not be used by two threads at the same time; different worlds may be, and may share
// shapes. It uses threads itself if it is told to (WorldOptions::threads).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "glance/body_id.h"
#include "glance/body_range.h"
#include "glance/budget_frame.h"
#include "glance/callback.h"
#include "glance/contact.h"
#include "glance/executor.h"
#include "glance/export.h"
#include "glance/impact.h"
#include "glance/query.h"
#include "glance/research/world_tuning.h"
#include "glance/shape.h"

namespace glance::rooms::world {
struct StateAccess;
}

namespace glance {

/// The axis-aligned boxes around bodies (I-COLLIDE section 4.1).
enum class BoxKind : std::uint8_t {
  automatic,  ///< `fixed` for compact bodies; `tight` for oblong ones while others are near
  fixed,      ///< a cube that holds the body in any orientation: cheap to move
  tight,      ///< the smallest box for the current pose: fewer candidate pairs
};

/// How pairs with overlapping boxes are found. All methods find the same pairs, so this is about
/// time only.
enum class BroadMethod : std::uint8_t {
  sweep_and_prune,  ///< three sorted lists of interval ends, kept from frame to frame
  brute_force,      ///< every pair: the reference
  space_time,       ///< a pair sleeps until its bodies, given their motion, could meet (Hubbard)
  grid,             ///< columns, and a sweep in each: for many bodies, most of which move
  automatic,        ///< sorted lists or the grid, by the number of bodies that move; a tree for the
                    ///< others, where most are static or at rest
};

/// What to compute for each pair whose boxes overlap.
enum class Question : std::uint8_t {
  collide,   ///< whether they touch
  distance,  ///< as `collide`, plus the distance, the closest points and the features
  contacts,  ///< as `collide`, plus the contact points of pairs that touch (contact.h)
};

/// How to test whether a pair with a body marked `fast` met since the last frame.
enum class BetweenFrames : std::uint8_t {
  toi,   ///< the time of the first contact (impact.h): nothing is missed, no false alarms
  safe,  ///< whether the hulls of both motions meet (research/swept_hulls.h): nothing is missed,
         ///< but false alarms are possible
  off,   ///< no test
};

GLANCE_API std::string_view to_string(BoxKind boxes);  ///< "auto", "fixed", "tight"
/// "sap", "brute", "spacetime", "grid", "auto".
GLANCE_API std::string_view to_string(BroadMethod broad);
GLANCE_API std::string_view to_string(Question question);     ///< "collide", "distance", "contacts"
GLANCE_API std::string_view to_string(BetweenFrames method);  ///< "toi", "safe", "off"

/// The properties of a body, as World::add takes them.
struct BodyOptions {
  Shape shape;     ///< the shape before `scale` is applied
  Pose pose = {};  ///< of the shape in the world
  /// Uniform scale about the shape's origin; > 0. The body is shape.scaled(scale).
  double scale = 1;
  /// Static bodies are never tested against each other, and cost nothing while they do not move.
  bool is_static = false;
  BoxKind boxes = BoxKind::automatic;  ///< the kind of box around the body
  /// Whether the body is so fast that it may pass through others between two frames. Its motion
  /// from one frame to the next (Motion::between, turning about its centroid) is then examined as a
  /// whole: its box holds all of that motion, and FrameReport::swept_contacts lists the bodies that
  /// it met on the way. Bodies that are not fast are assumed to be at their current poses
  /// throughout.
  bool fast = false;
  /// Collision filter: bodies a and b are tested against each other only if a.group & b.mask and
  /// b.group & a.mask are both nonzero.
  std::uint32_t group = 1, mask = UINT32_MAX;
  /// For BroadMethod::space_time: the largest change of the body's velocity from one frame to the
  /// next along any axis, in units of length per frame^2. For an acceleration of A per second^2 at
  /// f frames per second this is A / f^2. 0: unknown; it is then estimated from the body's motion.
  /// If this is exceeded (by an impulse, a jump, or the rotation of its box),
  /// FrameCounters::acceleration_exceeded counts it; no pair is missed.
  double max_acceleration = 0;
  /// Anything the caller likes, such as an index or a pointer. The world only stores it.
  std::uint64_t user_data = 0;
  /// A sensor: bodies that touch it are reported (PairReport::sensor), but the response pushes
  /// neither of the two.
  bool is_sensor = false;
};

/// Returns whether a pair is to be tested at all.
using PairFilter = Callback<bool(BodyId a, BodyId b)>;

/// Settings of a world, fixed when it is made.
struct WorldOptions {
  BroadMethod broad = BroadMethod::automatic;  ///< how candidate pairs are found
  /// Added to each side of every box (length, >= 0): so pairs become candidates, and have their
  /// distance reported, that much earlier (I-COLLIDE section 5.1, footnote 2). Verdicts do not
  /// depend on it.
  double delta = 0;
  /// Security distance (length, >= 0): pairs nearer than this count as overlapping. It replaces
  /// QueryOptions::margin; see there for what it means. Each box grows by half of it on every side.
  double margin = 0;
  /// The largest number of pairs of tree nodes that all pairs of meshes and compounds together may
  /// remember (12 bytes each). Pairs beyond this limit, in id order, cache less or nothing; this
  /// only costs time.
  std::uint32_t max_list_entries = kMaxWorldListEntries;
  /// The number of threads that set_poses() and detect() may use, from 1 to kMaxThreads; 0: one per
  /// core. More than there are cores are not used, and all worlds of the process share them.
  /// Reports do not depend on it. Frames under a budget look at their pairs one after the other on
  /// any number of threads.
  int threads = 1;
  /// The caller's own threads, in place of these (executor.h). It is lent: it must live as long as
  /// the world, or until set_executor() takes it back. Null: the threads of the library.
  Executor* executor = nullptr;
  /// For comparing methods (glance/research/world_tuning.h).
  WorldTuning tuning = {};

  bool operator==(const WorldOptions&) const = default;
};

/// Settings of one call of World::detect.
struct DetectOptions {
  Question question = Question::collide;  ///< what to compute for each pair
  /// Whether FrameReport::pairs lists every pair whose boxes overlap. If not, it stays empty.
  bool report_all = false;
  /// The test for pairs with a fast body (BodyOptions::fast).
  BetweenFrames between_frames = BetweenFrames::toi;
  /// Settings for BetweenFrames::toi.
  ImpactOptions impact = {};
  /// Settings for the pair queries. Depth is off by default: it costs far more than everything
  /// else. `margin`, `cache` and `workspace` have no effect: the world uses its own.
  QueryOptions query = {.depth = false};
  /// For comparing methods (glance/research/world_tuning.h).
  DetectTuning tuning = {};

  bool operator==(const DetectOptions&) const = default;
};

/// Two bodies of a world.
struct BodyPair {
  BodyId a, b;  ///< a.index < b.index

  auto operator<=>(const BodyPair&) const = default;
};

/// The result for one pair. After Question::collide and Question::contacts it has the verdict,
/// normal, certificate, work and sub-shapes. Values that were not computed are NaN, features that
/// were not computed are FeatureId::none(), and bounds that are not known are infinite. Frames
/// under a budget give bounds for every kind of question.
struct PairReport : Distance {
  PairReport() {
    distance = depth = std::numeric_limits<double>::quiet_NaN();
    point_a = point_b = Vec3::constant(distance);
    feature_a = feature_b = FeatureId::none();
    upper = std::numeric_limits<double>::infinity();
    lower = -upper;
  }

  BodyId a, b;         ///< a.index < b.index; the normal points from a to b
  bool begun = false;  ///< the two touch now, and did not touch in the frame before
  /// One of them is a sensor (BodyOptions::is_sensor): the response does not push them.
  bool sensor = false;
  /// After Question::contacts: the range of this pair's points in FrameReport::contact_points (see
  /// FrameReport::contacts).
  std::uint32_t first_contact = 0, contact_count = 0;

  /// Whether they touch or overlap.
  bool touches() const { return verdict == Verdict::touching || verdict == Verdict::overlapping; }
};

/// Two bodies, at least one of them fast, that were apart in the previous frame (or not both
/// present) and met on the way to this one, whether or not they still touch.
struct GLANCE_API SweptContact {
  BodyId a, b;  ///< a.index < b.index; the normal points from a to b
  /// As a fraction of the way: 0 at the poses of the last frame, 1 at the current poses; see
  /// Impact. With BetweenFrames::safe, and where a budget ended before the time was computed, only
  /// [lower, upper] = [0, 1] is known: time, point and normal are NaN.
  double time = std::numeric_limits<double>::quiet_NaN(), lower = 0, upper = 1;
  /// World frame. The normal is a unit vector.
  Vec3 point = Vec3::constant(std::numeric_limits<double>::quiet_NaN()), normal = point;
  /// See Impact::grazing.
  bool grazing = false;
  bool undecided = false;           ///< they may have met, in [lower, upper]
  SubShape sub_a = {}, sub_b = {};  ///< for bodies that are not convex: which of their parts met

  /// Numbers that neither of the two has are equal.
  bool operator==(const SweptContact& other) const;
};

/// Two intersecting spheres from the sphere-trees of two bodies. World frame.
struct SpherePair {
  BodyId a, b;  ///< a.index < b.index
  /// The centers of the spheres.
  Vec3 center_a = Vec3::zero(), center_b = Vec3::zero();
  /// Their radii.
  double radius_a = 0, radius_b = 0;

  bool operator==(const SpherePair&) const = default;
};

/// What a frame cost, in counts that are the same on every machine.
struct GLANCE_API FrameCounters {
  /// Bodies in the world, and those of them that moved or were added since the last frame.
  std::size_t bodies = 0, moved = 0;
  std::size_t box_steps = 0;                ///< vertices visited in the search for extreme ones
  std::array<std::uint64_t, 3> swaps = {};  ///< exchanges in the lists of x, y and z
  /// Whether the lists were sorted from scratch, since too many exchanges were needed.
  bool sorted_anew = false;
  /// For BroadMethod::space_time: pairs whose sleep ended, bodies that got new bounds on their
  /// motion, and bodies whose motion exceeded BodyOptions::max_acceleration. (These differ after
  /// restore(), which makes the bounds again.)
  std::size_t woken = 0, new_bounds = 0, acceleration_exceeded = 0;
  std::size_t overlapping = 0;         ///< pairs whose boxes overlap and may be tested
  std::size_t added = 0, removed = 0;  ///< pairs whose boxes began or ceased to overlap
  std::size_t tested = 0;              ///< pairs for which a query was made
  std::size_t at_rest = 0;   ///< pairs whose last answer was still valid, since neither body moved
  std::size_t touching = 0;  ///< pairs that touch, or are undecided and taken to touch
  std::size_t from_cache = 0, exact = 0;  ///< of those tested; see QueryWork
  std::size_t feature_steps = 0, simplex_steps = 0, lp_steps = 0;  ///< see QueryWork
  /// For meshes and compounds; see QueryWork. (`list_entries` of pairs at rest are not included.)
  std::size_t volume_tests = 0, primitive_tests = 0, list_entries = 0;
  std::size_t swept = 0;           ///< pairs tested for contact between the last frame and this one
  std::size_t swept_contacts = 0;  ///< those of them that met

  /// Adds the counts of a later frame. `bodies` becomes that of the later frame; `sorted_anew` is
  /// true if it was true in either.
  FrameCounters& operator+=(const FrameCounters& later);
};

/// Why a frame's pairs were found as they were.
enum class BroadReason : std::uint8_t {
  option,       ///< WorldOptions say so
  few_movers,   ///< few bodies move
  many_movers,  ///< many do
};
/// Returns "as asked", "few movers", "many movers".
GLANCE_API std::string_view to_string(BroadReason reason);

/// How the pairs of a frame were found, and why. It follows from counts, never from the clock.
struct BroadChoice {
  BroadMethod method = BroadMethod::automatic;  ///< of the bodies that move, or of all
  BroadReason reason = BroadReason::option;     ///< why this method
  /// Bodies that are static or have been at rest for some frames, and are kept apart, in a tree:
  /// they are compared with bodies that come near them only.
  std::size_t apart = 0;

  bool operator==(const BroadChoice&) const = default;
};

/// Seconds on the steady clock: for boxes (and body changes), the broad phase, and the pair
/// queries. Times are the only numbers in a report that differ from run to run (unless the frame
/// has a budget of time).
struct FrameTimes {
  /// For boxes, the broad phase, and the answers.
  double bounds = 0, broad = 0, narrow = 0;
  /// The sum of the three.
  double total() const { return bounds + broad + narrow; }
};

/// The result of World::detect. The spans point into the world and are valid until it is changed or
/// detect() is called again. All lists are in the order of (a.index, b.index).
struct FrameReport {
  std::span<const PairReport> touching;  ///< pairs that touch or overlap
  /// Every pair that was examined, if DetectOptions::report_all is set.
  std::span<const PairReport> pairs;
  /// For frames under a budget: pairs that had no answer when it ended, with bounds on their gap.
  /// BudgetReport::taken_for says whether they count as touching or as apart, in `begun` and
  /// `ended`, too.
  std::span<const PairReport> undecided;
  /// Pairs that touch now and did not touch before.
  std::span<const BodyPair> begun;
  /// Pairs that touched before and do not touch now, or of which a body is gone.
  std::span<const BodyPair> ended;
  /// Pairs that met between the last frame and this one; see BodyOptions::fast.
  std::span<const SweptContact> swept_contacts;
  /// What the frame cost.
  FrameCounters counters;
  /// How pairs of overlapping boxes were found.
  BroadChoice broad;
  /// How long it took.
  FrameTimes times;
  BudgetReport budget;  ///< for frames under a budget
  /// For pairs that a budget left undecided: intersecting spheres at the level that was reached, at
  /// most kMostSpherePairs per pair. An approximate response starts from these
  /// (contact_of_spheres).
  std::span<const SpherePair> sphere_pairs;
  /// After Question::contacts: the points of all pairs that touch, pair by pair.
  std::span<const ContactPoint> contact_points;

  /// Returns the contact points of one of this frame's pairs, in the order of their ids. Empty if
  /// the two are apart or undecided, if the budget ended before the points were found, and after
  /// other questions.
  std::span<const ContactPoint> contacts(const PairReport& pair) const {
    return contact_points.subspan(pair.first_contact, pair.contact_count);
  }
};

/// A set of bodies, and the pairs of them that touch.
class GLANCE_API World {
 public:
  /// An empty world with the default options.
  World();
  /// Makes an empty world. Fails if `delta` or `margin` is negative or not finite, or if `threads`
  /// or the executor's workers are out of range.
  static Result<World> make(const WorldOptions& options);

  /// A moved-from world may only be destroyed or assigned to.
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  /// The options that it was made with.
  const WorldOptions& options() const;

  // Bodies. All calls fail for the id of a body that is gone or belongs to another world. A call
  // that fails changes nothing.

  /// Adds a body. Fails if the scale is not positive or takes the shape out of range, or if the
  /// largest acceleration is negative or not finite.
  Result<BodyId> add(const BodyOptions& body);
  /// Removes a body at once. The next detect() reports the contacts that end with it.
  Result<void> remove(BodyId id);
  /// Whether this body is in this world.
  bool contains(BodyId id) const;
  /// Returns the body's current properties.
  Result<BodyOptions> body(BodyId id) const;
  /// Returns the body's box at the last detect(): floats rounded outward, with `delta` and half the
  /// margin included. Empty if the body was added after it. The box of a half-space is infinite,
  /// except on the side of its plane where the normal is along a coordinate axis.
  Result<Aabb> box(BodyId id) const;
  /// Returns the shape that is tested, with the scale applied; null if the body is not in this
  /// world. Valid until the world is changed, like the pose below.
  const Shape* tested_shape(BodyId id) const;
  /// Returns the body's pose; null if the body is not in this world.
  const Pose* pose(BodyId id) const;
  /// The number of bodies in the world.
  std::size_t body_count() const;
  /// Returns all bodies in the order of their indices.
  BodyRange bodies() const;
  /// Returns the body's user data; 0 if the body is not in this world.
  std::uint64_t user_data(BodyId id) const;

  /// Moves a body. A fast body is tested along the way from its pose in the last frame.
  Result<void> set_pose(BodyId id, const Pose& pose);
  /// The same from raw numbers. Fails if they are not a valid pose; the body then keeps its old
  /// one.
  Result<void> set_pose(BodyId id, const Mat3& rotation, const Vec3& translation);
  /// The same with a quaternion of unit length.
  Result<void> set_pose(BodyId id, const Quat& rotation, const Vec3& translation);
  /// Moves all bodies: one pose per body, in the order of their indices. If it fails, no body
  /// moves.
  Result<void> set_poses(std::span<const Pose> poses);
  /// The same with rotations as quaternions, converted as Pose::make does.
  Result<void> set_poses(std::span<const QuatPose> poses);
  /// Moves these bodies: poses[i] is for ids[i]. Fails if a body is named twice; then no body
  /// moves.
  Result<void> set_poses(std::span<const BodyId> ids, std::span<const Pose> poses);
  /// The same with rotations as quaternions.
  Result<void> set_poses(std::span<const BodyId> ids, std::span<const QuatPose> poses);

  /// Places a body at a pose without moving it there: unlike with set_pose, a fast body meets
  /// nothing on the way.
  Result<void> place(BodyId id, const Pose& pose);

  /// Changes BodyOptions::fast. This call and the ones below fail for the same reasons as add().
  Result<void> set_fast(BodyId id, bool fast);
  /// Changes BodyOptions::max_acceleration.
  Result<void> set_max_acceleration(BodyId id, double acceleration);
  /// Changes the size of the body.
  Result<void> set_scale(BodyId id, double scale);
  /// Gives the body another shape.
  Result<void> set_shape(BodyId id, const Shape& shape);
  /// Moves leaf parts of a compound (Shape::with_part_poses). The poses are in the frame of the
  /// shape as it was added, before the scale is applied.
  Result<void> set_part_poses(BodyId id, std::span<const std::uint32_t> leaves,
                              std::span<const Pose> poses);
  /// Deforms a mesh (Shape::with_vertices): takes as many vertices as its mesh_view() has, with
  /// coordinates before the scale is applied.
  Result<void> set_vertices(BodyId id, std::span<const Vec3> vertices);
  /// Changes BodyOptions::is_static.
  Result<void> set_static(BodyId id, bool is_static);
  /// Changes the body's group and mask.
  Result<void> set_filter(BodyId id, std::uint32_t group, std::uint32_t mask);
  /// Changes the body's user data.
  Result<void> set_user_data(BodyId id, std::uint64_t data);
  /// Changes BodyOptions::is_sensor.
  Result<void> set_sensor(BodyId id, bool is_sensor);

  // Single pairs, in addition to groups and masks (as in the I-COLLIDE library). All pairs are
  // active at first. The setting of a pair is forgotten when one of its bodies is removed.

  /// Switches the tests of this pair on. Fails if both ids name the same body, as does the next.
  Result<void> activate(BodyId a, BodyId b);
  /// Switches the tests of this pair off.
  Result<void> deactivate(BodyId a, BodyId b);
  /// Switches the tests of all pairs on, including those of bodies added later. Forgets the
  /// settings of single pairs, as does the next.
  void activate_all();
  /// Switches the tests of all pairs off.
  void deactivate_all();
  /// Sets a filter that is asked last, for pairs that groups, masks and deactivate() let through.
  /// It is called once for each such pair when its boxes begin to overlap, in id order and by the
  /// thread that called detect(), and its answer holds while they do. It is called again for all
  /// pairs after set_pair_filter(), set_filter() or activate(). It must not change the world. Null:
  /// no filter. The filter itself is not stored: restore() keeps its answers, and it has to be set
  /// again.
  void set_pair_filter(PairFilter filter);

  // Frames.

  /// Runs one frame to its end (I-COLLIDE figure 5): boxes, overlapping pairs, exact answers.
  FrameReport detect(const DetectOptions& options = {});
  /// Runs one frame under a budget; see budget_frame.h. Pairs that are undecided when it ends are
  /// in FrameReport::undecided, with bounds on their gap in `lower` and `upper`, and with point and
  /// normal of the last two spheres that met. Pairs that spheres decided have no certificate, and
  /// pairs for which there was only time for a verdict have no contact points. The tests between
  /// frames (BodyOptions::fast) get a share of the budget: pairs that may have met and were not
  /// examined in time are listed as undecided swept contacts (if undecided pairs count as
  /// touching). The functions in `budget` are called from this thread only.
  FrameReport detect(const BudgetOptions& budget, const DetectOptions& options = {});
  /// The same with the default BudgetOptions for everything but the budget.
  FrameReport detect(const Budget& budget, const DetectOptions& options = {});
  /// Precomputes what frames under a budget need for the bodies now in the world:
  /// - sphere-trees (with the options that BudgetOptions::trees will have), once per shape, for all
  ///   scales. Frames do not build these. A body that is added later starts with a single sphere;
  ///   for meshes and compounds, frames refine it in the time that is left
  ///   (BudgetReport::tree_steps).
  /// - what a mesh computes when it is first needed, per scale: flat patches and whether a solid
  ///   passes through itself (scales whose ratio is a power of two share these two), boxes, hulls,
  ///   and volumes of other kinds. A frame computes each of these as a whole, if an estimate by the
  ///   number of triangles says that it fits into the time left (with 4 ms: for some thousand
  ///   triangles). Otherwise pairs that need it stay undecided, with sound bounds, and
  ///   BudgetReport::unprepared counts them until prepare() is called again.
  void prepare(const SphereTreeOptions& trees = {});

  // The world as a whole.

  /// Stores the whole world, including caches, the answers of the last frame and what frames under
  /// a budget remember. The restored world goes on with the same bits, at whatever time it was
  /// stored. (Exceptions: times, the counts of BroadMethod::space_time, and shared shapes: a shape
  /// that the caller adds again gets trees of its own.)
  std::vector<std::byte> save() const;
  /// Restores a stored world. Fails for bytes that save() cannot have written. Ids of the stored
  /// world are valid in the new one. Trees of meshes and sphere-trees are built again, which may
  /// take a while.
  static Result<World> restore(std::span<const std::byte> bytes);

  /// Returns the bytes of memory held, each distinct shape counted once. Takes time in proportion
  /// to the number of bodies.
  std::size_t bytes() const;
  /// Returns roughly the bytes that so many bodies need, without their shapes.
  static std::size_t estimated_bytes(std::size_t bodies);
  /// Changes WorldOptions::threads and takes back an executor. A restored world has one thread
  /// until then. Fails if the number is out of range.
  Result<void> set_threads(int threads);
  /// Changes WorldOptions::executor; null takes it back. Fails if it has no workers.
  Result<void> set_executor(Executor* executor);
  /// Reserves memory, so that so many bodies and pairs need no further allocation.
  void reserve(std::size_t bodies, std::size_t pairs);

 private:
  friend struct rooms::world::StateAccess;
  struct State;

  explicit World(std::unique_ptr<State> state);
  Result<void> set_active(BodyId a, BodyId b, bool active);
  Result<void> set_deformed_shape(BodyId id, const Shape& shape);

  std::unique_ptr<State> state_;
};

}  // namespace glance
