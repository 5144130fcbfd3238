#include "glance/world.h"

#include <fmt/format.h>

#include <unordered_set>

#include "bound/compound_body.h"
#include "bound/mesh_body.h"
#include "broad/space_time.h"
#include "broad/sweep_and_prune.h"
#include "glance/tolerance.h"
#include "world/frame.h"
#include "world/snapshot.h"
#include "world/state.h"

namespace glance {
using namespace world;

std::string_view to_string(Boxes boxes) {
  switch (boxes) {
    case Boxes::automatic: return "auto";
    case Boxes::fixed: return "fixed";
    case Boxes::tight: return "tight";
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

std::string_view to_string(Broad broad) {
  switch (broad) {
    case Broad::sweep_and_prune: return "sap";
    case Broad::brute_force: return "brute";
    case Broad::space_time: return "spacetime";
  }
  return "unknown";
}

std::string_view to_string(Sort sort) {
  switch (sort) {
    case Sort::automatic: return "auto";
    case Sort::insertion: return "insertion";
    case Sort::bubble: return "bubble";
    case Sort::sweep: return "sweep";
  }
  return "unknown";
}

std::string_view to_string(Question question) {
  return question == Question::collide ? "collide" : "distance";
}

std::string_view to_string(Interframe method) {
  switch (method) {
    case Interframe::toi: return "toi";
    case Interframe::safe: return "safe";
    case Interframe::paper: return "paper";
    case Interframe::off: return "off";
  }
  return "unknown";
}

// Names every member, so that one that is added does not compile until it is summed here.
FrameCounters& FrameCounters::operator+=(const FrameCounters& later) {
  const auto& [bodies_now, moved_, box_steps_, swaps_, sorted_, woken_, new_bounds_, broken_,
               overlapping_, added_, removed_, tested_, at_rest_, touching_, from_cache_, exact_,
               feature_steps_, simplex_steps_, lp_steps_, volume_tests_, primitive_tests_,
               list_entries_, swept_, interframe_] = later;
  bodies = bodies_now;
  moved += moved_;
  box_steps += box_steps_;
  for (std::size_t i = 0; i < swaps.size(); i++) swaps[i] += swaps_[i];
  sorted_anew |= sorted_;
  woken += woken_;
  new_bounds += new_bounds_;
  broken_promises += broken_;
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
  interframe += interframe_;
  return *this;
}

namespace {

std::unique_ptr<BroadPhase> make_broad_phase(const WorldOptions& options) {
  if (options.broad == Broad::brute_force) return make_brute_force();
  if (options.broad == Broad::space_time) return std::make_unique<SpaceTime>();
  switch (options.sort) {
    case Sort::insertion: return std::make_unique<SweepAndPrune>(EndSort::insertion);
    case Sort::bubble: return std::make_unique<SweepAndPrune>(EndSort::bubble);
    case Sort::sweep: return std::make_unique<SweepAndPrune>(EndSort::sweep);
    case Sort::automatic: break;
  }
  return std::make_unique<SweepAndPrune>(EndSort::automatic);
}

/// Ends of intervals have 31 bits for the body.
constexpr std::size_t kMaxBodies = std::size_t{1} << 31;

}  // namespace

World::State::State(const WorldOptions& options_)
    : options(options_), broad(make_broad_phase(options_)) {}

std::size_t World::State::bytes() const {
  return sizeof(State) + bodies.bytes() + filter.bytes() + broad->bytes() + pairs.bytes() +
         (answers.capacity() + last_answers.capacity() + touching.capacity()) * sizeof(PairReport) +
         ended_keys.capacity() * sizeof(PairKey) +
         (begun.capacity() + ended.capacity()) * sizeof(BodyPair) +
         interframe.capacity() * sizeof(InterframeContact) + critical.bytes();
}

World::World() : World(std::make_unique<State>(WorldOptions{})) {}
World::World(std::unique_ptr<State> state) : state_(std::move(state)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Result<World> World::make(const WorldOptions& options) {
  if (!(options.delta >= 0 && options.delta <= kMaxCoordinate)) {
    return fail(fmt::format("delta must be from 0 to {:g}, not {}", kMaxCoordinate, options.delta));
  }
  if (!(options.margin >= 0 && options.margin <= kMaxCoordinate)) {
    return fail(
        fmt::format("the margin must be from 0 to {:g}, not {}", kMaxCoordinate, options.margin));
  }
  return World(std::make_unique<State>(options));
}

const WorldOptions& World::options() const { return state_->options; }

Result<BodyId> World::add(const Body& body) {
  if (state_->bodies.capacity() >= kMaxBodies) {
    return fail(fmt::format("a world holds at most {} bodies", kMaxBodies));
  }
  const Result<Shape> scaled = scaled_shape(body.shape, body.scale);
  if (!scaled) return fail(scaled.error());
  if (auto ok = check_acceleration(body.max_acceleration); !ok) return fail(ok.error());
  return state_->bodies.add(body, *scaled);
}

Result<void> World::remove(BodyId id) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.remove(*index);
  state_->filter.forget(*index);
  return {};
}

bool World::contains(BodyId id) const { return state_->bodies.has(id); }

Result<Body> World::body(BodyId id) const {
  const Bodies& b = state_->bodies;
  const Result<std::uint32_t> index = b.find(id);
  if (!index) return fail(index.error());
  const std::uint32_t i = *index;
  return Body{*b.base_shape[i],   b.pose[i],  b.scale[i], b.is_static[i] != 0,  b.box_kind[i],
              b.fast.contains(i), b.group[i], b.mask[i],  b.max_acceleration[i]};
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
  return state_->bodies.has(id) ? &*state_->bodies.shape[id.index] : nullptr;
}

const Pose* World::pose(BodyId id) const {
  return state_->bodies.has(id) ? &state_->bodies.pose[id.index] : nullptr;
}

std::size_t World::body_count() const { return state_->bodies.count(); }

std::vector<BodyId> World::bodies() const {
  std::vector<BodyId> ids;
  ids.reserve(body_count());
  for (std::uint32_t i = 0; i < state_->bodies.capacity(); i++) {
    if (state_->bodies.present(i)) ids.push_back(state_->bodies.id[i]);
  }
  return ids;
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
  std::uint32_t index = 0;
  for (const Pose& pose : poses) {
    while (!b.present(index)) index++;
    b.set_pose(index++, pose);
  }
  return {};
}

Result<void> World::set_poses(std::span<const BodyId> ids, std::span<const Pose> poses) {
  if (ids.size() != poses.size()) {
    return fail(fmt::format("{} poses for {} bodies", poses.size(), ids.size()));
  }
  if (auto found = state_->bodies.find_all(ids); !found) return found;
  for (std::size_t i = 0; i < ids.size(); i++) state_->bodies.set_pose(ids[i].index, poses[i]);
  return {};
}

Result<void> World::place(BodyId id, const Pose& pose) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.place(*index, pose);
  return {};
}

Result<void> World::set_fast(BodyId id, bool fast) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.set_fast(*index, fast);
  return {};
}

Result<void> World::set_max_acceleration(BodyId id, double acceleration) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  if (auto ok = check_acceleration(acceleration); !ok) return ok;
  state_->bodies.max_acceleration[*index] = acceleration;
  state_->broad->promise(*index, promised(acceleration));
  return {};
}

Result<void> World::set_scale(BodyId id, double scale) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  const Shape base = *state_->bodies.base_shape[*index];
  const Result<Shape> scaled = scaled_shape(base, scale);
  if (!scaled) return fail(scaled.error());
  state_->bodies.set_shape(*index, base, *scaled, scale);
  return {};
}

Result<void> World::set_shape(BodyId id, const Shape& shape) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  const double scale = state_->bodies.scale[*index];
  const Result<Shape> scaled = scaled_shape(shape, scale);
  if (!scaled) return fail(scaled.error());
  state_->bodies.set_shape(*index, shape, *scaled, scale);
  return {};
}

Result<void> World::set_part_poses(BodyId id, std::span<const std::uint32_t> leaves,
                                   std::span<const Pose> poses) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  Bodies& b = state_->bodies;
  const Shape& base = *b.base_shape[*index];
  // A shape that nobody else has is changed in place, which asks for no memory: by both handles.
  const bool one = b.scale[*index] == 1 && base.kind() == ShapeKind::compound;
  if (ShapeBody* const own = one ? base.own_body(2) : nullptr) {
    Result<void> moved = static_cast<CompoundBody*>(own)->move_parts(leaves, poses);
    if (!moved) return moved;
    b.note_new_shape(*index);
    state_->critical.trees.note_bent(id);
    return {};
  }
  const Result<Shape> moved = base.with_part_poses(leaves, poses);
  if (!moved) return fail(moved.error());
  return set_bent_shape(id, *moved);
}

Result<void> World::set_vertices(BodyId id, std::span<const Vec3> vertices) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  const Result<Shape> moved = state_->bodies.base_shape[*index]->with_vertices(vertices);
  if (!moved) return fail(moved.error());
  return set_bent_shape(id, *moved);
}

Result<void> World::set_bent_shape(BodyId id, const Shape& shape) {
  Result<void> set = set_shape(id, shape);
  if (set) state_->critical.trees.note_bent(id);
  return set;
}

Result<void> World::set_static(BodyId id, bool is_static) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.set_static(*index, is_static);
  return {};
}

Result<void> World::set_filter(BodyId id, std::uint32_t group, std::uint32_t mask) {
  const Result<std::uint32_t> index = state_->bodies.find(id);
  if (!index) return fail(index.error());
  state_->bodies.group[*index] = group;
  state_->bodies.mask[*index] = mask;
  state_->filter.note_change();
  return {};
}

Result<void> World::set_active(BodyId a, BodyId b, bool active) {
  for (const BodyId id : {a, b}) {
    if (const auto found = state_->bodies.find(id); !found) return fail(found.error());
  }
  if (a == b) return fail(fmt::format("body {} makes no pair with itself", a.index));
  state_->filter.set(pair_key(a.index, b.index), active);
  return {};
}

Result<void> World::activate(BodyId a, BodyId b) { return set_active(a, b, true); }
Result<void> World::deactivate(BodyId a, BodyId b) { return set_active(a, b, false); }
void World::activate_all() { state_->filter.set_all(true); }
void World::deactivate_all() { state_->filter.set_all(false); }

FrameReport World::detect(const DetectOptions& options) { return run_frame(*state_, options); }

FrameReport World::detect(const CriticalOptions& critical, const DetectOptions& options) {
  return run_frame(*state_, options, &critical);
}

FrameReport World::detect(const Budget& budget, const DetectOptions& options) {
  CriticalOptions critical;
  critical.budget = budget;
  return detect(critical, options);
}

void World::prepare(const SphereTreeOptions& trees) {
  const Bodies& b = state_->bodies;
  state_->critical.prepare(b, trees);
  for (std::uint32_t i = 0; i < b.capacity(); i++) {
    if (!b.present(i)) continue;
    const Shape& shape = *b.shape[i];
    if (shape.kind() == ShapeKind::mesh) mesh_of(shape).prepare();
    for (const CompoundPart& part : shape.leaf_parts()) {
      if (part.shape.kind() == ShapeKind::mesh) mesh_of(part.shape).prepare();
    }
  }
}

std::vector<std::byte> World::save() const { return Snapshot::save(*state_); }

Result<World> World::restore(std::span<const std::byte> bytes) {
  Result<std::unique_ptr<State>> state = Snapshot::restore(bytes);
  if (!state) return fail(state.error());
  return World(std::move(*state));
}

std::size_t World::bytes() const {
  std::size_t bytes = sizeof(World) + state_->bytes();
  std::unordered_set<const void*> seen;
  for (const auto* shapes : {&state_->bodies.base_shape, &state_->bodies.shape}) {
    for (const std::optional<Shape>& shape : *shapes) {
      if (shape && seen.insert(shape->identity()).second) bytes += shape->bytes();
    }
  }
  return bytes;
}

std::size_t World::estimated_bytes(std::size_t bodies) {
  // Measured with the multi-body simulation; growing arrays hold up to twice that for a while.
  constexpr std::size_t kBody = 680;
  return sizeof(State) + bodies * kBody;
}

void World::reserve(std::size_t bodies, std::size_t pairs) {
  state_->bodies.reserve(bodies);
  state_->broad->reserve(bodies, pairs);
  state_->pairs.reserve(pairs);
  for (auto* list : {&state_->answers, &state_->last_answers, &state_->touching}) {
    list->reserve(pairs);
  }
  for (auto* list : {&state_->begun, &state_->ended}) list->reserve(pairs);
  state_->interframe.reserve(pairs);
  state_->ended_keys.reserve(pairs);
}

}  // namespace glance
