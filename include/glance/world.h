// Many bodies at once: which of them touch, frame after frame (I-COLLIDE sections 4 and 5).
//
//   World world;
//   const BodyId rock = world.add({.shape = *shape, .pose = pose}).value();
//   world.set_poses(poses).value();                         // one pose per body; throws if one is
//   bad for (const PairReport& pair : world.detect().touching)  // pair.a, pair.b, pair.verdict
//
// Verdicts are those of query.h: exact, each with its certificate, and the same whatever
// boxes, broad phase, sort or history led to them. Per-frame calls do not throw,
// and once a scene has run in they allocate only for contacts that big integers have to decide;
// a body that is asked to do something impossible stays as it was, and the error says why. Not
// for two threads at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "glance/body_id.h"
#include "glance/body_range.h"
#include "glance/budget_frame.h"
#include "glance/contact.h"
#include "glance/export.h"
#include "glance/impact.h"
#include "glance/query.h"
#include "glance/research/world_tuning.h"
#include "glance/shape.h"

namespace glance {

/// The axis-aligned boxes around bodies (I-COLLIDE section 4.1).
enum class BoxKind : std::uint8_t {
  automatic,  ///< fixed for fat bodies; tight for oblong ones while others are near
  fixed,      ///< a cube that holds the body however it turns: cheap to move
  tight,      ///< the smallest box for the present pose: fewer pairs to look at
};

/// How pairs whose boxes overlap are found. All give the same pairs.
enum class BroadMethod : std::uint8_t {
  sweep_and_prune,  ///< three sorted lists of interval ends, kept from frame to frame
  brute_force,      ///< every pair: the reference
  space_time,       ///< pairs sleep until their bodies, moving as they do, could meet (Hubbard)
};

/// What is asked about each pair whose boxes overlap.
enum class Question : std::uint8_t {
  collide,   ///< whether they touch
  distance,  ///< and how far apart, and where
  contacts,  ///< and, if so, in which points (contact.h)
};

/// How pairs with a body marked `fast` are asked whether they met since the last frame.
enum class BetweenFrames : std::uint8_t {
  toi,    ///< when they first met (impact.h): nothing missed, no false alarm
  safe,   ///< whether hulls that hold them on their way meet (research/swept_hulls.h): nothing
          ///< missed
  paper,  ///< the same with the hulls of IVRI-CD section 5.1, which may miss
  off,    ///< not at all
};

GLANCE_API std::string_view to_string(BoxKind boxes);         ///< "auto", "fixed", "tight"
GLANCE_API std::string_view to_string(BroadMethod broad);     ///< "sap", "brute", "spacetime"
GLANCE_API std::string_view to_string(Question question);     ///< "collide", "distance", "contacts"
GLANCE_API std::string_view to_string(BetweenFrames method);  ///< "toi", "safe", "paper", "off"

/// A body as it is added.
struct BodyOptions {
  Shape shape;
  Pose pose = {};
  /// Uniform, about the shape's origin; > 0. The body is shape.scaled(scale).
  double scale = 1;
  /// Static bodies are never tested against each other, and cost nothing while they rest.
  bool is_static = false;
  BoxKind boxes = BoxKind::automatic;
  /// It may pass others between two frames. Its way from one to the next (Motion::between, turning
  /// about its centroid) is looked at as a whole: its box holds all of it, and
  /// FrameReport::swept_contacts lists whom it meets there. Others stand where they are now
  /// meanwhile.
  bool fast = false;
  /// Two bodies are tested if each one's group has a bit in common with the other's mask.
  std::uint32_t group = 1, mask = UINT32_MAX;
  /// For BroadMethod::space_time: the body's velocity changes by no more than this from one frame
  /// to the next (unit of the shapes a frame and frame), along each axis: A / f^2 for an
  /// acceleration of A and f frames a second. 0: not known, and guessed from how it moves. If it is
  /// not true (an impulse, a jump, a box that turns), FrameCounters::acceleration_exceeded counts
  /// it, and no pair is missed.
  double max_acceleration = 0;
  /// Whatever the caller likes: an index, or a pointer. The world only keeps it.
  std::uint64_t user_data = 0;
  /// Who touches it is reported (PairReport::sensor), and no response pushes either of the two.
  bool is_sensor = false;
};

/// Whether a pair is to be tested at all.
using PairFilter = std::function<bool(BodyId a, BodyId b)>;

struct WorldOptions {
  BroadMethod broad = BroadMethod::sweep_and_prune;
  /// Added to each side of every box (unit of the shapes, >= 0): pairs become candidates,
  /// and are reported with their distance, that much earlier. (I-COLLIDE section 5.1,
  /// footnote 2.) Verdicts do not depend on it.
  double delta = 0;
  /// Security distance (unit of the shapes, >= 0): pairs nearer than this count as overlapping;
  /// see QueryOptions::margin, in place of which it is taken. Boxes grow by half of it.
  double margin = 0;
  /// Most pairs of tree nodes that all pairs of meshes and compounds may remember together (12
  /// bytes each). Pairs beyond it, in id order, remember less or nothing: that costs time only.
  std::uint32_t max_list_entries = kMaxWorldListEntries;
  /// For comparing methods (glance/research/world_tuning.h).
  WorldTuning tuning = {};

  bool operator==(const WorldOptions&) const = default;
};

struct DetectOptions {
  Question question = Question::collide;
  /// Whether FrameReport::pairs lists every pair whose boxes overlap, or stays empty.
  bool report_all = false;
  /// About pairs with a fast body.
  BetweenFrames between_frames = BetweenFrames::toi;
  /// For BetweenFrames::toi.
  ImpactOptions impact = {};
  /// Without depth unless asked for: it costs much more than everything else.
  QueryOptions query = {.depth = false};

  bool operator==(const DetectOptions&) const = default;
};

struct BodyPair {
  BodyId a, b;  ///< a.index < b.index

  auto operator<=>(const BodyPair&) const = default;
};

/// What was found out about one pair. After Question::collide and Question::contacts that is
/// verdict, normal, certificate, work and the sub-shapes; what was not computed is not a number, or
/// a bound that is infinite. Frames with a budget know bounds after any question.
struct PairReport : Distance {
  PairReport() {
    distance = depth = std::numeric_limits<double>::quiet_NaN();
    upper = std::numeric_limits<double>::infinity();
    lower = -upper;
  }

  BodyId a, b;         ///< a.index < b.index; the normal points from a to b
  bool begun = false;  ///< the two touch now, and did not in the frame before
  /// One of them is a sensor (BodyOptions::is_sensor): they touch, and do not push each other.
  bool sensor = false;
  /// After Question::contacts: which of FrameReport::contact_points are theirs (see
  /// FrameReport::contacts).
  std::uint32_t first_contact = 0, contact_count = 0;

  /// Touching or overlapping.
  bool touches() const { return verdict == Verdict::touching || verdict == Verdict::overlapping; }
};

/// Two bodies, at least one of them fast, that were apart in the frame before (or a newcomer to
/// each other) and met on the way to this one, whether or not they still touch.
struct SweptContact {
  BodyId a, b;  ///< a.index < b.index; the normal points from a to b
  /// As a part of the way: 0 at the last frame's poses, 1 at the present ones. See Impact. Of the
  /// hulls nothing but [lower, upper] = [0, 1] is known, and point and normal are zero.
  double time = 0, lower = 0, upper = 1;
  Vec3 point = Vec3::zero(), normal = Vec3::zero();
  bool grazing = false;
  bool undecided = false;           ///< they may have met, in [lower, upper]
  SubShape sub_a = {}, sub_b = {};  ///< of bodies that are not convex: which parts of them met

  bool operator==(const SweptContact&) const = default;
};

/// Two spheres that meet, of the sphere-trees of two bodies. World frame.
struct SpherePair {
  BodyId a, b;  ///< a.index < b.index
  Vec3 center_a = Vec3::zero(), center_b = Vec3::zero();
  double radius_a = 0, radius_b = 0;

  bool operator==(const SpherePair&) const = default;
};

/// What a frame cost. Counts, the same on every machine.
struct GLANCE_API FrameCounters {
  std::size_t bodies = 0, moved = 0;
  std::size_t box_steps = 0;                ///< vertices passed on the way to extreme ones
  std::array<std::uint64_t, 3> swaps = {};  ///< ends exchanged in the lists of x, y, z
  bool sorted_anew = false;                 ///< too many exchanges: sorted from scratch
  /// Of BroadMethod::space_time: pairs whose sleep ended, bodies that got new bounds on their
  /// motion, and bodies that moved otherwise than BodyOptions::max_acceleration says. (Not the same
  /// after restore(): bounds are made anew.)
  std::size_t woken = 0, new_bounds = 0, acceleration_exceeded = 0;
  std::size_t overlapping = 0;            ///< pairs whose boxes overlap and may be tested
  std::size_t added = 0, removed = 0;     ///< changes among pairs whose boxes overlap
  std::size_t tested = 0;                 ///< pairs that were asked about
  std::size_t at_rest = 0;                ///< pairs whose last answer still held
  std::size_t touching = 0;               ///< pairs that touch, or are undecided and taken to
  std::size_t from_cache = 0, exact = 0;  ///< of those tested; see QueryWork
  std::size_t feature_steps = 0, simplex_steps = 0, lp_steps = 0;
  /// Of meshes and compounds; see QueryWork. (`list_entries` of pairs at rest are not among them.)
  std::size_t volume_tests = 0, primitive_tests = 0, list_entries = 0;
  std::size_t swept = 0;           ///< pairs asked whether they met since the last frame
  std::size_t swept_contacts = 0;  ///< of those, did

  /// Adds the counts of a later frame. `bodies` is then as in that one, and `sorted_anew` says
  /// whether any was.
  FrameCounters& operator+=(const FrameCounters& later);
};

/// Seconds, by the steady clock. The only numbers here that differ from run to run.
struct FrameTimes {
  double bounds = 0, broad = 0, narrow = 0;
  double total() const { return bounds + broad + narrow; }
};

/// The answer of World::detect. The spans point into the world, until it is changed or asked
/// again. All lists are in the order of (a.index, b.index).
struct FrameReport {
  std::span<const PairReport> touching;  ///< pairs that touch or overlap
  std::span<const PairReport> pairs;     ///< every pair asked about, if report_all
  /// Of frames with a budget: pairs without an answer when it ended, with the bounds on their gap.
  /// BudgetReport::taken_for says what they were taken for, in `begun` and `ended`, too.
  std::span<const PairReport> undecided;
  std::span<const BodyPair> begun;  ///< touch now, did not before
  std::span<const BodyPair> ended;  ///< touched before, do not now (or are gone)
  /// Who met between the last frame and this one; see BodyOptions::fast.
  std::span<const SweptContact> swept_contacts;
  FrameCounters counters;
  FrameTimes times;
  BudgetReport budget;  ///< of frames with a budget
  /// Of pairs that a budget left undecided: where spheres of the level reached meet, at most
  /// kMostSpherePairs of each. A rough response begins from these (contact_of_spheres).
  std::span<const SpherePair> sphere_pairs;
  /// After Question::contacts: of all pairs that touch, one after the other.
  std::span<const ContactPoint> contact_points;

  /// Of one of this frame's pairs, in the order of their ids. Empty if they are apart or undecided,
  /// if the budget ended before they were found, and after other questions.
  std::span<const ContactPoint> contacts(const PairReport& pair) const {
    return contact_points.subspan(pair.first_contact, pair.contact_count);
  }
};

class GLANCE_API World {
 public:
  World();
  /// Refuses a delta or a margin that is negative or not finite.
  static Result<World> make(const WorldOptions& options);

  /// A world that was moved from holds nothing: it may only be destroyed or assigned to.
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;
  ~World();

  const WorldOptions& options() const;

  // Bodies. All calls refuse the ids of bodies that are gone, and those of other worlds; an error
  // changes nothing.

  /// Refuses a scale that is not positive or takes the shape out of range, and a largest
  /// acceleration that is negative or not finite.
  Result<BodyId> add(const BodyOptions& body);
  /// The body is gone at once; contacts that end with it are reported by the next detect().
  Result<void> remove(BodyId id);
  bool contains(BodyId id) const;
  /// As it is now.
  Result<BodyOptions> body(BodyId id) const;
  /// The box around it at the last detect(), as floats rounded outward, delta and half the
  /// margin included; empty if there was none since it came. A half-space's is infinite, but
  /// for the side along its normal where that is a coordinate axis.
  Result<Aabb> box(BodyId id) const;
  /// What is tested of it: its shape with its scale, and where it is. Null if it is not there; good
  /// until the world is changed.
  const Shape* tested_shape(BodyId id) const;
  const Pose* pose(BodyId id) const;
  std::size_t body_count() const;
  /// All bodies in the order of their indices.
  BodyRange bodies() const;
  /// 0 for a body that is not there.
  std::uint64_t user_data(BodyId id) const;

  Result<void> set_pose(BodyId id, const Pose& pose);
  /// From numbers that may be bad: then the last good pose stays.
  Result<void> set_pose(BodyId id, const Mat3& rotation, const Vec3& translation);
  Result<void> set_pose(BodyId id, const Quat& rotation, const Vec3& translation);
  /// One pose for each body, in the order of their indices. All or, on error, none.
  Result<void> set_poses(std::span<const Pose> poses);
  /// The same from rotations as quaternions, which are converted as Pose::make does.
  Result<void> set_poses(std::span<const QuatPose> poses);
  /// Refuses a body that is named twice.
  Result<void> set_poses(std::span<const BodyId> ids, std::span<const Pose> poses);

  /// Puts it there at once: unlike set_pose, a fast body passes nothing on its way.
  Result<void> place(BodyId id, const Pose& pose);

  Result<void> set_fast(BodyId id, bool fast);
  Result<void> set_max_acceleration(BodyId id, double acceleration);
  Result<void> set_scale(BodyId id, double scale);
  Result<void> set_shape(BodyId id, const Shape& shape);
  /// Moves parts of a compound (Shape::with_part_poses): poses in the frame of the shape as it was
  /// added, before the scale.
  Result<void> set_part_poses(BodyId id, std::span<const std::uint32_t> leaves,
                              std::span<const Pose> poses);
  /// Bends a mesh (Shape::with_vertices): as many vertices as its mesh_view() has, before the
  /// scale.
  Result<void> set_vertices(BodyId id, std::span<const Vec3> vertices);
  Result<void> set_static(BodyId id, bool is_static);
  Result<void> set_filter(BodyId id, std::uint32_t group, std::uint32_t mask);
  Result<void> set_user_data(BodyId id, std::uint64_t data);
  Result<void> set_sensor(BodyId id, bool is_sensor);

  // Pairs, beyond groups and masks (as in the I-COLLIDE library). All are active at first.
  // What was said of a pair is forgotten when one of its bodies goes.

  Result<void> activate(BodyId a, BodyId b);
  Result<void> deactivate(BodyId a, BodyId b);
  /// For all pairs, those of bodies to come included; forgets what was said of single ones.
  void activate_all();
  void deactivate_all();
  /// Has the last word about pairs that all of the above allow. It is called once for each such
  /// pair whose boxes begin to overlap, in id order, and its answer holds while they do; for all
  /// pairs again after this call, `set_filter` and `activate`. It must not change the world. Null:
  /// none. It is not stored: `restore` keeps its answers, and wants it set again.
  void set_pair_filter(PairFilter filter);

  // Frames.

  /// The frame of I-COLLIDE's figure 5: boxes, overlapping pairs, exact answers.
  FrameReport detect(const DetectOptions& options = {});
  /// The same under a budget: see budget_frame.h. Pairs that are undecided when it ends are in
  /// FrameReport::undecided, with the bounds on their gap in `lower` and `upper`, and point and
  /// normal of the last two spheres that met. Pairs that were decided by spheres have no
  /// certificate; those that the budget left no time for but a verdict, no contact points. What
  /// happens between frames (BodyOptions::fast) has
  /// its share of the budget: who may have met, and was not asked in time, is listed as undecided
  /// (if that is to touch). Options may be used from this thread only.
  FrameReport detect(const BudgetOptions& budget, const DetectOptions& options = {});
  FrameReport detect(const Budget& budget, const DetectOptions& options = {});
  /// Makes now what frames with a budget need of the bodies that are there:
  /// - sphere-trees (BudgetOptions::trees, which has to be the same), once for each shape
  /// whatever
  ///   its scale. Frames build none of these. A body that came later begins with one sphere; for
  ///   meshes and compounds frames refine it in the time they have left
  ///   (BudgetReport::tree_steps).
  /// - what meshes make on first need, for each scale: flat patches, whether a solid passes through
  ///   itself (these two are shared by scales that are powers of two), boxes, hulls, and volumes
  ///   of other kinds. A frame makes them in what it has left, each as a whole, if an estimate by
  ///   the number of triangles says that it fits: of 4 ms, for some thousand triangles. Otherwise
  ///   pairs that cannot be decided without stay undecided, with sound bounds, and
  ///   BudgetReport::unprepared counts them, until this is called (again).
  void prepare(const SphereTreeOptions& trees = {});

  // The world as a whole.

  /// Everything, caches, the last frame's answers and what frames with a budget remember included:
  /// the restored world goes on with the same bits, whenever it was stored. (But for times, what
  /// BroadMethod::space_time counts, and that it shares no shape with the caller: one that is added
  /// again gets trees of its own.)
  std::vector<std::byte> save() const;
  /// Refuses bytes that save() cannot have made. Ids of the stored world are valid in this one.
  /// Trees of meshes and sphere-trees are rebuilt, which may take a while.
  static Result<World> restore(std::span<const std::byte> bytes);

  /// Memory held, each distinct shape counted once. Takes time in proportion to the bodies.
  std::size_t bytes() const;
  /// Roughly what so many bodies need, shapes not included.
  static std::size_t estimated_bytes(std::size_t bodies);
  /// Makes room, so that so many bodies and pairs need no further allocation.
  void reserve(std::size_t bodies, std::size_t pairs);

  struct State;

 private:
  explicit World(std::unique_ptr<State> state);
  Result<void> set_active(BodyId a, BodyId b, bool active);
  Result<void> set_bent_shape(BodyId id, const Shape& shape);

  std::unique_ptr<State> state_;
};

}  // namespace glance
