// The form: options of the trees; whether a frame without a budget came last; for each body that is
// there, in the order of indices, flags: whether its shape has a tree, it was deformed, a frame
// with a budget saw it, had looked for its spheres, and they are still the same, and its shape has
// a tree that grows; what its meshes have had made (bound/mesh_parts); of a tree that grows the
// number of its steps, which are repeated; if it was seen, where. The pairs: number; of each its
// key, stage, tries, what it waits for, whether there are spheres, report, centre, distance of
// centres, and what is known of the spheres.
//
// Left out is what cannot matter: pairs that a change of a shape, or a frame without a budget, has
// made worthless (CriticalFrame::collect and PairRefiner::remember would pass over them), places of
// bodies that are gone, trees of shapes that no body has, and how long the last frame took.
// Tested in tests/unit/world/snapshot_test.cpp (Snapshot.AfterAFrameWithABudget).
#include "world/stored_critical.h"

#include "geom/stored_shape.h"
#include "world/answer_check.h"
#include "world/stored_answer.h"

namespace glance::rooms::world {
namespace {

/// Bits of a body's flags.
constexpr std::uint8_t kHasTree = 1, kDeformed = 2, kSeen = 4, kLooked = 8, kKnowsSpheres = 16,
                       kGrows = 32, kFlags = 64;

/// Of the body as it is now: those that a frame with a budget would look for.
BodySpheres spheres_now(const WorldState& world, std::uint32_t body, SphereNode& sphere) {
  if (world.options.margin > 0) return {};
  return world.critical.trees.of(world.bodies, body, sphere);
}

bool is_seen(const WorldState& world, std::uint32_t body) {
  const std::vector<CriticalPlace>& places = world.critical.places;
  return body < places.size() && world.bodies.present(body) &&
         places[body].id == world.bodies.id[body];
}

/// Whether the last frame's spheres are those of the present shape.
bool knows_spheres(const WorldState& world, std::uint32_t body) {
  const CriticalPlace& place = world.critical.places[body];
  // Spheres of a shape that has changed since are void.
  if (!place.has_looked || world.bodies.reshaped(body)) return false;
  SphereNode sphere;
  return place.spheres.is_same(spheres_now(world, body, sphere));
}

/// Whether the next frame may go on from it, or from what it knew.
bool matters(const WorldState& world, const CriticalPair& pair) {
  const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
  if (!is_seen(world, i) || !is_seen(world, j)) return false;
  if (pair.report.a != world.bodies.id[i] || pair.report.b != world.bodies.id[j]) return false;
  if (pair.has_spheres()) {
    const std::vector<CriticalPlace>& places = world.critical.places;
    return knows_spheres(world, i) && places[i].spheres.is_same(pair.spheres_a) &&
           knows_spheres(world, j) && places[j].spheres.is_same(pair.spheres_b);
  }
  return pair.stage != CriticalPair::Stage::settled && !world.critical.missed_a_frame &&
         !world.bodies.changed(i) && !world.bodies.changed(j);
}

void put_place(const WorldState& world, std::uint32_t body, ByteWriter& out) {
  const CriticalMemory& memory = world.critical;
  const bool seen = is_seen(world, body);
  std::uint8_t flags = 0;
  if (memory.trees.has(world.bodies, body)) flags |= kHasTree;
  if (memory.trees.is_deformed(world.bodies.id[body])) flags |= kDeformed;
  if (seen) flags |= kSeen;
  if (seen && memory.places[body].has_looked) flags |= kLooked;
  if (seen && knows_spheres(world, body)) flags |= kKnowsSpheres;
  const std::optional<std::uint32_t> steps = memory.trees.steps(world.bodies, body);
  if (steps) flags |= kGrows;
  out.put(flags);
  put_parts(world.bodies, body, memory.parts, out);
  if (steps) out.put(*steps);
  if (seen) put_pose(memory.places[body].pose, out);
}

Result<void> get_place(ByteReader& in, WorldState& world, std::uint32_t body) {
  CriticalMemory& memory = world.critical;
  const auto flags = in.get<std::uint8_t>();
  const bool seen = (flags & kSeen) != 0, looked = (flags & kLooked) != 0,
             knows = (flags & kKnowsSpheres) != 0, grows = (flags & kGrows) != 0;
  // Each flag implies others: a body that was not seen cannot have been looked at, and so on.
  if (flags >= kFlags || (!seen && (looked || knows)) || (knows && !looked) ||
      (grows && (flags & (kHasTree | kDeformed)))) {
    return fail(ErrorCode::bad_data,
                "a body with flags that do not exist, of frames with a budget");
  }
  if (!get_parts(in, world.bodies, body, memory.parts)) {
    return fail(ErrorCode::bad_data, "a mesh with parts that do not exist");
  }
  const BodyId id = world.bodies.id[body];
  if (flags & kDeformed) memory.trees.note_deformed(id);
  if (flags & kHasTree) memory.trees.prepare(world.bodies, body);
  if (((flags & kHasTree) != 0) != memory.trees.has(world.bodies, body)) {
    return fail(ErrorCode::bad_data, "a body with a sphere-tree that it cannot have");
  }
  if (grows && !memory.trees.repeat(world.bodies, body, in.get<std::uint32_t>())) {
    return fail(ErrorCode::bad_data, "a body with a sphere-tree that cannot have grown like that");
  }
  if (!seen) return {};
  const Result<Pose> pose = get_pose(in);
  if (!pose) return fail(pose.error());
  CriticalPlace& place = memory.places[body];
  place.id = id;
  place.pose = *pose;
  place.has_looked = looked;
  if (knows) place.spheres = spheres_now(world, body, place.sphere);
  return {};
}

void put_critical_pair(const CriticalPair& pair, ByteWriter& out) {
  out.put(pair.key);
  out.put(static_cast<std::uint8_t>(pair.stage));
  out.put(pair.tries);
  out.put(pair.need.has_value());
  if (pair.need) {
    out.put(pair.need->body);
    out.put(pair.need->leaf);
    out.put(static_cast<std::uint8_t>(pair.need->part));
  }
  out.put(pair.has_spheres());
  put(pair.report, out);
  out.put(pair.centre);
  out.put(pair.centres_apart);
  if (pair.has_spheres()) pair.hits.put(out);
}

Result<void> get_critical_pair(ByteReader& in, WorldState& world, CriticalPair& pair) {
  const auto no_such_pair = [] {
    return fail(ErrorCode::bad_data, "a pair under a budget that cannot be");
  };
  pair.key = in.get<PairKey>();
  pair.stage = in.get_enum(CriticalPair::Stage::settled);
  pair.tries = in.get<std::uint8_t>();
  pair.need.reset();
  if (in.get_bool()) {
    pair.need.emplace();
    pair.need->body = in.get<std::uint32_t>();
    pair.need->leaf = in.get<std::uint32_t>();
    const auto part = in.get<std::uint8_t>();
    if (part >= kMeshParts) return no_such_pair();
    pair.need->part = static_cast<MeshPart>(part);
  }
  const bool has_spheres = in.get_bool();
  const Result<PairReport> report = get_pair_report(in);
  if (!report) return fail(report.error());
  pair.report = *report;
  pair.centre = in.get_vec3();
  pair.centres_apart = in.get_double();
  const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
  if (!in.ok() || i >= j || !is_seen(world, i) || !is_seen(world, j) ||
      !is_about(pair.report, pair.key, world.bodies) || !is_finite(pair.centre) ||
      std::isnan(pair.centres_apart) || std::isnan(pair.report.lower) ||
      std::isnan(pair.report.upper)) {
    return no_such_pair();
  }
  // A mesh that is needed belongs to one of the two bodies.
  if (pair.need && ((pair.need->body != i && pair.need->body != j) ||
                    !mesh_at(world.bodies.shape(pair.need->body), pair.need->leaf))) {
    return no_such_pair();
  }
  // Ids with the number of the restored world.
  pair.report.a = world.bodies.id[i];
  pair.report.b = world.bodies.id[j];
  const CriticalPlace &a = world.critical.places[i], &b = world.critical.places[j];
  pair.spheres_a = has_spheres ? a.spheres : BodySpheres();
  pair.spheres_b = has_spheres ? b.spheres : BodySpheres();
  if (has_spheres) {
    if (!pair.has_spheres())
      return fail(ErrorCode::bad_data, "a pair with spheres, of bodies that have none");
    // Poses are those of the search: whoever has moved since begins a new one.
    pair.hits.place(a.spheres.nodes, a.spheres.scale, a.pose, b.spheres.nodes, b.spheres.scale,
                    b.pose);
    if (!pair.hits.restore(in))
      return fail(ErrorCode::bad_data, "a search through spheres that cannot be");
  }
  const bool is_open = has_spheres && pair.hits.state() == SphereHits::State::open;
  if (pair.stage == CriticalPair::Stage::spheres && !is_open) return no_such_pair();
  if (!matters(world, pair))
    return fail(ErrorCode::bad_data, "a pair under a budget that is of no use");
  return {};
}

}  // namespace

void put_critical(const WorldState& world, ByteWriter& out) {
  const CriticalMemory& memory = world.critical;
  out.put(static_cast<std::uint8_t>(memory.trees.options().builder));
  out.put(static_cast<std::uint32_t>(memory.trees.options().levels));
  out.put(memory.missed_a_frame);
  for (std::uint32_t i = 0; i < world.bodies.capacity(); i++) {
    if (world.bodies.present(i)) put_place(world, i, out);
  }
  std::uint32_t count = 0;
  for (const CriticalPair& pair : memory.pairs.all()) count += matters(world, pair);
  out.put(count);
  for (const CriticalPair& pair : memory.pairs.all()) {
    // Pairs that the next frame would not use are left out: then the bytes do not depend on them.
    if (matters(world, pair)) put_critical_pair(pair, out);
  }
}

Result<void> get_critical(ByteReader& in, WorldState& world) {
  CriticalMemory& memory = world.critical;
  SphereTreeOptions options;
  options.builder = in.get_enum(SphereBuilder::fitted);
  options.levels = static_cast<int>(in.get<std::uint32_t>());
  memory.missed_a_frame = in.get_bool();
  if (!in.ok()) return fail(ErrorCode::bad_data, "sphere-trees of a kind that does not exist");
  memory.trees.use(options);
  memory.places.resize(world.bodies.capacity());
  for (std::uint32_t i = 0; i < world.bodies.capacity(); i++) {
    if (!world.bodies.present(i)) continue;
    if (auto ok = get_place(in, world, i); !ok) return ok;
  }
  constexpr std::size_t kLeastPair = 8;
  const auto count = in.get<std::uint32_t>();
  if (!in.fits(count, kLeastPair))
    return fail(ErrorCode::bad_data, "too many pairs under a budget");
  PairKey before = 0;
  for (std::uint32_t n = 0; n < count; n++) {
    CriticalPair& pair = memory.pairs.add();
    if (auto ok = get_critical_pair(in, world, pair); !ok) return ok;
    if (n > 0 && pair.key <= before)
      return fail(ErrorCode::bad_data, "pairs under a budget out of order");
    before = pair.key;
  }
  return {};
}

}  // namespace glance::rooms::world
