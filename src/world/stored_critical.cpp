// The form: options of the trees; whether a frame without a budget came last; for each body that is
// there, in the order of indices, flags: whether its shape has a tree, it was bent, a frame with a
// budget saw it, had looked for its tree, and which that was; if it was seen, where. The pairs:
// number; of each its key, stage, whether there are spheres, report, centre, distance of centres,
// and what is known of the spheres.
//
// Left out is what cannot matter: pairs that a change of a shape, or a frame without a budget, has
// made worthless (CriticalFrame::collect and PairRefiner::remember would pass over them), places of
// bodies that are gone, trees of shapes that no body has, and how long the last frame took.
#include "world/stored_critical.h"

#include "geom/stored_shape.h"
#include "world/answer_check.h"
#include "world/stored_answer.h"

namespace glance {
namespace {

/// Bits of a body's flags.
constexpr std::uint8_t kHasTree = 1, kBent = 2, kSeen = 4, kLooked = 8, kKnowsTree = 16;

/// Of the shape that the body has now; null if none was made, or none can be.
const SphereTree* tree_now(const World::State& world, std::uint32_t body) {
  const auto at = world.critical.trees.find(world.bodies.shape[body]->identity());
  if (at == world.critical.trees.end() || !at->second.tree) return nullptr;
  return &*at->second.tree;
}

bool is_seen(const World::State& world, std::uint32_t body) {
  const std::vector<CriticalPlace>& places = world.critical.places;
  return body < places.size() && world.bodies.present(body) &&
         places[body].id == world.bodies.id[body];
}

/// Whether the last frame's tree is that of the present shape.
bool knows_tree(const World::State& world, std::uint32_t body) {
  const SphereTree* known = world.critical.places[body].tree;
  return known && known == tree_now(world, body);
}

/// Whether the next frame may go on from it, or from what it knew.
bool matters(const World::State& world, const CriticalPair& pair) {
  const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
  if (!is_seen(world, i) || !is_seen(world, j)) return false;
  if (pair.report.a != world.bodies.id[i] || pair.report.b != world.bodies.id[j]) return false;
  if (pair.has_spheres()) {
    const std::vector<CriticalPlace>& places = world.critical.places;
    return knows_tree(world, i) && places[i].tree == pair.tree_a &&  //
           knows_tree(world, j) && places[j].tree == pair.tree_b;
  }
  return pair.stage != CriticalPair::Stage::settled && !world.critical.missed_a_frame &&
         !world.bodies.changed(i) && !world.bodies.changed(j);
}

void put_place(const World::State& world, std::uint32_t body, ByteWriter& out) {
  const CriticalMemory& memory = world.critical;
  const bool seen = is_seen(world, body);
  std::uint8_t flags = 0;
  if (memory.trees.contains(world.bodies.shape[body]->identity())) flags |= kHasTree;
  if (memory.bent.contains(world.bodies.id[body])) flags |= kBent;
  if (seen) flags |= kSeen;
  if (seen && memory.places[body].has_looked) flags |= kLooked;
  if (seen && knows_tree(world, body)) flags |= kKnowsTree;
  out.put(flags);
  if (seen) put_pose(memory.places[body].pose, out);
}

Result<void> get_place(ByteReader& in, World::State& world, std::uint32_t body) {
  CriticalMemory& memory = world.critical;
  const auto flags = in.get<std::uint8_t>();
  const bool seen = (flags & kSeen) != 0, knows = (flags & kKnowsTree) != 0;
  if (flags >= 2 * kKnowsTree || (!seen && flags >= kSeen) || (knows && !(flags & kHasTree))) {
    return fail("a body with flags that do not exist, of frames with a budget");
  }
  const BodyId id = world.bodies.id[body];
  if (flags & kBent) memory.bent.insert(id);
  std::size_t built = 0;
  const Shape& shape = *world.bodies.shape[body];
  // (By the id of nobody, who was not bent: another body may have had the same shape.)
  const SphereTree* tree = flags & kHasTree ? memory.tree(shape, BodyId{}, built) : nullptr;
  if (knows && !tree) return fail("a body with a sphere-tree that it cannot have");
  if (!seen) return {};
  const Result<Pose> pose = get_pose(in);
  if (!pose) return fail(pose.error().message);
  CriticalPlace& place = memory.places[body];
  place.id = id;
  place.pose = *pose;
  place.has_looked = (flags & kLooked) != 0;
  place.tree = knows ? tree : nullptr;
  return {};
}

void put_critical_pair(const CriticalPair& pair, ByteWriter& out) {
  out.put(pair.key);
  out.put(static_cast<std::uint8_t>(pair.stage));
  out.put(pair.has_spheres());
  put(pair.report, out);
  out.put(pair.centre);
  out.put(pair.centres_apart);
  if (pair.has_spheres()) pair.hits.put(out);
}

Result<void> get_critical_pair(ByteReader& in, World::State& world, CriticalPair& pair) {
  const auto no_such_pair = [] { return fail("a pair under a budget that cannot be"); };
  pair.key = in.get<PairKey>();
  bool good = true;
  pair.stage = get_enum(in, CriticalPair::Stage::settled, good);
  const bool has_spheres = in.get_bool();
  const Result<PairReport> report = get_pair_report(in);
  if (!report) return fail(report.error().message);
  pair.report = *report;
  pair.centre = in.get_vec3();
  pair.centres_apart = in.get_double();
  const std::uint32_t i = first_of(pair.key), j = second_of(pair.key);
  if (!in.ok() || !good || i >= j || !is_seen(world, i) || !is_seen(world, j) ||
      !is_about(pair.report, pair.key, world.bodies) || !is_finite(pair.centre) ||
      std::isnan(pair.centres_apart) || std::isnan(pair.report.lower) ||
      std::isnan(pair.report.upper)) {
    return no_such_pair();
  }
  pair.report.a = world.bodies.id[i];
  pair.report.b = world.bodies.id[j];
  const CriticalPlace &a = world.critical.places[i], &b = world.critical.places[j];
  pair.tree_a = has_spheres ? a.tree : nullptr;
  pair.tree_b = has_spheres ? b.tree : nullptr;
  if (has_spheres) {
    if (!pair.has_spheres()) return fail("a pair with spheres, of bodies that have none");
    // Poses are those of the search: whoever has moved since begins a new one.
    pair.hits.place(a.tree->nodes(), a.pose, b.tree->nodes(), b.pose);
    if (!pair.hits.restore(in)) return fail("a search through spheres that cannot be");
  }
  const bool is_open = has_spheres && pair.hits.state() == SphereHits::State::open;
  if (pair.stage == CriticalPair::Stage::spheres && !is_open) return no_such_pair();
  if (!matters(world, pair)) return fail("a pair under a budget that is of no use");
  return {};
}

}  // namespace

void put_critical(const World::State& world, ByteWriter& out) {
  const CriticalMemory& memory = world.critical;
  out.put(static_cast<std::uint8_t>(memory.tree_options.builder));
  out.put(static_cast<std::uint32_t>(memory.tree_options.levels));
  out.put(memory.missed_a_frame);
  for (std::uint32_t i = 0; i < world.bodies.capacity(); i++) {
    if (world.bodies.present(i)) put_place(world, i, out);
  }
  std::uint32_t count = 0;
  for (const CriticalPair& pair : memory.pairs.all()) count += matters(world, pair);
  out.put(count);
  for (const CriticalPair& pair : memory.pairs.all()) {
    if (matters(world, pair)) put_critical_pair(pair, out);
  }
}

Result<void> get_critical(ByteReader& in, World::State& world) {
  CriticalMemory& memory = world.critical;
  bool good = true;
  memory.tree_options.builder = get_enum(in, SphereBuilder::fitted, good);
  const auto levels = in.get<std::uint32_t>();
  memory.tree_options.levels = static_cast<int>(levels);
  memory.missed_a_frame = in.get_bool();
  if (!in.ok() || !good) return fail("sphere-trees of a kind that does not exist");
  memory.places.resize(world.bodies.capacity());
  for (std::uint32_t i = 0; i < world.bodies.capacity(); i++) {
    if (!world.bodies.present(i)) continue;
    if (auto ok = get_place(in, world, i); !ok) return ok;
  }
  constexpr std::size_t kLeastPair = 8;
  const auto count = in.get<std::uint32_t>();
  if (!in.fits(count, kLeastPair)) return fail("too many pairs under a budget");
  PairKey before = 0;
  for (std::uint32_t n = 0; n < count; n++) {
    CriticalPair& pair = memory.pairs.add();
    if (auto ok = get_critical_pair(in, world, pair); !ok) return ok;
    if (n > 0 && pair.key <= before) return fail("pairs under a budget out of order");
    before = pair.key;
  }
  return {};
}

}  // namespace glance
