#include "glance/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <unordered_set>

#include "base/error_code.h"
#include "bound/compound_body.h"
#include "bound/mesh_body.h"
#include "geom/shape_access.h"
#include "glance/tolerance.h"
#include "math/quat_pose.h"
#include "world/frame.h"
#include "world/make_broad.h"
#include "world/snapshot.h"
#include "world/state.h"

// The public calls: each checks its ids and numbers, changes nothing if one of them is wrong, and
// leaves the work to the part of the state that it concerns. What a call means for the next frame
// (which boxes, pairs and answers are void) is noted by Bodies and PairRules.
namespace glance {
using namespace rooms::world;

std::string_view to_string(BoxKind boxes) {
  switch (boxes) {
    case BoxKind::automatic: return "auto";
    case BoxKind::fixed: return "fixed";
    case BoxKind::tight: return "tight";
  }
  return "unknown";
}

std::string_view to_string(BoxMethod method) {
  switch (method) {
    case BoxMethod::automatic: return "auto";
    case BoxMethod::neighbors: return "neighbors";
    case BoxMethod::walls: return "walls";
  }
  return "unknown";
}

std::string_view to_string(BroadMethod broad) {
  switch (broad) {
    case BroadMethod::sweep_and_prune: return "sap";
    case BroadMethod::brute_force: return "brute";
    case BroadMethod::space_time: return "spacetime";
    case BroadMethod::grid: return "grid";
    case BroadMethod::automatic: return "auto";
  }
  return "unknown";
}

std::string_view to_string(BroadReason reason) {
  switch (reason) {
    case BroadReason::option: return "as asked";
    case BroadReason::few_movers: return "few movers";
    case BroadReason::many_movers: return "many movers";
  }
  return "unknown";
}

std::string_view to_string(SortMethod sort) {
  switch (sort) {
    case SortMethod::automatic: return "auto";
    case SortMethod::insertion: return "insertion";
    case SortMethod::bubble: return "bubble";
    case SortMethod::sweep: return "sweep";
  }
  return "unknown";
}

std::string_view to_string(Question question) {
  switch (question) {
    case Question::collide: return "collide";
    case Question::distance: return "distance";
    case Question::contacts: return "contacts";
  }
  return "unknown";
}

std::string_view to_string(BetweenFrames method) {
  switch (method) {
    case BetweenFrames::toi: return "toi";
    case BetweenFrames::safe: return "safe";
    case BetweenFrames::off: return "off";
  }
  return "unknown";
}

bool SweptContact::operator==(const SweptContact& other) const {
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  bool points = true;
  for (int k = 0; k < 3; k++) {
    points = points && same(point[k], other.point[k]) && same(normal[k], other.normal[k]);
  }
  return points && same(time, other.time) && a == other.a && b == other.b && lower == other.lower &&
         upper == other.upper && grazing == other.grazing && undecided == other.undecided &&
         sub_a == other.sub_a && sub_b == other.sub_b;
}

// Names every member, so that a new one does not compile until it is added here.
FrameCounters& FrameCounters::operator+=(const FrameCounters& later) {
  const auto& [bodies_now, moved_, box_steps_, swaps_, sorted_, woken_, new_bounds_, broken_,
               overlapping_, added_, removed_, tested_, at_rest_, touching_, from_cache_, exact_,
               feature_steps_, simplex_steps_, lp_steps_, volume_tests_, primitive_tests_,
               list_entries_, swept_, swept_contacts_] = later;
  bodies = bodies_now;
  moved += moved_;
  box_steps += box_steps_;
  for (std::size_t i = 0; i < swaps.size(); i++) swaps[i] += swaps_[i];
  sorted_anew |= sorted_;
  woken += woken_;
  new_bounds += new_bounds_;
  acceleration_exceeded += broken_;
  overlapping += overlapping_;
  added += added_;
  removed += removed_;
  tested += tested_;
  at_rest += at_rest_;
  touching += touching_;
  from_cache += from_cache_;
  exact += exact_;
  feature_steps += feature_steps_;
  simplex_steps += simplex_steps_;
  lp_steps += lp_steps_;
  volume_tests += volume_tests_;
  primitive_tests += primitive_tests_;
  list_entries += list_entries_;
  swept += swept_;
  swept_contacts += swept_contacts_;
  return *this;
}

namespace {

/// Nothing moves before all poses are known to be right.
Result<void> check_poses(std::span<const QuatPose> poses, Executor* executor) {
  constexpr std::size_t kPiece = 4096;
  std::atomic<std::size_t> first = poses.size();  // that is not
  for_pieces(executor, poses.size(), kPiece, [&](std::size_t begin, std::size_t end) {
    const auto piece = poses.subspan(begin, end - begin);
    const auto at = std::ranges::find_if_not(piece, is_pose);
    if (at == piece.end()) return;
    const std::size_t place = begin + static_cast<std::size_t>(at - piece.begin());
    std::size_t known = first;
    while (place < known && !first.compare_exchange_weak(known, place)) {
    }
  });
  if (first == poses.size()) return {};
  const QuatPose& bad = poses[first];
  const Error error = Pose::make(bad.rotation, bad.translation).error();
  return fail(error.code, fmt::format("pose {}: {}", first.load(), error.message));
}

Result<void> check_threads(int threads) {
  if (threads >= 0 && threads <= kMaxThreads) return {};
  return fail(
      ErrorCode::out_of_range,
      fmt::format("threads must be from 0 (one per core) to {}, not {}", kMaxThreads, threads));
}

Result<void> check_executor(const Executor* executor) {
  if (!executor || executor->workers() >= 1) return {};
  return fail(ErrorCode::out_of_range,
              fmt::format("an executor must have at least 1 worker, not {}", executor->workers()));
}

/// Ends of intervals have 31 bits for the body.
constexpr std::size_t kMaxBodies = std::size_t{1} << 31;

}  // namespace

World::State::State(const WorldOptions& options_) : options(options_), broad(make_broad(options_)) {
  if (!options.executor) threads = make_executor(options.threads);
}

std::size_t World::State::bytes() const {
  // Without shapes: other worlds may share them (see World::bytes).
  return sizeof(State) + bodies.bytes() + filter.bytes() + broad->bytes() + pairs.bytes() +
         lanes.bytes() + lists.bytes() + last_answers.capacity() * sizeof(PairReport) +
         last_contact_points.capacity() * sizeof(ContactPoint) +
         ended.capacity() * sizeof(BodyPair) + batches.capacity() * sizeof(PairBatch) +
         critical.bytes();
}

World::World() : World(std::make_unique<State>(WorldOptions{})) {}
World::World(std::unique_ptr<State> state) : state_(std::move(state)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::make(const WorldOptions& options) {
  // Written so that NaN fails.
  if (!(options.delta >= 0 && options.delta <= kMaxCoordinate)) {
    return fail(code_of(options.delta),
                fmt::format("delta must be from 0 to {:g}, not {}", kMaxCoordinate, options.delta));
  }
  if (!(options.margin >= 0 && options.margin <= kMaxCoordinate)) {
    return fail(code_of(options.margin), fmt::format("the margin must be from 0 to {:g}, not {}",
                                                     kMaxCoordinate, options.margin));
  }
  if (auto good = check_threads(options.threads); !good) return fail(good.error());
  if (auto good = check_executor(options.executor); !good) return fail(good.error());
  return World(std::make_unique<State>(options));
}

Result<void> World::set_threads(int threads) {
  if (auto good = check_threads(threads); !good) return good;
  state_->options.threads = threads;
  state_->options.executor = nullptr;
  state_->threads = make_executor(threads);
  return {};
}

Result<void> World::set_executor(Executor* executor) {
  if (auto good = check_executor(executor); !good) return good;
  state_->options.executor = executor;
  state_->threads = executor ? nullptr : make_executor(state_->options.threads);
  return {};
}

const WorldOptions& World::options() const { return state_->options; }

Result<BodyId> World::add(const BodyOptions& body) {
  // The capacity counts, not the bodies: an index that was used once keeps its place in all arrays.
  if (state_->bodies.capacity() >= kMaxBodies) {
    return fail(ErrorCode::out_of_range,
                fmt::format("a world holds at most {} bodies", kMaxBodies));
  }
  if (auto ok = check_acceleration(body.max_acceleration); !ok) return fail(ok.error());
  return state_->bodies.add(body);
}

Result<void> World::remove(BodyId id) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.remove(*index);
  // The index will be used again: what was said of its pairs must not hold for another body.
  state_->filter.forget(*index);
  return {};
}

bool World::contains(BodyId id) const { return state_->bodies.has(id); }

Result<BodyOptions> World::body(BodyId id) const {
  const Bodies& b = state_->bodies;
  const Result<std::uint32_t> index = b.find(id);
  if (!index) return fail(index.error());
  const std::uint32_t i = *index;
  return BodyOptions{.shape = b.base_shape(i),
                     .pose = b.pose[i],
                     .scale = b.scale(i),
                     .is_static = b.is_static[i] != 0,
                     .boxes = b.box_kind[i],
                     .fast = b.fast.contains(i),
                     .group = b.group[i],
                     .mask = b.mask[i],
                     .max_acceleration = b.max_acceleration[i],
                     .user_data = b.user_data[i],
                     .is_sensor = b.is_sensor[i] != 0};
}

Result<Aabb> World::box(BodyId id) const {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  Aabb box;
  if (!state_->bodies.in_broad(*index)) return box;  // no detect() yet: empty
  const FloatBox sides = state_->bodies.boxes.get(*index);
  box.lower = {sides.lower[0], sides.lower[1], sides.lower[2]};
  box.upper = {sides.upper[0], sides.upper[1], sides.upper[2]};
  return box;
}

const Shape* World::tested_shape(BodyId id) const {
  // At the body's scale: the shape that questions see.
  return state_->bodies.has(id) ? &state_->bodies.shape(id.index) : nullptr;
}

const Pose* World::pose(BodyId id) const {
  return state_->bodies.has(id) ? &state_->bodies.pose[id.index] : nullptr;
}

std::size_t World::body_count() const { return state_->bodies.count(); }

BodyRange World::bodies() const { return BodyRange(state_->bodies); }

std::uint64_t World::user_data(BodyId id) const {
  return state_->bodies.has(id) ? state_->bodies.user_data[id.index] : 0;
}

Result<void> World::set_pose(BodyId id, const Pose& pose) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.set_pose(*index, pose);
  return {};
}

Result<void> World::set_pose(BodyId id, const Mat3& rotation, const Vec3& translation) {
  const Result<Pose> pose = Pose::make(rotation, translation);
  if (!pose) return fail(pose.error());
  return set_pose(id, *pose);
}

Result<void> World::set_pose(BodyId id, const Quat& rotation, const Vec3& translation) {
  const Result<Pose> pose = Pose::make(rotation, translation);
  if (!pose) return fail(pose.error());
  return set_pose(id, *pose);
}

Result<void> World::set_poses(std::span<const Pose> poses) {
  Bodies& b = state_->bodies;
  if (poses.size() != b.count()) {
    return fail(fmt::format("{} poses for {} bodies", poses.size(), b.count()));
  }
  b.set_poses(poses, state_->executor());
  return {};
}

Result<void> World::set_poses(std::span<const QuatPose> poses) {
  Bodies& b = state_->bodies;
  if (poses.size() != b.count()) {
    return fail(fmt::format("{} poses for {} bodies", poses.size(), b.count()));
  }
  if (auto good = check_poses(poses, state_->executor()); !good) return good;
  b.set_poses(poses, state_->executor());
  return {};
}

Result<void> World::set_poses(std::span<const BodyId> ids, std::span<const QuatPose> poses) {
  if (ids.size() != poses.size()) {
    return fail(fmt::format("{} poses for {} bodies", poses.size(), ids.size()));
  }
  if (auto good = check_poses(poses, state_->executor()); !good) return good;
  if (auto found = state_->bodies.find_all(ids, state_->executor()); !found) return found;
  state_->bodies.set_poses(ids, poses, state_->executor());
  return {};
}

Result<void> World::set_poses(std::span<const BodyId> ids, std::span<const Pose> poses) {
  if (ids.size() != poses.size()) {
    return fail(fmt::format("{} poses for {} bodies", poses.size(), ids.size()));
  }
  // All ids are checked first: either all bodies are moved or none.
  if (auto found = state_->bodies.find_all(ids, state_->executor()); !found) return found;
  state_->bodies.set_poses(ids, poses, state_->executor());
  return {};
}

Result<void> World::place(BodyId id, const Pose& pose) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  // As set_pose, but the body has no way from where it was: it meets nothing in between.
  state_->bodies.place(*index, pose);
  return {};
}

Result<void> World::set_fast(BodyId id, bool fast) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  // Its way begins where it is now: the next frame is the first that looks back.
  state_->bodies.set_fast(*index, fast);
  return {};
}

Result<void> World::set_max_acceleration(BodyId id, double acceleration) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  if (auto ok = check_acceleration(acceleration); !ok) return ok;
  state_->bodies.max_acceleration[*index] = acceleration;
  // A broad phase that predicts motion may rely on it from its next bound on.
  state_->broad->promise(*index, promised(acceleration));
  return {};
}

Result<void> World::set_scale(BodyId id, double scale) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  // The unscaled shape is kept, so that scales do not multiply and a scale of 1 gives its bits
  // back. A copy: set_shape replaces the original.
  const Shape base = state_->bodies.base_shape(*index);
  return state_->bodies.set_shape(*index, base, scale);
}

Result<void> World::set_shape(BodyId id, const Shape& shape) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  return state_->bodies.set_shape(*index, shape, state_->bodies.scale(*index));
}

Result<void> World::set_part_poses(BodyId id, std::span<const std::uint32_t> leaves,
                                   std::span<const Pose> poses) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  Bodies& b = state_->bodies;
  const Shape& base = b.base_shape(*index);
  // A shape that has no other owner is changed in place, which does not allocate: by both of its
  // handles.
  // (With a scale, or other owners, a copy is made.)
  const bool one =
      b.scale(*index) == 1 && b.has_own_form(*index) && base.kind() == ShapeKind::compound;
  if (ShapeBody* const own = one ? own_body(base, 2) : nullptr) {
    Result<void> moved = static_cast<CompoundBody*>(own)->move_parts(leaves, poses);
    if (!moved) return moved;
    b.note_changed_shape(*index);
    state_->critical.trees.note_deformed(id);
    return {};
  }
  const Result<Shape> moved = base.with_part_poses(leaves, poses);
  if (!moved) return fail(moved.error());
  return set_deformed_shape(id, *moved);
}

Result<void> World::set_vertices(BodyId id, std::span<const Vec3> vertices) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  const Result<Shape> moved = state_->bodies.base_shape(*index).with_vertices(vertices);
  if (!moved) return fail(moved.error());
  return set_deformed_shape(id, *moved);
}

Result<void> World::set_deformed_shape(BodyId id, const Shape& shape) {
  Result<void> set = set_shape(id, shape);
  if (set) state_->critical.trees.note_deformed(id);
  return set;
}

Result<void> World::set_static(BodyId id, bool is_static) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  // Takes it out of the broad phase and adds it again in the next frame, since pairs of two static
  // bodies are never listed.
  state_->bodies.set_static(*index, is_static);
  return {};
}

Result<void> World::set_filter(BodyId id, std::uint32_t group, std::uint32_t mask) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.group[*index] = group;
  state_->bodies.mask[*index] = mask;
  // All pairs are asked again in the next frame: which of them this concerns is not tracked.
  state_->filter.note_change();
  return {};
}

Result<void> World::set_user_data(BodyId id, std::uint64_t data) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.user_data[*index] = data;
  return {};
}

Result<void> World::set_sensor(BodyId id, bool is_sensor) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  // Makes no answer void: whether a body is a sensor is looked up when answers are listed.
  state_->bodies.is_sensor[*index] = is_sensor;
  return {};
}

Result<void> World::set_active(BodyId a, BodyId b, bool active) {
  for (const BodyId id : {a, b}) {
    if (const auto found = state_->bodies.find(id); !found) return fail(found.error());
  }
  // A pair key stands for two different bodies.
  if (a == b)
    return fail(ErrorCode::duplicate, fmt::format("body {} makes no pair with itself", a.index));
  state_->filter.set(pair_key(a.index, b.index), active);
  return {};
}

Result<void> World::activate(BodyId a, BodyId b) { return set_active(a, b, true); }
Result<void> World::deactivate(BodyId a, BodyId b) { return set_active(a, b, false); }
void World::activate_all() { state_->filter.set_all(true); }
void World::deactivate_all() { state_->filter.set_all(false); }
void World::set_pair_filter(PairFilter filter) { state_->filter.set_filter(std::move(filter)); }

FrameReport World::detect(const DetectOptions& options) { return run_frame(*state_, options); }

FrameReport World::detect(const BudgetOptions& critical, const DetectOptions& options) {
  return run_frame(*state_, options, &critical);
}

FrameReport World::detect(const Budget& budget, const DetectOptions& options) {
  BudgetOptions critical;
  critical.budget = budget;
  return detect(critical, options);
}

void World::prepare(const SphereTreeOptions& trees) {
  state_->critical.prepare(state_->bodies, trees);
}

std::vector<std::byte> World::save() const { return Snapshot::save(*state_); }

Result<World> World::restore(std::span<const std::byte> bytes) {
  Result<std::unique_ptr<State>> state = Snapshot::restore(bytes);
  // A world is restored completely or not at all.
  if (!state) return fail(state.error());
  return World(std::move(*state));
}

std::size_t World::bytes() const {
  std::size_t bytes = sizeof(World) + state_->bytes();
  // Shapes are shared: each counts once, however many bodies have it.
  std::unordered_set<const void*> seen;
  state_->bodies.forms().for_each([&](const BodyForm& form) {
    for (const Shape* shape : {&form.base, &form.shape}) {
      if (seen.insert(shape->identity()).second) bytes += shape->bytes();
    }
  });
  return bytes;
}

std::size_t World::estimated_bytes(std::size_t bodies) {
  // Measured with the multi-body simulation. Growing arrays hold up to twice as much for a while.
  constexpr std::size_t kBody = 500;
  return sizeof(State) + bodies * kBody;
}

void World::reserve(std::size_t bodies, std::size_t pairs) {
  state_->bodies.reserve(bodies);
  // Room for everything that a frame may need, so that frames in steady state allocate nothing
  // (tests/unit/world/allocation_test).
  state_->broad->reserve(bodies, pairs);
  state_->pairs.reserve(pairs);
  FrameLists& lists = state_->lists;
  for (auto* list : {&lists.answers, &state_->last_answers, &lists.touching, &lists.undecided}) {
    list->reserve(pairs);
  }
  for (auto* list : {&lists.contact_points, &state_->last_contact_points}) {
    list->reserve(Contacts::kMaxPoints * pairs);
  }
  // The points of one pair at a time (world/ask).
  state_->lanes.main().found_points.reserve(Contacts::kMaxPoints);
  for (auto* list : {&lists.begun, &state_->ended}) list->reserve(pairs);
  lists.swept_contacts.reserve(pairs);
  lists.ended_keys.reserve(pairs);
}

}  // namespace glance
